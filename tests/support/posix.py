"""What POSIX alone has, for tests: ``posix.os.mkfifo(path)`` makes a pipe, or skips the test and says why."""

import os as _os
import sys
from typing import Any

import pytest


class _Module:
    """A module that may be lacking, or lack what is asked of it: who asks is skipped."""

    def __init__(self, name: str) -> None:
        self._name = name
        try:
            self._module: object = __import__(name)
        except ModuleNotFoundError:
            self._module = None

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__") or not hasattr(self._module, name):
            pytest.skip(f"this system has no {self._name}.{name}")
        return getattr(self._module, name)


os = _Module("os")
fcntl = _Module("fcntl")
pty = _Module("pty")
resource = _Module("resource")
signal = _Module("signal")
socket = _Module("socket")
termios = _Module("termios")
time = _Module("time")


def is_root() -> bool:
    """No permission binds this user (on Windows nobody is asked like that)."""
    user = getattr(_os, "geteuid", None)
    return user is not None and user() == 0


needs_root = pytest.mark.skipif(not is_root(), reason="only root can give files away, or read all of them")
needs_shell = pytest.mark.skipif(not _os.path.exists("/bin/sh"), reason="this system has no /bin/sh")
needs_proc = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="this system has no /proc")
