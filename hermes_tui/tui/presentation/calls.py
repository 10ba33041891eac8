"""The session as plain data: for each call the lines that are drawn. No widget in here."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from rich.cells import cell_len

from hermes_tui.core.filesystem.disk import Disk
from hermes_tui.core.prompt.startup import Startup
from hermes_tui.core.reports.session_text import UNCHANGED, UP, Told, Tone, call_report, shortened
from hermes_tui.core.sessions.disk_changes import changes_since
from hermes_tui.core.sessions.session import Happened, Planned, PlannedCall, Session, Step
from hermes_tui.core.sessions.warnings import Trap, find_traps
from hermes_tui.core.text.terminal_safe import safe
from hermes_tui.tui.widgets.styled_line import Line, Piece

STYLES = {
    Tone.FIRED: "success",
    Tone.BLOCKED: "error",
    Tone.NOTHING: "muted",
    Tone.FAILURE: "error bold",
    Tone.TRAP: "warning",
    Tone.NOTE: "accent",
    Tone.CHANGED: "warning",
    Tone.WORD: "",
    Tone.VISIT: "muted",
}
"""Colours; glyph and words say the same."""

INDENT = 4
_KEPT_BLANK = "\ue000"
"""Stands for a blank that a row is not broken at; for private use, so no name has it by chance."""


@dataclass(frozen=True, slots=True)
class CallEntry:
    """A call with what was found out beside it."""

    step: Step
    traps: tuple[Trap, ...]
    """As they were when it was made."""
    changes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class CallRow:
    """One call as it is drawn. All text is harmless."""

    number: int
    lines: tuple[Line, ...]


def entries(
    session: Session, startup: Startup, old: Mapping[int, CallEntry], *, look_again: bool
) -> dict[int, CallEntry]:
    """What is shown of each call, by its number; *old* ones keep their traps. Reads the disk."""
    disk = session.terms.disk or Disk()
    found: dict[int, CallEntry] = {}
    for step in session.steps:
        known = old.get(step.number)
        if known is None or known.step is not step:
            found[step.number] = CallEntry(step, find_traps(step.trace, step.startup_of(startup), disk))
        elif look_again:
            found[step.number] = CallEntry(step, known.traps, changes_since(step.trace, disk))
        else:
            found[step.number] = known
    return found


def call_row(entry: CallEntry, width: int, *, is_open: bool, is_first_hint: bool) -> CallRow:
    """The lines of one call, folded at *width*."""
    report = call_report(entry.step, entry.traps, entry.changes)
    head: Line = ((f"{report.number:>2}  ", "muted"), (report.call, "bold"))
    results = list(report.results)
    first: Line = (*head, ("   ", ""), *_told(results[0]))
    lines: list[Line] = []
    if _width(first) <= width:
        lines.append(first)
        del results[0]
    else:
        lines.extend(folded(head, width, INDENT))
    for told in results:
        lines.extend(folded(((" " * INDENT, ""), *_told(told)), width, INDENT + 2))
    if entry.step.note:
        lines.extend(_indented("“", safe(entry.step.note) + "”", "muted italic", INDENT, width))
    if is_open:
        for told in report.details:
            indent = INDENT + 2 + (2 if told.deeper else 0)
            lines.extend(folded(((" " * indent, ""), *_told(told)), width, indent + 2))
    else:
        for told in report.climb:
            lines.extend(_climb(told, width))
    for told in report.warnings:
        lines.extend(folded(((" " * INDENT, ""), *_told(told)), width, INDENT + 2))
    if is_first_hint:
        lines.extend(_indented("i ", UNCHANGED, "accent", INDENT, width))
    return CallRow(report.number, tuple(lines))


def event_row(happened: Happened, width: int) -> tuple[Line, ...]:
    """The lines of what happened besides calls."""
    head: Line = ((" ·  ", "muted"), (shortened(happened.event.line), "accent bold"))
    said = _indented("", shortened(happened.effect.sentence), "muted", INDENT, width)
    return (head, *said)


def next_line(session: Session) -> Line:
    """What the step key would do, and how much more there is."""
    if not session.plan:
        return ()
    step = session.plan[0]
    count = len(session.plan)
    again = " (again)" if isinstance(step, PlannedCall) and step.again else ""
    return (
        ("s ", "accent bold"),
        (f"next{again}: ", "muted"),
        (shortened(_planned_line(step)), "bold"),
        (f"   {count} to go", "muted"),
    )


def _planned_line(step: Planned) -> str:
    """The step as a person would type it; may be foreign."""
    return step.line


def folded(line: Line, width: int, indent: int) -> Iterator[Line]:
    """A line broken between words, what follows the first row set in by *indent*."""
    room = max(width, indent + 10)
    row: list[Piece] = []
    used = 0
    for words, style in line:
        for word in _words(words):
            rest = word
            if used + cell_len(rest.rstrip()) > room and used > indent:
                yield _joined(row)
                row, used = [(" " * indent, "")], indent
            while used + cell_len(rest.rstrip()) > room:
                head = _fitting(rest, room - used)
                row.append((head, style))
                yield _joined(row)
                row, used, rest = [(" " * indent, "")], indent, rest[len(head) :]
            row.append((rest, style))
            used += cell_len(rest)
    yield _joined(row)


def _joined(row: list[Piece]) -> Line:
    """The row with neighbours of one style as one piece."""
    pieces: list[Piece] = []
    for words, style in row:
        if pieces and pieces[-1][1] == style:
            pieces[-1] = (pieces[-1][0] + words, style)
        else:
            pieces.append((words, style))
    return tuple(pieces)


def _words(text: str) -> Iterator[str]:
    """Words with the blanks behind them."""
    start = 0
    while start < len(text):
        end = start
        while end < len(text) and text[end] != " ":
            end += 1
        while end < len(text) and text[end] == " ":
            end += 1
        yield text[start:end]
        start = end


def _fitting(word: str, cells: int) -> str:
    """As many characters as fit, one at least."""
    end = 1
    while end < len(word) and cell_len(word[: end + 1]) <= cells:
        end += 1
    return word[:end]


def _told(told: Told) -> tuple[Piece, ...]:
    style = STYLES[told.tone]
    return ((f"{told.glyph} " if told.glyph else "", style), (told.text, style))


def _indented(sign: str, text: str, style: str, indent: int, width: int) -> Iterator[Line]:
    line: Line = ((" " * indent, ""), (sign, style), (text, style))
    return folded(line, width, indent + len(sign))


def _climb(told: Told, width: int) -> Iterator[Line]:
    """The directories of a climb, folded between them and not within."""
    text = told.text.replace(" ", _KEPT_BLANK).replace(f"{_KEPT_BLANK}{UP}", f" {UP}")
    line: Line = ((" " * (INDENT + 2), ""), (text, STYLES[told.tone]))
    for row in folded(line, width, INDENT + 4):
        yield tuple((words.replace(_KEPT_BLANK, " "), style) for words, style in row)


def _width(line: Line) -> int:
    return sum(cell_len(words) for words, _ in line)
