"""Directories built from a dict that reads like them."""

import os
import socket
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import NamedTuple

import pytest

from support import posix


class Mode(NamedTuple):
    """A file or directory with these permissions."""

    bits: int
    content: str | bytes = ""


class Special(NamedTuple):
    """Something that is no file: ``Special("pipe")`` or ``Special("socket")``."""

    kind: str


Entry = str | bytes | Path | Mode | Special
"""What a name stands for: text (UTF-8), bytes, a link to that path, or one of the above."""

Files = Mapping[str, Entry]
"""A tree. A name that ends in a slash is a directory; parents come by themselves."""

Tree = Callable[[Files], Path]


def repository(directory: str) -> dict[str, Entry]:
    """What git takes for a repository, as *directory* (``.git``): just enough of it."""
    return {
        f"{directory}/HEAD": "ref: refs/heads/main\n",
        f"{directory}/objects/": "",
        f"{directory}/refs/": "",
    }


def grow(root: Path, files: Files) -> Path:
    """Build *files* below *root*, and return *root*."""
    root.mkdir(parents=True, exist_ok=True)
    modes: list[tuple[Path, int]] = []
    for name, entry in files.items():
        path = root / name
        content = entry.content if isinstance(entry, Mode) else entry
        if isinstance(entry, Mode):
            modes.append((path, entry.bits))
        if name.endswith("/"):
            path.mkdir(parents=True, exist_ok=True)
            continue
        path.parent.mkdir(parents=True, exist_ok=True)
        if isinstance(content, Path):
            if content.parts[:2] in (("/", "proc"), ("/", "dev")) and not content.exists():
                pytest.skip(f"this system has no {content}")
            path.symlink_to(content)
        elif isinstance(content, Special):
            _make_special(path, content.kind)
        else:
            path.write_bytes(content if isinstance(content, bytes) else content.encode("utf-8"))
    for path, bits in reversed(modes):
        path.chmod(bits)
    return root


def _make_special(path: Path, kind: str) -> None:
    if kind == "pipe":
        posix.os.mkfifo(path)
    else:
        with socket.socket(posix.socket.AF_UNIX) as server:
            # A socket's own path may have 107 bytes only.
            here = os.open(path.parent, os.O_RDONLY)
            server.bind(f"/proc/self/fd/{here}/{path.name}")
            os.close(here)
