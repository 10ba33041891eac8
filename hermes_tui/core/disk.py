"""The model's only door to the file system.

A :class:`Disk` remembers what it saw (kinds, bytes as text, links, scans), so that two rulesets or a
thousand directories judge the same bytes, read once. It never raises for what it finds: a file that
cannot be read is a :class:`Content` with the reason. Nothing is opened for writing, a pipe or a device
is never opened at all. For a fresh look make a new one.
"""

import codecs
import errno
import io
import os
import stat
import sys
import time
from collections.abc import Callable, Collection, Hashable, Mapping
from enum import Enum
from pathlib import Path
from typing import NamedTuple, TypeVar

_T = TypeVar("_T")

MOST = 1_000_000_000
"""Bytes of a file that are read. Nobody writes that many rules; a sparse file can claim any number."""


class Kind(Enum):
    """What stands at a path once links are followed."""

    ABSENT = "nothing"
    FILE = "file"
    DIRECTORY = "directory"
    ENDLESS = "pipe or device"
    """Reading it would wait, or never end."""
    SOCKET = "socket"
    NULL = "null device"
    """It reads as empty, and is no regular file."""
    DENIED = "not permitted"
    """The question itself is refused; :attr:`Node.error` is what Python raises."""


class Node(NamedTuple):
    """One path, links followed."""

    kind: Kind
    size: int = 0
    """Bytes of a file."""
    error: str = ""
    """For ``DENIED``: the exception as Hermes would print it."""
    broken_link: str = ""
    """For ``ABSENT``: where the link points that leads nowhere."""
    identity: tuple[int, int] | None = None
    """Device and inode."""
    loops: bool = False
    """For a link that leads nowhere: by itself or by others it comes back to where it began."""

    @property
    def link_words(self) -> str:
        """What a link is that leads nowhere, as part of a sentence; may be foreign."""
        where = "to itself" if self.loops else "nowhere"
        return f"a link that leads {where} ({self.broken_link})" if self.broken_link else ""


class Unreadable(Enum):
    """Why a file gives no text."""

    NOT_UTF8 = "not UTF-8"
    NOT_PERMITTED = "no permission"
    DIRECTORY = "a directory"
    ENDLESS = "a pipe or device"
    TOO_LARGE = "too large to look into"
    """This inspector does not read it; what Hermes makes of it is not known."""
    FAILED = "cannot be read"


class Content(NamedTuple):
    """What reading one file gives."""

    text: str | None
    """Decoded as UTF-8, line ends as ``\\n``, a byte order mark kept; ``None``: see :attr:`why`."""
    why: Unreadable | None = None
    detail: str = ""
    """The reason as part of a sentence; may hold foreign text."""
    shown: str = ""
    """For a file that is not UTF-8: its text to look at, of UTF-16 or with the bad bytes written out."""
    size: int = 0
    """Bytes."""
    seconds: float = 0.0
    """How long reading took."""
    crlf: bool = False
    """Some line ends were ``\\r\\n`` or ``\\r``."""

    @property
    def consequence(self) -> str:
        """What Hermes does where there is no text, as a clause."""
        if self.why is Unreadable.TOO_LARGE:
            return "what Hermes makes of so much is not known; it is shown as if it were not there"
        return "Hermes goes on as if it were not there"


