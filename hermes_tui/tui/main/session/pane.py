"""The session: tool calls as they are typed, and for each which rules came with it and why not more."""

from dataclasses import dataclass
from pathlib import Path
from time import monotonic

from textual import events, on
from textual.app import ComposeResult
from textual.content import Content
from textual.message import Message
from textual.widget import Widget
from textual.widgets import OptionList, Static

from hermes_tui.core.reports.session_text import total
from hermes_tui.core.sessions.session import Planned, Session, Step, begin_session
from hermes_tui.core.toolcalls.calls import ToolCall
from hermes_tui.tui.commands import Where, bindings
from hermes_tui.tui.jobs.job import Failed, Job
from hermes_tui.tui.main.session.call_input import CallInput
from hermes_tui.tui.main.session.call_list import CallList
from hermes_tui.tui.main.session.call_prompt import CallLine, SuggestionPlace
from hermes_tui.tui.main.session.controller import Change, Changed, made, terms_of
from hermes_tui.tui.main.session.following import FollowingPane
from hermes_tui.tui.main.session.history import History, history_path
from hermes_tui.tui.messages import DirectoryWanted, SessionChanged
from hermes_tui.tui.presentation.calls import CallEntry, folded, next_line
from hermes_tui.tui.state import Inspection
from hermes_tui.tui.widgets.styled_line import styled, styled_lines

SAID = 4
"""Seconds that a word about the session is seen for."""


@dataclass
class Ready(Message):
    """The lines typed at other times are known."""

    history: History


