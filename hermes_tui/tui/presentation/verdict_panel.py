"""The panel above the texts: the verdict, its reason, every threat in plain words, and the facts."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from hermes_tui.core.diagnosis.model import Diagnosis
from hermes_tui.core.prompt.context_file import ContextFile, FileKind, Verdict
from hermes_tui.core.prompt.startup import Startup
from hermes_tui.core.text.phrases import sentence
from hermes_tui.core.text.terminal_safe import safe
from hermes_tui.core.text.tokens import estimate_tokens
from hermes_tui.core.threats.scan import Threat, describe
from hermes_tui.tui.presentation.tree_rows import STYLES, hint_face
from hermes_tui.tui.state import Inspection
from hermes_tui.tui.widgets.styled_line import Line, percent

if TYPE_CHECKING:
    from hermes_tui.core.hints.trace import Hint
    from hermes_tui.core.surveys.survey import FoundFile

LARGEST = 1_000_000
"""Bytes of a file that is opened only to be looked at; Hermes reads none of it."""
MOST_MATCHES = 50
"""Matches that have a row of their own."""
MATCH = ("  ✗ ", "error")
CURRENT = ("  ▸ ", "error bold")
"""What the row of a match begins with, and that of the match that ``n`` went to."""


def explain(file: ContextFile, inspection: Inspection, startup: Startup) -> Iterator[Line]:
    """The panel for one context file."""
    style = STYLES.get(file.verdict, "muted")
    said = _diagnosis(file.path, inspection, startup)
    yield (
        (f"{file.verdict.glyph} {file.verdict.word}", f"{style} bold"),
        ("  ", ""),
        (safe(sentence(said.obstacle.cause) if said and said.obstacle else file.reason), ""),
    )
    yield from _remedy(said)
    if file.contradiction:
        yield (("  /context  ", "muted"), (file.contradiction, "warning"))
    yield from _threats(file)
    yield ()
    yield from _facts(file, inspection, startup)


def _diagnosis(path: Path, inspection: Inspection, startup: Startup) -> Diagnosis | None:
    """Why the file is sent or not; ``None`` for a large one, which is judged beside the screen."""
    known = inspection.diagnoses.get(path)
    if known is not None or inspection.disk.node(path).size > LARGEST:
        return known
    from hermes_tui.core.diagnosis.diagnose import Diagnoser

    return replace(Diagnoser(startup).at(path), find_remedies=tuple)


def _remedy(said: Diagnosis | None) -> Iterator[Line]:
    """What to do, once it was tried."""
    if said is not None and said.remedy:
        yield (("  → ", "accent"), (safe(said.remedy), ""))


def _threats(file: ContextFile) -> Iterator[Line]:
    """A row for each match, in the order of the text; what a pattern means is said where it is met first."""
    met: set[str] = set()
    for threat in sorted(file.threats, key=_place)[:MOST_MATCHES]:
        meaning = "" if threat.id in met else f"  {describe(threat.id)}"
        met.add(threat.id)
        yield (MATCH, (f"{threat.line:,}:{threat.column:,}  ", ""), (safe(threat.id), "error"), (meaning, ""))
    more = len(file.threats) - MOST_MATCHES
    if more > 0:
        yield ((f"    and {more:,} more", "muted"),)


def _place(threat: Threat) -> tuple[int, int]:
    return threat.start, threat.end


def with_current(panel: tuple[Line, ...], number: int) -> tuple[tuple[Line, ...], int | None]:
    """The panel with an arrow at the match *number*, from 0, and its line; ``None`` where it has no row."""
    rows = [at for at, line in enumerate(panel) if line[:1] == (MATCH,)]
    if number >= len(rows) or len(rows) == 1:
        return panel, None
    at = rows[number]
    return (*panel[:at], (CURRENT, *panel[at][1:]), *panel[at + 1 :]), at


def _facts(file: ContextFile, inspection: Inspection, startup: Startup) -> Iterator[Line]:
    yield (("  path    ", "muted"), (inspection.shown(file.path), ""))
    limit = startup.cap.limit
    sizes = [f"{file.content.size:,} bytes"]
    if file.content.text is not None:  # otherwise it has no characters yet
        sizes[:0] = [f"{file.chars:,} characters", f"~{estimate_tokens(file.text):,} tokens"]
    if file.content.crlf:
        sizes.append("Windows line ends (CRLF), sent as \\n")
    if file.content.text is not None or file.content.size:
        yield (("  disk    ", "muted"), (" · ".join(sizes), ""))
    in_prompt = sum(span.end - span.start for span in file.in_prompt)
    if in_prompt:
        sent = _str_of(file, startup)
        what = "of the cap" if file.kind is FileKind.SOUL else "of the chain's cap"
        share = f" · {percent(in_prompt / limit)} {what}" if limit else ""
        yield (
            ("  sent    ", "muted"),
            (f"{in_prompt:,} characters · ~{estimate_tokens(sent):,} tokens{share}", ""),
        )
    if file.verdict is Verdict.TRUNCATED or file.verdict is Verdict.LOST:
        yield (("  cap     ", "muted"), (f"{limit:,} characters, {safe(startup.cap.explanation)}", ""))
    if file.winner is not None:
        yield (("  instead ", "muted"), (inspection.shown(file.winner), ""))
    yield from _git(file.path, inspection)


def explain_found(
    found: "FoundFile", hint: "Hint | None", inspection: Inspection, startup: Startup
) -> Iterator[Line]:
    """The panel for a file beside the chain."""
    said = _diagnosis(found.path, inspection, startup)
    cause = sentence(said.cause) if said is not None else found.reason
    if hint is None:
        yield ((f"· {found.word}", "muted bold"), ("  ", ""), (safe(cause), ""))
        yield from _remedy(said)
    else:
        file = hint.file
        glyph, word, style = hint_face(found, inspection)
        yield ((f"{glyph} {word}", f"{style} bold"), ("  ", ""), (safe(cause), ""))
        yield from _remedy(said)
        yield from _threats(file)
        if found.call is not None:
            yield (("  call    ", "muted"), (safe(found.call.line), "bold"))
        sent = f"{len(hint.text):,} characters · ~{estimate_tokens(str(hint.text)):,} tokens"
        cap = f"cap {startup.ruleset.hints.cap:,}"
        yield (("  adds    ", "muted"), (f"{sent} to the tool result, {cap}", ""))
        yield (("          The system prompt does not change by a byte.", "muted"),)
    yield ()
    yield (("  path    ", "muted"), (inspection.shown(found.path), ""))
    yield from _git(found.path, inspection)


def _git(path: Path, inspection: Inspection) -> Iterator[Line]:
    facts = inspection.git.get(path)
    if facts is not None and facts.sentence:
        yield (("  git     ", "muted"), (safe(facts.sentence), ""))


def _str_of(file: ContextFile, startup: Startup) -> str:
    """What the prompt has about the file."""
    prompt = startup.prompt_text
    if prompt is None:
        return ""
    return "".join(str(prompt.slice(span.start, span.end)) for span in file.in_prompt)


def explain_home(path: Path, inspection: Inspection) -> Iterator[Line]:
    """The panel for Hermes' home."""
    yield ((inspection.shown(path), "bold"), ("  Hermes' home", "muted"))
    yield (("SOUL.md and config.yaml are read here, whatever directory a session starts in.", ""),)
    yield (("  from    ", "muted"), (safe(inspection.options.settings.home_origin), ""))


def explain_directory(path: Path, inspection: Inspection, startup: Startup) -> Iterator[Line]:
    """The panel for a directory of the chain."""
    names = []
    if path == startup.git_root:
        names.append("the git root")
    if path == startup.cwd:
        names.append("the working directory")
    what = " and ".join(names) or "a directory on the way"
    yield ((inspection.shown(path), "bold"), (f"  {what}", "muted"))
    if path == startup.git_root and inspection.repository is not None:
        yield ((safe(inspection.repository.sentence), ""),)
    if path != startup.cwd:
        yield (("Press c to see what a session started here would get.", ""),)
