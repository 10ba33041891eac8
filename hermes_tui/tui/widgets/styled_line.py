"""Harmless words with the names of their colours: lines that a test can read and a screen can draw."""

import re
from collections.abc import Iterable

from textual.content import Content

Piece = tuple[str, str]
"""Words, and names from COLOURS or of text styles ("bold"); the words passed ``safe`` already."""
Line = tuple[Piece, ...]

_PATH = re.compile(r"\S*[/\\]\S*")
_KEPT = 30
"""Characters of a path that is shortened: less of it says too little."""

COLOURS = {
    "muted": "$foreground-muted",
    "accent": "$text-accent",
    "success": "$text-success",
    "warning": "$text-warning",
    "error": "$text-error",
    "free": "$foreground-disabled",
    "bar-success": "$text-success on $success-muted",
    "bar-warning": "$text-warning on $warning-muted",
    "bar-error": "$text-error on $error-muted",
    "bar-muted": "$foreground-muted on $panel",
}
"""The theme's colours; what a colour says is said in words as well."""


def styled(line: Line, width: int | None = None) -> Content:
    """A line as Textual draws it, never read as markup; cut to *width*, a long path in its middle first."""
    content = _assembled(line)
    if width is None or content.cell_length <= width:
        return content
    shorter = _assembled(_with_shorter_path(line, content.cell_length - width))
    return shorter if shorter.cell_length <= width else content.truncate(max(1, width), ellipsis=True)


def _with_shorter_path(line: Line, excess: int) -> Line:
    """The line without so many cells of its longest path, as far as enough is left to know it by."""
    paths = [
        (len(path[0]), number, path)
        for number, (words, _) in enumerate(line)
        for path in _PATH.finditer(words)
    ]
    if not paths:
        return line
    length, number, path = max(paths, key=lambda found: found[0])
    kept = max(_KEPT, length - excess - 1)
    if kept >= length - 1:
        return line
    start, end = path.start() + kept // 3, path.end() - (kept - kept // 3)
    words, names = line[number]
    return (*line[:number], (f"{words[:start]}…{words[end:]}", names), *line[number + 1 :])


def _assembled(line: Line) -> Content:
    return Content.assemble(*((words, _style(names)) for words, names in line))


def styled_lines(lines: Iterable[Line]) -> Content:
    """Lines below each other."""
    return Content("\n").join(styled(line) for line in lines)


def plain(lines: Iterable[Line]) -> str:
    """The words alone."""
    return "\n".join("".join(words for words, _ in line).rstrip() for line in lines)


def percent(share: float | None) -> str:
    """A share in whole percents, five cells at most; what is there is never told as nothing."""
    if share is None:
        return ""
    if 0 < share < 0.01:
        return "<1 %"
    if share < 9.995:
        return f"{share * 100:.0f} %"
    return f"{share:.0f}×" if share < 9_999.5 else ">9k×"


def _style(names: str) -> str:
    return " ".join(COLOURS.get(name, name) for name in names.split())
