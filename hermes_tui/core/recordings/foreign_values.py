"""Numbers and texts of a recording as something to go on with: they may be anything."""

import math

LARGEST = 2**63 - 1
"""The largest whole number that SQLite has."""


def number_of(value: object) -> float | None:
    """A finite number; ``None`` for all else. SQLite and JSON have infinite ones and texts for numbers."""
    if value is None or isinstance(value, bool):
        return None
    try:
        found = float(value if isinstance(value, int | float) else str(value))
    except (ValueError, OverflowError):
        return None
    return found if math.isfinite(found) else None


def count_of(value: object) -> int:
    """How many there are; 0 for what is no count."""
    return min(max(int(number_of(value) or 0), 0), LARGEST)


def text_of(value: object) -> str:
    """A value as text; none is empty."""
    if value is None:
        return ""
    if isinstance(value, bytes):
        return value.decode("utf-8", "replace")
    try:
        return str(value)
    except (ValueError, RecursionError):  # a number of thousands of digits, lists in lists
        return ""


def size_in_words(size: int) -> str:
    """``1.2 GB``, ``34 MB``."""
    return f"{size / 1e9:.1f} GB" if size >= 1e9 else f"{size / 1e6:,.0f} MB"
