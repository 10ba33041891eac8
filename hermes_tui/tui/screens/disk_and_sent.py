"""The panel with the verdict, and the two texts below it, scrolled together by origin."""

from dataclasses import replace

from textual import on
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.geometry import Region, Size
from textual.reactive import reactive
from textual.widgets import Static

from hermes_tui.tui.presentation.detail import Exhibit, Side
from hermes_tui.tui.presentation.documents import DISK_MARKS, SENT_MARKS
from hermes_tui.tui.presentation.verdict_panel import with_current
from hermes_tui.tui.state import Key
from hermes_tui.tui.text_view.text_view import Mark, TextPane
from hermes_tui.tui.widgets.lifetime import Lasting
from hermes_tui.tui.widgets.motions import ScrollingPage
from hermes_tui.tui.widgets.styled_line import styled_lines


def idle_keys(exhibit: Exhibit, pane: str) -> tuple[str, ...]:
    """The actions that find nothing in the text that is sent, or from any other *pane* in the one on disk."""
    side, kinds = (exhibit.sent, SENT_MARKS) if pane == "sent" else (exhibit.disk, DISK_MARKS)
    marks = side.document.marks if side.document else ()
    return () if any(mark.kind in kinds for mark in marks) else ("next_mark",)


class ReadyPane(TextPane):
    """A text pane that is laid out before it is drawn for the first time, and not after."""

    def _size_updated(
        self,
        size: Size,
        virtual_size: Size,
        container_size: Size,
        layout: bool = True,  # noqa: FBT001, FBT002 -- Textual's signature
    ) -> bool:
        is_new = super()._size_updated(size, virtual_size, container_size, layout)
        if is_new:
            self.on_resize()
        return is_new


class VerdictPanel(ScrollingPage):
    """The verdict, its reason and the facts."""


