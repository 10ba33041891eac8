"""The replay of a recorded session: what Hermes sent, beside what its rules give today."""

from pathlib import Path

from textual import on
from textual.app import ComposeResult
from textual.content import Content
from textual.widgets import Static

from hermes_tui.core.recordings.catalog import Listed
from hermes_tui.core.recordings.replay_events import Facts, ReplaySummary
from hermes_tui.core.recordings.working_dir import MovedTree
from hermes_tui.core.reports.recordings import summary_line
from hermes_tui.core.reports.startup import shown_path
from hermes_tui.core.sessions.steps import PlannedCall
from hermes_tui.core.text.terminal_safe import safe
from hermes_tui.tui.commands import Where, bindings, in_places
from hermes_tui.tui.jobs.job import Failed
from hermes_tui.tui.jobs.replay import Came, ReplayJob, TakeOver
from hermes_tui.tui.presentation.calls import folded
from hermes_tui.tui.presentation.replay import (
    CallSeen,
    call_details,
    call_line,
    gone_line,
    header,
    nowhere_line,
    progress,
    stored_lines,
)
from hermes_tui.tui.state import Inspection
from hermes_tui.tui.widgets.key_bar import KeyLine
from hermes_tui.tui.widgets.lifetime import Page
from hermes_tui.tui.widgets.line_list import LineList
from hermes_tui.tui.widgets.styled_line import Line, styled, styled_lines

MOST_TAKEN = 500
"""Calls that are taken over into the session pane."""


