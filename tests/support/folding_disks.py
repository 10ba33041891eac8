"""A real disk that ignores the case of names: that of this machine, or one that is mounted for a while."""

import os
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

SERVER = Path(__file__).with_name("folding_server.py")
_SECONDS = 10
"""How long a disk may take to be there."""


class NoFoldingDiskError(Exception):
    """None can be had here; says why."""


@contextmanager
def folding_directory(scratch: Path) -> Iterator[Path]:
    """An empty directory in which names match whatever their case, gone with the block.

    Raises:
        NoFoldingDiskError: none can be had.
    """
    why: list[str] = []
    for disk in (_own, _casefolding_ext4, _served):
        try:
            with disk(scratch) as directory:
                yield directory
                return
        except NoFoldingDiskError as reason:
            why.append(str(reason))
    raise NoFoldingDiskError("; ".join(why))


@contextmanager
def _own(scratch: Path) -> Iterator[Path]:
    """The disk that is there anyway, as on macOS and Windows."""
    directory = scratch / "Own"
    directory.mkdir()
    if not (scratch / "oWN").exists():
        raise NoFoldingDiskError("this disk counts case")
    yield directory


@contextmanager
def _casefolding_ext4(scratch: Path) -> Iterator[Path]:
    """A file with an ext4 in it, where the kernel knows Unicode; takes the rights of root."""
    image, point = scratch / "image", scratch / "ext4"
    point.mkdir()
    with image.open("wb") as file:
        file.truncate(16_000_000)
    _run("ext4", "mkfs.ext4", "-q", "-O", "casefold", str(image))
    _run("ext4", "mount", "-o", "loop", str(image), str(point))
    try:
        directory = point / "folding"
        directory.mkdir()
        _run("ext4", "chattr", "+F", str(directory))
        yield directory
    finally:
        _unmount(point)


@contextmanager
def _served(scratch: Path) -> Iterator[Path]:
    """The disk of ``folding_server.py``, for whoever may use FUSE."""
    backing, point = scratch / "backing", scratch / "mounted"
    backing.mkdir()
    point.mkdir()
    server = subprocess.Popen(
        [sys.executable, str(SERVER), str(backing), str(point)],
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert server.stdin is not None
    assert server.stderr is not None
    try:
        end = time.monotonic() + _SECONDS
        while not os.path.ismount(point) and server.poll() is None and time.monotonic() < end:
            time.sleep(0.02)
        if not os.path.ismount(point):
            server.kill()
            said = server.stderr.read().strip().splitlines()
            raise NoFoldingDiskError(f"FUSE: {said[-1] if said else 'nothing was mounted'}")
        yield point
    finally:
        if os.path.ismount(point):
            _unmount(point)
        with suppress(subprocess.TimeoutExpired):
            server.wait(timeout=_SECONDS)
        server.kill()
        server.wait()
        server.stdin.close()
        server.stderr.close()


def _unmount(point: Path) -> None:
    for command in (("umount",), ("fusermount3", "-u"), ("umount", "-l")):
        with suppress(NoFoldingDiskError):
            _run("unmounting", *command, str(point))
            return


def _run(what: str, program: str, *arguments: str) -> None:
    found = shutil.which(program, path=f"{os.environ.get('PATH', '')}{os.pathsep}/usr/sbin{os.pathsep}/sbin")
    if found is None:
        raise NoFoldingDiskError(f"{what}: no {program} here")
    done = subprocess.run((found, *arguments), capture_output=True, text=True, timeout=30, check=False)
    if done.returncode:
        said = done.stderr.strip().splitlines()
        raise NoFoldingDiskError(f"{what}: {said[0] if said else f'{program} failed'}")
