"""What would bring a context file to the session as it is now, or why nothing can."""

from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from hermes_tui.core.hints.trace import Outcome
from hermes_tui.core.hints.tracker import NoCall, call_that_brings
from hermes_tui.core.prompt.context_file import ContextFile, Verdict
from hermes_tui.core.prompt.startup import Startup
from hermes_tui.core.sessions.session import Session
from hermes_tui.core.sessions.timeline import Timeline, What, timeline
from hermes_tui.core.situation import Situation
from hermes_tui.core.surveys.survey import new_judge
from hermes_tui.core.text.phrases import part
from hermes_tui.core.toolcalls.calls import ToolCall


class CallToLoad(NamedTuple):
    """How a file gets to the model."""

    path: Path
    call: ToolCall | None
    """The shortest call that brings it now; ``None``: none does."""
    sentence: str
    """For a reader; may be foreign."""
    has_it: bool = False
    """The model has it already."""


def way_to(path: Path, session: Session, startup: Startup, subagent: Callable[[], Startup]) -> CallToLoad:
    """How *path* gets to *session*; the others are as for :func:`~.timeline.timeline`."""
    situation = session.terms.situation(session.working_dir)
    file = next((file for file in startup.files if file.path == path), None)
    known = _known(path, timeline(session, startup, subagent))
    if known is not None:
        return known
    answer = call_that_brings(path, situation)
    if isinstance(answer, NoCall):
        return CallToLoad(path, None, _why_none(path, file, answer, situation))
    return _now(path, answer, session)


def _known(path: Path, line: Timeline) -> CallToLoad | None:
    """That the model has the file, or had it and gets it no more."""
    for moment in line.in_force:
        for given in moment.given:
            if given.path != path:
                continue
            if moment.what is What.HINT:
                what = "It" if given.verdict is not Verdict.BLOCKED else "The notice that it is blocked"
                return CallToLoad(
                    path, None, f"{what} came with {moment.place}; nothing is sent twice.", has_it=True
                )
            if given.verdict is not Verdict.BLOCKED:
                return CallToLoad(
                    path, None, "It is in the prompt from the start: no call is needed.", has_it=True
                )
    for moment in line.missing:
        if moment.given[0].path == path:
            return CallToLoad(
                path,
                None,
                f"It came with {moment.place} and is gone with {moment.gone}. The tracker still counts it as "
                "sent, so no call brings it again. A new process (type --resume) begins anew.",
            )
    return None


def _why_none(path: Path, file: ContextFile | None, answer: NoCall, situation: Situation) -> str:
    if file is not None and file.verdict.is_sent:
        return (
            f"A new session has it in its prompt; this one has not. No call brings it: {part(answer.reason)}."
        )
    if file is not None:
        return f"{file.reason} No call brings it either: {part(answer.reason)}."
    return new_judge(situation).judge(path, None).reason


def _now(path: Path, call: ToolCall, session: Session) -> CallToLoad:
    """What a new session's call does in this one."""
    after = session.call(call)
    step = after.steps[-1]
    hint = next((hint for hint in step.trace.hints if hint.file.path == path), None)
    if hint is not None:
        others = len(step.trace.hints) - 1
        more = f" and {others} more file{'' if others == 1 else 's'}" if others else ""
        return CallToLoad(path, call, f"This call brings it{more}. {hint.file.reason}")
    if session.state.off:
        return CallToLoad(path, None, session.state.off)
    directory = path.parent
    visit = next((visit for visit in step.trace.visits if visit.directory == directory), None)
    if visit is None or visit.outcome is not Outcome.VISITED:
        why = visit.reason if visit is not None else "No path leads to its directory."
        return CallToLoad(path, None, f"In a new session {call.line} brings it; not in this one. {why}")
    by = next((step.number for step in session.steps if directory in step.trace.after.visited), None)
    spent = f"call {by} was there" if by is not None else "it was visited"
    return CallToLoad(
        path,
        None,
        f"In a new session {call.line} brings it. In this one its directory is spent: {spent}, and Hermes "
        "looks into a directory once. A new process (type --resume) begins anew.",
    )
