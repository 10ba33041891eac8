"""What each Hermes release does, as data."""