class ReplayScreen(Page[None]):
    """Calls as a list, the one under the cursor in words below."""

    PLACES = (Where.REPLAY, Where.EVERYWHERE)
    BINDINGS = bindings(*PLACES)
    AUTO_FOCUS = "#replayed"
    CSS = """
    #replay-header { height: auto; min-height: 3; max-height: 6; padding: 0 1; background: $surface; }
    #replay-progress { height: 1; padding: 0 1; background: $surface; }
    #stored { height: auto; max-height: 6; padding: 0 1; }
    #replayed { height: 1fr; padding: 0 1; }
    #replayed-call { height: auto; min-height: 4; max-height: 40%; padding: 0 2; }
    ReplayScreen.-short #replay-header { min-height: 1; max-height: 20%; }
    ReplayScreen.-short #stored { max-height: 10%; }
    ReplayScreen.-short #replayed-call { min-height: 1; max-height: 20%; }
    """

    def __init__(self, listed: Listed, inspection: Inspection, take_over: TakeOver) -> None:
        """Replay *listed*; *take_over* offers its calls in the session pane."""
        super().__init__()
        self._listed = listed
        self._inspection = inspection
        self._take_over = take_over
        self._mapping: MovedTree | None = None
        self._nowhere = ""
        self._begin_state()

    def _begin_state(self) -> None:
        self._facts: Facts | None = None
        self._calls: list[CallSeen] = []
        self._shown: list[int] = []
        """Numbers of the calls that are shown."""
        self._only = False
        self._rows_read = 0
        self._summary: ReplaySummary | None = None
        self._problem = ""
        self._is_gone = False

    def compose(self) -> ComposeResult:
        """Which session, how far, its prompt, its calls, one of them in words, the keys."""
        yield Static(id="replay-header")
        yield Static(id="replay-progress")
        yield Static(id="stored")
        calls = LineList(self._line, id="replayed")
        calls.border_title = "Calls"
        calls.border_subtitle = "- recorded only · + simulated only"
        yield calls
        yield Static(id="replayed-call")
        yield KeyLine(in_places(*self.PLACES))

    def _line(self, number: int, width: int) -> Line:
        return call_line(self._calls[self._shown[number]], width)

    def on_mount(self) -> None:
        """Begin."""
        self._job = ReplayJob(self, self._listed, self._inspection, self._mapping)
        self._draw()

    def on_unmount(self) -> None:
        """Nobody waits any more."""
        self._job.leave()

    @on(Came)
    def _came(self, event: Came) -> None:
        if event.job is not self._job:
            return
        if event.facts is not None:
            self._facts, self._is_gone = event.facts, event.is_gone
        first = len(self._calls)
        self._calls.extend(event.calls)
        self._shown.extend(
            first + number for number, call in enumerate(event.calls) if call.is_notable or not self._only
        )
        self._rows_read = event.rows_read or self._rows_read
        self._summary, self._problem = event.summary, event.problem
        self._nowhere = self._nowhere or event.nowhere
        self.query_one(LineList).show(len(self._shown))
        self._draw()

    @on(Failed)
    def _failed(self, event: Failed) -> None:
        event.stop()
        if event.job is self._job:
            self._problem = event.said("The replay")
            self._draw()

    # ── drawing ──

    def on_resize(self) -> None:
        """Fold anew."""
        self._draw()

    def _draw(self) -> None:
        width = max(20, self.size.width - 2)
        lines = header(self._listed, self._facts, width, self._inspection.options.home)
        self.query_one("#replay-header", Static).update(styled_lines(lines))
        far: Line = progress(self._facts, self._rows_read, len(self._calls), self._summary, width)
        is_waiting = bool(self._nowhere) and self._mapping is None
        if self._problem:
            far = (("! ", "error"), (safe(self._problem), "error"))
        elif is_waiting:
            far = ()
        self.query_one("#replay-progress", Static).update(styled(far, width))
        stored = self.query_one("#stored", Static)
        stored.display = self._facts is not None or is_waiting
        said: list[Line] = list(stored_lines(self._facts)) if self._facts is not None else []
        if is_waiting:
            said.insert(0, nowhere_line(self._nowhere, self._here))
        elif self._facts is not None and self._is_gone:
            said.insert(0, gone_line(self._facts, self._here, self._inspection.options.home))
        stored.update(styled_lines(row for line in said for row in folded(line, width, 2)))
        calls = self.query_one(LineList)
        only = " · only what differs or has a note" if self._only else ""
        count = len(self._shown)
        calls.border_title = Content(f"{count:,} call{'' if count == 1 else 's'}{only}")
        self._tell(calls.cursor)
        self.refresh_bindings()

    @property
    def _here(self) -> str:
        """The directory that the main screen shows."""
        return shown_path(self._inspection.options.directory, self._inspection.options.home)

    @on(LineList.Moved, "#replayed")
    def _moved(self, event: LineList.Moved) -> None:
        self._tell(event.number)

    def _tell(self, number: int) -> None:
        below = self.query_one("#replayed-call", Static)
        if number < len(self._shown):
            call = self._calls[self._shown[number]]
            below.update(styled_lines(call_details(call, max(20, self.size.width - 5))))
        elif self._summary is not None:
            below.update("No call differs." if self._only and self._calls else summary_line(self._summary))

    # ── commands ──

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:  # noqa: ARG002
        """Keys that can do nothing are not offered."""
        facts = self._facts
        if action in ("next_difference", "previous_difference", "only_differences"):
            return bool(self._calls)
        if action == "stored_prompt":
            return facts is not None and facts.stored is not None and bool(facts.stored.sections)
        if action == "take_over":
            return facts is not None and bool(self._calls)
        if action == "here":  # and back, where the recording says where that is
            return (self._mapping is None) if self._nowhere else facts is not None
        return True

    def action_next_difference(self) -> None:
        """Go to the next call that there is something to say about."""
        self._step(range(self.query_one(LineList).cursor + 1, len(self._shown)))

    def action_previous_difference(self) -> None:
        """Go to the one before."""
        self._step(range(self.query_one(LineList).cursor - 1, -1, -1))

    def _step(self, numbers: range) -> None:
        found = next((number for number in numbers if self._calls[self._shown[number]].is_notable), None)
        if found is None:
            self.notify("No further call differs, or has a note.", timeout=3)
        else:
            self.query_one(LineList).go_to(found)

    def action_only_differences(self) -> None:
        """Show only what differs, and back."""
        calls = self.query_one(LineList)
        here = self._shown[calls.cursor] if calls.cursor < len(self._shown) else 0
        self._only = not self._only
        self._shown = [number for number, call in enumerate(self._calls) if call.is_notable or not self._only]
        cursor = next((at for at, number in enumerate(self._shown) if number >= here), 0)
        calls.show(len(self._shown), cursor=cursor)
        self._draw()

    def action_stored_prompt(self) -> None:
        """The context files in its prompt, beside those of today."""
        stored = self._facts.stored if self._facts is not None else None
        if stored is None or not stored.sections:
            self.notify("No system prompt is stored with this session.", timeout=3)
            return
        from hermes_tui.tui.screens.stored_prompt import StoredScreen

        self.app.push_screen(StoredScreen(stored))

    def action_here(self) -> None:
        """Replay it in the directory that the main screen shows, and back."""
        startup = self._inspection.startup
        if startup is None:
            self.notify("The context files are still being read.", timeout=3)
            return
        is_mapped = self._mapping is not None
        self._mapping = None if is_mapped else MovedTree("", startup.cwd)
        place = Path(self._facts.anchor.recorded) if is_mapped and self._facts is not None else startup.cwd
        shown = shown_path(place, self._inspection.options.home)
        self.notify(f"Replayed again, in {shown}.", markup=False, timeout=3)
        self._job.leave()
        self._begin_state()
        self.query_one(LineList).show(0, cursor=0)
        self._job = ReplayJob(self, self._listed, self._inspection, self._mapping)
        self._draw()

    def action_take_over(self) -> None:
        """Offer the calls in the session pane."""
        facts = self._facts
        if facts is None:
            return
        if self._is_gone:
            where = self._inspection.shown(facts.anchor.today)
            why = f"It cannot be taken over: there is no {where} here."
            self.notify(f"{why} m replays it in {self._here}.", markup=False, severity="warning")
            return
        calls = self._calls[:MOST_TAKEN]
        plan = tuple(PlannedCall(call.call) for call in calls)
        if len(self._calls) > MOST_TAKEN:
            self.notify(f"The first {MOST_TAKEN:,} calls are offered.", markup=False)
        self.dismiss()
        self._take_over(facts.anchor.today, plan, facts.ruleset.name)

    def action_back(self) -> None:
        """Leave, even before the end."""
        self.dismiss()
