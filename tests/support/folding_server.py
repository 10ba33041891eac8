"""A disk as macOS has it, served from a directory: names keep their spelling, and match in any.

``python folding_server.py DIRECTORY MOUNTPOINT`` serves until it is unmounted, or until its standard input
ends: then whoever started it is gone. Needs mfusepy and libfuse.
"""

# ruff: noqa: ARG002 -- the arguments are those of FUSE
import errno
import os
import subprocess
import sys
import threading
import unicodedata
from collections.abc import Iterator
from typing import Any

import mfusepy  # type: ignore[import-untyped, unused-ignore]


class Folding(mfusepy.Operations):  # type: ignore[misc, unused-ignore]
    """Hands each question on to the directory, under the spelling that is there."""

    use_ns = True

    def __init__(self, directory: str) -> None:
        self._top = os.fsencode(directory)

    def _real(self, path: str) -> bytes:
        """The path on the disk below, each name as that one spells it."""
        real = self._top
        for name in path.strip("/").split("/") if path != "/" else ():
            wanted = _folded(name)
            there = os.listdir(real) if os.path.isdir(real) else []
            spelled = next((known for known in there if _folded(os.fsdecode(known)) == wanted), None)
            real = os.path.join(real, os.fsencode(name) if spelled is None else spelled)
        return real

    def getattr(self, path: str, fh: int | None = None) -> dict[str, Any]:
        facts = os.lstat(self._real(path))
        names = ("ino", "mode", "nlink", "uid", "gid", "size")
        times = {f"st_{name}time": getattr(facts, f"st_{name}time_ns") for name in "amc"}
        return {f"st_{name}": getattr(facts, f"st_{name}") for name in names} | times

    def readdir(self, path: str, fh: int) -> Iterator[tuple[str, dict[str, Any], int]]:
        for name in (".", "..", *os.listdir(os.fsdecode(self._real(path)))):
            facts = self.getattr(path if name in (".", "..") else os.path.join(path, name))
            yield name, facts, 0

    def readlink(self, path: str) -> str:
        return os.fsdecode(os.readlink(self._real(path)))

    def open(self, path: str, flags: int) -> int:
        return os.open(self._real(path), flags & ~os.O_NOFOLLOW)

    def create(self, path: str, mode: int, fi: object = None) -> int:
        return os.open(self._real(path), os.O_RDWR | os.O_CREAT, mode)

    def read(self, path: str, size: int, offset: int, fh: int) -> bytes:
        return os.pread(fh, size, offset)

    def write(self, path: str, data: bytes, offset: int, fh: int) -> int:
        return os.pwrite(fh, data, offset)

    def truncate(self, path: str, length: int, fh: int | None = None) -> None:
        os.truncate(self._real(path), length)

    def release(self, path: str, fh: int) -> None:
        os.close(fh)

    def mkdir(self, path: str, mode: int) -> None:
        os.mkdir(self._real(path), mode)

    def rmdir(self, path: str) -> None:
        os.rmdir(self._real(path))

    def unlink(self, path: str) -> None:
        os.unlink(self._real(path))

    def symlink(self, target: str, source: str) -> None:
        os.symlink(os.fsencode(source), self._real(target))

    def rename(self, old: str, new: str) -> None:
        if _folded(old) == _folded(new):  # another spelling of the same name
            before = self._real(old)
            os.rename(before, os.path.join(os.path.dirname(before), os.fsencode(os.path.basename(new))))
        else:
            os.rename(self._real(old), self._real(new))

    def chmod(self, path: str, mode: int) -> None:
        os.chmod(self._real(path), mode)

    def utimens(self, path: str, times: tuple[int, int] | None = None) -> None:
        if times is None:
            os.utime(self._real(path))
        else:
            os.utime(self._real(path), ns=times)

    def link(self, target: str, source: str) -> None:
        raise mfusepy.FuseOSError(errno.EPERM)


def _folded(name: str) -> str:
    return unicodedata.normalize("NFD", unicodedata.normalize("NFD", name).casefold())


def _unmount_at_the_end(mountpoint: str) -> None:
    sys.stdin.read()
    for command in (("umount", "-l"), ("fusermount3", "-uz")):
        if subprocess.run((*command, mountpoint), capture_output=True, check=False).returncode == 0:
            return


if __name__ == "__main__":
    directory, mountpoint = sys.argv[1:]
    threading.Thread(target=_unmount_at_the_end, args=(mountpoint,), daemon=True).start()
    mfusepy.FUSE(
        Folding(directory),
        mountpoint,
        foreground=True,
        nothreads=True,
        use_ino=True,
        entry_timeout=0,
        negative_timeout=0,
        attr_timeout=0,
    )
