"""What the terminal shows now, so that only cells that change are written to it.

Textual writes whole rows and whole screens, most of which are as they were: 50 KB for a step in a list. Each
update is held against what was written before instead. Where terminals disagree about the cells of a
character (flags, keycaps, joined emoji), what follows is placed, not left to follow.
"""

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import chain
from typing import NamedTuple

from rich.cells import split_graphemes
from rich.color import ColorSystem
from rich.console import COLOR_SYSTEMS, Console
from rich.segment import Segment
from rich.style import Style
from textual._compositor import ChopsUpdate, CompositorUpdate, LayoutUpdate
from textual.strip import Strip

_GAP = 4
"""So many unchanged cells are written again sooner than the cursor is moved over them."""

_AGREED = re.compile(
    "[\x20-\x7e\xa0-\xac\xae-\u02ff\u0370-\u0482\u2010-\u2027\u2030-\u205e\u2190-\u21ff\u2500-\u25fc"
    "\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\uff01-\uff60\U00020000-\U0003fffd]"
)
"""A character that has as many cells in each terminal as here: one, or two of East Asia."""


_INK_OF_BLANKS = frozenset(("4", "5", "6", "7", "9", "21", "51", "52", "53"))


class Look(NamedTuple):
    """Colours and attributes of a cell, as parameters of the terminal's sequence."""

    attributes: str = ""
    foreground: str = "39"
    background: str = "49"

    @property
    def of_blank(self) -> "Look":
        """The same where nothing but the ground is to be seen; then :attr:`foreground` is empty."""
        return Look("", "", self.background) if _shows_no_ink(self.attributes) else self

    def beside(self, before: "Look") -> "Look":
        """The same with the ink that is written in already, where it is not seen."""
        if self.foreground:
            return self
        attributes = before.attributes if _shows_no_ink(before.attributes) else ""
        return Look(attributes, before.foreground, self.background)

    def after(self, before: "Look") -> str:
        """The sequence that leads here."""
        if self == before:
            return ""
        if self.attributes != before.attributes:
            return f"\x1b[{';'.join(filter(None, ('0', *self)))}m"
        changed = (new for new, old in zip(self[1:], before[1:], strict=True) if new != old)
        return f"\x1b[{';'.join(changed)}m"


def _shows_no_ink(attributes: str) -> bool:
    """On a blank: no underline, overline, strike or reversal."""
    return _INK_OF_BLANKS.isdisjoint(attributes.split(";"))


Cell = tuple[str, Look] | None
"""A character with what is joined to it; nothing in the second cell of a wide one; ``None``: unknown."""

_PLAIN = Look()


@lru_cache(maxsize=4096)
def _looks(style: Style, system: ColorSystem) -> tuple[Look, Look]:
    """That of a character, and that of a blank."""
    colour, ground = style.color, style.bgcolor
    look = Look(
        Strip.render_ansi(style.without_color, system),
        ";".join(colour.downgrade(system).get_ansi_codes()) if colour else "39",
        ";".join(ground.downgrade(system).get_ansi_codes(foreground=False)) if ground else "49",
    )
    return look, look.of_blank


