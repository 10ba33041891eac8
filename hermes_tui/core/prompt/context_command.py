"""What Hermes' own ``/context`` lists, and where that is not what the prompt has (``rules.md`` section 4).

The list is made beside the prompt, not from it: it measures and scans the text before front matter is taken
off, knows of no duplicate and of no cap on the whole chain, and takes every ``SOUL.md`` for the user's own.
"""

from collections.abc import Iterable, Iterator

from hermes_tui.core.filesystem.file_content import Unreadable
from hermes_tui.core.prompt.body import BYTE_ORDER_MARK
from hermes_tui.core.prompt.context_file import Cause, ContextFile, FileKind, Verdict
from hermes_tui.core.prompt.truncation import Cap
from hermes_tui.core.releases.lookup import Ruleset
from hermes_tui.core.threats.scan import scan

_CHANGED_BEFORE_THE_SCAN = (Cause.FRONT_MATTER, Cause.LEGACY_SECTION)


def with_contradictions(files: Iterable[ContextFile], cap: Cap, ruleset: Ruleset) -> tuple[ContextFile, ...]:
    """The files, each with what ``/context`` says of it where the prompt does not bear that out."""
    return tuple(
        file._replace(contradiction=_contradiction(file, status))
        for file, status in statuses(tuple(files), cap, ruleset)
    )


def statuses(
    files: tuple[ContextFile, ...], cap: Cap, ruleset: Ruleset
) -> Iterator[tuple[ContextFile, str | None]]:
    """Each file with the status that ``/context`` gives it; ``None``: it is not listed."""
    winner: FileKind | None = None
    for file in files:
        if not _is_listed(file):
            yield file, None
            continue
        text = _text(file, ruleset)
        if not text:
            yield file, _status_of_nothing(file)
        elif file.kind is FileKind.SOUL:
            yield file, _status(file, text, cap, ruleset, threat="flagged", heading="")
        elif winner in (None, file.kind):
            winner = file.kind
            heading = f"## {file.label}\n\n"
            yield file, _status(file, text, cap, ruleset, threat="blocked", heading=heading)
        else:
            yield file, "shadowed"


def _is_listed(file: ContextFile) -> bool:
    verdicts = (file.verdict, file.next.verdict if file.next else None)
    return not (
        file.kind is FileKind.UNKNOWN
        or file.verdict is Verdict.OUT_OF_REACH
        or Verdict.SUPERSEDED in verdicts
        or not _is_there(file)
    )


def _is_there(file: ContextFile) -> bool:
    """Hermes finds it: no link that leads nowhere, and under the name ``.hermes.md`` a regular file."""
    nothing = (Unreadable.FAILED, Unreadable.CLOSED)
    if file.kind is FileKind.HERMES:
        return file.content.why not in (*nothing, Unreadable.DIRECTORY, Unreadable.ENDLESS)
    return file.content.why not in nothing


def _status_of_nothing(file: ContextFile) -> str:
    """The list tells by the size alone why there is no text; a directory has one."""
    has_size = file.content.size > 0 or file.content.why is Unreadable.DIRECTORY
    return "unreadable" if has_size else "empty"


def _text(file: ContextFile, ruleset: Ruleset) -> str:
    """What the list takes for the file's text: decoded and stripped, nothing more."""
    text = file.content.text or ""
    if ruleset.codec_drops_bom:
        text = text.removeprefix(BYTE_ORDER_MARK)
    return text.strip()


def _status(file: ContextFile, text: str, cap: Cap, ruleset: Ruleset, *, threat: str, heading: str) -> str:
    looks_elsewhere = text.startswith(BYTE_ORDER_MARK) or any(
        piece.cause in _CHANGED_BEFORE_THE_SCAN for piece in file.lost
    )
    threats = scan(text.lstrip(BYTE_ORDER_MARK), ruleset=ruleset) if looks_elsewhere else file.threats
    if threats:
        return threat
    return "truncated" if len(heading) + len(text) > cap.limit else "loaded"


def _contradiction(file: ContextFile, status: str | None) -> str:
    if status is None:
        superseded = file.verdict is Verdict.SUPERSEDED
        return "Hermes' /context does not list it." if superseded else ""
    says = f"Hermes' /context says {status}"
    is_said_sent = status in ("loaded", "truncated", "flagged")
    if is_said_sent and not file.verdict.is_sent:
        return f"{says}; the prompt does not have it."
    if not is_said_sent and file.verdict.is_sent:
        return f"{says}; the prompt has it."
    if status == "unreadable" and file.verdict is Verdict.EMPTY:
        return f"{says}; there is only white space in it."
    if status != "truncated" and file.verdict is Verdict.TRUNCATED:
        return f"{says}; the prompt has only a part of it."
    if status == "truncated" and file.verdict is not Verdict.TRUNCATED and file.verdict.is_sent:
        return f"{says}; the prompt has all that is sent of it."
    return ""
