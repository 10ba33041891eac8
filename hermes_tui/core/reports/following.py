"""A session that is followed, as lines of text and of JSON. Foreign text is harmless to a terminal."""

import json
from collections.abc import Iterable, Iterator
from typing import Any

from hermes_tui.core.recordings.stored_prompt import Standing, StoredPrompt
from hermes_tui.core.reports.recordings import (
    SCHEMA,
    call_json,
    call_text,
    facts_json,
    facts_text,
    prompt_json,
    stored_text,
    summary_line,
)
from hermes_tui.core.sessions.following import (
    CaughtUp,
    Followed,
    FollowedCall,
    FollowEvent,
    PromptNews,
    SessionEnded,
)
from hermes_tui.core.sessions.warnings import Trap
from hermes_tui.core.text.terminal_safe import safe

_SAID_ONCE = "hints_off"
"""The trap that every call would repeat; what is known before the first call says it."""


def following_text(events: Iterable[FollowEvent]) -> Iterator[str]:
    """Lines as the session goes on."""
    for event in events:
        yield from event_text(event)


def event_text(event: FollowEvent) -> Iterator[str]:
    """The lines of one event."""
    if isinstance(event, Followed):
        yield from facts_text(event.facts)
        if event.lateness:
            yield safe(event.lateness)
    elif isinstance(event, FollowedCall):
        yield from call_text(event.found)
        yield from (f"        ! {safe(trap.sentence)}" for trap in worth_telling(event.traps))
    elif isinstance(event, CaughtUp):
        calls = "1 call" if event.calls == 1 else f"{event.calls:,} calls"
        yield f"── {calls} so far; what follows comes as it is recorded ──"
    elif isinstance(event, PromptNews):
        yield f"── {prompt_line(event.stored)} ──"
        if not event.stored.is_current:
            yield from (line for line in stored_text(event.stored) if not line.startswith("="))
    elif isinstance(event, SessionEnded):
        reason = f" ({safe(event.reason)})" if event.reason else ""
        yield f"── the session has ended{reason} ──"
        yield summary_line(event.summary)
    else:
        yield WAITING


WAITING = "No session is running; the next one that begins is followed."


def worth_telling(traps: Iterable[Trap]) -> Iterator[Trap]:
    """The warnings about one call of many."""
    return (trap for trap in traps if trap.name != _SAID_ONCE)


def prompt_line(stored: StoredPrompt) -> str:
    """Whether the files have changed since the session's prompt was built, in a line; harmless."""
    changed = [section for section in stored.sections if section.standing is not Standing.SAME]
    if not changed:
        return "its prompt has the context files as they are on disk"
    labels = ", ".join(safe(section.label) for section in changed)
    return f"its prompt is older than the files: {labels}"


def following_json(events: Iterable[FollowEvent]) -> Iterator[str]:
    """A line for each event, an object of its own: ``event`` says which one."""
    for event in events:
        # ASCII only: labels and arguments may hold what a terminal would act on.
        yield json.dumps({"schema": SCHEMA, **_event_json(event)})


def _event_json(event: FollowEvent) -> dict[str, Any]:
    if isinstance(event, Followed):
        return {"event": "session", **facts_json(event.facts), "late": event.lateness or None}
    if isinstance(event, FollowedCall):
        warnings = [{"name": trap.name, "sentence": trap.sentence} for trap in event.traps]
        return {"event": "call", **call_json(event.found), "warnings": warnings, "new": event.is_new}
    if isinstance(event, CaughtUp):
        return {"event": "caught up", "calls": event.calls}
    if isinstance(event, PromptNews):
        return {"event": "prompt", **prompt_json(event.stored)}
    if isinstance(event, SessionEnded):
        return {"event": "end", "reason": event.reason or None, "summary": event.summary._asdict()}
    return {"event": "waiting"}
