"""What somebody can do so that a rule is sent: each action as data, carried out on a view of the disk.

Nothing is written. An action is carried out on a :class:`~hermes_tui.core.situation.Situation`, which gives
another one, and the place that was asked about moves along: into the file that the rule was written to, under
the name that its file has then. An action that cannot be done changes neither.
"""

from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

from hermes_tui.core.filesystem.disk import Disk
from hermes_tui.core.filesystem.file_type import FileType
from hermes_tui.core.filesystem.views import CopiedDisk, RenamedDisk, with_directory
from hermes_tui.core.releases.lookup import get_ruleset
from hermes_tui.core.settings.settings import find_again
from hermes_tui.core.situation import Situation
from hermes_tui.core.text.provenance import Span


class Place(NamedTuple):
    """What is asked about: a file, or some characters of it."""

    path: Path
    span: Span | None
    """``None``: the whole file."""
    rule: str
    """What is to reach the model: the lines of the characters, or the whole text, without blanks around."""


class Replacement(NamedTuple):
    """Other characters in place of some."""

    start: int
    end: int
    text: str


class Edit(NamedTuple):
    """Change characters of a file; offsets are those of the text before."""

    path: Path
    changes: tuple[Replacement, ...]
    is_draft: bool = False
    """Some of the new words are a place holder: somebody has to find better ones."""
    follows: int | None = None
    """The change that holds the asked place afterwards, where it is moved within the file."""

    def on(self, situation: Situation, place: Place) -> tuple[Situation, Place]:
        """The situation and the place afterwards."""
        text = situation.disk.read(self.path).to_look_at
        after = _on_disk(situation, situation.disk.changed(replaced={self.path: edited(text, self.changes)}))
        if place.path != self.path or place.span is None:
            return after, place
        if self.follows is not None:
            return after, place._replace(span=self._followed(self.follows, text, place))
        return after, place._replace(span=_moved(place.span, self.changes))

    def _followed(self, number: int, text: str, place: Place) -> Span:
        """Where the asked characters are in the text of one change."""
        assert place.span is not None  # noqa: S101 -- asked for only then
        change = self.changes[number]
        before = sum(
            len(other.text) - (other.end - other.start)
            for other in self.changes
            if other.start < change.start
        )
        words = text[place.span.start : place.span.end]
        start = change.start + before + max(0, change.text.find(words))
        return Span(start, start + len(words))


class WriteRule(NamedTuple):
    """Write the rule into a file, which is made if it is not there."""

    path: Path
    offset: int | None = None
    """Where; ``None``: at the end."""

    def on(self, situation: Situation, place: Place) -> tuple[Situation, Place]:
        """The situation and the place afterwards."""
        change, span = self.change(situation.disk, place)
        text = situation.disk.read(self.path).text or ""
        if not _can_be(FileType.FILE, self.path, situation.disk):
            return situation, place
        view = situation.disk.changed(replaced={self.path: edited(text, (change,))})
        return _on_disk(situation, view), place._replace(path=self.path, span=span)

    def change(self, disk: Disk, place: Place) -> tuple[Replacement, Span]:
        """What is inserted, and where the rule stands then."""
        text = disk.read(self.path).text or ""
        offset = len(text) if self.offset is None else self.offset
        before = "" if not text[:offset] else "\n" if text[:offset].endswith("\n") else "\n\n"
        after = "\n" if not text[offset:] or text[offset:].startswith("\n") else "\n\n"
        start = offset + len(before)
        change = Replacement(offset, offset, f"{before}{place.rule}{after}")
        return change, Span(start, start + len(place.rule))


class Remove(NamedTuple):
    """Take files or directories away."""

    paths: tuple[Path, ...]

    def on(self, situation: Situation, place: Place) -> tuple[Situation, Place]:
        """The situation and the place afterwards."""
        return _on_disk(situation, situation.disk.changed(removed=self.paths)), place


class Rename(NamedTuple):
    """Give a file or a directory another name, or move it."""

    path: Path
    to: Path

    def on(self, situation: Situation, place: Place) -> tuple[Situation, Place]:
        """The situation and the place afterwards."""
        view = RenamedDisk(situation.disk, self.path, self.to)
        return _on_disk(situation, view), place._replace(path=view.renamed(place.path))


class ReplaceLink(NamedTuple):
    """Put a copy of the file that a link leads to in the place of the link."""

    path: Path

    def on(self, situation: Situation, place: Place) -> tuple[Situation, Place]:
        """The situation and the place afterwards."""
        return _on_disk(situation, CopiedDisk(situation.disk, self.path)), place


