"""One pane for any big text: a file on disk, the text sent, the whole prompt, a hint.

INTERFACE FIRST: the bodies follow in the next commits; the names below are meant to stay.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Literal

from textual.message import Message
from textual.reactive import reactive, var
from textual.scroll_view import ScrollView

type_of_numbers = Literal["lines", "none"] | Sequence[int | None]


@dataclass(frozen=True, slots=True)
class Mark:
    """A stretch of the text that means something."""

    start: int
    """Where it begins, in characters of the document's text."""
    end: int
    """Where it ends (exclusive). `start == end` marks a place; it shows in the gutter only."""
    kind: str
    """One of KINDS ("lost", "threat", "marker", "notice", "found", "heading", "front"); another is drawn plain."""


@dataclass(frozen=True, slots=True)
class Document:
    """A text as it is, and what is known about its parts."""

    text: str
    """The raw text; the pane makes it safe as it draws."""
    marks: tuple[Mark, ...]
    """In any order; they may overlap."""
    numbers: type_of_numbers
    """Which number each line has: its own ("lines"), none, or one for each line (`None` leaves it blank)."""


class TextPane(ScrollView, can_focus=True):
    """Shows a document, row by row, whatever its size."""

    placeholder: reactive[str] = reactive("")
    """What stands in the pane while there is no text."""
    wrap: reactive[bool] = reactive(True)
    """Whether long lines go on in the next row; otherwise the pane scrolls sideways."""
    progress: var[float] = var(1.0)
    """How much of the text has been measured for the scrollbar, 0 to 1."""

    class Scrolled(Message):
        """The user scrolled the pane (never posted when the program did)."""

        def __init__(self, pane: "TextPane", offset: int) -> None:
            super().__init__()
            self.pane = pane
            self.offset = offset

        @property
        def control(self) -> "TextPane":
            """The pane, for `@on(TextPane.Scrolled, "#disk")`."""
            return self.pane

    class Clicked(Message):
        """The user clicked into the text."""

        def __init__(self, pane: "TextPane", offset: int) -> None:
            super().__init__()
            self.pane = pane
            self.offset = offset

    @property
    def document(self) -> Document | None:
        """What is shown, or `None`."""
        raise NotImplementedError

    def show(self, document: Document | None) -> None:
        """Show a document from its top; the same text with other marks stays where it is."""
        raise NotImplementedError

    @property
    def top_offset(self) -> int:
        """The offset at the top of the pane."""
        raise NotImplementedError

    def scroll_to_offset(
        self, offset: int, *, align: Literal["top", "center"] = "top", notify: bool = False
    ) -> None:
        """Bring an offset to the top or the middle; `notify` posts `Scrolled` as if the user had done it."""
        raise NotImplementedError

    def next_mark(self, kinds: Collection[str], *, forward: bool = True) -> Mark | None:
        """Go to the next mark of these kinds, point it out for a moment, and return it."""
        raise NotImplementedError

    def offset_at(self, x: int, y: int) -> int | None:
        """The offset drawn at a cell of the pane, or `None` outside the text."""
        raise NotImplementedError
