"""The session: tool calls as they are typed, and for each which rules came with it and why not more."""

from dataclasses import dataclass
from pathlib import Path

from textual import events, on
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.content import Content
from textual.message import Message
from textual.reactive import reactive
from textual.widget import Widget
from textual.widgets import OptionList, Static

from hermes_tui.core.session import (
    Happened,
    Planned,
    PlannedEvent,
    PlannedMove,
    Session,
    Step,
    begin_session,
)
from hermes_tui.core.session_report import total
from hermes_tui.core.toolcalls import ToolCall
from hermes_tui.tui.background import Job
from hermes_tui.tui.call_history import History, history_path
from hermes_tui.tui.call_input import CallInput
from hermes_tui.tui.call_line import CallLine, Place
from hermes_tui.tui.call_list import CallList
from hermes_tui.tui.commands import Where, bindings
from hermes_tui.tui.inspection import Inspection
from hermes_tui.tui.lines import styled, styled_lines
from hermes_tui.tui.messages import DirectoryWanted, SessionChanged
from hermes_tui.tui.session_keeper import Change, Changed, SessionKeeper, terms_of
from hermes_tui.tui.trace_rows import Entry, call_row, event_row, next_line


@dataclass
class Ready(Message):
    """The lines typed at other times are known."""

    history: History


