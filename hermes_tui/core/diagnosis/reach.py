"""Whether a place reaches the model: at the start, by a call, in part, not at all."""

from typing import TYPE_CHECKING, NamedTuple

from hermes_tui.core.diagnosis.actions import Place
from hermes_tui.core.diagnosis.model import State
from hermes_tui.core.prompt.context_file import Cause, ContextFile, Verdict
from hermes_tui.core.prompt.startup import Startup
from hermes_tui.core.text.provenance import Span

if TYPE_CHECKING:
    from hermes_tui.core.surveys.survey import FoundFile

_TAKEN = frozenset((Cause.FRONT_MATTER, Cause.LEGACY_SECTION, Cause.FILE_CAP, Cause.JOINT_CAP))
"""Steps that take a rule from a file that is sent; blanks around it are no loss."""


class Reached(NamedTuple):
    """How a place gets to the model."""

    state: State
    call: str = ""
    """The call that brings it, where one does."""
    is_cut: bool = False
    """Something else of the same file is cut."""


def reach_of(place: Place, startup: Startup) -> Reached:
    """How *place* gets to a session that begins with *startup*."""
    if startup.failure is not None:
        return Reached(State.NOT_SENT)
    file = next((file for file in startup.files if file.path == place.path), None)
    if file is not None and (file.verdict.is_sent or not _may_be_hint(file, startup)):
        return Reached(state_in(file, place.span), is_cut=_is_cut(file))
    from hermes_tui.core.surveys.survey import new_judge  # few ask for what lies off the chain

    found = new_judge(startup.situation).judge(place.path, None)
    return reach_of_hint(found, place.span)


def reach_of_hint(found: "FoundFile", span: Span | None) -> Reached:
    """How a file off the chain gets to the model."""
    if found.call is None or found.file is None:
        return Reached(State.NOT_SENT)
    if found.file.verdict is Verdict.BLOCKED:
        return Reached(State.NOT_SENT)
    state = state_in(found.file, span)
    state = State.ON_CALL if state is State.SENT else state
    return Reached(state, found.call.line, is_cut=_is_cut(found.file))


def state_in(file: ContextFile, span: Span | None) -> State:
    """What becomes of the characters *span* of a file, or of all of it, at the start or in a hint."""
    if not file.verdict.is_sent:
        return State.NOT_SENT
    if span is None:
        return State.PARTLY if file.verdict is Verdict.TRUNCATED else State.SENT
    is_whole = not any(span.touches(*piece) for piece in taken_from(file))
    return State.SENT if is_whole else State.NOT_SENT


def taken_from(file: ContextFile) -> tuple[Span, ...]:
    """Characters that were taken from a file which is sent, or from a hint."""
    return tuple(Span(piece.start, piece.end) for piece in file.lost if piece.cause in _TAKEN)


def _is_cut(file: ContextFile) -> bool:
    return file.verdict in (Verdict.TRUNCATED, Verdict.LOST)


def _may_be_hint(file: ContextFile, startup: Startup) -> bool:
    """Hints of this release go up as well, to files that the start does not read."""
    hints = startup.ruleset.hints
    return file.verdict is Verdict.OUT_OF_REACH and file.path.name in hints.names and hints.outside