class SessionPane(FollowingPane):
    """Takes calls, and shows what each brought."""

    BINDINGS = bindings(Where.SESSION)
    SCOPED_CSS = False
    DEFAULT_CSS = """
    SessionPane { height: auto; }
    #session:focus-within #calls { max-height: 32vh; }
    .-low #calls { max-height: 4; }
    .-low #session:focus-within #calls { max-height: 22vh; }
    #next { height: auto; padding: 0 1; }
    #next.-empty { display: none; }
    SessionPane CallLine { height: auto; }
    .-narrow.-pane-session SessionPane, .-zoomed.-pane-session SessionPane { height: 1fr; }
    .-lower.-pane-session SessionPane, .-flat.-pane-session SessionPane { height: 1fr; }
    .-narrow.-pane-session #session #calls, .-zoomed.-pane-session #session #calls,
    .-lower.-pane-session #session #calls, .-flat.-pane-session #session #calls {
        height: 1fr; max-height: 100%;
    }
    """

    def __init__(self, inspection: Inspection | None) -> None:
        """Wait for the first look at the disk."""
        super().__init__()
        self._calls = CallList()
        self._awaited: Path | None = None
        """Where the session has gone and the application has not yet."""
        self._said_at = -float(SAID)
        self.set_reactive(SessionPane.inspection, inspection)

    def compose(self) -> ComposeResult:
        """The calls, what is offered next, the line to type in."""
        yield self._calls
        yield Static(id="next", classes="-empty")
        yield CallLine(self._place)

    def on_mount(self) -> None:
        """Begin the session, and look for what was typed at other times."""
        Job(self, lambda job: job.post(Ready(History(history_path()))))
        self._follow(None, self.inspection)

    def _place(self) -> SuggestionPlace | None:
        """Where typed paths count from."""
        if self.session is None or self.inspection is None:
            return None
        return SuggestionPlace(self.session.working_dir, self.inspection.options.home)

    @on(Ready)
    def _ready(self, event: Ready) -> None:
        self.query_one(CallInput).history = event.history

    def on_unmount(self) -> None:
        """Nobody waits for calls any more."""
        self.following.stop()
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
        elif self.following.wants(new):
            self.following.feed(new, is_busy=self.keeper.is_busy)
        elif startup.cwd != self.session.started_in:
            before = old.startup.cwd if old is not None and old.startup is not None else None
            if self._awaited is None or startup.cwd != before:  # otherwise a look from before the move
                self._awaited = None
                self._do(lambda session: _moved_to(startup.cwd, session))
        elif (
            self.session.terms.settings != new.options.settings
        ):  # another release: the same calls under its rules
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
            self._calls.opened.clear()
        self._draw()
        if not self.keeper.is_busy:
            self._tell()
            self.following.feed(self.inspection, is_busy=self.keeper.is_busy)

    @on(Failed)
    def _failed(self, event: Failed) -> None:
        if self.inspection is not None:
            self.keeper.fail(event.job, self.inspection)

    def _tell(self) -> None:
        """Let the application know, and go with it to another directory."""
        session, inspection = self.session, self.inspection
        if session is None or inspection is None:
            return
        if inspection.startup is not None and session.started_in == inspection.startup.cwd:
            self.post_message(SessionChanged(session))
        elif inspection.startup is None and session.started_in == inspection.options.directory:
            return  # the directory is gone: nothing is known of this session's start
        elif self._awaited != session.started_in:
            self._awaited = session.started_in
            self.post_message(DirectoryWanted(session.started_in))

    # ── commands ──

    def go_in(self) -> None:
        """The calls take the focus, or the line to type in where there are none and none are offered."""
        has_calls = self._calls.rows or (self.session is not None and self.session.plan)
        (self._calls if has_calls else self.query_one(CallInput)).focus()

    def step(self) -> None:
        """Make the next prepared step."""
        if self._has_plan():
            self._ask(lambda session: session.forward())

    def to_end(self) -> None:
        """Make all prepared steps."""
        if self._has_plan():
            self._ask(lambda session: session.to_end())

    def _has_plan(self) -> bool:
        """There is a step to make; otherwise say why not."""
        session = self.session
        if session is None or session.plan:
            return session is not None
        if any(step.planned for step in session.happenings):
            self._say("All prepared calls are made: R begins again, u takes the last one back.")
        else:
            self._say("No prepared session: --session FILE opens one, o lists recorded ones, : types a call.")
        return False

    def _say(self, sentence: str) -> None:
        self._said_at = monotonic()
        self.notify(sentence, markup=False, timeout=SAID)

    def _ask(self, change: Change) -> None:
        """A change that somebody asked for: what was said before it is no longer so."""
        if self.following.is_on:
            self.follow_no_more("Followed no more: what you do now is yours.")
        if monotonic() - self._said_at < SAID:
            self.app.clear_notifications()
        self._do(change)

    def make(self, call: ToolCall) -> None:
        """Make a call that was offered."""
        self._ask(lambda session: session.call(call))

    def take_over(self, directory: Path, plan: tuple[Planned, ...]) -> None:
        """Go to another directory, where *plan* is offered, and let its keys work."""
        self._calls.focus()
        self._ask(lambda session: begin_session(directory, session.terms, plan=plan, before=session))

    def undo(self) -> None:
        """Take the last call back, or what else happened, or the move here."""
        if self._has_calls("There is nothing to take back: no call is made yet."):
            self._ask(lambda session: session.undo())

    def reset(self) -> None:
        """Begin again."""
        if self._has_calls("The session is at its beginning: no call is made yet."):
            self._ask(lambda session: session.reset())

    def _has_calls(self, otherwise: str) -> bool:
        """There is something to take back, or will be; otherwise say so."""
        if self.session is None or self.keeper.is_busy or self.session.can_undo:
            return True
        self._say(otherwise)
        return False

    def type_call(self) -> None:
        """To the line where calls are typed."""
        self.query_one(CallInput).focus()

    def action_open_call(self) -> None:
        """Open the call under the cursor."""
        entry = self._chosen()
        if entry is None:
            self.type_call()
        elif entry.step.trace.hints:
            from hermes_tui.tui.screens.call import CallScreen

            home = self.inspection.options.home if self.inspection else None
            self.app.push_screen(CallScreen(entry, home))
        else:
            self.action_toggle_details()

    def action_toggle_details(self) -> None:
        """Every word and directory of the call with its reason, or the short form."""
        entry = self._chosen()
        if entry is not None:
            self._calls.opened ^= {entry.step.number}
            self._draw()
            self._calls.bring_into_view()

    def _chosen(self) -> CallEntry | None:
        row = self._calls.chosen
        return self.keeper.entries.get(row.number) if isinstance(row, Step) else None

    @on(OptionList.OptionSelected, "#calls")
    def _selected(self, event: OptionList.OptionSelected) -> None:
        event.stop()
        self.action_open_call()

    # ── typing ──

    @on(CallLine.Entered)
    def _entered(self, event: CallLine.Entered) -> None:
        event.stop()
        if event.is_paste:
            self._ask(lambda session: session.at_once(event.steps))
            return
        for step in event.steps:
            self._ask(made(step))

    @on(CallInput.Left)
    def _left(self, event: CallInput.Left) -> None:
        event.stop()
        if self._calls.rows:
            self._calls.focus()
        elif self.screen.focus_next() is self.query_one(CallInput):  # there is room for nothing else
            self.screen.set_focus(None)

    # ── drawing ──

    def on_resize(self, _: events.Resize) -> None:
        """Fold the rows anew."""
        self._draw()

    def _draw(self) -> None:
        session = self.session
        if session is None:
            return
        width = max(20, self.size.width - 3)  # a blank on each side, and the scrollbar
        self._calls.show(session.happenings, self.keeper.entries, width)
        line, lines = next_line(session), tuple(folded(self.following.line, width, 2))
        ahead = self.query_one("#next", Static)
        ahead.set_class(not line and not self.following.is_on, "-empty")
        ahead.update(styled_lines(lines) if self.following.is_on else styled(line, width))
        if isinstance(self.parent, Widget):
            said = f"Session · {total(session)}" if self._calls.rows else "Session"
            self.parent.border_title = Content(said)


def _moved_to(directory: Path, session: Session) -> Session:
    """The session there; it may have gone there already, while the search told of its progress."""
    return session if session.started_in == directory else session.moved(directory)
