"""GitPython's door to a repository, which starts nothing and includes no other configuration."""

import os
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING, TypeVar

from hermes_tui.core.disk import Disk
from hermes_tui.core.git.program import (
    SECONDS,
    GitProblem,
    NoGit,
    git_program,
    misleading_variable,
    settings,
    within,
)
from hermes_tui.core.git.roots import git_root_at, gitfile_target, is_closed
from hermes_tui.core.search_path import trusted_path

if TYPE_CHECKING:
    import git
    from git.types import Lit_config_levels

_T = TypeVar("_T")


@contextmanager
def opened(root: Path) -> Iterator["git.Repo"]:
    """GitPython's view of the repository at *root*.

    Raises:
        GitProblem: there is none, or it cannot be read.
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
    for name in ("HEAD", "config", "commondir", "packed-refs", "index"):
        if os.path.exists(git_dir / name) and not os.path.isfile(git_dir / name):
            raise GitProblem(f".git/{name} is no file")
    repo = within(SECONDS, lambda: _open(root), lambda: None)
    try:
        yield repo
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
        raise GitProblem(f"GitPython cannot open it ({type(error).__name__}: {error})") from error
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


def read(repo: "git.Repo", work: Callable[[], _T]) -> _T:
    """What GitPython reads in *work*; a broken repository makes it raise nearly anything.

    Raises:
        GitProblem: it cannot, or takes longer than :data:`~hermes_tui.core.git.program.SECONDS`.
    """

    def end_cat_file() -> None:
        with suppress(AttributeError, OSError):
            repo.git.cat_file_all.proc.kill()  # type: ignore[union-attr]

    try:
        return within(SECONDS, work, end_cat_file)
    except GitProblem:
        raise
    except Exception as error:
        raise GitProblem(f"GitPython cannot read it ({type(error).__name__}: {error})") from error


def _why_stray(dotgit: Path, disk: Disk) -> str:
    target = gitfile_target(dotgit, disk)
    if target is not None:
        return f"its .git file points to {target}, and no repository is there"
    what = "directory" if disk.is_directory(dotgit) else "file"
    return f"there is a {what} called .git, but it is no repository"
