"""A SQLite database read as it was at one moment, without a trace and without a lock (``sessions.md`` 1.2).

Hermes may be writing to its database meanwhile. Every ordinary way of opening one gets in its way: it takes
locks on the file, and in WAL mode creates ``-wal`` and ``-shm`` files beside it, or joins the locking in
them. So SQLite never opens a database that may be in use:

* Nothing waits in a ``-wal`` or ``-journal`` beside it: it is read in place as ``immutable``, which takes no
  lock and creates nothing. Should the file change meanwhile, what was read is thrown away, and
* in all other cases the file and what waits beside it are copied to a temporary directory, by plain reading;
  a copy counts only if nothing was written back to the file while it was made.

Nothing is ever held in memory whole.
"""

import os
import sqlite3
import stat
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Self
from urllib.parse import quote

from hermes_tui.core.recorded.database_copies import (
    copy_consistently,
    first_bytes,
    has_waiting,
    mark_of,
    room,
)
from hermes_tui.core.recorded.sessions import RecordingError

_MAGIC = b"SQLite format 3\0"


class Snapshot:
    """A database to ask, as it was when it was opened, or later where it was read in place."""

    def __init__(self, path: Path) -> None:
        """Open the database at *path*.

        Raises:
            RecordingError: it is none, or cannot be read.
        """
        self.path = Path(os.path.abspath(path))
        self._copies: tempfile.TemporaryDirectory[str] | None = None
        _check(self.path)
        self._mark = mark_of(self.path)
        if has_waiting(self.path):
            self._connection = self._open_copy()
        else:
            self._connection = self._open_in_place()

    def rows(self, sql: str, values: Sequence[object] = ()) -> list[tuple[object, ...]]:
        """What the database answers; ask for a part at a time where it may be much.

        Raises:
            RecordingError: it is damaged.
        """
        while True:
            try:
                found = self._connection.execute(sql, tuple(values)).fetchall()
            except (sqlite3.Error, OverflowError, MemoryError) as error:
                if not self._has_changed():
                    raise RecordingError(_said(self.path, error)) from None
            else:
                if not self._has_changed():
                    return found
            self._connection.close()
            self._connection = self._open_copy()

    def close(self) -> None:
        """Let go of the file, and take the copy away."""
        self._connection.close()
        if self._copies is not None:
            self._copies.cleanup()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _has_changed(self) -> bool:
        return self._copies is None and (
            mark_of(self.path) != self._mark or has_waiting(self.path, rollback_only=True)
        )

    def _open_in_place(self) -> sqlite3.Connection:
        return _connect(self.path, "mode=ro&immutable=1")

    def _open_copy(self) -> sqlite3.Connection:
        self._copies = room(self.path)
        try:
            copy = Path(self._copies.name) / "state.db"
            copy_consistently(self.path, copy)
            return _connect(copy, "mode=rw")
        except BaseException:
            self._copies.cleanup()
            raise


def _connect(path: Path, mode: str) -> sqlite3.Connection:
    try:
        connection = sqlite3.connect(
            f"file:{quote(os.fsencode(path))}?{mode}",
            uri=True,
            isolation_level=None,
            check_same_thread=False,  # a screen reads in one thread and lets go in another
        )
    except sqlite3.Error as error:
        raise RecordingError(_said(path, error)) from None
    connection.text_factory = _decoded
    try:
        for pragma in ("query_only=ON", "trusted_schema=OFF", "cell_size_check=ON", "mmap_size=0"):
            connection.execute(f"PRAGMA {pragma}")
    except sqlite3.Error as error:
        connection.close()
        raise RecordingError(_said(path, error)) from None
    return connection


def _decoded(data: bytes) -> str:
    return data.decode("utf-8", "replace")


def _said(path: Path, error: BaseException) -> str:
    what = str(error) or type(error).__name__
    if isinstance(error, sqlite3.DatabaseError) and "not a database" in what:
        return f"{path} is no SQLite database, or it is encrypted"
    return f"{path} is damaged or cut short: SQLite says {what!r}"


def _check(path: Path) -> None:
    """The file is there, and begins like a database.

    Raises:
        RecordingError: it does not.
    """
    try:
        facts = os.stat(path)
        if stat.S_ISDIR(facts.st_mode):
            raise RecordingError(f"{path} is a directory, not a database")
        if not stat.S_ISREG(facts.st_mode):
            raise RecordingError(f"{path} is no regular file")
        begin = first_bytes(path, len(_MAGIC))
    except OSError as error:
        raise RecordingError(f"{path} cannot be read: {error.strerror or error}") from None
    except ValueError as error:
        if isinstance(error, RecordingError):
            raise
        raise RecordingError(f"{str(path)!r} is no path: {error}") from None
    if not begin and not facts.st_size:
        raise RecordingError(f"{path} is empty: nothing is recorded in it")
    if begin != _MAGIC:
        raise RecordingError(f"{path} is no SQLite database, or it is encrypted")