class Disk:
    """Remembered answers about the file system."""

    def __init__(self) -> None:
        self._nodes: dict[Path, Node] = {}
        self._contents: dict[Path, Content] = {}
        self._resolved: dict[str, Path] = {}
        self._memo: dict[Hashable, object] = {}

    def node(self, path: Path) -> Node:
        """What stands at *path*, links followed."""
        found = self._nodes.get(path)
        if found is None:
            found = self._nodes[path] = _look(path)
        return found

    def exists(self, path: Path) -> bool:
        """Something is there; what may not be looked at counts as absent."""
        return self.node(path).kind not in (Kind.ABSENT, Kind.DENIED)

    def is_file(self, path: Path) -> bool:
        """A regular file is there, perhaps through a link."""
        return self.node(path).kind is Kind.FILE

    def is_directory(self, path: Path) -> bool:
        """A directory is there, perhaps through a link."""
        return self.node(path).kind is Kind.DIRECTORY

    def read(self, path: Path) -> Content:
        """The text of the file at *path*, or the reason why there is none."""
        found = self._contents.get(path)
        if found is None:
            found = self._contents[path] = _read(path, self.node(path))
        return found

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
            found = self._resolved[key] = _resolved(path)
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
        self._above = {parent for path in replaced for parent in path.parents}
        self._unblocked = unblocked

    def _is_removed(self, path: Path) -> bool:
        return bool(self._removed) and (
            path in self._removed or any(parent in self._removed for parent in path.parents)
        )

    def node(self, path: Path) -> Node:
        if path in self._replaced:
            return Node(Kind.FILE, size=len(self._replaced[path].encode("utf-8", "surrogatepass")))
        node = Node(Kind.ABSENT) if self._is_removed(path) else self._base.node(path)
        if node.kind is Kind.ABSENT and path in self._above:  # a new file brings its directories
            return Node(Kind.DIRECTORY)
        return node

    def read(self, path: Path) -> Content:
        text = self._replaced.get(path)
        if text is not None:
            return Content(text, size=self.node(path).size)
        if self._is_removed(path):
            return Content(None, Unreadable.FAILED, "it is taken away")
        return self._base.read(path)

    def names(self, directory: Path) -> tuple[str, ...]:
        names = {name for name in self._base.names(directory) if not self._is_removed(directory / name)}
        names.update(path.name for path in self._replaced if path.parent == directory)
        return tuple(sorted(names))

    def present(self, directory: Path, names: tuple[str, ...]) -> tuple[str, ...]:
        seen = self._base.present(directory, names)
        return tuple(
            name
            for name in names
            if directory / name in self._replaced or (name in seen and not self._is_removed(directory / name))
        )

    def resolve(self, path: Path) -> Path:
        return self._base.resolve(path)

    def remember(self, key: Hashable, make: Callable[[], _T]) -> _T:
        return self._base.remember(key, make)

    def scan_key(self, path: Path) -> Hashable:
        return (path, self._replaced[path]) if path in self._replaced else self._base.scan_key(path)

    def is_unblocked(self, path: Path) -> bool:
        return path in self._unblocked or self._base.is_unblocked(path)


_UTF16 = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
_PIECE = 1_000_000
_ABSENT_ERRORS = (errno.ENOENT, errno.ENOTDIR, errno.EBADF, errno.ELOOP)


def _look(path: Path) -> Node:
    try:
        facts = os.stat(path)
    except ValueError:  # a NUL in the path
        return Node(Kind.ABSENT)
    except OSError as error:
        if error.errno in _ABSENT_ERRORS:
            return Node(Kind.ABSENT, broken_link=_link_target(path), loops=error.errno == errno.ELOOP)
        return Node(Kind.DENIED, error=f"{type(error).__name__}: {error}")
    mode = facts.st_mode
    identity = (facts.st_dev, facts.st_ino)
    if stat.S_ISREG(mode):
        return Node(Kind.FILE, size=facts.st_size, identity=identity)
    if stat.S_ISDIR(mode):
        return Node(Kind.DIRECTORY, identity=identity)
    if stat.S_ISSOCK(mode):
        return Node(Kind.SOCKET, identity=identity)
    if stat.S_ISCHR(mode) and facts.st_rdev == os.makedev(1, 3):
        return Node(Kind.NULL, identity=identity)
    return Node(Kind.ENDLESS, identity=identity)


def _resolved(path: Path) -> Path:
    real = path.resolve()
    if sys.version_info >= (3, 13):  # Python no longer raises for links in a circle; under Hermes it does
        try:
            os.stat(real)
        except OSError as error:
            if error.errno == errno.ELOOP:
                raise RuntimeError(f"Symlink loop from {str(path)!r}") from None
    return real


