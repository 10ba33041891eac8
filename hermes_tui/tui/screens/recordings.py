"""The sessions that Hermes recorded on this machine, the newest first."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding
from textual.message import Message
from textual.widgets import Input, Static

from hermes_tui.core.recordings.catalog import (
    Listed,
    Listing,
    find_databases,
    list_sessions,
    with_directories,
)
from hermes_tui.core.sessions.steps import Planned
from hermes_tui.core.text.terminal_safe import safe
from hermes_tui.tui.commands import Where, bindings, in_places
from hermes_tui.tui.jobs.job import Failed, Job
from hermes_tui.tui.jobs.replay import TakeOver
from hermes_tui.tui.presentation.replay import fits, session_details, session_row
from hermes_tui.tui.state import Inspection
from hermes_tui.tui.widgets.key_bar import KeyLine
from hermes_tui.tui.widgets.lifetime import Page
from hermes_tui.tui.widgets.line_list import LineList
from hermes_tui.tui.widgets.safe_input import SafeInput
from hermes_tui.tui.widgets.styled_line import Line, styled, styled_lines


@dataclass
class RecordingsFound(Message):
    """The recordings have been looked through."""

    listing: Listing
    places: tuple[Path, ...]
    opened: Path | None = None
    """The file that was named."""


class FilterInput(SafeInput):
    """Takes words; up and down move in the list meanwhile."""

    BINDINGS = [  # noqa: RUF012
        Binding("up", "screen.move(-1)", show=False),
        Binding("down", "screen.move(1)", show=False),
        Binding("pageup", "screen.page(-1)", show=False),
        Binding("pagedown", "screen.page(1)", show=False),
        Binding("ctrl+f", "screen.follow_session", show=False),
    ]


class RecordingsScreen(Page[None]):
    """Filters as you type; opens the replay of one."""

    PLACES = (Where.RECORDINGS, Where.EVERYWHERE)
    BINDINGS = bindings(*PLACES)
    AUTO_FOCUS = "#filter"
    CSS = """
    #recordings-header { height: auto; max-height: 50%; padding: 0 1; background: $surface; }
    #filter { border: none; height: 1; padding: 0 1; background: $panel; }
    #recordings { height: 1fr; padding: 0 1; }
    #recording { height: 5; padding: 0 2; }
    RecordingsScreen.-short #recording { height: 25%; }
    """

    def __init__(self, inspection: Inspection, take_over: TakeOver, follow: Callable[[Listed], None]) -> None:
        """Look in the homes of *inspection*; *take_over* offers a session's calls, *follow* watches it."""
        super().__init__()
        self._inspection = inspection
        self._take_over = take_over
        self._follow = follow
        self._listing: Listing | None = None
        self._places: tuple[Path, ...] = ()
        self._shown: tuple[Listed, ...] = ()

    def compose(self) -> ComposeResult:
        """The sums, the filter, the sessions, more about one, the keys."""
        yield Static("looking for recorded sessions …", id="recordings-header")
        yield FilterInput(
            placeholder="type to filter, or the path of an export, a trace, a database", id="filter"
        )
        home = self._inspection.options.home
        listed = LineList(
            lambda number, width: session_row(self._shown[number], width, home), id="recordings"
        )
        listed.border_title = "Recorded sessions"
        listed.border_subtitle = "began · calls · title · model · directory"
        yield listed
        yield Static(id="recording")
        yield KeyLine(in_places(Where.RECORDINGS))

    def on_mount(self) -> None:
        """Look for them beside the screen."""
        options = self._inspection.options

        def work(job: Job) -> None:
            environ = {"HOME": str(options.home), "HERMES_HOME": str(options.hermes_home)}
            places = find_databases(None, environ)
            listing = list_sessions(places)
            job.post(RecordingsFound(listing, places))
            job.post(RecordingsFound(with_directories(listing), places))

        Job(self, work)

    @on(RecordingsFound)
    def _found(self, event: RecordingsFound) -> None:
        is_first = self._listing is None
        self._listing, self._places = event.listing, event.places
        if event.opened is not None and any(one.path == event.opened for one in event.listing.sessions):
            self.query_one("#filter", Input).value = ""  # which shows them
            return
        self._filter(self.query_one("#filter", Input).value, stays=not is_first)

    @on(Failed)
    def _failed(self, event: Failed) -> None:
        """What was found stays; the header says that there may be more."""
        event.stop()
        line: Line = (("! ", "error bold"), (event.said("The look for recorded sessions"), "error"))
        self.query_one("#recordings-header", Static).update(styled(line))

    @on(Input.Changed, "#filter")
    def _changed(self, event: Input.Changed) -> None:
        self._filter(event.value)

    def _filter(self, typed: str, *, stays: bool = False) -> None:
        if self._listing is None:
            return
        self._shown = tuple(listed for listed in self._listing.sessions if fits(listed, typed))
        self.query_one(LineList).show(len(self._shown), cursor=None if stays else 0)
        self.query_one("#recordings-header", Static).update(styled(self._header()))
        self._tell()
        self.refresh_bindings()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:  # noqa: ARG002
        """Without a session there is nothing to replay."""
        return action not in ("open_session", "follow_session") or bool(self._shown)

    def _header(self) -> Line:
        listing = self._listing
        if listing is None or not (self._places or listing.problems):
            said = "No state.db in HERMES_HOME, ~/.hermes or a profile: nothing is recorded here."
            return ((said, "muted"),)
        count, total = len(self._shown), len(listing.sessions)
        of = f"{count:,} of {total:,}" if count != total else f"{total:,}"
        where = f"{len(self._places)} file{'' if len(self._places) == 1 else 's'}"
        sessions = "session" if total == 1 else "sessions"
        line: Line = ((f"{of} recorded {sessions}", "bold"), (f" in {where}", "muted"))
        if listing.problems:
            line = (*line, (f"   ! {safe(listing.problems[0])}", "warning"))
        return line

    @on(LineList.Moved, "#recordings")
    def _moved(self) -> None:
        self._tell()

    def on_resize(self) -> None:
        """Cut anew."""
        self._tell()

    def _tell(self) -> None:
        rows = self.query_one(LineList)
        below = self.query_one("#recording", Static)
        if self._shown:
            lines = session_details(
                self._shown[rows.cursor], max(20, self.size.width - 5), self._inspection.options.home
            )
            below.update(styled_lines(lines))
        else:
            below.update("")

    def action_move(self, by: int) -> None:
        """Up or down, while something is typed."""
        self.query_one(LineList).action_move(by)

    def action_page(self, by: int) -> None:
        """A screenful, while something is typed."""
        self.query_one(LineList).action_page(by)

    @on(Input.Submitted, "#filter")
    def _submitted(self, event: Input.Submitted) -> None:
        if "/" in event.value and not self._shown:
            self._open_file(Path(event.value.strip()))
        else:
            self.action_open_session()

    def _open_file(self, typed: Path) -> None:
        """Add the sessions of a file that somebody named."""
        options, before = self._inspection.options, self._listing
        home = str(options.home)
        path = Path(home, *typed.parts[1:]) if typed.parts[:1] == ("~",) else options.directory / typed

        def work(job: Job) -> None:
            added = list_sessions((path,))
            kept = tuple(one for one in before.sessions if one.path != path) if before else ()
            listing = Listing((*added.sessions, *kept), added.problems)
            job.post(
                RecordingsFound(listing, tuple({one.path: None for one in listing.sessions}), opened=path)
            )

        Job(self, work)

    @on(LineList.Chosen, "#recordings")
    def _chosen(self) -> None:
        self.action_open_session()

    def action_open_session(self) -> None:
        """Replay the session under the cursor."""
        if not self._shown:
            self.notify("No session fits: type less, or the path of an export.", timeout=3)
            return
        from hermes_tui.tui.screens.replay import ReplayScreen

        listed = self._shown[self.query_one(LineList).cursor]
        self.app.push_screen(ReplayScreen(listed, self._inspection, self._taken))

    def action_follow_session(self) -> None:
        """Follow the session under the cursor, on the main screen."""
        if not self._shown:
            return
        listed = self._shown[self.query_one(LineList).cursor]
        self.dismiss()
        self._follow(listed)

    def _taken(self, directory: Path, plan: tuple[Planned, ...], release: str) -> None:
        self.dismiss()
        self._take_over(directory, plan, release)

    def action_back(self) -> None:
        """Close this screen."""
        self.dismiss()
