"""One run through the calls of a recording, with a tracker beside what was recorded."""

from collections import deque
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from hermes_tui.core.filesystem.disk import Disk
from hermes_tui.core.hints.trace import CallTrace, Outcome
from hermes_tui.core.hints.tracker import HintTracker
from hermes_tui.core.recordings.calls import Ending, RecordedCall, recorded_calls
from hermes_tui.core.recordings.difference_causes import (
    CauseKind,
    CauseTest,
    DifferenceCause,
    causes_of,
    file_meant,
)
from hermes_tui.core.recordings.earlier_sessions import EarlierSessions
from hermes_tui.core.recordings.model import RecordedRow, RecordedSession, Recording
from hermes_tui.core.recordings.release_guess import neighbours
from hermes_tui.core.recordings.replay_events import Facts, ReplayedCall, ReplaySummary
from hermes_tui.core.recordings.stored_prompt import day_of
from hermes_tui.core.recordings.working_dir import Anchor
from hermes_tui.core.releases.lookup import Ruleset
from hermes_tui.core.settings.settings import Settings
from hermes_tui.core.situation import Situation
from hermes_tui.core.toolcalls.calls import ToolCall
from hermes_tui.core.toolcalls.words import COMMAND_KEY, PATH_KEYS

_LONG = 20_000
"""Rows from which on only the nearest two other releases are tried: each replays the whole session."""
_REMEMBERED = 4_096
"""Calls kept to find out where a tracker began anew."""


class Setup(NamedTuple):
    """What every run through a recording needs."""

    recording: Recording
    chain: tuple[RecordedSession, ...]
    anchor: Anchor
    disk: Disk
    settings: Settings
    """Homes and cap, with the user's home as it was then if the recording says so; not the release."""
    enabled: bool

    def rows(self) -> Iterator[RecordedRow]:
        """The rows of the whole chain."""
        for session in self.chain:
            yield from self.recording.rows(session.id)

    def tracker(self, ruleset: Ruleset) -> HintTracker:
        """A tracker as at the start of the session."""
        settings = self.settings._replace(ruleset=ruleset)
        return HintTracker(Situation(Path(self.anchor.recorded), settings, self.disk), enabled=self.enabled)


def labels_of(tracker: HintTracker, call: RecordedCall) -> frozenset[str]:
    """What a tracker sends with a call; what is recorded, where the tracker never saw it."""
    if call.ending is not Ending.RESULT:
        return call.labels
    return frozenset(hint.label for hint in tracker.check(call.call).hints)


class _Turn(NamedTuple):
    """The calls of one request of the user, before which a tracker may have begun anew."""

    number: int
    pause: float
    """Seconds since the call before."""
    first: int
    """Number of its first call."""
    calls: list[ToolCall]