class DiskAndSent(Lasting, Vertical):
    """Shows an exhibit."""

    exhibit: reactive[Exhibit | None] = reactive(None)

    def __init__(self, exhibit: Exhibit) -> None:
        """Show an exhibit from the first picture on."""
        super().__init__(id="comparison")
        self._pointed: tuple[Key, Mark] | None = None
        """A place that somebody came to from elsewhere, and the row that it belongs to."""
        self._match: Mark | None = None
        """The match that ``n`` went to."""
        self.set_reactive(DiskAndSent.exhibit, exhibit)

    def compose(self) -> ComposeResult:
        """The panel with the answer, and two panes below it."""
        with VerdictPanel(id="verdict"):
            yield Static(id="reason")
        with Horizontal(id="texts"):
            yield ReadyPane(id="disk")
            yield ReadyPane(id="sent")

    def on_mount(self) -> None:
        """Name the panes."""
        self.disk = self.query_one("#disk", TextPane)
        self.sent = self.query_one("#sent", TextPane)
        self.query_one("#verdict").border_title = "Verdict"
        self._show(None, self.exhibit)

    def watch_exhibit(self, old: Exhibit | None, new: Exhibit | None) -> None:
        """Show another row, or the same one as it is now."""
        if self.is_mounted and old is not new:
            self._show(old, new)

    def _show(self, old: Exhibit | None, new: Exhibit | None) -> None:
        if new is None:
            return
        is_same = old is not None and old.key == new.key and old.disk.document is not None
        place = self.disk.top_offset if is_same else 0
        self._fill(self.disk, self._with_pointed(new))
        self._fill(self.sent, new.sent)
        if not is_same:
            self._match = None
        self._fill_panel()
        if is_same:
            self.disk.scroll_to_offset(place)
            self._follow(self.disk, place)
        else:
            self.query_one("#verdict").scroll_home(animate=False)
            self._go_to_first_mark(new)

    def _fill(self, pane: TextPane, side: Side) -> None:
        pane.border_title = Content(side.title)
        pane.placeholder = side.placeholder
        if pane.document != side.document:
            pane.show(side.document)

    def _go_to_first_mark(self, new: Exhibit) -> None:
        """Begin where something happened."""
        marks = self._marks(new)
        if not marks:
            return
        first = min(mark.start for mark in marks)
        self.disk.scroll_to_offset(first, align="center")
        there = new.links.to_sent(first)
        if there is not None:
            self.sent.scroll_to_offset(there, align="center")
        self.call_after_refresh(self._level, new)

    def _level(self, shown: Exhibit) -> None:
        """Now that both are laid out: the same line at the top, even where what is sent ends soon."""
        if shown is not self.exhibit:
            return
        place = self.disk.top_offset
        self._follow(self.disk, place)
        level = shown.links.to_disk(self.sent.top_offset)
        if level is None or level >= place:
            return
        marked = min(mark.start for mark in self._marks(shown))
        self.disk.scroll_to_offset(level)
        if marked > self.disk.bottom_offset:
            self.disk.scroll_to_offset(place)

    def _marks(self, shown: Exhibit) -> list[Mark]:
        document = shown.disk.document
        return [mark for mark in document.marks if mark.kind in DISK_MARKS] if document else []

    @property
    def place(self) -> int:
        """The character of the text on disk that is pointed at, or the first that something happened to."""
        shown = self.exhibit
        if shown is None:
            return 0
        if self._match is not None:
            return self._match.start
        if self._pointed is not None and self._pointed[0] == shown.key:
            return self._pointed[1].start
        return min((mark.start for mark in self._marks(shown)), default=0)

    # ── scrolled together ──

    @on(TextPane.Scrolled)
    def _scrolled(self, event: TextPane.Scrolled) -> None:
        event.stop()
        if isinstance(event.pane, TextPane):
            self._follow(event.pane, event.offset)

    def _follow(self, leader: TextPane, offset: int) -> None:
        """Bring the other pane level with *offset* of this one."""
        exhibit = self.exhibit
        if exhibit is None:
            return
        if leader is self.disk:
            place = exhibit.links.to_sent(offset)
            other = self.sent
        else:
            place = exhibit.links.to_disk(offset)
            other = self.disk
        if place is not None:
            other.scroll_to_offset(place)

    # ── commands ──

    def next_mark(self, *, forward: bool) -> None:
        """Go to the next mark, in the pane that has the focus or in the text on disk."""
        pane, marks = (self.sent, SENT_MARKS) if self.sent.has_focus else (self.disk, DISK_MARKS)
        mark = pane.next_mark(marks, forward=forward)
        if mark is None:
            self.notify("No further place here is cut, blocked or written by Hermes.", timeout=3)
        elif mark.kind == "threat":
            self._point_out(mark)

    def _point_out(self, match: Mark) -> None:
        """The row of the match in the panel goes with the text."""
        self._match = match
        row = self._fill_panel()
        if self.exhibit is not None and row is not None:
            width = max(1, self.query_one("#reason").size.width)
            above = len(styled_lines(self.exhibit.panel[:row]).wrap(width))
            self.query_one("#verdict").scroll_to_region(Region(0, above, width, 1), animate=False)

    def _fill_panel(self) -> int | None:
        """Fill the panel; says in which of its lines the match is that was gone to."""
        shown, match = self.exhibit, self._match
        if shown is None:
            return None
        panel, row = shown.panel, None
        marks = shown.disk.document.marks if shown.disk.document else ()
        if match is not None and match in marks:
            places = sorted((mark.start, mark.end) for mark in marks if mark.kind == match.kind)
            panel, row = with_current(panel, places.index((match.start, match.end)))
        self.query_one("#reason", Static).update(styled_lines(panel))
        return row

    def point_at(self, start: int, end: int) -> None:
        """Go to characters of the text on disk, and mark them as found until another row is shown."""
        if self.exhibit is None:
            return
        self._pointed = (self.exhibit.key, Mark(start, max(end, start + 1), "found"))
        self._fill(self.disk, self._with_pointed(self.exhibit))
        self.disk.scroll_to_offset(start, align="center")
        self._follow(self.disk, self.disk.top_offset)

    def _with_pointed(self, shown: Exhibit) -> Side:
        """The text on disk with the place that was gone to."""
        document = shown.disk.document
        if self._pointed is None or document is None or self._pointed[0] != shown.key:
            self._pointed = None
            return shown.disk
        return shown.disk._replace(document=replace(document, marks=(*document.marks, self._pointed[1])))

    def wrap(self) -> bool:
        """Fold long lines, or let them run on."""
        wraps = not self.disk.wrap
        self.disk.wrap = self.sent.wrap = wraps
        return wraps
