"""A session as plain text: what was called, what came with it, and why not more.

It is harmless to a terminal. :func:`call_report` gives it by parts, for a screen that colours them.
"""

import os
from collections.abc import Iterator
from enum import Enum
from pathlib import Path
from typing import NamedTuple

from hermes_tui.core.filesystem.disk import Disk
from hermes_tui.core.hints.trace import CallTrace, Climb, Outcome, Visit
from hermes_tui.core.prompt.startup import Startup
from hermes_tui.core.reports.startup import shown_path
from hermes_tui.core.sessions.disk_changes import changes_since
from hermes_tui.core.sessions.session import Happened, Session, Step
from hermes_tui.core.sessions.warnings import Trap, find_traps, notes_beside
from hermes_tui.core.text.phrases import part, quoted
from hermes_tui.core.text.terminal_safe import safe
from hermes_tui.core.text.tokens import estimate_tokens

UNCHANGED = "Hints are appended to the tool result; the system prompt does not change by a byte."
"""Said once in a session, where its first hint comes."""

_LONGEST = 600
"""Characters of anything foreign that are shown."""

_LONG_NAME = 32
"""Characters of a directory's name beyond which its last part does in a climb."""

UP = "↑"
"""Stands between the directories of a climb."""


class Tone(Enum):
    """What a line of the report is about."""

    FIRED = "fired"
    BLOCKED = "blocked"
    NOTHING = "nothing"
    FAILURE = "failure"
    TRAP = "trap"
    NOTE = "note"
    CHANGED = "changed"
    WORD = "word"
    VISIT = "visit"


class Told(NamedTuple):
    """One line. Its text is harmless."""

    tone: Tone
    text: str
    glyph: str = ""
    deeper: bool = False
    """Belongs to the line before."""


class CallReport(NamedTuple):
    """One call in words."""

    number: int
    call: str
    """As a person would type it."""
    results: tuple[Told, ...]
    """What came with it: a line a hint, or why nothing did."""
    climb: tuple[Told, ...]
    """Every climb in a line: directories, each with a word."""
    warnings: tuple[Told, ...]
    """Traps, then what else is to know, then what has changed since."""
    details: tuple[Told, ...]
    """How the words were read, and each directory with its reason."""


_GLYPHS = {
    Outcome.FIRED: "✓",
    Outcome.CUT: "◐",
    Outcome.BLOCKED: "✗",
    Outcome.DUPLICATE: "=",
    Outcome.NO_FILE: "–",
    Outcome.VISITED: "↺",
    Outcome.EXCLUDED: "⊘",
    Outcome.OUTSIDE: "⊘",
    Outcome.MISSING: "?",
    Outcome.NOT_A_DIRECTORY: "?",
    Outcome.DENIED: "!",
    Outcome.BEYOND: "⋯",
}
"""One character for what came of a directory; the word stands beside it."""

# What explains best why nothing came, first.
_TELLING = (
    Outcome.DUPLICATE,
    Outcome.EXCLUDED,
    Outcome.OUTSIDE,
    Outcome.DENIED,
    Outcome.MISSING,
    Outcome.NOT_A_DIRECTORY,
    Outcome.NO_FILE,
    Outcome.VISITED,
    Outcome.BEYOND,
)


# ── one call ──


def call_report(step: Step, traps: tuple[Trap, ...], changes: tuple[str, ...] = ()) -> CallReport:
    """The call of *step* in words."""
    trace = step.trace
    return CallReport(
        number=step.number,
        call=shortened(trace.call.line),
        results=tuple(_results(trace)),
        climb=tuple(Told(Tone.VISIT, _climb_line(climb, trace)) for climb in trace.climbs if climb.visits),
        warnings=tuple(_warnings(trace, traps, changes)),
        details=tuple(_details(trace, traps)),
    )


def shortened(text: str) -> str:
    """Foreign text on one line, harmless and not without end."""
    return safe(text) if len(text) <= _LONGEST else f"{safe(text[:_LONGEST])}…"


def sized(chars: int, tokens: int) -> str:
    """``+1,204 chars (~301 tokens)``."""
    return f"+{chars:,} chars (~{tokens:,} tokens)"


def _results(trace: CallTrace) -> Iterator[Told]:
    if trace.failure is not None:
        yield Told(Tone.FAILURE, f"This release raises here: {shortened(trace.failure.what)}", "!")
        return
    if not trace.hints:
        yield Told(Tone.NOTHING, f"nothing: {shortened(part(why_nothing(trace)))}", "→")
        return
    outcomes = {visit.hint.file.path: visit.outcome for visit in trace.visits if visit.hint}
    for hint in trace.hints:
        text = hint.appended
        size = sized(len(text), estimate_tokens(text))
        outcome = outcomes[hint.file.path]
        label = shortened(hint.label)
        if outcome is Outcome.BLOCKED:
            yield Told(Tone.BLOCKED, f"{label}  blocked, the notice only  {size}", "→")
        elif outcome is Outcome.CUT:
            kept, all_of_it = hint.file.sent_chars, hint.file.chars
            yield Told(Tone.FIRED, f"{label}  cut, {kept:,} of {all_of_it:,} characters  {size}", "→")
        else:
            yield Told(Tone.FIRED, f"{label}  {size}", "→")


def why_nothing(trace: CallTrace) -> str:
    """Why the call brought no hint, as part of a sentence; may hold foreign text."""
    if trace.before.off:
        return trace.before.off.removesuffix(".")
    if not trace.words:
        return "the call has no arguments"
    if not trace.climbs:
        looked_at = [word for word in trace.words if not word.text.startswith("-")] or list(trace.words)
        last = trace.meant or looked_at[-1]
        if last.source == "command":
            return f"{quoted(last.text)} is no path: {last.reason}"
        return last.reason
    visits = [visit for climb in trace.climbs for visit in climb.visits]
    if not visits:
        return (trace.climbs[0].note or "no word leads anywhere").removesuffix(".")
    visit = min(visits, key=lambda visit: (_TELLING.index(visit.outcome), visits.index(visit)))
    return _why(visit, trace)


