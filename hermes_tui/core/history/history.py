"""The commits that changed what the model gets from a directory, newest first, and what each did."""

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from hermes_tui.core.comparison.compare import FileChange, file_changes
from hermes_tui.core.diagnosis.diagnose import Diagnoser
from hermes_tui.core.diagnosis.model import Diagnosis, State
from hermes_tui.core.diagnosis.reach import state_in
from hermes_tui.core.git.program import GitProblem, ask_git
from hermes_tui.core.git.revision_disk import RevisionDisk
from hermes_tui.core.history.log import Commit, commits_that_touch
from hermes_tui.core.history.revision import Repository
from hermes_tui.core.history.starts import Starts
from hermes_tui.core.prompt.context_file import Cause, ContextFile, Verdict
from hermes_tui.core.prompt.startup import Startup, inspect
from hermes_tui.core.searching.text_search import Query
from hermes_tui.core.surveys.walk import known_names
from hermes_tui.core.text.provenance import Span

_BY_A_CAP = (Cause.FILE_CAP, Cause.JOINT_CAP)


class Edited(NamedTuple):
    """What a commit did to the text of one file that Hermes asks for."""

    path: Path
    before: int | None
    """Characters; ``None``: it was not there."""
    after: int | None


class Step(NamedTuple):
    """A commit that changed what the model gets."""

    commit: Commit | None
    """``None``: what is on the disk and not committed yet."""
    before: Startup | None
    """``None``: there was no such directory, or no commit."""
    after: Startup | None
    changes: tuple[FileChange, ...]
    edits: tuple[Edited, ...] = ()
    is_edge: bool = False
    """What was before it was not fetched (a shallow clone)."""


class Standing(NamedTuple):
    """What became of a text, as of one commit."""

    state: State | None
    """``None``: it stands in no file that is read there."""
    diagnosis: Diagnosis | None
    """Of the place that gets farthest."""
    is_known: bool = True
    """``False``: it stands in no file that git has, and others were not fetched."""


class TextStep(NamedTuple):
    """A commit since which a text is sent, is not sent, or is gone."""

    step: Step
    before: Standing
    after: Standing


def history(repository: Repository, file: Path | None = None) -> Iterator[Step]:
    """The steps, newest first; of *file* alone if one is given, under each of its names.

    Raises:
        GitProblem: git does not list the commits, or does not have one.
    """
    for step in _steps(repository):
        sides = (step.before, step.after)
        changes = tuple(
            change
            for change in step.changes
            if file in (None, change.path) and not _is_missing_in(change.path, *sides)
        )
        if not changes or step.is_edge:
            continue
        yield _with_edits(step)._replace(changes=changes)
        if file is not None and step.commit is not None and changes[0].before is None:
            file = _name_before(repository.root, step.commit, file)


def history_of_text(repository: Repository, query: Query) -> Iterator[TextStep]:
    """The steps at which what becomes of a text changed, newest first; raises as :func:`history`."""
    known: deque[tuple[Startup | None, _Place]] = deque(maxlen=32)

    @lru_cache(maxsize=64)  # most files are the same on both sides of a commit
    def spans(text: str) -> tuple[Span, ...]:
        return tuple(query.spans(text))

    def place(startup: Startup | None) -> _Place:
        for other, found in known:
            if other is startup:
                return found
        found = _farthest(spans, startup)
        known.appendleft((startup, found))
        return found

    for step in _steps(repository):
        before, after = place(step.before), place(step.after)
        if step.is_edge:
            before = before._replace(is_known=after.state is None and after.is_known)
        if (before.state, before.is_known) != (after.state, after.is_known):
            yield TextStep(_with_edits(step), before.standing(step.before), after.standing(step.after))


def standing_of(query: Query, startup: Startup | None) -> Standing:
    """What becomes of a text at one start: of all places that which gets farthest."""
    return _farthest(query.spans, startup).standing(startup)


class _Place(NamedTuple):
    """Where a text gets farthest; not diagnosed yet."""

    state: State | None
    is_known: bool
    path: Path = Path()
    span: Span = Span(0, 0)

    def standing(self, startup: Startup | None) -> Standing:
        """The same with its diagnosis; of the *startup* in which it was found."""
        diagnosis = None
        if startup is not None and self.state is not None:
            diagnosis = Diagnoser(startup).at(self.path, self.span)
        return Standing(self.state, diagnosis, self.is_known)


