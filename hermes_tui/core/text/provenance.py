"""Text whose every character knows the file and the offset that it came from.

Whatever Hermes does to a context file (strip, front matter, heading, cut, join) is done here to a
:class:`TracedText`; the prompt is what comes out at the end. It is held as runs, never as a record a
character, and a run is a view into the text it came from, never a copy.
"""

from collections.abc import Iterable, Iterator
from enum import Enum
from pathlib import Path
from typing import Final, NamedTuple


class Role(Enum):
    """Who wrote a run of text, and what it is there for."""

    FILE = "file"
    """Characters of a file on disk."""
    HEADING = "heading"
    """The provenance label above a file, ``## ../AGENTS.md``."""
    MARKER = "marker"
    """The marker that stands for what was cut away."""
    NOTICE = "notice"
    """The notice that stands for a blocked file."""
    FRAME = "frame"
    """The words around the sections, and the blank lines between them."""


class Span(NamedTuple):
    """Characters from ``start`` up to, not including, ``end``."""

    start: int
    end: int

    def touches(self, start: int, end: int) -> bool:
        """It has a character of *start* to *end*."""
        return start < self.end and self.start < end


class Source(NamedTuple):
    """Where one character of a traced text came from."""

    role: Role
    path: Path | None
    """The file that it is of, or that the heading, marker or notice is about."""
    offset: int | None
    """Its offset in the file's text; ``None`` where Hermes wrote it."""


class Run(NamedTuple):
    """``text[start:stop]``, all of it from one place."""

    text: str
    start: int
    stop: int
    role: Role
    path: Path | None


class TracedText:
    """An immutable text made of runs; ``str()`` gives the characters."""

    __slots__ = ("_length", "_placed_of", "runs")

    def __init__(self, runs: tuple[Run, ...] = ()) -> None:
        self.runs: Final = runs
        self._length = -1
        self._placed_of: dict[Path | None, list[tuple[int, Run]]] | None = None

    @classmethod
    def of_file(cls, path: Path, text: str) -> "TracedText":
        """All of a file's text."""
        return cls((Run(text, 0, len(text), Role.FILE, path),)) if text else cls()

    @classmethod
    def written(cls, text: str, role: Role, path: Path | None = None) -> "TracedText":
        """Text that Hermes itself puts in, about *path*."""
        return cls((Run(text, 0, len(text), role, path),)) if text else cls()

    def __str__(self) -> str:
        return "".join(run.text[run.start : run.stop] for run in self.runs)

    def __len__(self) -> int:
        if self._length < 0:
            self._length = sum(run.stop - run.start for run in self.runs)
        return self._length

    def __eq__(self, other: object) -> bool:
        return isinstance(other, TracedText) and self.runs == other.runs

    def __hash__(self) -> int:
        return hash(self.runs)

    def __repr__(self) -> str:
        return f"TracedText({self.runs!r})"

    def __add__(self, other: "TracedText") -> "TracedText":
        return TracedText(self.runs + other.runs)

    def slice(self, start: int, stop: int | None = None) -> "TracedText":
        """The characters from *start* to *stop*, as ``str(self)[start:stop]`` has them."""
        begin, end, _ = slice(start, stop).indices(len(self))
        taken = []
        position = 0
        for run in self.runs:
            after = position + run.stop - run.start
            first, last = max(begin, position), min(end, after)
            if first < last:
                shift = run.start - position
                taken.append(run._replace(start=first + shift, stop=last + shift))
            position = after
        return TracedText(tuple(taken))

    def strip(self) -> "TracedText":
        """Without the white space around it, as ``str.strip`` sees it."""
        text = str(self)
        begin = len(text) - len(text.lstrip())
        return self.slice(begin, max(begin, len(text.rstrip())))

    def source(self, offset: int) -> Source:
        """Where the character at *offset* came from.

        Raises:
            IndexError: there is no such character.
        """
        for position, run in self.placed():
            if position <= offset < position + (run.stop - run.start):
                inside = run.start + offset - position
                return Source(run.role, run.path, inside if run.role is Role.FILE else None)
        raise IndexError(f"offset {offset} is outside a text of {len(self)} characters")

    def ranges(self, path: Path, start: int, end: int) -> tuple[Span, ...]:
        """Where the characters *start* to *end* of the file *path* stand in this text, in order."""
        found = []
        for position, run in self.placed_of(path):
            if run.role is Role.FILE:
                first, last = max(start, run.start), min(end, run.stop)
                if first < last:
                    found.append(Span(position + first - run.start, position + last - run.start))
        return tuple(found)

    def kept(self, path: Path) -> tuple[Span, ...]:
        """Which characters of the file *path* are in this text: merged, in the file's order."""
        return merged(Span(run.start, run.stop) for _, run in self.placed_of(path) if run.role is Role.FILE)

    def placed(self) -> Iterator[tuple[int, Run]]:
        """Each run with the offset at which it begins."""
        position = 0
        for run in self.runs:
            yield position, run
            position += run.stop - run.start

    def placed_of(self, path: Path) -> list[tuple[int, Run]]:
        """The same for what is of, or about, one file: found once for all files."""
        if self._placed_of is None:
            self._placed_of = {}
            for position, run in self.placed():
                self._placed_of.setdefault(run.path, []).append((position, run))
        return self._placed_of.get(path, [])


def joined(separator: TracedText, parts: Iterable[TracedText]) -> TracedText:
    """The parts with *separator* between them."""
    runs: list[Run] = []
    for number, part in enumerate(parts):
        if number:
            runs.extend(separator.runs)
        runs.extend(part.runs)
    return TracedText(tuple(runs))


def merged(spans: Iterable[Span]) -> tuple[Span, ...]:
    """The same characters as spans that neither touch nor overlap, in order."""
    found: list[Span] = []
    for span in sorted(spans):
        if span.start >= span.end:
            continue
        if found and span.start <= found[-1].end:
            found[-1] = Span(found[-1].start, max(found[-1].end, span.end))
        else:
            found.append(span)
    return tuple(found)


def without(spans: Iterable[Span], taken: Iterable[Span]) -> tuple[Span, ...]:
    """The characters of *spans* that are not in *taken*, in order."""
    found: list[Span] = []
    gaps = merged(taken)
    for span in merged(spans):
        start = span.start
        for gap in gaps:
            if gap.end <= start:
                continue
            if gap.start >= span.end:
                break
            if gap.start > start:
                found.append(Span(start, gap.start))
            start = max(start, gap.end)
        if start < span.end:
            found.append(Span(start, span.end))
    return tuple(found)


def line_of(text: str, offset: int) -> int:
    """The number of the line, from 1, that the character at *offset* stands in; lines end at ``\\n``."""
    return text.count("\n", 0, offset) + 1