class Shorten(NamedTuple):
    """Take so many characters away, wherever it is done but not of the rule."""

    paths: tuple[Path, ...]
    chars: int

    def on(self, situation: Situation, place: Place) -> tuple[Situation, Place]:
        """The situation and the place afterwards: as somebody does it who cuts at the end of each file.

        Each file gives as much of itself as the others do, so that none is emptied where that can be avoided.
        """
        texts = {path: situation.disk.read(path).text or "" for path in self.paths}
        kept = {path: place.span if path == place.path and place.span else Span(0, 0) for path in texts}
        free = {path: len(text) - (kept[path].end - kept[path].start) for path, text in texts.items()}
        left, together = min(self.chars, sum(free.values())), sum(free.values())
        for path, text in texts.items():
            taken = -(-left * free[path] // together) if together else 0
            left, together = left - taken, together - free[path]
            start, end = kept[path]
            behind = min(taken, len(text) - end)
            ahead = taken - behind
            texts[path] = text[: start - ahead] + text[start:end] + text[end : len(text) - behind]
            if path == place.path and place.span:
                place = place._replace(span=Span(start - ahead, end - ahead))
        return _on_disk(situation, situation.disk.changed(replaced=texts)), place


class Reencode(NamedTuple):
    """Save a file as UTF-8."""

    path: Path
    encoding: str
    """As iconv calls what it has now."""

    def on(self, situation: Situation, place: Place) -> tuple[Situation, Place]:
        """The situation and the place afterwards."""
        text = situation.disk.read(self.path).to_look_at
        return _on_disk(situation, situation.disk.changed(replaced={self.path: text})), place


class InitRepository(NamedTuple):
    """Make a git repository of a directory."""

    directory: Path

    def on(self, situation: Situation, place: Place) -> tuple[Situation, Place]:
        """The situation and the place afterwards."""
        git = self.directory / ".git"
        if situation.disk.is_link(git) or not _can_be(FileType.DIRECTORY, git, situation.disk):
            return situation, place
        return _on_disk(situation, with_directory(situation.disk, git)), place


class SetCap(NamedTuple):
    """Give ``context_file_max_chars`` a value, or use a model of another context length (tokens)."""

    max_chars: int | None = None
    context_length: int | None = None

    def on(self, situation: Situation, place: Place) -> tuple[Situation, Place]:
        """The situation and the place afterwards."""
        settings = situation.settings.with_cap(max_chars=self.max_chars, context_length=self.context_length)
        return situation._replace(settings=settings), place


class Follow(NamedTuple):
    """Nothing is done: the same rule is asked about where another file has it."""

    path: Path
    span: Span | None

    def on(self, situation: Situation, place: Place) -> tuple[Situation, Place]:
        """The situation as it is, and the place in the other file."""
        return situation, place._replace(path=self.path, span=self.span)


class StartIn(NamedTuple):
    """Start the session in another directory."""

    directory: Path

    def on(self, situation: Situation, place: Place) -> tuple[Situation, Place]:
        """The situation and the place afterwards."""
        return situation._replace(cwd=self.directory), place


class UseRelease(NamedTuple):
    """Use another release of Hermes."""

    name: str

    def on(self, situation: Situation, place: Place) -> tuple[Situation, Place]:
        """The situation and the place afterwards."""
        asked = situation.settings.by_release(get_ruleset(self.name), "supposed")
        return situation._replace(settings=find_again(asked, situation.disk)), place


Action = (
    Edit
    | WriteRule
    | Remove
    | Rename
    | ReplaceLink
    | Shorten
    | Reencode
    | InitRepository
    | SetCap
    | StartIn
    | UseRelease
    | Follow
)


def carried_out(actions: Iterable[Action], situation: Situation, place: Place) -> tuple[Situation, Place]:
    """The situation and the place after *actions*, one after the other."""
    for action in actions:
        situation, place = action.on(situation, place)
    return situation, place


def edited(text: str, changes: Iterable[Replacement]) -> str:
    """The text with *changes*, whose offsets are those of the text before."""
    for change in sorted(changes, reverse=True):
        text = text[: change.start] + change.text + text[change.end :]
    return text


def _moved(span: Span, changes: Iterable[Replacement]) -> Span:
    """Where the characters *span* are afterwards; what replaces some of them counts as theirs."""
    start, end = span
    for change in sorted(changes, reverse=True):
        more = len(change.text) - (change.end - change.start)
        if change.end <= start:
            start, end = start + more, end + more
        elif change.start < end:
            start, end = min(start, change.start), max(end, change.end) + more
    return Span(start, end)


def _can_be(kind: FileType, path: Path, disk: Disk) -> bool:
    """Whether something of this *kind* is at *path*, or can be made there with the directories above it."""
    found = disk.node(path).kind
    if found is not FileType.ABSENT:
        return found is kind
    leads_nowhere = disk.is_link(path)
    return not leads_nowhere and _can_be(FileType.DIRECTORY, path.parent, disk)


def _on_disk(situation: Situation, view: Disk) -> Situation:
    return situation._replace(disk=view)
