"""The start of a session in every directory of a repository, judged once for all that must be alike.

What a directory gets depends on the context files in it and above it, and on how far these are: the labels
of the chain, which count against the cap, become longer with every level. So a directory without context
files gets what the one above it gets, as long as no cap comes near; and so does one that adds an
``AGENTS.md`` with which nothing is wrong.
"""

import os
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

from hermes_tui.core.prompt.body import BYTE_ORDER_MARK, heading, read_body, scan_body
from hermes_tui.core.prompt.context_file import ContextFile, FileKind
from hermes_tui.core.prompt.discovery import NEAR_MISSES
from hermes_tui.core.prompt.startup import Startup, inspect
from hermes_tui.core.releases.lookup import RELEASES, Ruleset
from hermes_tui.core.situation import Situation
from hermes_tui.core.surveys.tree_index import Ground
from hermes_tui.core.surveys.walk import known_names

_PROGRESS_EVERY = 50
"""Directories between two reports of progress."""

_A_LEVEL = len("../")


class _Known(NamedTuple):
    """What is known of the start in one directory."""

    startup: Startup
    """Has the same findings."""
    level: int
    """How deep the directory is."""
    lengths: tuple[int, ...]
    """Characters of each section of the chain, seen from that level."""
    texts: frozenset[str]
    """What was sent so far: a copy would not be sent again."""
    is_inherited: bool
    """A directory below gets the same: nothing counts in this directory alone."""
    is_cut: bool

    def deepest(self, own: int = 0) -> int:
        """The level down to which nothing is cut, with *own* characters more; below :attr:`level`: none."""
        lengths = [*self.lengths, own] if own else self.lengths
        if self.is_cut or not lengths:
            return -1 if self.is_cut else sys.maxsize
        room = self.startup.cap.limit - sum(lengths) - 2 * (len(lengths) - 1)
        return self.level + room // (_A_LEVEL * len(lengths))


def starts(
    ground: Ground,
    situation: Situation,
    is_harmless: Callable[[Path, str], bool],
    on_progress: Callable[[int, int], None] | None = None,
) -> Iterator[tuple[Startup, tuple[str, ...]]]:
    """Starts that differ in their findings, each with the directories that it stands for.

    Args:
        ground: every directory.
        situation: the settings and the disk.
        is_harmless: no finding comes from the text of that file.
        on_progress: told how many directories of how many are done; what it raises ends the work.
    """
    every = _Every(ground, situation, is_harmless)
    groups: dict[int, tuple[Startup, list[str]]] = {}
    directories = ground.starts()
    for done, directory in enumerate(sorted(directories, key=lambda path: path.count(os.sep))):
        if on_progress is not None and not done % _PROGRESS_EVERY:
            on_progress(done, len(directories))
        startup = every.start_in(directory)
        groups.setdefault(id(startup), (startup, []))[1].append(directory)
    for startup, directories in groups.values():
        yield startup, tuple(directories)


