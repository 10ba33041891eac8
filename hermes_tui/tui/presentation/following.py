"""What is shown of a session that is followed: a line about it, and a note at a call. All words harmless."""

from typing import NamedTuple

from hermes_tui.core.recordings.difference_evidence import CauseKind
from hermes_tui.core.recordings.replay_events import Facts, ReplayedCall, ReplaySummary
from hermes_tui.core.recordings.stored_prompt import StoredPrompt
from hermes_tui.core.reports.following import WAITING, prompt_line
from hermes_tui.core.reports.recordings import labels_text, summary_line
from hermes_tui.core.sessions.events import EventKind, SessionEvent
from hermes_tui.core.sessions.steps import Planned, PlannedCall, PlannedEvent
from hermes_tui.core.text.terminal_safe import safe
from hermes_tui.tui.presentation.replay import short_call
from hermes_tui.tui.widgets.styled_line import Line


class FollowState(NamedTuple):
    """What is known of the session that is followed."""

    facts: Facts | None = None
    """``None``: none is found yet."""
    calls: int = 0
    """Made so far."""
    stored: StoredPrompt | None = None
    """Its prompt beside the files as they are."""
    lateness: str = ""
    ended: ReplaySummary | None = None
    waits: bool = False
    """For the next session to begin."""


def follow_line(state: FollowState) -> Line:
    """Which session is followed, how far it is, and whether its prompt is older than the files."""
    if state.waits:
        return (("◌ ", "muted"), (WAITING, "muted"))
    if state.facts is None:
        return (("◌ ", "muted"), ("looking for the session that Hermes is running …", "muted"))
    session = state.facts.session
    name = safe(session.title) or safe(session.id)
    if state.ended is not None:
        return (("■ ended ", "muted bold"), (f"{name} · {summary_line(state.ended)}", "muted"))
    calls = "1 call" if state.calls == 1 else f"{state.calls:,} calls"
    line: Line = (("◉ ", "success"), ("following ", "accent bold"), (f"{name} · {calls}", ""))
    if state.stored is not None:
        style = "muted" if state.stored.is_current else "warning bold"
        line = (*line, (f" · {'' if state.stored.is_current else '! '}{prompt_line(state.stored)}", style))
    return (*line, (f" · {safe(state.lateness)}", "muted")) if state.lateness else line


def steps_of(found: ReplayedCall) -> tuple[Planned, ...]:
    """The call as a step of the session, noted where Hermes appended something else than is expected.

    Where Hermes' tracker has begun anew, so does that of the session.
    """
    step = PlannedCall(short_call(found.recorded_call.call), _note(found))
    if any(cause.kind is CauseKind.RESET for cause in found.causes):
        return (PlannedEvent(SessionEvent(EventKind.PROCESS)), step)
    return (step,)


def _note(found: ReplayedCall) -> str:
    """Foreign."""
    if found.agrees:
        return ""
    said = f"Hermes appended {labels_text(found.recorded)}; expected was {labels_text(found.simulated)}."
    return f"{said} {found.cause}"
