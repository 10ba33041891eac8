"""Finding a sentence in many texts: literally, ignoring case and runs of white space, or by an expression.

:class:`Index` keeps every text folded, so that a search as somebody types costs a few milliseconds for ten
million characters; only the texts that hold the words are looked at closely.
"""

import re
import time
from bisect import bisect_right
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import NamedTuple

from hermes_tui.core.threat_search import fold
from hermes_tui.core.traced import Span

MAX_PLACES = 100
"""Places that are told of one text."""

_WORD = re.compile(r"\S+")
_LONGEST_LINE = 500
"""Characters of a line that are compared when the closest ones are looked for."""
_LINES_COMPARED = 20_000
_SECONDS = 1.0
"""After so long the search for the closest lines ends with what it has."""


class BadQueryError(ValueError):
    """The words or the expression cannot be searched for; the message is a sentence."""


class Query(NamedTuple):
    """What is looked for."""

    text: str
    """As it was typed."""
    folded: str
    """In lower case, white space made single blanks; empty for an expression."""
    expression: re.Pattern[str] | None

    def spans(self, text: str, folded: str | None = None) -> Iterator[Span]:
        """Where it stands in *text*, at most :data:`MAX_PLACES` times; *folded*: its folded form."""
        if self.expression is not None:
            found = (_stripped(text, *match.span()) for match in self.expression.finditer(text))
            return islice((span for span in found if span.start < span.end), MAX_PLACES)
        return islice(_literal(text, fold_text(text) if folded is None else folded, self.folded), MAX_PLACES)


class Hit(NamedTuple):
    """One place where a text of an :class:`Index` holds what was looked for."""

    path: Path
    start: int
    end: int


class Close(NamedTuple):
    """A line that is like what was looked for."""

    path: Path
    line: int
    text: str
    likeness: float
    """1.0 is the same."""


def literal(text: str) -> Query:
    """Words to be found as they stand.

    Raises:
        BadQueryError: there are none.
    """
    folded = fold_text(text)
    if not folded:
        raise BadQueryError("there is nothing to look for: the text is empty")
    return Query(text, folded, None)


def regular(text: str) -> Query:
    """A regular expression, as Python has them; case does not matter, ``^`` and ``$`` mean lines.

    Raises:
        BadQueryError: it is empty or no expression.
    """
    if not text:
        raise BadQueryError("there is nothing to look for: the expression is empty")
    import warnings

    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # "possible nested set": for the author, and we did not write it
            return Query(text, "", re.compile(text, re.IGNORECASE | re.MULTILINE))
    except (re.error, OverflowError, RecursionError) as error:
        raise BadQueryError(f"{text!r} is no regular expression: {error}") from None


def fold_text(text: str) -> str:
    """*text* in lower case with every run of white space made one blank, and none around it."""
    folded = fold(text)
    if not folded.isascii():
        folded = folded.replace("ς", "σ")  # one letter, by its place in the word
    return " ".join(folded.split())


class Index:
    """Texts by path, ready to be searched again and again."""

    def __init__(self) -> None:
        self._texts: dict[Path, tuple[str, str]] = {}

    def __len__(self) -> int:
        return len(self._texts)

    def put(self, path: Path, text: str) -> None:
        """Add the text of *path*, or exchange it."""
        known = self._texts.get(path)
        if known is None or known[0] != text:
            self._texts[path] = (text, fold_text(text))

    def discard(self, path: Path) -> None:
        """Forget *path*."""
        self._texts.pop(path, None)

    def text(self, path: Path) -> str:
        """The text of *path*."""
        return self._texts[path][0]

    def paths(self) -> tuple[Path, ...]:
        """All that there are, in the order in which they came."""
        return tuple(self._texts)

    def find(self, query: Query) -> Iterator[Hit]:
        """Every place, text by text in the order in which they came; stop when there are enough."""
        for path, (text, folded) in self._texts.items():
            if query.expression is None and query.folded not in folded:
                continue
            for span in query.spans(text, folded):
                yield Hit(path, *span)


def closest(query: str, texts: Iterator[tuple[Path, str]], count: int) -> tuple[Close, ...]:
    """The lines most like *query*, the likest first; lines that have little of it are left out."""
    wanted = fold_text(query)[:_LONGEST_LINE]
    from difflib import SequenceMatcher

    matcher = SequenceMatcher(autojunk=False)
    matcher.set_seq2(wanted)
    found: list[Close] = []
    lines = (
        (path, number, line)
        for path, text in texts
        for number, line in enumerate(text.splitlines(), 1)
        if line.strip()
    )
    least = 0.5
    end = time.monotonic() + _SECONDS
    for path, number, line in islice(lines, _LINES_COMPARED):
        if time.monotonic() > end:
            break
        shown = " ".join(line.split())[:_LONGEST_LINE]
        matcher.set_seq1(fold_text(shown))
        if matcher.real_quick_ratio() < least or matcher.quick_ratio() < least:
            continue
        likeness = matcher.ratio()
        if likeness >= least:
            found.append(Close(path, number, shown, likeness))
            found.sort(key=lambda close: -close.likeness)
            del found[count:]
            if len(found) == count:
                least = max(least, found[-1].likeness)
    return tuple(found)


def _literal(text: str, folded: str, wanted: str) -> Iterator[Span]:
    place = folded.find(wanted)
    if place < 0:
        return
    words = [match.start() for match in _WORD.finditer(text)]
    blanks = [match.start() for match in re.finditer(" ", folded)]

    def origin(at: int) -> int:
        """The offset in *text* of the character at *at* of *folded*, which is no blank."""
        word = bisect_right(blanks, at)
        begin = blanks[word - 1] + 1 if word else 0
        return words[word] + at - begin

    while place >= 0:
        yield Span(origin(place), origin(place + len(wanted) - 1) + 1)
        place = folded.find(wanted, place + len(wanted))


def _stripped(text: str, start: int, end: int) -> Span:
    """Without the white space around the match: a rule is its words."""
    piece = text[start:end]
    begin = start + len(piece) - len(piece.lstrip())
    return Span(begin, max(begin, end - (len(piece) - len(piece.rstrip()))))
