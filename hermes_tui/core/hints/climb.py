"""From a word of a call to the directories that Hermes asks for hints (``rules.md`` sections 2.4 and 2.5)."""

import os
from collections.abc import Mapping
from collections.abc import Set as AbstractSet
from pathlib import Path
from typing import NamedTuple

from hermes_tui.core.filesystem.disk import Disk
from hermes_tui.core.filesystem.file_type import FileType
from hermes_tui.core.hints.loader import HintLoader
from hermes_tui.core.hints.trace import Climb, Outcome, Visit
from hermes_tui.core.releases.lookup import Ruleset
from hermes_tui.core.toolcalls.words import Word


class HermesRaises(Exception):  # noqa: N818 -- what happens to Hermes, not an error of ours
    """This release raises on the call; the text is the exception as Python prints it."""


class Steps(NamedTuple):
    """A climb whose directories are known and not yet asked."""

    word: Word
    start: Path | None
    levels: tuple[Visit | Path, ...]
    """A visit where nothing is asked, the directory where it is."""
    note: str

    def settled(self, found: Mapping[Path, Visit]) -> Climb:
        """The climb, given what asking gave."""
        visits = tuple(found[level] if isinstance(level, Path) else level for level in self.levels)
        return Climb(self.word, self.start, visits, self.note)


class Climber:
    """Climbs from the words of one call."""

    def __init__(
        self,
        loader: HintLoader,
        visited: AbstractSet[Path],
        home: str,
        ruleset: Ruleset,
        disk: Disk,
        *,
        has_prompt: bool = True,
    ) -> None:
        """Begin a call; *has_prompt*: the files of the working directory came at the start."""
        self.candidates: set[Path] = set()
        """Directories to be asked: the call's words share them."""
        self._loader = loader
        self._visited = visited
        self._home = home
        self._rules = ruleset.hints
        self._disk = disk
        self._working_dir = loader.working_dir
        self._base = loader.working_dir.parts
        self._has_prompt = has_prompt

    def climb(self, word: Word) -> Steps:
        """The directories that *word* leads to, the deepest first.

        Raises:
            HermesRaises: this release does.
        """
        try:
            path = self._disk.resolve(self._working_dir / expanded(word.text, self._home))
        except RuntimeError as error:  # an unknown user, or links in a circle
            if self._rules.unknown_user_raises:
                raise HermesRaises(f"RuntimeError: {error}") from None
            return Steps(word, None, (), f"It leads nowhere: {str(error).rstrip('.')}.")
        except (OSError, ValueError) as error:
            return Steps(word, None, (), f"It leads nowhere: {str(error).rstrip('.')}.")
        start = path
        note = ""
        if has_suffix(path.name):
            start = path.parent
            if self._disk.is_directory(path):
                note = (
                    f"{path.name} is a directory, but has a dot in its name: Hermes takes it for a file and "
                    "starts one level above. A path to something inside it would do."
                )
        else:
            node = self._disk.node(path)
            if node.kind is FileType.DENIED:
                return Steps(word, None, (), f"It may not be looked at, so it leads nowhere: {node.error}.")
            if node.kind is FileType.FILE and self._loader.is_regular(path):
                start = path.parent
        return Steps(word, start, tuple(self._levels(start)), note)

    def _levels(self, start: Path) -> list[Visit | Path]:
        found: list[Visit | Path] = []
        directory = start
        for level in range(self._rules.levels):
            if directory in self._visited:
                found.append(self._visited_before(directory))
                return found
            obstacle = self._obstacle(directory, is_start=level == 0)
            if obstacle is None:
                self.candidates.add(directory)
            found.append(obstacle or directory)
            parent = directory.parent
            if parent == directory:
                return found
            directory = parent
        found.extend(self._beyond(start, directory))
        return found

    def _obstacle(self, directory: Path, *, is_start: bool) -> Visit | None:
        """Why *directory* is not asked for a hint; the climb goes on all the same."""
        parts = directory.parts
        inside = parts[: len(self._base)] == self._base
        if not inside and not self._rules.outside:
            reason = "It is outside the working directory: no hint comes from there."
            return self._visit(directory, Outcome.OUTSIDE, reason)
        kind = self._disk.node(directory).kind
        if kind is not FileType.DIRECTORY:
            return self._no_directory(directory, kind, is_start=is_start)
        excluded = self._rules.excluded
        if inside and excluded:
            for part in parts[len(self._base) :]:
                if part in excluded:
                    reason = f"Hermes takes no hints from directories called {part}, nor from below them."
                    return self._visit(directory, Outcome.EXCLUDED, reason, excluded_by=part)
        return None

    def _no_directory(self, directory: Path, kind: FileType, *, is_start: bool) -> Visit:
        if kind is FileType.DENIED:
            return self._visit(directory, Outcome.DENIED, "It may not be looked at.")
        if kind is not FileType.ABSENT:
            return self._visit(directory, Outcome.NOT_A_DIRECTORY, f"It is a {kind.value}, and no directory.")
        reason = "There is no such directory; it costs one level of the climb."
        if is_start:
            reason = f"There is nothing at {self._loader.shown(directory)}. {_WHY_FROM_HERE}"
        return self._visit(directory, Outcome.MISSING, reason)

    def _visited_before(self, directory: Path) -> Visit:
        if directory == self._working_dir and not self._has_prompt:
            reason = f"Hints count from here. {NEITHER_WAY} The climb ends."
        elif directory == self._working_dir:
            reason = "The working directory counts as visited: its files came at the start. The climb ends."
        else:
            reason = "An earlier call was here: nothing is sent twice, and the climb ends here."
        return self._visit(directory, Outcome.VISITED, reason)

    def _beyond(self, start: Path, directory: Path) -> list[Visit]:
        """Directories inside the working directory that would have come next."""
        found = []
        while directory != self._working_dir and directory.parts[: len(self._base)] == self._base:
            if directory in self._visited:
                break
            if self._disk.is_directory(directory):
                first = self._loader.shown(start)
                reason = f"Hermes looks in {self._rules.levels} directories from {first} up: not in this one."
                found.append(self._visit(directory, Outcome.BEYOND, reason))
            directory = directory.parent
        return found

    def _visit(self, directory: Path, outcome: Outcome, reason: str, excluded_by: str = "") -> Visit:
        return Visit(directory, self._loader.shown(directory), outcome, reason, excluded_by)


NEITHER_WAY = "The tracker takes its files for sent, and the prompt starts elsewhere: they come neither way."
_WHY_FROM_HERE = "Relative paths count from the working directory, wherever the shell is."


def has_suffix(name: str) -> bool:
    """The name looks like a file's: a dot in it that is neither first nor last."""
    return 0 < name.rfind(".") < len(name) - 1


def expanded(raw: str, home: str) -> Path:
    """The path with ``~`` and ``~user`` at its start replaced.

    Raises:
        RuntimeError: nobody knows the user.
    """
    path = Path(raw)
    parts = path.parts
    if not parts or not parts[0].startswith("~"):
        return path
    if parts[0] == "~":
        base = home
    else:
        base = os.path.expanduser(parts[0])
        if base.startswith("~"):
            raise RuntimeError("Could not determine home directory.")
    return Path(base, *parts[1:])
