"""The objects of a repository, one by one: commits, directories, files. Nothing is checked out or fetched."""

import threading
import time
import weakref
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from hermes_tui.core.git.opening import checked
from hermes_tui.core.git.program import GitProblem, ask_git, end_git, start_git

if TYPE_CHECKING:
    import subprocess

SECONDS = 5.0
"""How long git may take for one object."""
MOST = 50_000_000
"""Bytes of an object that is taken."""
_DIRECTORY, _LINK, _SUBMODULE = 0o040000, 0o120000, 0o160000
_NEVER = ("", ".", "..", ".git")
"""Names that git writes into no directory; somebody else may have."""
_MOST_ENTRIES = 100_000
"""Names in directories that are kept."""
_WHOLE = "--batch"
"""The form of answers that have the bytes of the object."""


class Entry(NamedTuple):
    """One name in a directory of a commit."""

    mode: int
    name: str
    """All digits of the object."""

    @property
    def is_directory(self) -> bool:
        """It holds names itself."""
        return self.mode == _DIRECTORY

    @property
    def is_link(self) -> bool:
        """Its text says where it leads."""
        return self.mode == _LINK

    @property
    def is_submodule(self) -> bool:
        """What it holds is in another repository."""
        return self.mode == _SUBMODULE


class MissingObjectError(GitProblem):
    """Git names an object that it does not have."""


class _EndedError(GitProblem):
    """Git ended in the middle of an answer."""


