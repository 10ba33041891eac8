"""What a terminal of few rows is called in the style sheets."""

PANES = [(0, "-flat"), (18, "-lower"), (22, "-low"), (30, "-high")]
"""Where panes stand above each other: -flat has room for one, -lower has none for the session."""
LISTS = [(0, "-short"), (24, "-tall")]
"""Where a list stands between a header and what is said of one row: in -short these have less."""