def _is_there(path: str) -> bool:
    try:
        os.lstat(path)
    except (OSError, ValueError):
        return False
    return True


def _link_target(path: Path) -> str:
    try:
        return os.readlink(path)
    except (OSError, ValueError):
        return ""


def _read(path: Path, node: Node) -> Content:
    if node.kind is Kind.DIRECTORY:
        return Content(None, Unreadable.DIRECTORY, "it is a directory")
    if node.kind is Kind.ENDLESS:
        return Content(None, Unreadable.ENDLESS, "it is a pipe or a device, not a file")
    if node.kind is Kind.NULL:
        return Content("", detail="it is the null device, not a file")
    if node.kind is not Kind.FILE:
        return Content(None, Unreadable.FAILED, _why_no_file(node))
    started = time.monotonic()
    try:
        # Between the look and the opening a file may have become a pipe: opening that must not wait.
        handle = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC | os.O_NOCTTY)
        with os.fdopen(handle, "rb", buffering=0) as file:
            facts = os.fstat(handle)
            if not stat.S_ISREG(facts.st_mode):
                return Content(None, Unreadable.ENDLESS, "it has become something else than a file")
            if facts.st_size > MOST:
                return _too_large(facts.st_size)
            data = _all_of(file, facts.st_size)
        if data is None:
            return Content(
                None, Unreadable.ENDLESS, "reading it waits for something to come, as from a device"
            )
        if len(data) > MOST:
            return _too_large(len(data))
        return _decoded(data, time.monotonic() - started)
    except PermissionError:
        return Content(None, Unreadable.NOT_PERMITTED, "no permission to read it", size=node.size)
    except OSError as error:
        return Content(None, Unreadable.FAILED, error.strerror or str(error), size=node.size)
    except MemoryError:
        return Content(
            None, Unreadable.TOO_LARGE, "there is not enough memory to look into it", size=node.size
        )


def _all_of(file: io.FileIO, size: int) -> bytes | None:
    """The bytes of a file, one more than :data:`MOST` at most; ``None`` where it would wait."""
    data = file.read(size + 1)
    pieces = [data]
    total = len(data or b"")
    while data and total <= MOST:  # what the system makes up has no size, and a file may grow
        data = file.read(_PIECE)
        pieces.append(data)
        total += len(data or b"")
    if None in pieces:
        return None
    return pieces[0] if len(pieces) <= 2 and not data else b"".join(piece for piece in pieces if piece)


def _too_large(size: int) -> Content:
    detail = f"it has {size:,} bytes, and this inspector reads {MOST:,} at most"
    return Content(None, Unreadable.TOO_LARGE, detail, size=size)


def _why_no_file(node: Node) -> str:
    if node.broken_link:
        return f"it is {node.link_words}"
    if node.kind is Kind.ABSENT:
        return "there is nothing"
    return node.error or f"it is a {node.kind.value}"


def _decoded(data: bytes, seconds: float) -> Content:
    size = len(data)
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        return Content(
            None,
            Unreadable.NOT_UTF8,
            _bad_byte(data, error.start),
            shown=_with_unix_line_ends(_to_look_at(data)),
            size=size,
            seconds=seconds,
        )
    if "\r" not in text:
        return Content(text, size=size, seconds=seconds)
    return Content(_with_unix_line_ends(text), size=size, seconds=seconds, crlf=True)


def _with_unix_line_ends(text: str) -> str:
    return text.replace("\r\n", "\n").replace("\r", "\n")


def _to_look_at(data: bytes) -> str:
    return data.decode("utf-16" if data.startswith(_UTF16) else "utf-8", "backslashreplace")


def _bad_byte(data: bytes, offset: int) -> str:
    line = data.count(b"\n", 0, offset) + 1
    where = f"byte 0x{data[offset]:02x} at offset {offset:,}, line {line:,}"
    if data.startswith(_UTF16):
        return f"it is UTF-16, not UTF-8 ({where})"
    return f"it is not UTF-8 ({where})"
