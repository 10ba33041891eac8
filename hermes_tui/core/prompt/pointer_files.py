"""A file that only points to another one, as ``@AGENTS.md``: it has no rules of its own."""

import os
import re
from pathlib import Path
from typing import NamedTuple

from hermes_tui.core.filesystem.disk import Disk
from hermes_tui.core.text.phrases import sentence
from hermes_tui.core.text.public_text import Public, public

_LONGEST_POINTER = 400
"""Characters of a file that is still taken for a pointer."""
_LONGEST_TARGET = 300
_BOILERPLATE = re.compile(
    r"This file provides guidance to .{1,60} when working with code in this repository\."
)
"""What tools begin such a file with; it is no rule."""


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
    """Every line of the *text* of *path* that is no heading and not blank only sends a reader to *other*.

    A line that says anything else is a rule of its own: ``Read AGENTS.md. Use tabs.``
    """
    if len(text) > _LONGEST_POINTER:
        return False
    lines = [line.strip() for line in text.splitlines()]
    rest = [line for line in lines if line and not line.startswith("#") and not _BOILERPLATE.fullmatch(line)]
    target = os.path.relpath(other, path.parent)
    return bool(rest) and all(_only_names(line, target) for line in rest)


_POINTING = frozenset(
    (
        *(
            "a",
            "about",
            "agent",
            "agents",
            "all",
            "also",
            "and",
            "any",
            "are",
            "at",
            "before",
            "beside",
            "by",
        ),
        *("claude", "code", "contents", "conventions", "details", "directory", "docs", "documentation"),
        *("every", "everything", "file", "find", "first", "follow", "for", "found", "from", "go", "guide"),
        *("guidelines", "here", "in", "information", "instructions", "is", "it", "kept", "lines", "lives"),
        *(
            "look",
            "main",
            "more",
            "next",
            "now",
            "of",
            "on",
            "one",
            "open",
            "our",
            "please",
            "project",
            "read",
        ),
        *(
            "refer",
            "repo",
            "repository",
            "root",
            "rules",
            "same",
            "see",
            "single",
            "source",
            "start",
            "stands",
        ),
        *("task", "tasks", "that", "the", "there", "these", "this", "to", "truth", "under", "use", "what"),
        *("with", "work", "working", "written", "you", "your"),
    )
)
"""Words that say where rules are, and are no rule."""


def _only_names(line: str, target: str) -> bool:
    words = [word.strip("`'\"()[]<>,:;@*-").rstrip(".!") for word in line.replace("](", " ").split()]
    names = [word for word in words if word.removeprefix("./") == target]
    return bool(names) and all(word in names or not word or word.lower() in _POINTING for word in words)
