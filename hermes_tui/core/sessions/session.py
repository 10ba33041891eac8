"""A session as a frozen value: which calls were made, what each brought, what is still planned.

Every step gives a new session; the old one stays as it was. Hermes looks at the disk when a call is made,
so each call gets a fresh look, unless :attr:`Terms.disk` fixes what is seen.
"""

import os
from collections.abc import Iterable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from hermes_tui.core.filesystem.disk import Disk
from hermes_tui.core.hints.trace import CallTrace, TrackerState
from hermes_tui.core.hints.tracker import HintTracker
from hermes_tui.core.prompt.startup import Failure
from hermes_tui.core.sessions.events import Effect, EventKind, Memory, Prompt, SessionEvent, effect_of
from hermes_tui.core.sessions.steps import Planned, PlannedCall, PlannedEvent, PlannedMove, Step, Terms
from hermes_tui.core.text.tokens import estimate_tokens
from hermes_tui.core.toolcalls.calls import ToolCall

__all__ = [
    "Happened",
    "Planned",
    "PlannedCall",
    "PlannedEvent",
    "PlannedMove",
    "Session",
    "Step",
    "Terms",
    "begin_session",
]


class Happened(NamedTuple):
    """An event of a session, and what it did."""

    event: SessionEvent
    effect: Effect
    calls: int
    """How many calls were made before it."""
    before: "Session"
    """The session as it was, but for steps, events and plan: each event would keep all of them anew."""
    planned: PlannedEvent | None = None
    """Where the event came from the plan."""


class LeftOut(NamedTuple):
    """Calls of a long session that are no longer kept."""

    calls: int = 0
    hints: int = 0
    fired: frozenset[Path] = frozenset()
    """Context files that they brought."""


