"""What changes between two starts, of two Hermes releases or as it is and as it might be: verdicts, prompt
parts, hints."""

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

from hermes_tui.core.disk import Disk
from hermes_tui.core.hints.tracker import HintTracker
from hermes_tui.core.inspecting import inspect
from hermes_tui.core.prompt.files import ContextFile
from hermes_tui.core.prompt.startup import Startup
from hermes_tui.core.report import counted, failure_sentence, shown_path
from hermes_tui.core.safe_text import safe
from hermes_tui.core.settings import Settings
from hermes_tui.core.surveying import Found, Reach, survey
from hermes_tui.core.toolcalls.calls import ToolCall


class FileChange(NamedTuple):
    """A file with another verdict, or another text sent, on the second side."""

    path: Path
    before: ContextFile | None
    """``None``: the first side does not know of it."""
    after: ContextFile | None


class PartChange(NamedTuple):
    """A part of the prompt that differs."""

    title: str
    before: str | None
    """``None``: not in the first side's prompt."""
    after: str | None


class HintChange(NamedTuple):
    """A tool call that appends something else."""

    call: ToolCall
    before: str | None
    after: str | None


class BelowChange(NamedTuple):
    """A context file beside or below the chain that hints bring otherwise."""

    path: Path
    label: str
    before: Found | None
    """``None``: no hint of the first side comes near it, as in a directory with an excluded name."""
    after: Found | None


class Side(NamedTuple):
    """All that decides what one of the two sends."""

    name: str
    """What it is called in the answer."""
    cwd: Path
    settings: Settings
    disk: Disk

    def startup(self) -> Startup:
        """What a session gets."""
        return inspect(self.cwd, self.settings, self.disk)

    def found(self) -> dict[Path, Found]:
        """Every context file that its hints may bring, each from a session that has just begun."""
        settings = self.settings
        seen = survey(
            self.cwd,
            ruleset=settings.ruleset,
            disk=self.disk,
            home=settings.home,
            hermes_home=settings.hermes_home,
        )
        return {item.path: item for item in seen if isinstance(item, Found)}

    def tracker(self) -> HintTracker:
        """Who brings its hints."""
        settings = self.settings
        return HintTracker(
            self.cwd,
            ruleset=settings.ruleset,
            disk=self.disk,
            home=settings.home,
            hermes_home=settings.hermes_home,
        )


class Comparison(NamedTuple):
    """Two sides, with what the second does otherwise."""

    before: Startup
    after: Startup
    names: tuple[str, str]
    """What the two are called."""
    files: tuple[FileChange, ...]
    parts: tuple[PartChange, ...]
    hints: tuple[HintChange, ...]
    below: tuple[BelowChange, ...] = ()
    """What hints bring otherwise, whatever the calls; only where two releases are compared."""

    @property
    def is_same(self) -> bool:
        """Both sides send the same, at the start and by hints."""
        return (
            self.before.prompt == self.after.prompt
            and self.before.failure == self.after.failure
            and not self.hints
            and not self.below
        )


def compare_releases(
    cwd: Path, before: Settings, after: Settings, *, disk: Disk | None = None, calls: Iterable[ToolCall] = ()
) -> Comparison:
    """Inspect *cwd* by the releases of both settings on the same bytes, and put *calls* to a hint tracker of
    each."""
    disk = disk or Disk()
    first, second = (Side(settings.ruleset.name, cwd, settings, disk) for settings in (before, after))
    return compare(first, second, calls)._replace(below=tuple(_below_changes(first, second)))


def compare(before: Side, after: Side, calls: Iterable[ToolCall] = ()) -> Comparison:
    """Inspect both sides, and put *calls* to a hint tracker of each."""
    first, second = before.startup(), after.startup()
    return Comparison(
        first,
        second,
        (before.name, after.name),
        tuple(_file_changes(first, second)),
        tuple(_part_changes(first, second)),
        tuple(_hint_changes(before.tracker(), after.tracker(), calls)),
    )


def _file_changes(before: Startup, after: Startup) -> Iterator[FileChange]:
    first = {file.path: file for file in before.files}
    second = {file.path: file for file in after.files}
    for path in dict.fromkeys((*first, *second)):
        old, new = first.get(path), second.get(path)
        if old is None or new is None or _outcome(old) != _outcome(new):
            yield FileChange(path, old, new)


def _outcome(file: ContextFile) -> tuple[object, ...]:
    return (file.verdict, file.label, str(file.section))


