"""A session as JSON: the facts of the text report for a program. Text is as it is."""

from collections.abc import Callable
from typing import Any, NamedTuple

from hermes_tui.core.filesystem.disk import Disk
from hermes_tui.core.prompt.startup import Startup
from hermes_tui.core.reports.startup import SCHEMA
from hermes_tui.core.reports.timeline import timeline_json
from hermes_tui.core.sessions.disk_changes import changes_since
from hermes_tui.core.sessions.session import Session, Step
from hermes_tui.core.sessions.timeline import timeline
from hermes_tui.core.sessions.warnings import find_traps, notes_beside


class Leg(NamedTuple):
    """A session in one directory, and what it starts with there."""

    session: Session
    startup: Startup
    subagent: Callable[[], Startup]
    """What a subagent gets, once it is asked."""


def sessions_json(legs: list[Leg], disk: Disk) -> dict[str, Any]:
    """A session file: the session in each directory that it moved to."""
    return {"schema": SCHEMA, "sessions": [session_json(leg, disk) for leg in legs]}


def session_json(leg: Leg, disk: Disk) -> dict[str, Any]:
    """All calls of a session, each with what it brought and why not more."""
    session, startup, _ = leg
    return {
        "schema": SCHEMA,
        "ruleset": session.terms.ruleset.name,
        "cwd": str(session.started_in),
        "hints_from": str(session.terms.anchor) if session.terms.anchor else None,
        "failure": session.failure.what if session.failure else None,
        "off": session.state.off or None,
        "calls": [_step_json(step, startup, disk) for step in session.steps],
        "events": [
            {
                "line": event.event.line,
                "after_call": event.calls,
                "tracker": event.effect.memory.value,
                "prompt": event.effect.prompt.value,
                "conversation": event.effect.talk.value,
                "sentence": event.effect.sentence,
            }
            for event in session.events
        ],
        "timeline": timeline_json(timeline(*leg)),
        "total": {"characters": session.chars, "estimated_tokens": session.tokens},
    }


def _step_json(step: Step, startup: Startup, disk: Disk) -> dict[str, Any]:
    """One call for a program."""
    trace = step.trace
    traps = find_traps(trace, step.startup_of(startup), disk)
    return {
        "number": step.number,
        "line": trace.call.line,
        "tool": trace.call.tool,
        "args": dict(trace.call.args),
        "text": trace.text,
        "characters": step.chars,
        "estimated_tokens": step.tokens,
        "failure": trace.failure.what if trace.failure else None,
        "hints": [
            {"label": hint.label, "path": str(hint.file.path), "verdict": hint.file.verdict.value}
            for hint in trace.hints
        ],
        "words": [
            {"text": word.text, "source": word.source, "taken": word.taken, "reason": word.reason}
            for word in trace.words
        ],
        "climbs": [
            {
                "word": climb.word.text,
                "note": climb.note or None,
                "directories": [
                    {"path": str(visit.directory), "outcome": visit.outcome.value, "reason": visit.reason}
                    for visit in climb.visits
                ],
            }
            for climb in trace.climbs
        ],
        "traps": [{"name": trap.name, "sentence": trap.sentence} for trap in traps],
        "notes": list(notes_beside(trace, traps)),
        "changed_since": list(changes_since(trace, disk)),
    }
