"""What a replay stands on, and the same session under other releases beside it."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from hermes_tui.core.filesystem.disk import Disk
from hermes_tui.core.hints.tracker import HintTracker
from hermes_tui.core.recordings.calls import Ending, RecordedCall, recorded_calls
from hermes_tui.core.recordings.model import RecordedRow, RecordedSession, Recording
from hermes_tui.core.recordings.working_dir import Anchor
from hermes_tui.core.releases.lookup import Ruleset
from hermes_tui.core.settings.settings import Settings
from hermes_tui.core.situation import Situation


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


class OtherRelease:
    """The same session under another release, replayed only as far as somebody asks."""

    def __init__(self, ruleset: Ruleset, setup: Setup, resets: Sequence[int]) -> None:
        """Begin as a session does; *resets* are the calls before which its tracker began anew."""
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
            self.see(next(self._calls))
        return self._labels

    def see(self, call: RecordedCall) -> None:
        """The next call of the session; where calls come one by one, nobody can ask for them later."""
        self._number = call.number
        if self._done < len(self._resets) and call.number >= self._resets[self._done]:
            self._done += 1
            self._tracker = self._setup.tracker(self.ruleset)
        self._labels = labels_of(self._tracker, call)

    def look_again(self, setup: Setup) -> None:
        """Go on with another look at the disk."""
        self._setup = setup
        self._tracker = looking_again(self._tracker, setup)


def looking_again(tracker: HintTracker, setup: Setup) -> HintTracker:
    """A tracker that remembers the same, on the disk of *setup*."""
    again = setup.tracker(tracker.ruleset)
    again.restore(tracker.state)
    return again
