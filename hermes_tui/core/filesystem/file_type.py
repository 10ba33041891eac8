"""What stands at a path: a file, a directory, a pipe, a link that leads nowhere. Nothing is opened."""

import errno
import os
import stat
import sys
from enum import Enum
from pathlib import Path
from typing import NamedTuple

from hermes_tui.core.filesystem.portable import is_null_device

ABSENT_ERRORS = (errno.ENOENT, errno.ENOTDIR, errno.EBADF, errno.ELOOP)
"""What the system answers where there is nothing. (``Path.exists`` hides every error since Python 3.14.)"""


class FileType(Enum):
    """What stands at a path once links are followed."""

    ABSENT = "nothing"
    FILE = "file"
    DIRECTORY = "directory"
    ENDLESS = "pipe or device"
    """Reading it would wait, or never end."""
    SOCKET = "socket"
    NULL = "null device"
    """It reads as empty, and is no regular file."""
    DENIED = "not permitted"
    """The question itself is refused; :attr:`Node.error` is what Python raises."""


class Node(NamedTuple):
    """One path, links followed."""

    kind: FileType
    size: int = 0
    """Bytes of a file."""
    error: str = ""
    """For ``DENIED``: the exception as Hermes would print it."""
    broken_link: str = ""
    """For ``ABSENT``: where the link points that leads nowhere."""
    identity: tuple[int, int] | None = None
    """Device and inode."""
    loops: bool = False
    """For a link that leads nowhere: by itself or by others it comes back to where it began."""

    @property
    def link_words(self) -> str:
        """What a link is that leads nowhere, as part of a sentence; may be foreign."""
        where = "to itself" if self.loops else "nowhere"
        return f"a link that leads {where} ({self.broken_link})" if self.broken_link else ""


def look(path: Path) -> Node:
    """What stands at *path*, links followed; never raises."""
    try:
        facts = os.stat(path)
    except ValueError:  # a NUL in the path
        return Node(FileType.ABSENT)
    except OSError as error:
        if error.errno in ABSENT_ERRORS:
            return Node(FileType.ABSENT, broken_link=_link_target(path), loops=error.errno == errno.ELOOP)
        return Node(FileType.DENIED, error=f"{type(error).__name__}: {error}")
    mode = facts.st_mode
    identity = (facts.st_dev, facts.st_ino)
    if stat.S_ISREG(mode):
        return Node(FileType.FILE, size=facts.st_size, identity=identity)
    if stat.S_ISDIR(mode):
        return Node(FileType.DIRECTORY, identity=identity)
    if stat.S_ISSOCK(mode):
        return Node(FileType.SOCKET, identity=identity)
    if stat.S_ISCHR(mode) and is_null_device(facts):
        return Node(FileType.NULL, identity=identity)
    return Node(FileType.ENDLESS, identity=identity)


def resolved(path: Path) -> Path:
    """The real location, links followed, as ``Path.resolve`` gives it under Python 3.11.

    Raises:
        OSError: a part cannot be read.
        RuntimeError: the links run in a circle.
        ValueError: the path holds a NUL.
    """
    real = path.resolve()
    if sys.version_info >= (3, 13):  # Python no longer raises for links in a circle; under Hermes it does
        try:
            os.stat(real)
        except OSError as error:
            if error.errno == errno.ELOOP:
                raise RuntimeError(f"Symlink loop from {str(path)!r}") from None
    return real


def _link_target(path: Path) -> str:
    try:
        return os.readlink(path)
    except (OSError, ValueError):
        return ""
