"""A text folded for a search, and which characters of the text its characters were.

A text may have a hundred million characters. It is looked at piece by piece, so that other threads get
their turn, and only as far as somebody asks.
"""

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator

from hermes_tui.core.text.provenance import Span
from hermes_tui.core.threats.search import fold

PIECE = 100_000
"""Characters that are looked at at once, and what is left of the last word."""

_WORD = re.compile(r"\S+")
_WHITE = re.compile(r"\s")


def fold_text(text: str) -> str:
    """*text* in lower case with every run of white space made one blank, and none around it."""
    return " ".join(filter(None, (_fold_piece(text[start:end]) for start, end in pieces(text, PIECE))))


def _fold_piece(text: str) -> str:
    folded = fold(text)
    if not folded.isascii():
        folded = folded.replace("ς", "σ")  # one letter, by its place in the word
    return " ".join(folded.split())


def pieces(text: str, size: int) -> Iterator[tuple[int, int]]:
    """Where pieces of *size* characters begin and end; each ends before white space or with the text."""
    start = 0
    while start < len(text):
        white = _WHITE.search(text, start + size)
        end = white.start() if white is not None else len(text)
        yield start, end
        start = end


class Folding:
    """The offsets of a text and of its folded form."""

    def __init__(self, text: str, folded: str) -> None:
        self._text = text
        self._folded = folded
        self._more = pieces(text, PIECE)
        self._starts: list[int] = []
        self._begins: list[int] = []
        """Where each piece begins that was looked at, in the text and in the folded form."""
        self._end = self._next_begin = 0
        """Where the next one does."""
        self._near: tuple[int, list[int], list[int]] = (-1, [], [])
        """The number of the last piece that was asked for, and where its words begin, in both forms."""

    def origins(self, start: int, end: int) -> Span:
        """The characters of the text that became *start* to *end*, which begin and end with no blank."""
        return Span(self.origin(start), self.origin(end - 1) + 1)

    def origin(self, at: int) -> int:
        """The offset in the text of the character at *at* of its folded form, which is no blank."""
        while self._next_begin <= at and self._look_further():
            pass
        words, begins = self._words(bisect_right(self._begins, at) - 1)
        word = bisect_right(begins, at) - 1
        return words[word] + at - begins[word]

    def folded_spans(self, spans: Iterable[Span]) -> tuple[Span, ...]:
        """The same characters in the folded form."""
        return tuple(Span(self.folded(span.start), self.folded(span.end)) for span in spans)

    def folded(self, at: int) -> int:
        """The offset in the folded form of the first character from *at* of the text on that is no blank."""
        while self._end <= at and self._look_further():
            pass
        piece = bisect_right(self._starts, at) - 1
        if piece < 0:
            return 0
        words, begins = self._words(piece)
        word = bisect_right(words, at) - 1
        if word < 0:
            return self._begins[piece]
        after = begins[word + 1] if word + 1 < len(begins) else self._begin_after(piece)
        there = begins[word] + at - words[word]
        return there if there < after - 1 else after

    def _look_further(self) -> bool:
        """Look at one more piece; says whether there was one."""
        found = next(self._more, None)
        if found is None:
            return False
        start, self._end = found
        self._starts.append(start)
        self._begins.append(self._next_begin)
        words = self._text[start : self._end].split()
        self._next_begin += sum(map(len, words)) + len(words)
        return True

    def _begin_after(self, piece: int) -> int:
        return self._begins[piece + 1] if piece + 1 < len(self._begins) else self._next_begin

    def _words(self, piece: int) -> tuple[list[int], list[int]]:
        """Where the words of a piece begin, in the text and in the folded form."""
        if self._near[0] != piece:
            start = self._starts[piece]
            end = self._starts[piece + 1] if piece + 1 < len(self._starts) else self._end
            words = [match.start() for match in _WORD.finditer(self._text, start, end)]
            begin, after = self._begins[piece], self._begin_after(piece)
            blanks = re.finditer(" ", self._folded[begin : after - 1])
            begins = [begin, *(begin + blank.end() for blank in blanks)] if words else []
            self._near = (piece, words, begins)
        return self._near[1:]
