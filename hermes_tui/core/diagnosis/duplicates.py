"""Copies: a file whose text another one has is held back, and what that means hangs on the other one."""

from hermes_tui.core.diagnosis.actions import Edit, Follow, Remove, Replacement
from hermes_tui.core.diagnosis.model import Obstacle
from hermes_tui.core.diagnosis.names import Names
from hermes_tui.core.diagnosis.ways import Way, remove
from hermes_tui.core.prompt.body import BYTE_ORDER_MARK
from hermes_tui.core.prompt.context_file import ContextFile, Verdict
from hermes_tui.core.text.provenance import Span
from hermes_tui.core.text.public_text import NOTHING, Public, public, shell_word

_ONCE = "Nothing to do: it is sent once."


def in_twin(copy: ContextFile, twin: ContextFile, span: Span | None) -> Span | None:
    """The same characters in the other file: only what is around the text may differ."""
    if span is None:
        return None
    shift = _margin(twin.text) - _margin(copy.text)
    return Span(max(0, span.start + shift), max(0, span.end + shift))


def _margin(text: str) -> int:
    rest = text.lstrip().lstrip(BYTE_ORDER_MARK).lstrip()
    return len(text) - len(rest)


def copy_on_chain(
    copy: ContextFile, twin: ContextFile, names: Names, of_twin: Obstacle | None, span: Span | None
) -> Obstacle:
    """A copy of *twin*, given the obstacle of the same place there."""
    same, name = _same(twin, names), names.show(twin.path)
    if of_twin is None or (span is None and twin.verdict is Verdict.TRUNCATED):
        but = NOTHING if of_twin is None else public(", but cut")
        closer = f"To have it closer to the end, remove it from {name}."
        note = f"{_ONCE} {closer}" if of_twin is None else _cut(name)
        return Obstacle("HT009", public("{}, which is sent in its place{}", same, but), note=note)
    return _neither(copy, twin, names, of_twin, span)


def copy_of_hint(
    copy: ContextFile, twin: ContextFile, names: Names, of_twin: Obstacle | None, span: Span | None
) -> Obstacle:
    """A copy of *twin* that the same call brings."""
    if of_twin is None:
        return Obstacle("HT009", public("{}, which the same call brings", _same(twin, names)), note=_ONCE)
    return _neither(copy, twin, names, of_twin, span)


def copy_of_seed(
    copy: ContextFile, twin: ContextFile | None, names: Names, of_twin: Obstacle | None, span: Span | None
) -> Obstacle:
    """A copy of the working directory's own file, which counts as sent from the start, sent or not."""
    if twin is None:
        assert copy.winner is not None  # noqa: S101 -- its verdict says so
        same = public("its text is the same as that of {}", names.show(copy.winner))
        return Obstacle("HT009", public("{}, which counts as sent", same), note=_ONCE)
    same = _same(twin, names)
    if of_twin is None or (span is None and twin.verdict is Verdict.TRUNCATED):
        but = NOTHING if of_twin is None else public(", but cut")
        note = _ONCE if of_twin is None else _cut(names.show(twin.path))
        return Obstacle("HT009", public("{}, which is sent at the start{}", same, but), note=note)
    if twin.verdict.is_joined:
        return _neither(copy, twin, names, of_twin, span)
    end = len(copy.text)
    other = Edit(copy.path, (Replacement(end, end, "\n(another line)"),), is_draft=True)
    ways = (
        Way(public("add a line to {}, so that it is no copy any more", names.show(copy.path)), (other,)),
        remove((twin.path,), names),
    )
    return Obstacle(
        "HT044",
        f"{same}, which counts as sent and is not: {of_twin.cause}",
        ways,
        public=public("{}, which counts as sent and is {}: neither is sent", same, twin.verdict.word),
    )


def _neither(
    copy: ContextFile, twin: ContextFile, names: Names, of_twin: Obstacle, span: Span | None
) -> Obstacle:
    """Both have the same obstacle: it is the other one that is to be changed, and this one is too many."""
    ways = tuple(
        Way(
            f"remove this copy, and {way.words}",
            (Follow(twin.path, in_twin(copy, twin, span)), Remove((copy.path,)), *way.actions),
        )
        for way in of_twin.ways
    )
    same = _same(twin, names)
    return Obstacle(
        "HT044",
        f"{same}, and that one does not bring it either: {of_twin.cause}",
        ways,
        note=of_twin.note,
        public=public("{}, and that one is {}: neither is sent", same, twin.verdict.word),
    )


def _cut(name: Public) -> str:
    """Where the file that is sent in place of a copy is cut."""
    return f"It is sent once, in part: hermes-tui why {shell_word(name)} says what brings the rest."


def _same(twin: ContextFile, names: Names) -> Public:
    return public("its text is the same as that of {}", names.show(twin.path))
