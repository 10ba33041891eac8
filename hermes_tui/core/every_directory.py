"""The start of a session in every directory of a repository, judged once for all that must be alike.

What a directory gets depends on the context files in it and above it, and on how far these are: the labels
of the chain, which count against the cap, become longer with every level. So two directories below the same
nearest directory with context files, equally deep, get the same; and deeper ones as well, as long as no cap
comes near.
"""

import os
from collections.abc import Iterator
from pathlib import Path

from hermes_tui.core.discovery import NEAR_MISSES
from hermes_tui.core.disk import Disk
from hermes_tui.core.files import ContextFile, FileKind, Verdict
from hermes_tui.core.grounds import Ground
from hermes_tui.core.rulesets import RELEASES, Ruleset
from hermes_tui.core.settings import Settings
from hermes_tui.core.startup import Startup, inspect_startup
from hermes_tui.core.walk import known_names

_A_LEVEL = len("../")


def starts(
    ground: Ground, startup: Startup, settings: Settings, disk: Disk
) -> Iterator[tuple[Startup, tuple[str, ...]]]:
    """A start for each kind of directory, with the directories that are of this kind."""
    special = _special(ground, settings.ruleset, startup)
    groups: dict[str, dict[int, list[str]]] = {}
    nearest: dict[str, tuple[str, int]] = {}
    for directory in ground.directories:
        origin, depth = _nearest(directory, special, nearest)
        groups.setdefault(origin, {}).setdefault(depth, []).append(directory)
    for by_depth in groups.values():
        known: Startup | None = None
        for depth in sorted(by_depth):
            alike = by_depth[depth]
            if known is None or (depth == 1 and not _is_inherited(known)) or not _has_room(known, depth):
                known = _inspect(Path(alike[0]), settings, disk)
            yield known, tuple(alike)


def _special(ground: Ground, ruleset: Ruleset, startup: Startup) -> set[str]:
    """Directories that are not like the one above them."""
    names = {name.lower() for rules in (ruleset, RELEASES[-1]) for name in known_names(rules)}
    names.update(name.lower() for name in NEAR_MISSES)
    special = {os.fspath(startup.chain[0]), *ground.repositories}
    for hits in ground.hits:
        special.add(_owner(hits.directory))
    for directory in ground.directories:
        parent, _, name = directory.rpartition(os.sep)
        if name in (".cursor", ".github") or name.lower() in names:
            special.add(parent)
    return special


def _owner(directory: str) -> str:
    """The directory whose start asks for a file in *directory*."""
    parent, _, name = directory.rpartition(os.sep)
    if name == ".github":
        return parent
    above, _, outer = parent.rpartition(os.sep)
    return above if (outer, name) == (".cursor", "rules") else directory


def _nearest(directory: str, special: set[str], known: dict[str, tuple[str, int]]) -> tuple[str, int]:
    """The nearest special directory from *directory* up, and how many levels that is."""
    found = known.get(directory)
    if found is None:
        parent = directory.rpartition(os.sep)[0]
        if directory in special or not parent:
            found = (directory, 0)
        else:
            origin, depth = _nearest(parent, special, known)
            found = (origin, depth + 1)
        known[directory] = found
    return found


def _is_inherited(startup: Startup) -> bool:
    """A directory below gets the same: nothing counts in the working directory alone."""
    rules = startup.ruleset
    return rules.agents_chain and all(
        file.kind in (FileKind.HERMES, FileKind.AGENTS, FileKind.SOUL, FileKind.UNKNOWN)
        or startup.cwd not in file.path.parents
        for file in startup.files
    )


def _has_room(startup: Startup, depth: int) -> bool:
    """Longer labels, as they are *depth* levels down, cut nothing that is not cut in *startup*."""
    sections = [file for file in startup.files if _counts(file)]
    if any(file.cut or file.joint_cut for file in sections):
        return False
    more = _A_LEVEL * depth
    lengths = [len(file.section) + more for file in sections]
    total = sum(lengths) + 2 * len(lengths)
    return total <= startup.cap.limit or (len(lengths) <= 1 and max(lengths, default=0) <= startup.cap.limit)


def _counts(file: ContextFile) -> bool:
    return file.kind is not FileKind.SOUL and file.verdict in (
        Verdict.LOADED,
        Verdict.TRUNCATED,
        Verdict.BLOCKED,
        Verdict.LOST,
    )


def _inspect(directory: Path, settings: Settings, disk: Disk) -> Startup:
    return inspect_startup(
        directory,
        ruleset=settings.ruleset,
        disk=disk,
        home=settings.home,
        hermes_home=settings.hermes_home,
        context_length=settings.context_length,
        max_chars=settings.max_chars,
    )
