"""Where the rules of a file that is not sent belong: into one that is, and where in it they survive."""

from collections.abc import Iterable
from pathlib import Path, PurePath
from typing import NamedTuple, Protocol

from hermes_tui.core.filesystem.disk import Disk
from hermes_tui.core.filesystem.file_content import Content
from hermes_tui.core.prompt.context_file import Cause, FileKind, Lost, Verdict
from hermes_tui.core.releases.lookup import Ruleset
from hermes_tui.core.text.public_text import Public, public, shell_word

_CAPS = (Cause.FILE_CAP, Cause.JOINT_CAP)


class Judged(Protocol):
    """A context file whose verdict is known."""

    @property
    def kind(self) -> FileKind: ...
    @property
    def path(self) -> Path: ...
    @property
    def verdict(self) -> Verdict: ...
    @property
    def content(self) -> Content: ...
    @property
    def lost(self) -> tuple[Lost, ...]: ...


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


class Belonging(NamedTuple):
    """The file that rules belong into."""

    path: Path
    is_there: bool
    """It exists; otherwise the file that has the rules can be given its name."""
    must_be_mended: bool = False
    """It is blocked or cannot be read, or nothing of it is left."""
    room: Room | None = None
    """Where in it there is room, if it is cut."""


def belonging(directory: Path, cwd: Path, files: Iterable[Judged], ruleset: Ruleset, disk: Disk) -> Belonging:
    """For rules of *directory*, which is on the chain, given all *files* of the start in *cwd*.

    A new ``AGENTS.md`` would be shut out by a ``.hermes.md``, and would itself shut a ``CLAUDE.md`` out: so
    the type that wins is the one to write.
    """
    project = [file for file in files if file.kind is not FileKind.SOUL]
    winners = [file for file in project if file.verdict.is_joined]
    if not ruleset.agents_chain:
        directory = cwd
    if winners and winners[0].kind is not FileKind.AGENTS:
        return best_of(winners)
    is_full = any(piece.cause is Cause.JOINT_CAP for file in winners for piece in file.lost)
    for file in project:
        read = file.verdict.is_joined or file.verdict is Verdict.DUPLICATE
        if file.kind is FileKind.AGENTS and file.path.parent == directory and read:
            found = into(file)
            return best_of(winners) if is_full and found.must_be_mended else found
    return best_of(winners) if is_full else new_in(directory, "AGENTS.md", disk)


def belonging_below(directory: Path, name: str, ruleset: Ruleset, disk: Disk) -> Belonging:
    """For rules of *directory* off the chain, where a hint brings one file: that of the first known name.

    *name* is that of the new file where there is none.
    """
    for known in ruleset.hints.names:
        path = directory / known
        if (disk.read(path).text or "").strip() if disk.is_file(path) else False:
            return Belonging(path, is_there=True)
    return new_in(directory, name if name in ruleset.hints.names else "AGENTS.md", disk)


def best_of(winners: Iterable[Judged]) -> Belonging:
    """The one of several files of one type that is best written into: a whole one, the last of them."""
    found = [into(file) for file in winners]
    return max(reversed(found), key=lambda one: (not one.must_be_mended, one.room is None))


def into(file: Judged) -> Belonging:
    """What must be known of *file* by somebody who writes into it."""
    room = _room(file) if file.verdict is Verdict.TRUNCATED else None
    is_closed = room == (0, 0) or file.verdict in (Verdict.BLOCKED, Verdict.LOST)
    return Belonging(file.path, is_there=True, must_be_mended=is_closed, room=None if is_closed else room)


def new_in(directory: Path, name: str, disk: Disk) -> Belonging:
    """A file called *name*, of which nothing is sent so far."""
    path = directory / name
    is_there = disk.exists(path)
    return Belonging(path, is_there, must_be_mended=is_there and disk.read(path).text is None)


def _room(file: Judged) -> Room:
    text = file.content.text or ""
    taken = [piece for piece in file.lost if piece.cause in _CAPS] or [Lost(len(text), 0, Cause.FILE_CAP)]
    first, last = min(piece.start for piece in taken), max(piece.end for piece in taken)
    return Room(first if text[:first].strip() else 0, len(text) - last if text[last:].strip() else 0)


def owner(path: Path, ruleset: Ruleset) -> Path:
    """The directory that the rules in *path* are about: not that of ``.github`` or of Cursor's rules."""
    if path.parent.name == ".github":
        return path.parent.parent
    depth = len(PurePath(ruleset.cursor_directory).parts)
    is_module = path.suffix.lower() == ".mdc" and path.parent.match(ruleset.cursor_directory)
    return path.parents[depth] if is_module else path.parent


_RULE = public("the rule")


def advice(found: Belonging, file: Path, name: Public, what: Public = _RULE) -> Public:
    """What to do with *file*, as part of a sentence; *name* is that of the place where *what* belongs."""
    if found.is_there:
        return writing(found, name, what)
    if found.path.parent == file.parent:
        return public("rename it to {}", name)
    return public("move it to {}", name) if file.parent.name == ".github" else writing(found, name, what)


def writing(found: Belonging, name: Public, what: Public = _RULE) -> Public:
    """How to write *what* into the file *name*, as part of a sentence."""
    if found.must_be_mended:
        return public("mend {} (hermes-tui why {}) and write {} there", name, shell_word(name), what)
    if found.room is not None:
        return public("write {} into the {} characters of {}, which is cut", what, found.room.shown, name)
    if found.is_there:
        return public("write {} into {}", what, name)
    return public("write {} into a new {}", what, name)
