"""Copies of databases that may be in use: no lock is taken, and nothing is created beside them.

Holes stay holes, and blocks are shared where the file system can.
"""

import errno
import os
import shutil
import tempfile
from pathlib import Path
from typing import NamedTuple

from hermes_tui.core.filesystem.portable import READING, REPLACING, bytes_on_disk
from hermes_tui.core.recordings.model import BusyError, RecordingError

_TRIES = 8
_CHUNK = 1 << 20
_LARGE = 256 << 20
"""Copies of this size go to the directory below where there is one, since ``/tmp`` may be memory."""
_LASTING = "/var/tmp"  # noqa: S108 -- mkdtemp makes what is private in it
_WAL_HEADER = 32
"""Bytes of a write-ahead log before its frames; its salts change when it starts anew."""


class CopyMark(NamedTuple):
    """By what a change of a file is noticed."""

    inode: int
    size: int
    modified: int


def first_bytes(path: Path, size: int) -> bytes:
    """The first bytes of a file; a pipe does not make it wait."""
    handle = os.open(path, READING)
    try:
        return os.read(handle, size)
    finally:
        os.close(handle)


def _beside(path: Path, suffix: str) -> Path:
    # SQLite follows links before it looks for what lies beside a database
    real = Path(os.path.realpath(path))
    return real.with_name(real.name + suffix)


def mark_of(path: Path) -> CopyMark | None:
    """The file's mark; ``None``: it is not there."""
    try:
        facts = os.stat(path)
    except OSError:
        return None
    return CopyMark(facts.st_ino, facts.st_size, facts.st_mtime_ns)


def has_waiting(path: Path, *, rollback_only: bool = False) -> bool:
    """Changes lie beside the file that are part of the database, or not yet undone in it."""
    suffixes = ("-journal",) if rollback_only else ("-wal", "-journal")
    return any((mark := mark_of(_beside(path, suffix))) is not None and mark.size > 0 for suffix in suffixes)


def has_writer(path: Path) -> bool:
    """A process has the database open that writes to a log beside it, or has died over it."""
    log, index = mark_of(_beside(path, "-wal")), mark_of(_beside(path, "-shm"))
    return log is not None and log.size > 0 and index is not None and index.size > 0


def marks_of(path: Path) -> tuple[CopyMark | None, ...]:
    """The marks of all that a change of the database changes."""
    return tuple(mark_of(part) for part in (path, _beside(path, "-wal"), _beside(path, "-journal")))


def room(path: Path) -> tempfile.TemporaryDirectory[str]:
    """A private directory for the copy, where there is room for it."""
    needed = sum(bytes_on_disk(part) for part in (path, _beside(path, "-wal"), _beside(path, "-journal")))
    places = [tempfile.gettempdir()]
    if os.path.isdir(_LASTING):
        places.append(_LASTING)
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


def copy_consistently(source: Path, target: Path) -> None:
    """Copy database and logs so that they belong together.

    A checkpoint writes pages from the log into the file, but they stay in the log until it starts anew. So
    the file first, then the log: whatever was half written while the file was copied is whole in the log,
    as long as the log did not start anew in between.

    Raises:
        BusyError: the database is written to so often that no copy succeeds.
        RecordingError: it cannot be read.
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
    raise BusyError(f"{source} is written to without a pause: try again, or when Hermes is idle")


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
    reading = os.open(source, READING)
    try:
        writing = os.open(target, REPLACING, 0o600)
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
    seek_data = getattr(os, "SEEK_DATA", None)
    if seek_data is None:
        return position
    try:
        return os.lseek(handle, position, seek_data)
    except OSError as error:
        return None if error.errno == errno.ENXIO else position


def _hole_from(handle: int, position: int, size: int) -> int:
    seek_hole = getattr(os, "SEEK_HOLE", None)
    if seek_hole is None:
        return size
    try:
        return min(os.lseek(handle, position, seek_hole), size) or size
    except OSError:
        return size


def _copy_range(reading: int, writing: int, start: int, end: int) -> None:
    share = getattr(os, "copy_file_range", _copy_by_reading)
    position = start
    while position < end:
        count = min(end - position, 64 * _CHUNK)
        try:
            done = share(reading, writing, count, position, position)
        except OSError:
            done = _copy_by_reading(reading, writing, count, position, position)
        if done == 0:  # it was cut short meanwhile
            return
        position += done


def _copy_by_reading(reading: int, writing: int, count: int, source: int, target: int) -> int:
    """The same as ``os.copy_file_range``, for systems or files that cannot."""
    os.lseek(reading, source, os.SEEK_SET)
    data = os.read(reading, min(count, _CHUNK))
    os.lseek(writing, target, os.SEEK_SET)
    return os.write(writing, data) if data else 0
