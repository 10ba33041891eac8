"""What git says of the files of an answer: only when asked, for it takes its time."""

from collections.abc import Iterable, Iterator
from pathlib import Path

from hermes_tui.core.diagnosis.model import Obstacle, Remark, advice, untried
from hermes_tui.core.diagnosis.names import Names
from hermes_tui.core.diagnosis.ways import Way
from hermes_tui.core.filesystem.disk import Disk
from hermes_tui.core.git.facts import (
    FileFacts,
    GitChange,
    LastCommit,
    file_facts,
    last_commit,
    repository_facts,
)
from hermes_tui.core.git.roots import git_root_at
from hermes_tui.core.git.worktree_include import NAME, is_copied
from hermes_tui.core.prompt.startup import Startup
from hermes_tui.core.text.public_text import NOTHING, if_public, public

_FILES = 10
"""Files that git is asked about."""


def git_remarks(files: tuple[Path, ...], startup: Startup, names: Names, disk: Disk) -> Iterator[Remark]:
    """Facts about the git root and about each of *files*."""
    root = startup.git_root
    if root is None:
        yield Remark("", is_seen=True, text="not in a git repository: git has nothing to say")
        return
    facts = repository_facts(root)
    yield Remark("", is_seen=True, text=f"git: {facts.sentence}")
    for path in files[:_FILES] if facts.has_git else ():
        if root not in path.parents:
            continue
        said = file_facts(root, path)
        lack = obstacle_of_clone(path, said, disk)
        yield Remark(
            lack.code if lack else "",
            is_seen=True,
            text=f"{names.show(path)}: {lack.cause if lack else said.sentence}",
            remedy=advice(untried(lack.ways), "") if lack else "",
        )
        commit = last_commit(root, path)
        if isinstance(commit, LastCommit):
            when = commit.date.strftime("%Y-%m-%d %H:%M")
            yield Remark(
                "",
                is_seen=True,
                text=f"{names.show(path)} was last changed by {commit.author} on {when}: {commit.summary}",
            )


def silences(root: Path | None, asked: Iterable[tuple[str, FileFacts]]) -> Iterator[str]:
    """What git does not answer: a note about the repository, else one for each file, with its name."""
    if root is None:
        problem: str = public("not in a git repository")
    elif (at := git_root_at(root, Disk())).is_stray:  # what a .git file says is not for a public report
        problem = public("the git root holds {}", at.what)
    else:
        problem = repository_facts(root).problem
    if problem:
        told = if_public(problem, NOTHING)
        said = "what a new clone has is not known"
        yield public("{}: what a new clone has is not known", told) if told else f"{problem}: {said}"
        return
    for name, facts in asked:
        if facts.problem:
            yield f"{facts.problem}: whether a new clone has {name} is not known"


def obstacle_of_clone(path: Path, facts: FileFacts, disk: Disk) -> Obstacle | None:
    """What a new clone or work tree lacks of the file *path*, of which git says *facts*."""
    ways: tuple[Way, ...] = (Way(public("commit it")),)
    if facts.tracked is False:
        lacks, ways = "does not have it", (Way(public("commit it")), Way(f"list it in {NAME}"))
    elif facts.change is GitChange.NEW:
        lacks = "does not have it"
    elif facts.change is GitChange.CHANGED:
        lacks = "has the old text"
    else:
        return None
    if is_copied(facts.repository, path, disk):
        so = f"a new clone {lacks} (a work tree of hermes -w gets it: it is listed in {NAME})"
        return Obstacle("HT040", f"{facts.sentence}, so {so}", (Way(public("commit it")),))
    return Obstacle("HT040", f"{facts.sentence}, so a new clone or work tree (hermes -w) {lacks}", ways)
