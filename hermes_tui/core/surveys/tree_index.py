"""One walk through a repository: every directory, and what in it is or looks like a context file."""

import os
from collections.abc import Iterator
from pathlib import Path

from hermes_tui.core.filesystem.disk import Disk
from hermes_tui.core.releases.lookup import Ruleset
from hermes_tui.core.surveys.walk import Hits, known_names, walk_through


class Ground:
    """What the walk found. Paths are strings as the walk gives them."""

    def __init__(self, chain: tuple[Path, ...], ruleset: Ruleset, disk: Disk) -> None:
        """Walk through *disk* from the working directory, the last of *chain*, up to the first of it."""
        walk = walk_through(ruleset, chain, disk)
        self.directories: list[str] = []
        """Every directory, excluded ones left out."""
        walk.listed = self.directories
        self.hits: list[Hits] = []
        for top in reversed(chain):
            self.hits.extend(step for step in walk.below(top) if isinstance(step, Hits))
        names = frozenset(known_names(ruleset))
        self._wanted = {os.fspath(directory) for directory in chain}
        self._wanted.update(hits.directory for hits in self.hits if not names.isdisjoint(hits.names))
        self.repositories = tuple(walk.repositories)
        """Directories off the chain that hold something called ``.git``."""
        self.closed = tuple(walk.closed)
        """Directories that may not be listed, excluded ones left out."""
        self.excluded: list[tuple[str, list[Path]]] = []
        """Directories whose names hints leave out, with the context files in each."""
        walk.listed = None
        for directory in walk.excluded:
            steps = (step for step in walk.inside(directory) if isinstance(step, Hits))
            files = [
                Path(step.directory, name)
                for step in steps
                for name in step.names
                if name in ruleset.hints.names
            ]
            if files:
                self.excluded.append((directory, files))

    def starts(self) -> list[str]:
        """Directories that a session may start in, in the order of the walk.

        What a tool keeps for itself in a directory such as ``.cursor`` or ``.github`` is none, unless
        somebody wrote a context file for whoever starts there.
        """
        hidden: set[str] = set()
        for directory in sorted(self.directories, key=lambda path: path.count(os.sep)):
            parent, _, name = directory.rpartition(os.sep)
            if (name.startswith(".") or parent in hidden) and directory not in self._wanted:
                hidden.add(directory)
        return [directory for directory in self.directories if directory not in hidden]

    def files(self) -> Iterator[tuple[Path, Path | None]]:
        """Each file with the nested repository that it is in."""
        for hits in self.hits:
            repository = Path(hits.repository) if hits.repository else None
            for name in hits.names:
                yield Path(hits.directory, name), repository

    def too_deep(self, levels: int) -> dict[str, str]:
        """Directories that a climb of *levels* from somewhere below does not get to, with one such place."""
        found: dict[str, str] = {}
        for directory in self.directories:
            above = directory.rsplit(os.sep, levels)[0]
            if above and above not in found:
                found[above] = directory
        return found
