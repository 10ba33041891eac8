"""What the two text panes show, and which place on one side belongs to which on the other."""

from bisect import bisect_right
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from hermes_tui.core.prompt.context_file import Cause, ContextFile
from hermes_tui.core.prompt.startup import Startup
from hermes_tui.core.text.provenance import Role, Run, TracedText, line_of
from hermes_tui.tui.text_view.document import Document, Mark

DISK_MARKS = ("lost", "threat")
"""Kinds of marks on disk that ``n`` goes to."""
SENT_MARKS = ("marker", "notice")
"""The same for what is sent."""

_ON_DISK = {
    Cause.FILE_CAP: "lost",
    Cause.JOINT_CAP: "lost",
    Cause.LEGACY_SECTION: "lost",
    Cause.FRONT_MATTER: "front",
    Cause.BYTE_ORDER_MARK: "front",
}
_IN_SENT = {Role.HEADING: "heading", Role.MARKER: "marker", Role.NOTICE: "notice"}


class Stretch(NamedTuple):
    """Characters that are the same on both sides."""

    disk: int
    sent: int
    length: int


class Links(NamedTuple):
    """Which place on disk belongs to which place in what is sent, and back."""

    stretches: tuple[Stretch, ...] = ()
    """In order on both sides."""

    def to_sent(self, offset: int) -> int | None:
        """Where the character *offset* of the file went; for a lost one the place of its marker.

        ``None`` where nothing of the file is sent.
        """
        if not self.stretches:
            return None
        at = bisect_right(self.stretches, offset, key=lambda stretch: stretch.disk) - 1
        if at < 0:
            return 0
        stretch = self.stretches[at]
        return stretch.sent + min(offset - stretch.disk, stretch.length)

    def to_disk(self, offset: int) -> int | None:
        """Where the character *offset* of what is sent came from; for Hermes' words what follows them."""
        if not self.stretches:
            return None
        at = bisect_right(self.stretches, offset, key=lambda stretch: stretch.sent) - 1
        if at < 0:
            return 0
        stretch = self.stretches[at]
        return stretch.disk + min(offset - stretch.sent, stretch.length)


def disk_document(file: ContextFile) -> Document:
    """The file as it is, with what was lost, skipped or objected to."""
    marks = [
        Mark(piece.start, piece.end, _ON_DISK[piece.cause]) for piece in file.lost if piece.cause in _ON_DISK
    ]
    marks += [Mark(threat.start, threat.end, "threat") for threat in file.threats]
    return Document(file.text, tuple(marks), "lines")


def sent_text(file: ContextFile, startup: Startup) -> TracedText:
    """What the prompt has of the file: its heading, its text or the notice, and the markers that cut it."""
    return _about(startup.prompt_text or TracedText(), file.path)


def _about(text: TracedText, path: Path) -> TracedText:
    """The runs of *text* about the file *path*, and beside them the marker of a cut through several files."""
    runs = text.runs
    return TracedText(
        tuple(
            run
            for number, run in enumerate(runs)
            if run.path == path
            or (
                run.role is Role.MARKER
                and run.path is None
                and any(beside.path == path for beside in runs[max(0, number - 1) : number + 2])
            )
        )
    )


def sent_document(text: TracedText, path: Path | None) -> Document:
    """A text that is sent; each line that comes from the file *path* carries its number on disk."""
    return Document(str(text), tuple(_written(text)), tuple(_numbers(text.runs, path)) if path else "none")


def links(text: TracedText, path: Path) -> Links:
    """How the file on disk and the *text* that is sent of it belong together."""
    return Links(
        tuple(
            Stretch(run.start, at, run.stop - run.start)
            for at, run in text.placed()
            if run.role is Role.FILE and run.path == path
        )
    )


def _written(text: TracedText) -> Iterator[Mark]:
    """Marks over what Hermes wrote, blank lines around it left out."""
    for at, run in text.placed():
        kind = _IN_SENT.get(run.role)
        if kind is None:
            continue
        words = run.text[run.start : run.stop]
        begin = len(words) - len(words.lstrip())
        yield Mark(at + begin, at + max(begin, len(words.rstrip())), kind)


def _numbers(runs: Iterable[Run], path: Path) -> Iterator[int | None]:
    """The number on disk of each line; ``None`` for a line that begins with other words."""
    number: int | None = None
    begins = True
    """The next character begins a line."""
    for run in runs:
        is_own = run.role is Role.FILE and run.path == path
        line = line_of(run.text, run.start) if is_own else 0
        position = run.start
        while position < run.stop:
            if begins:
                number = line if is_own else None
            newline = run.text.find("\n", position, run.stop)
            begins = newline >= 0
            if begins:
                yield number
                line += 1
                position = newline + 1
            else:
                position = run.stop
    if not begins:
        yield number
