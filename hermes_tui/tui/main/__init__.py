"""The main screen: header, file tree, texts, verdict."""
