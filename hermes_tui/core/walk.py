"""The walk through a repository: strings and sets, a ``Path`` only for what is worth a closer look.

It follows no link, stays on one file system, and never enters ``.git``. Directories that vanish are passed
over, and so are those that may not be listed, which it names.
"""

import os
from collections import deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from hermes_tui.core.prompt.discovery import NEAR_MISSES
from hermes_tui.core.rulesets import RELEASES, Ruleset

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
        self._excluded_names = ruleset.hints.excluded
        self._wanted = _wanted(ruleset)
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
            try:
                with os.scandir(directory) as entries:
                    for entry in entries:
                        name = entry.name
                        if name == _GIT:
                            if directory not in chain and os.path.exists(entry.path):
                                repository = directory
                                self.repositories.append(directory)
                        elif entry.is_dir(follow_symlinks=False):
                            path = entry.path
                            if name in excluded and path not in chain:
                                self.excluded.append(path)
                            elif path not in done and _device(entry) == device:
                                below.append(path)
                        elif name.lower() in wanted or (name[-4:] in _MDC and cursor in directory + os.sep):
                            hits.append(name)
            except PermissionError:
                self.closed.append(directory)
            except OSError:  # gone
                pass
            waiting.extend([(path, repository) for path in below])
            if hits:
                yield Hits(directory, tuple(sorted(hits)), repository)
            self._listed += 1
            if self.listed is not None:
                self.listed.append(directory)
            if self._listed % _PROGRESS_EVERY == 0:
                yield Progress(self._listed, Path(directory))


def _device(entry: os.DirEntry[str]) -> int | None:
    """The file system that a directory is on; ``None`` where it has vanished."""
    try:
        return entry.stat(follow_symlinks=False).st_dev
    except OSError:
        return None


_MDC = frozenset((".mdc", ".MDC", ".Mdc"))


def _wanted(ruleset: Ruleset) -> frozenset[str]:
    """Names, in lower case, that are a context file's or like one's."""
    names = {name.rpartition("/")[2] for name in NEAR_MISSES} | {"SOUL.md"}
    for rules in (ruleset, RELEASES[-1]):
        names.update(known_names(rules), rules.hints.names)
        names.update(f"{name}.txt" for name in known_names(rules))
    return frozenset(name.lower() for name in names)


def known_names(rules: Ruleset) -> tuple[str, ...]:
    """Every fixed name that the release asks for, the usual spelling of each first."""
    return (*rules.hermes_names, *rules.agents_names, *rules.claude_names, rules.cursor_name)
