"""Copies of databases that may be in use: no lock is taken, and nothing is created beside them.

Holes stay holes, and blocks are shared where the file system can.
"""

import errno
import os
import shutil
import tempfile
from pathlib import Path
from typing import NamedTuple

from hermes_tui.core.recorded.sessions import RecordingError

_TRIES = 8
_CHUNK = 1 << 20
_LARGE = 256 << 20
"""Copies of this size go to ``/var/tmp``, since ``/tmp`` may be memory."""
_WAL_HEADER = 32
"""Bytes of a write-ahead log before its frames; its salts change when it starts anew."""


class Mark(NamedTuple):
    """By what a change of a file is noticed."""

    inode: int
    size: int
    modified: int


def first_bytes(path: Path, size: int) -> bytes:
    """The first bytes of a file; a pipe does not make it wait."""
    handle = os.open(path, os.O_RDONLY | os.O_CLOEXEC | os.O_NONBLOCK)
    try:
        return os.read(handle, size)
    finally:
        os.close(handle)


def _beside(path: Path, suffix: str) -> Path:
    # SQLite follows links before it looks for what lies beside a database
    real = Path(os.path.realpath(path))
    return real.with_name(real.name + suffix)


def mark_of(path: Path) -> Mark | None:
    """The file's mark; ``None``: it is not there."""
    try:
        facts = os.stat(path)
    except OSError:
        return None
    return Mark(facts.st_ino, facts.st_size, facts.st_mtime_ns)


def has_waiting(path: Path, *, rollback_only: bool = False) -> bool:
    """Changes lie beside the file that are part of the database, or not yet undone in it."""
    suffixes = ("-journal",) if rollback_only else ("-wal", "-journal")
    return any((mark := mark_of(_beside(path, suffix))) is not None and mark.size > 0 for suffix in suffixes)


def room(path: Path) -> tempfile.TemporaryDirectory[str]:
    """A private directory for the copy, where there is room for it."""
    needed = sum(_allocated(part) for part in (path, _beside(path, "-wal"), _beside(path, "-journal")))
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


def _allocated(path: Path) -> int:
    try:
        return os.stat(path).st_blocks * 512
    except OSError:  # logs come and go
        return 0


def copy_consistently(source: Path, target: Path) -> None:
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
        header = first_bytes(log, _WAL_HEADER)
    except OSError:
        header = b""
    if header:
        return ("wal", header, mark_of(journal))
    return ("file", mark_of(source), mark_of(journal))


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
