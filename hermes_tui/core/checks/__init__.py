"""Everything that keeps rules out, for a directory or a whole repository."""
