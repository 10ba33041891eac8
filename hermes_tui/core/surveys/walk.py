"""The walk through a repository: strings and sets, a ``Path`` only for what is worth a closer look.

It follows no link, stays on one file system, and never enters ``.git``. Directories that vanish are passed
over, and so are those that may not be listed, which it names.
"""

import os
from collections import deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from hermes_tui.core.filesystem.disk import Disk
from hermes_tui.core.prompt.discovery import NEAR_MISSES
from hermes_tui.core.releases.lookup import RELEASES, Ruleset

_PROGRESS_EVERY = 500
"""Directories between two reports of progress."""

_GIT = ".git"


@dataclass(frozen=True, slots=True)
class Progress:
    """A sign of life."""

    directories: int
    """Directories listed so far."""
    current: Path


@dataclass(frozen=True, slots=True)
class Hits:
    """Names in one directory that are worth a closer look."""

    directory: str
    names: tuple[str, ...]
    repository: str | None
    """The nested repository around it."""


class Walk:
    """Lists directories, each once, and counts them."""

    def __init__(self, ruleset: Ruleset, chain: Iterable[Path]) -> None:
        self._chain = frozenset(os.fspath(directory) for directory in chain)
        self._places = {place: path for path in self._chain if (place := _place(path)) is not None}
        self._spellings = _spellings(ruleset)
        self._excluded_names = ruleset.hints.excluded
        self._wanted = names_like_context_files(ruleset)
        self._cursor = f"{os.sep}{ruleset.cursor_directory.partition('/')[0]}{os.sep}"
        self._done: set[str] = set()
        self._listed = 0
        self.excluded: list[str] = []
        """Directories that were passed over for their names, in the order in which they were met."""
        self.listed: list[str] | None = None
        """Every directory that was listed, for whoever puts a list here first."""
        self.closed: list[str] = []
        """Directories that may not be listed."""
        self.repositories: list[str] = []
        """Directories off the chain that hold something called ``.git``."""

    def below(self, top: Path) -> Iterator[Progress | Hits]:
        """*top* and what is below it, level by level, without what was walked before."""
        yield from self._levels(os.fspath(top), self._excluded_names)
        self._done.add(os.fspath(top))

    def inside(self, top: str) -> Iterator[Progress | Hits]:
        """An excluded directory and all that is below it."""
        yield from self._levels(top, frozenset())

    def _levels(  # noqa: PLR0912 -- the hot loop, in one piece
        self, top: str, excluded: frozenset[str]
    ) -> Iterator[Progress | Hits]:
        wanted, done, chain, cursor = self._wanted, self._done, self._chain, self._cursor
        try:
            device = os.lstat(top).st_dev
        except OSError:
            return
        waiting: deque[tuple[str, str | None]] = deque([(top, None)])
        while waiting:
            directory, repository = waiting.popleft()
            hits: list[str] = []
            below: list[str] = []
            has_rules = cursor in f"{directory.lower()}/"
            try:
                with os.scandir(directory) as entries:
                    for entry in entries:
                        name = entry.name
                        if name == _GIT or (name.lower() == _GIT and os.path.lexists(f"{directory}/{_GIT}")):
                            if directory not in chain and os.path.exists(entry.path):
                                repository = directory
                                self.repositories.append(directory)
                        elif entry.is_dir(follow_symlinks=False):
                            path = entry.path
                            place = _place(entry)
                            if place in self._places:  # perhaps it was typed in another spelling
                                path = self._places[place]
                            elif name in excluded:
                                self.excluded.append(path)
                                continue
                            if path not in done and place is not None and place[0] == device:
                                below.append(path)
                        elif name.lower() in wanted or (has_rules and name[-4:] in _MDC):
                            hits.append(name)
            except PermissionError:
                self.closed.append(directory)
            except OSError:  # gone
                pass
            waiting.extend([(self._own_name(directory, path), repository) for path in below])
            if hits:
                yield Hits(directory, self._as_asked(directory, hits), repository)
            self._listed += 1
            if self.listed is not None:
                self.listed.append(directory)
            if self._listed % _PROGRESS_EVERY == 0:
                yield Progress(self._listed, Path(directory))

    def _as_asked(self, directory: str, listed: list[str]) -> tuple[str, ...]:
        """The names under which Hermes gets the files, on a disk that ignores case as well."""
        names = set(listed)
        for name in listed:
            for known in self._spellings.get(name.lower(), ()):
                if known == name:
                    break
                if known not in listed and os.path.lexists(os.path.join(directory, known)):
                    names.remove(name)
                    names.add(known)
                    break
        return tuple(sorted(names))

    def _own_name(self, directory: str, path: str) -> str:
        """*path*, a directory in *directory*, as Hermes and Cursor spell it where it is the same."""
        name = path.rpartition(os.sep)[2]
        known = name.lower()
        if known == name or not (known in _DIRECTORIES or (known == _RULES and directory.endswith(_CURSOR))):
            return path
        other = os.path.join(directory, known)
        return other if _place(other) == _place(path) else path


