"""Looks again by itself when a context file changes. Directories are watched, never files.

Editors save by putting a new file in the place of the old one; who watches the file sees that once.
"""

import os
from pathlib import Path
from typing import TYPE_CHECKING

from textual.message import Message

from hermes_tui.core.filesystem.spelling import folded
from hermes_tui.core.prompt.discovery import NEAR_MISSES
from hermes_tui.tui.jobs.job import Job
from hermes_tui.tui.state import Inspection

if TYPE_CHECKING:
    from textual.message_pump import MessagePump

QUIET = 100
"""Milliseconds without another change before one is told: one save is several events."""


class DiskChanged(Message):
    """A context file, or what decides about one, is not as it was."""

    def __init__(self, job: Job, paths: tuple[Path, ...]) -> None:
        """Name what changed."""
        super().__init__()
        self.job = job
        self.paths = paths


class CannotWatch(Message):
    """Changes will not be seen; the reason is a sentence."""

    def __init__(self, job: Job, why: str) -> None:
        """Say why."""
        super().__init__()
        self.job = job
        self.why = why


def watched_directories(inspection: Inspection) -> tuple[Path, ...]:
    """Where something could change: the chain, its rule directories, home, and what hints brought.

    Above the chain it is the next directory, and those of the files that are listed: more would wake us for
    nothing. For a directory that is not there the nearest above it that is: there it would appear.
    """
    startup = inspection.startup
    if startup is None:
        return (inspection.options.directory.parent,)
    wanted = [*startup.chain, *_homes(inspection)]
    rules = startup.cwd / startup.ruleset.cursor_directory
    wanted += [rules.parent, rules, *(path.parent for path in startup.chain[:1])]
    wanted += sorted({file.path.parent for file in startup.files})
    wanted += [path.parent for path in sorted(inspection.fired)]
    there = (next(filter(os.path.isdir, (path, *path.parents)), None) for path in wanted)
    return tuple(dict.fromkeys(path for path in there if path is not None))


def _homes(inspection: Inspection) -> tuple[Path, ...]:
    """Where Hermes keeps what is beside all projects, there or not."""
    souls = [inspection.startup.soul_path.parent] if inspection.startup is not None else []
    return (*souls, *(path.parent for path in inspection.options.settings.sources))


def matters(path: Path, inspection: Inspection) -> bool:
    """A change of *path* can change the answer."""
    rules = inspection.options.ruleset
    names = {
        *rules.hermes_names,
        *rules.agents_names,
        *rules.claude_names,
        *rules.hints.names,
        *NEAR_MISSES,
        rules.cursor_name,
        "SOUL.md",
        "distribution.yaml",
        ".git",
        *Path(rules.cursor_directory).parts,
    }
    return (
        folded(path.name) in {folded(name) for name in names}  # the disk may ignore case
        or path.suffix == ".mdc"
        or path == inspection.options.directory
        or path in inspection.options.settings.sources
        or path in inspection.fired
        or any(home.is_relative_to(path) for home in _homes(inspection))
    )


def watch(target: "MessagePump", inspection: Inspection) -> Job:
    """Begin to watch; the job is left when another inspection takes over."""

    def work(job: Job) -> None:
        try:
            from watchfiles import watch as changes

            for found in changes(
                *watched_directories(inspection),
                watch_filter=lambda _, path: matters(Path(path), inspection),
                recursive=False,
                debounce=QUIET * 4,
                step=QUIET,
                rust_timeout=5_000,
                stop_event=job.stop_event,
                raise_interrupt=False,
                ignore_permission_denied=True,
            ):
                job.post(DiskChanged(job, tuple(sorted(Path(path) for _, path in found))))
        except (OSError, RuntimeError, ImportError) as error:
            job.post(CannotWatch(job, f"Changes on disk are not seen by themselves ({error}): press r."))

    return Job(target, work)
