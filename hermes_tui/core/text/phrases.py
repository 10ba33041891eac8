"""Sentences from parts, parts from sentences."""

from collections.abc import Sequence
from pathlib import Path


def capitalised(words: str) -> str:
    """The words with a capital at the beginning."""
    return words[:1].upper() + words[1:]


def sentence(words: str) -> str:
    """The words as a sentence of their own."""
    return capitalised(words) if words.endswith(".") else f"{capitalised(words)}."


def part(words: str) -> str:
    """A sentence as a part of another one; a name at its beginning keeps its capital."""
    words = words.removesuffix(".")
    is_word = words[:2].istitle() or words[1:2] == " "
    return words[:1].lower() + words[1:] if is_word else words


def as_typed(words: str) -> str:
    """What was typed, in quotes; bytes that are no text stay as they are, for whoever makes them harmless."""
    is_text = not any("\ud800" <= letter <= "\udfff" for letter in words)
    return repr(words) if is_text else f"'{words}'"


def listed(words: Sequence[str]) -> str:
    """``a``, ``a and b``, ``a, b and c``."""
    return " and ".join((", ".join(words[:-1]), words[-1])) if len(words) > 1 else "".join(words)


def so_many_differ(count: int) -> str:
    """How many of several differ."""
    if count == 0:
        return "none differs"
    return "1 differs" if count == 1 else f"{count:,} differ"


def quoted(words: str) -> str:
    """The words in quotes that they do not hold themselves, where there are such."""
    mark = next((mark for mark in ('"', "'", "`") if mark not in words), '"')
    return f"{mark}{words}{mark}"


def from_home(path: Path, home: Path) -> str:
    """*path* with the home directory as ``~``; as raw as the path itself."""
    return str(Path("~", path.relative_to(home))) if path.is_relative_to(home) else str(path)


def characters(count: int) -> str:
    """So many characters, in words."""
    return "1 character" if count == 1 else f"{count:,} characters"
