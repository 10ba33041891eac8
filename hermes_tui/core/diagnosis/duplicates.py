"""Copies: a file whose text another one has is held back, and what that means hangs on the other one."""

from hermes_tui.core.diagnosis.model import Loss
from hermes_tui.core.prompt.body import BYTE_ORDER_MARK
from hermes_tui.core.prompt.context_file import ContextFile, Verdict
from hermes_tui.core.text.provenance import Span
from hermes_tui.core.text.public_text import NOTHING, Public, public

_ONCE = public("Nothing must be done: it is sent once.")


def in_twin(copy: ContextFile, twin: ContextFile, span: Span | None) -> Span | None:
    """The same characters in the other file: only what is around the text may differ."""
    if span is None:
        return None
    shift = _margin(twin.text) - _margin(copy.text)
    return Span(max(0, span.start + shift), max(0, span.end + shift))


def _margin(text: str) -> int:
    rest = text.lstrip().lstrip(BYTE_ORDER_MARK).lstrip()
    return len(text) - len(rest)


def copy_on_chain(name: Public, twin: ContextFile, loss: Loss | None, span: Span | None) -> Loss:
    """A copy of the file *name*, given the *loss* of the same place there."""
    same = public("its text is the same as that of {}", name)
    if loss is None or (span is None and twin.verdict is Verdict.TRUNCATED):
        but = NOTHING if loss is None else public(", but cut")
        todo = public("{} To have it closer to the end, remove it from {}.", _ONCE, name)
        return Loss("HT009", public("{}, which is sent in its place{}", same, but), todo)
    return _neither(same, name, twin, loss)


def copy_of_hint(name: Public, twin: ContextFile, loss: Loss | None) -> Loss:
    """A copy of the file *name* that the same call brings."""
    same = public("its text is the same as that of {}", name)
    if loss is None:
        return Loss("HT009", public("{}, which the same call brings", same), _ONCE)
    return _neither(same, name, twin, loss)


def copy_of_seed(name: Public, twin: ContextFile | None, loss: Loss | None, span: Span | None) -> Loss:
    """A copy of the working directory's own file, which counts as sent from the start, sent or not."""
    same = public("its text is the same as that of {}", name)
    if twin is None:
        return Loss("HT009", public("{}, which counts as sent", same), _ONCE)
    if loss is None or (span is None and twin.verdict is Verdict.TRUNCATED):
        but = NOTHING if loss is None else public(", but cut")
        return Loss("HT009", public("{}, which is sent at the start{}", same, but), _ONCE)
    if twin.verdict.is_joined:
        return _neither(same, name, twin, loss)
    return Loss(
        "HT044",
        f"{same}, which counts as sent and is not: {loss.culprit}",
        public("Say something of its own in it, or remove {}: then it is no copy any more.", name),
        public=public("{}, which counts as sent and is {}: neither is sent", same, twin.verdict.word),
    )


def _neither(same: Public, name: Public, twin: ContextFile, loss: Loss) -> Loss:
    return Loss(
        "HT044",
        f"{same}, and that one does not bring it either: {loss.culprit}",
        f"Remove this copy, and mend {name}. {loss.remedy}",
        public=public("{}, and that one is {}: neither is sent", same, twin.verdict.word),
    )
