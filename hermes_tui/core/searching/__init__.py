"""A text or an expression found in many texts."""
