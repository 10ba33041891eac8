"""What a search found, as plain data: a row for each place, and what is said of one. No widget in here."""

from collections.abc import Iterator

from rich.cells import cell_len

from hermes_tui.core.diagnosis.model import Diagnosis, State
from hermes_tui.core.diagnosis.search_results import Result
from hermes_tui.core.text.terminal_safe import safe
from hermes_tui.tui.presentation.calls import folded
from hermes_tui.tui.widgets.columns import cut, cut_left
from hermes_tui.tui.widgets.styled_line import Line

FACES = {
    State.SENT: ("✓ sent", "success"),
    State.PARTLY: ("◐ partly sent", "warning"),
    State.ON_CALL: ("→ on a call", "accent"),
    State.NOT_SENT: ("✗ not sent", "error"),
}
"""Glyph and word, and a colour that says the same."""
WORD = 12
WIDE = 110
"""Cells from which on the reason stands in the row as well."""


def result_row(result: Result, width: int) -> Line:
    """Verdict, place, the words in their line, and the reason where there is room."""
    answer = result.answer
    word, style = FACES[answer.state]
    place = 34 if width >= WIDE else 24
    rest = max(10, width - WORD - place - 1)
    why = rest * 9 // 20 if width >= WIDE else 0
    row: Line = (
        (f"{word:<{WORD}}", style),
        (f"{cut_left(safe(f'{answer.shown}:{answer.line}'), place)} ", "muted"),
        *excerpt(result, rest - why - (2 if why else 0)),
    )
    return (*row, (f"  {cut(safe(answer.cause), why)}", "muted")) if why else row


def excerpt(result: Result, width: int) -> Line:
    """The line around what was found, exactly *width* cells of it."""
    found = safe(result.found.replace("\n", " "))
    before, after = safe(result.before), safe(result.after)
    found = found if cell_len(found) <= width else cut(found, width)
    room = width - cell_len(found)
    behind = min(cell_len(after), max(room // 2, room - cell_len(before)))
    front = min(cell_len(before), room - behind)
    if front < cell_len(before):
        before = _end(before, front)
    return (
        (before, ""),
        (found, "accent bold"),
        (cut(after, room - cell_len(before)), ""),
    )


def _end(words: str, width: int) -> str:
    """The last cells of *words*."""
    if width < 2:
        return ""
    kept = words[-(width - 1) :]
    while cell_len(kept) > width - 1:
        kept = kept[1:]
    return f"…{kept}"


def result_details(result: Result, width: int) -> Iterator[Line]:
    """All that is to be said of one place."""
    yield from answer_lines(result.answer, width)


def answer_lines(answer: Diagnosis, width: int) -> Iterator[Line]:
    """Place and verdict, the culprit, and what to do."""
    word, style = FACES[answer.state]
    code = f"   {answer.code}" if answer.code else ""
    place = safe(f"{answer.shown}:{answer.line}:{answer.column}")
    yield from folded(((word, f"{style} bold"), (f"  {place}", "bold"), (code, "muted")), width, 2)
    cause = safe(answer.cause)
    if cause:
        yield from folded(((f"  {cause}", ""),), width, 2)
    if answer.remedy:
        yield from folded((("  → ", "accent"), (safe(answer.remedy), "")), width, 4)


def copied(answer: Diagnosis) -> str:
    """The whole line, harmless."""
    return safe(answer.sentence)


def offset_of(text: str, line: int, column: int) -> int:
    """The offset of a line and column, both from 1."""
    place = 0
    for _ in range(line - 1):
        place = text.find("\n", place) + 1
        if not place:
            return 0
    return min(len(text), place + column - 1)
