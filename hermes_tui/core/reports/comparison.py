"""A comparison as plain text and as JSON. Text is harmless to a terminal; sizes are characters."""

from collections.abc import Iterator
from typing import Any

from hermes_tui.core.comparison.compare import BelowChange, Comparison, FileChange, way_in_words
from hermes_tui.core.comparison.differences import first_difference, what_differs
from hermes_tui.core.prompt.context_file import ContextFile
from hermes_tui.core.reports.startup import counted, failure_sentence, shown_path
from hermes_tui.core.surveys.survey import FoundFile
from hermes_tui.core.text.terminal_safe import safe

SCHEMA = 1
"""Version of the JSON; a field may be added without a new one."""

_AROUND = 40
"""Characters shown from the first difference on."""
_AHEAD = 20


def comparison_text(comparison: Comparison) -> Iterator[str]:
    """Lines that tell what the second release does otherwise."""
    before, after = comparison.before, comparison.after
    old, new = safe(before.ruleset.name), safe(after.ruleset.name)
    yield f"{shown_path(before.cwd)} · {safe(before.ruleset.title)} → {new}"
    for startup in (before, after):
        if startup.failure:
            yield failure_sentence(startup, startup.failure)
        else:
            size = f"{len(startup.prompt or ''):,} characters"
            yield f"{safe(startup.ruleset.name)}: {counted(startup) or 'no context file'} · {size}"
    yield ""
    if comparison.is_same:
        yield f"{old} and {new} send the same."
    for change in comparison.files:
        yield from _file_text(change, old, new)
    parts = [_difference(part.title, part.before, part.after) for part in comparison.parts]
    below = [_below_text(change, comparison) for change in comparison.below]
    hints = [
        _difference(f"{hint.number}  {hint.call.line}", hint.before, hint.after) for hint in comparison.hints
    ]
    for title, entries in (
        ("Parts of the prompt that differ:", parts),
        ("What hints bring otherwise:", below),
        ("Tool calls that bring other hints:", hints),
    ):
        if entries:
            yield ""
            yield title
        for lines in entries:
            yield from lines


def _below_text(change: BelowChange, comparison: Comparison) -> Iterator[str]:
    yield f"    {safe(change.label)}: {way_in_words(change.before)} → {way_in_words(change.after)}"
    for startup, reason in zip((comparison.before, comparison.after), change.reasons, strict=True):
        yield f"        {safe(startup.ruleset.name)}: {safe(reason)}"


def _file_text(change: FileChange, old: str, new: str) -> Iterator[str]:
    file = change.after or change.before
    assert file is not None  # noqa: S101
    yield f"{safe(file.label)}: {_verdict(change.before)} → {_verdict(change.after)}"
    if change.before and change.after and change.before.reason == change.after.reason:
        differs = what_differs(change.before.section, change.after.section)
        yield f"    {safe(file.reason)} They differ {differs}."
        return
    for name, seen in ((old, change.before), (new, change.after)):
        yield f"    {name}: {safe(seen.reason) if seen else 'does not know of it'}"


def _verdict(file: ContextFile | None) -> str:
    return f"{file.verdict.glyph} {file.verdict.word}" if file else "not known"


def _difference(title: str, before: str | None, after: str | None) -> Iterator[str]:
    """The sizes, and both texts from the first difference on."""
    sizes = f"    {safe(title)}: {_size(before)} → {_size(after)}"
    place = first_difference(before, after) if before is not None and after is not None else None
    if before is None or after is None or place is None:
        yield sizes
        return
    yield f"{sizes}, the first difference at character {place + 1:,}"
    for text in (before, after):
        yield f"        {_excerpt(text, place)}"


def _excerpt(text: str, place: int) -> str:
    """A line of *text* around *place*."""
    start = max(0, place - _AHEAD)
    shown = text[start : place + _AROUND]
    more = "…" if place + _AROUND < len(text) else ""
    return f"{'…' if start else ''}{safe(shown)}{more}" if shown else "(ends here)"


def _size(text: str | None) -> str:
    return "nothing" if text is None else f"{len(text):,} characters"


def comparison_json(comparison: Comparison) -> dict[str, Any]:
    """The same facts for a program; no text of files. Offsets count from 0."""
    return {
        "schema": SCHEMA,
        "cwd": str(comparison.before.cwd),
        "before": comparison.before.ruleset.name,
        "after": comparison.after.ruleset.name,
        "same": comparison.is_same,
        "files": [
            {"path": str(change.path), "before": _file(change.before), "after": _file(change.after)}
            for change in comparison.files
        ],
        "parts": [{"title": part.title, **_sizes(part.before, part.after)} for part in comparison.parts],
        "below": [_below(change) for change in comparison.below],
        "hints": [
            {"number": hint.number, "call": hint.call.line, **_sizes(hint.before, hint.after)}
            for hint in comparison.hints
        ],
    }


def _file(file: ContextFile | None) -> dict[str, str] | None:
    return {"label": file.label, "verdict": file.verdict.value, "reason": file.reason} if file else None


def _sizes(before: str | None, after: str | None) -> dict[str, int | None]:
    differs = first_difference(before, after) if before is not None and after is not None else None
    return {
        "before": None if before is None else len(before),
        "after": None if after is None else len(after),
        "first_difference": differs,
    }


def _below(change: BelowChange) -> dict[str, Any]:
    def way(found: FoundFile | None, reason: str) -> dict[str, Any]:
        return {
            "state": found.state.value if found is not None else None,
            "verdict": found.file.verdict.value if found is not None and found.file is not None else None,
            "reason": reason,
        }

    return {
        "path": str(change.path),
        "label": change.label,
        "before": way(change.before, change.reasons[0]),
        "after": way(change.after, change.reasons[1]),
    }
