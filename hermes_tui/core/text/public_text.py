"""Words that may be posted anywhere, as a type of their own: nothing in them comes from inside a file.

Whatever is a plain ``str`` is private. An f-string, a join or a slice of public words gives a plain ``str``,
so that no word of a file becomes public by an oversight: the type checker refuses it where a public report is
written, and at run time it is left out.
"""

import re
from collections.abc import Sequence
from enum import Enum
from pathlib import Path


class Public(str):
    """Words of ours, names of files, numbers; made in this module, and by whoever shows a path."""

    __slots__ = ()


_LEFT_OUT = "…"
NOTHING = Public()
"""No words."""


def public(template: str, *parts: "Public | int | float | Enum") -> Public:
    """*template* with *parts* in place of its ``{}``, numbers as ``1,234``.

    The template is a literal of ours: a test of the sources makes sure of it. Of an enum its word is taken.
    """
    return Public(template.format(*map(_shown, parts)) if parts else template)


def filled(template: str, *parts: str) -> str:
    """*template* with *parts* in place of its ``{}``: public where all of them are, else plain words."""
    if all(isinstance(part, Public) for part in parts):
        return Public(template.format(*parts))
    return template.format(*parts)


def public_list(words: Sequence[Public]) -> Public:
    """``a``, ``a and b``, ``a, b and c``."""
    *first, last = words
    return Public(f"{', '.join(first)} and {last}" if first else last)


def public_sentence(words: Public) -> Public:
    """The words as a sentence of their own."""
    return Public(words[:1].upper() + words[1:].removesuffix(".") + ".")


def shell_word(name: Public) -> Public:
    """The name of a file as it is typed in a shell."""
    import shlex

    return Public(shlex.quote(name))


def file_name(path: Path) -> Public:
    """The last part of *path*, which stands on a disk."""
    return Public(path.name)


def path_words(path: Path) -> Public:
    """The whole of *path*, which stands on a disk or may be made there."""
    return Public(str(path))


def number_as_typed(number: int) -> Public:
    """A number without commas, as it is typed into a file."""
    return Public(number)


def release_name(name: str) -> Public:
    """The name of a release, where it is one: a version may be any words of a file."""
    return Public(name) if re.fullmatch(r"documented|[0-9]+(\.[0-9]+)*", name) else public("of some version")


def if_public(words: str, otherwise: Public) -> Public:
    """*words* where they may be posted, else *otherwise*."""
    return words if isinstance(words, Public) else otherwise


def _shown(part: "Public | int | float | Enum") -> str:
    if isinstance(part, Enum):
        return str(part.value)
    if isinstance(part, str) and not isinstance(part, Public):
        return _LEFT_OUT  # type: ignore[unreachable] # the type checker has refused it already
    return part if isinstance(part, Public) else f"{part:,}"
