"""A ``state.db`` that Hermes writes to meanwhile: what is new in it, look by look (``sessions.md`` 1.3)."""

import time
from collections.abc import Callable, Iterator, Sequence
from itertools import islice, takewhile
from pathlib import Path

from hermes_tui.core.recordings.catalog import Listed
from hermes_tui.core.recordings.foreign_values import number_of
from hermes_tui.core.recordings.model import BusyError, RecordedRow, RecordedSession, RecordingError
from hermes_tui.core.recordings.sqlite_copy import CopyMark, marks_of
from hermes_tui.core.recordings.sqlite_snapshot import TooLongError
from hermes_tui.core.recordings.state_db import SessionDatabase
from hermes_tui.core.recordings.state_values import AN_ID, as_bytes

_SETTLED = 100_000_000
"""Nanoseconds after which a file whose time is still the same has not been written to: clocks tick slowly."""
_NEWEST = 50
"""Sessions of a database that are asked when they were last written to."""


class LiveDatabase(SessionDatabase):
    """One look at a database in use; to be closed at once."""

    def __init__(self, path: Path) -> None:
        """Open *path* beside whoever writes to it.

        Raises:
            RecordingError: it cannot be read, or is not Hermes'.
        """
        super().__init__(path, beside_writer=True)

    def session(self, session_id: str) -> RecordedSession | None:
        """That session as it is recorded now."""
        sql = f"SELECT rowid FROM sessions WHERE id = {AN_ID}"  # noqa: S608
        places = self._snapshot.numbers(sql, (as_bytes(session_id),))
        return next(self._sessions_at(places), None)

    def rows_behind(self, place: int, session_id: str) -> Iterator[RecordedRow]:
        """The session's messages that were written behind the one at *place*, in order."""
        sql = f"SELECT rowid FROM messages WHERE session_id = {AN_ID} AND rowid > ? ORDER BY rowid"  # noqa: S608
        return self._rows_at_all(self._snapshot.numbers(sql, (as_bytes(session_id), place)), session_id)

    def is_replaced(self, place: int) -> bool:
        """A compaction has archived the message that was at *place*, or it was written anew elsewhere."""
        archived = "compacted" if "compacted" in self.columns("messages") else "0"
        try:
            rows = self._snapshot.rows(f"SELECT {archived} FROM messages WHERE rowid = ?", (place,))  # noqa: S608
        except TooLongError:
            return False
        return not rows or bool(rows[0][0])

    def written_at(self, session_id: str) -> float | None:
        """When the last message of the session was written, in seconds since 1970."""
        if "timestamp" not in self.columns("messages"):
            return None
        sql = f"SELECT max(timestamp) FROM messages WHERE session_id = {AN_ID}"  # noqa: S608
        try:
            return number_of(self._snapshot.rows(sql, (as_bytes(session_id),))[0][0])
        except TooLongError:
            return None


class DatabaseWatch:
    """Says whether a database has changed, by nothing but the times and sizes of its files."""

    def __init__(self, path: Path) -> None:
        """Nothing is known of *path* yet."""
        self.path = path
        self._known: tuple[CopyMark | None, ...] | None = None

    def has_changed(self) -> bool:
        """Something was written since the last time that this was asked, or may have been."""
        marks = marks_of(self.path)
        if marks == self._known:
            return False
        newest = max((mark.modified for mark in marks if mark is not None), default=0)
        self._known = marks if time.time_ns() - newest > _SETTLED else None
        return True


class Databases:
    """The databases of a machine; one is opened again only after it was written to."""

    def __init__(self, paths: Callable[[], Sequence[Path]]) -> None:
        """*paths* says which there are: a new profile brings one."""
        self._paths = paths
        self._growing: dict[Path, DatabaseWatch] = {}
        self._beginning: dict[Path, DatabaseWatch] = {}

    def newest(self, since: float = 0.0) -> Listed | None:
        """The session that was written to last of those that have not ended; subagents are not asked for.

        *since* leaves out what was not written to since then, in seconds since 1970.

        Raises:
            RecordingError: none of the files can be read.
        """
        found: tuple[float, Listed] | None = None
        problems: list[str] = []
        paths = self._paths()
        for path in self._changed(paths, self._growing):
            try:
                with LiveDatabase(path) as database:
                    for written, session in _growing(database):
                        if written > since and (found is None or written > found[0]):
                            found = written, Listed(session, path)
            except BusyError:
                del self._growing[path]  # asked again with the next look
            except RecordingError as error:
                problems.append(str(error))
        if found is None and problems and len(problems) == len(paths):
            raise RecordingError("; ".join(problems))
        return found[1] if found is not None else None

    def begun_after(self, time_: float) -> Listed | None:
        """The newest session that began after that time, in seconds since 1970; no subagent."""
        found: Listed | None = None
        for path in self._changed(self._paths(), self._beginning):
            try:
                with LiveDatabase(path) as database:
                    sessions = takewhile(lambda one: _began(one) > time_, database.sessions())
                    own = next((session for session in sessions if not session.is_subagent), None)
            except RecordingError as error:
                own = None
                if isinstance(error, BusyError):
                    del self._beginning[path]
            if own is not None and (found is None or _began(own) > _began(found.session)):
                found = Listed(own, path)
        return found

    @staticmethod
    def _changed(paths: Sequence[Path], watches: dict[Path, DatabaseWatch]) -> list[Path]:
        return [path for path in paths if watches.setdefault(path, DatabaseWatch(path)).has_changed()]


def _began(session: RecordedSession) -> float:
    return session.started_at or 0.0


def _growing(database: LiveDatabase) -> Iterator[tuple[float, RecordedSession]]:
    for session in islice(database.sessions(), _NEWEST):
        if session.ended_at is None and not session.is_subagent:
            yield database.written_at(session.id) or _began(session), session
