"""A SQLite database read as it was at one moment, without a trace and without a lock (``sessions.md`` 1.2).

Hermes may be writing to its database meanwhile. Every ordinary way of opening one gets in its way: it takes
locks on the file, and in WAL mode creates ``-wal`` and ``-shm`` files beside it, or joins the locking in
them. So SQLite never opens a database that may be in use:

* Nothing waits in a ``-wal`` or ``-journal`` beside it: it is read in place as ``immutable``, which takes no
  lock and creates nothing. Should the file change meanwhile, what was read is thrown away, and
* in all other cases the file and what waits beside it are copied to a temporary directory, by plain reading;
  a copy counts only if nothing was written back to the file while it was made.

Who follows a session looks again several times a second, and would copy each time. For that, and only while
a writer's ``-wal`` and ``-shm`` lie there, SQLite reads beside it (``mode=ro``, ``readonly_shm``): nothing is
created or written; a question takes the shared lock of a reader for the milliseconds that it lasts, which
stops no writer; and nothing is open between two looks. Where there is no log, a look waits for a moment in
which nobody writes, and then reads in place.

Nothing is ever held in memory whole. What a file says of itself is not trusted: a value has a longest size,
and a question a longest time.
"""

import os
import sqlite3
import stat
import tempfile
import time
from array import array
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Self, TypeVar
from urllib.parse import quote

from hermes_tui.core.recordings.model import RecordingError
from hermes_tui.core.recordings.sqlite_copy import (
    copy_consistently,
    first_bytes,
    has_waiting,
    has_writer,
    mark_of,
    room,
)

_MAGIC = b"SQLite format 3\0"
_LONGEST_VALUE = 2 << 20
"""Bytes of a value that SQLite handles; only :meth:`Snapshot.end_of` reads of more."""
_LONGEST_QUESTION = 3.0
"""Seconds of work, waiting for a disk or for others aside. The pages of a damaged file may lead to each other
without end."""
_STEPS = 20_000
"""Of SQLite's machine, between two looks at the clock."""
_CACHE = 8_192
"""Kilobytes; a file may ask for any number."""

_TRIES = 8
_MOMENT = 0.003
"""Seconds; a transaction of Hermes takes less."""

_T = TypeVar("_T")


class TooLongError(Exception):
    """A value is longer than SQLite may handle here."""


