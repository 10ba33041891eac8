"""Where the tracker of a recorded session stood, and that place on today's disk.

Source: ``sessions.md`` sections 1.6 and 4.3.
"""

import os
import re
from collections.abc import Hashable, Iterable
from pathlib import Path
from typing import NamedTuple

from hermes_tui.core.filesystem.disk import Disk
from hermes_tui.core.filesystem.file_content import Content
from hermes_tui.core.filesystem.file_type import Node
from hermes_tui.core.recordings.model import NowhereError, RecordedSession, RecordingError
from hermes_tui.core.releases.lookup import last_without

_WORKING_DIR = re.compile(r"^Current working directory: (.+)$", re.MULTILINE)
_HOME = re.compile(r"^User home directory: (.+)$", re.MULTILINE)
_CONTEXT = "# Project Context\n"
_RUNTIME = "# Hermes runtime environment\n"
"""Stands before the facts about the machine from 0.22.2 on; context files come before it."""
_PINNED = frozenset(("tui", "desktop", "acp", "cron"))
"""Sources whose working directory is pinned for the prompt, whether or not the tracker follows."""


class MovedTree(NamedTuple):
    """The tree has moved: what was below :attr:`old` is below :attr:`new` now."""

    old: str
    """Empty: wherever the session stood."""
    new: Path


class Anchor(NamedTuple):
    """Where relative paths counted from."""

    recorded: str
    """As it was when the session ran; foreign."""
    reason: str
    """Where it is known from, as a sentence."""
    today: Path
    """The same place on today's disk."""
    doubt: str = ""
    """Why the tracker may have stood elsewhere, as a sentence."""
    mapped: bool = False


def parse_mapping(text: str) -> MovedTree:
    """``OLD=NEW`` as it is typed; ``=NEW`` where the recording does not say where it ran.

    Raises:
        RecordingError: it is no pair, or NEW is no directory.
    """
    old, sign, new = text.partition("=")
    if not sign or not new:
        raise RecordingError(f"--map: {text!r} is not OLD=NEW, such as /home/me/repo=/srv/repo")
    if old and not os.path.isabs(old):
        raise RecordingError(f"--map: {old!r} is not absolute, and recorded directories are")
    target = Path(new)
    try:
        there = target.is_dir()
    except (OSError, ValueError):
        there = False
    if not there:
        raise RecordingError(f"--map: there is no directory {new!r}")
    return MovedTree(os.path.normpath(old) if old else "", target.resolve())


def find_anchor(
    session: RecordedSession,
    prompt: str,
    parents: Iterable[tuple[RecordedSession, str]],
    mapping: MovedTree | None,
) -> Anchor:
    """The session's anchor, from the most trusted source that has one.

    Args:
        session: whose anchor.
        prompt: its stored system prompt.
        parents: sessions that it came from, the nearest first, with their prompts.
        mapping: where the tree is today.

    Raises:
        NowhereError: nothing says where it ran, and no mapping does.
        RecordingError: the mapping is of another tree.
    """
    recorded, reason = _recorded(session, prompt, parents)
    is_given = mapping is not None and not mapping.old and session.source == "trace"
    if not recorded or is_given:
        if mapping is None or mapping.old:
            raise NowhereError(session.id)
        return Anchor(str(mapping.new), "The recording does not say: it was given.", mapping.new, mapped=True)
    doubt = ""
    if session.source in _PINNED:
        last = last_without(lambda release: release.hints.follows_session)
        doubt = f"Up to {last} the tracker of a {session.source} session stood where Hermes had been started."
    elif session.source == "trace":
        doubt = "It is the directory of the process that wrote the trace."
    elif session.is_subagent and not session.cwd:
        doubt = "A subagent's tracker stands where Hermes was started."
    if mapping is not None:
        moved = _moved(recorded, mapping)
        if moved is None:
            raise RecordingError(f"--map: the session ran in {recorded!r}, which is not in {mapping.old!r}")
        return Anchor(recorded, reason, moved, doubt, mapped=True)
    return Anchor(recorded, reason, Path(recorded), doubt)


def _moved(recorded: str, mapping: MovedTree) -> Path | None:
    if not mapping.old:
        return mapping.new
    path = os.path.normpath(recorded)
    if path == mapping.old or path.startswith(mapping.old.rstrip("/") + "/"):
        return mapping.new / os.path.relpath(path, mapping.old)
    return None


