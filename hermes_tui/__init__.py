"""hermes_tui: see which context files the Hermes Agent sends, and why the others are not."""

__version__ = "0.2.0"
