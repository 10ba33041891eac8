"""What is known about parts of a text, and how each kind of knowledge is drawn."""

from bisect import bisect_left, bisect_right
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import Literal

from hermes_tui.core.text.terminal_safe import Span

Numbers = Literal["lines", "none"] | Sequence[int | None]
"""Which number stands before each line: its own, none, or one of the caller's (`None` leaves it blank)."""


@dataclass(frozen=True, slots=True)
class Mark:
    """A stretch of a text that means something."""

    start: int
    """Where it begins, in characters."""
    end: int
    """Where it ends, exclusive. A mark with `start == end` is a place: it shows in the gutter only."""
    kind: str
    """One of KINDS. Another kind can be found and jumped to, but looks like plain text."""


@dataclass(frozen=True, slots=True)
class Document:
    """A text as it is, and what is known about its parts."""

    text: str
    """The raw text; the pane makes it safe as it draws."""
    marks: tuple[Mark, ...]
    """In any order; they may overlap."""
    numbers: Numbers
    """The numbers in the gutter."""


@dataclass(frozen=True, slots=True)
class LineKind:
    """How marks of one kind are drawn."""

    sign: str
    """One cell in the gutter, so that nothing rests on colour alone."""
    style: str
    """The component class that carries the colours."""


KINDS = {
    "front": LineKind("≡", "text-pane--front"),
    "heading": LineKind("#", "text-pane--heading"),
    "notice": LineKind("!", "text-pane--notice"),
    "marker": LineKind("…", "text-pane--marker"),
    "lost": LineKind("▒", "text-pane--lost"),
    "found": LineKind("»", "text-pane--found"),
    "threat": LineKind("✗", "text-pane--threat"),
}
"""Kinds by name, the strongest last: it wins the gutter, and its colours lie on top."""

REVEALING = frozenset({"threat"})
"""Kinds within which even the joiners of an emoji are shown: there they are the matter."""


class MarkIndex:
    """The marks of a document, to be asked by place."""

    def __init__(self, marks: Collection[Mark]) -> None:
        """Sort the marks once."""
        self._marks = sorted(marks, key=lambda mark: (mark.start, mark.end))
        by_kind: dict[str, list[Mark]] = {kind: [] for kind in KINDS}
        for mark in self._marks:
            if mark.kind in by_kind:
                by_kind[mark.kind].append(mark)
        # Kept apart by kind: within one there are few overlaps, and one long range does not slow the search.
        # `reach` is the furthest end so far, which tells where to stop looking back.
        self._kinds = [
            (found, [mark.start for mark in found], list(accumulate((mark.end for mark in found), max)))
            for found in by_kind.values()
            if found
        ]

    def __bool__(self) -> bool:
        """Whether there is any mark to draw."""
        return bool(self._kinds)

    def within(self, start: int, end: int) -> list[Mark]:
        """The marks that touch a range, the strongest kind last; places count where they stand."""
        touching: list[Mark] = []
        for marks, starts, reach in self._kinds:
            at = bisect_left(starts, max(end, start + 1))
            found: list[Mark] = []
            while at and (reach[at - 1] > start or starts[at - 1] >= start):
                at -= 1
                if marks[at].end > start or marks[at].start >= start:
                    found.append(marks[at])
            touching += reversed(found)
        return touching

    def of_row(self, start: int, end: int, text: str) -> list[Mark]:
        """The marks of one row of a text, with places on its newline or at the end of the text."""
        closes = end == len(text) or text[end] == "\n"
        return [
            mark
            for mark in self.within(start, end + closes)
            if mark.start < max(end, start + 1) or mark.start == mark.end
        ]

    def after(self, place: tuple[int, int], kinds: Collection[str]) -> Mark | None:
        """The first mark of these kinds whose (start, end) comes behind a place."""
        at = bisect_right(self._marks, place, key=lambda mark: (mark.start, mark.end))
        return next((mark for mark in self._marks[at:] if mark.kind in kinds), None)

    def before(self, place: tuple[int, int], kinds: Collection[str]) -> Mark | None:
        """The last mark of these kinds whose (start, end) comes before a place."""
        at = bisect_left(self._marks, place, key=lambda mark: (mark.start, mark.end))
        return next((mark for mark in reversed(self._marks[:at]) if mark.kind in kinds), None)

    def reveals(self) -> list[Span]:
        """Where even the joiners of an emoji must be shown: sorted, apart from each other."""
        spans: list[Span] = []
        for mark in self._marks:
            if mark.kind in REVEALING and mark.start < mark.end:
                if spans and mark.start <= spans[-1][1]:
                    spans[-1] = (spans[-1][0], max(spans[-1][1], mark.end))
                else:
                    spans.append((mark.start, mark.end))
        return spans
