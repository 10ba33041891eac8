"""A cut file: which cap took what, by how much it is over, and what would let it through."""

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from hermes_tui.core.diagnosis.actions import Edit, Replacement, SetCap, Shorten
from hermes_tui.core.diagnosis.model import Obstacle
from hermes_tui.core.diagnosis.names import Names
from hermes_tui.core.diagnosis.targets import Room, Target, best_of, into
from hermes_tui.core.diagnosis.ways import Way
from hermes_tui.core.filesystem.disk import Disk
from hermes_tui.core.prompt.context_file import Cause, ContextFile, FileKind, Heading, Verdict
from hermes_tui.core.prompt.startup import Startup
from hermes_tui.core.prompt.truncation import DYNAMIC_CEILING, context_length_for
from hermes_tui.core.prompt.verdict_text import lines_lost
from hermes_tui.core.text.provenance import Span
from hermes_tui.core.text.public_text import NOTHING, Public, number_as_typed, public

_HEADINGS_NAMED = 3
_FEW = 40
"""Files that share a cap: where there are more, moving the rules of one file is no way out for the others."""


def obstacle(file: ContextFile, span: Span | None, startup: Startup, names: Names) -> Obstacle:
    """What the caps took from *file*, seen from the characters *span* of it."""
    taken = [piece for piece in file.lost if span is None or span.touches(piece.start, piece.end)]
    causes = {piece.cause for piece in taken}
    limit, disk = startup.cap.limit, startup.disk
    caps: list[Public] = []
    code = "HT010"
    if file.cut is not None and (Cause.FILE_CAP in causes or Cause.JOINT_CAP not in causes):
        size = _characters(file, file.cut.total)
        over = file.cut.total - limit
        caps.append(public("the cap of one file: {}, {} too many for {}", size, over, limit))
    if Cause.JOINT_CAP in causes and file.joint_cut is not None:
        code = "HT011" if file.kept else "HT012"
        together = file.joint_cut.total
        what = public("all Cursor files") if file.kind is FileKind.CURSOR else public("the whole chain")
        numbers = (together, together - limit, limit)
        caps.append(public("the cap of {}: {} characters together, {} too many for {}", what, *numbers))
    where = disk.remember(
        ("lines lost by caps", disk.scan_key(file.path), file.lost),
        lambda: lines_lost(file.text, file.lost, Cause.FILE_CAP, Cause.JOINT_CAP),
    )
    scope = public("{} lost", where) if file.kept else public("nothing of the file is left")
    if not where:  # a cap below 5 keeps a tail of 0, which is the whole text: rules.md 7.4
        scope = public("nothing lost, but some sent twice")
    by = caps[0] if len(caps) == 1 else public("{}, and by {}", *caps)
    cause = public("cut away by {} ({}", by, scope)
    if span is not None and any(span.touches(*kept) for kept in file.kept):
        cause = public("only a part of it is sent, the rest is {}", cause)
    return Obstacle(
        code,
        f"{cause}{_headings(file)})",
        tuple(_ways(file, span, startup, names)),
        note=" ".join(said for said in (_caps(file, startup), marker(file, names, disk)) if said),
        public=public("{})", cause),
    )


def of_hint(file: ContextFile, span: Span | None) -> Obstacle | None:
    """What the cap of a hint took from *file*; ``None`` where it took nothing of the place."""
    taken = [piece for piece in file.lost if piece.cause is Cause.FILE_CAP]
    if file.cut is None or not any(span is None or span.touches(*piece[:2]) for piece in taken):
        return None
    over = file.cut.total - file.cut.limit
    where = lines_lost(file.text, file.lost, Cause.FILE_CAP)
    ways = [_shorten_alone(file, over), *_move(file, span)]
    return Obstacle(
        "HT014",
        public(
            "cut away by the cap of a hint: {} characters, {} too many for {} ({} lost)",
            *(file.cut.total, over, file.cut.limit, where),
        ),
        tuple(ways),
        note="No setting raises this cap.",
    )


def marker(file: ContextFile, names: Names, disk: Disk) -> str:
    """Where the marker of the chain sends the model, if there is nothing, as a sentence; or nothing."""
    if file.joint_cut is None or disk.exists(file.joint_cut.path):
        return ""
    return f"The marker sends the model to {names.show(file.joint_cut.path)}, which does not exist."


# ── ways out ──


