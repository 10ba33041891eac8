"""The disk as a checkout of a commit would make it, from git's objects alone: nothing is checked out.

What git ignores (a local ``.hermes.md``), what lies outside the repository (``SOUL.md``) and what is in a
submodule or a nested repository is as it is today: no commit has it. Files that are neither committed nor
ignored are not there. Filters and line ends of this machine are not applied.
"""

import os
from collections.abc import Callable, Hashable, Iterable
from pathlib import Path
from typing import NamedTuple, TypeVar

from hermes_tui.core.filesystem.disk import Disk
from hermes_tui.core.filesystem.file_content import Content, Unreadable, decoded, read
from hermes_tui.core.filesystem.file_type import FileType, Node
from hermes_tui.core.git.objects import Entry, GitObjects
from hermes_tui.core.git.program import GitProblem, ask_git

_T = TypeVar("_T")
_MOST_LINKS = 40
"""Links that lead from one to the next, to the system as well."""


_MOST_HELD = 50_000_000
"""Bytes of files that are kept: a long history has each in many versions."""


class _Below(NamedTuple):
    """A path from the root of the repository."""

    parts: tuple[str, ...]
    is_spelled_so: bool
    """The path has the root in it, and no link leads there."""


class Today:
    """A repository and the disk around it as they are: what all its commits share."""

    def __init__(self, objects: GitObjects, disk: Disk) -> None:
        """Of the repository whose *objects* these are; *disk* is what lies around it."""
        self.objects = objects
        self.disk = disk
        self.root = objects.root
        self._contents: dict[str, Content] = {}
        self._held = 0
        self.memo: dict[Hashable, object] = {}
        """What follows from the bytes of a file, whatever commit has it."""
        self._head: Entry | None = None
        self._ignored: dict[Path, bool] = {}
        self._local: dict[tuple[Path, tuple[str, ...]], frozenset[str]] = {}
        self._below: dict[Path, _Below | None] = {}

    def content(self, name: str) -> Content:
        """The text of the object *name*; kept, as long as it is not too much.

        Raises:
            GitProblem: git does not give it.
        """
        found = self._contents.get(name)
        if found is None:
            found = decoded(self.objects.data(name), 0.0)
            self._held += found.size
            if self._held > _MOST_HELD:
                self._contents.clear()
                self._held = found.size
            self._contents[name] = found
        return found

    def known(self, name: str) -> Content | None:
        """The same if it is kept."""
        return self._contents.get(name)

    def below(self, path: Path) -> "_Below | None":
        """*path* from the root of the repository; ``None`` where it is not below."""
        if path not in self._below:
            self._below[path] = self._place(path)
        return self._below[path]

    def _place(self, path: Path) -> "_Below | None":
        if path.is_relative_to(self.root):
            return _Below(path.relative_to(self.root).parts, is_spelled_so=True)
        if path.is_absolute() and ".." not in path.parts and not self.disk.is_link(path):
            return None
        try:
            real = self.disk.resolve(path)
        except (OSError, RuntimeError, ValueError):
            return None
        if not real.is_relative_to(self.root):
            return None
        return _Below(real.relative_to(self.root).parts, is_spelled_so=False)

    def local_names(self, directory: Path) -> tuple[str, ...]:
        """Names in *directory* that stay whatever is checked out: ignored ones, and other repositories."""
        names = [name for name in self.disk.names(directory) if not self._is_committed(directory / name)]
        self._look_at(directory, [name for name in names if directory / name not in self._ignored])
        return tuple(name for name in names if self._ignored[directory / name])

    def local_among(self, directory: Path, names: tuple[str, ...]) -> frozenset[str]:
        """Those of *names* that :meth:`is_local` says of, once for all commits."""
        key = (directory, names)
        if key not in self._local:
            self._local[key] = frozenset(name for name in names if self.is_local(directory / name))
        return self._local[key]

    def is_local(self, path: Path) -> bool:
        """The same for one path, which is no link to elsewhere."""
        if path not in self._ignored:
            there = self.disk.present(path.parent, (path.name,))
            self._look_at(path.parent, there if not self._is_committed(path) else ())
        return self._ignored.setdefault(path, False)

    def _look_at(self, directory: Path, names: "list[str] | tuple[str, ...]") -> None:
        if not names:
            return
        questions = b"".join(
            b"./%b\0" % os.fsencode((directory / name).relative_to(self.root)) for name in names
        )
        told: set[str] = set()
        try:
            answer = ask_git(self.root, "check-ignore", "--no-index", "-z", "--stdin", words=questions)
            told = {os.fsdecode(name).removeprefix("./") for name in answer.output.split(b"\0")}
        except GitProblem:
            pass  # then none is: as in a fresh clone
        for name in names:
            path = directory / name
            is_other = name == ".git" or self.disk.exists(path / ".git")
            self._ignored[path] = is_other or path.relative_to(self.root).as_posix() in told

    def _is_committed(self, path: Path) -> bool:
        """The last commit has it."""
        if self._head is None:
            try:
                self._head = self.objects.root_of(self.objects.commit("HEAD"))
            except GitProblem:
                return False
        here = self._head
        for part in path.relative_to(self.root).parts:
            found = self.objects.directory(here.name).get(part) if here.is_directory else None
            if found is None:
                return False
            here = found
        return True


