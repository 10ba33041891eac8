"""A file that only points to another one, as ``@AGENTS.md``: it has no rules of its own."""

import os
from pathlib import Path

_LONGEST_POINTER = 400
"""Characters of a file that is still taken for a pointer."""
_MOST_LINES = 2
_LONGEST_LINE = 120


def points_to(text: str, path: Path, other: Path) -> bool:
    """Headings aside, the *text* of *path* is a line or two, of which one names *other*."""
    if len(text) > _LONGEST_POINTER:
        return False
    lines = [line.strip() for line in text.splitlines()]
    rest = [line for line in lines if line and not line.startswith("#")]
    target = os.path.relpath(other, path.parent)
    is_short = 0 < len(rest) <= _MOST_LINES and all(len(line) <= _LONGEST_LINE for line in rest)
    return is_short and any(_names(line, target) for line in rest)


def _names(line: str, target: str) -> bool:
    words = (word.strip("`'\"()[]<>,:;@").rstrip(".") for word in line.replace("](", " ").split())
    return target in {word.removeprefix("./") for word in words}
