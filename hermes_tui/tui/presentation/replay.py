"""A replay as plain data: a line a call, and what is to say of one. No widget in here; all words harmless."""

import json
from pathlib import Path
from typing import NamedTuple

from hermes_tui.core.recordings.catalog import Listed
from hermes_tui.core.recordings.difference_evidence import DifferenceCause
from hermes_tui.core.recordings.replay_events import Facts, ReplayedCall, ReplaySummary
from hermes_tui.core.recordings.stored_prompt import day_of
from hermes_tui.core.reports.recordings import stored_text, summary_line
from hermes_tui.core.reports.session_text import shortened
from hermes_tui.core.reports.startup import shown_path
from hermes_tui.core.text.phrases import capitalised
from hermes_tui.core.text.terminal_safe import safe
from hermes_tui.core.toolcalls.calls import ToolCall
from hermes_tui.core.toolcalls.words import COMMAND_KEY, PATH_KEYS
from hermes_tui.tui.presentation.calls import folded
from hermes_tui.tui.widgets.line_list import side_by_side
from hermes_tui.tui.widgets.styled_line import Line, styled

_LONG_ARGUMENT = 300
"""Characters of an argument that are kept; a written file is longer."""


class CallSeen(NamedTuple):
    """What is kept of a replayed call: not its trace, which is large."""

    number: int
    call: ToolCall
    """Without long arguments."""
    line: str
    """As a person would type it; foreign."""
    when: float | None
    recorded: tuple[str, ...]
    simulated: tuple[str, ...]
    causes: tuple[DifferenceCause, ...]
    notes: tuple[str, ...]
    agrees: bool
    is_explained: bool

    @property
    def is_notable(self) -> bool:
        """There is something to say about it."""
        return not self.agrees or bool(self.notes)


def seen(found: ReplayedCall) -> CallSeen:
    """What to keep of *found*."""
    short = short_call(found.recorded_call.call)
    return CallSeen(
        number=found.recorded_call.number,
        call=short,
        line=short.line,
        when=found.recorded_call.timestamp,
        recorded=found.recorded,
        simulated=found.simulated,
        causes=found.causes,
        notes=found.notes,
        agrees=found.agrees,
        is_explained=found.is_explained,
    )


def short_call(call: ToolCall) -> ToolCall:
    """The call without long arguments that the tracker does not look at, such as a written file."""
    args = {
        key: value
        for key, value in call.args.items()
        if key in (*PATH_KEYS, COMMAND_KEY)
        or len(value if isinstance(value, str) else json.dumps(value, default=str)) <= _LONG_ARGUMENT
    }
    return ToolCall(call.tool, args)


# ── the list of sessions ──