class _Every:
    """Goes down the directories, the upper ones first."""

    def __init__(
        self, ground: Ground, situation: Situation, is_harmless: Callable[[Path, str], bool]
    ) -> None:
        self._situation = situation
        self._rules = situation.ruleset
        self._disk = situation.disk
        self._is_harmless = is_harmless
        self._special = _special(ground, situation.ruleset)
        self._known: dict[str, _Known] = {}
        self._plain_below: dict[str, _Known] = {}
        self._deepest: dict[int, int] = {}

    def start_in(self, directory: str) -> Startup:
        """The start in *directory*, or one with the same findings."""
        parent = directory.rpartition(os.sep)[0]
        above = self._known.get(parent)
        known = self._like_above(directory, above) if above is not None else None
        if known is None and directory not in self._special:
            known = self._plain_below.get(parent)  # its brothers without context files get the same
        if known is None:
            known = self._inspected(directory)
            if directory not in self._special:
                self._plain_below[parent] = known
        self._known[directory] = known
        return known.startup

    def _like_above(self, directory: str, above: _Known) -> _Known | None:
        level = directory.count(os.sep)
        names = self._special.get(directory)
        if not above.is_inherited:
            return None
        if names is None:
            return above if level <= self._deepest_of(above) else None
        if names == {self._rules.agents_names[-2]}:  # AGENTS.md alone
            return self._with_agents(directory, level, above)
        return None

    def _deepest_of(self, known: _Known) -> int:
        found = self._deepest.get(id(known))
        if found is None:
            found = self._deepest[id(known)] = known.deepest()
        return found

    def _with_agents(self, directory: str, level: int, above: _Known) -> _Known | None:
        """The start where an ``AGENTS.md`` with which nothing is wrong is added to the chain."""
        rules, disk = self._rules, self._disk
        if any(file.kind is FileKind.HERMES for file in above.startup.files):
            return None
        path = Path(directory, "AGENTS.md")
        content = disk.read(path)
        text = content.text
        if text is None or BYTE_ORDER_MARK in text or disk.is_link(path) or content.seconds > 1:
            return None
        length = rules.scanner.length
        body = read_body(path, FileKind.AGENTS, rules, disk)
        sent = str(body.text)
        if body.is_empty or sent in above.texts or (length is not None and len(text) > length):
            return None
        if scan_body(body, path.name, rules, disk).is_blocked or not self._is_harmless(path, text):
            return None
        own = len(heading(path.name, path)) + len(sent)
        if level > above.deepest(own):
            return None
        more = _A_LEVEL * (level - above.level)
        return above._replace(
            level=level,
            lengths=(*(known + more for known in above.lengths), own),
            texts=above.texts | {sent},
        )

    def _inspected(self, directory: str) -> _Known:
        startup = inspect(self._situation._replace(cwd=Path(directory)))
        assembled = [
            file for file in startup.files if file.kind is not FileKind.SOUL and file.verdict.is_joined
        ]
        return _Known(
            startup=startup,
            level=directory.count(os.sep),
            lengths=tuple(len(file.section) for file in assembled),
            texts=frozenset((file.content.text or "").strip() for file in startup.files),
            is_inherited=_is_inherited(startup),
            is_cut=any(file.cut is not None or file.joint_cut is not None for file in startup.files),
        )


def _is_inherited(startup: Startup) -> bool:
    """A directory below gets the same: nothing counts in the working directory alone."""
    if startup.failure is not None or not startup.ruleset.agents_chain or startup.git_root is None:
        return False
    return all(_counts_below(file, startup.cwd) for file in startup.files)


def _counts_below(file: ContextFile, cwd: Path) -> bool:
    in_every_directory = (FileKind.HERMES, FileKind.AGENTS, FileKind.SOUL, FileKind.UNKNOWN)
    return file.kind in in_every_directory or cwd not in file.path.parents


def _special(ground: Ground, ruleset: Ruleset) -> dict[str, set[str]]:
    """Directories that are not like the one above them, with the names that make the difference."""
    names = {name.lower() for rules in (ruleset, RELEASES[-1]) for name in known_names(rules)}
    names.update(name.lower() for name in NEAR_MISSES)
    special: dict[str, set[str]] = {directory: {".git"} for directory in ground.repositories}
    for hits in ground.hits:
        special.setdefault(_owner(hits.directory, ruleset), set()).update(hits.names)
    cursor = ruleset.cursor_directory.split("/")
    for directory in ground.directories:
        parent, _, name = directory.rpartition(os.sep)
        if name in (cursor[0], ".github") or name.lower() in names:
            special.setdefault(parent, set()).add(f"{name}{os.sep}")
    return special


def _owner(directory: str, ruleset: Ruleset) -> str:
    """The directory whose start asks for a file in *directory*."""
    parent, _, name = directory.rpartition(os.sep)
    if name == ".github":
        return parent
    inside = os.sep + ruleset.cursor_directory.replace("/", os.sep)
    return directory.removesuffix(inside) if directory.endswith(inside) else directory
