"""Views of a disk as it would be: with another name for something, with one more directory."""

from collections.abc import Callable, Hashable
from pathlib import Path
from typing import TypeVar

from hermes_tui.core.filesystem.disk import Disk
from hermes_tui.core.filesystem.file_content import Content
from hermes_tui.core.filesystem.file_type import FileType, Node

_T = TypeVar("_T")


class _View(Disk):
    """Another disk, some of whose paths have another meaning."""

    def __init__(self, base: Disk) -> None:
        super().__init__()
        self._base = base

    def node(self, path: Path) -> Node:
        return self._base.node(path)

    def read(self, path: Path) -> Content:
        return self._base.read(path)

    def names(self, directory: Path) -> tuple[str, ...]:
        return self._base.names(directory)

    def present(self, directory: Path, names: tuple[str, ...]) -> tuple[str, ...]:
        return self._base.present(directory, names)

    def is_link(self, path: Path) -> bool:
        return self._base.is_link(path)

    def modified(self, path: Path) -> float | None:
        return self._base.modified(path)

    def resolve(self, path: Path) -> Path:
        return self._base.resolve(path)

    def remember(self, key: Hashable, make: Callable[[], _T]) -> _T:
        return self._base.remember(key, make)

    def scan_key(self, path: Path) -> Hashable:
        return self._base.scan_key(path)

    def is_unblocked(self, path: Path) -> bool:
        return self._base.is_unblocked(path)


class RenamedDisk(_View):
    """A disk on which the file or directory *old* is called *new*."""

    def __init__(self, base: Disk, old: Path, new: Path) -> None:
        super().__init__(base)
        self._old = old
        self._new = new

    def renamed(self, path: Path) -> Path:
        """What *path* is called now."""
        inside = path == self._old or self._old in path.parents
        return self._new / path.relative_to(self._old) if inside else path

    def _before(self, path: Path) -> Path | None:
        """What stood under another name; ``None`` for what was moved away."""
        if path == self._new or self._new in path.parents:
            return self._old / path.relative_to(self._new)
        return None if path == self._old or self._old in path.parents else path

    def node(self, path: Path) -> Node:
        before = self._before(path)
        if before is not None:
            node = self._base.node(before)
            if node.kind is not FileType.ABSENT or path not in self._new.parents:
                return node
        return Node(FileType.DIRECTORY if path in self._new.parents else FileType.ABSENT)

    def read(self, path: Path) -> Content:
        before = self._before(path)
        return self._base.read(before if before is not None else path / "moved away")

    def names(self, directory: Path) -> tuple[str, ...]:
        before = self._before(directory)
        names = set(self._base.names(before)) if before is not None else set()
        if directory == self._old.parent:
            names.discard(self._old.name)
        if directory == self._new.parent:
            names.add(self._new.name)
        return tuple(sorted(names))

    def present(self, directory: Path, names: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(name for name in names if self._is_there(directory / name))

    def _is_there(self, path: Path) -> bool:
        before = self._before(path)
        return before is not None and bool(self._base.present(before.parent, (before.name,)))

    def is_link(self, path: Path) -> bool:
        before = self._before(path)
        return before is not None and self._base.is_link(before)

    def scan_key(self, path: Path) -> Hashable:
        return self._base.scan_key(self._before(path) or path)

    def is_unblocked(self, path: Path) -> bool:
        return self._base.is_unblocked(self._before(path) or path)


class CopiedDisk(_View):
    """A disk on which a copy of the file that the link *link* leads to stands in its place."""

    def __init__(self, base: Disk, link: Path) -> None:
        super().__init__(base)
        self._link = link

    def is_link(self, path: Path) -> bool:
        return path != self._link and self._base.is_link(path)

    def resolve(self, path: Path) -> Path:
        if path != self._link:
            return self._base.resolve(path)
        return self._base.resolve(path.parent) / path.name


class _WithDirectory(_View):
    def __init__(self, base: Disk, directory: Path) -> None:
        super().__init__(base)
        self._directory = directory

    def node(self, path: Path) -> Node:
        return Node(FileType.DIRECTORY) if path == self._directory else self._base.node(path)

    def names(self, directory: Path) -> tuple[str, ...]:
        names = self._base.names(directory)
        is_above = directory == self._directory.parent
        return tuple(sorted({*names, self._directory.name})) if is_above else names

    def present(self, directory: Path, names: tuple[str, ...]) -> tuple[str, ...]:
        seen = self._base.present(directory, names)
        new = self._directory.name if directory == self._directory.parent else ""
        return tuple(name for name in names if name in seen or name == new)


def with_directory(base: Disk, directory: Path) -> Disk:
    """A disk on which there is one more directory, an empty one."""
    return _WithDirectory(base, directory)
