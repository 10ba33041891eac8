"""Draws one row of text with its marks. Nothing but safe text gets into a segment."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise

from rich.cells import cell_len
from rich.segment import Segment
from rich.style import Style
from textual.strip import Strip

from hermes_tui.core.text.terminal_safe import TAB, SafePieces
from hermes_tui.tui.text_view.cells import between_characters, index_at_cell
from hermes_tui.tui.text_view.document import KINDS, Mark, Numbers
from hermes_tui.tui.text_view.wrapping import ScreenRow

StyleOf = Callable[[tuple[str, ...]], Style]
"""Gives the style of the pane's text under these component classes."""

SIGN = "text-pane--sign"
"""The class of what stands for a character that acts or hides: no text of the file can look like it."""


@dataclass(frozen=True, slots=True)
class Layer:
    """A range of the text, in raw offsets, and the component class that lies over it."""

    start: int
    end: int
    style: str


@dataclass(frozen=True, slots=True)
class Gutter:
    """The columns before the text: a sign for marks, the line's number, a gap."""

    signs: bool
    """Whether there is a column for the signs of marks."""
    digits: int
    """How wide the numbers are; 0 without numbers."""
    numbers: Numbers
    """The numbers themselves."""

    @property
    def width(self) -> int:
        """The cells it takes."""
        columns = self.signs + self.digits
        return columns + 1 if columns else 0

    def text(self, row: ScreenRow, sign: str) -> str:
        """What stands before a row; a number only where its line begins."""
        number: int | None = None
        if row.opens_line and self.digits:
            if self.numbers == "lines":
                number = row.line + 1
            elif not isinstance(self.numbers, str) and row.line < len(self.numbers):
                number = self.numbers[row.line]
        figures = "" if number is None else str(number)
        return f"{sign if self.signs else ''}{figures:>{self.digits}}{' ' if self.width else ''}"


def gutter_for(numbers: Numbers, *, line_count: int, signs: bool) -> Gutter:
    """A gutter as wide as the largest number needs."""
    if numbers == "lines":
        largest = line_count
    elif isinstance(numbers, str):
        return Gutter(signs, 0, "none")
    else:
        largest = max(filter(None, numbers), default=0)
    return Gutter(signs, len(str(largest)) if largest else 0, numbers)


def layers_of(marks: Iterable[Mark]) -> list[Layer]:
    """The marks as layers, in their order."""
    return [Layer(mark.start, mark.end, KINDS[mark.kind].style) for mark in marks]


def paint_gutter(
    gutter: Gutter, row: ScreenRow, marks: Sequence[Mark], style_of: StyleOf, *, sign: str | None
) -> list[Segment]:
    """The columns before a row; the strongest mark gives the sign, if none is given."""
    if not gutter.width:
        return []
    kind = KINDS[marks[-1].kind] if marks else None
    text = gutter.text(row, sign or (kind.sign if kind else " "))
    # Offsets left of the row's beginning: the pointer on the gutter selects from there (see `paint_row`).
    plain = style_of(("text-pane--gutter",)) + Style.from_meta({"offset": (-len(text), row.start)})
    if kind is None or not gutter.signs:
        return [Segment(text, plain)]
    signed = style_of(("text-pane--gutter", kind.style)) + Style.from_meta(
        {"offset": (-len(text), row.start)}
    )
    return [Segment(text[:1], signed), Segment(text[1:], plain)]


def paint_row(
    pieces: SafePieces, layers: Sequence[Layer], style_of: StyleOf, *, left: int, width: int
) -> Strip:
    """The cells `left` to `left + width` of a row.

    Textual asks each segment for its "offset" when text is selected. Ours says (characters shown since the
    row's beginning, raw offset of that beginning), which names a place in the text at any width.
    """
    first, cell = index_at_cell(pieces.shown, left)
    shown = pieces.shown[: index_at_cell(pieces.shown, left + width)[0]]
    ranges = [(begin, end, SIGN) for _, begin, end in pieces.signs() if pieces.shown[begin:end] != TAB]
    ranges += [(pieces.to_shown(layer.start), pieces.to_shown(layer.end), layer.style) for layer in layers]
    spans = [
        (between_characters(shown, begin), between_characters(shown, end), name)
        for begin, end, name in ranges
        if begin < len(shown) and end > first
    ]
    cuts = {first, len(shown), *(begin for begin, _, _ in spans), *(end for _, end, _ in spans)}
    segments = (
        [_offset(Segment(" " * (cell - left), style_of(())), first, pieces.start)] if cell > left else []
    )
    for begin, end in pairwise(sorted(cut for cut in cuts if first <= cut <= len(shown))):
        names = tuple(name for start, stop, name in spans if start <= begin and stop >= end)
        segments.append(_offset(Segment(shown[begin:end], style_of(names)), begin, pieces.start))
    if not segments:
        segments.append(_offset(Segment("", style_of(())), len(shown), pieces.start))
    length = sum(cell_len(segment.text) for segment in segments)
    return Strip(segments, length).adjust_cell_length(width, style_of(()))


def _offset(segment: Segment, characters: int, start: int) -> Segment:
    """A segment that knows its place in the text."""
    meta = Style.from_meta({"offset": (characters, start)})
    return Segment(segment.text, segment.style + meta if segment.style else meta)
