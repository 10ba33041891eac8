"""The search as you type: every place with its verdict."""

from pathlib import Path

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding
from textual.content import Content
from textual.widgets import Input, Static

from hermes_tui.core.diagnosis.live_search import Reading
from hermes_tui.core.diagnosis.model import State
from hermes_tui.core.diagnosis.search_results import Result
from hermes_tui.core.searching.closeness import Close
from hermes_tui.core.text.terminal_safe import safe
from hermes_tui.tui.commands import Where, bindings, in_places
from hermes_tui.tui.jobs.job import Failed
from hermes_tui.tui.jobs.search import Asked, Reads, Seeker, Sought
from hermes_tui.tui.messages import PlaceWanted, PromptWanted
from hermes_tui.tui.presentation.search import FACES, WIDE, copied, offset_of, result_details, result_row
from hermes_tui.tui.state import Inspection
from hermes_tui.tui.widgets.columns import cut_left
from hermes_tui.tui.widgets.key_bar import KeyLine
from hermes_tui.tui.widgets.lifetime import Page
from hermes_tui.tui.widgets.line_list import LineList
from hermes_tui.tui.widgets.safe_input import SafeInput
from hermes_tui.tui.widgets.styled_line import Line, styled, styled_lines


class QueryInput(SafeInput):
    """Takes words; up and down move in the list meanwhile."""

    BINDINGS = [  # noqa: RUF012
        Binding("up", "screen.move(-1)", show=False),
        Binding("down", "screen.move(1)", show=False),
        Binding("pageup", "screen.page(-1)", show=False),
        Binding("pagedown", "screen.page(1)", show=False),
    ]


_NOTHING_HERE = "There is no place under the cursor: type words of the rule."