class Session(NamedTuple):
    """The calls made so far, and what else happened, since a session began in one directory."""

    terms: Terms
    state: TrackerState
    """What Hermes' tracker remembers now."""
    started_in: Path
    """Where the prompt is from; hints count from :attr:`working_dir`. Links followed."""
    failure: Failure | None = None
    """This release does not get as far as a session here."""
    steps: tuple[Step, ...] = ()
    plan: tuple[Planned, ...] = ()
    """What is offered next, in order."""
    before: "Session | None" = None
    """The session that this one's move ended; without its plan, where that goes on here."""
    came_by: PlannedMove | None = None
    """Where the move here came from the plan."""
    is_elsewhere: bool = False
    """A move that was not planned led here: the notes of the plan tell of another directory."""
    tracker: HintTracker | None = None
    """Kept from call to call where one disk serves them all."""
    events: tuple[Happened, ...] = ()
    """What happened besides calls."""
    skips: bool = False
    """An event has switched context files off."""
    has_prompt: bool = True
    """The startup files are in the prompt."""
    left_out: LeftOut = LeftOut()
    """The calls that are no longer among the steps."""
    parent: "Session | None" = None
    """While a subagent is at work: the session as it was when that was started, as in :class:`Happened`."""

    @property
    def working_dir(self) -> Path:
        """Relative paths are looked for from here; links followed."""
        return self.state.working_dir

    @property
    def legs(self) -> "tuple[Session, ...]":
        """The sessions that moves ended, and this one, in order."""
        legs = [self]
        while (before := legs[-1].before) is not None:
            legs.append(before)
        return tuple(reversed(legs))

    @property
    def happenings(self) -> Iterator[Step | Happened]:
        """Calls and events in order."""
        start = 0
        for event in self.events:
            yield from self.steps[start : event.calls]
            yield event
            start = event.calls
        yield from self.steps[start:]

    @property
    def again(self) -> tuple[Planned, ...]:
        """The same calls and events, to be made once more."""
        return tuple(
            PlannedCall(step.trace.call, again=True) if isinstance(step, Step) else PlannedEvent(step.event)
            for step in self.happenings
        )

    @property
    def traces(self) -> tuple[CallTrace, ...]:
        """What each call did."""
        return tuple(step.trace for step in self.steps)

    @property
    def calls_made(self) -> int:
        """How many calls were made, those included that are no longer kept."""
        return self.left_out.calls + len(self.steps)

    @property
    def hints_sent(self) -> int:
        """How many hints they brought."""
        return self.left_out.hints + _hints_of(self.steps)

    @property
    def chars(self) -> int:
        """Characters that hints have brought so far."""
        return self.steps[-1].total_chars if self.steps else 0

    @property
    def tokens(self) -> int:
        """The same, estimated."""
        return self.steps[-1].total_tokens if self.steps else 0

    @property
    def fired(self) -> frozenset[Path]:
        """Context files of which something was appended, be it a notice."""
        return self.left_out.fired | {hint.file.path for step in self.steps for hint in step.trace.hints}

    @property
    def can_undo(self) -> bool:
        """There is a call or a move to take back."""
        return bool(self.steps or self.events) or self.before is not None

    # ── forth ──

    def call(self, call: ToolCall) -> "Session":
        """The session after this call."""
        return self._after(((call, None),))

    def calls(self, calls: Iterable[ToolCall]) -> "Session":
        """The session after all these calls: quicker than one by one."""
        return self._after((call, None) for call in calls)

    def forward(self) -> "Session":
        """The session after the next planned step; the same where nothing is planned."""
        if not self.plan:
            return self
        step, rest = self.plan[0], self.plan[1:]
        if isinstance(step, PlannedMove):
            ended = self._replace(plan=())  # each move would keep all of the plan anew
            start, terms = step.directory, self.terms
            if step.is_anchor:
                start, terms = self.started_in, terms._replace(anchor=step.directory)
            moved = begin_session(start, terms, plan=rest, before=ended, came_by=step)
            return moved._replace(is_elsewhere=self.is_elsewhere)
        if isinstance(step, PlannedEvent):
            return self.event(step.event, step)._replace(plan=rest)
        return self._after(((step.call, step),))._replace(plan=rest)

    def to_end(self) -> "Session":
        """The session after all that is planned."""
        return self._onward(len(self.plan))

    def at_once(self, steps: Iterable[Planned]) -> "Session":
        """The session after *steps*, as if they had been planned: a move takes no calls along."""
        first = tuple(steps)
        session = self._replace(plan=(*first, *self.plan))._onward(len(first))
        if any(isinstance(step, PlannedMove) for step in first):
            return session._replace(is_elsewhere=True)
        return session

    def _onward(self, count: int) -> "Session":
        """The session after the first *count* steps of the plan."""
        session = self._replace(plan=())
        waiting: list[PlannedCall] = []
        for number, step in enumerate(self.plan[:count]):
            if isinstance(step, PlannedCall):
                waiting.append(step)
                continue
            session = session._after((one.call, one) for one in waiting)._replace(plan=self.plan[number:])
            session = session.forward()._replace(plan=())
            waiting.clear()
        made = session._after((one.call, one) for one in waiting)
        return made._replace(plan=self.plan[count:])

    def event(self, event: SessionEvent, planned: PlannedEvent | None = None) -> "Session":
        """The session after *event*; its effect says what that did."""
        effect = effect_of(event, self.terms.ruleset)
        if effect.prompt is Prompt.BUILT and event.kind is not EventKind.SUBAGENT and not self._gets_files:
            effect = effect._replace(prompt=Prompt.NONE)
        skips = self.skips if effect.skips is None else effect.skips
        has_prompt = self.has_prompt if effect.prompt is Prompt.KEPT else effect.prompt is Prompt.BUILT
        state, tracker, parent = self.state, self.tracker, self.parent
        before = self._replace(steps=(), events=(), plan=())
        if effect.memory in (Memory.NEW, Memory.OWN):
            tracker = _tracker(self.started_in, self.terms, skips=skips)
            state = tracker.state
            parent = before if effect.memory is Memory.OWN else parent
        elif effect.memory is Memory.PARENT:
            if parent is None:
                effect = effect_of(SessionEvent(EventKind.BRANCH), self.terms.ruleset)
                effect = effect._replace(sentence="There is no subagent to come back from.")
                has_prompt = self.has_prompt
            else:
                state, tracker = parent.state, parent.tracker
                skips, has_prompt = parent.skips, parent.has_prompt
                parent = parent.parent
        elif effect.memory is Memory.MOVED:
            tracker = tracker or _tracker(self.started_in, self.terms, skips=skips)
            tracker.restore(state)
            place = event.directory
            rebinding = tracker.rebind(place if place[:1] == "~" else os.path.join(self.working_dir, place))
            state = rebinding.after
            effect = effect._replace(
                memory=Memory.MOVED if rebinding.moved else Memory.KEPT, sentence=rebinding.reason
            )
        happened = Happened(event, effect, len(self.steps), before, planned)
        return self._replace(
            state=state,
            skips=skips,
            has_prompt=has_prompt,
            parent=parent,
            tracker=tracker if self.terms.disk is not None else None,
            events=(*self.events, happened),
        )

    @property
    def _gets_files(self) -> bool:
        """A prompt that is built now has context files."""
        if self.parent is not None:
            return self.terms.ruleset.subagents_get_startup
        return self.terms.enabled and not self.skips

    def recent(self, count: int) -> "Session":
        """The same with no more than the last *count* calls; all that was brought stays known."""
        gone = len(self.steps) - count
        if gone <= 0:
            return self
        events = (event._replace(calls=event.calls - gone) for event in self.events)
        kept = self.steps[gone:]
        return self._replace(
            steps=kept,
            events=tuple(event for event in events if event.calls > 0),
            left_out=LeftOut(self.calls_made - count, self.hints_sent - _hints_of(kept), self.fired),
        )

    # ── back ──

    def undo(self) -> "Session":
        """The session before what came last: a call, an event, the move here; if planned, offered again."""
        if self.events and self.events[-1].calls == len(self.steps):
            event = self.events[-1]
            plan = (event.planned, *self.plan) if event.planned else self.plan
            return event.before._replace(steps=self.steps, events=self.events[:-1], plan=plan)
        if self.steps:
            last = self.steps[-1]
            plan = (last.planned, *self.plan) if last.planned else self.plan
            return self._replace(state=last.trace.before, steps=self.steps[:-1], plan=plan)
        return self._before_move(self.plan) or self

    def _before_move(self, plan: tuple[Planned, ...]) -> "Session | None":
        """The session that the move here ended; *plan* is what is planned here."""
        if self.before is not None and self.came_by is not None:
            return self.before._replace(plan=(self.came_by, *plan))
        return self.before

    def reset(self) -> "Session":
        """A new session where this one began; planned steps are offered again, others forgotten.

        A move that was planned is taken back, one that was not stays.
        """
        session = self
        plan = session._offered_again()
        while session.came_by is not None and (before := session._before_move(plan)) is not None:
            session = before
            plan = session._offered_again()
        first = begin_session(session.started_in, session.terms, plan=plan, before=session.before)
        return first._replace(is_elsewhere=session.is_elsewhere)

    def _offered_again(self) -> tuple[Planned, ...]:
        return (*(step.planned for step in self.happenings if step.planned), *self.plan)

    def moved(self, directory: str | os.PathLike[str]) -> "Session":
        """A new session in another directory, with the calls of this one offered again.

        What there was to see at each of them, there need not be here.
        """
        plan = (*self.again, *self.plan)
        return begin_session(directory, self.terms, plan=plan, before=self)._replace(is_elsewhere=True)

    def anchored(self, directory: Path) -> "Session":
        """A new session with the same prompt, whose hints count from *directory*."""
        return begin_session(
            self.started_in, self.terms._replace(anchor=directory), plan=self.plan, before=self
        )

    def under(self, terms: Terms) -> "Session":
        """The same calls, made under other terms."""
        made: Session | None = None
        for leg in self.legs:
            made = leg._under(terms, made)
        return made or self

    def _under(self, terms: Terms, before: "Session | None") -> "Session":
        terms = terms._replace(anchor=self.terms.anchor)
        made = begin_session(self.started_in, terms, before=before, came_by=self.came_by)
        made = made._replace(is_elsewhere=self.is_elsewhere)
        start = 0
        for event in self.events:
            made = made._again(self.steps[start : event.calls]).event(event.event, event.planned)
            start = event.calls
        return made._again(self.steps[start:])._replace(plan=self.plan)

    def _again(self, steps: Iterable[Step]) -> "Session":
        return self._after((step.trace.call, step.planned) for step in steps)

    def _after(self, calls: Iterable[tuple[ToolCall, PlannedCall | None]]) -> "Session":
        tracker = self.tracker or _tracker(self.working_dir, self.terms, skips=self.skips)
        tracker.restore(self.state)
        steps = list(self.steps)
        total_chars, total_tokens = self.chars, self.tokens
        for call, planned in calls:
            trace = tracker.check(call)
            text = trace.text or ""
            tokens = estimate_tokens(text)
            total_chars += len(text)
            total_tokens += tokens
            step = Step(
                number=self.left_out.calls + len(steps) + 1,
                trace=trace,
                chars=len(text),
                tokens=tokens,
                total_chars=total_chars,
                total_tokens=total_tokens,
                planned=planned,
                has_prompt=self.has_prompt,
                note=planned.note if planned is not None and self._is_told_by(planned) else "",
            )
            steps.append(step)
        return self._replace(state=tracker.state, steps=tuple(steps))

    def _is_told_by(self, planned: PlannedCall) -> bool:
        """The note of a planned call is true here."""
        return not self.is_elsewhere and planned.release in ("", self.terms.ruleset.name)


def _hints_of(steps: Iterable[Step]) -> int:
    return sum(len(step.trace.hints) for step in steps)


def begin_session(
    working_dir: str | os.PathLike[str],
    terms: Terms,
    *,
    plan: Iterable[Planned] = (),
    before: Session | None = None,
    came_by: PlannedMove | None = None,
    seen: Disk | None = None,
) -> Session:
    """A session that has just started; never raises for what it finds on disk.

    *seen* is a look at the disk from that moment: what it holds need not be read again.
    """
    tracker = _tracker(working_dir, terms if seen is None else terms._replace(disk=seen))
    started_in = tracker.working_dir
    if terms.anchor is not None:
        with suppress(OSError, RuntimeError, ValueError):
            started_in = tracker.disk.resolve(Path(working_dir))
    return Session(
        terms=terms,
        state=tracker.state,
        started_in=started_in,
        failure=tracker.failure,
        plan=tuple(plan),
        before=before,
        came_by=came_by,
        tracker=tracker if terms.disk is not None else None,
    )


def _tracker(working_dir: str | os.PathLike[str], terms: Terms, *, skips: bool = False) -> HintTracker:
    return HintTracker(terms.situation(working_dir), enabled=terms.enabled and not skips)
