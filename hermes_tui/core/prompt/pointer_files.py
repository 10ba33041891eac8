"""A file that only points to another one, as ``@AGENTS.md``: it has no rules of its own."""

import os
from pathlib import Path
from typing import NamedTuple

from hermes_tui.core.filesystem.disk import Disk
from hermes_tui.core.text.phrases import sentence
from hermes_tui.core.text.public_text import Public, public

_LONGEST_POINTER = 400
"""Characters of a file that is still taken for a pointer."""
_MOST_LINES = 2
_LONGEST_LINE = 120
_LONGEST_TARGET = 300


class LinkAsText(NamedTuple):
    """A file that holds the name of another one and nothing else, perhaps a link that was checked out."""

    target: Path
    name: str
    """The target as it is written."""
    is_there: bool

    @property
    def guess(self) -> str:
        """What is known and what is likely, as part of a sentence; holds words of the file."""
        return f"all that is sent is the name {self.name}{self._likely}"

    @property
    def public_guess(self) -> Public:
        """The same without words of the file."""
        return public("all that is sent is the name of another file{}", self._likely)

    @property
    def sentence(self) -> str:
        """The same for a reader."""
        return sentence(self.guess)

    @property
    def _likely(self) -> Public:
        if self.is_there:
            return public(", perhaps a link that was checked out as text")
        return public(", perhaps a link that was checked out as text (it leads nowhere)")


def link_as_text(path: Path, text: str, disk: Disk) -> LinkAsText | None:
    """What the *text* of *path* leads to, where it is likely to be a link that git wrote as text.

    Git ends such a file with the name itself. Git is not asked, so this is a guess: the target is there, or
    its name is like that of a context file.
    """
    if not text or len(text) > _LONGEST_TARGET or "\n" in text or text != text.strip():
        return None
    if (
        text.endswith((".", ":", "!"))
        or text.startswith(("#", "@", "-", "\ufeff"))
        or not ("/" in text or "." in text)
    ):
        return None
    target = path.parent / text
    if target == path or disk.is_link(path):
        return None
    is_there = disk.is_file(target)
    is_like_one = " " not in text and text.endswith((".md", ".mdc"))
    return LinkAsText(target, text, is_there) if is_there or is_like_one else None


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
