"""Markdown headings that a cut took away, found without walking a text line by line."""

import re
from collections.abc import Iterator
from typing import NamedTuple

_LINE_BREAKS = "\n\r\v\f\x1c\x1d\x1e\x85\u2028\u2029"
_LINE_BREAK = f"[{_LINE_BREAKS}]"
"""Compiled when something is cut: most answers need it not."""
_FENCES = ("```", "~~~")
_DEEPEST_HEADING = 6


class CutHeading(NamedTuple):
    """A heading in the part that was cut away; *offset* is its place in the text before the cut."""

    offset: int
    text: str


def omitted_headings(text: str, start: int, end: int, *, most: int) -> Iterator[CutHeading]:
    """Markdown headings whose line begins in ``text[start:end]``, at most *most* of them.

    Lines are Python's ``splitlines``; blanks before a heading do not matter; between fences there are
    none, and a fence opened before *start* counts (``rules.md`` section 7, seen in 0.22.2).
    """
    found = 0
    fences = _Fences(text)
    line_break = re.compile(_LINE_BREAK)
    place = text.find("#", start)
    while place >= 0 and found < most:
        line = _line_start(text, place)
        if line is not None and start <= line < end and not fences.is_open_at(line):
            heading = _heading(text, place)
            if heading is not None:
                yield CutHeading(line, heading)
                found += 1
        line_end = line_break.search(text, place)
        if line_end is None or line_end.end() >= end:
            return
        place = text.find("#", line_end.end())


class _Fences:
    """Whether a line stands between fences; asked from the first line on, and no further than needed.

    Walking 50 million characters line by line takes many seconds, so the fences themselves are found.
    """

    def __init__(self, text: str) -> None:
        self._text = text
        self._done = 0
        self._is_open = False

    def is_open_at(self, line: int) -> bool:
        """An odd number of fences begins a line before the one at *line*."""
        begun = -1
        while True:
            places = [place for mark in _FENCES if (place := self._text.find(mark, self._done, line)) >= 0]
            if not places:
                self._done = max(self._done, line)
                return self._is_open
            place = min(places)
            start = _line_start(self._text, place)
            if start is not None and start != begun:
                begun = start
                self._is_open = not self._is_open
            self._done = place + len(_FENCES[0])


def _line_start(text: str, place: int) -> int | None:
    """Where the line begins whose first character that is no blank stands at *place*."""
    begin = text.rfind("\n", 0, place) + 1
    before = text[begin:place]
    if before:
        begin += max(before.rfind(mark) for mark in _LINE_BREAKS) + 1
        before = text[begin:place]
    return begin if not before or before.isspace() else None


def _heading(text: str, place: int) -> str | None:
    """The words of the heading whose first ``#`` stands at *place*."""
    level = 0
    while level <= _DEEPEST_HEADING and text[place + level : place + level + 1] == "#":
        level += 1
    first = text[place + level + 1 : place + level + 2]
    if level > _DEEPEST_HEADING or text[place + level : place + level + 1] != " " or not first.strip():
        return None
    ending = re.compile(_LINE_BREAK).search(text, place)
    line = text[place : ending.start() if ending else len(text)]
    return line.strip().lstrip("#").strip()
