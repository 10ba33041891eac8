"""What a replay tells: facts, a call after the other, and a summary."""

from typing import NamedTuple

from hermes_tui.core.hints.trace import CallTrace
from hermes_tui.core.prompt.startup import Startup
from hermes_tui.core.recordings.calls import RecordedCall
from hermes_tui.core.recordings.difference_evidence import DifferenceCause
from hermes_tui.core.recordings.model import RecordedSession
from hermes_tui.core.recordings.stored_prompt import StoredPrompt
from hermes_tui.core.recordings.working_dir import Anchor
from hermes_tui.core.releases.lookup import Ruleset


class Facts(NamedTuple):
    """What is known before the first call."""

    session: RecordedSession
    chain: tuple[RecordedSession, ...]
    """The sessions that shared one tracker, the oldest first: compaction divides them (sessions.md 1.5)."""
    anchor: Anchor
    ruleset: Ruleset
    release_reason: str
    """Why this release, in sentences."""
    possible: tuple[str, ...]
    """Names of the releases that may have made the recording."""
    off: str
    """Why this tracker sends no hint at all, as a sentence; or nothing."""
    stored: StoredPrompt | None
    """The stored prompt beside today's; ``None``: none is stored."""
    startup: Startup
    """What a session started there now would get."""
    rows: int
    """Rows to read; 0 if nobody knows."""
    notes: tuple[str, ...] = ()
    """What of today's settings could not be read, each in a sentence."""


class ReplayedCall(NamedTuple):
    """One call, then and now."""

    recorded_call: RecordedCall
    trace: CallTrace
    """What our tracker did. It is large: let go of it where many calls are kept."""
    recorded: tuple[str, ...]
    """Labels of the hints in the result, in its order; to be compared as sets."""
    simulated: tuple[str, ...]
    causes: tuple[DifferenceCause, ...]
    """Why they differ; none where they agree."""
    notes: tuple[str, ...]
    """What else a reader must know, each in a sentence; foreign."""
    text_differs: bool
    """A hint that both have was sent with another text than it has now."""
    rows_read: int

    @property
    def agrees(self) -> bool:
        """The same files, in whatever order."""
        return set(self.recorded) == set(self.simulated)

    @property
    def is_explained(self) -> bool:
        """Nothing differs, or the evidence says why."""
        return self.agrees or not any(cause.is_question for cause in self.causes)

    @property
    def cause(self) -> str:
        """The causes as text; empty where both agree."""
        return " ".join(cause.sentence for cause in self.causes)


class ReplaySummary(NamedTuple):
    """The whole replay in numbers."""

    calls: int
    agreeing: int
    explained: int
    """Calls that differ, and whose cause is known."""
    unexplained: int
    texts_changed: int
    unreadable: int
    """Rows whose calls cannot be read."""


Event = Facts | ReplayedCall | ReplaySummary
