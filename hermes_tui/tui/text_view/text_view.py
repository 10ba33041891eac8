"""One pane for any big text: a file on disk, the text sent, the whole prompt, a hint.

Everything drawn has passed `core.safe_text`; scrolling and measuring are `RowView`'s.
"""

from collections.abc import Collection

from rich.cells import cell_len
from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.cache import LRUCache
from textual.geometry import Offset
from textual.message import Message
from textual.reactive import reactive
from textual.selection import Selection
from textual.strip import Strip

from hermes_tui.core.text.terminal_safe import SafePieces, safe_lines, safe_pieces
from hermes_tui.tui.text_view.cells import index_at_cell
from hermes_tui.tui.text_view.document import KINDS, Document, Mark, MarkIndex
from hermes_tui.tui.text_view.painting import (
    SIGN,
    Gutter,
    Layer,
    gutter_for,
    layers_of,
    paint_gutter,
    paint_row,
)
from hermes_tui.tui.text_view.scrolling import NARROWEST, RowView
from hermes_tui.tui.text_view.wrapping import Blocks, RowIndex, ScreenRow

__all__ = ["KINDS", "Document", "Mark", "TextPane"]

HERE = "▶"
"""The sign in the gutter beside what `next_mark` points out."""
POINTED_OUT = 1.5
"""Seconds for which `next_mark` points out what it found."""
LONGER = 4.0
"""Seconds for which a place is pointed out that somebody came to from elsewhere."""


