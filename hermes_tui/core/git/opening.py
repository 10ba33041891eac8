"""The doors to a repository: what is no file, or too large for its name, is found before anybody reads it.

GitPython's door starts nothing and includes no other configuration. GitPython reads what is small and stands
in files of its own (``HEAD``, ``commondir``, the configuration); no object and no reference: those may be
anything.
"""

import os
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING, NamedTuple

from hermes_tui.core.filesystem.disk import Disk
from hermes_tui.core.filesystem.executables import trusted_path
from hermes_tui.core.filesystem.file_type import FileType
from hermes_tui.core.git.program import (
    GitProblem,
    NoGit,
    git_program,
    misleading_variable,
    settings,
)
from hermes_tui.core.git.roots import git_root_at, gitfile_target, is_closed

if TYPE_CHECKING:
    import git
    from git.types import Lit_config_levels

_MOST: Mapping[str, int] = {
    "HEAD": 4_096,
    "commondir": 4_096,
    "gitdir": 4_096,
    "config": 1_000_000,
    "config.worktree": 1_000_000,
    "info/attributes": 1_000_000,
    "info/exclude": 1_000_000,
    "info/grafts": 1_000_000,
    "info/sparse-checkout": 10_000_000,
    "objects/info/alternates": 100_000,
    "shallow": 10_000_000,
    "packed-refs": 500_000_000,
    "index": 500_000_000,
    "objects/info/commit-graph": 4_000_000_000,
    "objects/pack/multi-pack-index": 4_000_000_000,
}
"""What git reads in ``.git``, and the bytes that it may have: generous for large repositories."""


class Checked(NamedTuple):
    """Where git reads; nothing there waits."""

    git_dir: Path
    common_dir: Path


def checked(root: Path) -> Checked:
    """Look at the repository at *root* before it is read.

    Raises:
        GitProblem: there is none, or what stands there must not be read.
    """
    variable = misleading_variable()
    if variable is not None:
        raise GitProblem(
            f"{variable} is set in the environment, and git would answer about another repository"
        )
    disk = Disk()
    if is_closed(root / ".git", disk):
        raise GitProblem("there is no permission to look into its .git")
    if git_root_at(root, disk).is_stray:
        raise GitProblem(_why_stray(root / ".git", disk))
    git_dir = gitfile_target(root / ".git", disk) or root / ".git"
    _check(git_dir, ("commondir",), disk)
    common = git_dir / (disk.read(git_dir / "commondir").text or "").strip()
    for directory in dict.fromkeys((git_dir, common)):
        _check(directory, _MOST, disk)
    head = disk.read(git_dir / "HEAD").text or ""
    if head.startswith(_REFERENCE):
        name = head.removeprefix(_REFERENCE).strip()
        _check(common, (name,), disk)
    return Checked(git_dir, common)


def _check(directory: Path, names: Iterable[str], disk: Disk) -> None:
    """What stands in *directory* under these names is a file of a reasonable size, or nothing."""
    for name in names:
        node = disk.node(directory / name)
        if node.kind in (FileType.ABSENT, FileType.DENIED):
            continue
        is_branch = (
            name not in _MOST and node.kind is FileType.DIRECTORY
        )  # refs/heads/a beside refs/heads/a/b
        if node.kind is not FileType.FILE and not is_branch:
            raise GitProblem(f".git/{name} is no file")
        most = _MOST.get(name, _MOST["HEAD"])
        if node.size > most:
            raise GitProblem(f".git/{name} has {node.size:,} bytes, and no git writes that many there")


_REFERENCE = "ref: "
_LONGEST = 300
"""Characters of a path that are told."""


@contextmanager
def opened(root: Path) -> Iterator["git.Repo"]:
    """GitPython's view of the repository at *root*, which is :func:`checked` already.

    Raises:
        GitProblem: GitPython cannot read it.
    """
    repo = _open(root)
    try:
        yield repo
    except GitProblem:
        raise
    except Exception as error:
        raise GitProblem(f"GitPython cannot read it ({type(error).__name__})") from error
    finally:
        repo.close()


def _open(root: Path) -> "git.Repo":
    try:
        with _IMPORTING, _running_nothing():
            import git
    except ImportError as error:
        raise GitProblem(f"GitPython cannot be imported: {error}") from error
    try:
        program = git_program(root)
    except NoGit:  # what needs no program is read all the same
        program = os.devnull

    class Program(git.Git):
        """Starts this git, and no other that is called so."""

        GIT_PYTHON_GIT_EXECUTABLE = program

    class Repository(git.Repo):
        """Includes no other configuration: that could be anything, anywhere."""

        GitCommandWrapperType = Program

        def config_reader(self, config_level: "Lit_config_levels | None" = None) -> git.GitConfigParser:
            del config_level
            own = Path(self.common_dir, "config")
            return git.GitConfigParser([str(own)], read_only=True, merge_includes=False)

    try:
        repo = Repository(root, expand_vars=False)
    except (git.InvalidGitRepositoryError, git.NoSuchPathError) as error:
        raise GitProblem(_why_stray(root / ".git", Disk())) from error
    except Exception as error:
        raise GitProblem(f"GitPython cannot open it ({type(error).__name__})") from error
    repo.git.update_environment(**settings(), PATH=trusted_path(root))
    return repo


_IMPORTING = Lock()
_NO_PROGRAM: Mapping[str, str] = {"GIT_PYTHON_GIT_EXECUTABLE": os.devnull, "GIT_PYTHON_REFRESH": "quiet"}


@contextmanager
def _running_nothing() -> Iterator[None]:
    """GitPython would run, as soon as it is imported, whatever is called git, and fail where that fails."""
    before = {name: os.environ.get(name) for name in _NO_PROGRAM}
    os.environ.update(_NO_PROGRAM)
    try:
        yield
    finally:
        for name, value in before.items():
            if value is None:
                del os.environ[name]
            else:
                os.environ[name] = value


def _why_stray(dotgit: Path, disk: Disk) -> str:
    target = gitfile_target(dotgit, disk)
    if target is not None:
        shown = str(target)
        shown = shown if len(shown) <= _LONGEST else f"{shown[:_LONGEST]}…"
        return f"its .git file points to {shown}, and no repository is there"
    what = "directory" if disk.is_directory(dotgit) else "file"
    return f"there is a {what} called .git, but it is no repository"
