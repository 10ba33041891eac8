"""What the two panes and the panel show for a row of the tree."""

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from hermes_tui.core.prompt.context_file import ContextFile, Verdict
from hermes_tui.core.prompt.startup import Startup
from hermes_tui.core.reports.startup import failure_sentence, when
from hermes_tui.core.text.terminal_safe import safe
from hermes_tui.tui.presentation.documents import Links, disk_document, links, sent_document, sent_text
from hermes_tui.tui.presentation.header import legend
from hermes_tui.tui.presentation.tree_rows import HINTS, OUTSIDE, TRIED, VISITED, by_name, unreached
from hermes_tui.tui.presentation.verdict_panel import (
    LARGEST,
    explain,
    explain_directory,
    explain_found,
    explain_home,
)
from hermes_tui.tui.state import Inspection, Key
from hermes_tui.tui.text_view.document import Document
from hermes_tui.tui.widgets.styled_line import Line

if TYPE_CHECKING:
    from hermes_tui.core.hints.trace import Hint
    from hermes_tui.core.surveys.survey import Closed, Excluded, FoundFile

SENT = "Sent to the model"


class Side(NamedTuple):
    """One of the two panes. All text but the document's is harmless."""

    title: str
    document: Document | None = None
    placeholder: str = ""
    """Said where there is no document."""


class Exhibit(NamedTuple):
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
        reading = inspection.problem or inspection.reading
        advice: Line = (("Press c to choose a directory, r to look again.", "muted"),)
        panel: tuple[Line, ...] = (advice,) if inspection.problem else ()
        return Exhibit(key, Side("On disk", None, reading), Side(SENT), Links(), panel)
    file = inspection.file(Path(key.place)) if key.kind == "file" else None
    if file is not None:
        return _of_file(key, file, inspection, startup)
    if key.kind == "hint":
        found = next((found for found in inspection.hint_files if str(found.path) == key.place), None)
        if found is not None:
            return _of_found(key, found, inspection, startup)
    if key.kind in ("group", "excluded", "more"):
        return _of_group(key, inspection, startup)
    if key.kind == "home":
        return _of_home(key, inspection, startup)
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
        tuple(_about_startup(inspection, startup)),
    )


def _of_home(key: Key, inspection: Inspection, startup: Startup) -> Exhibit:
    """The home that Hermes keeps beside all projects: nothing of the chain is looked for in it."""
    path = Path(key.place)
    lines = tuple(_tried(inspection, startup, path))
    soul = inspection.file(startup.soul_path)
    said = (
        "Nothing: SOUL.md is not there." if soul is None else "SOUL.md: its own row shows what is sent of it."
    )
    panel = tuple(explain_home(path, inspection))
    return Exhibit(key, _list_side("Asked for here", lines), Side(SENT, None, said), Links(), panel, path)


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


def _of_found(key: Key, found: "FoundFile", inspection: Inspection, startup: Startup) -> Exhibit:
    """What a call would bring, or has brought; for a file that none brings its text alone."""
    title = f"On disk: {safe(found.label)}"
    hint = _fired(inspection, found.path) or _brought(found, startup)
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
        text = content.to_look_at
        disk = Side(
            title, Document(text, (), "lines") if text else None, safe(content.detail) or "The file is empty."
        )
    sent = Side("Appended to the tool result", None, "Nothing: no call can bring this file from here.")
    return Exhibit(key, disk, sent, Links(), panel, found.path)


def _of_group(key: Key, inspection: Inspection, startup: Startup) -> Exhibit:
    """What the rows of a branch have in common."""
    if key == OUTSIDE:
        title, lines, panel = "Kept out", _outside(inspection, startup), _ABOUT_OUTSIDE
    elif key == HINTS:
        title, lines, panel = "What brings them", _calls(inspection), _ABOUT_HINTS
    else:
        listed = inspection.visited_files if key == VISITED else unreached(inspection)
        title, lines, panel = "What would have to change", _reasons(listed), _ABOUT_UNREACHED
    sent = Side("Appended to the tool result", None, "Nothing, until a call brings it.")
    return Exhibit(key, _list_side(title, tuple(lines)), sent, Links(), panel)


