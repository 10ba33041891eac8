"""What is configured for this program, in files of its own; for Hermes: ``settings``."""
