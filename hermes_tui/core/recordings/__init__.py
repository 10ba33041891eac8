"""Sessions that Hermes recorded: read without a trace, and replayed beside the rules of today."""
