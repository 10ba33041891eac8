"""Two texts beside each other, with what differs marked: keys go from one difference to the next."""

import difflib
from typing import NamedTuple

from textual.app import ComposeResult
from textual.containers import Horizontal

from hermes_tui.tui.text_view.document import Document, Mark
from hermes_tui.tui.text_view.text_view import TextPane
from hermes_tui.tui.widgets.lifetime import Lasting

MOST_LINES = 4_000
"""Lines on a side that are compared one by one; longer texts are shown without marks."""


class Marked(NamedTuple):
    """Both texts, with the lines that the other one has not; ``None`` is a side without a text."""

    before: Document | None
    after: Document | None
    places: tuple[tuple[Mark, Mark], ...] = ()
    """Each difference on both sides; the mark is empty where that side has nothing of it."""


def marked(before: str | None, after: str | None) -> Marked:
    """Both texts with their differences."""
    if before is None or after is None:
        return Marked(_document(before), _document(after))
    left, right = before.splitlines(keepends=True), after.splitlines(keepends=True)
    if max(len(left), len(right)) > MOST_LINES:
        return Marked(_document(before), _document(after))
    found = []
    for kind, first, last, from_, to in difflib.SequenceMatcher(None, left, right).get_opcodes():
        if kind != "equal":
            found.append((_mark(left, first, last), _mark(right, from_, to)))
    sides = zip(*found, strict=True) if found else ((), ())
    lost, new = (tuple(mark for mark in side if mark.start < mark.end) for side in sides)
    return Marked(_document(before, lost), _document(after, new), tuple(found))


def _mark(lines: list[str], first: int, last: int) -> Mark:
    start = sum(map(len, lines[:first]))
    return Mark(start, start + sum(map(len, lines[first:last])), "found")


def _document(text: str | None, marks: tuple[Mark, ...] = ()) -> Document | None:
    return None if text is None else Document(text, marks, "lines")


class TextPair(Lasting, Horizontal):
    """Shows two texts, and opens them where they begin to differ."""

    def __init__(self) -> None:
        """Nothing yet."""
        super().__init__(id="releases-texts")
        self._places: tuple[tuple[Mark, Mark], ...] = ()
        self._at = 0

    def compose(self) -> ComposeResult:
        """Before and after."""
        self.panes = (TextPane(id="text-before"), TextPane(id="text-after"))
        yield from self.panes

    def show(self, before: str | None, after: str | None) -> None:
        """Show other texts, at their first difference."""
        *documents, self._places = marked(before, after)
        self._at = 0
        for pane, document in zip(self.panes, documents, strict=True):
            pane.show(document)
        if self._places:
            self.call_after_refresh(self._open, self._places)

    def step(self, *, forward: bool) -> None:
        """Go to the next difference, or to the one before."""
        at = self._at + (1 if forward else -1)
        if not self._places:
            self.notify(
                "There is no place to go to: one side has none of it, or both are the same.", timeout=3
            )
        elif not 0 <= at < len(self._places):
            self.notify(
                f"No further difference here: this is {self._at + 1} of {len(self._places)}.", timeout=3
            )
        else:
            self._at = at
            for pane, mark in self._scrolled():
                if mark.start < mark.end:
                    pane.point_at(mark.start)

    def _open(self, places: tuple[tuple[Mark, Mark], ...]) -> None:
        """Now that both are laid out, unless others are shown meanwhile."""
        if places is self._places:
            self._scrolled()

    def _scrolled(self) -> list[tuple[TextPane, Mark]]:
        """Let both sides be seen at the difference that is visited."""
        sides = list(zip(self.panes, self._places[self._at], strict=True))
        for pane, mark in sides:
            pane.scroll_to_offset(mark.start, align="center")
        return sides