class _Found(NamedTuple):
    """Where a path leads, links followed."""

    path: Path
    entry: Entry | None
    """``None``: it is as on the disk of today."""


_ALL = "/"
"""Stands for the whole listing of a directory: no name has one."""


def _are_alike(one: Entry | None, other: Entry | None) -> bool:
    """The same is there; what is in a directory is asked by name."""
    if one is not None and other is not None and one.is_directory:
        return other.is_directory
    return one == other


class RevisionDisk(Disk):
    """What a checkout of one commit would have."""

    is_on_disk = False

    def __init__(self, today: Today, commit: str) -> None:
        """The commit is named by all its digits.

        Raises:
            GitProblem: it is not there.
        """
        super().__init__()
        self.today = today
        self.commit = commit
        self._base = today.disk
        self._root = today.root
        self._objects = today.objects
        self._top = self._objects.root_of(commit)
        self._found: dict[tuple[Path, bool], _Found | None] = {}
        self._seen: dict[tuple[str, ...], set[str]] = {}
        """Names that were looked for in each directory, which is told from the root, without links."""
        self._is_odd = False
        """Git did not answer, or links ran in a circle: what was seen may not be all."""

    # ── where a path leads ──

    def _find(self, path: Path, last: bool = True) -> _Found | None:  # noqa: FBT001, FBT002
        """What *path* leads to, *last*: also where its last part is a link; ``None``: nothing.

        Raises:
            RuntimeError: the links run in a circle.
        """
        key = (path, last)
        if key not in self._found:
            try:
                self._found[key] = self._walked(path, last=last)
            except (RuntimeError, GitProblem):
                self._is_odd = True
                raise
        return self._found[key]

    def _walked(self, path: Path, *, last: bool, links: int = 0) -> _Found | None:
        below = self.today.below(path)
        if below is None:
            return _Found(path, None)
        is_straight = below.is_spelled_so
        real: list[str] = []
        entries = [self._top]
        parts = [*reversed(below.parts)]
        while parts:
            part = parts.pop()
            if part in ("", "."):
                continue
            if part == "..":
                is_straight = False
                if not real:
                    return _Found(self._root.parent.joinpath(*reversed(parts)), None)
                real.pop()
                entries.pop()
                continue
            here = entries[-1]
            if not here.is_directory:
                return None
            self._seen.setdefault(tuple(real), set()).add(part)
            entry = self._objects.directory(here.name).get(part)
            if entry is None or entry.is_submodule:
                is_itself = is_straight and not parts
                place = path if is_itself else self._root.joinpath(*real, part)
                if entry is not None or self.today.is_local(place):
                    return _Found(place if is_itself else place.joinpath(*reversed(parts)), None)
                if is_straight:
                    self._found[path, False] = None  # no link on the way: nor is it one
                return None
            if entry.is_link and (parts or last):
                links += 1
                if links > _MOST_LINKS:
                    raise RuntimeError(f"Symlink loop from {str(path)!r}")
                target = os.fsdecode(self._objects.data(entry.name))
                if os.path.isabs(target):
                    return self._walked(Path(target, *reversed(parts)), last=last, links=links)
                parts.extend(reversed(target.split("/")))
                is_straight = False
                continue
            real.append(part)
            entries.append(entry)
        return _Found(path if is_straight else self._root.joinpath(*real), entries[-1])

    def is_committed(self, path: Path) -> bool:
        """What stands at *path* comes from the commit, not from the disk of today."""
        try:
            found = self._find(path)
        except (RuntimeError, GitProblem):
            return True
        return found is not None and found.entry is not None

    def is_missing(self, path: Path) -> bool:
        """The commit has a file there that git was asked for and does not have."""
        try:
            found = self._find(path)
        except (RuntimeError, GitProblem):
            return False
        return found is not None and found.entry is not None and found.entry.name in self._objects.missing

    @property
    def is_known(self) -> bool:
        """Every directory that was asked for could be looked at."""
        return not self._is_odd

    def has_what_was_seen(self, other: "RevisionDisk") -> bool:
        """Whatever was asked of *other* so far has the same answer here: so has what follows from it."""
        if other._is_odd:
            return False
        try:
            return all(self._has(directory, names, other) for directory, names in other._seen.items())
        except GitProblem:
            return False

    def _has(self, directory: tuple[str, ...], names: set[str], other: "RevisionDisk") -> bool:
        here, there = self._entry(directory), other._entry(directory)
        if here is None or there is None or here == there:
            return here == there
        if not (here.is_directory and there.is_directory):
            return False
        mine, its = self._objects.directory(here.name), self._objects.directory(there.name)
        if _ALL in names and mine.keys() != its.keys():
            return False
        return all(_are_alike(mine.get(name), its.get(name)) for name in names)

    def _entry(self, parts: Iterable[str]) -> Entry | None:
        """What the commit has at a path without links."""
        here = self._top
        for part in parts:
            found = self._objects.directory(here.name).get(part) if here.is_directory else None
            if found is None:
                return None
            here = found
        return here

    # ── the face of a disk ──

    def node(self, path: Path) -> Node:
        try:
            found = self._find(path)
            if found is None:
                return Node(FileType.ABSENT, broken_link=self._target(path))
            if found.entry is None:
                node = self._base.node(found.path)
                below = self.today.below(found.path)
                entry = self._entry(below.parts) if below is not None else None
                is_empty = entry is not None and entry.is_submodule and node.kind is FileType.ABSENT
                return Node(FileType.DIRECTORY) if is_empty else node
            if found.entry.is_directory:
                return Node(FileType.DIRECTORY)
            return Node(FileType.FILE, size=self._size(found.entry))
        except RuntimeError:
            return Node(FileType.ABSENT, broken_link=self._target(path), loops=True)
        except GitProblem:
            return Node(FileType.FILE)  # what is read of it tells why

    def _size(self, entry: Entry) -> int:
        known = self.today.known(entry.name)
        return known.size if known is not None else self._objects.size(entry.name)

    def _target(self, path: Path) -> str:
        """Where a link of the commit leads; empty for anything else."""
        try:
            found = self._find(path, last=False)
        except (RuntimeError, GitProblem):
            return ""
        if found is None or found.entry is None or not found.entry.is_link:
            return ""
        return os.fsdecode(self._objects.data(found.entry.name))

    def read(self, path: Path) -> Content:
        node = self.node(path)
        if node.kind is not FileType.FILE:
            return read(path, node)  # why there is no text
        try:
            found = self._find(path)
            if found is None or found.entry is None:
                return self._base.read(path if found is None else found.path)
            name = found.entry.name
            return self.today.content(name)
        except GitProblem as error:
            return Content(None, Unreadable.FAILED, str(error))

    def names(self, directory: Path) -> tuple[str, ...]:
        place, committed = self._committed_in(directory)
        if place is None:
            return ()
        if committed is None:
            return self._base.names(place)
        self._look_for((_ALL,), place)
        local = (name for name in self.today.local_names(place) if name not in committed)
        return tuple(sorted((*committed, *local)))

    def present(self, directory: Path, names: tuple[str, ...]) -> tuple[str, ...]:
        place, committed = self._committed_in(directory)
        if place is None:
            return ()
        if committed is None:
            return self._base.present(place, names)
        self._look_for(names, place)
        local = self.today.local_among(place, names)
        return tuple(name for name in names if name in committed or name in local)

    def _look_for(self, names: Iterable[str], directory: Path) -> None:
        below = self.today.below(directory)
        if below is not None:
            self._seen.setdefault(below.parts, set()).update(names)

    def _committed_in(self, directory: Path) -> tuple[Path | None, dict[str, Entry] | None]:
        """Where a directory is, ``None`` where there is none, and what of it is in the commit."""
        try:
            found = self._find(directory)
            if found is None or found.entry is None:
                return (None if found is None else found.path), None
            if not found.entry.is_directory:
                return None, None
            return found.path, self._objects.directory(found.entry.name)
        except (RuntimeError, GitProblem):
            return None, None

    def ignores_case(self, directory: Path) -> bool:
        return not self.is_committed(directory) and self._base.ignores_case(directory)

    def is_link(self, path: Path) -> bool:
        try:
            found = self._find(path, last=False)
        except (RuntimeError, GitProblem):
            return False
        if found is None:
            return False
        return self._base.is_link(found.path) if found.entry is None else found.entry.is_link

    def modified(self, path: Path) -> float | None:
        return None if self.is_committed(path) else self._base.modified(path)

    def resolve(self, path: Path) -> Path:
        try:
            found = self._find(path)
        except GitProblem as error:
            raise OSError(str(error)) from error
        if found is None:
            parent = self.resolve(path.parent)
            target = self._target(path)
            return self.resolve(parent / target) if target else parent / path.name
        return self._base.resolve(found.path) if found.entry is None else found.path

    def remember(self, key: Hashable, make: Callable[[], _T]) -> _T:
        memo = self._memo if not _is_of_bytes(key) else self.today.memo
        if key not in memo:
            memo[key] = make()
        return memo[key]  # type: ignore[return-value]

    def scan_key(self, path: Path) -> Hashable:
        try:
            found = self._find(path)
        except (RuntimeError, GitProblem):
            return path
        return path if found is None or found.entry is None else _Bytes(found.entry.name)


class _Bytes(NamedTuple):
    """Names the bytes of a file, whatever it is called."""

    object: str


def _is_of_bytes(key: Hashable) -> bool:
    return isinstance(key, tuple) and any(isinstance(part, _Bytes) for part in key)
