"""Subdirectory hints (``rules.md`` section 2): which rules a tool call brings, and why not others."""
