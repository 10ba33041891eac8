"""What changes between two git revisions, as plain text and as JSON. Text is harmless to a terminal."""

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from hermes_tui.core.comparison.compare import BelowChange, way_in_words
from hermes_tui.core.comparison.fallen import Lines
from hermes_tui.core.diagnosis.names import Names
from hermes_tui.core.history.between import Between
from hermes_tui.core.history.history import edits_between
from hermes_tui.core.reports.comparison import comparison_json
from hermes_tui.core.reports.history import edit_words, effect_words, new_cause
from hermes_tui.core.reports.startup import failure_sentence
from hermes_tui.core.text.phrases import capitalised
from hermes_tui.core.text.terminal_safe import safe

SCHEMA = 1
"""Version of the JSON; a field may be added without a new one."""

_LONGEST = 80
"""Characters of a line that are quoted."""
_FEW = 4
"""Directories that are named."""


def between_text(found: Iterable[Between], names: Names, old: str, new: str) -> Iterator[str]:
    """A part for each group of directories; rules that fall out come first."""
    yield f"{safe(old)} → {safe(new)}"
    is_same = True
    for one in found:
        is_same = False
        yield ""
        shown = [safe(names.directory(path)) for path in one.directories]
        more = f" and {len(shown) - _FEW:,} more" if len(shown) > _FEW else ""
        yield f"A session that starts in {', '.join(shown[:_FEW])}{more}:"
        yield from _one(one, names)
    if is_same:
        yield "The same is sent, at the start and by hints."


def _one(one: Between, names: Names) -> Iterator[str]:
    comparison = one.comparison
    for startup in (comparison.before, comparison.after):
        if startup.failure:
            yield f"    {failure_sentence(startup, startup.failure)}"
    yield from _lines_text("✗ falls out", one.fallen, names)
    for change in one.lost_hints:
        yield f"  ✗ falls out of the hints  {_below(change)}"
    yield from _lines_text("✓ comes in", one.new, names, "before: ")
    for file in comparison.files:
        yield f"    {effect_words(file, names)}"
        cause = new_cause(file, comparison.after)
        if cause:
            yield f"        {safe(cause)}"
    for change in comparison.below:
        if change not in one.lost_hints:
            yield f"    by hints: {_below(change)}"
    edits = ", ".join(edit_words(edit, names) for edit in edits_between(comparison.before, comparison.after))
    if edits:
        yield f"    by: {safe(edits)}"


def _below(change: BelowChange) -> str:
    ways = f"{safe(change.label)}: {way_in_words(change.before)} → {way_in_words(change.after)}"
    return ways if change.reasons[0] == change.reasons[1] else f"{ways}. {safe(change.reasons[1])}"


def _lines_text(what: str, found: Iterable[Lines], names: Names, when: str = "") -> Iterator[str]:
    """The lines of a file that share a cause are told together, by the first of them."""
    alike: dict[tuple[Path, str], list[Lines]] = {}
    for lines in found:
        alike.setdefault((lines.path, lines.diagnosis.cause), []).append(lines)
    for (path, cause), runs in alike.items():
        first, last = runs[0], runs[-1]
        count = sum(lines.lines for lines in runs)
        text = first.text if len(first.text) <= _LONGEST else f"{first.text[:_LONGEST]}…"
        more = "" if count == 1 else f" and {count - 1:,} more line{'' if count == 2 else 's'}"
        end = f", down to line {last.first + last.lines - 1:,}" if count > 1 else ""
        yield f"  {what}  {safe(f'{names.show(path)}:{first.first}')}  {safe(text)}{more}{end}"
        yield f"        {safe(f'{when}{cause}' if when else capitalised(cause))}"


def between_json(found: Iterable[Between], old: str, new: str) -> dict[str, Any]:
    """The same facts for a program; no text of files but the lines that fall out or come in."""
    groups = list(found)
    return {
        "schema": SCHEMA,
        "before": old,
        "after": new,
        "loss": any(one.is_loss for one in groups),
        "differences": [
            {
                "directories": [str(path) for path in one.directories],
                "fallen": [_lines_json(lines) for lines in one.fallen],
                "new": [_lines_json(lines) for lines in one.new],
                "lost_hints": [str(change.path) for change in one.lost_hints],
                **{key: value for key, value in comparison_json(one.comparison).items() if key in _KEYS},
            }
            for one in groups
        ],
    }


_KEYS = ("files", "parts", "below")


def _lines_json(lines: Lines) -> dict[str, Any]:
    return {
        "path": str(lines.path),
        "line": lines.first,
        "lines": lines.lines,
        "text": lines.text,
        "code": lines.diagnosis.code or None,
        "cause": lines.diagnosis.cause,
    }
