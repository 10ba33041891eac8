"""From files to the prompt (``rules.md`` section 1): looked for, read, scanned, headed, cut, joined."""