class SearchScreen(Page[None]):
    """Asks with every key; opens the place under the cursor."""

    PLACES = (Where.SEARCH, Where.EVERYWHERE)
    BINDINGS = bindings(*PLACES)
    AUTO_FOCUS = "#query"
    CSS = """
    #search-header { height: 1; padding: 0 1; background: $surface; }
    #query { border: none; height: 1; padding: 0 1; background: $panel; }
    #found { height: 1fr; padding: 0 1; }
    #found-place { height: auto; min-height: 3; max-height: 40%; padding: 0 2; }
    SearchScreen.-short #found-place { min-height: 1; max-height: 30%; }
    """

    def __init__(self, inspection: Inspection, asked: Asked) -> None:
        """Search what *inspection* knows of; begin with what was *asked* the last time."""
        super().__init__()
        self._inspection = inspection
        self.asked = asked
        """The question as it is now."""
        self._sought = Sought(asked.number)
        self._reading: Reading | None = None
        """The large file that is being read."""
        self._problem = ""
        """Why nothing is answered any more."""

    def compose(self) -> ComposeResult:
        """How many, the words, the places, more about one, the keys."""
        yield Static(id="search-header")
        yield QueryInput(
            self.asked.typed,
            placeholder="words of a rule; case and blanks do not matter",
            id="query",
            select_on_focus=True,
        )
        found = LineList(self._row, id="found")
        found.border_title = "Places"
        found.caption = lambda width: f"verdict · file:line · the words{' · why' if width >= WIDE else ''}"
        yield found
        yield Static(id="found-place")
        yield KeyLine(in_places(*self.PLACES))

    def on_mount(self) -> None:
        """Begin."""
        self._seeker = Seeker(self, self._inspection)
        self._ask(self.asked.typed, is_regex=self.asked.is_regex)

    def on_unmount(self) -> None:
        """Nobody asks any more."""
        self._seeker.leave()

    # ── asking ──

    @on(Input.Changed, "#query")
    def _changed(self, event: Input.Changed) -> None:
        if event.value != self.asked.typed:
            self._ask(event.value, is_regex=self.asked.is_regex)

    def action_switch_regex(self) -> None:
        """Take the words as an expression, and back."""
        self._ask(self.asked.typed, is_regex=not self.asked.is_regex)

    def _ask(self, typed: str, *, is_regex: bool) -> None:
        self.asked = Asked(self.asked.number + 1, typed, is_regex)
        self._seeker.ask(self.asked)

    @on(Sought)
    def _came(self, event: Sought) -> None:
        if event.number != self.asked.number:
            return
        is_new = event.number != self._sought.number
        self._sought = event
        self.query_one(LineList).show(len(self._rows), cursor=0 if is_new else None)
        self._draw()

    @on(Reads)
    def _reads(self, event: Reads) -> None:
        self._reading = event.what
        self._draw()

    @on(Failed)
    def _failed(self, event: Failed) -> None:
        event.stop()
        self._problem = event.said("The search")
        self._draw()

    # ── drawing ──

    @property
    def _rows(self) -> tuple[Result | Close | Path, ...]:
        """The places; where there are none the closest lines, and the files that were searched."""
        return self._sought.results or (*self._sought.closest, *self._sought.searched)

    def _row(self, number: int, width: int) -> Line:
        row = self._rows[number]
        if isinstance(row, Result):
            return result_row(row, width)
        if isinstance(row, Path):
            return (("searched    ", "muted"), (safe(self._shown(row)), "muted"))
        place = cut_left(safe(f"{self._shown(row.path)}:{row.line}"), 34 if width >= 100 else 24)
        return ((f"{row.likeness:>4.0%} alike ", "muted"), (f"{place} ", "muted"), (safe(row.text), ""))

    def _shown(self, path: Path) -> str:
        startup = self._inspection.startup
        base = startup.git_root if startup is not None else None
        return (
            str(path.relative_to(base))
            if base and path.is_relative_to(base)
            else self._inspection.shown(path)
        )

    def on_resize(self) -> None:
        """Fold anew."""
        self._draw()

    def _draw(self) -> None:
        self.query_one("#search-header", Static).update(styled(self._header(), self.size.width - 2))
        found = self.query_one(LineList)
        title = "Places"
        if self._sought.closest or self._sought.searched:
            close = "the closest lines, and " if self._sought.closest else ""
            title = f"Not found: {close}what was searched"
        elif len(self._sought.results) < sum(self._sought.counts.values()):
            title = f"Places: {len(self._sought.results):,} of them, those first that are not sent"
        found.border_title = Content(title)
        self._tell(found.cursor)

    def _header(self) -> Line:
        sought = self._sought
        files = f"{sought.files:,} file{'' if sought.files == 1 else 's'}"
        where = f"{files}, the prompt and the hints so far"
        more = "" if sought.is_ready else ", and more are being read …"
        reading = self._reading
        if reading is not None:
            where = f"{files}, reading {safe(self._shown(reading.path))} ({reading.size:,} bytes) …"
            more = ""
        mode: Line = (("expression  ", "warning bold"),) if self.asked.is_regex else ()
        if self._problem or sought.problem:
            return (*mode, ("! ", "error bold"), (self._problem or safe(sought.problem), "error"))
        if not self.asked.typed.strip():
            return (*mode, ("Search in ", "muted"), (where + more, "muted"))
        if not sought.results:
            said = "not found" if sought.is_done and sought.is_ready else "nothing yet"
            return (*mode, (said, "warning bold"), (f" in {where}{more}", "muted"))
        count = sum(sought.counts.values())
        least = "" if sought.is_all else "at least "
        words: Line = tuple(
            (f"{sought.counts[state]:,} × {FACES[state][0]}   ", FACES[state][1])
            for state in State
            if sought.counts[state]
        )
        places = f"{least}{count:,} place{'' if count == 1 else 's'}   "
        return (*mode, (places, "bold"), *words, (f"in {where}{more}", "muted"))

    @on(LineList.Moved, "#found")
    def _moved(self, event: LineList.Moved) -> None:
        self._tell(event.number)

    def _tell(self, number: int) -> None:
        below = self.query_one("#found-place", Static)
        row = self._row_at(number)
        width = max(20, self.size.width - 5)
        if isinstance(row, Result):
            below.update(styled_lines(result_details(row, width)))
        elif isinstance(row, Close):
            below.update(Content(f"{safe(self._shown(row.path))}:{row.line}: {safe(row.text)}"))
        else:
            below.update("")

    def _row_at(self, number: int) -> Result | Close | Path | None:
        return self._rows[number] if number < len(self._rows) else None

    # ── commands ──

    def action_move(self, by: int) -> None:
        """Up or down, while something is typed."""
        self.query_one(LineList).action_move(by)

    def action_page(self, by: int) -> None:
        """A screenful, while something is typed."""
        self.query_one(LineList).action_page(by)

    def action_type_query(self) -> None:
        """Back to the words."""
        self.query_one("#query").focus()

    @on(Input.Submitted, "#query")
    def _submitted(self) -> None:
        self.action_go()

    @on(LineList.Chosen, "#found")
    def _chosen(self) -> None:
        self.action_go()

    @property
    def place_on_show(self) -> tuple[Path, int] | None:
        """The place under the cursor, for the editor."""
        row = self._row_at(self.query_one(LineList).cursor)
        if row is None or isinstance(row, Path):
            return None if row is None else (row, 0)
        if isinstance(row, Close):
            return row.path, offset_of(self._inspection.disk.read(row.path).text or "", row.line, 1)
        return None if row.in_prompt else (row.answer.path, row.answer.start)

    def action_go(self) -> None:
        """Go to the place under the cursor, in the tree and in the panes."""
        row = self._row_at(self.query_one(LineList).cursor)
        if row is None:
            self.notify(_NOTHING_HERE, timeout=3)
            return
        self.dismiss()
        if isinstance(row, Close):
            text = self._inspection.disk.read(row.path).text or ""
            start = offset_of(text, row.line, 1)
            self.app.post_message(PlaceWanted(row.path, start, start + len(row.text)))
        elif isinstance(row, Path):
            self.app.post_message(PlaceWanted(row, 0, 0))
        elif row.in_prompt:
            self.app.post_message(PromptWanted(row.answer.start))
        else:
            self.app.post_message(PlaceWanted(row.answer.path, row.answer.start, row.answer.end))

    def action_history(self) -> None:
        """Since when the words are sent, or lost."""
        if not self.asked.typed.strip():
            self.notify(_NOTHING_HERE, timeout=3)
            return
        from hermes_tui.tui.screens.history import HistoryScreen, Words

        words = Words(self.asked.typed, self.asked.is_regex)
        self.app.push_screen(HistoryScreen(self._inspection, words=words))

    def action_copy_line(self) -> None:
        """Copy the place under the cursor with what is said of it."""
        row = self._row_at(self.query_one(LineList).cursor)
        if row is None:
            self.notify(_NOTHING_HERE, timeout=3)
            return
        if isinstance(row, Result):
            said = copied(row.answer)
        elif isinstance(row, Close):
            said = safe(f"{row.path}:{row.line}: {row.text}")
        else:
            said = safe(str(row))
        self.app.copy_to_clipboard(said)
        self.notify("Copied the line.", markup=False, timeout=2)

    def action_back(self) -> None:
        """Close this screen."""
        self.dismiss()
