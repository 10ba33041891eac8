"""A commit's context files on disk, elsewhere: read from git's objects, nothing checked out and nothing run.

What the commit has else is there by name only. A tree may be hostile: no entry leaves the directory.
"""

import os
import re
from collections.abc import Collection, Iterator
from pathlib import Path
from typing import NamedTuple

from hermes_tui.core.git.opening import checked
from hermes_tui.core.git.program import GitProblem, ask_git

_SECONDS = 20.0
"""For one answer: it is a whole list of files."""
_MOST_LISTED = 100_000_000
_MOST_OF_A_FILE = 1_000_000
"""Bytes of a file that are taken: no context file has more by far."""
_MOST_FILES = 2_000
_LINK, _SUBMODULE = "120000", "160000"
_OBJECT = re.compile(r"[0-9a-f]{40}(?:[0-9a-f]{24})?")
_NEVER = ("", ".", "..")
_MARK = {"HEAD": "ref: refs/heads/main\n"}


class Entry(NamedTuple):
    """A file of a commit."""

    mode: str
    name: str
    """Of its object."""
    path: Path
    """From the root of the repository."""


def common_ancestor(root: Path, revision: str) -> str:
    """The commit from which *revision* and the one that is checked out at *root* go apart.

    Raises:
        GitProblem: there is no such revision here, or git does not answer.
    """
    checked(root)
    apart = ("merge-base", "--end-of-options", revision, "HEAD")
    itself = ("rev-parse", "--verify", "--quiet", "--end-of-options", f"{revision}^{{commit}}")
    for question in (apart, itself):
        answer = ask_git(root, *question, seconds=_SECONDS)
        found = answer.output.decode("ascii", "replace").strip()
        if answer.code == 0 and _OBJECT.fullmatch(found):
            return found
    raise GitProblem("git has no such commit here (a workflow that fetches one commit only has no other)")


def export(root: Path, commit: str, to: Path, names: Collection[str]) -> None:
    """Write the files of *commit*; those called as one of *names*, or ``*.mdc``, with their text.

    Args:
        root: the git root.
        commit: its whole name.
        to: an empty directory, which is a git root afterwards.
        names: of the files whose text matters, in lower case.

    Raises:
        GitProblem: git does not answer.
    """
    _make_root(to)
    links: list[tuple[Entry, bytes]] = []
    written = 0
    for entry in _entries(root, commit):
        path = to / entry.path
        try:
            if entry.mode == _SUBMODULE:
                path.mkdir(parents=True, exist_ok=True)
                _make_root(path)
                continue
            path.parent.mkdir(parents=True, exist_ok=True)
            matters = path.name.lower() in names or path.suffix.lower() == ".mdc" or entry.mode == _LINK
            if matters and written < _MOST_FILES:
                written += 1
                data = _blob(root, entry.name)
                if entry.mode == _LINK:
                    links.append((entry, data))
                else:
                    path.write_bytes(data)
            elif entry.mode != _LINK:
                path.touch()
        except (OSError, ValueError):  # a name that this disk does not take
            continue
    for entry, target in links:  # last of all: nothing is written through one
        path = to / entry.path
        if not os.path.lexists(path):
            try:
                os.symlink(os.fsdecode(target), path)
            except (OSError, ValueError):
                continue


def _make_root(directory: Path) -> None:
    """Make *directory* what git takes for a repository."""
    for name in ("objects", "refs"):
        (directory / ".git" / name).mkdir(parents=True, exist_ok=True)
    for name, text in _MARK.items():
        (directory / ".git" / name).write_text(text, encoding="ascii")


def _entries(root: Path, commit: str) -> Iterator[Entry]:
    answer = ask_git(root, "ls-tree", "-r", "-z", "--full-tree", commit, seconds=_SECONDS, most=_MOST_LISTED)
    if answer.code:
        raise GitProblem(f"git does not list the files of {commit[:12]}")
    for line in answer.output.split(b"\0"):
        facts, _, raw = line.partition(b"\t")
        words = facts.decode("ascii", "replace").split()
        parts = os.fsdecode(raw).split("/")
        is_inside = not any(part in _NEVER or part.lower() == ".git" or os.sep in part for part in parts)
        if len(words) == len(Entry._fields) and is_inside and _OBJECT.fullmatch(words[2]):
            yield Entry(words[0], words[2], Path(*parts))


def _blob(root: Path, name: str) -> bytes:
    answer = ask_git(root, "cat-file", "blob", name, seconds=_SECONDS, most=_MOST_OF_A_FILE)
    if answer.code:
        raise GitProblem(f"git has no object {name[:12]} here")
    return answer.output
