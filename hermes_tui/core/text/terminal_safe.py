"""Foreign text made harmless to a terminal, with offsets kept.

A terminal obeys what it is given: a file, a directory name or a branch can set the clipboard, clear the
screen or turn the reading direction. So whatever came from disk, git, the environment or the user passes
through here before it is drawn or printed, and every character that acts or hides gets a visible sign:

    control characters (C0)      U+2400 and up: ESC is shown as ␛, DEL as ␡
    lone surrogates              �
    everything else that hides   ‹U+202E›: C1, bidi, zero-width, BOM, soft hyphen, line and paragraph
                                 separators, fillers, tag characters, stray variation selectors
    zero-width joiners and variation selectors stay where they build an emoji

`safe` is for one-line text (names, paths, reasons): newline and tab are shown as signs as well. `safe_lines`
keeps "\\n" and shows a tab as four spaces, wherever it stands: a fixed width keeps offsets countable, and
most tabs in these files are indentation.
"""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence

TAB = "    "
"""What `safe_lines` and `safe_pieces` show for a tab."""

# Categories Cc, Cf, Cs, Zl and Zp up to Unicode 16, and the Default_Ignorable_Code_Point property, which adds
# what hides as a letter or mark (Hangul fillers, variation selectors, unassigned tags). Written out, because
# `unicodedata` differs between Python versions and costs start-up time; a test compares.
_HIDES = (
    "\x7f-\x9f\xad\u034f\u0600-\u0605\u061c\u06dd\u070f\u0890\u0891\u08e2\u115f\u1160\u17b4\u17b5"
    "\u180b-\u180f\u200b-\u200f\u2028-\u202e\u2060-\u206f\u3164\ud800-\udfff\ufe00-\ufe0f\ufeff\uffa0"
    "\ufff0-\ufffb\U000110bd\U000110cd\U00013430-\U0001343f\U0001bca0-\U0001bca3\U0001d173-\U0001d17a"
    "\U000e0000-\U000e0fff"
)
_PICTURE = (
    "[\xa9\xae\u203c\u2049\u2122\u2139\u2190-\u21ff\u2300-\u23ff\u24c2\u25a0-\u27bf\u2934\u2935\u2b00-\u2bff"
    "\u3030\u303d\u3297\u3299\U0001f000-\U0001faff][\ufe0e\ufe0f]?[\U0001f3fb-\U0001f3ff]?"
)
_EMOJI = f"({_PICTURE}(?:\u200d{_PICTURE})*|[0-9#*]\ufe0f\u20e3)"

_hides = re.compile(f"[\x00-\x1f{_HIDES}]")
_hides_in_lines = re.compile(f"[\x00-\x09\x0b-\x1f{_HIDES}]")
_emoji_or_hides = re.compile(f"{_EMOJI}|[\x00-\x1f{_HIDES}]")
_emoji_or_hides_in_lines = re.compile(f"{_EMOJI}|[\x00-\x09\x0b-\x1f{_HIDES}]")

Span = tuple[int, int]
"""A half-open range of offsets."""


def safe(text: str) -> str:
    """One-line text made harmless; newline and tab become ␊ and ␉."""
    if _hides.search(text) is None:
        return text
    return _emoji_or_hides.sub(lambda found: found[0] if found.lastindex else _sign(found[0]), text)


def safe_lines(text: str) -> str:
    """Text of many lines made harmless; "\\n" stays, a tab becomes four spaces."""
    if _hides_in_lines.search(text) is None:
        return text
    return _emoji_or_hides_in_lines.sub(
        lambda found: found[0] if found.lastindex else _sign_in_lines(found[0]), text
    )


class SafePieces:
    """A stretch of raw text as `safe_lines` shows it, and the way from offset to offset.

    Raw offsets count from the beginning of the whole raw text, shown offsets from the beginning of `shown`.
    Only replaced characters are recorded, so that clean text costs nothing.
    """

    __slots__ = ("_ends", "_raw", "_starts", "end", "shown", "start")

    def __init__(
        self, start: int, end: int, shown: str, raw: Sequence[int], starts: Sequence[int], ends: Sequence[int]
    ) -> None:
        """Keep the stretch, and for each replaced character where its sign begins and ends."""
        self.start = start
        self.end = end
        self.shown = shown
        self._raw = raw
        self._starts = starts
        self._ends = ends

    def to_shown(self, raw: int) -> int:
        """Where a raw offset is shown; the ends stand for what lies outside."""
        raw = min(max(raw, self.start), self.end)
        before = bisect_left(self._raw, raw)
        if before == 0:
            return raw - self.start
        return self._ends[before - 1] + raw - self._raw[before - 1] - 1

    def to_raw(self, shown: int) -> int:
        """Which raw offset a shown offset stands for: anywhere in a sign, the character it replaces."""
        shown = min(max(shown, 0), len(self.shown))
        at = bisect_right(self._starts, shown) - 1
        if at < 0:
            return self.start + shown
        return self._raw[at] + max(0, shown - self._ends[at] + 1)

    def signs(self) -> Iterator[tuple[int, int, int]]:
        """Each replaced character: its raw offset, and where its sign begins and ends in `shown`."""
        return zip(self._raw, self._starts, self._ends, strict=True)


def safe_pieces(text: str, start: int, end: int, *, reveal: Sequence[Span] = ()) -> SafePieces:
    """The stretch `start` to `end` of a text as `safe_lines` shows it, with its offsets.

    Within the spans `reveal` (sorted, apart from each other) joiners and variation selectors of an emoji are
    shown too: Hermes refuses a file for a U+200D wherever it stands, and then it must be seen.
    """
    if _hides_in_lines.search(text, start, end) is None:
        return SafePieces(start, end, text[start:end], (), (), ())
    parts: list[str] = []
    raw: list[int] = []
    starts: list[int] = []
    ends: list[int] = []
    length = 0
    copied = start
    for position in _to_replace(text, start, end, reveal):
        clean = text[copied:position]
        sign = _sign_in_lines(text[position])
        parts += (clean, sign)
        raw.append(position)
        length += len(clean)
        starts.append(length)
        length += len(sign)
        ends.append(length)
        copied = position + 1
    parts.append(text[copied:end])
    return SafePieces(start, end, "".join(parts), raw, starts, ends)


def _to_replace(text: str, start: int, end: int, reveal: Sequence[Span]) -> Iterator[int]:
    """The offsets that need a sign, in order."""
    cursor = start
    for span in reveal[bisect_left(reveal, start, key=lambda span: span[1]) :]:
        begin, stop = max(span[0], cursor), min(span[1], end)
        if begin >= end:
            break
        for found in _emoji_or_hides_in_lines.finditer(text, cursor, begin):
            if not found.lastindex:
                yield found.start()
        for found in _hides_in_lines.finditer(text, begin, stop):
            yield found.start()
        cursor = max(cursor, stop)
    for found in _emoji_or_hides_in_lines.finditer(text, cursor, end):
        if not found.lastindex:
            yield found.start()


def _sign(character: str) -> str:
    """What stands for a character that acts or hides."""
    code = ord(character)
    if code < 0x20:
        return chr(0x2400 + code)
    if code == 0x7F:
        return "\u2421"
    if 0xD800 <= code <= 0xDFFF:
        return "\ufffd"
    return f"\u2039U+{code:04X}\u203a"


def _sign_in_lines(character: str) -> str:
    """The same where lines are kept: a tab is room, not a sign."""
    return TAB if character == "\t" else _sign(character)
