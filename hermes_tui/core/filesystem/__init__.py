"""The one door to the disk: what is there, what a file holds, and the disk as it would be with changes."""
