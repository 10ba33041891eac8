"""A git repository written by hand: no git program, no configuration, the same bytes every time.

Only what the demonstration needs: loose objects, one branch, an index (version 2).
"""

import hashlib
import struct
import zlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

_CONFIG = (
    "[core]\n\trepositoryformatversion = 0\n\tfilemode = true\n\tbare = false\n\tlogallrefupdates = false\n"
)
_FILE_MODE = 0o100644
_SHORT_NAME = 0xFFF
"""Longest name whose length an index entry states."""


@dataclass(frozen=True, slots=True)
class Commit:
    """One commit on the only branch."""

    author: str
    """``Name <address>``."""
    seconds: int
    """Since the epoch; the zone is UTC."""
    message: str
    files: Mapping[str, str]
    """Every file of the commit: path below the root, with ``/``, and its text."""


def write_repository(root: Path, commits: Sequence[Commit]) -> None:
    """Write ``root/.git`` with *commits* on ``main``, the oldest first, the last one checked out.

    The work tree is left alone. The index knows no file times, so git compares contents when it is asked.

    Raises:
        OSError: something cannot be written, or ``.git`` is there already.
    """
    git = root / ".git"
    for name in ("refs/heads", "refs/tags", "objects/info", "objects/pack"):
        (git / name).mkdir(parents=True)
    (git / "HEAD").write_text("ref: refs/heads/main\n", encoding="utf-8")
    (git / "config").write_text(_CONFIG, encoding="utf-8")
    objects = _Objects(git / "objects")
    parent = ""
    for commit in commits:
        parent = objects.add_commit(commit, parent)
    if commits:
        (git / "refs/heads/main").write_text(f"{parent}\n", encoding="ascii")
        (git / "index").write_bytes(_index(commits[-1].files, objects))


class _Objects:
    """The object database: what is added twice is written once."""

    def __init__(self, directory: Path) -> None:
        self._directory = directory
        self._written: set[str] = set()

    def add(self, kind: str, data: bytes) -> str:
        whole = f"{kind} {len(data)}\0".encode() + data
        name = hashlib.sha1(whole, usedforsecurity=False).hexdigest()
        if name not in self._written:
            self._written.add(name)
            path = self._directory / name[:2] / name[2:]
            path.parent.mkdir(exist_ok=True)
            path.write_bytes(zlib.compress(whole, 1))
        return name

    def add_commit(self, commit: Commit, parent: str) -> str:
        who = f"{commit.author} {commit.seconds} +0000"
        before = f"parent {parent}\n" if parent else ""
        head = f"tree {self._add_tree(commit.files)}\n{before}author {who}\ncommitter {who}\n"
        return self.add("commit", f"{head}\n{commit.message}\n".encode())

    def _add_tree(self, files: Mapping[str, str]) -> str:
        directories: dict[str, dict[str, str]] = {}
        entries: list[tuple[bytes, str, str]] = []
        for path, text in files.items():
            name, slash, rest = path.partition("/")
            if slash:
                directories.setdefault(name, {})[rest] = text
            else:
                entries.append((name.encode(), f"{_FILE_MODE:o}", self.add("blob", text.encode())))
        entries.extend((name.encode(), "40000", self._add_tree(below)) for name, below in directories.items())
        # git sorts a directory as if its name ended in a slash
        entries.sort(key=lambda entry: entry[0] + (b"/" if entry[1] == "40000" else b""))
        lines = (mode.encode() + b" " + name + b"\0" + bytes.fromhex(sha) for name, mode, sha in entries)
        return self.add("tree", b"".join(lines))


def _index(files: Mapping[str, str], objects: _Objects) -> bytes:
    data = struct.pack(">4sLL", b"DIRC", 2, len(files)) + b"".join(_index_entries(files, objects))
    return data + hashlib.sha1(data, usedforsecurity=False).digest()


def _index_entries(files: Mapping[str, str], objects: _Objects) -> Iterator[bytes]:
    for name, text in sorted((path.encode(), text.encode()) for path, text in files.items()):
        sha = bytes.fromhex(objects.add("blob", text))
        times_and_place, owner = (0,) * 6, (0, 0)
        entry = struct.pack(">10L", *times_and_place, _FILE_MODE, *owner, len(text))
        entry += sha + struct.pack(">H", min(len(name), _SHORT_NAME)) + name
        yield entry + b"\0" * (8 - len(entry) % 8)
