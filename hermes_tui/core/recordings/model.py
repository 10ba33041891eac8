"""What every recording gives, whatever file it is in: sessions, and their messages (``sessions.md`` 1.3)."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import NamedTuple, Protocol, Self

from hermes_tui.core.settings.settings import SettingsError

JSON_PREFIX = "\0json:"
"""Begins the content of a message that is no text: the rest of it is JSON."""


class RecordingError(SettingsError):
    """A recording cannot be read, or not found; the message is a sentence."""


class BusyError(RecordingError):
    """A recording is written to just now; a little later it can be read."""


class NowhereError(RecordingError):
    """A recording does not say where its session ran."""

    def __init__(self, session_id: str) -> None:
        """Say what helps on the command line."""
        self.fact = f"nothing in the recording of {session_id} says in which directory it ran"
        super().__init__(f"{self.fact}: give it with --map =DIR")


class RecordedSession(NamedTuple):
    """What is recorded of one session besides its messages. All text is foreign."""

    id: str
    source: str = ""
    """``cli``, ``oneshot``, ``cron``, ``subagent``, the name of a messenger, ... (section 1.3)."""
    title: str = ""
    model: str = ""
    cwd: str = ""
    """As recorded; the tracker may have stood elsewhere (:mod:`~hermes_tui.core.recordings.working_dir`)."""
    started_at: float | None = None
    """Seconds since 1970."""
    ended_at: float | None = None
    end_reason: str = ""
    parent_id: str = ""
    calls: int = 0
    """Tool calls as Hermes counted them, those of a compacted part included or not."""
    profile: str = ""
    config: Mapping[str, object] = {}
    """``model_config``."""

    @property
    def is_subagent(self) -> bool:
        """It was started by another session, and has a tracker of its own (section 1.5)."""
        return self.source == "subagent" or bool(self.config.get("_delegate_from"))


class RecordedRow(NamedTuple):
    """One message, as it is recorded."""

    session_id: str
    role: str
    content: str = ""
    tool_calls: object = None
    """A list, or its JSON."""
    tool_call_id: str = ""
    tool_name: str = ""
    timestamp: float | None = None
    active: bool = True
    compacted: bool = False
    """Archived by a compaction that kept the session."""
    unread: tuple[str, ...] = ()
    """What of it was too long to be read, each in a sentence."""
    place: int = 0
    """Its ``rowid``; 0 where it comes from no database."""


class Recording(Protocol):
    """A file that holds sessions."""

    path: Path
    kind: str
    """What it is, for a reader: ``state.db``, ``export``, ``trace``, ``trajectory``, ``snapshot``."""

    def columns(self, table: str) -> frozenset[str]:
        """Columns of a table; none for what is no database."""

    def sessions(self) -> Iterator[RecordedSession]:
        """Every session, the newest first where that is known."""

    def prompt(self, session_id: str) -> str:
        """The stored system prompt; empty where none is."""

    def notes(self, session_id: str) -> tuple[str, ...]:
        """What of the session is not read, each in a sentence."""

    def count_rows(self, session_id: str) -> int:
        """How many rows :meth:`rows` gives at most, or 0 if nobody knows."""

    def rows(self, session_id: str) -> Iterator[RecordedRow]:
        """Its messages in order, read in small parts."""

    def has_value(self, table: str, column: str, session_id: str) -> bool:
        """A row of the session holds something in a column that may not exist."""

    def close(self) -> None:
        """Let go of the file."""

    def __enter__(self) -> Self: ...

    def __exit__(self, *_: object) -> None: ...
