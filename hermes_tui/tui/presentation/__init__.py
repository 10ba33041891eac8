"""From the model to rows and lines: pure, no widget in here."""
