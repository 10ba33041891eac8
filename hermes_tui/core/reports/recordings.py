"""Recorded sessions and their replay as plain text and as JSON. Foreign text is harmless to a terminal."""

import json
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from hermes_tui.core.recordings.catalog import Listed, RecordedSession
from hermes_tui.core.recordings.replay_events import Event, Facts, ReplayedCall, ReplaySummary
from hermes_tui.core.recordings.stored_prompt import Standing, StoredPrompt, day_of
from hermes_tui.core.recordings.working_dir import Anchor
from hermes_tui.core.text.phrases import capitalised, so_many_differ
from hermes_tui.core.text.terminal_safe import safe

SCHEMA = 1
"""Version of the JSON; a field may be added without a new one."""

_LONGEST_LINE = 160


def listing_text(sessions: Iterable[Listed], problems: Sequence[str]) -> Iterator[str]:
    """Two lines a session, the newest first; *problems* may grow meanwhile."""
    is_empty = True
    for listed in sessions:
        is_empty = False
        session = listed.session
        calls = "1 call" if session.calls == 1 else f"{session.calls:,} calls"
        facts = [session.source, session.model, session.cwd, session.profile and f"profile {session.profile}"]
        title = safe(session.title) or "(no title)"
        yield f"{safe(session.id)}  {_day(session.started_at)}  {calls:>11}  {title}"
        yield f"    {' · '.join(safe(fact) for fact in facts if fact)} · {safe(str(listed.path))}"
    if is_empty:
        yield "No recorded session."
    for problem in problems:
        yield f"Note: {safe(problem)}"


def _day(time: float | None) -> str:
    return day_of(time).partition(", ")[2] or "when is unknown "


def listing_json(sessions: Iterable[Listed], problems: Sequence[str]) -> Iterator[str]:
    """Pieces of one JSON object for a program, as the sessions are read; *problems* may grow meanwhile."""
    yield f'{{\n  "schema": {SCHEMA},\n  "sessions": ['
    for number, listed in enumerate(sessions):
        told = _dumped({**_session_json(listed.session), "path": str(listed.path)}, indent=None)
        yield f"{',' if number else ''}\n    {told}"
    yield f'\n  ],\n  "notes": {_dumped(list(problems), indent=None)}\n}}\n'


def _session_json(session: RecordedSession) -> dict[str, Any]:
    return {
        "id": session.id,
        "source": session.source,
        "title": session.title,
        "model": session.model,
        "cwd": session.cwd,
        "started_at": session.started_at,
        "ended_at": session.ended_at,
        "end_reason": session.end_reason,
        "parent": session.parent_id or None,
        "calls": session.calls,
        "profile": session.profile or None,
        "subagent": session.is_subagent,
    }


# ── a replay as text ──


def replay_text(events: Iterable[Event]) -> Iterator[str]:
    """Lines as the replay goes on."""
    for event in events:
        if isinstance(event, Facts):
            yield from facts_text(event)
        elif isinstance(event, ReplayedCall):
            yield from call_text(event)
        else:
            yield ""
            yield summary_line(event)


def facts_text(facts: Facts) -> Iterator[str]:
    """What is known before the first call."""
    session = facts.session
    names = " · ".join(safe(name) for name in (session.id, session.title) if name)
    yield f"session {names} · {_day(session.started_at)}"
    if len(facts.chain) > 1:
        ids = ", ".join(safe(one.id) for one in facts.chain)
        yield f"with those that a compaction divided from it, as they had one tracker: {ids}"
    if session.is_subagent:
        yield "a subagent: it has a tracker of its own"
    yield f"anchor {_where(facts.anchor)} · {safe(facts.anchor.reason)}"
    if facts.anchor.doubt:
        yield f"    {safe(facts.anchor.doubt)}"
    yield f"rules: {safe(facts.ruleset.name)} · {safe(facts.release_reason)}"
    if facts.ruleset.note:
        yield f"    {safe(facts.ruleset.note)}"
    if facts.off:
        yield safe(facts.off)
    cap = facts.startup.cap
    yield f"today: cap {cap.limit:,} ({safe(cap.explanation)})"
    yield from (f"Note: {safe(note)}" for note in facts.notes)
    yield ""
    yield from stored_text(facts.stored)
    yield ""


def _where(anchor: Anchor) -> str:
    moved = (
        f", now {safe(str(anchor.today))}" if anchor.mapped and str(anchor.today) != anchor.recorded else ""
    )
    return f"{safe(anchor.recorded)}{moved}"


def stored_text(stored: StoredPrompt | None) -> Iterator[str]:
    """The stored prompt beside today's."""
    if stored is None:
        yield "No system prompt is stored."
        return
    if not stored.has_context and not stored.sections:
        yield "The stored prompt has no context files, and a session started there now would get none."
        return
    if not stored.has_context:
        yield "The stored prompt has no context files."
    signs = {Standing.SAME: "=", Standing.CHANGED: "≠", Standing.GONE: "-", Standing.NEW: "+"}
    for section in stored.sections:
        yield f"{signs[section.standing]} {safe(section.sentence)}"


