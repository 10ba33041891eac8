"""The model's only door to the file system.

A :class:`Disk` remembers what it saw (kinds, bytes as text, links, scans), so that two rulesets or a
thousand directories judge the same bytes, read once. It never raises for what it finds: a file that
cannot be read is a :class:`~.file_content.Content` with the reason. Nothing is opened for writing, a pipe
or a device is never opened at all. For a fresh look make a new one.
"""

import os
from collections.abc import Callable, Collection, Hashable, Iterable, Mapping
from pathlib import Path
from typing import TypeVar

from hermes_tui.core.filesystem.file_content import Content, Unreadable, read, too_large
from hermes_tui.core.filesystem.file_type import FileType, Node, look, resolved
from hermes_tui.core.filesystem.spelling import folded

_T = TypeVar("_T")


class Disk:
    """Remembered answers about the file system."""

    is_on_disk = True
    """What it shows is there under these paths, but for single files: the system can list it."""

    def __init__(self) -> None:
        self._nodes: dict[Path, Node] = {}
        self._contents: dict[Path, Content] = {}
        self._resolved: dict[str, Path] = {}
        self._memo: dict[Hashable, object] = {}

    def node(self, path: Path) -> Node:
        """What stands at *path*, links followed."""
        found = self._nodes.get(path)
        if found is None:
            found = self._nodes[path] = look(path)
        return found

    def exists(self, path: Path) -> bool:
        """Something is there; what may not be looked at counts as absent."""
        return self.node(path).kind not in (FileType.ABSENT, FileType.DENIED)

    def is_file(self, path: Path) -> bool:
        """A regular file is there, perhaps through a link."""
        return self.node(path).kind is FileType.FILE

    def is_directory(self, path: Path) -> bool:
        """A directory is there, perhaps through a link."""
        return self.node(path).kind is FileType.DIRECTORY

    def read(self, path: Path) -> Content:
        """The text of the file at *path*, or the reason why there is none."""
        found = self._contents.get(path)
        if found is None:
            found = self._contents[path] = read(path, self.node(path))
        return found

    def read_within(self, path: Path, most: int) -> Content:
        """The same, but nothing of a file that has more than *most* bytes."""
        size = self.node(path).size
        return too_large(size, most) if size > most else self.read(path)

    def names(self, directory: Path) -> tuple[str, ...]:
        """Names in a directory, sorted; none where it cannot be listed."""

        def listed() -> tuple[str, ...]:
            try:
                return tuple(sorted(os.listdir(directory)))
            except OSError:
                return ()

        return self.remember(("names", directory), listed)

    def present(self, directory: Path, names: tuple[str, ...]) -> tuple[str, ...]:
        """Those of *names* that stand in *directory*, links not followed.

        Cheaper than :meth:`node` for names that are hardly ever there.
        """
        place = f"{directory}{os.sep}"

        def looked() -> tuple[str, ...]:
            return tuple(name for name in names if _is_there(place + name))

        return self.remember(("present", directory, names), looked)

    def is_one_entry(self, path: Path, other: Path) -> bool:
        """Both paths are one entry of one directory: the disk ignores case, or the form of letters.

        A listing decides. Of two names that open something and that it does not both have, one is a spelling
        of the other. Names that differ by more cost nothing. A link is an entry of its own.
        """
        if path == other:
            return True
        if folded(path.name) != folded(other.name):
            return False
        directory = path.parent
        if directory != other.parent and (
            directory == path or not self.is_one_entry(directory, other.parent)
        ):
            return False
        if path.name == other.name:
            return True
        if not (self.present(directory, (path.name,)) and self.present(directory, (other.name,))):
            return False
        listing = self.names(directory)
        if listing:
            return not (path.name in listing and other.name in listing)
        identity = self.node(path).identity  # the directory may be searched and not listed
        return identity is not None and identity == self.node(other).identity

    def listed(self, path: Path) -> str:
        """What a listing of its directory calls the entry at *path*; where nothing is there, its own name.

        Where case counts that is its own name too, and no listing is made.
        """
        name, directory = path.name, path.parent
        if name.isascii() and not self.present(directory, (name.swapcase(),)):
            return name
        listing = self.names(directory)
        if name in listing or not self.present(directory, (name,)):
            return name
        return next((known for known in listing if folded(known) == folded(name)), name)

    def under_name(self, path: Path, names: Iterable[str]) -> Path:
        """*path* under the first of *names* that opens the same entry, else as it is."""
        others = (path.with_name(name) for name in names if folded(name) == folded(path.name))
        return next((other for other in others if self.is_one_entry(path, other)), path)

    def ignores_case(self, directory: Path) -> bool:
        """Names in *directory* match whatever their case, as one that is there does; else as those above."""

        def looked() -> bool:
            names = self.names(directory)
            for name in names:
                other = name.swapcase()
                if other != name and folded(other) == folded(name):
                    return other not in names and bool(self.present(directory, (other,)))
            return directory.parent != directory and self.ignores_case(directory.parent)

        return self.remember(("ignores case", directory), looked)

    def is_link(self, path: Path) -> bool:
        """The last part of *path* is a symbolic link."""
        return self.remember(("link", path), lambda: os.path.islink(path))

    def modified(self, path: Path) -> float | None:
        """When the file was last written, in seconds since 1970; ``None`` where it is not known."""

        def looked() -> float | None:
            try:
                return os.stat(path).st_mtime
            except (OSError, ValueError):
                return None

        return self.remember(("modified", path), looked)

    def resolve(self, path: Path) -> Path:
        """The real location, links followed, as ``Path.resolve`` gives it.

        Raises:
            OSError: a part cannot be read.
            RuntimeError: the links run in a circle.
            ValueError: the path holds a NUL.
        """
        key = os.fspath(path)
        found = self._resolved.get(key)
        if found is None:
            found = self._resolved[key] = resolved(path)
        return found

    def remember(self, key: Hashable, make: Callable[[], _T]) -> _T:
        """What *make* gave the first time that this *key* was asked for."""
        if key not in self._memo:
            self._memo[key] = make()
        return self._memo[key]  # type: ignore[return-value]

    def scan_key(self, path: Path) -> Hashable:
        """Names the text at *path* in this view, for :meth:`remember`."""
        return path

    def is_unblocked(self, path: Path) -> bool:  # noqa: ARG002
        """What-if: the threat scan of *path* is passed over."""
        return False

    def changed(
        self,
        removed: Collection[Path] = (),
        replaced: Mapping[Path, str] | None = None,
        unblocked: Collection[Path] = (),
    ) -> "Disk":
        """A view in which files are gone, read otherwise, or pass the scan. The disk stays as it is.

        Args:
            removed: files, or directories with all below them, that are not there.
            replaced: text in place of what a file holds; a file that is not there appears.
            unblocked: files whose threats are overlooked.
        """
        return _ChangedDisk(self, frozenset(removed), dict(replaced or {}), frozenset(unblocked))


