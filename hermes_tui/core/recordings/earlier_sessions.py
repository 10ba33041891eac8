"""What a session's tracker had seen before the session began (``sessions.md`` section 3).

``/new``, ``/resume`` and ``/branch`` in the interactive command line start another session with the same
agent, and with it the same tracker: directories that it had visited stay silent.
"""

from hermes_tui.core.recordings.calls import recorded_calls
from hermes_tui.core.recordings.model import RecordedSession, Recording

_SAME_PROCESS = frozenset(("new_session", "resumed_other", "branched"))
"""Reasons for which the command line ends a session and goes on [code 0.19, 0.22.2]."""
_SECONDS = 60.0
"""Between the end of one session and the beginning of the next."""
_MOST = 20


class EarlierSessions:
    """The sessions of the same process before one, looked at only if somebody asks."""

    def __init__(
        self, recording: Recording, session: RecordedSession, known: dict[str, RecordedSession]
    ) -> None:
        self._recording = recording
        self._session = session
        self._known = known
        self._labels: dict[str, str] | None = None

    def sentence_about(self, label: str) -> str:
        """That *label* was sent in an earlier session of the process; or nothing."""
        if self._labels is None:
            self._labels = {}
            for earlier in self._before():
                for call in recorded_calls(self._recording.rows(earlier.id)):
                    for found in call.labels:
                        self._labels.setdefault(found, earlier.id)
        found_in = self._labels.get(label)
        if found_in is None:
            return ""
        return (
            f"{label} was sent in session {found_in}, just before in the same process: /new keeps "
            "the tracker, and what it sent stays sent."
        )

    def _before(self) -> list[RecordedSession]:
        found: list[RecordedSession] = []
        current = self._session
        while len(found) < _MOST:
            before = self._just_before(current)
            if before is None or before in found:
                break
            found.append(before)
            current = before
        return found

    def _just_before(self, session: RecordedSession) -> RecordedSession | None:
        started = session.started_at
        if started is None or session.is_subagent:
            return None
        fitting = [
            other
            for other in self._known.values()
            if other.id != session.id
            and other.source == session.source
            and not other.is_subagent
            and other.end_reason in _SAME_PROCESS
            and other.ended_at is not None
            and abs(other.ended_at - started) <= _SECONDS
            and (other.started_at or 0.0) <= started
        ]
        return max(fitting, key=lambda other: other.ended_at or 0.0, default=None)