def _ways(file: ContextFile, span: Span | None, startup: Startup, names: Names) -> Iterator[Way]:
    together = _together(_This(startup), file.kind)
    enough = together.needed
    over = enough - startup.cap.limit
    own = file.cut.total if file.cut else 0
    joined = [other for other in startup.files if other.kind is file.kind and other.verdict.is_joined]
    if own == enough:
        yield _shorten_alone(file, over)
    else:
        blanks = together.blanks
        shares = _bracketed(_shares(file, startup, blanks))
        # What stands for a blocked file is no longer for its text being long.
        paths = tuple(other.path for other in joined if other.verdict is not Verdict.BLOCKED)
        words = public("shorten the files by {} in all{}", _chars(over + blanks), shares)
        yield Way(words, (Shorten(paths, over + blanks),))
    yield from _move(file, span)
    if into(file).room is None and not together.best.is_stopped and len(joined) <= _FEW:
        yield together.best.write(names, startup.disk)
    if startup.ruleset.cap_from_config:
        yield Way(
            public("set context_file_max_chars: {} in config.yaml", number_as_typed(enough)),
            (SetCap(max_chars=enough),),
        )
        length = context_length_for(enough)
        if length is not None:
            words = public("use a model with a context of {} tokens or more", length)
            yield Way(words, (SetCap(context_length=length),))


def _caps(file: ContextFile, startup: Startup) -> str:
    """What no setting does, in a sentence; or nothing."""
    rules = startup.ruleset
    if not rules.cap_from_config:
        if rules.name == "documented":
            return "The documentation names no setting for this cap; 0.20.4 and later have one."
        return "No setting raises the cap of this release."
    if context_length_for(_together(_This(startup), file.kind).needed) is None:
        return f"A longer context gives {DYNAMIC_CEILING:,} at most."
    return ""


def _shorten_alone(file: ContextFile, over: int) -> Way:
    """Shorten a file that has *over* characters too many, wherever it is done."""
    blanks = _around(file)
    parts = (public("{} that are too many", over), _blanks(blanks, public("the text"))) if blanks else ()
    words = public("shorten it by {}{}", _chars(over + blanks), _bracketed(parts))
    return Way(words, (Shorten((file.path,), over + blanks),))


def _move(file: ContextFile, span: Span | None) -> Iterator[Way]:
    """Move the rule to where the file survives the cut."""
    room = into(file).room
    if room is not None and span is not None:
        yield Way(public("move the rule into the {} characters", room.shown), (_moved(file, span, room),))


def _moved(file: ContextFile, span: Span, room: Room) -> Edit:
    text = file.text
    start = text.rfind("\n", 0, span.start) + 1
    end = text.find("\n", span.end)
    end = len(text) if end < 0 else end
    rule = text[start:end]
    at = 0 if room.first else len(text)
    new = f"{rule}\n\n" if room.first else f"\n\n{rule}"
    return Edit(file.path, (Replacement(start, end, ""), Replacement(at, at, new)), follows=1)


# ── numbers ──


class _Together(NamedTuple):
    """What is true of all files of one type that are joined."""

    needed: int
    """Characters that the cap must let through for all of them to be whole."""
    blanks: int
    """Blanks around their texts, which do not count."""
    best: Target
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


def _around(file: ContextFile) -> int:
    """Blanks around the text, which do not count: somebody who cuts at an end takes them first."""
    return sum(piece.end - piece.start for piece in file.lost if piece.cause is Cause.WHITE_SPACE)


def _chars(count: int) -> Public:
    return public("1 character") if count == 1 else public("{} characters", count)


def _blanks(count: int, where: Public) -> Public:
    return public("1 blank around {}", where) if count == 1 else public("{} blanks around {}", count, where)


def _shares(file: ContextFile, startup: Startup, blanks: int) -> tuple[Public, ...]:
    """How the number of all files comes from those that are told before it, and from *blanks*; or nothing."""
    around = (_blanks(blanks, public("the texts")),) if blanks else ()
    limit = startup.cap.limit
    over = _together(_This(startup), file.kind).needed - limit
    if file.joint_cut is not None:
        together = file.joint_cut.total - limit
        rest = (
            (public("{} that the cap of one file took before", over - together),) if over > together else ()
        )
        told = (public("{} that are too many together", together), *rest, *around)
    else:
        alone = file.cut.total - limit if file.cut is not None else over
        rest = (public("{} for the cap of all", over - alone),) if over > alone else ()
        told = (public("{} in this one", alone), *rest, *around)
    return told if len(told) > 1 else ()


def _bracketed(parts: tuple[Public, ...]) -> Public:
    """The parts of a number in brackets; nothing where there are none."""
    if not parts:
        return NOTHING
    said = parts[0]
    for part in parts[1:-1]:
        said = public("{}, {}", said, part)
    return public(" ({}, and {})", said, parts[-1])


def _characters(file: ContextFile, total: int) -> Public:
    return _chars(total) if file.kind is FileKind.SOUL else public("{} with the heading", _chars(total))


def _headings(file: ContextFile) -> str:
    names = [f'"{heading.text}"' for heading in _own(file.headings_lost)]
    if not names:
        return ""
    if len(names) > _HEADINGS_NAMED:
        names = [*names[:_HEADINGS_NAMED], f"{len(names) - _HEADINGS_NAMED:,} more"]
    return f", and with them {', '.join(names)}"


def _own(headings: tuple[Heading, ...]) -> list[Heading]:
    return [heading for heading in headings if heading.line]
