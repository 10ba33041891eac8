"""What a person types or a recording holds, as tool calls, and the paths that Hermes sees in them."""