class GitObjects:
    """Answers from one repository, each object read once.

    Two processes of ``git cat-file`` are started when they are needed, and end with this. Any question may
    raise :class:`~.program.GitProblem`; its message is part of a sentence.
    """

    def __init__(self, root: Path) -> None:
        """Look at the repository at *root*, and read nothing yet.

        Raises:
            GitProblem: there is none, or what stands there must not be read.
        """
        checked(root)
        self.root = root
        self._objects = _Asked(root, _WHOLE)
        self._sizes = _Asked(root, "--batch-check")
        self._directories: dict[str, dict[str, Entry]] = {}
        self._held = 0
        self._is_partial: bool | None = None
        self.missing: set[str] = set()
        """Objects that were asked for, and that git does not have."""

    def commit(self, revision: str) -> str:
        """All digits of the commit that *revision* names: a branch, a tag, digits, ``HEAD~3``."""
        if not revision or revision.startswith("-") or "\0" in revision:
            raise GitProblem(f"there is no revision {revision!r}")
        answer = ask_git(self.root, "rev-parse", "--verify", "--quiet", f"{revision}^{{commit}}")
        name = answer.output.decode("ascii", "replace").strip()
        if answer.code or not name:
            raise GitProblem(f"there is no revision {revision!r}{self._why_no_revision()}")
        return name

    def common_ancestor(self, revision: str) -> str:
        """The commit from which *revision* and what is checked out go apart; else that of *revision*."""
        name = self.commit(revision)
        answer = ask_git(self.root, "merge-base", name, "HEAD", seconds=SECONDS)
        return answer.output.decode("ascii", "replace").strip() if answer.code == 0 else name

    def _why_no_revision(self) -> str:
        if self.is_shallow:
            return " (the history here is shallow: older commits were not fetched)"
        return ""

    @property
    def is_shallow(self) -> bool:
        """The history was fetched from some commit on only."""
        return ask_git(self.root, "rev-parse", "--is-shallow-repository").output.strip() == b"true"

    @property
    def is_partial(self) -> bool:
        """Objects were left out when it was fetched, to come when they are asked for; here none comes."""
        if self._is_partial is None:
            told = ask_git(self.root, "config", "--get-regexp", r"^remote\..*\.promisor$").output
            self._is_partial = b"true" in told.lower()
        return self._is_partial

    def is_edge(self, commit: str) -> bool:
        """The history that was fetched ends with this commit, of which git names no parent."""
        head, _, _ = self._ask(commit).data.partition(b"\n\n")
        return b"\nparent " in head

    def root_of(self, commit: str) -> Entry:
        """The uppermost directory of a commit, which is named by all its digits."""
        line, _, _ = self._ask(commit).data.partition(b"\n")
        return Entry(_DIRECTORY, line.removeprefix(b"tree ").decode("ascii", "replace"))

    def directory(self, name: str) -> dict[str, Entry]:
        """What stands in a directory."""
        found = self._directories.get(name)
        if found is None:
            data = self._ask(name).data
            found = _entries(data, len(name) // 2)
            self._held += len(found)
            if self._held > _MOST_ENTRIES:  # a long history has each directory in many versions
                self._directories.clear()
                self._held = len(found)
            self._directories[name] = found
        return found

    def size(self, name: str) -> int:
        """Bytes of a file."""
        return self._ask(name, self._sizes).size

    def data(self, name: str) -> bytes:
        """The bytes of a file, as git keeps it: no filter and no line ends of this machine are applied."""
        return self._ask(name).data

    def _ask(self, name: str, process: "_Asked | None" = None) -> "_Object":
        if name not in self.missing:
            try:
                return (process or self._objects).ask(name)
            except MissingObjectError:
                self.missing.add(name)
            except _EndedError:
                if not self.is_partial:
                    raise
                self.missing.add(name)  # git ends when it may not fetch what it promised
        raise MissingObjectError("git does not have it: it was not fetched, or is lost")

    def close(self) -> None:
        """End both processes."""
        self._objects.close()
        self._sizes.close()


def _entries(data: bytes, digits: int) -> dict[str, Entry]:
    """The names of a tree object: mode, blank, name, NUL, and the bytes of the object's name."""
    found: dict[str, Entry] = {}
    at = 0
    while at < len(data):
        blank, nul = data.find(b" ", at), data.find(b"\0", at)
        end = nul + 1 + digits
        if not at < blank < nul or end > len(data):
            raise GitProblem("a directory of it is damaged")
        try:
            mode = int(data[at:blank], 8)
        except ValueError:
            raise GitProblem("a directory of it is damaged") from None
        name = data[blank + 1 : nul].decode("utf-8", "surrogateescape")
        if "/" not in name and name.lower() not in _NEVER:
            found[name] = Entry(mode, data[nul + 1 : end].hex())
        at = end
    return found


class _Object(NamedTuple):
    kind: str
    size: int
    data: bytes = b""


class _Asked:
    """A process of ``git cat-file``: asked by name, answers in order, ended where it dawdles."""

    def __init__(self, root: Path, form: str) -> None:
        self._root = root
        self._form = form
        self._process: subprocess.Popen[bytes] | None = None
        self._deadline: list[float] = []
        self._lock = threading.Lock()
        self._end: Callable[[], object] = lambda: None

    def ask(self, name: str) -> _Object:
        """What git says of an object; its bytes too, if that is the form of its answers."""
        with self._lock:
            self._deadline.append(time.monotonic() + SECONDS)
            try:
                return self._answer(name)
            except (OSError, ValueError, EOFError):
                self.close()
                raise _EndedError("git ended, or took too long, in the middle of an answer") from None
            finally:
                self._deadline.clear()

    def _answer(self, name: str) -> _Object:
        process = self._process or self._start()
        if process.stdin is None or process.stdout is None:
            raise EOFError
        process.stdin.write(name.encode("ascii") + b"\n")
        process.stdin.flush()
        match process.stdout.readline(1_000).split():
            case [_, b"missing"]:
                raise MissingObjectError(name)
            case [_, kind, digits]:
                found = _Object(kind.decode("ascii", "replace"), int(digits))
            case _:
                raise EOFError
        if self._form != _WHOLE:
            return found
        if found.size > MOST:
            self.close()  # what it is about to write is not wanted
            raise GitProblem(f"it has {found.size:,} bytes, and this inspector reads {MOST:,} at most")
        data = process.stdout.read(found.size + 1)
        if len(data) <= found.size:
            raise EOFError
        return found._replace(data=data[:-1])

    def _start(self) -> "subprocess.Popen[bytes]":
        process = self._process = start_git(self._root, "cat-file", self._form)
        self._end = weakref.finalize(self, _ended, process)
        watching = (process, self._deadline)
        threading.Thread(target=_watch, args=watching, name="git's watch", daemon=True).start()
        return process

    def close(self) -> None:
        """End the process; the next question starts another."""
        self._end()
        self._process = None


def _ended(process: "subprocess.Popen[bytes]") -> None:
    end_git(process)
    for stream in (process.stdin, process.stdout):
        if stream is not None:
            with suppress(OSError):
                stream.close()


def _watch(process: "subprocess.Popen[bytes]", deadline: list[float]) -> None:
    """End *process* where the answer that is waited for is late."""
    while process.poll() is None:
        for moment in deadline[-1:]:
            if time.monotonic() > moment:
                end_git(process)
        time.sleep(0.1)
