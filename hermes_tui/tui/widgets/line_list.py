"""A list of one-line rows with a cursor, quick however many there are: only what is seen is drawn."""

from collections.abc import Callable, Sequence

from textual import events
from textual.binding import Binding
from textual.geometry import Region, Size
from textual.message import Message
from textual.scroll_view import ScrollView
from textual.strip import Strip
from textual.visual import Visual

from hermes_tui.tui.widgets.lifetime import Lasting
from hermes_tui.tui.widgets.motions import motions
from hermes_tui.tui.widgets.styled_line import Line, styled


class _RowMessage(Message):
    """Something about one row of a list."""

    def __init__(self, rows: "LineList", number: int) -> None:
        """Say which."""
        super().__init__()
        self.rows = rows
        self.number = number

    @property
    def control(self) -> "LineList":
        """The list, for ``@on``."""
        return self.rows


class LineList(Lasting, ScrollView, can_focus=True):
    """Draws rows with a function; whoever owns them appends to them."""

    BINDINGS = [  # noqa: RUF012
        Binding("up", "move(-1)", show=False),
        Binding("down", "move(1)", show=False),
        Binding("pageup", "page(-1)", show=False),
        Binding("pagedown", "page(1)", show=False),
        Binding("home", "go(0)", show=False),
        Binding("end", "go(-1)", show=False),
        Binding("enter", "choose", show=False),
        *motions("move(-1)", "move(1)", "go(0)", "go(-1)"),
    ]
    COMPONENT_CLASSES = {"line-list--cursor"}  # noqa: RUF012
    DEFAULT_CSS = """
    LineList {
        background: $background; background-tint: $background 0%;
        border: round $border-blurred; border-title-color: $foreground-muted; overflow-x: hidden;
        border-subtitle-color: $foreground-disabled;
        scrollbar-size-vertical: 1; scrollbar-color: $panel; scrollbar-background: $background;
        scrollbar-background-hover: $background; scrollbar-background-active: $background;
        & > .line-list--cursor { background: $panel; }
        &:focus > .line-list--cursor { background: $primary-muted; }
        &:focus { border: round $border; border-title-color: $text-accent; }
    }
    """

    class Moved(_RowMessage):
        """The cursor is on another row."""

        def can_replace(self, message: Message) -> bool:
            """Only the last place matters."""
            return isinstance(message, LineList.Moved) and message.rows is self.rows

    class Chosen(_RowMessage):
        """A row was opened."""

    def __init__(self, draw: Callable[[int, int], Line], *, id: str) -> None:  # noqa: A002 - Textual's name
        """Draw row *number* in a *width* with ``draw(number, width)``; the words are harmless."""
        super().__init__(id=id)
        self._draw = draw
        self._count = 0
        self.cursor = 0
        """The row under the cursor."""
        self.caption: Callable[[int], str] | None = None
        """The names of the columns that there is room for, from the width."""

    def on_resize(self) -> None:
        """Name the columns."""
        if self.caption is not None:
            self.border_subtitle = self.caption(self.scrollable_content_region.width)

    def show(self, count: int, *, cursor: int | None = None) -> None:
        """There are *count* rows now; what is drawn may be different."""
        self._count = count
        moved = min(self.cursor if cursor is None else cursor, max(0, count - 1))
        is_elsewhere = moved != self.cursor or cursor is not None
        self.cursor = moved
        self.virtual_size = Size(self.scrollable_content_region.width, count)
        if is_elsewhere:
            self._see()
        self.refresh()

    def go_to(self, number: int) -> None:
        """Put the cursor on a row."""
        if self._count:
            self.cursor = max(0, min(number, self._count - 1))
            self._see()
            self.refresh()
            self.post_message(self.Moved(self, self.cursor))

    def _see(self) -> None:
        self.scroll_to_region(Region(0, self.cursor, 1, 1), animate=False, force=True)

    def render_line(self, y: int) -> Strip:
        """One row, cut at the width of the list."""
        number = y + self.scroll_offset.y
        width = self.scrollable_content_region.width
        if number >= self._count:
            return Strip.blank(width, self.rich_style)
        line = styled(self._draw(number, width), width)
        is_chosen = number == self.cursor
        style = self.get_visual_style("line-list--cursor") if is_chosen else self.visual_style
        (strip, *_) = Visual.to_strips(self, line, width, 1, style, pad=True)
        return strip.adjust_cell_length(width, style.rich_style)

    def action_move(self, by: int) -> None:
        """Up or down."""
        self.go_to(self.cursor + by)

    def action_page(self, by: int) -> None:
        """A screenful."""
        self.go_to(self.cursor + by * max(1, self.scrollable_content_region.height - 1))

    def action_half_page(self, by: int) -> None:
        """Half a screenful."""
        self.go_to(self.cursor + by * max(1, self.scrollable_content_region.height // 2))

    def action_go(self, number: int) -> None:
        """To the first row, or the last."""
        self.go_to(number if number >= 0 else self._count - 1)

    def action_choose(self) -> None:
        """Open the row under the cursor."""
        if self._count:
            self.post_message(self.Chosen(self, self.cursor))

    def on_click(self, event: events.Click) -> None:
        """Go there; twice opens."""
        number = event.get_content_offset(self)
        if number is None or number.y + self.scroll_offset.y >= self._count:
            return
        self.go_to(number.y + self.scroll_offset.y)
        if event.chain > 1:
            self.action_choose()


def side_by_side(left: Sequence[Line], right: Sequence[Line], width: int) -> tuple[Line, ...]:
    """Two columns of lines, the left one as wide as half the *width*."""
    half = max(8, width // 2 - 1)
    rows: list[Line] = []
    for number in range(max(len(left), len(right))):
        first = left[number] if number < len(left) else ()
        used = styled(first).cell_length
        kept: Line = first
        if used > half:
            kept, used = ((styled(first, half).plain, first[0][1]),), half
        second = right[number] if number < len(right) else ()
        rows.append((*kept, (" " * (half - used + 2), ""), *second))
    return tuple(rows)