class ReplayRun:
    """One run through the calls."""

    def __init__(
        self, setup: Setup, facts: Facts, known: dict[str, RecordedSession], *, is_settled: bool
    ) -> None:
        self._setup = setup
        self._facts = facts
        self._is_settled = is_settled
        self._tracker = setup.tracker(facts.ruleset)
        self._resets: list[int] = []
        """Numbers of the calls before which the tracker began anew."""
        most = None if 0 < facts.rows < _LONG else 2
        self._others = [_Other(release, setup, self._resets) for release in neighbours(facts.ruleset)[:most]]
        self._earlier = EarlierSessions(setup.recording, facts.chain[0], known)
        self._has_hints: bool | None = None
        self._before: dict[str, int] = {}
        self._sent: set[str] = set()
        """Labels recorded since the tracker began."""
        self._places: set[Path] = set()
        """Their directories."""
        self._turns: deque[_Turn] = deque()
        """Requests since the last proof that the tracker remembered."""
        self._turn = -1
        self._last: float | None = None
        self._read = 0

    def events(self) -> Iterator[ReplayedCall | ReplaySummary]:
        calls = agreeing = explained = unexplained = texts = 0
        unreadable: list[int] = []
        rows = self._counted()
        for call in recorded_calls(rows, lambda _: unreadable.append(self._read)):
            found = self._replayed(call)
            calls += 1
            if found.agrees:
                agreeing += 1
            elif found.is_explained:
                explained += 1
            else:
                unexplained += 1
            texts += found.text_differs
            yield found
        yield ReplaySummary(calls, agreeing, explained, unexplained, texts, len(unreadable))

    def _counted(self) -> Iterator[RecordedRow]:
        for row in self._setup.rows():
            self._read += 1
            yield row

    def _replayed(self, call: RecordedCall) -> ReplayedCall:
        self._note_turn(call)
        before = self._tracker.state
        trace = self._tracker.check(call.call)
        simulated = tuple(hint.label for hint in trace.hints)
        if call.ending is Ending.SKIPPED:
            self._tracker.restore(before)
            simulated = ()
        elif call.ending is Ending.NONE:
            self._tracker.restore(before)
        recorded = tuple(dict.fromkeys(hint.label for hint in call.hints))
        causes: tuple[DifferenceCause, ...] = ()
        if set(recorded) != set(simulated):
            reset = self._reset(call, set(simulated))
            causes = (reset,) if reset is not None else causes_of(self._case(call, trace))
            for label in set(simulated) - set(recorded):
                self._before.setdefault(label, call.number)
        self._remember(call, trace)
        differs, notes = self._texts(call, trace)
        return ReplayedCall(
            recorded_call=call,
            trace=trace,
            recorded=recorded,
            simulated=simulated,
            causes=causes,
            notes=(*call.notes, *_about(call), *notes),
            text_differs=differs,
            rows_read=self._read,
        )

    def _case(self, call: RecordedCall, trace: CallTrace) -> CauseTest:
        def agreeing() -> tuple[Ruleset, ...]:
            return next(
                ((other.ruleset,) for other in self._others if other.labels(call.number) == call.labels), ()
            )

        return CauseTest(
            call=call,
            trace=trace,
            anchor=self._setup.anchor,
            disk=self._setup.disk,
            ruleset=self._facts.ruleset,
            is_settled=self._is_settled,
            agreeing=agreeing,
            possible=frozenset(self._facts.possible),
            has_hints=self._any_hint,
            switched_off=self._switched_off(),
            earlier=self._earlier.sentence_about,
            before=self._before,
        )

    def _any_hint(self) -> bool:
        if self._has_hints is None:
            self._has_hints = bool(self._sent) or any(
                call.hints for call in recorded_calls(self._setup.rows())
            )
        return self._has_hints

    def _switched_off(self) -> str:
        stored = self._facts.stored
        if stored is not None and not stored.has_context and self._facts.startup.project_text:
            return "Its stored prompt has no context files, and a session started there now would get some."
        return ""

    def _texts(self, call: RecordedCall, trace: CallTrace) -> tuple[bool, tuple[str, ...]]:
        """Whether hints that both have were sent with the text of today, and what to say if not."""
        now = {hint.label: str(hint.text).partition("\n")[2].rstrip() for hint in trace.hints}
        changed = [
            hint.label for hint in call.hints if not hint.text.startswith(now.get(hint.label, hint.text))
        ]
        notes = tuple(
            f"{label} was sent with the text of {day_of(call.timestamp)}; today it would be another."
            for label in changed
        )
        return bool(changed), notes

    # ── where the tracker began anew ──

    def _note_turn(self, call: RecordedCall) -> None:
        if call.turn != self._turn:
            pause = (call.timestamp or 0.0) - self._last if self._last is not None else 0.0
            if self._turn >= 0:
                self._turns.append(_Turn(call.turn, pause, call.number, []))
            self._turn = call.turn
        if call.timestamp is not None:
            self._last = call.timestamp

    def _remember(self, call: RecordedCall, trace: CallTrace) -> None:
        visited = {visit.directory for visit in trace.visits if visit.outcome is Outcome.VISITED}
        if call.ending is Ending.RESULT and visited & self._places and not call.hints:
            self._turns.clear()  # it was silent where a new tracker would have spoken
        self._sent |= call.labels
        self._places |= {file_meant(label, self._setup.anchor).parent for label in call.labels}
        if self._turns and call.ending is Ending.RESULT:
            self._turns[-1].calls.append(_what_is_looked_at(call.call))
            while sum(len(turn.calls) for turn in self._turns) > _REMEMBERED and len(self._turns) > 1:
                self._turns.popleft()

    def _reset(self, call: RecordedCall, simulated: set[str]) -> DifferenceCause | None:
        """That the tracker began anew, since it sends again what it had sent (``sessions.md`` 3)."""
        again = call.labels - simulated
        if not again or not again <= self._sent or simulated - call.labels:
            return None
        since = max(self._turns, key=lambda turn: turn.pause, default=None)
        self._tracker = self._setup.tracker(self._facts.ruleset)
        replayed: list[_Turn] = []
        if since is not None:
            replayed = [turn for turn in self._turns if turn.number >= since.number]
        for turn in replayed:
            for earlier in turn.calls:
                self._tracker.check(earlier)
        self._tracker.check(call.call)
        self._resets.append(since.first if since is not None else call.number)
        self._turns.clear()
        self._sent.clear()
        self._places.clear()
        names = ", ".join(sorted(again))
        when = f" before call {since.first}" if since is not None else ""
        pause = (
            f", after a pause of {_duration(since.pause)}" if since is not None and since.pause >= 60 else ""
        )
        return DifferenceCause(
            CauseKind.RESET,
            f"{names} was sent before, and is sent again: the tracker began anew{when}{pause}. "
            "The session was resumed in a new process, or a messenger had let go of its agent.",
        )


class _Other:
    """The same session under another release, replayed only as far as somebody asks."""

    def __init__(self, ruleset: Ruleset, setup: Setup, resets: Sequence[int]) -> None:
        self.ruleset = ruleset
        self._setup = setup
        self._tracker = setup.tracker(ruleset)
        self._calls: Iterator[RecordedCall] | None = None
        self._resets = resets
        self._number = 0
        self._done = 0
        """Resets that have been made."""
        self._labels: frozenset[str] = frozenset()

    def labels(self, number: int) -> frozenset[str]:
        """What this release sends with the call of that *number*; calls are asked for in order."""
        if self._calls is None:
            self._calls = recorded_calls(self._setup.rows())
        while self._number < number:
            call = next(self._calls)
            self._number = call.number
            if self._done < len(self._resets) and call.number >= self._resets[self._done]:
                self._done += 1
                self._tracker = self._setup.tracker(self.ruleset)
            self._labels = labels_of(self._tracker, call)
        return self._labels


def _what_is_looked_at(call: ToolCall) -> ToolCall:
    """The call without what the tracker ignores, which may be a whole file."""
    keys = (*PATH_KEYS, COMMAND_KEY)
    return ToolCall(call.tool, {key: value for key, value in call.args.items() if key in keys})


def _about(call: RecordedCall) -> Iterator[str]:
    if call.is_undone:
        yield "The user took this call back; the tracker has seen it all the same."
    if call.ending is Ending.SKIPPED:
        yield "An interrupt came before it started: the tracker never saw it."


def _duration(seconds: float) -> str:
    if seconds < 3_600:
        return f"{seconds / 60:.0f} minutes"
    if seconds < 172_800:
        return f"{seconds / 3_600:.0f} hours"
    return f"{seconds / 86_400:.0f} days"
