"""A view of rows that keeps its place by offset, while the text is still being measured.

The offset at the top is the truth; row numbers follow from it (see `wrapping`) and may change while the
background work measures the rest of the text.
"""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from time import monotonic
from typing import Literal

from textual import work
from textual.geometry import Size
from textual.message import Message
from textual.reactive import reactive, var
from textual.scroll_view import ScrollView

from hermes_tui.core.text.terminal_safe import Span
from hermes_tui.tui.text_view.wrapping import Blocks, RowIndex, ScreenRow
from hermes_tui.tui.widgets.motions import SCROLLING

FOLD = 1000
"""Where a line is folded when the view does not wrap: wide to read, quick to draw."""
NARROWEST = 12
"""The fewest columns the text is wrapped to: the longest sign, ‹U+10FFFF›, fits."""
AT_ONCE = 16
"""Texts of so many blocks (64 KB) are measured before they are shown; others in the background."""
SLICE = 0.004
"""Seconds of measuring between two looks at the keyboard."""
SETTLE = 0.15
"""Seconds between two corrections of the scrollbar while measuring."""


class RowView(ScrollView, can_focus=True):
    """Scrolls over the rows of a text; what a row looks like is for the subclass to say."""

    DEFAULT_CSS = """
    RowView {
        overflow-x: auto;
        overflow-y: auto;
        scrollbar-gutter: stable;
        scrollbar-size-vertical: 1;
    }
    """

    BINDINGS = SCROLLING

    wrap: reactive[bool] = reactive(default=True, init=False)
    """Whether a long line goes on in the next row; otherwise the pane scrolls sideways."""
    progress: var[float] = var(1.0)
    """How much of the text has been measured, 0 to 1; the scrollbar is exact at 1."""

    class Scrolled(Message, namespace="text_pane"):
        """The user moved the pane. What the program does is not reported, so panes can follow each other."""

        def __init__(self, pane: "RowView", offset: int) -> None:
            """Say which pane, and the offset now at its top."""
            super().__init__()
            self.pane = pane
            self.offset = offset

        @property
        def control(self) -> "RowView":
            """The pane, for `@on(TextPane.Scrolled, "#disk")`."""
            return self.pane

        def can_replace(self, message: Message) -> bool:
            """Only the last place of a pane matters."""
            return isinstance(message, RowView.Scrolled) and message.pane is self.pane

    def __init__(
        self,
        *,
        name: str | None = None,
        id: str | None = None,  # noqa: A002 - Textual's name
        classes: str | None = None,
        disabled: bool = False,
    ) -> None:
        """Begin without text."""
        super().__init__(name=name, id=id, classes=classes, disabled=disabled)
        self._blocks = Blocks("")
        self._reveals: list[Span] = []
        self._margin = 0
        self._index: RowIndex | None = None
        self._laid_out = self._laid_out_for = Size(0, 0)  # without and with the scrollbars
        self._top = 0
        self._align: Literal["top", "center"] = "top"
        self._sought: int | None = None  # stays in the middle whatever the height, until somebody scrolls
        self._quiet = False

    def show_blocks(self, blocks: Blocks, *, margin: int, reveals: list[Span]) -> None:
        """Show a text from its top, beside a margin of so many cells; the same blocks stay where they are."""
        if blocks is not self._blocks:
            self._blocks = blocks
            self._index = None
            self._top = 0
            self._align = "top"
            self._sought = None
        if reveals != self._reveals:
            self._index = None  # revealed characters take room
        self._reveals = reveals
        self._margin = margin
        self._lay_out()

    @property
    def _text(self) -> str:
        """The raw text."""
        return self._blocks.text

    @property
    def top_offset(self) -> int:
        """An offset in the top row: the one asked for, or the row's first."""
        return self._top

    @property
    def bottom_offset(self) -> int:
        """The end of the last row in sight."""
        rows = self._rows(0, max(1, self._laid_out.height))
        return rows[-1].end if rows else 0

    def scroll_to_offset(
        self, offset: int, *, align: Literal["top", "center"] = "top", notify: bool = False
    ) -> None:
        """Bring an offset to the top or the middle; `notify` posts `Scrolled`, as if the user had done it."""
        self._top = min(max(offset, 0), len(self._text))
        self._align = align
        self._sought = self._top if align == "center" else None
        self._place()
        if notify:
            self.post_message(self.Scrolled(self, self._top))

    def _lay_out(self) -> None:
        """Find the rows for the present width, and keep the place."""
        if not self.is_attached:
            return
        self.forget_strips()
        self._laid_out_for = self.size
        self._laid_out = self.scrollable_content_region.size
        room = self._laid_out.width - self._margin
        if not self._laid_out or not self._text:
            self._index = None
            with self._quietly():
                self.virtual_size = Size(0, 0)
            self.refresh()
            return
        width = max(NARROWEST, room) if self.wrap else FOLD
        if self._index is None or self._index.width != width:
            self._index = RowIndex(self._blocks, width, reveal=self._reveals)
            if len(self._blocks) <= AT_ONCE:
                while self._index.measure_next():
                    pass
                self._index.commit()
                self.workers.cancel_group(self, "measure")
                self.progress = 1.0
            else:
                self._measure(self._index)
        if self._sought is not None:
            self._top, self._align = self._sought, "center"
        self._place()

    @work(group="measure", exclusive=True)
    async def _measure(self, index: RowIndex) -> None:
        """Measure the whole text in slices; keys are served between them, and leaving is immediate."""
        self.progress = 0.0
        settled = monotonic()
        more = True
        while more and index is self._index:
            begun = monotonic()
            while (more := index.measure_next()) and monotonic() - begun < SLICE:
                pass
            await asyncio.sleep(0)
            if index is self._index and (not more or monotonic() - settled > SETTLE):
                index.commit()
                self._place()
                self.progress = index.progress
                settled = monotonic()

    def _place(self) -> None:
        """Bring the truth, `_top`, on the screen; nobody is told."""
        index, height = self._index, self._laid_out.height
        if index is None:
            return
        index.measure_around(self._top, before=height, after=2 * height)
        row = index.row_of(self._top)
        centred = self._align == "center"
        first = max(0, row - height // 2) if centred else row
        with self._quietly():
            widest = self._laid_out.width if self.wrap else self._margin + min(index.widest, FOLD)
            self.virtual_size = Size(widest, index.total)
            first = min(first, self.max_scroll_y)
            self.scroll_target_y = self.scroll_y = first
        if first != row:
            self._top = index.start_of(first)
        self._align = "top"
        self.refresh()

    @contextmanager
    def _quietly(self) -> Iterator[None]:
        """Scroll without saying so."""
        before, self._quiet = self._quiet, True
        try:
            yield
        finally:
            self._quiet = before

    def watch_scroll_y(self, old_value: float, new_value: float) -> None:
        """Take over where the user (or Textual for them) scrolled to, and report it."""
        super().watch_scroll_y(old_value, new_value)
        if self._quiet or self._index is None or round(old_value) == round(new_value):
            return
        if self.size != self._laid_out_for:
            return  # Textual fits the old rows into the new size; `on_resize` follows
        self._top = self._index.start_of(round(new_value))
        self._sought = None
        self.moved_by_user()
        self._place()
        self.post_message(self.Scrolled(self, self._top))

    def scroll_to(self, x: float | None = None, y: float | None = None, **options: object) -> None:
        """Scroll without animation: rows may be renumbered on the way, and two panes must not chase."""
        options["animate"] = False
        super().scroll_to(x, y, **options)  # type: ignore[arg-type]

    def action_half_page(self, by: int) -> None:
        """Half of what is seen, up or down."""
        self.scroll_relative(y=by * max(1, self.scrollable_content_region.height // 2), animate=False)

    def action_scroll_home(self) -> None:
        """Go to the beginning."""
        self.scroll_to(0, 0)

    def action_scroll_end(self) -> None:
        """Go to the end, which must be measured before its row is known."""
        before = self._top
        self.scroll_to_offset(len(self._text))
        if self._top != before:
            self.moved_by_user()
            self.post_message(self.Scrolled(self, self._top))

    def on_resize(self) -> None:
        """Wrap anew, at the same offset."""
        self._lay_out()

    def watch_show_horizontal_scrollbar(self) -> None:
        """Take the row the scrollbar needs, or gives back, into account."""
        self._lay_out()

    def on_show(self) -> None:
        """Lay out what came while the view was hidden: with its old size, no resize is reported."""
        self._lay_out()

    def watch_wrap(self) -> None:
        """Lay out for the other way; sideways scrolling begins at the left again."""
        self._lay_out()
        if self.is_attached:
            self.scroll_to(x=0)

    def forget_strips(self) -> None:
        """Called when rows drawn before look different now."""

    def moved_by_user(self) -> None:
        """Called when the user scrolled."""

    def _rows(self, y: int, count: int) -> list[ScreenRow]:
        """Rows of the text from one of the pane's rows on."""
        return self._index.rows(round(self.scroll_y) + y, count) if self._index else []
