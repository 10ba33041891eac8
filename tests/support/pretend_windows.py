"""Paths as on Windows, on a machine that is none: ``C:\\x`` is a file below a directory of this machine.

What is pretended: ``os.path`` is ``ntpath``, every ``Path`` is a Windows path, and whatever opens or lists
takes both. What is not: a disk to which case does not matter, locks, reserved names, consoles.
"""

import builtins
import io
import ntpath
import os
import pathlib
import posixpath
import sys
from collections.abc import Callable, Iterator
from typing import Any


class _WindowsPath(pathlib.Path, pathlib.PureWindowsPath):
    __slots__ = ()


def pretend(drive_c: str, user: str) -> None:
    """From now on this process is in ``C:\\``, which is the directory *drive_c*; *user* is the home."""
    here = _Machine(os.path.realpath(drive_c))
    for name in ("stat", "lstat", "open", "listdir", "mkdir", "access", "unlink", "remove", "utime", "rmdir"):
        setattr(os, name, here.taking(getattr(os, name)))
    os.scandir = here.scanning(os.scandir)
    os.readlink = here.giving(here.taking(os.readlink))
    os.getcwd = lambda: "C:\\"
    io.open = builtins.open = here.taking(io.open)
    ntpath.realpath = here.giving(posixpath.realpath)
    os.sep, os.altsep, os.pathsep = "\\", "/", ";"
    os.path = sys.modules["os.path"] = ntpath
    os.environ |= {"USERPROFILE": user, "HOME": "/c/somewhere/else", "PATH": "", "LOCALAPPDATA": ""}
    sys.platform = "win32"
    pathlib.Path.__new__ = _new  # type: ignore[method-assign]


def _new(cls: type, *arguments: Any, **keywords: Any) -> Any:
    if cls is pathlib.Path:
        cls = _WindowsPath
    from_parts = getattr(cls, "_from_parts", None)  # Python 3.11
    return object.__new__(cls) if from_parts is None else from_parts(arguments)


class _Machine:
    def __init__(self, drive_c: str) -> None:
        self._root = drive_c

    def real(self, path: Any) -> Any:
        """Where a path of Windows is on this machine."""
        if not isinstance(path, str | os.PathLike):
            return path
        text = os.fspath(path)
        drive, rest = ntpath.splitdrive(text)
        if not drive and not ntpath.isabs(text):
            drive = "C:"
        rest = rest.replace("\\", "/")
        if drive.upper() == "C:":
            return f"{self._root}/{rest.lstrip('/')}"
        return rest if not drive else f"{self._root}/no drive {drive.strip(':')}{rest}"

    def windows(self, path: str) -> str:
        """What a path of this machine is called there."""
        inside = path == self._root or path.startswith(f"{self._root}/")
        return "C:\\" + path[len(self._root) + 1 :].replace("/", "\\") if inside else path.replace("/", "\\")

    def taking(self, real: Callable[..., Any]) -> Callable[..., Any]:
        def call(path: Any, *arguments: Any, **keywords: Any) -> Any:
            return real(self.real(path), *arguments, **keywords)

        return call

    def giving(self, real: Callable[..., Any]) -> Callable[..., Any]:
        def call(path: Any, *arguments: Any, **keywords: Any) -> str:
            return self.windows(real(self.real(path), *arguments, **keywords))

        return call

    def scanning(self, real: Callable[..., Any]) -> Callable[..., Any]:
        def call(path: Any = "C:\\") -> "_Entries":
            return _Entries(real(self.real(path)), os.fspath(path))

        return call


class _Entries:
    def __init__(self, entries: Any, directory: str) -> None:
        self._entries = entries
        self._directory = directory

    def __iter__(self) -> Iterator["_Entry"]:
        return (_Entry(entry, self._directory) for entry in self._entries)

    def __enter__(self) -> "_Entries":
        return self

    def __exit__(self, *_: object) -> None:
        self._entries.close()

    close = __exit__


class _Entry:
    def __init__(self, entry: Any, directory: str) -> None:
        self._entry = entry
        self.path = ntpath.join(directory, entry.name)

    def __fspath__(self) -> str:
        return self.path

    def __getattr__(self, name: str) -> Any:
        return getattr(self._entry, name)