def _why(visit: Visit, trace: CallTrace) -> str:
    name = _name_of(visit, trace)
    if visit.outcome is Outcome.OUTSIDE:
        return f"{name} is outside the working directory"
    if visit.outcome is Outcome.EXCLUDED:
        return f"{name} is excluded, as is all that is called {visit.excluded_by}"
    if visit.outcome is Outcome.NO_FILE:
        return f"no context file in {name}"
    if visit.outcome is Outcome.VISITED:
        if visit.shown == ".":
            return "the working directory counts as visited"
        return f"{name} was visited before"
    if visit.outcome is Outcome.DUPLICATE and visit.file is not None and visit.file.winner is not None:
        return f"{visit.file.label} has the same text as {_relative(visit.file.winner, trace)}"
    if visit.outcome is Outcome.MISSING:
        return f"{name} does not exist"
    return f"{name}: {visit.outcome.value}"


def _name_of(visit: Visit, trace: CallTrace) -> str:
    return visit.shown if visit.outcome is not Outcome.OUTSIDE else _relative(visit.directory, trace)


def _relative(path: Path, trace: CallTrace) -> str:
    """From the working directory, as people type it, where that is shorter."""
    relative = os.path.relpath(path, trace.before.working_dir)
    absolute = shown_path(path)
    return relative if len(relative) <= len(absolute) or not relative.startswith("..") else absolute


def _climb_line(climb: Climb, trace: CallTrace) -> str:
    """``✓ src/components fired ↑ src no context file``; a run of one outcome is counted."""
    parts: list[str] = []
    visits = list(climb.visits)
    while visits:
        first = visits[0]
        same = 1
        while same < len(visits) and visits[same].outcome is first.outcome and not first.outcome.fired:
            same += 1
        name = safe(_name_of(first, trace))
        if len(name) > _LONG_NAME:
            name = f"…/{safe(first.directory.name)}"
        more = f" and {same - 1} above" if same > 1 else ""
        parts.append(f"{_GLYPHS[first.outcome]} {name}{more} {first.outcome.value}")
        del visits[:same]
    return f" {UP} ".join(parts)


def _warnings(trace: CallTrace, traps: tuple[Trap, ...], changes: tuple[str, ...]) -> Iterator[Told]:
    for trap in traps:
        yield Told(Tone.TRAP, shortened(trap.sentence), "⚠")
    for note in notes_beside(trace, traps):
        yield Told(Tone.NOTE, shortened(note), "i")
    for change in changes:
        yield Told(Tone.CHANGED, f"{shortened(change)} The result above stays: the model has read it.", "Δ")


def _details(trace: CallTrace, traps: tuple[Trap, ...]) -> Iterator[Told]:
    said = {trap.sentence for trap in traps}
    for word in trace.words:
        glyph = "✓" if word.taken else "·"
        taken = "a path" if word.taken else "no path"
        yield Told(Tone.WORD, f"{shortened(word.text)}  {taken}: {shortened(word.reason)}", glyph)
        for climb in trace.climbs:
            if climb.word != word:
                continue
            if climb.note and climb.note not in said:
                yield Told(Tone.NOTE, shortened(climb.note), "i", deeper=True)
            for visit in climb.visits:
                name = shortened(_name_of(visit, trace))
                text = f"{name}  {visit.outcome.value}: {shortened(visit.reason)}"
                yield Told(Tone.VISIT, text, _GLYPHS[visit.outcome], deeper=True)


# ── the whole session ──


def session_text(session: Session, startup: Startup, disk: Disk | None = None) -> Iterator[str]:
    """Lines that tell every call of a session, what came with it, and why not more."""
    disk = disk or session.terms.disk or Disk()
    ruleset = session.terms.ruleset.name
    anchor = f" · hints count from {shown_path(session.terms.anchor)}" if session.terms.anchor else ""
    yield f"Session in {shown_path(session.started_in)}{anchor} · rules: {safe(ruleset)}"
    if session.failure is not None:
        yield f"This release has no session here: {safe(session.failure.what)}"
    first = next((step.number for step in session.steps if step.trace.hints), None)
    for step in session.happenings:
        yield ""
        if isinstance(step, Happened):
            yield f"  ·  {shortened(step.event.line)}"
            yield f"     i {shortened(step.effect.sentence)}"
            continue
        traps = find_traps(step.trace, step.startup_of(startup), disk)
        yield from _step_text(step, traps, changes_since(step.trace, disk))
        if step.number == first:
            yield f"     i {UNCHANGED}"
    yield ""
    yield total(session)


def _step_text(step: Step, traps: tuple[Trap, ...], changes: tuple[str, ...]) -> Iterator[str]:
    report = call_report(step, traps, changes)
    yield f"{report.number:>3}  {report.call}"
    if step.note:
        yield f"     {safe(step.note)}"
    for told in (*report.results, *report.details, *report.warnings):
        indent = 9 if told.deeper else 7 if told in report.details else 5
        yield f"{'':{indent}}{told.glyph} {told.text}"


def total(session: Session) -> str:
    """``3 calls · 2 hints · +1,890 chars (~473 tokens)``."""
    calls, hints = session.calls_made, session.hints_sent
    said = f"{calls:,} call{'' if calls == 1 else 's'} · {hints} hint{'' if hints == 1 else 's'}"
    return f"{said} · {sized(session.chars, session.tokens)}" if hints else said
