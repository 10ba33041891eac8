"""The settings that decide about context files, and a value of one in a few words."""

MAX_CHARS = "context_file_max_chars"
CONTEXT_LENGTH = "model.context_length"
READ_TIMEOUT = "context_file_read_timeout"

LONGEST_WAIT = 9_223_372_036
"""Seconds that Python can wait; with more, waiting fails at once."""

_LONGEST = 60
"""Characters of a text that are shown."""
_LARGEST = 10**30


def shown_value(value: object) -> str:
    """A number or a text as it would be typed; of anything else what it is. May hold foreign text."""
    if value is None or isinstance(value, bool | float):
        return repr(value)
    if isinstance(value, int):  # Python refuses to write one of thousands of digits
        return repr(value) if abs(value) < _LARGEST else "a number of more than 30 digits"
    if isinstance(value, str):
        return repr(value) if len(value) <= _LONGEST else f"{value[:_LONGEST]!r}..."
    if isinstance(value, dict):
        return "a mapping"
    if isinstance(value, list | tuple | set):
        return "a list"
    return f"a {type(value).__name__}"
