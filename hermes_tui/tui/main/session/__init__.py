"""The session pane of the main screen."""
