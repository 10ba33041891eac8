"""The findings of ``check`` as plain data. No widget in here."""

import os
from collections.abc import Iterator
from pathlib import Path

from rich.cells import cell_len

from hermes_tui.core.checks.findings import Finding
from hermes_tui.core.codes.catalogue import Severity, get_code
from hermes_tui.core.text.terminal_safe import safe
from hermes_tui.tui.presentation.calls import folded
from hermes_tui.tui.widgets.columns import cut, cut_left
from hermes_tui.tui.widgets.styled_line import Line

SEVERITIES = {
    Severity.ERROR: ("✗", "error"),
    Severity.WARNING: ("⚠", "warning"),
    Severity.NOTE: ("·", "muted"),
}
"""Glyph and colour; the word says the same."""
WIDE = 110
_ROOMY = 78
_DIRECTORIES = 6
"""Directories that are named of one finding."""


_HEAD = ("check  ", "accent bold")


def start_line(place: str, rules: str, width: int) -> Line:
    """What is judged: a start in *place*, by the *rules* of a release; a long path loses its beginning."""
    words, tail = "a session that starts in ", f"   rules: {rules}"
    room = width - len(_HEAD[0]) - len(words) - cell_len(tail)
    return (_HEAD, (f"{words}{_at_most(place, room)}", "bold"), (tail, "muted"))


def every_line(root: str, place: str, width: int) -> Line:
    """What is judged: every start below *root*; hints are those of a session in *place*."""
    words = "from every directory of "
    tail = "   hints as seen from " if width >= _ROOMY else "   hints from "
    room = width - len(_HEAD[0]) - len(words) - len(tail)
    root = _at_most(root, max(8, room // 2, room - cell_len(place)))
    place = _at_most(place, room - cell_len(root))
    return (_HEAD, (f"{words}{root}", "bold"), (f"{tail}{place}", "muted"))


def _at_most(path: str, width: int) -> str:
    return path if cell_len(path) <= width else cut_left(path, max(1, width)).rstrip()


def finding_row(finding: Finding, width: int) -> Line:
    """Severity, code, place, message."""
    glyph, style = SEVERITIES[finding.severity]
    place = 36 if width >= WIDE else 24
    rest = max(0, width - 10 - 7 - place - 2)
    return (
        (f"{glyph} {finding.severity.value:<8}", style),
        (f"{finding.code}  ", "muted"),
        (f"{cut_left(safe(f'{finding.shown}:{finding.line}'), place)} ", ""),
        (cut(safe(finding.text), rest), "" if finding.severity is Severity.ERROR else "muted"),
    )


def finding_details(finding: Finding, cwd: Path, width: int, *, from_every_directory: bool) -> Iterator[Line]:
    """All that is to be said of one finding."""
    glyph, style = SEVERITIES[finding.severity]
    place = safe(f"{finding.shown}:{finding.line}:{finding.column}")
    yield from folded(
        (
            (f"{glyph} {finding.severity.value}", f"{style} bold"),
            (f"  {finding.code}  ", "muted"),
            (f"{get_code(finding.code).title}  ", "bold"),
            (place, "muted"),
        ),
        width,
        2,
    )
    yield from folded(((f"  {safe(finding.text)}", ""),), width, 2)
    if finding.remedy:
        yield from folded((("  → ", "accent"), (safe(finding.remedy), "")), width, 4)
    if from_every_directory:
        yield from folded((("  from ", "muted"), (_directories(finding, cwd), "muted")), width, 4)


def _directories(finding: Finding, cwd: Path) -> str:
    shown = [
        f"{safe(os.path.relpath(directory, cwd))}/"
        for directory in sorted(finding.directories)[:_DIRECTORIES]
    ]
    more = len(finding.directories) - len(shown)
    return ", ".join(shown) + (f" and {more:,} more" if more else "")


def counts(findings: tuple[Finding, ...]) -> Line:
    """How many of each severity."""
    if not findings:
        return (("✓ Nothing is lost here, and no trap was found.", "success bold"),)
    numbers = dict.fromkeys(SEVERITIES, 0)
    for finding in findings:
        numbers[finding.severity] += 1
    return tuple(
        (f"{glyph} {numbers[severity]:,} {severity.value}{'' if numbers[severity] == 1 else 's'}   ", style)
        for severity, (glyph, style) in SEVERITIES.items()
        if numbers[severity]
    )
