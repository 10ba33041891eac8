"""What git knows beside what Hermes asks: facts about a repository and its files, each of them optional.

GitPython tells the branch and what kind of repository it is, also without a git program; objects, the index,
ignore rules and attributes come from plumbing (:mod:`~hermes_tui.core.git.program`). Nothing that the
repository configures runs, nothing is written, and whatever goes wrong is a sentence. Which directory is the
git root is Hermes' own rule (:func:`~hermes_tui.core.prompt.discovery.find_git_root`), and is not asked here.

All text may be foreign: make it harmless (``safe_text``) before it reaches a terminal.
"""

import os
from dataclasses import dataclass
from datetime import datetime
from enum import Enum
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from hermes_tui.core.filesystem.disk import Disk
from hermes_tui.core.git.blobs import BlobDifference, compare
from hermes_tui.core.git.opening import Checked, checked, opened
from hermes_tui.core.git.program import GitAnswer, GitProblem, NoGit, ask_git
from hermes_tui.core.git.roots import GitRoot, RepositoryKind, git_root_at

if TYPE_CHECKING:
    import git

_CONVERSIONS = ("filter", "ident", "working-tree-encoding")
"""Attributes that make a file on disk differ from its blob."""
_LINE_ENDS = ("text", "eol", "crlf")
"""Attributes that make it differ in its line ends."""
_NO_INDEX = Path(__file__).with_name("no index")
"""Nothing is called so, which to git is an index without a file."""
_FORM_OF_COMMIT = ("--encoding=UTF-8", "--format=%H%x00%an%x00%ae%x00%aI%x00%s")
_MOST_OF_SUMMARY = 500
"""Characters of a commit's first line that are kept."""
_SHORT = 10
"""Digits of a commit's name that are shown."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RepositoryFacts:
    """Facts about the repository at a git root."""

    root: Path
    kind: RepositoryKind
    branch: str
    """``main``, or ``detached at 0123456789``; empty where it is not known."""
    above: Path | None
    """The next repository above, around this one."""
    superproject: Path | None
    """The work tree that this one is a submodule of."""
    main: Path | None
    """The work tree that this one is linked to."""
    problem: str
    """What git cannot answer here and why, as part of a sentence; empty where it can."""
    has_git: bool
    """There is a git program that answers; without one no file can be asked about."""

    @property
    def sentence(self) -> str:
        """All of it in one line."""
        parts = [f"branch {self.branch}"] if self.branch and "detached" not in self.branch else [self.branch]
        if self.superproject is not None:
            parts.append(f"a submodule of {self.superproject}")
        elif self.main is not None:
            parts.append(f"a work tree linked to {self.main}")
        elif self.kind is not RepositoryKind.WORK_TREE:
            parts.append(self.kind.value)
        if self.above is not None and self.above != self.superproject:
            parts.append(f"inside another repository, {self.above}")
        parts.append(self.problem)
        return " · ".join(part for part in parts if part)


class GitChange(Enum):
    """A file on disk against the last commit."""

    NONE = "unchanged since the last commit"
    CHANGED = "changed since the last commit"
    LINE_ENDS = "differs from the last commit in its line ends only"
    CONVERTED = (
        "differs from what git stores in its line ends only; an attribute for text is set and was not "
        "applied, so whether git sees a change is not known"
    )
    FILTERED = "differs from what git stores; a filter is set and was not run, so why is not known"
    NEW = "not in the last commit yet"
    UNKNOWN = "perhaps changed: git does not say"


@dataclass(frozen=True, slots=True, kw_only=True)
class FileFacts:
    """Facts about one file; ``None`` where they are not known."""

    repository: Path
    """The root of the repository that was asked: a nested one where the file is in one."""
    tracked: bool | None
    ignored: bool | None
    """An ignore rule matches, and the file is not tracked."""
    change: GitChange
    problem: str
    """What git cannot answer and why, as part of a sentence; empty where it can."""

    @property
    def sentence(self) -> str:
        """All of it in one line."""
        if self.tracked:
            said = f"tracked · {self.change.value}"
        elif self.tracked is False:
            said = "ignored by git" if self.ignored else "not tracked"
        else:
            said = ""
        return " · ".join(part for part in (said, self.problem) if part)


@dataclass(frozen=True, slots=True, kw_only=True)
class LastCommit:
    """The last commit that changed a file."""

    name: str
    """All digits of it."""
    author: str
    date: datetime
    """When it was written, with the author's zone."""
    summary: str
    """First line of its message."""


