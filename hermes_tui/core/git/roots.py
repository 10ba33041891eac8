"""What made a directory the git root, as far as ``.git`` itself says. Git is not asked.

Hermes takes anything called ``.git`` for a root; git wants a repository there. Whoever has to tell the two
apart asks here, so that no two answers differ.
"""

import os
from enum import Enum
from pathlib import Path
from typing import NamedTuple

from hermes_tui.core.filesystem.disk import Disk
from hermes_tui.core.filesystem.file_type import FileType
from hermes_tui.core.text.public_text import NOTHING, Public, public

_POINTER = "gitdir: "
"""How a ``.git`` file begins; without the blank git does not take it for one."""
_MOST_OF_POINTER = 1 << 20
"""Bytes of a ``.git`` file, to git itself."""
_PARTS = (public("HEAD"), public("objects"), public("refs"))
"""What git looks for in a directory that may be a repository."""


class RepositoryKind(Enum):
    """What ``.git`` makes of the directory that holds it."""

    WORK_TREE = "work tree"
    SUBMODULE = "submodule"
    WORKTREE = "linked work tree"
    """Made by ``git worktree add``."""
    BARE = "bare repository"
    """Configured to have no work tree."""
    STRAY = "stray .git"
    """Something is called ``.git`` and is no repository; Hermes takes it for a git root all the same."""


class GitRoot(NamedTuple):
    """A git root and what is around it."""

    directory: Path
    kind: RepositoryKind
    """Never :attr:`RepositoryKind.BARE`: that is in the configuration, which is not read."""
    what: Public
    """``a submodule``, ``a linked work tree``, ``a git repository``, or what is no repository."""
    above: Path | None
    """The next directory above that holds a repository."""

    @property
    def is_stray(self) -> bool:
        """There is no repository; Hermes takes it for a root all the same."""
        return self.kind is RepositoryKind.STRAY


def git_root_at(directory: Path, disk: Disk) -> GitRoot:
    """What *directory*, which holds something called ``.git``, is."""
    kind, what = _what(directory / ".git", disk)
    above = next((parent for parent in directory.parents if _is_repository(parent / ".git", disk)), None)
    return GitRoot(directory, kind, what, above)


def _is_repository(dotgit: Path, disk: Disk) -> bool:
    """What is called *dotgit* is a repository to git, or the way to one."""
    return _what(dotgit, disk)[0] is not RepositoryKind.STRAY


def is_closed(dotgit: Path, disk: Disk) -> bool:
    """There is no permission to look into the directory *dotgit*."""
    return disk.node(dotgit / "HEAD").kind is FileType.DENIED


def gitfile_target(dotgit: Path, disk: Disk) -> Path | None:
    """Where a ``.git`` file, as submodules and linked work trees have it, points to."""
    is_small = disk.is_file(dotgit) and disk.node(dotgit).size <= _MOST_OF_POINTER
    content = disk.read(dotgit).text if is_small else None
    if content is None or not content.startswith(_POINTER):
        return None
    return Path(os.path.normpath(dotgit.parent / content.removeprefix(_POINTER).rstrip("\n")))


def _what(path: Path, disk: Disk) -> tuple[RepositoryKind, Public]:
    node = disk.node(path)
    if node.kind is FileType.DIRECTORY:
        if is_closed(path, disk):  # somebody keeps a repository from others, rather than nothing
            return RepositoryKind.WORK_TREE, public("a git repository that may not be looked into")
        missing = _missing(path, disk)
        if not missing:
            return RepositoryKind.WORK_TREE, public("a git repository")
        what = public("an empty directory")
        if disk.names(path):
            what = public("a directory without {}", missing)
        return RepositoryKind.STRAY, public("{} called .git, which is no repository", what)
    if node.kind is not FileType.FILE:
        return RepositoryKind.STRAY, public("a {} called .git, which is no repository", node.kind)
    target = gitfile_target(path, disk)
    if target is None:
        return RepositoryKind.STRAY, public("a file called .git, which is no repository")
    if not disk.is_directory(target):
        return RepositoryKind.STRAY, public("a file called .git that points nowhere")
    if _missing(target, disk):
        return RepositoryKind.STRAY, public("a file called .git that points to no repository")
    if disk.is_file(target / "commondir"):
        return RepositoryKind.WORKTREE, public("a linked work tree")
    if "modules" in target.parts:
        return RepositoryKind.SUBMODULE, public("a submodule")
    return RepositoryKind.WORK_TREE, public("a git repository")


def _missing(directory: Path, disk: Disk) -> Public:
    """What *directory* would need to be a repository; empty: nothing."""
    wanted = _PARTS[:1] if disk.is_file(directory / "commondir") else _PARTS  # the others are in that one
    return next((name for name in wanted if not disk.exists(directory / name)), NOTHING)