class _ChangedDisk(Disk):
    """A view on another disk with some answers exchanged."""

    def __init__(
        self, base: Disk, removed: frozenset[Path], replaced: dict[Path, str], unblocked: frozenset[Path]
    ) -> None:
        super().__init__()
        self._base = base
        self._removed = removed
        self._replaced = replaced
        self._spelled_alike: dict[str, list[Path]] = {}
        """The paths with a text, by what they are on a disk that ignores case."""
        for path in replaced:
            self._spelled_alike.setdefault(folded(os.fspath(path)), []).append(path)
        self._replaced_names = {folded(path.name) for path in replaced}
        self._above = {parent for path in replaced for parent in path.parents}
        self._unblocked = unblocked

    def _is_removed(self, path: Path) -> bool:
        return any(self._is_at_or_below(path, top) for top in self._removed)

    def _is_at_or_below(self, path: Path, top: Path) -> bool:
        if path == top or top in path.parents:
            return True
        depth = len(path.parts) - len(top.parts)
        if depth < 0 or not folded(os.fspath(path)).startswith(folded(os.fspath(top))):
            return False
        return self._is_same(path.parents[depth - 1] if depth else path, top)

    def _is_same(self, path: Path, other: Path) -> bool:
        """Both are one entry; or would be, of a file that is not there yet."""
        if self._base.is_one_entry(path, other):
            return True
        if folded(os.fspath(path)) != folded(os.fspath(other)) or self._base.exists(other):
            return False
        return not self._base.exists(path) and self._base.ignores_case(other.parent)

    def _text(self, path: Path) -> str | None:
        """The text that the file at *path* has in this view alone."""
        text = self._replaced.get(path)
        if text is None and folded(path.name) in self._replaced_names:
            alike = self._spelled_alike.get(folded(os.fspath(path)), ())
            return next((self._replaced[key] for key in alike if self._is_same(path, key)), None)
        return text

    def node(self, path: Path) -> Node:
        text = self._text(path)
        if text is not None:
            return Node(FileType.FILE, size=len(text.encode("utf-8", "surrogatepass")))
        node = Node(FileType.ABSENT) if self._is_removed(path) else self._base.node(path)
        if node.kind is FileType.ABSENT and path in self._above:  # a new file brings its directories
            return Node(FileType.DIRECTORY)
        return node

    def read(self, path: Path) -> Content:
        text = self._text(path)
        if text is not None:
            return Content(text, size=self.node(path).size)
        if self._is_removed(path):
            return Content(None, Unreadable.FAILED, "it is taken away")
        return self._base.read(path)

    def names(self, directory: Path) -> tuple[str, ...]:
        names = {name for name in self._base.names(directory) if not self._is_removed(directory / name)}
        names.update(self._base.listed(path) for path in self._replaced if path.parent == directory)
        return tuple(sorted(names))

    def present(self, directory: Path, names: tuple[str, ...]) -> tuple[str, ...]:
        seen = self._base.present(directory, names)
        return tuple(
            name
            for name in names
            if self._text(directory / name) is not None
            or (name in seen and not self._is_removed(directory / name))
        )

    def ignores_case(self, directory: Path) -> bool:
        return self._base.ignores_case(directory)

    def _is_new(self, path: Path) -> bool:
        """A file of this view where there is nothing else: a link that was there is none any more."""
        return self._text(path) is not None and self._base.node(path).kind is FileType.ABSENT

    def is_link(self, path: Path) -> bool:
        return not self._is_removed(path) and not self._is_new(path) and self._base.is_link(path)

    def resolve(self, path: Path) -> Path:
        return self._base.resolve(path.parent) / path.name if self._is_new(path) else self._base.resolve(path)

    def remember(self, key: Hashable, make: Callable[[], _T]) -> _T:
        return self._base.remember(key, make)

    def scan_key(self, path: Path) -> Hashable:
        text = self._text(path)
        return self._base.scan_key(path) if text is None else (path, text)

    def is_unblocked(self, path: Path) -> bool:
        return path in self._unblocked or self._base.is_unblocked(path)


def _is_there(path: str) -> bool:
    try:
        os.lstat(path)
    except (OSError, ValueError):
        return False
    return True