@dataclass(frozen=True, slots=True)
class NoCommit:
    """There is none, or git does not say."""

    reason: str
    """Part of a sentence."""


def repository_facts(root: Path) -> RepositoryFacts:
    """What git says about the repository at *root*, a directory that holds something called ``.git``.

    Never raises, and waits for the git program as long as :func:`~hermes_tui.core.git.program.ask_git`.
    """
    at = git_root_at(root, Disk())
    kind, branch, problem, has_git = at.kind, "", "", True
    main: Path | None = None
    try:
        checked(root)
        with opened(root) as repo:
            kind, main = _place(at, repo)
            branch = _branch(repo)
        _ask(root, "rev-parse", "--git-dir")
    except GitProblem as error:
        problem, has_git = error.args[0], not isinstance(error, NoGit)
    return RepositoryFacts(
        root=root,
        kind=kind,
        branch=branch,
        above=at.above,
        superproject=at.above if kind is RepositoryKind.SUBMODULE else None,
        main=main,
        problem=problem,
        has_git=has_git,
    )


def file_facts(root: Path, path: Path) -> FileFacts:
    """What git says about the file *path* below *root*; a nested repository around it is asked in its place.

    Never raises. "Changed" is the comparison of two hashes, that of the bytes on disk and that of the file in
    the last commit; git itself is not asked, for it would run the repository's filters.
    """
    tracked: bool | None = None
    ignored: bool | None = None
    change, problem = GitChange.UNKNOWN, ""
    root = _innermost(root, path)
    try:
        name = _name_below(root, path)
        if _has_split_index(checked(root)):
            tracked = (committed := _committed(root, name)) is not None
        else:
            known = _name_in_index(root, name)
            tracked, name = known is not None, known or name
            committed = _committed(root, name) if tracked else None
        ignored = not tracked and _is_ignored(root, name)
        if tracked:
            change = _change(root, path, name, committed)
    except GitProblem as error:
        problem = str(error)
    return FileFacts(repository=root, tracked=tracked, ignored=ignored, change=change, problem=problem)


def last_commit(root: Path, path: Path) -> LastCommit | NoCommit:
    """The last commit that changed the file *path*. Never raises; may take seconds in a long history."""
    root = _innermost(root, path)
    try:
        name = _name_below(root, path)
        where = checked(root)
        if not _has_commits(root):
            return NoCommit("there is no commit yet")
        answer = _last_commit_of(root, name)
        if not answer.output and not _has_split_index(where):  # git touches a split index that it reads
            known = _name_in_index(root, name)
            answer = answer if known in (None, name) else _last_commit_of(root, known or name)
        return _commit(answer.output)
    except GitProblem as error:
        return NoCommit(str(error))


def commit_facts(root: Path, name: str) -> LastCommit:
    """Who wrote the commit *name*, and when.

    Raises:
        GitProblem: git does not say.
    """
    found = _commit(_ask(root, "rev-list", "--max-count=1", *_FORM_OF_COMMIT, name, "--").output)
    if isinstance(found, NoCommit):
        raise GitProblem(found.reason)
    return found


# ── the repository ──


def _place(at: GitRoot, repo: "git.Repo") -> tuple[RepositoryKind, Path | None]:
    """Kind and main work tree, with what the configuration says."""
    if at.kind is RepositoryKind.WORKTREE:
        common = Path(os.path.realpath(repo.common_dir))
        return at.kind, common.parent if common.name == ".git" else None
    is_bare = at.kind is RepositoryKind.WORK_TREE and repo.bare
    return RepositoryKind.BARE if is_bare else at.kind, None


def _branch(repo: "git.Repo") -> str:
    if repo.head.is_detached:
        return f"detached at {repo.head.dereference_recursive(repo, 'HEAD')[:_SHORT]}"
    name = repo.head.reference.path.removeprefix("refs/heads/")
    if name == ".invalid":  # what stands there for programs that do not know the format
        raise GitProblem("its references are a reftable, which GitPython does not read")
    return name


# ── one file ──


class _Committed(NamedTuple):
    """A file as the last commit has it."""

    mode: int
    name: str
    """All digits of the blob's hash."""


def _innermost(root: Path, path: Path) -> Path:
    """The root of the repository that *path*, below *root*, belongs to."""
    if path.is_relative_to(root):
        for directory in path.parents:
            if directory == root or os.path.lexists(directory / ".git"):
                return directory
    return root