class SessionPane(Vertical):
    """Takes calls, and shows what each brought."""

    BINDINGS = bindings(Where.SESSION)
    SCOPED_CSS = False
    DEFAULT_CSS = """
    SessionPane { height: auto; }
    #session:focus-within #calls { max-height: 32vh; }
    .-low #calls { max-height: 4; }
    #next { height: auto; padding: 0 1; }
    #next.-empty { display: none; }
    SessionPane CallLine { height: auto; }
    .-narrow.-pane-session SessionPane, .-zoomed.-pane-session SessionPane { height: 1fr; }
    .-narrow.-pane-session #session #calls, .-zoomed.-pane-session #session #calls {
        height: 1fr; max-height: 100%;
    }
    """

    inspection: reactive[Inspection | None] = reactive(None)

    def __init__(self, inspection: Inspection | None) -> None:
        """Wait for the first look at the disk."""
        super().__init__()
        self.keeper = SessionKeeper(self)
        self._open: set[int] = set()
        self._rows: tuple[Step | Happened, ...] = ()
        self._awaited: Path | None = None
        """Where the session has gone and the application has not yet."""
        self.set_reactive(SessionPane.inspection, inspection)

    def compose(self) -> ComposeResult:
        """The calls, what is offered next, the line to type in."""
        yield CallList(id="calls", markup=False)
        yield Static(id="next", classes="-empty")
        yield CallLine(self._place)

    def on_mount(self) -> None:
        """Begin the session, and look for what was typed at other times."""
        Job(self, lambda job: job.post(Ready(History(history_path()))))
        self._follow(None, self.inspection)

    def _place(self) -> Place | None:
        """Where typed paths count from."""
        if self.session is None or self.inspection is None:
            return None
        return Place(self.session.working_dir, self.inspection.options.home)

    @on(Ready)
    def _ready(self, event: Ready) -> None:
        self.query_one(CallInput).history = event.history

    def on_unmount(self) -> None:
        """Nobody waits for calls any more."""
        self.keeper.leave()

    @property
    def session(self) -> Session | None:
        """The session as it is."""
        return self.keeper.session

    @property
    def is_busy(self) -> bool:
        """Something is being found out."""
        return self.keeper.is_busy or self.session is None

    # ── the state ──

    def watch_inspection(self, old: Inspection | None, new: Inspection | None) -> None:
        """Go along with the application."""
        if self.is_mounted:
            self._follow(old, new)

    def _follow(self, old: Inspection | None, new: Inspection | None) -> None:
        """Begin a session; go on in another directory; see whether files have changed."""
        startup = new.startup if new is not None else None
        if new is None or startup is None:
            if new is not None and new.problem:
                self._awaited = None
            return
        if self.session is None:
            if not self.keeper.is_busy:
                self.keeper.begin(new, startup)
        elif startup.cwd != self.session.started_in:
            before = old.startup.cwd if old is not None and old.startup is not None else None
            if self._awaited is None or startup.cwd != before:  # otherwise a look from before the move
                self._awaited = None
                self._do(lambda session: session.moved(startup.cwd))
        elif self.session.terms != terms_of(new):  # another release: the same calls under its rules
            self._do(lambda session: session.under(terms_of(new)))
        elif old is None or old.startup is not startup:
            self._awaited = None
            self._do(lambda session: session, look_again=True)

    def _do(self, change: Change, *, look_again: bool = False) -> None:
        if self.inspection is not None:
            self.keeper.do(change, self.inspection, look_again=look_again)

    @on(Changed)
    def _changed(self, event: Changed) -> None:
        before = self.session
        if self.inspection is None or not self.keeper.take(event, self.inspection):
            return
        if before is not None and before.started_in != event.session.started_in:
            self._open.clear()
        self._draw()
        if not self.keeper.is_busy:
            self._tell()

    def _tell(self) -> None:
        """Let the application know, and go with it to another directory."""
        session = self.session
        cwd = self.inspection.startup.cwd if self.inspection and self.inspection.startup else None
        if session is None or cwd is None:
            return
        if session.started_in == cwd:
            self.post_message(SessionChanged(session.traces, session.fired))
        elif self._awaited != session.started_in:
            self._awaited = session.started_in
            self.post_message(DirectoryWanted(session.started_in))

    # ── commands ──

    def go_in(self) -> None:
        """The calls take the focus, or the line to type in where there are none and none are offered."""
        has_calls = self._rows or (self.session is not None and self.session.plan)
        (self.query_one("#calls") if has_calls else self.query_one(CallInput)).focus()

    def step(self) -> None:
        """Make the next prepared step."""
        if self.session is not None and self.session.plan:
            self._do(lambda session: session.forward())
        else:
            self.app.bell()

    def to_end(self) -> None:
        """Make all prepared steps."""
        if self.session is not None and self.session.plan:
            self._do(lambda session: session.to_end())
        else:
            self.app.bell()

    def make(self, call: ToolCall) -> None:
        """Make a call that was offered."""
        self._do(lambda session: session.call(call))

    def take_over(self, directory: Path, plan: tuple[Planned, ...]) -> None:
        """Go to another directory, where *plan* is offered, and let its keys work."""
        self.query_one("#calls").focus()
        self._do(lambda session: begin_session(directory, session.terms, plan=plan, before=session))

    def undo(self) -> None:
        """Take the last call back, or what else happened, or the move here."""
        self._do(lambda session: session.undo())

    def reset(self) -> None:
        """Begin again."""
        self._do(lambda session: session.reset())

    def type_call(self) -> None:
        """To the line where calls are typed."""
        self.query_one(CallInput).focus()

    def action_open_call(self) -> None:
        """Open the call under the cursor."""
        entry = self._chosen()
        if entry is None:
            self.type_call()
        elif entry.step.trace.hints:
            from hermes_tui.tui.call_screen import CallScreen

            home = self.inspection.options.home if self.inspection else None
            self.app.push_screen(CallScreen(entry, home))
        else:
            self.action_toggle_details()

    def action_toggle_details(self) -> None:
        """Every word and directory of the call with its reason, or the short form."""
        entry = self._chosen()
        if entry is not None:
            self._open ^= {entry.step.number}
            self._draw()
            self.query_one("#calls", CallList).bring_into_view()

    def _chosen(self) -> Entry | None:
        index = self.query_one("#calls", CallList).highlighted
        if index is None or index >= len(self._rows):
            return None
        row = self._rows[index]
        return self.keeper.entries.get(row.number) if isinstance(row, Step) else None

    @on(OptionList.OptionSelected, "#calls")
    def _selected(self, event: OptionList.OptionSelected) -> None:
        event.stop()
        self.action_open_call()

    # ── typing ──

    @on(CallLine.Entered)
    def _entered(self, event: CallLine.Entered) -> None:
        event.stop()
        for step in event.steps:
            self._do(_made(step))

    @on(CallInput.Left)
    def _left(self, event: CallInput.Left) -> None:
        event.stop()
        if self._rows:
            self.query_one("#calls").focus()
        else:
            self.screen.focus_next()

    # ── drawing ──

    def on_resize(self, _: events.Resize) -> None:
        """Fold the rows anew."""
        self._draw()

    def _draw(self) -> None:
        session = self.session
        if session is None:
            return
        calls = self.query_one("#calls", CallList)
        width = max(20, self.size.width - 3)  # a blank on each side, and the scrollbar
        known = self.keeper.entries
        first = next((number for number, entry in known.items() if entry.step.trace.hints), 0)
        self._rows = tuple(
            row for row in session.happenings if isinstance(row, Happened) or row.number in known
        )
        rows = [
            styled_lines(
                event_row(row, width)
                if isinstance(row, Happened)
                else call_row(
                    known[row.number],
                    width,
                    is_open=row.number in self._open,
                    is_first_hint=row.number == first,
                ).lines
            )
            for row in self._rows
        ]
        calls.fill(rows)
        line = next_line(session)
        ahead = self.query_one("#next", Static)
        ahead.set_class(not line, "-empty")
        ahead.update(styled(line, width))
        if isinstance(self.parent, Widget):
            self.parent.border_title = Content(f"Session · {total(session)}" if rows else "Session")


def _made(step: Planned) -> Change:
    """The change that a typed step makes."""
    if isinstance(step, PlannedMove):
        return lambda session: session.moved(step.directory)
    if isinstance(step, PlannedEvent):
        return lambda session: session.event(step.event)
    return lambda session: session.call(step.call)
