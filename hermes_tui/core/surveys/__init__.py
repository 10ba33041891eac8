"""The walk below the working directory: context files, and who can reach them."""
