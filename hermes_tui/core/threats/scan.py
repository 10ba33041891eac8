"""The threat scan: what in a text makes a Hermes release refuse it, and where it stands.

Hermes reports only ids. The places are those of the release's own search, leftmost first and as long as
it takes them.
"""

import re
from collections.abc import Iterable, Iterator
from itertools import islice
from typing import NamedTuple

from hermes_tui.core.releases.lookup import Ruleset, Scanner
from hermes_tui.core.text.public_text import Public
from hermes_tui.core.threats.reasons import REASONS
from hermes_tui.core.threats.search import fold, search

MAX_MATCHES = 1_000
"""Matches listed for one id."""

_Found = tuple[str, int, int]

_INVISIBLE = r"invisible[_ ]unicode[_ ]U\+([0-9A-F]{4,6})"


class Threat(NamedTuple):
    """One place that the scan objects to."""

    id: str
    """As Hermes names it in its notice."""
    start: int
    """Offset of the first character."""
    end: int
    """Offset behind the last character."""
    line: int
    """Line of the first character, from 1."""
    column: int
    """Characters from the beginning of the line, from 1."""
    text: str
    """What was matched, as it stands in the text."""

    @property
    def public_id(self) -> Public:
        """The same name of the pattern: it is from a table of ours."""
        return Public(self.id)


def scan(text: str, *, ruleset: Ruleset) -> tuple[Threat, ...]:
    """What the release finds in *text*, in its order.

    Invisible characters come first, by code point (Hermes leaves their order open), then the patterns;
    matches of one id follow each other in the text, and at most :data:`MAX_MATCHES` of them are listed.

    *text* is what Hermes hands to its scan: newlines are ``\\n``, and a byte order mark at the start counts
    as an invisible character. Releases that take one away (``ruleset.scan_drops_bom``) do so before.
    """
    return scan_slice(text, 0, len(text), ruleset=ruleset)


def scan_slice(text: str, start: int, stop: int, *, ruleset: Ruleset) -> tuple[Threat, ...]:
    """Like :func:`scan` for ``text[start:stop]``, as if nothing stood around it; places count in *text*."""
    scanner = ruleset.scanner
    stop = min(stop, len(text))
    if scanner.length is not None:
        stop = min(stop, start + scanner.length)
    found = [*_invisible(text, start, stop, scanner), *_patterns(text, start, stop, scanner)]
    return tuple(_placed(text, found)) if found else ()


def threat_ids(threats: Iterable[Threat]) -> tuple[str, ...]:
    """Each id once, in order: what Hermes' notice lists."""
    return tuple(dict.fromkeys(threat.id for threat in threats))


def describe(threat_id: str) -> str:
    """One sentence: what was matched, and why Hermes objects to it.

    Raises:
        ValueError: no release reports *threat_id*.
    """
    if threat_id in REASONS:
        return REASONS[threat_id]
    match = re.fullmatch(_INVISIBLE, threat_id)
    if match is None:
        raise ValueError(f"{threat_id!r} is no finding of the threat scan")
    import unicodedata  # a shared library to load, and few need it

    code = match[1]
    name = unicodedata.name(chr(int(code, 16)), "a character without a name")
    return f"An invisible character (U+{code}, {name}): what people see can differ from what the agent reads."


def _invisible(text: str, start: int, stop: int, scanner: Scanner) -> Iterator[_Found]:
    if text.isascii():
        return
    for character in sorted(scanner.invisible):
        threat_id = scanner.invisible_id.format(ord(character))
        place = text.find(character, start, stop)
        for _ in range(MAX_MATCHES):
            if place < 0:
                break
            yield threat_id, place, place + 1
            place = text.find(character, place + 1, stop)


def _patterns(text: str, start: int, stop: int, scanner: Scanner) -> Iterator[_Found]:
    piece = normal = text[start:stop]
    if scanner.nfkc and not piece.isascii():
        from hermes_tui.core.threats.normalised import Origin, normalise  # loads unicodedata

        normal = normalise(piece)
    found = [
        (threat_id, begin, end)
        for threat_id, spans in search(fold(normal), scanner)
        for begin, end in islice(spans, MAX_MATCHES)
    ]
    if found and normal != piece:
        origin = Origin(piece)
        found = [(threat_id, *origin.span(begin, end)) for threat_id, begin, end in found]
    for threat_id, begin, end in found:
        yield threat_id, start + begin, start + end


def _placed(text: str, found: list[_Found]) -> Iterator[Threat]:
    """Threats with the line and column of each."""
    where: dict[int, tuple[int, int]] = {}
    line, done = 1, 0
    for start in sorted({start for _, start, _ in found}):
        line += text.count("\n", done, start)
        where[start] = (line, start - text.rfind("\n", 0, start))
        done = start
    for threat_id, start, end in found:
        yield Threat(threat_id, start, end, *where[start], text[start:end])
