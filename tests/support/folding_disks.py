"""A real disk that ignores the case of names: that of this machine, or one that is mounted for a while."""

import os
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import NamedTuple

SERVER = Path(__file__).with_name("folding_server.py")
_SECONDS = 10
"""How long a disk may take to be there."""


class NoFoldingDiskError(Exception):
    """None can be had here; says why."""


class _Image(NamedTuple):
    """A file system in a file, for those whose system knows it; takes the rights of root."""

    name: str
    make: tuple[str, ...]
    """Takes the image as its last argument."""
    mount: tuple[str, ...] = ()
    """Options of mount."""
    switch: tuple[str, ...] = ()
    """Makes an empty directory ignore case; takes it as its last argument."""


_IMAGES = (
    _Image("ext4 with casefold", ("mkfs.ext4", "-q", "-O", "casefold"), switch=("chattr", "+F")),
    _Image("vfat", ("mkfs.vfat",), ("-o", "iocharset=utf8")),
)


@contextmanager
def folding_directory(scratch: Path) -> Iterator[Path]:
    """An empty directory in which names match whatever their case, gone with the block.

    Raises:
        NoFoldingDiskError: none can be had.
    """
    own = scratch / "own"
    own.mkdir(parents=True)
    if ignores_case(own):  # macOS, Windows
        yield own
        return
    why: list[str] = []
    for image in _IMAGES:
        try:
            mounted = _mount_image(image, scratch)
        except (OSError, subprocess.SubprocessError) as error:
            why.append(f"{image.name}: {_complaint(error)}")
            continue
        try:
            yield mounted
        finally:
            _unmount(mounted.parent)
        return
    with _served(scratch, why) as mounted:
        yield mounted


def ignores_case(directory: Path) -> bool:
    """Another spelling of a name finds it there."""
    probe = directory / "Spelling"
    probe.mkdir()
    try:
        return probe.with_name("sPELLING").exists()
    finally:
        probe.rmdir()


def _mount_image(image: _Image, scratch: Path) -> Path:
    file, point = scratch / "image", scratch / "image_mounted"
    point.mkdir(exist_ok=True)
    with file.open("wb") as made:
        made.truncate(16_000_000)
    _run(*image.make, str(file))
    _run("mount", "-o", "loop", *image.mount, str(file), str(point))
    top = point / "top"
    try:
        top.mkdir()
        if image.switch:
            _run(*image.switch, str(top))
    except (OSError, subprocess.SubprocessError):
        _unmount(point)
        raise
    return top


@contextmanager
def _served(scratch: Path, why: list[str]) -> Iterator[Path]:
    """The disk of :mod:`support.folding_server`, for whoever may use FUSE."""
    backing, point = scratch / "backing", scratch / "mounted"
    backing.mkdir()
    point.mkdir()
    server = subprocess.Popen(
        [sys.executable, str(SERVER), str(backing), str(point)],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert server.stderr is not None
    try:
        end = time.monotonic() + _SECONDS
        while not os.path.ismount(point) and server.poll() is None and time.monotonic() < end:
            time.sleep(0.02)
        if not os.path.ismount(point):
            server.kill()
            said = (server.stderr.read().strip().splitlines() or ["nothing was mounted"])[-1]
            raise NoFoldingDiskError("; ".join((*why, f"FUSE: {said}")))
        yield point
    finally:
        if os.path.ismount(point):
            _unmount(point)
        with suppress(subprocess.TimeoutExpired):
            server.wait(timeout=_SECONDS)
        server.kill()
        server.wait()
        server.stderr.close()


def _unmount(point: Path) -> None:
    for command in (("umount", str(point)), ("fusermount3", "-u", str(point)), ("umount", "-l", str(point))):
        with suppress(OSError, subprocess.SubprocessError):
            _run(*command)
            return


def _run(*command: str) -> None:
    program = shutil.which(command[0])
    if program is None:
        raise OSError(f"no {command[0]} here")
    subprocess.run((program, *command[1:]), check=True, capture_output=True, text=True, timeout=30)


def _complaint(error: Exception) -> str:
    if isinstance(error, subprocess.CalledProcessError):
        return (error.stderr or str(error)).strip().splitlines()[0]
    return str(error)
