"""GitPython's door to a repository, which starts nothing and includes no other configuration."""

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from hermes_tui.core.disk import Disk
from hermes_tui.core.git.program import (
    SECONDS,
    GitProblem,
    git_program,
    misleading_variable,
    settings,
    within,
)
from hermes_tui.core.git.roots import git_root_at, gitfile_target

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
    if git_root_at(root, disk).is_stray:
        raise GitProblem(_why_stray(root / ".git", disk))
    git_dir = gitfile_target(root / ".git", disk) or root / ".git"
    for name in ("HEAD", "config", "commondir", "packed-refs", "index"):
        if (git_dir / name).exists() and not (git_dir / name).is_file():
            raise GitProblem(f".git/{name} is no file")
    repo = within(SECONDS, lambda: _open(root), lambda: None)
    try:
        yield repo
    finally:
        repo.close()


def _open(root: Path) -> "git.Repo":
    program = git_program()
    os.environ.setdefault("GIT_PYTHON_REFRESH", "quiet")  # without git on the path the import would raise
    if program is not None:
        os.environ.setdefault("GIT_PYTHON_GIT_EXECUTABLE", program)
    import git

    class Repository(git.Repo):
        """Includes no other configuration: that could be anything, anywhere."""

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
    repo.git.update_environment(**settings())
    return repo


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
