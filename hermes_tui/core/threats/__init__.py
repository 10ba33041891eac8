"""The threat scan (``rules.md`` section 3): patterns, how they are found, what each means."""
