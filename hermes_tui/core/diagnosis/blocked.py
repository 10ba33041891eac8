"""A blocked file: which of its places the threat scan objects to, and what to write instead."""

from itertools import groupby

from hermes_tui.core.diagnosis.actions import Edit, Replacement
from hermes_tui.core.diagnosis.model import Obstacle
from hermes_tui.core.diagnosis.names import Names
from hermes_tui.core.diagnosis.threat_remedies import Instead, instead, is_invisible, named
from hermes_tui.core.diagnosis.ways import Way
from hermes_tui.core.prompt.context_file import Cause, ContextFile
from hermes_tui.core.prompt.startup import Startup
from hermes_tui.core.text.provenance import Span
from hermes_tui.core.text.public_text import NOTHING, Public, public, public_list
from hermes_tui.core.threats.scan import Threat

_NAMED = 5
"""Places named in one sentence."""
_PLACEHOLDER = "(other words)"
"""Stands for words that somebody has to find, while the rest is tried."""


def obstacle(file: ContextFile, span: Span | None, startup: Startup, names: Names) -> Obstacle:
    """Why *file* is blocked, seen from the characters *span* of it."""
    text, threats = file.text, file.threats
    code = "HT002" if all(map(is_invisible, threats)) else "HT001"
    here = tuple(threat for threat in threats if span and span.touches(threat.start, threat.end))
    all_of_it = f"blocked by the threat scan: {places(threats, text)}"
    if span is None:
        cause = all_of_it
    elif here:
        cause = f"blocked by the threat scan for this very place: {places(here, text)}"
        others = tuple(threat for threat in threats if threat not in here)
        if others:
            cause += f"; and in the same file {places(others, text)}"
    else:
        unscanned = _is_unscanned(file, span, startup)
        fine = "this place is not even scanned (it lies too far down)" if unscanned else "this place is fine"
        cause = f"{fine}, but the whole file is {all_of_it}"
    said = public("blocked by the threat scan: {}", _counted(threats))
    return Obstacle(code, cause, (_reword(file, threats, names),), public=said)


def _counted(threats: tuple[Threat, ...]) -> Public:
    return public("line {}", threats[0].line) if len(threats) == 1 else public("{} places", len(threats))


def of_pattern(file: ContextFile, threats: tuple[Threat, ...], names: Names) -> Obstacle:
    """The same for all matches of one pattern, where each pattern gets a line of its own."""
    first = threats[0]
    code, what = ("HT001", public("a phrase"))
    if is_invisible(first):
        code, what = ("HT002", public("an invisible character"))
    said = named(first, file.text)
    lines = len({threat.line for threat in threats})
    in_lines = public("1 line") if lines == 1 else public("{} lines", lines)
    more = public(", {} places in {}", len(threats), in_lines) if len(threats) > 1 else NOTHING
    whole = public("the whole file is blocked by the threat scan")
    return Obstacle(
        code,
        f"{whole}: {said}{more}",
        (_reword(file, threats, names),),
        public=public("{}: {} ({}){}", whole, what, first.public_id, more),
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


def _reword(file: ContextFile, threats: tuple[Threat, ...], names: Names) -> Way:
    """Change every place that the scan objects to, not only the *threats* that are spoken of."""
    by_advice = sorted(threats, key=lambda threat: (instead(threat), threat.line))
    said = [
        _in_lines(sorted({threat.line for threat in group}), todo)
        for todo, group in groupby(by_advice, key=instead)
    ]
    changes: dict[int, Replacement] = {}
    end = 0
    for threat in sorted(file.threats, key=lambda threat: threat.start):
        if threat.start >= end:  # two patterns may match the same words
            text = "" if is_invisible(threat) else instead(threat).text or _PLACEHOLDER
            changes[threat.start] = Replacement(threat.start, threat.end, text)
            end = threat.end
    is_draft = any(not (is_invisible(threat) or instead(threat).text) for threat in file.threats)
    name = names.show(file.path)
    edit = Edit(file.path, tuple(changes.values()), is_draft=is_draft)
    todo = said[0]
    for more in said[1:]:
        todo = public("{}; {}", todo, more)
    return Way(public("in {}, {}", name, todo), (edit,))


def _in_lines(lines: list[int], todo: Instead) -> Public:
    shown = [public("{}", line) for line in lines[:_NAMED]]
    if len(lines) > _NAMED:
        shown.append(public("{} more", len(lines) - _NAMED))
    which = public("line {}", *shown) if len(lines) == 1 else public("lines {}", public_list(shown))
    return public("{}: {}", which, todo.words)


def _is_unscanned(file: ContextFile, span: Span, startup: Startup) -> bool:
    length = startup.ruleset.scanner.length
    body = next((piece for piece in file.lost if piece.cause is Cause.THREAT), None)
    return length is not None and body is not None and span.start >= body.start + length
