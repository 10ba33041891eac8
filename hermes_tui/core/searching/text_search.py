"""Finding a sentence in many texts: literally, ignoring case and runs of white space, or by an expression.

:class:`Index` keeps every text folded, so that a search as somebody types costs a few milliseconds for ten
million characters; only the texts that hold the words are looked at closely.
"""

from bisect import bisect_right
from collections.abc import Callable, Iterator
from functools import cached_property
from itertools import chain, islice
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from hermes_tui.core.searching.bad_query import BadQueryError
from hermes_tui.core.searching.folding import Folding, fold_text
from hermes_tui.core.text.provenance import Span, merged

if TYPE_CHECKING:
    from hermes_tui.core.searching.expressions import Expression

MAX_PLACES = 100
"""Places that are told of one text."""


class Places(NamedTuple):
    """Where something stands in one text of which a part is lost."""

    told: tuple[Span, ...]
    """All places in their order; of more than are wanted so many, those that lost something first."""
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

    def spans(self, text: str) -> Iterator[Span]:
        """Where it stands in *text*, at most :data:`MAX_PLACES` times."""
        if self.expression is not None:
            found = (_stripped(text, *match) for match in self.expression.finditer(text))
            return islice((span for span in found if span.start < span.end), MAX_PLACES)
        return islice(_literal(text, fold_text(text), self.folded), MAX_PLACES)

    def counted(self, text: str, folded: str, part: "TextPart") -> tuple[int, int]:
        """How many places there are, and how many of them have characters of *part*: quicker than
        :meth:`places`."""
        if self.expression is None:
            return _counted(folded, self.folded, part.folded_spans)
        places = self.places(text, part.spans, folded, 0)
        return places.total, places.lost

    def places(
        self, text: str, lost: tuple[Span, ...], folded: str | None = None, most: int = MAX_PLACES
    ) -> Places:
        """Where it stands in *text*, of which the characters *lost* are lost; all places are counted.

        At most *most* are told; *folded* is the folded form of the text.
        """
        if self.expression is None:
            known = fold_text(text) if folded is None else folded
            return _literal_places(text, known, self.folded, lost, most)
        gone = SpanSet(lost)
        found = (_stripped(text, *match) for match in self.expression.finditer(text))
        count, first, last = 0, _Few(most), _Few(most)
        for span in found:
            if span.start < span.end:
                count += 1
                (first if gone.touch(*span) else last).add(span)
        told = (*first.kept, *last.kept)[:most]
        return Places(told if count > most else tuple(sorted(told)), count, first.count)


class TextPart:
    """Characters of one text that are to be asked again and again."""

    def __init__(self, spans: tuple[Span, ...], text: str, folded: str) -> None:
        self.spans = spans
        self._text = text
        self._folded = folded

    @cached_property
    def folded_spans(self) -> tuple[Span, ...]:
        """The same characters in the folded form."""
        if not self.spans:
            return ()
        return Folding(self._text, self._folded).folded_spans(self.spans)


def literal(text: str) -> Query:
    """Words to be found as they stand.

    Raises:
        BadQueryError: there are none.
    """
    folded = fold_text(text)
    if not folded:
        raise BadQueryError("there is nothing to look for: the text is empty")
    return Query(text, folded, None)


def regular(text: str, is_wanted: Callable[[], bool] = lambda: True) -> Query:
    """A regular expression, as Python has them; case does not matter, ``^`` and ``$`` mean lines.

    Args:
        text: the expression.
        is_wanted: asked now and then; ``False`` ends the search.

    Raises:
        BadQueryError: it is empty or no expression; from the walk through its places that it takes too long.
    """
    if not text:
        raise BadQueryError("there is nothing to look for: the expression is empty")
    from hermes_tui.core.searching.expressions import Expression

    return Query(text, "", Expression(text, is_wanted))


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

    def holding(self, query: Query) -> Iterator[tuple[Path, str, str]]:
        """Every text that may have a place, in the order in which they came, with its folded form."""
        for path, (text, folded) in self._texts.items():
            if query.expression is not None or query.folded in folded:
                yield path, text, folded


def _literal(text: str, folded: str, wanted: str) -> Iterator[Span]:
    starts = _starts(folded, wanted)
    first = next(starts, None)
    if first is None:
        return
    folding = Folding(text, folded)
    for start in chain((first,), starts):
        yield folding.origins(start, start + len(wanted))


def _starts(folded: str, wanted: str) -> Iterator[int]:
    place = folded.find(wanted)
    while place >= 0:
        yield place
        place = folded.find(wanted, place + len(wanted))


def _literal_places(text: str, folded: str, wanted: str, lost: tuple[Span, ...], most: int) -> Places:
    """Counting is left to ``str.count``: there may be millions."""
    if wanted not in folded:
        return Places((), 0, 0)
    folding, length = Folding(text, folded), len(wanted)
    gone = folding.folded_spans(lost)
    count, touched = _counted(folded, wanted, gone)
    if count <= most:
        chosen = list(_starts(folded, wanted))
    else:
        spans = SpanSet(_begins(gone, length))
        chosen = _first(_starts(folded, wanted), lambda start: spans.touch(start, start + 1), touched, most)
    return Places(tuple(folding.origins(start, start + length) for start in chosen), count, touched)


def _counted(folded: str, wanted: str, gone: tuple[Span, ...]) -> tuple[int, int]:
    """All places, and those that touch what is *gone* of the folded text."""
    length = len(wanted)

    def begun(at: int) -> int:
        """Places that begin before *at*."""
        return folded.count(wanted, 0, max(0, at + length - 1))

    touched = sum(begun(piece.end) - begun(piece.start) for piece in _begins(gone, length))
    return folded.count(wanted), touched


def _begins(gone: tuple[Span, ...], length: int) -> tuple[Span, ...]:
    """Where a place of that *length* begins that touches what is *gone*."""
    return merged(Span(max(0, piece.start - length + 1), piece.end) for piece in gone)


def _first(starts: Iterator[int], is_lost: Callable[[int], bool], lost: int, most: int) -> list[int]:
    """At most *most* of them, first those that lost something: there are *lost* of these."""
    first: list[int] = []
    last: list[int] = []
    wanted = min(lost, most)
    for start in starts:
        if is_lost(start):
            first.append(start)
        elif len(last) < most - wanted:
            last.append(start)
        if len(first) >= wanted and len(last) >= most - wanted:
            break
    return [*first[:wanted], *last]


class _Few:
    """The first of many, and how many there are."""

    def __init__(self, most: int) -> None:
        self._most = most
        self.kept: list[Span] = []
        self.count = 0

    def add(self, span: Span) -> None:
        self.count += 1
        if len(self.kept) < self._most:
            self.kept.append(span)


class SpanSet:
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
