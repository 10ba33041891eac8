"""The commits that could change what a session gets: those that touch a name that Hermes asks for."""

from collections.abc import Iterable, Iterator
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from typing import NamedTuple

from hermes_tui.core.git.program import GitProblem, end_git, start_git

_FORM = "--format=%H%x00%P%x00%an%x00%aI%x00%s"
_LONGEST = 2_000
"""Bytes of a commit's line that are read; a subject may have any number."""


class Commit(NamedTuple):
    """One commit; author and subject are foreign."""

    name: str
    """All digits of it."""
    parents: tuple[str, ...]
    author: str
    date: datetime
    """When it was written, with the author's zone."""
    subject: str


def commits_that_touch(root: Path, paths: Iterable[str], since: str = "HEAD") -> Iterator[Commit]:
    """The commits from *since* back that touch one of *paths*, newest first, as git comes to them.

    The paths are told from the root of the repository. Nothing is held back: the first commit comes while git
    still looks for the next. ``close()`` ends git.

    Raises:
        GitProblem: git does not list them.
    """
    specs = [f":(top,literal){path}" for path in paths]
    process = start_git(root, "rev-list", "--encoding=UTF-8", _FORM, since, "--", *specs)
    try:
        stream = process.stdout
        while stream is not None and (line := stream.readline(_LONGEST)):
            if not line.endswith(b"\n"):
                while (rest := stream.readline(_LONGEST)) and not rest.endswith(b"\n"):
                    pass
            commit = _commit(line)
            if commit is not None:
                yield commit
        if process.wait() != 0:
            raise GitProblem("git does not list the commits")
    finally:
        end_git(process)
        for pipe in (process.stdin, process.stdout):
            if pipe is not None:
                with suppress(OSError):
                    pipe.close()


def _commit(line: bytes) -> Commit | None:
    parts = line.decode("utf-8", "replace").rstrip("\n").split("\0", 4)
    if len(parts) < 5:  # the line before each, which names it
        return None
    name, parents, author, date, subject = parts
    try:
        written = datetime.fromisoformat(date)
    except ValueError:
        written = datetime.fromtimestamp(0).astimezone()
    return Commit(name, tuple(parents.split()), author, written, subject)
