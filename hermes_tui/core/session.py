"""A session as a frozen value: which calls were made, what each brought, what is still planned.

Every step gives a new session; the old one stays as it was. Hermes looks at the disk when a call is made,
so each call gets a fresh look, unless :attr:`Terms.disk` fixes what is seen.
"""

import os
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from hermes_tui.core.disk import Disk
from hermes_tui.core.hint_traces import CallTrace, NameResult, TrackerState
from hermes_tui.core.hints import HintTracker
from hermes_tui.core.rulesets import Ruleset
from hermes_tui.core.startup import Failure
from hermes_tui.core.tokens import estimate_tokens
from hermes_tui.core.toolcalls import ToolCall


class Terms(NamedTuple):
    """What stays the same over a session."""

    ruleset: Ruleset
    home: Path | None = None
    """The user's home; ``None``: ``$HOME``."""
    hermes_home: Path | None = None
    """``None``: ``$HERMES_HOME``, else ``~/.hermes``."""
    enabled: bool = True
    """Context files are not switched off."""
    disk: Disk | None = None
    """What every call sees; ``None``: each call looks anew."""


class PlannedCall(NamedTuple):
    """A call that is offered and not yet made."""

    call: ToolCall
    note: str = ""
    """What to look at, in a sentence; may be foreign."""
    again: bool = False
    """It was made before the working directory changed."""

    @property
    def line(self) -> str:
        """As a person would type it."""
        return self.call.line


class PlannedMove(NamedTuple):
    """A change of the working directory that is offered: a new session begins there."""

    line: str
    """As a person would type it, ``cd ../..``."""
    directory: Path
    note: str = ""


Planned = PlannedCall | PlannedMove


class Step(NamedTuple):
    """One call of a session, and what it brought."""

    number: int
    """From 1."""
    trace: CallTrace
    chars: int
    """Characters appended to its result."""
    tokens: int
    """The same, estimated."""
    total_chars: int
    """Characters that hints have brought up to and with this call."""
    total_tokens: int
    planned: PlannedCall | None = None
    """Where the call came from the plan."""

    @property
    def note(self) -> str:
        """What to look at, in a sentence; may be foreign."""
        return self.planned.note if self.planned else ""


class Session(NamedTuple):
    """The calls made so far in one working directory."""

    terms: Terms
    state: TrackerState
    """What Hermes' tracker remembers now."""
    failure: Failure | None = None
    """This release does not get as far as a session here."""
    steps: tuple[Step, ...] = ()
    plan: tuple[Planned, ...] = ()
    """What is offered next, in order."""
    before: "Session | None" = None
    """The session that this one's move ended."""
    came_by_plan: bool = False
    """The move here was a planned one."""
    tracker: HintTracker | None = None
    """Kept from call to call where one disk serves them all."""

    @property
    def working_dir(self) -> Path:
        """Relative paths are looked for from here; links followed."""
        return self.state.working_dir

    @property
    def traces(self) -> tuple[CallTrace, ...]:
        """What each call did."""
        return tuple(step.trace for step in self.steps)

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
        return frozenset(hint.file.path for step in self.steps for hint in step.trace.hints)

    @property
    def can_undo(self) -> bool:
        """There is a call or a move to take back."""
        return bool(self.steps) or self.before is not None

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
            return begin_session(step.directory, self.terms, plan=rest, before=self, came_by_plan=True)
        return self._after(((step.call, step),))._replace(plan=rest)

    def to_end(self) -> "Session":
        """The session after all that is planned."""
        session = self
        while session.plan:
            session = session.forward()
        return session

    # ── back ──

    def undo(self) -> "Session":
        """The session before the last call, or before the move here; a planned one is offered again."""
        if self.steps:
            last = self.steps[-1]
            plan = (last.planned, *self.plan) if last.planned else self.plan
            return self._replace(state=last.trace.before, steps=self.steps[:-1], plan=plan)
        return self.before or self

    def reset(self) -> "Session":
        """A new session where this one began; planned steps are offered again, others forgotten.

        A move that was planned is taken back, one that was not stays.
        """
        plan = (*(step.planned for step in self.steps if step.planned), *self.plan)
        if self.came_by_plan and self.before is not None:
            return self.before.reset()
        return begin_session(self.working_dir, self.terms, plan=plan, before=self.before)

    def moved(self, directory: str | os.PathLike[str]) -> "Session":
        """A new session in another directory, with the calls of this one offered again."""
        again = (PlannedCall(step.trace.call, step.note, again=True) for step in self.steps)
        return begin_session(directory, self.terms, plan=(*again, *self.plan), before=self)

    def under(self, terms: Terms) -> "Session":
        """The same calls, made under other terms."""
        before = self.before.under(terms) if self.before else None
        began = begin_session(self.working_dir, terms, before=before, came_by_plan=self.came_by_plan)
        return began._after((step.trace.call, step.planned) for step in self.steps)._replace(plan=self.plan)

    def _after(self, calls: Iterable[tuple[ToolCall, PlannedCall | None]]) -> "Session":
        tracker = self.tracker or _tracker(self.working_dir, self.terms)
        tracker.restore(self.state)
        steps = list(self.steps)
        total_chars, total_tokens = self.chars, self.tokens
        for call, planned in calls:
            trace = tracker.check(call)
            text = trace.text or ""
            tokens = estimate_tokens(text)
            total_chars += len(text)
            total_tokens += tokens
            steps.append(Step(len(steps) + 1, trace, len(text), tokens, total_chars, total_tokens, planned))
        return self._replace(state=tracker.state, steps=tuple(steps))


def begin_session(
    working_dir: str | os.PathLike[str],
    terms: Terms,
    *,
    plan: Iterable[Planned] = (),
    before: Session | None = None,
    came_by_plan: bool = False,
) -> Session:
    """A session that has just started. Never raises for what it finds on disk."""
    tracker = _tracker(working_dir, terms)
    return Session(
        terms=terms,
        state=tracker.state,
        failure=tracker.failure,
        plan=tuple(plan),
        before=before,
        came_by_plan=came_by_plan,
        tracker=tracker if terms.disk is not None else None,
    )


def changes_since(trace: CallTrace, disk: Disk) -> tuple[str, ...]:
    """What has changed on disk since the call, a sentence a file; may hold foreign text.

    The call keeps its result all the same: the model has read it.
    """
    return tuple(_changes_since(trace, disk))


def _changes_since(trace: CallTrace, disk: Disk) -> Iterator[str]:
    for visit in trace.visits:
        file = visit.file
        for tried in visit.names:
            path = visit.directory / tried.name
            if tried.result is NameResult.ABSENT and disk.is_file(path):
                yield f"{_beside(visit.shown, tried.name)} was added since."
        if file is None:
            continue
        name = _beside(visit.shown, file.path.name)
        if not disk.exists(file.path):
            yield f"{name} is gone since."
        elif disk.read(file.path).text != file.content.text:
            yield f"{name} has changed since."


def _beside(directory: str, name: str) -> str:
    return name if directory == "." else f"{directory}/{name}"


def _tracker(working_dir: str | os.PathLike[str], terms: Terms) -> HintTracker:
    return HintTracker(
        working_dir,
        ruleset=terms.ruleset,
        disk=terms.disk,
        home=terms.home,
        hermes_home=terms.hermes_home,
        enabled=terms.enabled,
    )