def session_row(listed: Listed, width: int, home: Path) -> Line:
    """One recorded session in a line: when, calls, title, model, where."""
    session = listed.session
    day = day_of(session.started_at).partition(", ")[2] or "an unknown day  "
    calls = f"{session.calls:,}"
    room = max(12, width - 26)
    parts = (room * 5 // 12, room * 2 // 12, room - room * 5 // 12 - room * 2 // 12 - 4)
    title = safe(session.title) or safe(session.id)
    if session.is_subagent:
        title = f"↳ {title}"
    return (
        (f"{day} ", "muted"),
        (f"{calls:>7}  ", "accent"),
        (f"{_cut(title, parts[0])}  ", "bold"),
        (f"{_cut(safe(session.model), parts[1])}  ", "muted"),
        (_end_of(_shown(session.cwd, home), parts[2]), ""),
    )


def _end_of(path: str, width: int) -> str:
    """The end of a long path: there the directories differ."""
    if styled(((path, ""),)).cell_length <= width:
        return path
    while path and styled(((path, ""),)).cell_length > max(1, width - 1):
        path = path[1:]
    return f"…{path}"


def _cut(text: str, width: int) -> str:
    content = styled(((text, ""),), width)
    return content.plain + " " * max(0, width - content.cell_length)


def session_details(listed: Listed, width: int, home: Path) -> tuple[Line, ...]:
    """What else is known of a session."""
    session = listed.session
    facts = (
        ("session", session.id),
        ("from", session.source + (f", profile {session.profile}" if session.profile else "")),
        ("began", day_of(session.started_at)),
        ("in", _shown(session.cwd, home) or "its prompt may say"),
        ("file", shown_path(listed.path, home)),
    )
    return tuple(
        _styled_to_line(((f"{name:<9}", "muted"), (shortened(value), "")), width) for name, value in facts
    )


def _shown(recorded: str, home: Path) -> str:
    """A recorded directory for people; empty where there is none."""
    return shown_path(Path(recorded), home) if recorded else ""


def _styled_to_line(line: Line, width: int) -> Line:
    """The line, its last piece cut so that all of it fits."""
    used = styled(line[:-1]).cell_length
    words, style = line[-1]
    return (*line[:-1], (styled(((words, ""),), max(4, width - used)).plain, style))


def fits(listed: Listed, typed: str) -> bool:
    """Every typed word stands somewhere in what is shown of the session."""
    session = listed.session
    text = " ".join(
        (session.id, session.title, session.model, session.cwd, session.source, session.profile)
    ).casefold()
    return all(word in text for word in typed.casefold().split())


# ── the replay ──


def header(listed: Listed, facts: Facts | None, width: int, home: Path) -> tuple[Line, ...]:
    """Which session, where it stood, by which rules."""
    session = listed.session
    name = safe(session.title) or safe(session.id)
    first: Line = (("Replay  ", "accent bold"), (name, "bold"), (f"   {day_of(session.started_at)}", "muted"))
    if facts is None:
        return (_styled_to_line(first, width),)
    anchor = facts.anchor
    is_elsewhere = anchor.mapped and str(anchor.today) != anchor.recorded
    moved = f", now {shown_path(anchor.today, home)}" if is_elsewhere else ""
    where: Line = (("anchor  ", "muted"), (f"{_shown(anchor.recorded, home)}{moved}", ""))
    rules: Line = (
        ("rules   ", "muted"),
        (safe(facts.ruleset.name), "bold"),
        (f"  {safe(facts.release_reason)}", "muted"),
    )
    return (*(_styled_to_line(line, width) for line in (first, where)), *folded(rules, width, 8))


def progress(
    facts: Facts | None, rows_read: int, calls: int, summary: ReplaySummary | None, width: int
) -> Line:
    """How far it is, or how it came out."""
    if summary is not None:
        is_good = summary.agreeing == summary.calls and not summary.unreadable
        style = "success" if is_good else ("error" if summary.unexplained else "warning")
        return _styled_to_line((("✓ " if is_good else "≠ ", style), (summary_line(summary), style)), width)
    if facts is None:
        return (("reading …", "muted"),)
    cells = max(8, min(30, width - 40))
    done = min(cells, rows_read * cells // facts.rows) if facts.rows else 0
    of = f" of {facts.rows:,} rows" if facts.rows else " rows"
    return (
        ("█" * done, "accent"),
        ("░" * (cells - done), "free"),
        (f" {rows_read:,}{of} · {calls:,} calls · escape leaves", "muted"),
    )


def gone_line(facts: Facts, here: str, home: Path) -> Line:
    """That the directory of the session is not there, and what can be done."""
    return (
        (f"! There is no {shown_path(facts.anchor.today, home)} here. ", "error"),
        ("m", "accent bold"),
        (f" replays it in {here}, which the main screen shows.", ""),
    )


def nowhere_line(fact: str, here: str) -> Line:
    """That the recording has no directory, and what can be done."""
    return (
        (f"! {shortened(capitalised(fact))}. ", "error"),
        ("m", "accent bold"),
        (f" replays it in {here}, which the main screen shows.", ""),
    )


def stored_lines(facts: Facts) -> tuple[Line, ...]:
    """The stored prompt beside today's, a sentence a file."""
    styles = {"=": "success", "≠": "warning", "-": "warning", "+": "warning"}
    lines: list[Line] = [((line, styles.get(line[:1], "muted")),) for line in stored_text(facts.stored)]
    lines += [((f"! {safe(note)}", "warning"),) for note in facts.notes]
    return tuple(lines)


def call_line(call: CallSeen, width: int) -> Line:
    """One call: whether both agree, what was called, what it brought."""
    sign, style = ("≠", "warning") if call.is_explained else ("?", "error")
    if call.agrees:
        sign, style = "✓", "success"
    head = f"{sign} {call.number:>5}  "
    recorded, simulated = set(call.recorded), set(call.simulated)
    brought = [f"-{one}" for one in sorted(recorded - simulated)]  # what differs must not be cut off
    brought += [f"+{one}" for one in sorted(simulated - recorded)]
    brought += sorted(recorded & simulated)
    tail = f" → {', '.join(safe(one) for one in brought)}" if brought else ""
    tail += "  note" if call.notes and call.agrees else ""
    room = max(10, width - len(head))
    short_tail = styled(((tail, ""),), room // 2).plain if tail else ""
    left = max(8, room - styled(((short_tail, ""),)).cell_length)
    words = styled(((shortened(call.line), ""),), left).plain
    return ((head, style), (words, "" if brought or not call.agrees else "muted"), (short_tail, style))


def call_details(call: CallSeen, width: int) -> tuple[Line, ...]:
    """Both sets side by side, why they differ, what else is to know."""
    lines: list[Line] = []
    if call.recorded or call.simulated:
        recorded, simulated = set(call.recorded), set(call.simulated)
        left: list[Line] = [(("Recorded", "muted bold"),)]
        right: list[Line] = [(("Simulated, on the files of now", "muted bold"),)]
        for label in sorted(recorded | simulated):
            is_both = label in recorded and label in simulated
            style = "success" if is_both else "warning"
            left.append(((f"{'=' if is_both else '-'} {safe(label)}", style),) if label in recorded else ())
            right.append(((f"{'=' if is_both else '+'} {safe(label)}", style),) if label in simulated else ())
        lines.extend(side_by_side(left, right, width))
    else:
        lines.append((("Neither recorded nor simulated: no hint.", "muted"),))
    for cause in call.causes:
        what = "check" if cause.is_question else "cause"
        head = f"{what} ({cause.kind.value}): "
        style = "error" if cause.is_question else "warning"
        lines.extend(folded(((head, f"{style} bold"), (shortened(cause.sentence), "")), width, 2))
    for note in call.notes:
        lines.extend(folded((("note: ", "accent"), (shortened(note), "")), width, 2))
    return tuple(lines)
