"""A value of a setting in a few words. A small YAML file can hold one whose ``repr`` fills the memory."""

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
