"""The tree as plain data: which rows there are and what each says. No widget in here."""

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from hermes_tui.core.prompt.context_file import ContextFile, FileKind, Verdict
from hermes_tui.core.prompt.startup import Startup
from hermes_tui.core.text.terminal_safe import safe
from hermes_tui.tui.state import Inspection, Key

if TYPE_CHECKING:
    from hermes_tui.core.surveys.survey import Closed, Excluded, FoundFile

SHOWN = 400
"""Rows of one branch: more would only be in the way."""


class TreeRow(NamedTuple):
    """One row of the tree. All text in it is harmless."""

    key: Key
    name: str
    glyph: str = ""
    word: str = ""
    style: str = ""
    """Which colour of the theme; the word says the same."""
    chars: int | None = None
    cap_share: float | None = None
    """Of the cap on one file."""
    chain_share: float | None = None
    """Of the cap on the whole chain."""
    note: str = ""
    """Said at the right, in place of the columns."""
    is_path: bool = False
    """The name is a path, which needs more room than the numbers."""
    children: "tuple[TreeRow, ...]" = ()
    is_open: bool = True


STYLES = {
    Verdict.LOADED: "success",
    Verdict.FLAGGED: "warning",
    Verdict.TRUNCATED: "warning",
    Verdict.LOST: "warning",
    Verdict.BLOCKED: "error",
    Verdict.UNREADABLE: "error",
}
"""Colours of verdicts; the others are drawn dim."""

TRIED = Key("tried", "")


OUTSIDE = Key("group", "outside")
HINTS = Key("group", "hints")
UNREACHED = Key("group", "unreached")
VISITED = Key("group", "visited")


def file_key(path: Path) -> Key:
    """The key of a context file's row."""
    return Key("file", str(path))


def hint_key(path: Path) -> Key:
    """The key of the row of a file beside the chain."""
    return Key("hint", str(path))


def home_key(startup: Startup) -> Key:
    """The key of the row of Hermes' home, which may be a directory of the chain as well."""
    return Key("home", str(startup.soul_path.parent))


def by_name(label: str) -> tuple[str, ...]:
    """The order of files beside the chain: by name, directory by directory."""
    return Path(label).parts


def outline(inspection: Inspection) -> tuple[TreeRow, ...]:
    """The rows of the tree, from the git root down to what hints bring."""
    startup = inspection.startup
    if startup is None:
        return ()
    return tuple(_rows(inspection, startup))


def most_interesting(startup: Startup) -> Key:
    """What the screen opens on: blocked, else lost or cut, else the working directory's file."""
    by_verdict = (
        (Verdict.BLOCKED,),
        (Verdict.LOST, Verdict.TRUNCATED),
        (Verdict.FLAGGED, Verdict.UNREADABLE),
    )
    for verdicts in by_verdict:
        for file in startup.files:
            if file.verdict in verdicts:
                return file_key(file.path)
    sent = [file for file in startup.sent if file.kind is not FileKind.SOUL]
    here = [file for file in sent if file.path.parent == startup.cwd]
    for file in (*here, *reversed(sent)):
        return file_key(file.path)
    return TRIED


def _rows(inspection: Inspection, startup: Startup) -> Iterator[TreeRow]:
    placed: set[Path] = set()
    for directory in startup.chain:
        files = [file for file in startup.files if _stands_in(file, directory, startup)]
        placed.update(file.path for file in files)
        yield TreeRow(
            Key("directory", str(directory)),
            name=f"{safe(directory.name) or '/'}",
            note=_place(startup, directory),
            children=tuple(_file_row(file, startup) for file in files),
        )
    soul = [file for file in startup.files if file.path == startup.soul_path]
    placed.update(file.path for file in soul)
    yield TreeRow(
        home_key(startup),
        name="Home",
        note=inspection.shown(startup.soul_path.parent),
        children=tuple(_file_row(file, startup) for file in soul)
        or (TreeRow(file_key(startup.soul_path), "SOUL.md", "·", "not there", "muted"),),
    )
    rest = [file for file in startup.files if file.path not in placed]
    if rest:
        yield TreeRow(
            OUTSIDE,
            name="Above the git root" if startup.git_root else "Kept out: no git here",
            children=tuple(_file_row(file, startup, inspection.shown(file.path)) for file in rest),
        )
    yield from _hint_rows(inspection)
    visited = inspection.visited_files
    if visited:
        yield TreeRow(
            VISITED, name="Gone to", children=tuple(_hint_row(found, inspection) for found in visited)
        )
    asked = len(startup.tried)
    yield TreeRow(TRIED, name="Where Hermes looked", note=f"{asked} place{'s' if asked != 1 else ''}")


def unreached(inspection: Inspection) -> "list[FoundFile | Excluded | Closed]":
    """What no hint can bring, of what the search found and the start does not tell of; by name."""
    from hermes_tui.core.surveys.survey import FoundFile, Reach

    known = {file.path for file in inspection.files}
    found = [
        found
        for found in inspection.search.found
        if not isinstance(found, FoundFile)
        or (found.state not in (Reach.HINT, Reach.ON_CHAIN) and found.path not in known)
    ]
    return sorted(found, key=lambda found: by_name(found.label))


