"""A simulated session: its calls and events, their traps, its timeline, and files of it."""
