"""A blocked file: which of its places the threat scan objects to, and what the rest would need to load."""

from itertools import groupby

from hermes_tui.core.diagnosis.model import Loss
from hermes_tui.core.diagnosis.threat_remedies import instead, is_invisible, named
from hermes_tui.core.filesystem.disk import Disk
from hermes_tui.core.prompt.body import HermesFails
from hermes_tui.core.prompt.context_file import Cause, ContextFile, FileKind, Verdict
from hermes_tui.core.prompt.loader import Loader
from hermes_tui.core.prompt.startup import Startup
from hermes_tui.core.text.phrases import sentence
from hermes_tui.core.text.provenance import Span
from hermes_tui.core.text.public_text import public, public_sentence
from hermes_tui.core.threats.scan import Threat

_NAMED = 5
"""Places named in one sentence."""


def loss(file: ContextFile, span: Span | None, startup: Startup, disk: Disk) -> Loss:
    """Why *file* is blocked, seen from the characters *span* of it."""
    text, threats = file.text, file.threats
    code = "HT002" if all(map(is_invisible, threats)) else "HT001"
    here = tuple(threat for threat in threats if span and span.touches(threat.start, threat.end))
    if span is None:
        culprit = f"blocked by the threat scan: {places(threats, text)}"
    elif here:
        culprit = f"blocked by the threat scan for this very place: {places(here, text)}"
        if len(here) < len(threats):
            culprit += f"; and in the same file {places(_others(threats, here), text)}"
    else:
        first = min(threats, key=lambda threat: threat.start)
        unscanned = _is_unscanned(file, span, startup)
        fine = "this place is not even scanned (it lies too far down)" if unscanned else "this place is fine"
        culprit = f"{fine}, but line {first.line:,} of the same file is not, and the whole file is blocked: "
        culprit += places(threats, text)
    return Loss(code, culprit, f"{_todo(threats)} {_then(file, startup, disk)}")


def one_match(file: ContextFile, threat: Threat) -> Loss:
    """The same for one match, where each gets a line of its own."""
    code, what = ("HT001", public("a phrase"))
    if is_invisible(threat):
        code, what = ("HT002", public("an invisible character"))
    return Loss(
        code,
        f"the whole file is blocked by the threat scan: {named(threat, file.text)}",
        public_sentence(instead(threat)),
        public=public("the whole file is blocked by the threat scan: {} ({})", what, threat.public_id),
    )


def places(threats: tuple[Threat, ...], text: str) -> str:
    """Every match with its line, column, words and pattern."""
    said = [
        f"line {threat.line:,}, column {threat.column:,}: {named(threat, text)}"
        for threat in sorted(threats, key=lambda threat: threat.start)[:_NAMED]
    ]
    if len(threats) > _NAMED:
        said.append(f"and {len(threats) - _NAMED:,} more")
    return "; ".join(said)


def _others(threats: tuple[Threat, ...], here: tuple[Threat, ...]) -> tuple[Threat, ...]:
    return tuple(threat for threat in threats if threat not in here)


def _todo(threats: tuple[Threat, ...]) -> str:
    said = []
    for todo, group in groupby(
        sorted(threats, key=lambda threat: (instead(threat), threat.line)), key=instead
    ):
        lines = sorted({threat.line for threat in group})
        shown = ", ".join(f"{line:,}" for line in lines[:_NAMED]) + (" ..." if len(lines) > _NAMED else "")
        said.append(f"in line {shown}: {todo}" if len(lines) == 1 else f"in lines {shown}: {todo}")
    return sentence("; ".join(said))


def _then(file: ContextFile, startup: Startup, disk: Disk) -> str:
    """What becomes of the file once the scan lets it pass."""
    if file.kind is FileKind.HINT:
        cap, length = startup.ruleset.hints.cap, len(file.text.strip())
        return (
            f"Then it loads, but cut: a hint has {cap:,} characters."
            if length > cap
            else "Then all of it loads."
        )
    view = disk.changed(unblocked=(file.path,))
    loader = Loader(startup.cwd, startup.git_root, startup.ruleset, view, startup.cap)
    try:
        project = loader.load_project()
    except HermesFails:
        return ""
    draft = next((draft for draft in loader.drafts if draft.path == file.path), None)
    if draft is None or project is None:
        return "Then all of it loads."
    if draft.verdict is Verdict.TRUNCATED:
        kept = sum(end - start for start, end in project.kept(file.path))
        return f"Then it loads, but cut: {kept:,} of {file.chars:,} characters."
    return "Then all of it loads." if draft.verdict is Verdict.LOADED else f"Then it is {draft.verdict.word}."


def _is_unscanned(file: ContextFile, span: Span, startup: Startup) -> bool:
    length = startup.ruleset.scanner.length
    body = next((piece for piece in file.lost if piece.cause is Cause.THREAT), None)
    return length is not None and body is not None and span.start >= body.start + length
