"""Text in Unicode's normal form NFKC, and where each of its characters comes from."""

import re
import unicodedata
from bisect import bisect_right
from collections.abc import Iterator
from functools import cache

_BESIDE_ASCII = re.compile(r"[\x00-\x7f]?[^\x00-\x7f]+")
_JOINING_JAMO = range(0x1161, 0x1200)


def normalise(text: str) -> str:
    """*text* in NFKC."""
    return unicodedata.normalize("NFKC", text)


class Origin:
    """Where the characters of a normalised text come from.

    The text is cut into segments that normalise each on its own. A place in a segment that stayed as it
    was is exact; a segment that changed (a ligature taken apart, accents put together) is taken whole.
    """

    def __init__(self, text: str) -> None:
        if self._cut(text, _segments(text)) != normalise(text):
            # A newer Unicode has characters that join the one before, and the test below does not know them.
            self._cut(text, _coarse_segments(text))

    def span(self, start: int, end: int) -> tuple[int, int]:
        """The original place of ``normal[start:end]``, which is not empty."""
        return self._place(start, last=False), self._place(end - 1, last=True)

    def _cut(self, text: str, segments: Iterator[tuple[int, int]]) -> str:
        """Take *segments*; the concatenation of what each normalises to."""
        self._segments: list[tuple[int, int, bool]] = []
        self._starts: list[int] = []
        pieces: list[str] = []
        length = 0
        for start, stop in segments:
            piece = text[start:stop]
            normal = piece if piece.isascii() else normalise(piece)
            self._starts.append(length)
            self._segments.append((start, stop, piece == normal))
            pieces.append(normal)
            length += len(normal)
        return "".join(pieces)

    def _place(self, place: int, *, last: bool) -> int:
        index = bisect_right(self._starts, place) - 1
        start, stop, same = self._segments[index]
        if same:
            return start + place - self._starts[index] + last
        return stop if last else start


def _segments(text: str) -> Iterator[tuple[int, int]]:
    for start, stop in _coarse_segments(text):
        begin = start
        if not text[stop - 1].isascii():
            for place in range(start + 1, stop):
                if _stands_alone(text[place]):
                    yield begin, place
                    begin = place
        yield begin, stop


def _coarse_segments(text: str) -> Iterator[tuple[int, int]]:
    """Runs of characters beside ASCII, with the one before them, and what lies between such runs."""
    done = 0
    # ASCII never joins what stands before it.
    for run in _BESIDE_ASCII.finditer(text):
        if done < run.start():
            yield done, run.start()
        yield run.span()
        done = run.end()
    if done < len(text):
        yield done, len(text)


@cache
def _stands_alone(character: str) -> bool:
    """Nothing before *character* can change with it."""
    first = unicodedata.normalize("NFKD", character)[0]
    return (
        not unicodedata.combining(first)
        and not unicodedata.category(first).startswith("M")
        and ord(first) not in _JOINING_JAMO
    )
