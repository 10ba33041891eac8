"""The other whole screens."""
