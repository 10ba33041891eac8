"""What the model gets from a directory, through the commits of its repository."""
