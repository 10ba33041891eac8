"""Where Windows is not like POSIX: what it lacks, with what stands in for it, and where things are there."""

import os
import signal
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import subprocess  # what it brings takes as long as an answer


def _flag(name: str) -> int:
    """A flag of :func:`os.open`; nothing where the system does not know it."""
    return int(getattr(os, name, 0))


_ALWAYS = _flag("O_CLOEXEC") | _flag("O_NOINHERIT") | _flag("O_BINARY")
"""Not for child processes, and line ends as they are: POSIX has the first, Windows the other two."""
READING = os.O_RDONLY | _flag("O_NONBLOCK") | _flag("O_NOCTTY") | _ALWAYS
"""A pipe that nobody writes to does not make the opening wait. (On Windows no pipe has a place on a disk.)"""
REPLACING = os.O_WRONLY | os.O_CREAT | os.O_TRUNC | _ALWAYS
"""A file is made, or begins anew."""
NO_LINK = _flag("O_NOFOLLOW")
"""A link is not followed. Windows follows: who needs to know looks at the path first."""

HANG_UP = int(getattr(signal, "SIGHUP", 1))
"""The number of the signal that a terminal sends when it goes away; Windows has no such signal."""


def opened_without_waiting(path: str, flags: int) -> int:
    """An opener for :func:`open`: a pipe that nobody writes to does not make it wait."""
    return os.open(path, flags | READING)


def is_null_device(facts: os.stat_result) -> bool:
    """*facts* are those of a device that reads as empty (its number differs from system to system)."""
    try:
        null = os.stat(os.devnull)
    except OSError:  # a root of its own, without devices
        return False
    return _device(facts) == _device(null)


def _device(facts: os.stat_result) -> tuple[int, int]:
    return facts.st_mode & 0o170000, int(getattr(facts, "st_rdev", 0))


def user_home(environ: Mapping[str, str]) -> Path:
    """The user's home as Hermes has it, which asks ``Path.home``: on Windows that does not know ``HOME``."""
    return Path(environ.get("USERPROFILE" if sys.platform == "win32" else "HOME") or Path.home())


def usual_hermes_home(home: Path, *, in_app_data: bool) -> Path:
    """Hermes' home where ``HERMES_HOME`` is not set; *home* is the user's.

    Args:
        in_app_data: the release (0.16 and later) has it in ``%LOCALAPPDATA%`` on Windows.
    """
    if sys.platform == "win32" and in_app_data:
        local = os.environ.get("LOCALAPPDATA", "").strip()
        return (Path(local) if local else home / "AppData" / "Local") / "hermes"
    return home / ".hermes"


def program_names(name: str, environ: Mapping[str, str]) -> tuple[str, ...]:
    """The files by which a shell finds the program *name*: on Windows each ending of ``PATHEXT`` is tried."""
    if sys.platform == "win32":
        endings = environ.get("PATHEXT") or ".COM;.EXE;.BAT;.CMD"
        names = tuple(f"{name}{ending.lower()}" for ending in endings.split(";") if ending)
    else:
        names = (name,)
    return names


def bytes_on_disk(path: Path) -> int:
    """What a file takes up, holes left out where the system tells; 0 where there is none."""
    try:
        facts = os.stat(path)
    except OSError:
        return 0
    blocks: int | None = getattr(facts, "st_blocks", None)
    return facts.st_size if blocks is None else blocks * 512


def wait_for_hang_up(file: int) -> bool:
    """Wait until the other end of a terminal or pipe is gone; ``False``: this system cannot tell.

    Windows ends by itself what runs in a window that is closed.
    """
    import select

    make_poll = getattr(select, "poll", None)
    if make_poll is None:
        return False
    poll = make_poll()
    poll.register(file, 0)  # nothing is asked for, so only an end is told
    gone = getattr(select, "POLLHUP", 0) | getattr(select, "POLLERR", 0)
    return any(event & gone for _, event in poll.poll())


def end_with_children(process: "subprocess.Popen[bytes]") -> None:
    """End at once a process that was started with ``start_new_session``, and what it has started.

    Windows has no such groups: there the process alone is ended.
    """
    end_group = getattr(os, "killpg", None)
    if end_group is None:
        process.kill()
    else:
        end_group(process.pid, getattr(signal, "SIGKILL", 9))
