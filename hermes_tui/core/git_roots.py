"""What made a directory the git root, as far as ``.git`` itself says. Git is not asked."""

from pathlib import Path
from typing import NamedTuple

from hermes_tui.core.disk import Disk, Kind


class GitRoot(NamedTuple):
    """A git root and what is around it."""

    directory: Path
    what: str
    """``a submodule``, ``a linked work tree``, ``a git repository``, or what is no repository."""
    is_stray: bool
    """Hermes takes it for a root all the same."""
    above: Path | None
    """The next directory above that holds something called ``.git``."""


def git_root_at(directory: Path, disk: Disk) -> GitRoot:
    """What *directory*, which holds something called ``.git``, is."""
    what, is_stray = _what(directory / ".git", disk)
    above = next((parent for parent in directory.parents if disk.exists(parent / ".git")), None)
    return GitRoot(directory, what, is_stray, above)


def _what(path: Path, disk: Disk) -> tuple[str, bool]:
    kind = disk.node(path).kind
    if kind is Kind.DIRECTORY:
        if disk.exists(path / "HEAD"):
            return "a git repository", False
        empty = "an empty directory" if not disk.names(path) else "a directory without HEAD"
        return f"{empty} called .git, which is no repository", True
    if kind is not Kind.FILE:
        return f"a {kind.value} called .git, which is no repository", True
    text = (disk.read(path).text or "").strip()
    if not text.startswith("gitdir:"):
        return "a file called .git, which is no repository", True
    target = text.removeprefix("gitdir:").strip()
    real = path.parent / target
    if not disk.is_directory(real):
        return "a file called .git that points nowhere", True
    if "/modules/" in f"{target}/":
        return "a submodule", False
    return ("a linked work tree" if "/worktrees/" in f"{target}/" else "a git repository"), False
