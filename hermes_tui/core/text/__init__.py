"""Text with its provenance, text that is safe for a terminal, phrases, estimated tokens."""
