"""What the model says, as text and as JSON, SARIF and annotations."""
