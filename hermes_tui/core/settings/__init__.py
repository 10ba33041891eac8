"""Which release, which home and which settings apply here."""