class _WalkInView(Walk):
    """The same through a view of the disk that is not there as files."""

    def __init__(self, ruleset: Ruleset, chain: Iterable[Path], disk: Disk) -> None:
        super().__init__(ruleset, chain)
        self._disk = disk

    def _levels(self, top: str, excluded: frozenset[str]) -> Iterator[Progress | Hits]:
        disk = self._disk
        waiting: deque[tuple[Path, str | None]] = deque([(Path(top), None)])
        while waiting:
            directory, repository = waiting.popleft()
            hits: list[str] = []
            has_rules = self._cursor in f"{os.fspath(directory).lower()}/"
            for name in disk.names(directory):
                path = directory / name
                if name == _GIT:
                    if os.fspath(directory) not in self._chain:
                        repository = os.fspath(directory)
                        self.repositories.append(repository)
                elif disk.is_directory(path) and not disk.is_link(path):
                    if name in excluded and os.fspath(path) not in self._chain:
                        self.excluded.append(os.fspath(path))
                    elif os.fspath(path) not in self._done:
                        waiting.append((path, repository))
                elif name.lower() in self._wanted or (has_rules and name[-4:] in _MDC):
                    hits.append(name)
            if hits:
                yield Hits(os.fspath(directory), tuple(hits), repository)
            self._listed += 1
            if self.listed is not None:
                self.listed.append(os.fspath(directory))
            if self._listed % _PROGRESS_EVERY == 0:
                yield Progress(self._listed, directory)


def walk_through(ruleset: Ruleset, chain: Iterable[Path], disk: Disk) -> Walk:
    """A walk through what *disk* shows: the file system itself, asked afresh, or what a commit has."""
    return Walk(ruleset, chain) if disk.is_on_disk else _WalkInView(ruleset, chain, disk)


Place = tuple[int, int]
"""Device and inode."""


def _place(entry: str | os.DirEntry[str]) -> Place | None:
    """Where a directory is; ``None`` where it has vanished."""
    try:
        facts = os.lstat(entry) if isinstance(entry, str) else entry.stat(follow_symlinks=False)
    except OSError:
        return None
    return facts.st_dev, facts.st_ino


_DIRECTORIES = (".cursor", ".github")
_CURSOR, _RULES = f"{os.sep}.cursor", "rules"
_MDC = frozenset((".mdc", ".MDC", ".Mdc"))


def names_like_context_files(ruleset: Ruleset) -> frozenset[str]:
    """Names, in lower case, that are a context file's or like one's."""
    names = {name.rpartition("/")[2] for name in NEAR_MISSES} | {"SOUL.md"}
    for rules in (ruleset, RELEASES[-1]):
        names.update(known_names(rules), rules.hints.names)
        names.update(f"{name}.txt" for name in known_names(rules))
    return frozenset(name.lower() for name in names)


def known_names(rules: Ruleset) -> tuple[str, ...]:
    """Every fixed name that the release asks for, the usual spelling of each first."""
    return (*rules.hermes_names, *rules.agents_names, *rules.claude_names, rules.cursor_name)


def _spellings(ruleset: Ruleset) -> dict[str, list[str]]:
    """Names that Hermes asks for, in its order, by what they have in common in lower case."""
    found: dict[str, list[str]] = {}
    for rules in (ruleset, RELEASES[-1]):
        for name in (*known_names(rules), *rules.hints.names, "SOUL.md"):
            names = found.setdefault(name.lower(), [])
            if name not in names:
                names.append(name)
    return found
