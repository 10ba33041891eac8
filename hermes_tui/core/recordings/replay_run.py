"""One run through the calls of a recording, with a tracker beside what was recorded."""

from collections import deque
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

from hermes_tui.core.filesystem.disk import Disk
from hermes_tui.core.hints.trace import CallTrace, Outcome
from hermes_tui.core.recordings.calls import CallReader, Ending, RecordedCall, recorded_calls
from hermes_tui.core.recordings.difference_causes import causes_of
from hermes_tui.core.recordings.difference_evidence import CauseKind, CauseTest, DifferenceCause, file_meant
from hermes_tui.core.recordings.earlier_sessions import EarlierSessions
from hermes_tui.core.recordings.model import RecordedRow, RecordedSession, Recording
from hermes_tui.core.recordings.release_guess import neighbours
from hermes_tui.core.recordings.replay_events import Facts, ReplayedCall, ReplaySummary
from hermes_tui.core.recordings.replay_setup import OtherRelease, Setup, looking_again
from hermes_tui.core.recordings.stored_prompt import day_of
from hermes_tui.core.releases.lookup import Ruleset
from hermes_tui.core.text.phrases import listed
from hermes_tui.core.toolcalls.calls import ToolCall
from hermes_tui.core.toolcalls.words import COMMAND_KEY, PATH_KEYS

_LONG = 20_000
"""Rows from which on only the nearest two other releases are tried: each replays the whole session."""
_REMEMBERED = 4_096
"""Calls kept to find out where a tracker began anew."""


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
        self,
        setup: Setup,
        facts: Facts,
        known: dict[str, RecordedSession],
        *,
        is_settled: bool,
        is_replaced: Callable[[int], bool] | None = None,
    ) -> None:
        """Begin before the first call.

        *is_replaced* where Hermes is still writing: it says whether a compaction has taken a row away
        (:class:`~hermes_tui.core.recordings.calls.CallReader`).
        """
        self._setup = setup
        self._facts = facts
        self._known = known
        self._is_settled = is_settled
        self._is_live = is_replaced is not None
        self._tracker = setup.tracker(facts.ruleset)
        self._resets: list[int] = []
        """Numbers of the calls before which the tracker began anew."""
        most = None if 0 < facts.rows < _LONG and not self._is_live else 2
        self._others = [
            OtherRelease(release, setup, self._resets) for release in neighbours(facts.ruleset)[:most]
        ]
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
        self._reader = CallReader(self._note_unreadable, is_replaced or (lambda _: False))
        self.summary = ReplaySummary(0, 0, 0, 0, 0, 0)
        """What came out so far."""

    @property
    def disk(self) -> Disk:
        """What the calls are judged by."""
        return self._setup.disk

    def events(self) -> Iterator[ReplayedCall | ReplaySummary]:
        """All calls of the recording, and what came out."""
        for row in self._setup.rows():
            yield from self.take(row)
        yield from self.rest()
        yield self.summary

    def take(self, row: RecordedRow) -> Iterator[ReplayedCall]:
        """The calls that are complete with the next row."""
        self._read += 1
        yield from map(self._replayed, self._reader.take(row))

    def rest(self) -> Iterator[ReplayedCall]:
        """The calls that wait for results, of which none comes any more."""
        yield from map(self._replayed, self._reader.rest())

    def look_again(self, recording: Recording, disk: Disk) -> None:
        """Go on with another look at what is recorded, and at the disk."""
        self._setup = self._setup._replace(recording=recording, disk=disk)
        self._earlier = EarlierSessions(recording, self._facts.chain[0], self._known)
        self._tracker = looking_again(self._tracker, self._setup)
        for other in self._others:
            other.look_again(self._setup)

    def _note_unreadable(self, _: RecordedRow) -> None:
        self.summary = self.summary._replace(unreadable=self.summary.unreadable + 1)

    def _count(self, found: ReplayedCall) -> ReplayedCall:
        so_far = self.summary
        differs = not found.agrees
        self.summary = so_far._replace(
            calls=so_far.calls + 1,
            agreeing=so_far.agreeing + found.agrees,
            explained=so_far.explained + (differs and found.is_explained),
            unexplained=so_far.unexplained + (differs and not found.is_explained),
            texts_changed=so_far.texts_changed + found.text_differs,
        )
        return found

    def _replayed(self, call: RecordedCall) -> ReplayedCall:
        self._note_turn(call)
        for other in self._others if self._is_live else ():
            other.see(call)
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
        return self._count(
            ReplayedCall(
                recorded_call=call,
                trace=trace,
                recorded=recorded,
                simulated=simulated,
                causes=causes,
                notes=(*call.notes, *_about(call), *notes),
                text_differs=differs,
                rows_read=self._read,
            )
        )

    def _case(self, call: RecordedCall, trace: CallTrace) -> CauseTest:
        def agreeing() -> tuple[Ruleset, ...]:
            return next(
                ((other.ruleset,) for other in self._others if other.labels(call.number) == call.labels), ()
            )

        off, is_proved = self._switched_off()
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
            switched_off=off,
            off_is_proved=is_proved,
            earlier=self._earlier.sentence_about,
            before=self._before,
        )

    def _any_hint(self) -> bool:
        if self._is_live:
            return bool(self._has_hints)
        if self._has_hints is None:
            self._has_hints = bool(self._sent) or any(
                call.hints for call in recorded_calls(self._setup.rows())
            )
        return self._has_hints

    def _switched_off(self) -> tuple[str, bool]:
        """What speaks for it, and whether files that are older than the session do."""
        stored, started = self._facts.stored, self._facts.session.started_at
        if stored is None or stored.has_context or not self._facts.startup.project_text:
            return "", False
        older = [
            section.label
            for section in stored.sections
            if section.modified is not None and started is not None and section.modified <= started
        ]
        if older:
            were = "was" if len(older) == 1 else "were"
            said = f"although {listed(older)} {were} there before the session began"
            return f"Its stored prompt has no context files, {said}.", True
        return (
            "Its stored prompt has no context files, and a session started there now would get some.",
            False,
        )

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
        self._has_hints = bool(self._sent) or self._has_hints
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
