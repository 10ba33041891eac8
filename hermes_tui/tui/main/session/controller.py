"""Keeps the session, and makes its calls beside the screen, one after the other."""

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from textual.message import Message
from textual.message_pump import MessagePump

from hermes_tui.core.filesystem.disk import Disk
from hermes_tui.core.prompt.startup import Startup, inspect
from hermes_tui.core.sessions.session import (
    Planned,
    PlannedCall,
    PlannedEvent,
    PlannedMove,
    Session,
    Terms,
    begin_session,
)
from hermes_tui.core.situation import Situation
from hermes_tui.core.toolcalls.calls import ToolCall, parse_call
from hermes_tui.tui.jobs.job import Job
from hermes_tui.tui.presentation.calls import CallEntry, entries
from hermes_tui.tui.state import Inspection

if TYPE_CHECKING:
    from hermes_tui.demo import Step

Change = Callable[[Session], Session]


@dataclass
class Changed(Message):
    """The session is another one now."""

    job: Job
    session: Session
    entries: dict[int, CallEntry]


class SessionKeeper:
    """The session as it is, and the changes that wait for their turn."""

    def __init__(self, target: MessagePump) -> None:
        """Tell *target* of every change."""
        self.session: Session | None = None
        self.entries: dict[int, CallEntry] = {}
        self._target = target
        self._waiting: deque[tuple[Change, bool]] = deque()
        self._job: Job | None = None

    @property
    def is_busy(self) -> bool:
        """A change is being made."""
        return self._job is not None or bool(self._waiting)

    def begin(self, inspection: Inspection, startup: Startup) -> None:
        """Begin a session where *startup* is."""
        terms, plan = terms_of(inspection), planned(inspection.options.session)
        seen = inspection.disk
        self._start(
            lambda: begin_session(startup.cwd, terms, plan=plan, seen=seen), inspection, look_again=False
        )

    def do(self, change: Change, inspection: Inspection, *, look_again: bool = False) -> None:
        """Make *change* once those before it are made; look again whether files have changed."""
        self._waiting.append((change, look_again))
        self._go_on(inspection)

    def take(self, event: Changed, inspection: Inspection) -> bool:
        """A change is made; says whether it counts."""
        if event.job is not self._job:
            return False
        self._job = None
        self.session, self.entries = event.session, event.entries
        self._go_on(inspection)
        return True

    def fail(self, job: Job, inspection: Inspection) -> None:
        """A change cannot be made: the session stays as it is, and the next one has its turn."""
        if job is self._job:
            self._job = None
            self._go_on(inspection)

    def leave(self) -> None:
        """Nobody waits any more."""
        self._waiting.clear()
        if self._job is not None:
            self._job.leave()

    def _go_on(self, inspection: Inspection) -> None:
        session = self.session
        if self._job is None and session is not None and self._waiting:
            change, look_again = self._waiting.popleft()
            self._start(lambda: change(session), inspection, look_again=look_again)

    def _start(self, make: Callable[[], Session], inspection: Inspection, *, look_again: bool) -> None:
        old = self.entries

        def work(job: Job) -> None:
            session = make()
            startup = _startup(session, inspection)
            job.post(Changed(job, session, entries(session, startup, old, look_again=look_again)))

        self._job = Job(self._target, work)


def terms_of(inspection: Inspection) -> Terms:
    """What a session in this inspection goes by."""
    options = inspection.options
    return Terms(options.settings, disk=inspection.disk if options.at else None, anchor=options.anchor)


def planned(steps: "tuple[Step | Planned, ...]") -> tuple[Planned, ...]:
    """The prepared steps of a demonstration, or of a session file."""
    found: list[Planned] = []
    for step in steps:
        if isinstance(step, PlannedCall | PlannedMove | PlannedEvent):
            found.append(step)
            continue
        directory = getattr(step, "directory", None)
        if directory is not None:
            found.append(PlannedMove(step.line, directory, step.note))
            continue
        call = parse_call(step.line)
        if isinstance(call, ToolCall):
            found.append(PlannedCall(call, step.note, release=getattr(step, "release", "")))
    return tuple(found)


def made(step: Planned) -> Change:
    """The change that a step makes."""
    if isinstance(step, PlannedMove):
        if step.is_anchor:
            return lambda session: session.anchored(step.directory)
        return lambda session: session.moved(step.directory)
    if isinstance(step, PlannedEvent):
        return lambda session: session.event(step.event)
    return lambda session: session.call(step.call)


def _startup(session: Session, inspection: Inspection) -> Startup:
    """The start of this very session: the inspection's, unless it has moved on since."""
    startup = inspection.startup
    if startup is not None and startup.cwd == session.started_in:
        return startup
    return inspect(Situation(session.started_in, inspection.options.settings, session.terms.disk or Disk()))
