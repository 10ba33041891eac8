"""Files that a question names: which one is meant, and what to say where there are two or none."""

import os
import shlex
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from hermes_tui.core.answering.answers import Names, Remark
from hermes_tui.core.disk import Disk

_CONTEXT_FILES = frozenset(
    ("agents.md", "agents.override.md", "claude.md", ".hermes.md", "hermes.md", "soul.md", ".cursorrules")
)
"""Names, in lower case, that mean a file rather than words."""


def named_files(query: str, cwd: Path, disk: Disk) -> Iterator[Path]:
    """The files that *query* names: from *cwd*, then from the process' directory.

    A directory is none, unless it is called like a context file.
    """
    if not query.strip() or "\0" in query or "\n" in query:
        return
    told: set[Path] = set()
    for base in _bases(cwd):
        path = base / query
        try:
            is_directory = disk.is_directory(path)
            is_file = not is_directory and os.path.lexists(path)
            if is_file or (is_directory and path.name.lower() in _CONTEXT_FILES):
                found = disk.resolve(path.parent) / path.name
                if found not in told:
                    told.add(found)
                    yield found
        except (OSError, RuntimeError, ValueError):
            continue


def about_name(query: str, files: tuple[Path, ...], cwd: Path, names: Names, disk: Disk) -> Iterator[Remark]:
    """Which of *files*, all those that *query* names, was taken, or that there is none."""
    if len(files) > 1:
        taken, other = files
        yield Remark(
            "",
            is_seen=True,
            text=f"{names.show(taken)} was taken, as the session's directory has it; "
            f"{names.show(other)} is called so as well",
            remedy=f"hermes-tui why {shlex.quote(str(other))} tells of that one.",
        )
    elif not files and _looks_like_path(query) and _is_directory(query, cwd, disk):
        yield Remark(
            "",
            is_seen=True,
            text=f"{query} is a directory; it was searched for as a text",
            remedy=f"hermes-tui show {shlex.quote(query)} tells of a session there.",
        )
    elif not files and _looks_like_path(query):
        text = f"there is no such file: {query}, neither from {cwd} nor from here"
        yield Remark("", is_seen=True, text=f"{text}; it was searched for as a text")


def _is_directory(query: str, cwd: Path, disk: Disk) -> bool:
    return any(disk.is_directory(base / query) for base in _bases(cwd))


def _bases(cwd: Path) -> Iterator[Path]:
    """Where names count from; the process' directory may be gone."""
    yield cwd
    with suppress(FileNotFoundError):
        yield Path.cwd()


def _looks_like_path(query: str) -> bool:
    """Somebody means a file or a directory: the words have a slash, or end in a context file's name."""
    if "\n" in query:
        return False
    name = query.rpartition("/")[2].lower()
    return name in _CONTEXT_FILES or ("/" in query and "://" not in query and len(query.split()) == 1)
