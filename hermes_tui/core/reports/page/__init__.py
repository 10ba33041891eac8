"""One page that tells all about a directory, for somebody else: as HTML or Markdown."""
