"""Cells and characters: what fills one cell, and where a line may be broken into rows."""

import re
from collections.abc import Iterator

from rich.cells import cell_len, get_character_cell_size, split_graphemes

from hermes_tui.core.text.terminal_safe import TAB, SafePieces

# A test asks rich for the width of each.
_PLAIN = "\x20-\x7e\xa0-\xac\xae-\u02ff\u0370-\u0482\u2010-\u2027\u2030-\u205e\u2190-\u21ff\u2500-\u25fc"
not_plain = re.compile(f"[^{_PLAIN}]")
"""Finds what does not fill one cell or is not shown as it is; other text is wrapped by counting."""
not_plain_lines = re.compile(f"[^\n{_PLAIN}]")
"""The same for many lines."""


def is_plain(text: str) -> bool:
    """Whether every character fills one cell and is shown as it is."""
    return not_plain.search(text) is None


def index_at_cell(shown: str, cell: int) -> tuple[int, int]:
    """The first character that begins at a cell or after it, and the cell where it begins."""
    if is_plain(shown):
        index = min(cell, len(shown))
        return index, index
    position = 0
    for start, _, width in split_graphemes(shown)[0]:
        if position >= cell:
            return start, position
        position += width
    return len(shown), position


def plain_breaks(text: str, start: int, stop: int, width: int) -> Iterator[int]:
    """Where the further rows of a line of one-cell characters begin: behind a space, if there is one."""
    while stop - start > width:
        # The space that ends a full row may hang over the edge: nothing is to be seen of it.
        start = (text.rfind(" ", start, start + width + 1) + 1) or start + width
        if start >= stop:
            return
        yield start


def breaks(pieces: SafePieces, width: int) -> Iterator[int]:
    """Where the further rows of any line begin, as raw offsets: behind a space or beside a wide character."""
    row = column = chance = chance_column = 0
    opens = False
    for index, cells, character in _units(pieces):
        if opens or cells == 2:
            chance, chance_column = index, column
        while column + cells > width and index > row and not (character == " " and column == width):
            if chance > row:
                row, column = chance, column - chance_column
            else:
                row, column = index, 0
            chance_column = 0
            yield pieces.to_raw(row)
        column += cells
        opens = character in " \t" or cells == 2


def _units(pieces: SafePieces) -> Iterator[tuple[int, int, str]]:
    """What no row may cut: where it is shown, its cells, and its first character ("\\t" for a tab)."""
    shown = pieces.shown
    ends = {start: end for _, start, end in pieces.signs()}
    behind = 0
    for index, _, cells in split_graphemes(shown)[0]:
        if index < behind:
            continue
        if index in ends:
            behind = ends[index]
            sign = shown[index:behind]
            yield index, cell_len(sign), "\t" if sign == TAB else sign[0]
        else:
            yield index, cells, shown[index]


def between_characters(text: str, offset: int) -> int:
    """The next place that does not cut an emoji or a letter from its accents: alone, their width is wrong."""
    for _ in range(64):  # whoever piles up more accents may see them parted
        joined = 0 < offset < len(text) and (
            text[offset - 1] == "\u200d" or get_character_cell_size(text[offset]) == 0
        )
        if not joined:
            break
        offset += 1
    return offset