def _recorded(
    session: RecordedSession, prompt: str, parents: Iterable[tuple[RecordedSession, str]]
) -> tuple[str, str]:
    found = _in_prompt(prompt, _WORKING_DIR)
    if found:
        if session.cwd and os.path.normpath(session.cwd) != os.path.normpath(found):
            return found, (
                f"The stored prompt says so; the session's row has {session.cwd}, where Hermes was launched: "
                "with a worktree or terminal.cwd these differ."
            )
        return found, "The stored prompt says so."
    if session.cwd:
        what = "The trace" if session.source == "trace" else "The session's row"
        return session.cwd, f"{what} says so; there is no prompt with it."
    configured = session.config.get("cwd")
    if isinstance(configured, str) and configured:
        return configured, "The session's model_config says so, as editors record it."
    for parent, parent_prompt in parents:
        inherited, _ = _recorded(parent, parent_prompt, ())
        if inherited:
            return inherited, f"It is that of the session that started it, {parent.id}."
    return "", ""


def recorded_home(prompt: str) -> str:
    """The user's home when the session ran, if its prompt says so."""
    return _in_prompt(prompt, _HOME)


def _in_prompt(prompt: str, pattern: re.Pattern[str]) -> str:
    """The fact that Hermes wrote, not one that a context file claims."""
    runtime = prompt.rfind("\n" + _RUNTIME)
    if runtime >= 0:
        found = pattern.search(prompt, runtime)
        if found:
            return found[1].strip()
    context = prompt.find(_CONTEXT)
    before = pattern.search(prompt, 0, context if context >= 0 else len(prompt))
    if before:
        return before[1].strip()
    behind = pattern.findall(prompt, max(context, 0))
    return str(behind[-1]).strip() if behind else ""


def moved_disk(mapping: MovedTree | None, anchor: Anchor) -> Disk:
    """Today's disk, with the moved tree where it was when the session ran."""
    if mapping is None:
        return Disk()
    return MovedDisk(mapping.old or anchor.recorded, mapping.new)


class MovedDisk(Disk):
    """The disk as if the directory *new* were at *old*: all that a session recorded keeps its meaning."""

    is_on_disk = False

    def __init__(self, old: str, new: Path) -> None:
        super().__init__()
        self._real = Disk()
        self._old = Path(os.path.normpath(old))
        self._new = Path(os.path.realpath(new))

    def today(self, path: Path) -> Path:
        """Where *path* is really."""
        if path == self._old or self._old in path.parents:
            return self._new / path.relative_to(self._old)
        return path

    def _then(self, path: Path) -> Path:
        if path == self._new or self._new in path.parents:
            return self._old / path.relative_to(self._new)
        return path

    def node(self, path: Path) -> Node:
        """What stands at *path*."""
        return self._real.node(self.today(path))

    def read(self, path: Path) -> Content:
        """The text at *path*."""
        return self._real.read(self.today(path))

    def names(self, directory: Path) -> tuple[str, ...]:
        """Names in *directory*."""
        return self._real.names(self.today(directory))

    def present(self, directory: Path, names: tuple[str, ...]) -> tuple[str, ...]:
        """Those of *names* that stand in *directory*."""
        return self._real.present(self.today(directory), names)

    def is_link(self, path: Path) -> bool:
        """A link stands at *path*."""
        return self._real.is_link(self.today(path))

    def modified(self, path: Path) -> float | None:
        """When the file at *path* was last written."""
        return self._real.modified(self.today(path))

    def resolve(self, path: Path) -> Path:
        """The real location, as if the tree had not moved."""
        key = os.fspath(path)
        found = self._resolved.get(key)
        if found is None:
            plain = Path(os.path.normpath(path)) if ".." in path.parts else path
            found = self._resolved[key] = self._then(self._real.resolve(self.today(plain)))
        return found

    def scan_key(self, path: Path) -> Hashable:
        """Names the text at *path*."""
        return self._real.scan_key(self.today(path))


def today(disk: Disk, path: Path) -> Path:
    """Where *path* is on today's disk."""
    return disk.today(path) if isinstance(disk, MovedDisk) else path