def _farthest(spans: Callable[[str], Iterable[Span]], startup: Startup | None) -> _Place:
    best = _Place(None, is_known=True)
    if startup is None:
        return best
    for file in startup.files:
        for span in spans(file.text):
            if startup.failure is None and state_in(file, span) is State.SENT:
                return _Place(State.SENT, True, file.path, span)  # noqa: FBT003 -- a tuple's field
            if best.state is None:
                best = _Place(State.NOT_SENT, True, file.path, span)  # noqa: FBT003
    if best.state is None and any(_is_missing_in(file.path, startup) for file in startup.files):
        return best._replace(is_known=False)
    return best


def _is_missing_in(path: Path, *startups: Startup | None) -> bool:
    """Some of these commits has a file there whose text was not fetched: what becomes of it is not known."""
    disks = (startup.disk for startup in startups if startup is not None)
    return any(isinstance(disk, RevisionDisk) and disk.is_missing(path) for disk in disks)


def lost_to_caps(file: ContextFile) -> int:
    """Characters of a file that a cap takes away."""
    return sum(piece.end - piece.start for piece in file.lost if piece.cause in _BY_A_CAP)


def _steps(repository: Repository) -> Iterator[Step]:
    starts = Starts(repository)
    head = repository.today.objects.commit("HEAD")
    now, committed = inspect(repository.situation), starts.at(head)
    step = _step(None, committed, now)
    if step.changes:
        yield step
    listed = commits_that_touch(repository.root, _paths(repository, now), head)
    for commit in listed:
        after = starts.at(commit.name)
        steps = [_step(commit, before, after) for before in map(starts.at, commit.parents)]
        if not steps:
            is_edge = repository.today.objects.is_edge(commit.name)
            steps = [_step(commit, None, after)._replace(is_edge=is_edge)]
        if all(step.changes for step in steps):  # a merge changed what it says otherwise than both sides
            yield steps[0]


def _step(commit: Commit | None, before: Startup | None, after: Startup | None) -> Step:
    if before is after:
        return Step(commit, before, after, ())
    changes = (change for change in file_changes(before, after) if _is_told(change))
    return Step(commit, before, after, tuple(changes))


def _with_edits(step: Step) -> Step:
    return step._replace(edits=tuple(edits_between(step.before, step.after)))


def _is_told(change: FileChange) -> bool:
    """Hermes asks for the file on one of both sides."""
    sides = (change.before, change.after)
    return any(side is not None and side.verdict is not Verdict.OUT_OF_REACH for side in sides)


def edits_between(before: Startup | None, after: Startup | None) -> Iterator[Edited]:
    """Files whose text differs in the second of two starts."""
    old, new = (
        {file.path: file.text for file in startup.files if startup.disk.exists(file.path)} if startup else {}
        for startup in (before, after)
    )
    for path in dict.fromkeys((*old, *new)):
        if old.get(path) != new.get(path) and not _is_missing_in(path, before, after):
            yield Edited(path, *(len(texts[path]) if path in texts else None for texts in (old, new)))


def _paths(repository: Repository, now: Startup) -> list[str]:
    """What is asked for at the start, from the root: in each directory of the chain, and where links lead."""
    root, rules = repository.root, now.ruleset
    names = (*known_names(rules), rules.cursor_directory)
    found = [directory / name for directory in now.chain for name in names]
    for file in now.files:
        found.append(file.path)
        try:
            found.append(now.disk.resolve(file.path))
        except (OSError, RuntimeError, ValueError):
            continue
    below = [path.relative_to(root).as_posix() for path in found if root in path.parents]
    return [".gitmodules", *dict.fromkeys(below)]


def _name_before(root: Path, commit: Commit, file: Path) -> Path:
    """What a file that a commit has made was called before, if it was moved; else the same."""
    try:
        told = ask_git(
            root, "diff-tree", "-r", "-M", "-z", "--no-commit-id", "--name-status", "--root", commit.name
        ).output
    except GitProblem:
        return file
    parts = told.decode("utf-8", "surrogateescape").split("\0")
    wanted = file.relative_to(root).as_posix() if root in file.parents else ""
    for at, kind in enumerate(parts[:-2]):
        if kind[:1] == "R" and kind[1:].isdigit() and parts[at + 2] == wanted:
            return root / parts[at + 1]
    return file