def _name_below(root: Path, path: Path) -> str:
    try:
        name = Path(os.path.normpath(path)).relative_to(root).as_posix()
        name.encode()
    except UnicodeEncodeError as error:
        raise GitProblem("its name is not UTF-8") from error
    except ValueError as error:
        raise GitProblem(f"it is outside {root}") from error
    return name


def _last_commit_of(root: Path, name: str) -> GitAnswer:
    return _ask(root, "rev-list", "--max-count=1", *_FORM_OF_COMMIT, "HEAD", "--", f":(literal){name}")


def _name_in_index(root: Path, name: str) -> str | None:
    """What git calls the file, on a disk that ignores case perhaps otherwise; ``None``: not tracked."""
    if _ask(root, "ls-files", "--stage", "-z", "--", f":(literal){name}").output:
        return name
    spellings = _ask(root, "ls-files", "-z", "--", f":(literal,icase){name}").output.split(b"\0")[:-1]
    disk = Disk()
    known = (os.fsdecode(spelling) for spelling in spellings)
    return next((other for other in known if disk.is_one_entry(root / name, root / other)), None)


def _ask(root: Path, *arguments: str, fine: tuple[int, ...] = (0,), index: Path | None = None) -> GitAnswer:
    answer = ask_git(root, *arguments, index=index)
    if answer.code not in fine:
        first = answer.complaint.partition("\n")[0] or f"git {arguments[0]} failed"
        raise GitProblem(first.removeprefix("fatal: "))
    return answer


def _has_split_index(where: Checked) -> bool:
    """Reading a split index sets the time of its shared part: it is left alone."""
    for directory in dict.fromkeys(where):
        try:
            with os.scandir(directory) as entries:
                if any(entry.name.startswith("sharedindex.") for entry in entries):
                    return True
        except OSError:
            continue
    return False


def _committed(root: Path, name: str) -> _Committed | None:
    if not _has_commits(root):
        return None
    entry = _ask(root, "ls-tree", "-z", "HEAD", "--", f":(literal){name}").output
    mode, _, rest = entry.partition(b"\t")[0].partition(b" ")
    kind, _, digits = rest.partition(b" ")
    return _Committed(int(mode, 8), digits.decode("ascii")) if kind == b"blob" else None


def _has_commits(root: Path) -> bool:
    """The branch is born. The git program is asked, since it knows every format of references."""
    return _ask(root, "rev-parse", "--verify", "--quiet", "HEAD", fine=(0, 1)).code == 0


def _change(root: Path, path: Path, name: str, committed: _Committed | None) -> GitChange:
    if committed is None:
        return GitChange.NEW
    match compare(path, committed.mode, committed.name):
        case BlobDifference.NOTHING:
            return GitChange.NONE
        case BlobDifference.LINE_ENDS:
            return GitChange.CONVERTED if _is_set(root, name, _LINE_ENDS) else GitChange.LINE_ENDS
        case BlobDifference.UNKNOWN:
            return GitChange.UNKNOWN
        case BlobDifference.CONTENT:
            return GitChange.FILTERED if _is_set(root, name, _CONVERSIONS) else GitChange.CHANGED


def _is_set(root: Path, name: str, attributes: tuple[str, ...]) -> bool:
    """Git converts the file between disk and commit: one of *attributes* says so."""
    # without the index: it matters only for an attributes file that is not on disk
    answer = _ask(root, "check-attr", "-z", *attributes, "--", name, index=_NO_INDEX)
    values = answer.output.split(b"\0")[2::3]
    return any(value not in (b"unspecified", b"unset") for value in values)


def _is_ignored(root: Path, name: str) -> bool:
    # without the index: the file is known not to be tracked, and reading a split index would write
    return _ask(root, "check-ignore", "--quiet", "--no-index", "--", f"./{name}", fine=(0, 1)).code == 0


def _commit(told: bytes) -> LastCommit | NoCommit:
    """What ``rev-list`` told in :data:`_FORM_OF_COMMIT`, below a line that names the commit."""
    parts = told.decode("utf-8", "replace").partition("\n")[2].split("\0", 4)
    if len(parts) < 5:
        return NoCommit("no commit has this file")
    name, author, address, date, summary = parts
    try:
        written = datetime.fromisoformat(date)
    except ValueError:
        return NoCommit("the date of the last commit that has it makes no sense")
    return LastCommit(
        name=name,
        author=(author or address)[:_MOST_OF_SUMMARY],
        date=written,
        summary=summary.rstrip("\n")[:_MOST_OF_SUMMARY],
    )
