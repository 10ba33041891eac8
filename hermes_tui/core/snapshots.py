"""A SQLite database read as it was at one moment, without a trace and without a lock (``sessions.md`` 1.2).

Hermes may be writing to its database meanwhile. Every ordinary way of opening one gets in its way: it takes
locks on the file, and in WAL mode creates ``-wal`` and ``-shm`` files beside it, or joins the locking in
them. So SQLite never opens a database that may be in use:

* Nothing waits in a ``-wal`` or ``-journal`` beside it: it is read in place as ``immutable``, which takes no
  lock and creates nothing. Should the file change meanwhile, what was read is thrown away, and
* in all other cases the file and what waits beside it are copied to a temporary directory, by plain reading;
  a copy counts only if nothing was written back to the file while it was made.

A copy keeps holes as holes and shares blocks where the file system can. Nothing is ever held in memory whole.
"""

import errno
import os
import shutil
import sqlite3
import stat
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple, Self
from urllib.parse import quote

from hermes_tui.core.settings import SettingsError

_MAGIC = b"SQLite format 3\0"
_TRIES = 8
_CHUNK = 1 << 20
_LARGE = 256 << 20
"""Copies of this size go to ``/var/tmp``, since ``/tmp`` may be memory."""
_WAL_HEADER = 32
"""Bytes of a write-ahead log before its frames; its salts change when it starts anew."""


class RecordingError(SettingsError):
    """A recording cannot be read, or not found; the message is a sentence."""


class _Mark(NamedTuple):
    """By what a change of a file is noticed."""

    inode: int
    size: int
    modified: int


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
        self._mark = _mark(self.path)
        if _waits(self.path):
            self._connection = self._open_copy()
        else:
            self._connection = self._open_in_place()

    @property
    def is_copy(self) -> bool:
        """It was copied, because somebody may be writing to it."""
        return self._copies is not None

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
            _mark(self.path) != self._mark or _waits(self.path, rollback_only=True)
        )

    def _open_in_place(self) -> sqlite3.Connection:
        return _connect(self.path, "mode=ro&immutable=1")

    def _open_copy(self) -> sqlite3.Connection:
        self._copies = _room(self.path)
        try:
            copy = Path(self._copies.name) / "state.db"
            _copy_consistently(self.path, copy)
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


# ── the file and what waits beside it ──


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
        begin = _begin(path, len(_MAGIC))
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


def _begin(path: Path, size: int) -> bytes:
    handle = os.open(path, os.O_RDONLY | os.O_CLOEXEC | os.O_NONBLOCK)
    try:
        return os.read(handle, size)
    finally:
        os.close(handle)


def _beside(path: Path, suffix: str) -> Path:
    # SQLite follows links before it looks for what lies beside a database
    real = Path(os.path.realpath(path))
    return real.with_name(real.name + suffix)


def _mark(path: Path) -> _Mark | None:
    try:
        facts = os.stat(path)
    except OSError:
        return None
    return _Mark(facts.st_ino, facts.st_size, facts.st_mtime_ns)


def _waits(path: Path, *, rollback_only: bool = False) -> bool:
    """Changes lie beside the file that are part of the database, or not yet undone in it."""
    suffixes = ("-journal",) if rollback_only else ("-wal", "-journal")
    return any((mark := _mark(_beside(path, suffix))) is not None and mark.size > 0 for suffix in suffixes)


# ── copying ──


def _room(path: Path) -> tempfile.TemporaryDirectory[str]:
    """A private directory for the copy, where there is room for it."""
    needed = sum(
        os.stat(part).st_blocks * 512
        for part in (path, _beside(path, "-wal"), _beside(path, "-journal"))
        if part.exists()
    )
    places = [tempfile.gettempdir(), "/var/tmp"]  # noqa: S108 -- mkdtemp makes it private
    if needed >= _LARGE:
        places.reverse()
    for place in places:
        try:
            if shutil.disk_usage(place).free > needed:
                return tempfile.TemporaryDirectory(prefix="hermes-tui-", dir=place)
        except OSError:
            continue
    raise RecordingError(
        f"{path} may be in use, so it must be copied before it is read, and there is no room for "
        f"{needed / 1e6:,.0f} MB in {' or '.join(places)}"
    )


def _copy_consistently(source: Path, target: Path) -> None:
    """Copy database and logs so that they belong together.

    A checkpoint writes pages from the log into the file, but they stay in the log until it starts anew. So
    the file first, then the log: whatever was half written while the file was copied is whole in the log,
    as long as the log did not start anew in between.

    Raises:
        RecordingError: the database is written to so often that no copy succeeds, or cannot be read.
    """
    log, journal = _beside(source, "-wal"), _beside(source, "-journal")
    for _ in range(_TRIES):
        try:
            before = _state(source, log, journal)
            _copy(source, target)
            _copy_if_there(log, target.with_name(target.name + "-wal"))
            _copy_if_there(journal, target.with_name(target.name + "-journal"))
            if _state(source, log, journal) == before:
                return
        except OSError as error:
            raise RecordingError(f"{source} cannot be copied to be read: {error.strerror or error}") from None
    raise RecordingError(f"{source} is written to without a pause: try again, or when Hermes is idle")


def _state(source: Path, log: Path, journal: Path) -> tuple[object, ...]:
    """What must not change while a copy is made."""
    try:
        header = _begin(log, _WAL_HEADER)
    except OSError:
        header = b""
    if header:
        return ("wal", header, _mark(journal))
    return ("file", _mark(source), _mark(journal))


def _copy_if_there(source: Path, target: Path) -> None:
    target.unlink(missing_ok=True)
    try:
        _copy(source, target)
    except FileNotFoundError:
        return


def _copy(source: Path, target: Path) -> None:
    """Copy by plain reading; holes stay holes."""
    reading = os.open(source, os.O_RDONLY | os.O_CLOEXEC | os.O_NONBLOCK)
    try:
        writing = os.open(target, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_CLOEXEC, 0o600)
        try:
            size = os.fstat(reading).st_size
            position = 0
            while position < size:
                start = _data_from(reading, position)
                if start is None:
                    break
                end = _hole_from(reading, start, size)
                _copy_range(reading, writing, start, end)
                position = end
            os.truncate(writing, size)
        finally:
            os.close(writing)
    finally:
        os.close(reading)


def _data_from(handle: int, position: int) -> int | None:
    try:
        return os.lseek(handle, position, os.SEEK_DATA)
    except (OSError, AttributeError) as error:
        return None if getattr(error, "errno", 0) == errno.ENXIO else position


def _hole_from(handle: int, position: int, size: int) -> int:
    try:
        return min(os.lseek(handle, position, os.SEEK_HOLE), size) or size
    except (OSError, AttributeError):
        return size


def _copy_range(reading: int, writing: int, start: int, end: int) -> None:
    position = start
    while position < end:
        try:
            done = os.copy_file_range(reading, writing, min(end - position, 64 * _CHUNK), position, position)
        except (OSError, AttributeError):
            data = os.pread(reading, min(end - position, _CHUNK), position)
            done = os.pwrite(writing, data, position) if data else 0
        if done == 0:  # it was cut short meanwhile
            return
        position += done
