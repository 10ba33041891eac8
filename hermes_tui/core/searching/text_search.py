"""Finding a sentence in many texts: literally, ignoring case and runs of white space, or by an expression.

:class:`Index` keeps every text folded, so that a search as somebody types costs a few milliseconds for ten
million characters; only the texts that hold the words are looked at closely.
"""

import re
import time
from bisect import bisect_right
from collections.abc import Callable, Iterator
from itertools import chain, islice
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from hermes_tui.core.searching.bad_query import BadQueryError
from hermes_tui.core.threats.search import fold
from hermes_tui.core.traced import Span, merged

if TYPE_CHECKING:
    from hermes_tui.core.searching.expressions import Expression, Matching

MAX_PLACES = 100
"""Places that are told of one text."""

_WORD = re.compile(r"\S+")
_LONGEST_LINE = 500
"""Characters of a line that are compared when the closest ones are looked for."""
_LINES_COMPARED = 20_000
_SECONDS = 1.0
"""After so long the search for the closest lines ends with what it has."""


class Places(NamedTuple):
    """Where something stands in one text of which a part is lost."""

    told: tuple[Span, ...]
    """All places in their order; of more than :data:`MAX_PLACES` so many, those that lost something first."""
    total: int
    """Of all there are."""
    lost: int
    """Of those that lost something."""


class Query(NamedTuple):
    """What is looked for."""

    text: str
    """As it was typed."""
    folded: str
    """In lower case, white space made single blanks; empty for an expression."""
    expression: "Expression | None"

    def spans(self, text: str, folded: str | None = None) -> Iterator[Span]:
        """Where it stands in *text*, at most :data:`MAX_PLACES` times; *folded*: its folded form."""
        if self.expression is not None:
            found = (_stripped(text, *match.span()) for match in self.expression.finditer(text))
            return islice((span for span in found if span.start < span.end), MAX_PLACES)
        return islice(_literal(text, fold_text(text) if folded is None else folded, self.folded), MAX_PLACES)

    def places(self, text: str, lost: tuple[Span, ...]) -> Places:
        """Where it stands in *text*, of which the characters *lost* are lost; all places are counted."""
        if self.expression is None:
            return _literal_places(text, self.folded, lost)
        gone = _Spans(lost)
        found = (_stripped(text, *match.span()) for match in self.expression.finditer(text))
        count, first, last = 0, _Few(), _Few()
        for span in found:
            if span.start < span.end:
                count += 1
                (first if gone.touch(*span) else last).add(span)
        told = (*first.kept, *last.kept)[:MAX_PLACES]
        return Places(told if count > MAX_PLACES else tuple(sorted(told)), count, first.count)


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


def regular(text: str, matching: "Matching | None" = None) -> Query:
    """A regular expression, as Python has them; case does not matter, ``^`` and ``$`` mean lines.

    Args:
        text: the expression.
        matching: the process that tries it, where others follow; else it gets one of its own.

    Raises:
        BadQueryError: it is empty or no expression; from the walk through its places that it takes too long.
    """
    if not text:
        raise BadQueryError("there is nothing to look for: the expression is empty")
    from hermes_tui.core.searching.expressions import Expression, Matching

    return Query(text, "", Expression(text, matching or Matching()))


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


class _Folding:
    """The offsets of a text and of its folded form."""

    def __init__(self, text: str, folded: str) -> None:
        self._words = [match.start() for match in _WORD.finditer(text)]
        self._blanks = [match.start() for match in re.finditer(" ", folded)]
        self._length = len(folded)

    def origin(self, at: int) -> int:
        """The offset in the text of the character at *at* of its folded form, which is no blank."""
        word = bisect_right(self._blanks, at)
        return self._words[word] + at - self._begin(word)

    def origins(self, start: int, end: int) -> Span:
        """The characters of the text that became *start* to *end*, which begin and end with no blank."""
        return Span(self.origin(start), self.origin(end - 1) + 1)

    def folded(self, at: int) -> int:
        """The offset in the folded form of the first character from *at* of the text on that is no blank."""
        word = bisect_right(self._words, at) - 1
        if word < 0:
            return 0
        begin = self._begin(word)
        end = self._blanks[word] if word < len(self._blanks) else self._length
        return min(begin + at - self._words[word], end) if at - self._words[word] < end - begin else end + 1

    def _begin(self, word: int) -> int:
        return self._blanks[word - 1] + 1 if word else 0


def _literal(text: str, folded: str, wanted: str) -> Iterator[Span]:
    starts = _starts(folded, wanted)
    first = next(starts, None)
    if first is None:
        return
    folding = _Folding(text, folded)
    for start in chain((first,), starts):
        yield folding.origins(start, start + len(wanted))


def _starts(folded: str, wanted: str) -> Iterator[int]:
    place = folded.find(wanted)
    while place >= 0:
        yield place
        place = folded.find(wanted, place + len(wanted))


def _literal_places(text: str, wanted: str, lost: tuple[Span, ...]) -> Places:
    """Counting is left to ``str.count``: there may be millions."""
    folded = fold_text(text)
    count = folded.count(wanted)
    if not count:
        return Places((), 0, 0)
    folding, length = _Folding(text, folded), len(wanted)

    def begun(at: int) -> int:
        """Places that begin before *at*."""
        return folded.count(wanted, 0, max(0, at + length - 1))

    pieces = ((folding.folded(piece.start), folding.folded(piece.end)) for piece in lost)
    gone = merged(Span(max(0, start - length + 1), end) for start, end in pieces)
    touched = sum(begun(piece.end) - begun(piece.start) for piece in gone)
    if count <= MAX_PLACES:
        chosen = list(_starts(folded, wanted))
    else:
        spans = _Spans(gone)
        chosen = _first(_starts(folded, wanted), lambda start: spans.touch(start, start + 1), touched)
    return Places(tuple(folding.origins(start, start + length) for start in chosen), count, touched)


def _first(starts: Iterator[int], is_lost: Callable[[int], bool], lost: int) -> list[int]:
    """:data:`MAX_PLACES` of them, first those that lost something: there are *lost* of these."""
    first: list[int] = []
    last: list[int] = []
    wanted = min(lost, MAX_PLACES)
    for start in starts:
        if is_lost(start):
            first.append(start)
        elif len(last) < MAX_PLACES - wanted:
            last.append(start)
        if len(first) >= wanted and len(last) >= MAX_PLACES - wanted:
            break
    return [*first[:wanted], *last]


class _Few:
    """The first of many, and how many there are."""

    def __init__(self) -> None:
        self.kept: list[Span] = []
        self.count = 0

    def add(self, span: Span) -> None:
        self.count += 1
        if len(self.kept) < MAX_PLACES:
            self.kept.append(span)


class _Spans:
    """Spans that can be asked quickly."""

    def __init__(self, spans: tuple[Span, ...]) -> None:
        self._spans = merged(spans)
        self._starts = [span.start for span in self._spans]

    def touch(self, start: int, end: int) -> bool:
        """One of them has a character of *start* to *end*."""
        before = bisect_right(self._starts, end - 1) - 1
        return before >= 0 and self._spans[before].end > start


def _stripped(text: str, start: int, end: int) -> Span:
    """Without the white space around the match: a rule is its words."""
    piece = text[start:end]
    begin = start + len(piece) - len(piece.lstrip())
    return Span(begin, max(begin, end - (len(piece) - len(piece.rstrip()))))
