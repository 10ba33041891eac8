"""The lines that are most like what was looked for and not found."""

import time
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import NamedTuple

from hermes_tui.core.searching.folding import fold_text

_LONGEST_LINE = 500
"""Characters of a line that are compared when the closest ones are looked for."""
_LINES_COMPARED = 20_000
_SECONDS = 1.0
"""After so long the search for the closest lines ends with what it has."""


class Close(NamedTuple):
    """A line that is like what was looked for."""

    path: Path
    line: int
    text: str
    likeness: float
    """1.0 is the same."""


def closest(query: str, texts: Iterator[tuple[Path, str]], count: int) -> tuple[Close, ...]:
    """The lines most like *query*, the likest first; lines that have little of it are left out."""
    wanted = fold_text(query)[:_LONGEST_LINE]
    from difflib import SequenceMatcher

    matcher = SequenceMatcher(autojunk=False)
    matcher.set_seq2(wanted)
    found: list[Close] = []
    lines = (
        (path, number, line)
        for path, text in texts
        for number, line in enumerate(text.splitlines(), 1)
        if line.strip()
    )
    least = 0.5
    end = time.monotonic() + _SECONDS
    for path, number, line in islice(lines, _LINES_COMPARED):
        if time.monotonic() > end:
            break
        shown = " ".join(line.split())[:_LONGEST_LINE]
        matcher.set_seq1(fold_text(shown))
        if matcher.real_quick_ratio() < least or matcher.quick_ratio() < least:
            continue
        likeness = matcher.ratio()
        if likeness >= least:
            found.append(Close(path, number, shown, likeness))
            found.sort(key=lambda close: -close.likeness)
            del found[count:]
            if len(found) == count:
                least = max(least, found[-1].likeness)
    return tuple(found)
