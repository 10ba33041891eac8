"""What the model says, as plain text and as JSON. Text is harmless to a terminal; sizes are characters."""

from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from hermes_tui.core.prompt.context_file import ContextFile, Verdict
from hermes_tui.core.prompt.pointer_files import link_as_text
from hermes_tui.core.prompt.startup import Failure, Startup
from hermes_tui.core.text.digest import digest
from hermes_tui.core.text.phrases import from_home
from hermes_tui.core.text.provenance import line_of
from hermes_tui.core.text.terminal_safe import safe
from hermes_tui.core.text.tokens import estimate_tokens
from hermes_tui.core.threats.scan import Threat

SCHEMA = 1
"""Version of the JSON; a field may be added without a new one."""

NOW = "This is what a session started here now would get; a running session keeps its prompt."
THEN = "This is what a session started here would get from a checkout of that revision."


def when(startup: Startup) -> str:
    """Which session would get it: one of today, or one on the files of a git revision."""
    return NOW if startup.disk.is_on_disk else THEN


def shown_path(path: Path, home: Path | None = None) -> str:
    """A path for people: the home directory as ``~``, nothing in it that could act on a terminal."""
    return safe(from_home(path, home or Path.home()))


def counted(startup: Startup) -> str:
    """How many files got which verdict: ``2 sent · 1 cut · 1 blocked``."""
    numbers = Counter(file.verdict for file in startup.files)
    return " · ".join(f"{numbers[verdict]} {verdict.word}" for verdict in Verdict if numbers[verdict])


def failure_sentence(startup: Startup, failure: Failure) -> str:
    """What this release would do in place of a prompt."""
    where = (
        f" at {shown_path(failure.path)}" if failure.path and str(failure.path) not in failure.what else ""
    )
    act = "hang" if failure.hangs else "fail"
    return f"{safe(startup.ruleset.title)} would {act} here{where}: {safe(failure.what)}"


def startup_text(startup: Startup) -> Iterator[str]:
    """Lines that tell what is sent from the directory, and why."""
    settings, disk = startup.settings, startup.disk
    root = f"git root {shown_path(startup.git_root)}" if startup.git_root else "not in a git repository"
    anchor = startup.situation.anchor
    yield f"{shown_path(startup.cwd)} · {root}{f' · hints count from {shown_path(anchor)}' if anchor else ''}"
    cap = f"cap {startup.cap.limit:,} ({startup.cap.explanation})"
    yield f"rules: {safe(startup.ruleset.name)} ({safe(settings.origin)}) · {cap}"
    yield f"home: {shown_path(settings.hermes_home)} ({safe(settings.home_origin)})"
    if startup.failure:
        yield failure_sentence(startup, startup.failure)
    else:
        prompt = startup.prompt or ""
        size = f"prompt {len(prompt):,} characters, ~{estimate_tokens(prompt):,} tokens"
        yield f"{counted(startup) or 'no context file'} · {size}"
    yield ""
    width = max((len(safe(file.label)) for file in startup.files), default=0)
    for file in startup.files:
        verdict = f"{file.verdict.glyph} {file.verdict.word:<10}"
        yield f"{verdict}  {safe(file.label):<{width}}  {size_in_words(file)}".rstrip()
        yield f"    {safe(file.reason)}"
        link = link_as_text(file.path, file.text, disk) if file.verdict.is_sent else None
        if link is not None:
            yield f"    {safe(link.sentence)}"
        if file.next:
            yield f"    ({safe(file.next.reason)})"
        if file.contradiction:
            yield f"    {file.contradiction}"
    if not startup.prompt and not startup.failure:
        yield ""
        yield "Nothing is sent. Asked for, in this order:"
        for tried in startup.tried:
            yield f"    {shown_path(tried.path)}: {tried.result}"


def note_text(startup: Startup) -> Iterator[str]:
    """What else a reader must know, a line each."""
    for note in dict.fromkeys((*startup.settings.notes, *startup.notes)):
        yield f"Note: {safe(note)}"
    yield when(startup)


def size_in_words(file: ContextFile) -> str:
    """How long a file is, and how much of it is sent."""
    if file.content.text is None:
        if not file.content.size:  # of a directory, a pipe, a link that leads nowhere
            return ""
        return f"{file.content.size:,} byte{'' if file.content.size == 1 else 's'}"
    unit = "character" if file.chars == 1 else "characters"
    if file.verdict is Verdict.TRUNCATED:
        return f"{file.sent_chars:,} of {file.chars:,} {unit}"
    return f"{file.chars:,} {unit}"


def startup_json(startup: Startup) -> dict[str, Any]:
    """The same facts for a program. Offsets are characters of the file on disk, lines count from 1."""
    prompt, settings = startup.prompt, startup.settings
    return {
        "schema": SCHEMA,
        "ruleset": {"name": startup.ruleset.name, "era": startup.ruleset.era, "origin": settings.origin},
        "hermes_home": {"path": str(settings.hermes_home), "origin": settings.home_origin},
        "cwd": str(startup.cwd),
        "hints_from": str(startup.situation.anchor) if startup.situation.anchor else None,
        "git_root": str(startup.git_root) if startup.git_root else None,
        "chain": [str(directory) for directory in startup.chain],
        "cap": {
            "limit": startup.cap.limit,
            "source": startup.cap.source.value,
            "explanation": startup.cap.explanation,
        },
        "prompt": None
        if prompt is None
        else {"characters": len(prompt), "estimated_tokens": estimate_tokens(prompt)},
        "failure": failure_json(startup.failure),
        "files": [file_json(file) for file in startup.files],
        "tried": [
            {"kind": tried.kind.value, "path": str(tried.path), "found": tried.found, "result": tried.result}
            for tried in startup.tried
        ],
        "notes": list(dict.fromkeys((*startup.settings.notes, *startup.notes))),
    }


def failure_json(failure: Failure | None) -> dict[str, Any] | None:
    """What this release would do in place of a prompt, for a program."""
    if failure is None:
        return None
    path = str(failure.path) if failure.path else None
    return {"what": failure.what, "path": path, "hangs": failure.hangs}


def file_json(file: ContextFile) -> dict[str, Any]:
    """One context file for a program."""
    text = file.text
    return {
        "kind": file.kind.value,
        "label": file.label,
        "path": str(file.path),
        "verdict": file.verdict.value,
        "reason": file.reason,
        "context_list": file.contradiction or None,
        "next": {"verdict": file.next.verdict.value, "reason": file.next.reason} if file.next else None,
        "winner": str(file.winner) if file.winner else None,
        "winners": [str(path) for path in file.winners],
        "bytes": file.content.size,
        "characters": file.chars,
        "sha256": digest(file.content.text) if file.content.text is not None else None,
        "sent_characters": file.sent_chars,
        "estimated_tokens": estimate_tokens(str(file.section)) if file.in_prompt else 0,
        "kept": [{"start": span.start, "end": span.end} for span in file.kept],
        "lost": [
            {
                "start": piece.start,
                "end": piece.end,
                "first_line": line_of(text, piece.start),
                "last_line": line_of(text, max(piece.start, piece.end - 1)),
                "cause": piece.cause.value,
            }
            for piece in file.lost
        ],
        "headings_lost": [{"line": heading.line, "text": heading.text} for heading in file.headings_lost],
        "threats": [_threat_json(threat) for threat in file.threats],
    }


def _threat_json(threat: Threat) -> dict[str, Any]:
    """One threat for a program."""
    return {
        "id": threat.id,
        "start": threat.start,
        "end": threat.end,
        "line": threat.line,
        "column": threat.column,
        "text": threat.text,
    }