class ShownCells:
    """The cells of the terminal, as far as they were written."""

    def __init__(self) -> None:
        self._rows: list[list[Cell]] = []
        self._segments: dict[int, list[Segment]] = {}
        """Rows that were last written whole, as they came: most come again just so."""

    def forget(self) -> None:
        """Somebody else wrote on the terminal: everything is written again."""
        self._rows.clear()
        self._segments.clear()

    def changes(self, update: CompositorUpdate, console: Console) -> str:
        """What is to be written to the terminal for *update*; it counts as shown from then on."""
        system = COLOR_SYSTEMS.get(console.color_system or "truecolor", ColorSystem.TRUECOLOR)
        if isinstance(update, LayoutUpdate):
            pieces = self._whole_rows(update)
        elif isinstance(update, ChopsUpdate):
            pieces = self._parts(update)
        else:
            return update.render_segments(console)
        written: list[str] = []
        look = _PLAIN
        for y, x, segments in pieces:
            cells = _cells(segments, system)
            for start, run in self._changed(y, x, cells):
                written.append(f"\x1b[{y + 1};{start + 1}H")
                look = _write(run, start, look, written)
        if written:
            written.append(_PLAIN.after(look))
        return "".join(written)

    def _whole_rows(self, update: LayoutUpdate) -> Iterator[tuple[int, int, Iterable[Segment]]]:
        left, top, width, height = update.region
        if (len(self._rows), len(self._rows[0]) if self._rows else 0) != (top + height, left + width):
            self.forget()
            self._rows = [[None] * (left + width) for _ in range(top + height)]
        for y, line in enumerate(update.strips, top):
            segments = list(chain.from_iterable(line))
            if self._segments.get(y) != segments:
                self._segments[y] = segments
                yield y, left, segments

    def _parts(self, update: ChopsUpdate) -> Iterator[tuple[int, int, Iterable[Segment]]]:
        for y, first, last in update.spans:
            self._segments.pop(y, None)
            for end, (x, strip) in zip(update.chop_ends[y], update.chops[y].items(), strict=False):
                if strip is not None and x <= last and end > first:
                    yield y, x, strip if end <= last else strip.crop(0, last - x)

    def _changed(self, y: int, x: int, cells: list[Cell]) -> Iterator[tuple[int, list[Cell]]]:
        """The runs of *cells* that are not shown yet, each with its column."""
        while len(self._rows) <= y:
            self._rows.append([])
        row = self._rows[y]
        row.extend([None] * (x + len(cells) - len(row)))
        shown = row[x : x + len(cells)]
        if shown == cells:
            return
        row[x : x + len(cells)] = cells
        different = [at for at, (old, new) in enumerate(zip(shown, cells, strict=True)) if old != new]
        start = last = different[0]
        for at in (*different[1:], len(cells) + _GAP + 1):
            if at - last > _GAP:
                while start and _is_behind(cells[start]):
                    start -= 1
                last += 1
                while last < len(cells) and _is_behind(cells[last]):
                    last += 1
                yield x + start, cells[start:last]
                start = at
            last = at


def _is_behind(cell: Cell) -> bool:
    """It is covered by the wide character to its left."""
    return cell is not None and not cell[0]


def _cells(segments: Iterable[Segment], system: ColorSystem) -> list[Cell]:
    cells: list[Cell] = []
    for text, style, control in segments:
        if control:
            continue
        look, of_blank = _looks(style or Style.null(), system)
        blank = (" ", of_blank)
        if text.isascii():
            cells.extend([blank if character == " " else (character, look) for character in text])
            continue
        for start, end, width in split_graphemes(text)[0]:
            if width:
                cells.append(blank if text[start:end] == " " else (text[start:end], look))
                cells.extend([("", look)] * (width - 1))
    return cells


def _write(run: list[Cell], column: int, look: Look, written: list[str]) -> Look:
    """Write cells that stand side by side; the look that the terminal writes in afterwards."""
    for at, cell in enumerate(run, column):
        if cell is None or not cell[0]:
            continue
        text, wanted = cell
        wanted = wanted.beside(look)
        written.append(wanted.after(look))
        look = wanted
        if _AGREED.fullmatch(text):
            written.append(text)
            continue
        cells = 1 + sum(1 for _ in _behind(run, at - column))
        # Blanks first, for a terminal where it is narrower; no new row where it is wider.
        written.append(f"\x1b[?7l{' ' * cells}\x1b[{at + 1}G{text}\x1b[{at + cells + 1}G\x1b[?7h")
    return look


def _behind(run: list[Cell], at: int) -> Iterator[Cell]:
    for cell in run[at + 1 :]:
        if not _is_behind(cell):
            return
        yield cell


class OnlyChanges(CompositorUpdate):
    """Of an update, what the terminal does not show yet."""

    def __init__(self, update: CompositorUpdate, shown: ShownCells) -> None:
        self._update = update
        self._shown = shown

    def render_segments(self, console: Console) -> str:
        """As Textual asks for it, once it is about to be written."""
        return self._shown.changes(self._update, console)
