"""Where the rules of a file that is not sent belong: into one that is, and where in it they survive."""

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from hermes_tui.core.diagnosis.actions import WriteRule
from hermes_tui.core.diagnosis.names import Names
from hermes_tui.core.diagnosis.ways import Way, rename
from hermes_tui.core.filesystem.disk import Disk
from hermes_tui.core.prompt.context_file import Cause, ContextFile, FileKind, Lost, Verdict
from hermes_tui.core.prompt.startup import Startup
from hermes_tui.core.releases.lookup import Ruleset
from hermes_tui.core.text.public_text import NOTHING, Public, public

if TYPE_CHECKING:
    from hermes_tui.core.surveys.survey import Judge

_RULE = public("the rule")
_CAPS = (Cause.FILE_CAP, Cause.JOINT_CAP)


class Room(NamedTuple):
    """The part of a cut file that is sent."""

    first: int
    """Characters at its beginning; 0 where they are lost."""
    last: int
    """Characters at its end."""

    @property
    def shown(self) -> Public:
        """``first 14,000 or last 4,000``."""
        if self.first and self.last:
            return public("first {} or last {}", self.first, self.last)
        return public("first {}", self.first) if self.first else public("last {}", self.last)


class Target(NamedTuple):
    """The file that rules belong into."""

    path: Path
    is_there: bool
    """It exists; otherwise the file that has the rules can be given its name."""
    is_stopped: bool = False
    """It is blocked or cannot be read, or nothing of it is left."""
    room: Room | None = None
    """Where in it there is room, if it is cut."""

    def write(self, names: Names, disk: Disk, what: Public = _RULE) -> Way:
        """Write *what* there."""
        name = names.show(self.path)
        if self.room is not None:
            words = public("write {} into the {} characters of {}, which is cut", what, self.room.shown, name)
            return Way(words, (WriteRule(self.path, _offset(self.room, disk.read(self.path).text or "")),))
        new = NOTHING if self.is_there else public("a new ")
        return Way(public("write {} into {}{}", what, new, name), (WriteRule(self.path),))

    def take(self, file: Path, names: Names, disk: Disk) -> Way:
        """Bring the rules of *file* there: rename it where that is enough."""
        is_near = self.path.parent == file.parent or file.parent.name == ".github"
        return rename(file, self.path, names) if is_near and not self.is_there else self.write(names, disk)


def target_in(directory: Path, startup: Startup) -> Target:
    """For rules of *directory*, which is on the chain.

    A new ``AGENTS.md`` would be shut out by a ``.hermes.md``, and would itself shut a ``CLAUDE.md`` out: so
    the type that wins is the one to write.
    """
    project = [file for file in startup.files if file.kind is not FileKind.SOUL]
    winners = [file for file in project if file.verdict.is_joined]
    if not startup.ruleset.agents_chain:
        directory = startup.cwd
    if winners and winners[0].kind is not FileKind.AGENTS:
        return best_of(winners)
    is_full = any(piece.cause is Cause.JOINT_CAP for file in winners for piece in file.lost)
    for file in project:
        read = file.verdict.is_joined or file.verdict is Verdict.DUPLICATE
        if file.kind is FileKind.AGENTS and file.path.parent == directory and read:
            found = into(file)
            return best_of(winners) if is_full and found.is_stopped else found
    return best_of(winners) if is_full else _new_in(directory, "AGENTS.md", startup.disk)


def target_below(directory: Path, name: str, ruleset: Ruleset, disk: Disk, judge: "Judge") -> Target:
    """For rules of *directory* off the chain, where a hint brings one file: that of the first known name.

    *name* is that of the new file where there is none.
    """
    for known in ruleset.hints.names:
        path = directory / known
        if (disk.read(path).text or "").strip() if disk.is_file(path) else False:
            hint = judge.judge(path, None).file
            return Target(path, is_there=True) if hint is None else into(hint)
    return _new_in(directory, name if name in ruleset.hints.names else "AGENTS.md", disk)


def best_of(winners: Iterable[ContextFile]) -> Target:
    """The one of several files of one type that is best written into: a whole one, the last of them."""
    found = [into(file) for file in winners]
    return max(reversed(found), key=lambda one: (not one.is_stopped, one.room is None))


def into(file: ContextFile) -> Target:
    """What must be known of *file* by somebody who writes into it."""
    room = _room(file) if file.verdict is Verdict.TRUNCATED else None
    is_stopped = room == (0, 0) or file.verdict in (Verdict.BLOCKED, Verdict.LOST)
    return Target(file.path, is_there=True, is_stopped=is_stopped, room=None if is_stopped else room)


def _new_in(directory: Path, name: str, disk: Disk) -> Target:
    """A file called *name*, of which nothing is sent so far."""
    path = directory / name
    if disk.exists(path) and not disk.is_file(path) and name.lower() != name:
        return _new_in(directory, name.lower(), disk)
    is_there = disk.exists(path)
    return Target(path, is_there, is_stopped=is_there and disk.read(path).text is None)


def _room(file: ContextFile) -> Room:
    text = file.content.text or ""
    taken = [piece for piece in file.lost if piece.cause in _CAPS] or [Lost(len(text), 0, Cause.FILE_CAP)]
    first, last = min(piece.start for piece in taken), max(piece.end for piece in taken)
    return Room(first if text[:first].strip() else 0, len(text) - last if text[last:].strip() else 0)


def _offset(room: Room, text: str) -> int | None:
    """Where to write: behind the first paragraph, or at the end, where the beginning is lost."""
    if not room.first:
        return None
    end = text.find("\n\n", 0, room.first // 2)
    return end if end >= 0 else 0
