"""What a case of the table is."""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from support.trees import Files

GIT: Files = {".git/HEAD": ""}
"""Just enough for Hermes to find a git root."""

EMPTY_GIT: Files = {".git/": ""}
"""A git root for Hermes as well, though git itself takes it for none."""

RULE = "run the tests"
"""The words that most people here miss."""

HAVOC = "havoc"
"""A word that blocks its file (known_c2_framework)."""

DOCUMENTED = "documented"
"""What Hermes' documentation says, whatever the releases do."""

NEWEST = "0.22.2"

Line = str | Callable[[Path], str]
"""A line as the reader gets it: ``ROOT`` is the directory in which the tree grows, and ``…`` stands for words
that are another case's subject. Where a number depends on how long that directory's path is, the line is a
function of it.
"""

Says = Mapping[str, tuple[Line, ...]]
"""By release, the lines: one for each place that is told of."""


class Case(NamedTuple):
    """A tree, and what somebody who stands in it is answered."""

    files: Files
    says: Says
    asked: str | Path = RULE
    """Words, or a name as somebody types it; or the whole path of a file in the tree."""
    cwd: str = ""
    """Where they stand."""
    options: Mapping[str, Any] = {}
    """Settings, variables (``environ``) and flags (``as_text``, ``as_regex``); ``ROOT`` as in a line."""
    codes: tuple[str, ...] | None = None
    """Of each line: what stops it, or "" where nothing does; None where that is no subject."""
    seen: tuple[Line, ...] | None = None
    """What is remarked that is no file's doing, or that was not searched; None where that is no subject."""
    searched: frozenset[str] | None = None
    """Where nothing was found: what was looked through."""
    source: str = ""
    """Where the facts stand: a section of ``rules.md``, or the release that brought them."""


def says(releases: str, *lines: Line) -> dict[str, tuple[Line, ...]]:
    """The same *lines* from each of the *releases*, which blanks part."""
    return dict.fromkeys(releases.split(), lines)


def documented(*lines: Line) -> dict[str, tuple[Line, ...]]:
    """*lines* by the documentation."""
    return says(DOCUMENTED, *lines)


def newest(*lines: Line) -> dict[str, tuple[Line, ...]]:
    """*lines* from the newest release."""
    return says(NEWEST, *lines)


def filler(count: int) -> str:
    """So many characters that say nothing, in lines of 80."""
    return ("x" * 79 + "\n") * (count // 80) + "y" * (count % 80)
