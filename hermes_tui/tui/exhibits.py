"""What the two panes and the panel show for a row of the tree."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from hermes_tui.core.files import ContextFile, Verdict
from hermes_tui.core.report import NOW, failure_sentence
from hermes_tui.core.safe_text import safe
from hermes_tui.core.startup import Startup
from hermes_tui.tui.documents import Links, disk_document, links, sent_document, sent_text
from hermes_tui.tui.explanation import explain, explain_directory, explain_found
from hermes_tui.tui.inspection import Inspection
from hermes_tui.tui.lines import Line
from hermes_tui.tui.marks import Document
from hermes_tui.tui.outline import TRIED, Key

if TYPE_CHECKING:
    from hermes_tui.core.hint_traces import Hint
    from hermes_tui.core.survey import Found

SENT = "Sent to the model"
LARGEST = 1_000_000
"""Bytes of a file that is opened only to be looked at; Hermes reads none of it."""


@dataclass(frozen=True, slots=True)
class Side:
    """One of the two panes. All text but the document's is harmless."""

    title: str
    document: Document | None = None
    placeholder: str = ""
    """Said where there is no document."""


@dataclass(frozen=True, slots=True, eq=False)
class Exhibit:
    """What is on show."""

    key: Key
    disk: Side
    sent: Side
    links: Links
    panel: tuple[Line, ...]
    path: Path | None = None


def exhibit(inspection: Inspection, key: Key) -> Exhibit:
    """What to show for the row *key*."""
    startup = inspection.startup
    if startup is None:
        reading = inspection.problem or "Reading…"
        return Exhibit(key, Side("On disk", None, reading), Side(SENT), Links(), ())
    file = inspection.file(Path(key.place)) if key.kind == "file" else None
    if file is not None:
        return _of_file(key, file, inspection, startup)
    if key.kind == "hint":
        found = next((found for found in inspection.hint_files if str(found.path) == key.place), None)
        if found is not None:
            return _of_found(key, found, inspection, startup)
    if key.kind == "directory":
        path = Path(key.place)
        panel = tuple(explain_directory(path, inspection, startup))
        lines = tuple(_tried(inspection, startup, path))
        return Exhibit(key, _list_side("Asked for here", lines), _prompt_side(startup), Links(), panel, path)
    return Exhibit(
        key,
        _list_side("Where Hermes looked", tuple(_tried(inspection, startup, None))),
        _prompt_side(startup),
        Links(),
        tuple(_about_startup(startup)),
    )


def _of_file(key: Key, file: ContextFile, inspection: Inspection, startup: Startup) -> Exhibit:
    text = sent_text(file, startup)
    if text:
        sent = Side(SENT, sent_document(text, file.path))
    else:
        sent = Side(SENT, None, f"Nothing of this file is sent: it is {_state(file)}.")
    if startup.failure is not None:
        sent = Side(SENT, None, failure_sentence(startup, startup.failure))
    if file.text:
        disk = Side(f"On disk: {safe(file.label)}", disk_document(file))
    else:
        disk = Side(f"On disk: {safe(file.label)}", None, _no_text(file))
    panel = tuple(explain(file, inspection, startup))
    return Exhibit(key, disk, sent, links(text, file.path), panel, file.path)


def _of_found(key: Key, found: "Found", inspection: Inspection, startup: Startup) -> Exhibit:
    """What a call would bring, or has brought; for a file that none brings its text alone."""
    title = f"On disk: {safe(found.label)}"
    hint = _fired(inspection, found.path) or _brought(found, inspection, startup)
    if hint is not None:
        panel = tuple(explain_found(found, hint, inspection, startup))
        disk = Side(title, disk_document(hint.file), _no_text(hint.file))
        sent = Side("Appended to the tool result", sent_document(hint.text, found.path))
        return Exhibit(key, disk, sent, links(hint.text, found.path), panel, found.path)
    panel = tuple(explain_found(found, None, inspection, startup))
    size = inspection.disk.node(found.path).size
    if size > LARGEST:
        disk = Side(title, None, f"{size:,} bytes, of which Hermes would read none from here.")
    else:
        content = inspection.disk.read(found.path)
        text = content.text or content.shown
        disk = Side(title, Document(text) if text else None, safe(content.detail) or "The file is empty.")
    sent = Side("Appended to the tool result", None, "Nothing: no call can bring this file from here.")
    return Exhibit(key, disk, sent, Links(), panel, found.path)


def _fired(inspection: Inspection, path: Path) -> "Hint | None":
    """The hint as the session got it."""
    hints = (hint for trace in inspection.traces for hint in trace.hints)
    return next((hint for hint in hints if hint.file.path == path), None)


def _brought(found: "Found", inspection: Inspection, startup: Startup) -> "Hint | None":
    """The hint as a call would bring it to a session that has just started."""
    if found.call is None:
        return None
    from hermes_tui.core.hints import HintTracker  # noqa: PLC0415 -- not for the first picture

    options = inspection.options
    tracker = HintTracker(
        startup.cwd,
        ruleset=startup.ruleset,
        disk=inspection.disk,
        home=options.home,
        hermes_home=options.hermes_home,
    )
    hints = tracker.check(found.call).hints
    return next((hint for hint in hints if hint.file.path == found.path), None)


def _state(file: ContextFile) -> str:
    return "not read" if file.verdict is Verdict.OUT_OF_REACH else file.verdict.word


def _no_text(file: ContextFile) -> str:
    if file.content.text is None:
        return f"No text to show: {safe(file.content.detail) or 'it cannot be read'}."
    return "The file is empty."


def _list_side(title: str, lines: tuple[str, ...]) -> Side:
    if not lines:
        return Side(title, None, "Hermes asks for no file here.")
    return Side(title, Document("\n".join(lines), (), "none"))


def _prompt_side(startup: Startup) -> Side:
    if startup.failure is not None:
        return Side(SENT, None, failure_sentence(startup, startup.failure))
    if not startup.prompt:
        return Side(SENT, None, "Nothing is sent: no context file was found.")
    return Side(SENT, sent_document(startup.prompt_text, None) if startup.prompt_text else None)


def _tried(inspection: Inspection, startup: Startup, directory: Path | None) -> Iterator[str]:
    """Every place that was asked for, in order; those in one *directory* only."""
    for number, tried in enumerate(startup.tried, 1):
        if directory is None:
            yield f"{number:>3}  {tried.result:<20} {inspection.shown(tried.path)}"
        elif tried.path.parent == directory:
            yield f"{number:>3}  {tried.result:<20} {safe(tried.path.name)}"


def _about_startup(startup: Startup) -> Iterator[Line]:
    if startup.failure is not None:
        yield ((failure_sentence(startup, startup.failure), "error bold"),)
    elif startup.prompt:
        yield (("Every name that was asked for, in order. The first type that has any text wins.", ""),)
    else:
        yield (("Nothing is sent from here: none of these names has a text.", "warning bold"),)
    for note in startup.notes:
        yield (("· ", "muted"), (safe(note), ""))
    yield ((NOW, "muted"),)


def empty() -> Exhibit:
    """Nothing yet."""
    return Exhibit(TRIED, Side("On disk"), Side(SENT), Links(), ())