def _calls(inspection: Inspection) -> Iterator[str]:
    """Each file that a hint brings, under the shortest call that does."""
    for found in sorted(inspection.hint_files, key=lambda found: by_name(found.label)):
        if found.call is not None:
            is_blocked = found.file is not None and found.file.verdict is Verdict.BLOCKED
            what = f"the notice that {safe(found.label)} is blocked" if is_blocked else safe(found.label)
            yield from (safe(found.call.line), f"  brings {what}", "")


def _reasons(found_files: "Iterable[FoundFile | Excluded | Closed]") -> Iterator[str]:
    from hermes_tui.core.surveys.survey import FoundFile

    for found in found_files:
        if not isinstance(found, FoundFile):
            yield from (safe(found.reason), "")
        elif found.call is None:
            yield from (safe(found.label), f"  {safe(found.reason)}", "")


def _outside(inspection: Inspection, startup: Startup) -> Iterator[str]:
    for file in startup.files:
        if not any(file.path.is_relative_to(directory) for directory in startup.chain):
            yield from (inspection.shown(file.path), f"  {safe(file.reason)}", "")


_ABOUT_HINTS: tuple[Line, ...] = (
    (
        ("Hints", "accent bold"),
        ("  come later: when a tool call touches a directory, Hermes appends the context file of that ", ""),
        ("directory, and of some above it, to the result of the call. Each comes once in a session.", ""),
    ),
    (("The system prompt does not change by a byte.", "muted"),),
)
_ABOUT_UNREACHED: tuple[Line, ...] = (
    (("Not from here", "bold"), ("  These look like context files, and no tool call can bring them.", "")),
)
_ABOUT_OUTSIDE: tuple[Line, ...] = (
    (
        ("Not from here", "bold"),
        ("  Hermes looks no higher than the git root; without one, no higher than here.", ""),
    ),
)


def _fired(inspection: Inspection, path: Path) -> "Hint | None":
    """The hint as the session got it."""
    hints = (hint for trace in inspection.traces for hint in trace.hints)
    return next((hint for hint in hints if hint.file.path == path), None)


def _brought(found: "FoundFile", startup: Startup) -> "Hint | None":
    """The hint as a call would bring it to a session that has just started."""
    if found.call is None:
        return None
    from hermes_tui.core.hints.tracker import HintTracker

    hints = HintTracker(startup.situation).check(found.call).hints
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


def _tried(inspection: Inspection, startup: Startup, only: Path | None) -> Iterator[str]:
    """Every place that was asked for, in order, under its directory; those in the directory *only*."""
    last: Path | None = None
    width = max((len(safe(tried.path.name)) for tried in startup.tried), default=0)
    for number, tried in enumerate(startup.tried, 1):
        directory = tried.path.parent
        if only not in (None, directory):
            continue
        if directory != last and only is None:
            yield from ([] if last is None else [""])
            yield inspection.shown(directory)
        last = directory
        yield f"{number:>3}  {safe(tried.path.name):<{width}}  {tried.result}"


def _about_startup(inspection: Inspection, startup: Startup) -> Iterator[Line]:
    settings = inspection.options.settings
    if startup.failure is not None:
        yield ((failure_sentence(startup, startup.failure), "error bold"),)
    elif startup.prompt:
        yield (("Every name asked for, in order. The first type that has any text wins.", ""),)
    else:
        yield (("Nothing is sent from here: none of these names has a text.", "warning bold"),)
    rules = f"{safe(settings.ruleset.name)} ({safe(settings.origin)})"
    yield (("  rules   ", "muted"), (rules, ""))
    home = f"{inspection.shown(settings.hermes_home)} ({safe(settings.home_origin)})"
    yield (("  home    ", "muted"), (home, ""))
    cap = f"{startup.cap.limit:,} characters ({safe(startup.cap.explanation)})"
    yield (("  cap     ", "muted"), (cap, ""))
    if startup.prompt:
        yield (("  bar     ", "muted"), *legend(startup))
    for note in settings.notes:
        yield (("! ", "warning"), (safe(note), "warning"))
    for note in startup.notes:
        if note not in settings.notes:
            yield (("· ", "muted"), (safe(note), ""))
    yield ((when(startup), "muted"),)


def empty() -> Exhibit:
    """Nothing yet."""
    return Exhibit(TRIED, Side("On disk"), Side(SENT), Links(), ())
