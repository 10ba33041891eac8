"""What git says of a repository, asked so that nothing which it configures is run."""
