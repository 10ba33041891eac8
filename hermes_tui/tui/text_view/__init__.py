"""The scrolling text with line numbers and marks."""