def _hint_rows(inspection: Inspection) -> Iterator[TreeRow]:
    """What the search found so far; what no hint can bring comes in a closed branch."""
    search = inspection.search
    if not (search.found or search.directories or search.is_running):
        return
    from hermes_tui.core.surveys.survey import Closed, Excluded, FoundFile, Reach

    not_brought, count = [], 0
    hints = (found for found in search.found if isinstance(found, FoundFile) and found.state is Reach.HINT)
    brought = [
        _hint_row(found, inspection) for found in sorted(hints, key=lambda found: by_name(found.label))
    ]
    for found in unreached(inspection):
        if isinstance(found, Excluded):
            not_brought.append(_excluded_row(found))
            count += found.count
        elif isinstance(found, Closed):
            not_brought.append(_closed_row(found))
        else:
            not_brought.append(_hint_row(found, inspection))
            count += 1
    note = f"{len(brought)}"
    if search.is_running:
        note = f"searching, {search.directories:,} directories"
    elif search.was_left:
        note = f"{len(brought)}, search stopped"
    yield TreeRow(HINTS, "Brought by hints", note=note, children=_shortened(brought))
    if not_brought:
        others = _shortened(not_brought)
        yield TreeRow(UNREACHED, "No hint can bring", note=f"{count:,}", children=others, is_open=False)


def _shortened(rows: list[TreeRow]) -> tuple[TreeRow, ...]:
    if len(rows) <= SHOWN:
        return tuple(rows)
    more = TreeRow(Key("more", rows[0].key.place), f"… {len(rows) - SHOWN:,} more")
    return (*rows[:SHOWN], more)


def _hint_row(found: "FoundFile", inspection: Inspection) -> TreeRow:
    file, cap = found.file, inspection.options.ruleset.hints.cap
    has_text = file is not None and file.content.text is not None
    glyph, word, style = hint_face(found, inspection)
    return TreeRow(
        hint_key(found.path),
        name=safe(found.label),
        glyph=glyph,
        word=word,
        style=style,
        chars=file.chars if file is not None and has_text else None,
        cap_share=file.chars / cap if file is not None and has_text and cap else None,
        is_path=True,
    )


def hint_face(found: "FoundFile", inspection: Inspection) -> tuple[str, str, str]:
    """Glyph, word and colour of a file beside the chain."""
    from hermes_tui.core.reports.hints import face

    verdict = found.file.verdict if found.file is not None else Verdict.LOADED
    is_whole = verdict is Verdict.LOADED
    style = STYLES.get(verdict, "muted")
    if found.path in inspection.fired:
        return "★", "fired" if is_whole else verdict.word, style
    return *face(found), "muted" if found.call is None else "accent" if is_whole else style


def _excluded_row(excluded: "Excluded") -> TreeRow:
    files = f"{excluded.count:,} file{'' if excluded.count == 1 else 's'}"
    return TreeRow(
        Key("excluded", str(excluded.directory)),
        name=f"{safe(excluded.label)}/",
        is_path=True,
        glyph="·",
        word="excluded",
        style="muted",
        note=files,
    )


def _closed_row(closed: "Closed") -> TreeRow:
    return TreeRow(
        Key("excluded", str(closed.directory)),
        name=f"{safe(closed.label)}/",
        is_path=True,
        glyph="!",
        word="unreadable",
        style="warning",
        note="no permission",
    )


def _stands_in(file: ContextFile, directory: Path, startup: Startup) -> bool:
    """In the directory itself, or in a directory of rules that belongs to it."""
    if file.kind is FileKind.SOUL:
        return False
    inner = (startup.ruleset.cursor_directory, ".github")
    return file.path.parent == directory or any(file.path.parent == directory / name for name in inner)


def _place(startup: Startup, directory: Path) -> str:
    words = []
    if directory == startup.git_root:
        words.append("git root")
    if directory == startup.cwd:
        words.append("here")
    return ", ".join(words)


def _file_row(file: ContextFile, startup: Startup, name: str = "") -> TreeRow:
    limit = startup.cap.limit
    in_chain = sum(span.end - span.start for span in file.in_prompt)
    is_readable = file.content.text is not None
    counts = file.verdict.is_sent or file.verdict is Verdict.BLOCKED
    return TreeRow(
        file_key(file.path),
        name=name or _name(file, startup),
        is_path=bool(name),
        glyph=file.verdict.glyph,
        word=file.verdict.word,
        style=STYLES.get(file.verdict, "muted"),
        chars=file.chars if is_readable else None,
        cap_share=file.chars / limit if is_readable and limit else None,
        chain_share=in_chain / limit if counts and limit and file.kind is not FileKind.SOUL else None,
    )


def _name(file: ContextFile, startup: Startup) -> str:
    if file.kind is FileKind.CURSOR and file.path.suffix == ".mdc":
        return safe(f"{startup.ruleset.cursor_directory}/{file.path.name}")
    if file.path.parent.name == ".github":
        return safe(f".github/{file.path.name}")
    return safe(file.path.name)