def _part_changes(before: Startup, after: Startup) -> Iterator[PartChange]:
    first, second = _parts(before), _parts(after)
    for key in dict.fromkeys((*first, *second)):
        old, new = first.get(key), second.get(key)
        if old != new:
            yield PartChange(key, old, new)


def _parts(startup: Startup) -> dict[str, str]:
    prompt = startup.prompt or ""
    found: dict[str, str] = {}
    for part in startup.parts():
        found[part.title] = found.get(part.title, "") + prompt[part.start : part.end]
    return found


def _below_changes(before: Side, after: Side) -> Iterator[BelowChange]:
    first, second = before.found(), after.found()
    for path in sorted({*first, *second}):
        old, new = first.get(path), second.get(path)
        if _way(old) != _way(new):
            yield BelowChange(path, (old or new or first[path]).label, old, new)


def _way(found: Found | None) -> tuple[object, ...] | None:
    """What counts of how a file gets to the model by a hint; what is not brought is all one."""
    if found is None or found.state is not Reach.HINT:
        return None
    return (found.file.verdict, str(found.file.section)) if found.file else ()


def way_in_words(found: Found | None) -> str:
    """How a file gets to the model by a hint: ``◐ cut``, or not at all."""
    if found is None or found.state is not Reach.HINT:
        return "no hint"
    return f"{found.file.verdict.glyph} {found.file.verdict.word}" if found.file else "by a hint"


def _hint_changes(before: HintTracker, after: HintTracker, calls: Iterable[ToolCall]) -> Iterator[HintChange]:
    for call in calls:
        old, new = before.check(call).text, after.check(call).text
        if old != new:
            yield HintChange(call, old, new)


# ── as text and as JSON ──


def comparison_text(comparison: Comparison) -> Iterator[str]:
    """Lines that tell what the second release does otherwise."""
    before, after = comparison.before, comparison.after
    old, new = safe(before.ruleset.name), safe(after.ruleset.name)
    yield f"{shown_path(before.cwd)} · Hermes {old} → {new}"
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
        file = change.after or change.before
        assert file is not None  # noqa: S101
        yield f"{safe(file.label)}: {_verdict(change.before)} → {_verdict(change.after)}"
        for name, seen in ((old, change.before), (new, change.after)):
            yield f"    {name}: {safe(seen.reason) if seen else 'does not know of it'}"
    if comparison.parts:
        yield ""
        yield "Parts of the prompt that differ:"
    for part in comparison.parts:
        yield f"    {safe(part.title)}: {_difference(part.before, part.after)}"
    if comparison.below:
        yield ""
        yield "What hints bring otherwise:"
    for below in comparison.below:
        yield f"    {safe(below.label)}: {way_in_words(below.before)} → {way_in_words(below.after)}"
    if comparison.hints:
        yield ""
        yield "Tool calls that bring other hints:"
    for hint in comparison.hints:
        yield f"    {safe(hint.call.line)}: {_difference(hint.before, hint.after)}"


def _verdict(file: ContextFile | None) -> str:
    return f"{file.verdict.glyph} {file.verdict.word}" if file else "not known"


def _difference(before: str | None, after: str | None) -> str:
    if before is None or after is None:
        return f"{_size(before)} → {_size(after)}"
    at = next((place for place, (a, b) in enumerate(zip(before, after, strict=False)) if a != b), None)
    place = min(len(before), len(after)) if at is None else at
    return f"{_size(before)} → {_size(after)}, the first difference at character {place + 1:,}"


def _size(text: str | None) -> str:
    return "nothing" if text is None else f"{len(text):,} characters"


def comparison_json(comparison: Comparison) -> dict[str, Any]:
    """The same facts for a program; no text of files."""
    return {
        "schema": 1,
        "cwd": str(comparison.before.cwd),
        "before": comparison.before.ruleset.name,
        "after": comparison.after.ruleset.name,
        "same": comparison.is_same,
        "files": [
            {"path": str(change.path), "before": _file(change.before), "after": _file(change.after)}
            for change in comparison.files
        ],
        "parts": [
            {"title": part.title, "before": _length(part.before), "after": _length(part.after)}
            for part in comparison.parts
        ],
        "below": [
            {
                "path": str(below.path),
                "before": way_in_words(below.before),
                "after": way_in_words(below.after),
            }
            for below in comparison.below
        ],
        "hints": [
            {"call": hint.call.line, "before": _length(hint.before), "after": _length(hint.after)}
            for hint in comparison.hints
        ],
    }


def _file(file: ContextFile | None) -> dict[str, str] | None:
    return {"label": file.label, "verdict": file.verdict.value, "reason": file.reason} if file else None


def _length(text: str | None) -> int | None:
    return None if text is None else len(text)