class Snapshot:
    """A database to ask, as it was when it was opened, or later where it was read in place."""

    def __init__(self, path: Path, *, beside_writer: bool = False) -> None:
        """Open the database at *path*.

        Args:
            path: the file.
            beside_writer: read where a writer is at work without a copy; to be closed at once.

        Raises:
            RecordingError: it is none, or cannot be read.
        """
        self.path = Path(os.path.abspath(path))
        self._copies: tempfile.TemporaryDirectory[str] | None = None
        self._until = time.thread_time() + _LONGEST_QUESTION
        self._is_bounded = False
        _check(self.path)
        self._mark = mark_of(self.path)
        self._tries = _TRIES if beside_writer else 0
        """How often it is still read in place although it is written to."""
        self._is_beside_writer = beside_writer and has_writer(self.path)
        if self._is_beside_writer:
            self._connection = self._connected(self.path, "mode=ro&readonly_shm=1")
        elif has_waiting(self.path):
            self._connection = self._open_again()
        else:
            self._connection = self._open_in_place()

    def rows(self, sql: str, values: Sequence[object] = ()) -> list[tuple[object, ...]]:
        """What the database answers; ask for a part at a time where it may be much.

        Raises:
            RecordingError: it is damaged, or takes too long.
            TooLongError: a value that it comes across is too long.
        """
        return self._asked(lambda: self._connection.execute(sql, tuple(values)).fetchall())

    def numbers(self, sql: str, values: Sequence[object] = ()) -> "array[int]":
        """The same for whole numbers in one column, of which there may be many.

        Raises:
            RecordingError: it is damaged, or takes too long.
            TooLongError: a value that it comes across is too long.
        """

        def asked() -> "array[int]":
            cursor = self._connection.execute(sql, tuple(values))
            return array("q", (row[0] for row in cursor))

        return self._asked(asked)

    def end_of(self, table: str, column: str, rowid: int, most: int, farthest: int) -> tuple[int, bytes]:
        """How many bytes a text or blob has, and the last *most* of them; none where it has over *farthest*.

        Raises:
            RecordingError: it is damaged, or the value is neither.
        """

        def asked() -> tuple[int, bytes]:
            with self._connection.blobopen(table, column, rowid, readonly=True) as blob:
                size = len(blob)
                if not most or size > farthest:
                    return size, b""
                blob.seek(max(0, size - most))
                return size, blob.read(most)

        return self._asked(asked)

    def _asked(self, ask: Callable[[], _T]) -> _T:
        while True:
            self._until = time.thread_time() + _LONGEST_QUESTION
            try:
                if not self._is_bounded:  # this looks into the file, which may be changing
                    self._connection.execute(f"PRAGMA cache_size=-{_CACHE}")
                    self._is_bounded = True
                found = ask()
            # Values and messages may be no UTF-8, numbers larger than those of C.
            except (sqlite3.Error, OverflowError, MemoryError, UnicodeError, TypeError) as error:
                writer_left = self._is_beside_writer and isinstance(error, sqlite3.OperationalError)
                if not writer_left and not self._has_changed():
                    if isinstance(error, sqlite3.DataError) and "too big" in str(error):
                        raise TooLongError from None
                    raise RecordingError(_said(self.path, error)) from None
            else:
                if not self._has_changed():
                    return found
            self._connection.close()
            self._is_beside_writer = False
            self._connection = self._open_again()
            self._is_bounded = False

    def _is_over(self) -> bool:
        return time.thread_time() > self._until

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
        if self._copies is not None or self._is_beside_writer:
            return False
        return mark_of(self.path) != self._mark or has_waiting(self.path, rollback_only=True)

    def _open_in_place(self) -> sqlite3.Connection:
        return self._connected(self.path, "mode=ro&immutable=1")

    def _open_again(self) -> sqlite3.Connection:
        """Where somebody writes meanwhile: after a moment for who looks for one, else in a copy."""
        while self._tries:
            self._tries -= 1
            time.sleep(_MOMENT)
            self._mark = mark_of(self.path)
            if not has_waiting(self.path):
                return self._open_in_place()
        return self._open_copy()

    def _open_copy(self) -> sqlite3.Connection:
        self._copies = room(self.path)
        try:
            copy = Path(self._copies.name) / "state.db"
            copy_consistently(self.path, copy)
            return self._connected(copy, "mode=rw")
        except BaseException:
            self._copies.cleanup()
            raise

    def _connected(self, path: Path, mode: str) -> sqlite3.Connection:
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
        connection.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, _LONGEST_VALUE)
        connection.set_progress_handler(self._is_over, _STEPS)
        try:
            for pragma in (
                *("query_only=ON", "trusted_schema=OFF", "cell_size_check=ON", "mmap_size=0"),
                "temp_store=MEMORY",
            ):
                connection.execute(f"PRAGMA {pragma}")
        except (sqlite3.Error, UnicodeError) as error:
            connection.close()
            raise RecordingError(_said(path, error)) from None
        return connection


def _decoded(data: bytes) -> str:
    return data.decode("utf-8", "replace")


def _said(path: Path, error: BaseException) -> str:
    what = str(error) or type(error).__name__
    if isinstance(error, sqlite3.DatabaseError) and "not a database" in what:
        return f"{path} is no SQLite database, or it is encrypted"
    if isinstance(error, sqlite3.OperationalError) and what == "interrupted":
        return (
            f"{path} is not read: one question takes SQLite more than {_LONGEST_QUESTION:.0f} seconds of work"
        )
    if isinstance(error, UnicodeError):
        return f"{path} is damaged: what SQLite says about it is no text"
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
