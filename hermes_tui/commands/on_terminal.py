"""Lines for a person at a terminal: broken between words, with the colours of the verdicts.

The lines are harmless already; nothing in them begins a sequence of its own.
"""

import os
import re
from collections.abc import Iterator

_HANGING = "    "
"""Before what continues a line, besides the line's own indentation."""
_NARROWEST = 30
"""Columns from which on lines are broken by us."""

_RED, _GREEN, _YELLOW, _QUIET, _STRONG = "31", "32", "33", "2", "1"
_GLYPHS = {
    **dict.fromkeys("✓★→=", _GREEN),
    **dict.fromkeys("◐⚠≠?", _YELLOW),
    **dict.fromkeys("✗!◌-", _RED),
    **dict.fromkeys("○·∅", _QUIET),
}
_SEVERITIES = {"error": _RED, "warning": _YELLOW, "note": _QUIET}

_FINDING = re.compile(r"(?P<place>\S.*?:\d+:\d+): (?P<severity>error|warning|note) (?P<code>HT\d{3}): ")
_VERDICT = re.compile(
    rf"(?P<before> *)(?P<sign>[{re.escape(''.join(_GLYPHS))}](?: [a-z]+(?: [a-z]+)?(?=  |: |$))?)(?= )"
)
_NOTE = re.compile(r"(?:Note|Check|If the agent|Searched)\b")


def columns(of: int) -> int:
    """Columns of the terminal at the file *of*; 0 where nobody knows."""
    try:
        return int(os.environ.get("COLUMNS", "")) or 0
    except ValueError:
        pass
    try:
        return os.get_terminal_size(of).columns
    except OSError:
        return 0


def has_colours() -> bool:
    """Nobody has asked for none."""
    return not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def laid_out(line: str, width: int, *, with_colours: bool) -> Iterator[str]:
    """*line* as it is printed on *width* columns, in pieces.

    Args:
        line: without a line end.
        width: 0 where it is not known: then nothing is broken.
        with_colours: with the sequences that colour it.
    """
    indent = line[: len(line) - len(line.lstrip(" "))] + _HANGING
    head, arrow, todo = line.partition(" → ") if _FINDING.match(line) else (line, "", "")
    parts = [head, f"{_HANGING}→ {todo}"] if arrow else [head]
    for part in parts:
        pieces = wrapped(part, width, indent) if width >= _NARROWEST else [part]
        yield from map(_coloured, pieces) if with_colours else pieces


def wrapped(line: str, width: int, indent: str) -> Iterator[str]:
    """*line* broken between words; what continues it begins with *indent*, and a long word stays whole."""
    while _cells(line) > width:
        cut = _last_blank(line, width, len(indent) if line.startswith(indent) else 0)
        if cut is None:
            break
        yield line[:cut].rstrip()
        line = indent + line[cut + 1 :].lstrip()
    yield line


def _last_blank(line: str, width: int, begin: int) -> int | None:
    """Where a piece of at most *width* columns ends; the first blank where already a word is too long."""
    first = len(line) - len(line[begin:].lstrip())
    fitting = line.rfind(" ", first, width + 1)
    while fitting > first and _cells(line[:fitting]) > width:
        fitting = line.rfind(" ", first, fitting)
    if fitting <= first:
        fitting = line.find(" ", first)
    return fitting if fitting > first else None


def _cells(text: str) -> int:
    if text.isascii():
        return len(text)
    from rich.cells import cell_len

    return cell_len(text)


def _coloured(piece: str) -> str:
    finding = _FINDING.match(piece)
    if finding is not None:
        place, severity, code = finding.groups()
        shown = f"{_in(_SEVERITIES[severity], severity)} {_in(_QUIET, code)}"
        return f"{_in(_STRONG, place)}: {shown}: {piece[finding.end() :]}"
    verdict = _VERDICT.match(piece)
    if verdict is not None:
        sign = verdict["sign"]
        return f"{verdict['before']}{_in(_GLYPHS[sign[0]], sign)}{piece[verdict.end() :]}"
    return _in(_QUIET, piece) if _NOTE.match(piece) else piece


def _in(colour: str, words: str) -> str:
    return f"\x1b[{colour}m{words}\x1b[0m"