class TextPane(RowView):
    """Shows a document row by row, whatever its size, and keeps its place by offset."""

    ALLOW_SELECT = True
    COMPONENT_CLASSES = {  # noqa: RUF012 - Textual declares it so
        "text-pane--gutter",
        "text-pane--placeholder",
        "text-pane--here",
        "text-pane--selection",
        SIGN,
        *(kind.style for kind in KINDS.values()),
    }
    # The 16-colour themes have one red for text and background alike: there the background must go.
    DEFAULT_CSS = """
    TextPane {
        background: $surface;
        color: $foreground;
        & > .text-pane--gutter { color: $text-muted; }
        & > .text-pane--placeholder { color: $text-muted; text-style: italic; }
        & > .text-pane--sign { color: $text-warning; text-style: bold; }
        & > .text-pane--front { color: $text-muted; text-style: italic; }
        & > .text-pane--heading { color: $text-primary; text-style: bold; }
        & > .text-pane--notice { color: $text-warning; }
        & > .text-pane--marker { color: $text-warning; background: $warning-muted; text-style: bold; }
        & > .text-pane--lost { color: $text-error; background: $error-muted; }
        & > .text-pane--found { color: $text-accent; background: $accent-muted; text-style: underline; }
        & > .text-pane--threat { color: $text-error; background: $error-muted; text-style: bold underline; }
        & > .text-pane--here { color: $block-cursor-foreground; background: $block-cursor-background; }
        & > .text-pane--selection { background: $screen-selection-background; }
        &:ansi > .text-pane--marker, &:ansi > .text-pane--lost,
        &:ansi > .text-pane--found, &:ansi > .text-pane--threat { background: $surface; }
        &:ansi > .text-pane--selection { color: $screen-selection-foreground; }
    }
    """

    placeholder: reactive[str] = reactive("")
    """What stands in the pane while there is no text."""

    class Clicked(Message):
        """The user clicked into the text."""

        def __init__(self, pane: "TextPane", offset: int) -> None:
            """Say which pane, and which offset is drawn there."""
            super().__init__()
            self.pane = pane
            self.offset = offset

        @property
        def control(self) -> "TextPane":
            """The pane, for `@on(TextPane.Clicked, "#disk")`."""
            return self.pane

    def __init__(
        self,
        document: Document | None = None,
        *,
        name: str | None = None,
        id: str | None = None,  # noqa: A002 - Textual's name
        classes: str | None = None,
        disabled: bool = False,
    ) -> None:
        """Show a document, or nothing yet."""
        super().__init__(name=name, id=id, classes=classes, disabled=disabled)
        self._document: Document | None = None
        self._marks = MarkIndex(())
        self._gutter = Gutter(signs=False, digits=0, numbers="none")
        self._visited: Mark | None = None
        self._here: Layer | None = None
        self._selected: Layer | None = None
        self._strips: LRUCache[tuple[int, int], Strip] = LRUCache(512)
        self._styles: dict[tuple[str, ...], Style] = {}
        self.show(document)

    @property
    def document(self) -> Document | None:
        """What is shown, or `None`."""
        return self._document

    def show(self, document: Document | None) -> None:
        """Show a document from its top. The same text with other marks or numbers stays where it is."""
        text = document.text if document else ""
        blocks = self._blocks if text == self._text else Blocks(text)
        if blocks is not self._blocks:
            self._selected = None
        self._document = document
        self._marks = MarkIndex(document.marks if document else ())
        self._gutter = gutter_for(
            document.numbers if document and text else "none",
            line_count=blocks.line_count,
            signs=bool(text and self._marks),
        )
        self._visited = self._here = None
        self.show_blocks(blocks, margin=self._gutter.width, reveals=self._marks.reveals())

    def next_mark(self, kinds: Collection[str], *, forward: bool = True) -> Mark | None:
        """Go to the next mark of these kinds, point it out for a moment, and return it.

        Next is what follows the mark visited last, or the top of the pane once the user has scrolled.
        `None` if there is none in that direction: the pane stays. `Scrolled` is posted, for the user asked.
        """
        here = self._visited
        place = (here.start, here.end) if here else (self._top, -1)
        mark = self._marks.after(place, kinds) if forward else self._marks.before(place, kinds)
        if mark is not None:
            self.scroll_to_offset(mark.start, align="center", notify=True)
            self._visited = mark
            self._point_out(mark)
        return mark

    def point_at(self, start: int) -> None:
        """Go to a place of the text, and point out its line for a while."""
        self.scroll_to_offset(start, align="center")
        newline = self._text.find("\n", start)
        self._visited = place = Mark(start, len(self._text) if newline < 0 else newline, "found")
        self._point_out(place, seconds=LONGER)

    def offset_at(self, x: int, y: int) -> int | None:
        """The offset drawn at a cell of the content (beside a row, its nearest); `None` below the text."""
        rows = self._rows(y, 1) if y >= 0 else []
        if not rows:
            return None
        pieces = self._pieces(rows[0])
        cell = max(0, x - self._gutter.width) + round(self.scroll_x)
        index, begins = index_at_cell(pieces.shown, cell)
        return pieces.to_raw(index - 1 if begins > cell else index)

    def on_click(self, event: events.Click) -> None:
        """Say which offset was clicked."""
        place = event.get_content_offset(self)
        offset = None if place is None else self.offset_at(place.x, place.y)
        if offset is not None:
            self.post_message(self.Clicked(self, offset))

    def moved_by_user(self) -> None:
        """The next mark is looked for from the place where the user went."""
        self._visited = None

    def forget_strips(self) -> None:
        """Draw every row anew."""
        self._strips.clear()

    def watch_placeholder(self) -> None:
        """Draw the new placeholder."""
        self._strips.clear()

    def notify_style_update(self) -> None:
        """Forget what was drawn in other colours."""
        super().notify_style_update()
        self._styles.clear()
        self._strips.clear()

    # Selecting

    def selection_updated(self, selection: Selection | None) -> None:
        """Draw another selection."""
        self._selected = None
        if selection is not None:
            self._selected = Layer(*self._range_of(selection), "text-pane--selection")
        self._strips.clear()
        self.refresh()

    def get_selection(self, selection: Selection) -> tuple[str, str] | None:
        """The selected text as it is shown, for what is copied may be pasted into a terminal."""
        start, end = self._range_of(selection)
        return safe_pieces(self._text, start, end, reveal=self._reveals).shown, "\n"

    def _range_of(self, selection: Selection) -> tuple[int, int]:
        """The raw offsets of a selection; `paint_row` says what its coordinates mean."""
        start = 0 if selection.start is None else self._raw_of(selection.start, upwards=False)
        end = len(self._text) if selection.end is None else self._raw_of(selection.end, upwards=True)
        return min(start, end), max(start, end)

    def _raw_of(self, place: Offset, *, upwards: bool) -> int:
        """The raw offset that so many shown characters behind a raw offset stand for; a sign is not cut."""
        start = min(place.y, len(self._text))
        end = min(len(self._text), start + max(0, place.x) + 1)
        pieces = safe_pieces(self._text, start, end, reveal=self._reveals)
        raw = pieces.to_raw(place.x)
        return raw + (upwards and pieces.to_shown(raw) < place.x)

    # Drawing

    def render_line(self, y: int) -> Strip:
        """Draw one row of the pane."""
        width = self._laid_out.width
        if self._index is None:
            return self._render_placeholder(y)
        rows = self._rows(y, 1)
        if not rows:
            return self._render_blank(width)
        key = (rows[0].start, round(self.scroll_x))
        strip = self._strips.get(key)
        if strip is None:
            strip = self._strips[key] = self._render_row(rows[0], key[1], width)
        return strip

    def _pieces(self, row: ScreenRow) -> SafePieces:
        """A row made safe."""
        return safe_pieces(self._text, row.start, row.end, reveal=self._reveals)

    def _render_row(self, row: ScreenRow, left: int, width: int) -> Strip:
        """Gutter, text and marks of a row."""
        marks = self._marks.of_row(row.start, row.end, self._text)
        layers = layers_of(marks)
        layers += [layer for layer in (self._here, self._selected) if layer is not None]
        here = self._here is not None and row.start <= self._here.start < max(row.end, row.start + 1)
        gutter = paint_gutter(self._gutter, row, marks, self._style_of, sign=HERE if here else None)
        text = paint_row(
            self._pieces(row), layers, self._style_of, left=left, width=max(0, width - self._gutter.width)
        )
        return Strip([*gutter, *text]).adjust_cell_length(width, self._style_of(()))

    def _render_blank(self, width: int) -> Strip:
        """A row below the text; a selection drawn down to it ends with the text."""
        end = len(self._text)
        style = self._style_of(()) + Style.from_meta({"offset": (-width, end)})
        return Strip.blank(width, style)

    def _render_placeholder(self, y: int) -> Strip:
        """A row of the placeholder, wrapped like any text."""
        width = self.scrollable_content_region.width
        blocks = Blocks(self.placeholder)
        rows = RowIndex(blocks, max(NARROWEST, width - 1)).rows(0, y + 1)[y:]
        style = self._style_of(("text-pane--placeholder",))
        shown = safe_lines(blocks.text[rows[0].start : rows[0].end]) if rows else ""
        return Strip([Segment(f" {shown}", style)], cell_len(shown) + 1).adjust_cell_length(
            width, self._style_of(())
        )

    def _style_of(self, names: tuple[str, ...]) -> Style:
        """The colours of the pane with these component classes on top."""
        style = self._styles.get(names)
        if style is None:
            style = self._styles[names] = self.get_visual_style(*names).rich_style
        return style

    def _point_out(self, mark: Mark, *, seconds: float = POINTED_OUT) -> None:
        """Draw the first line of a mark like a cursor, for a moment."""
        newline = self._text.find("\n", mark.start, mark.end)
        here = Layer(mark.start, mark.end if newline < 0 else newline, "text-pane--here")
        self._here = here
        self._strips.clear()
        self.refresh()

        def forget() -> None:
            if self._here is here:
                self._here = None
                self._strips.clear()
                self.refresh()

        self.set_timer(seconds, forget)