def call_text(found: ReplayedCall) -> Iterator[str]:
    """One call: the line, what it brought then and by the rules of today, and why these differ."""
    sign = "✓" if found.agrees else ("≠" if found.is_explained else "?")
    line = safe(found.recorded_call.call.line)
    if len(line) > _LONGEST_LINE:
        line = line[: _LONGEST_LINE - 1] + "…"
    yield f"{sign} {found.recorded_call.number:>4}  {line}"
    if found.agrees:
        if found.recorded:
            yield f"        → {labels_text(found.recorded)}"
    else:
        yield f"        recorded:  {labels_text(found.recorded)}"
        yield f"        simulated: {labels_text(found.simulated)}"
        for cause in found.causes:
            what = "check" if cause.is_question else "cause"
            yield f"        {what} ({cause.kind.value}): {safe(cause.sentence)}"
    yield from (f"        note: {safe(note)}" for note in found.notes)


def labels_text(labels: Iterable[str]) -> str:
    """Labels in a line; they have no order of their own."""
    return ", ".join(safe(label) for label in sorted(labels)) or "nothing"


def summary_line(summary: ReplaySummary) -> str:
    """The whole replay in a sentence."""
    lost = ""
    if summary.unreadable:
        rows = "1 row" if summary.unreadable == 1 else f"{summary.unreadable:,} rows"
        lost = f"the calls of {rows} cannot be read"
    if summary.calls == 0:
        return capitalised(f"{lost}; no other is recorded.") if lost else "No tool call is recorded."
    calls = "1 call" if summary.calls == 1 else f"{summary.calls:,} calls"
    said = f"{summary.agreeing:,} of {calls} {'agrees' if summary.agreeing == 1 else 'agree'}"
    if summary.explained:
        said += f" · {so_many_differ(summary.explained)}, and the cause is known"
    if summary.unexplained:
        said += f" · {so_many_differ(summary.unexplained)}, and something is left to check"
    if summary.texts_changed:
        said += f" · {summary.texts_changed:,} brought a text that is another one today"
    if lost:
        said += f" · {lost}"
    return said


# ── a replay as JSON ──


def replay_json(events: Iterable[Event]) -> Iterator[str]:
    """Pieces of one JSON object, as the replay goes on: a long session is never in memory whole."""
    in_calls = False
    for event in events:
        if isinstance(event, Facts):
            head = _dumped(facts_json(event))
            yield head[: head.rindex("}")].rstrip() + ',\n  "calls": ['
        elif isinstance(event, ReplayedCall):
            yield (",\n" if in_calls else "\n") + _dumped(call_json(event), indent=None)
            in_calls = True
        else:
            tail = _dumped(event._asdict(), indent=None)
            yield f'\n  ],\n  "summary": {tail}\n}}\n'


def _dumped(value: object, indent: int | None = 2) -> str:
    # ASCII only: labels and arguments may hold what a terminal would act on.
    return json.dumps(value, indent=indent)


def call_json(found: ReplayedCall) -> dict[str, Any]:
    """One call for a program. ``recorded`` and ``simulated`` are sets: their order means nothing."""
    call = found.recorded_call
    return {
        "number": call.number,
        "session": call.session_id,
        "tool": call.call.tool,
        "args": dict(call.call.args),
        "timestamp": call.timestamp,
        "recorded": list(found.recorded),
        "simulated": list(found.simulated),
        "agrees": found.agrees,
        "explained": found.is_explained,
        "cause": found.cause or None,
        "causes": [
            {"kind": cause.kind.value, "sentence": cause.sentence, "question": cause.is_question}
            for cause in found.causes
        ],
        "notes": list(found.notes),
        "text_differs": found.text_differs,
    }


def facts_json(facts: Facts) -> dict[str, Any]:
    """What is known before the first call, for a program."""
    stored = facts.stored
    return {
        "schema": SCHEMA,
        "session": _session_json(facts.session),
        "chain": [session.id for session in facts.chain],
        "anchor": {
            "recorded": facts.anchor.recorded,
            "today": str(facts.anchor.today),
            "reason": facts.anchor.reason,
            "doubt": facts.anchor.doubt or None,
        },
        "release": {
            "name": facts.ruleset.name,
            "reason": facts.release_reason,
            "possible": list(facts.possible),
        },
        "off": facts.off or None,
        "cap": facts.startup.cap.limit,
        "notes": list(facts.notes),
        "prompt": None if stored is None else prompt_json(stored),
    }


def prompt_json(stored: StoredPrompt) -> dict[str, Any]:
    """The stored prompt beside today's, for a program."""
    return {
        "has_context": stored.has_context,
        "current": stored.is_current,
        "sections": [
            {
                "label": section.label,
                "standing": section.standing.name.lower(),
                "sentence": section.sentence,
                "modified": section.modified,
            }
            for section in stored.sections
        ],
    }
