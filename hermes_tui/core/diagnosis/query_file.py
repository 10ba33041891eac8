"""Files that a question names: which one is meant, and what to say where there are two or none."""

import os
import shlex
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from hermes_tui.core.diagnosis.model import Remark
from hermes_tui.core.diagnosis.names import Names
from hermes_tui.core.filesystem.disk import Disk
from hermes_tui.core.prompt.startup import Startup
from hermes_tui.core.surveys.walk import known_names

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
    told: list[Path] = []
    for base in _bases(cwd):
        path = base / query
        try:
            is_directory = disk.is_directory(path)
            is_file = not is_directory and os.path.lexists(path)
            if is_file or (is_directory and path.name.lower() in _CONTEXT_FILES):
                found = disk.resolve(path.parent) / path.name
                if not any(disk.is_one_entry(found, other) for other in told):
                    told.append(found)
                    yield found
        except (OSError, RuntimeError, ValueError):
            continue


def as_asked(path: Path, startup: Startup, disk: Disk) -> Path:
    """*path* as the model has it: the directories as they are listed, the file as Hermes asks for it.

    Where case counts that is *path* itself.
    """
    for file in startup.files:
        if disk.is_one_entry(path, file.path):
            return file.path
    known = (*known_names(startup.ruleset), *startup.ruleset.hints.names)
    around = next(
        (
            (directory, parent)
            for directory in reversed(startup.chain)
            for parent in path.parents
            if disk.is_one_entry(parent, directory)
        ),
        None,
    )
    if around is None:
        return disk.under_name(path, known)
    found, typed = around
    for name in path.relative_to(typed).parts[:-1]:
        found /= disk.listed(found / name)
    return disk.under_name(found / disk.listed(found / path.name), known)


def looks_like_path(query: str, cwd: Path, disk: Disk) -> bool:
    """Somebody means a file, though there is none where the words point."""
    return _looks_like_path(query) and not _is_directory(query, cwd, disk)


def files_called(query: str, startup: Startup) -> tuple[Path, ...]:
    """Files of the start that *query* names, by the label that Hermes uses or by their end; nearest first."""
    by_label = tuple(file.path for file in startup.files if file.label == query)
    if by_label:
        return by_label
    ending = Path(query).parts
    found = (file.path for file in startup.files if file.path.parts[-len(ending) :] == ending)
    return tuple(sorted(found, key=lambda path: -len(path.parts)))


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
