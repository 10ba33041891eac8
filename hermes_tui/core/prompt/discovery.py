"""Where Hermes looks: git root, directory chain, names (``rules.md`` sections 1.2 to 1.6)."""

import os
from collections.abc import Iterator
from pathlib import Path, PurePath
from typing import NamedTuple

from hermes_tui.core.filesystem.disk import Disk
from hermes_tui.core.filesystem.file_type import FileType
from hermes_tui.core.prompt.body import HermesFails
from hermes_tui.core.prompt.context_file import FileKind
from hermes_tui.core.releases.lookup import Ruleset


class Candidate(NamedTuple):
    """A place where Hermes asks for a context file."""

    kind: FileKind
    path: Path
    label: str
    """Provenance label that the file would be sent under."""


def find_git_root(directory: Path, ruleset: Ruleset, disk: Disk) -> Path | None:
    """The nearest directory, from *directory* (resolved) up, that has anything called ``.git``.

    Hermes' own rule: a file, an empty directory or a link count as long as something is there.

    Raises:
        HermesFails: a ``.git`` may not be looked at, and this release does not expect that.
    """
    for candidate in (directory, *directory.parents):
        node = disk.node(candidate / ".git")
        if node.kind is FileType.DENIED:
            if ruleset.denied_git_raises:
                raise HermesFails(node.error, candidate / ".git")
        elif node.kind is not FileType.ABSENT:
            return candidate
    return None


def directory_chain(cwd: Path, git_root: Path | None) -> tuple[Path, ...]:
    """The directories from the git root down to *cwd*; outside git *cwd* alone."""
    if git_root is None:
        return (cwd,)
    between = []
    for directory in (cwd, *cwd.parents):
        between.append(directory)
        if directory == git_root:
            break
    return tuple(reversed(between))


def hermes_candidates(cwd: Path, git_root: Path | None, ruleset: Ruleset) -> Iterator[Candidate]:
    """``.hermes.md`` and ``HERMES.md``, from *cwd* up to the git root."""
    for directory in (cwd, *cwd.parents):
        for name in ruleset.hermes_names:
            yield Candidate(FileKind.HERMES, directory / name, name)
        if directory == git_root or (git_root is None and not ruleset.hermes_climbs_without_git):
            return


def agents_candidates(
    cwd: Path, git_root: Path | None, ruleset: Ruleset
) -> Iterator[tuple[Path, tuple[Candidate, ...]]]:
    """Each directory of the chain, the root first, with the names that it is asked for."""
    chain = directory_chain(cwd, git_root) if ruleset.agents_chain else (cwd,)
    for directory in chain:
        yield (
            directory,
            tuple(
                Candidate(FileKind.AGENTS, directory / name, label_of(directory / name, cwd))
                for name in ruleset.agents_names
            ),
        )


def claude_candidates(cwd: Path, ruleset: Ruleset) -> tuple[Candidate, ...]:
    """``CLAUDE.md`` and ``claude.md`` of *cwd*."""
    return tuple(Candidate(FileKind.CLAUDE, cwd / name, name) for name in ruleset.claude_names)


def cursor_rules(cwd: Path, ruleset: Ruleset) -> Candidate:
    """``.cursorrules`` of *cwd*, which is asked for before ``.cursor/rules``."""
    return Candidate(FileKind.CURSOR, cwd / ruleset.cursor_name, ruleset.cursor_name)


def cursor_modules(cwd: Path, ruleset: Ruleset, disk: Disk) -> Iterator[Candidate]:
    """``.cursor/rules/*.mdc`` of *cwd*, by name.

    Raises:
        HermesFails: the directory may not be looked at, and this release does not expect that.
    """
    directory = cwd / ruleset.cursor_directory
    node = disk.node(directory)
    if node.kind is FileType.DENIED and ruleset.denied_file_raises:
        raise HermesFails(node.error, directory)
    if node.kind is not FileType.DIRECTORY:
        return
    for name in disk.names(directory):
        if name.endswith(".mdc"):
            yield Candidate(FileKind.CURSOR, directory / name, f"{ruleset.cursor_directory}/{name}")


def kind_named(name: str, ruleset: Ruleset) -> FileKind:
    """The context type that a file of this name belongs to; ``SOUL.md`` is one by its place alone."""
    if name in ruleset.hermes_names:
        return FileKind.HERMES
    if name in ruleset.agents_names:
        return FileKind.AGENTS
    if name in ruleset.claude_names:
        return FileKind.CLAUDE
    if name == ruleset.cursor_name or name.endswith(".mdc"):
        return FileKind.CURSOR
    return FileKind.UNKNOWN


def label_of(path: Path, cwd: Path) -> str:
    """The provenance label of an ``AGENTS.md``: relative to *cwd*, the bare name inside it."""
    return relative(path, cwd)


def relative(path: Path, base: Path) -> str:
    """What ``os.path.relpath`` gives for two absolute paths without ``..``, at a tenth of its cost.

    That is where one directory is above the other; a check asks tens of thousands of times.
    """
    whole, start = os.fspath(path), os.fspath(base)
    if whole.startswith(f"{start}{os.sep}"):
        return whole[len(start) + 1 :]
    parent, _, name = whole.rpartition(os.sep)
    is_around = f"{start}{os.sep}".startswith(f"{whole}{os.sep}")
    if parent and not is_around and start.startswith(f"{parent}{os.sep}"):
        return f"{(os.pardir + os.sep) * (start.count(os.sep) - parent.count(os.sep))}{name}"
    return os.path.relpath(whole, start)


NEAR_MISSES = (
    "Agents.md",
    "AGENT.md",
    "agent.md",
    "AGENTS.MD",
    "AGENTS.txt",
    "AGENTS.local.md",
    "Claude.md",
    "CLAUDE.MD",
    "CLAUDE.local.md",
    "Hermes.md",
    "hermes.md",
    "GEMINI.md",
    ".windsurfrules",
    ".clinerules",
    ".github/copilot-instructions.md",
)
"""Names that people take for context files and Hermes never asks for (``rules.md`` 1.5, 1.6 and 5)."""


def owner(path: Path, ruleset: Ruleset) -> Path:
    """The directory that the rules in *path* are about: not that of ``.github`` or of Cursor's rules."""
    if path.parent.name == ".github":
        return path.parent.parent
    depth = len(PurePath(ruleset.cursor_directory).parts)
    is_module = path.suffix.lower() == ".mdc" and path.parent.match(ruleset.cursor_directory)
    return path.parents[depth] if is_module else path.parent
