"""A cut file: which cap took what, by how much it is over, and what would let it through."""

from functools import lru_cache
from typing import NamedTuple

from hermes_tui.core.diagnosis.model import Loss, Names
from hermes_tui.core.filesystem.disk import Disk
from hermes_tui.core.prompt.context_file import Cause, ContextFile, FileKind, Heading
from hermes_tui.core.prompt.placement import Belonging, best_of, into, writing
from hermes_tui.core.prompt.startup import Startup
from hermes_tui.core.prompt.truncation import DYNAMIC_CEILING, context_length_for
from hermes_tui.core.prompt.verdict_text import lines_lost
from hermes_tui.core.text.phrases import characters
from hermes_tui.core.text.provenance import Span
from hermes_tui.core.text.public_text import Public, public, public_list

_HEADINGS_NAMED = 3


def loss(file: ContextFile, span: Span | None, startup: Startup, names: Names, disk: Disk) -> Loss:
    """What the caps took from *file*, seen from the characters *span* of it."""
    taken = [piece for piece in file.lost if span is None or span.touches(piece.start, piece.end)]
    causes = {piece.cause for piece in taken}
    limit = startup.cap.limit
    parts = []
    caps: list[Public] = []
    code = "HT010"
    if Cause.FILE_CAP in causes and file.cut is not None:
        over = file.cut.total - limit
        parts.append(
            f"the cap of one file: {_characters(file, file.cut.total)}, {over:,} too many for {limit:,}"
        )
        caps.append(public("the cap of one file: {} too many for {}", over, limit))
    if Cause.JOINT_CAP in causes and file.joint_cut is not None:
        code = "HT011" if file.kept else "HT012"
        over = file.joint_cut.total - limit
        what = public("all Cursor files") if file.kind is FileKind.CURSOR else public("the whole chain")
        caps.append(public("the cap of {}: {} too many for {}", what, over, limit))
        parts.append(
            f"the cap of {what}: {file.joint_cut.total:,} characters together, {over:,} too many for "
            f"{limit:,}"
        )
    where = disk.remember(
        ("lines lost by caps", disk.scan_key(file.path), file.lost),
        lambda: lines_lost(file.text, file.lost, Cause.FILE_CAP, Cause.JOINT_CAP),
    )
    scope = "nothing of the file is left" if not file.kept else f"{where} lost"
    culprit = f"cut away by {', and by '.join(parts)} ({scope}"
    if span is not None and any(span.touches(*kept) for kept in file.kept):
        culprit = f"only a part of it is sent, the rest is {culprit}"
    return Loss(
        code,
        f"{culprit}{_headings(file)})",
        f"{_todo(file, startup, names)}{marker(file, names, disk)}",
        public=public("cut away by {}", public_list(caps)) if caps else None,
    )


def marker(file: ContextFile, names: Names, disk: Disk) -> str:
    """Where the marker of the chain sends the model, if there is nothing, as a sentence; or nothing."""
    if file.joint_cut is None or disk.exists(file.joint_cut.path):
        return ""
    return f" The marker sends the model to {names.show(file.joint_cut.path)}, which does not exist."


class _Together(NamedTuple):
    """What is true of all files of one type that are joined."""

    needed: int
    """Characters that the cap must let through for all of them to be whole."""
    blanks: int
    """Blanks around their texts, which do not count."""
    best: Belonging
    """The one that is best written into."""


class _This(NamedTuple):
    """One start, told from others by being the same object: comparing all files costs as much as a look."""

    startup: Startup

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _This) and other.startup is self.startup

    def __hash__(self) -> int:
        return id(self.startup)


@lru_cache(maxsize=4)  # asked for each of its files
def _together(this: _This, kind: FileKind) -> _Together:
    files = [file for file in this.startup.files if file.kind is kind and file.verdict.is_joined]
    totals = [file.cut.total if file.cut else len(file.section) for file in files]
    gaps = 0 if kind is FileKind.CURSOR else 2 * max(0, len(totals) - 1)
    return _Together(sum(totals) + gaps, sum(_around(file) for file in files), best_of(files))


def shorten_alone(file: ContextFile, over: int) -> str:
    """Shorten a file that has *over* characters too many, wherever it is done; no whole sentence."""
    blanks = _around(file)
    parts = (f"{over:,} that are too many", _blanks(blanks, "the text")) if blanks else ()
    return f"Shorten it by {characters(over + blanks)}{_bracketed(parts)}"


def _around(file: ContextFile) -> int:
    """Blanks around the text, which do not count: somebody who cuts at an end takes them first."""
    return sum(piece.end - piece.start for piece in file.lost if piece.cause is Cause.WHITE_SPACE)


def _blanks(count: int, where: str) -> str:
    return f"{count:,} blank{'' if count == 1 else 's'} around {where}"


def _todo(file: ContextFile, startup: Startup, names: Names) -> str:
    cap = startup.cap
    together = _together(_This(startup), file.kind)
    enough = together.needed
    over = enough - cap.limit
    own = file.cut.total if file.cut else 0
    if own == enough:
        shorten = shorten_alone(file, over)
    else:
        blanks = together.blanks
        shares = _bracketed(_shares(file, over, cap.limit, blanks))
        shorten = f"Shorten the files by {characters(over + blanks)} in all{shares}"
    shorten += _or_elsewhere(file, together.best, names)
    if not startup.ruleset.cap_from_config:
        return f"{shorten}; no setting raises the cap of this release."
    raised = f"context_file_max_chars: {enough} in config.yaml"
    length = context_length_for(enough)
    if length is None:
        return f"{shorten}; or set {raised} (a longer context gives {DYNAMIC_CEILING:,} at most)."
    return f"{shorten}; or set {raised}, or use a model with a context of {length:,} tokens or more."


def _or_elsewhere(file: ContextFile, found: Belonging, names: Names) -> str:
    """Where the rule would survive, as part of a sentence: in the file, else in another of its type."""
    room = into(file).room
    if room is not None:
        return f", or move the rule into the {room.shown} characters"
    return "" if found.must_be_mended else f", or {writing(found, names.show(found.path))}"


def _shares(file: ContextFile, over: int, limit: int, blanks: int) -> tuple[str, ...]:
    """How the number of all files comes from those that are told before it, and from *blanks*; or nothing."""
    around = (_blanks(blanks, "the texts"),) if blanks else ()
    if file.joint_cut is not None:
        together = file.joint_cut.total - limit
        rest = (f"{over - together:,} that the cap of one file took before",) if over > together else ()
        told = (f"{together:,} that are too many together", *rest, *around)
    else:
        alone = file.cut.total - limit if file.cut is not None else over
        rest = (f"{over - alone:,} for the cap of all",) if over > alone else ()
        told = (f"{alone:,} in this one", *rest, *around)
    return told if len(told) > 1 else ()


def _bracketed(parts: tuple[str, ...]) -> str:
    """The parts of a number in brackets; nothing where there are none."""
    return f" ({', '.join(parts[:-1])}, and {parts[-1]})" if parts else ""


def _characters(file: ContextFile, total: int) -> str:
    return f"{characters(total)}{'' if file.kind is FileKind.SOUL else ' with the heading'}"


def _headings(file: ContextFile) -> str:
    names = [f'"{heading.text}"' for heading in _own(file.headings_lost)]
    if not names:
        return ""
    if len(names) > _HEADINGS_NAMED:
        names = [*names[:_HEADINGS_NAMED], f"{len(names) - _HEADINGS_NAMED:,} more"]
    return f", and with them {', '.join(names)}"


def _own(headings: tuple[Heading, ...]) -> list[Heading]:
    return [heading for heading in headings if heading.line]
