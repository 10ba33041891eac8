"""Which row of the pane holds which offset of the text, whatever the text's size.

The text is divided into blocks of about 4,096 characters, at line ends where there are any. A block is
measured (its rows counted) when it comes into view or when the background work reaches it; until then its
rows are estimated. So 60 MB cost a few hundred kilobytes, no object is made for a line, and any place can be
shown at once. A line longer than a block is folded at the block's end too.
"""

from array import array
from bisect import bisect_right
from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate

from rich.cells import cell_len

from hermes_tui.core.text.terminal_safe import Span, safe_pieces
from hermes_tui.tui.text_view.cells import (
    between_characters,
    breaks,
    not_plain,
    not_plain_lines,
    plain_breaks,
)

BLOCK = 4096
"""Characters in a block, about: small enough to measure between two keys, large enough to be few."""

_KEPT = 256  # blocks whose rows stay at hand: several screens, some 100 KB


@dataclass(frozen=True, slots=True)
class ScreenRow:
    """One row of the pane."""

    start: int
    """The offset of its first character."""
    end: int
    """The offset behind its last character; the newline is not part of it."""
    line: int
    """The line of the text it belongs to, from 0."""
    opens_line: bool
    """Whether the line begins here, or goes on from the row above."""


class Blocks:
    """A text divided into blocks, independent of any width."""

    __slots__ = ("lines", "starts", "text")

    def __init__(self, text: str) -> None:
        """Divide a text (60 MB take about 30 ms)."""
        self.text = text
        self.starts = array("q", [0])
        """Where each block begins, and where the last one ends."""
        self.lines = array("q", [0])
        """How many lines end before each of these places."""
        position = lines = 0
        length = len(text)
        while position < length:
            end = min(position + BLOCK, length)
            if end < length:
                newline = text.rfind("\n", position, end)
                end = newline + 1 if newline >= 0 else between_characters(text, end)
            lines += text.count("\n", position, end)
            position = end
            self.starts.append(position)
            self.lines.append(lines)

    def __len__(self) -> int:
        """How many blocks there are."""
        return len(self.starts) - 1

    @property
    def line_count(self) -> int:
        """How many lines; a newline at the very end begins none."""
        return self.lines[-1] + (1 if self.text and not self.text.endswith("\n") else 0)

    def at(self, offset: int) -> int:
        """The block that holds an offset; the last one holds the end."""
        return max(0, bisect_right(self.starts, offset, hi=len(self)) - 1)


class RowIndex:
    """The rows of a text at one width.

    Row numbers are exact up to the first block that is not measured and around every place asked for; behind
    that they rest on estimates. Every answer measures what it needs.
    """

    def __init__(self, blocks: Blocks, width: int, *, reveal: Sequence[Span] = ()) -> None:
        """Begin with estimates; `reveal` as in `safe_pieces`."""
        self.blocks = blocks
        self.width = width
        self.widest = 0
        """The widest row measured, in cells (exact while rows are wider than lines; at most `width` + 1)."""
        self._reveal = reveal
        starts, lines = blocks.starts, blocks.lines
        self._counts = array(
            "q",
            (
                max(1, lines[at + 1] - lines[at], (starts[at + 1] - starts[at]) // width)
                for at in range(len(blocks))
            ),
        )
        self._measured = bytearray(len(blocks))
        self._found: list[tuple[int, int]] = []
        self._next = 0
        self._before: array[int] | None = None
        self._kept: OrderedDict[int, array[int]] = OrderedDict()

    @property
    def total(self) -> int:
        """How many rows there are, estimated until `complete`."""
        return self._rows_before()[-1]

    @property
    def complete(self) -> bool:
        """Whether every block has been measured and counted in."""
        return self._next >= len(self.blocks) and not self._found

    @property
    def progress(self) -> float:
        """How far the measuring in reading order has come, 0 to 1."""
        return self._next / len(self.blocks) if len(self.blocks) else 1.0

    def measure_next(self) -> bool:
        """Measure one more block in reading order, without moving any row yet; `False` at the end."""
        while self._next < len(self.blocks):
            at = self._next
            self._next += 1
            if not self._measured[at]:
                self._found.append((at, self._count(at)))
                return True
        return False

    def commit(self) -> None:
        """Count in what `measure_next` found; rows behind those blocks change their numbers."""
        for at, count in self._found:
            self._settle(at, count)
        self._found.clear()

    def measure_around(self, offset: int, *, before: int, after: int) -> None:
        """Make the numbers of so many rows before and after an offset's row exact among themselves."""
        if not len(self.blocks):
            return
        at = self.blocks.at(offset)
        starts = self._starts(at)
        inside = bisect_right(starts, offset - self.blocks.starts[at]) - 1
        missing, other = before - inside, at - 1
        while missing > 0 and other >= 0:
            missing -= self._measure(other)
            other -= 1
        missing, other = after - (len(starts) - inside), at + 1
        while missing > 0 and other < len(self.blocks):
            missing -= self._measure(other)
            other += 1

    def row_of(self, offset: int) -> int:
        """The row that holds an offset; the last one holds the end."""
        if not len(self.blocks):
            return 0
        at = self.blocks.at(offset)
        inside = bisect_right(self._starts(at), max(0, offset - self.blocks.starts[at])) - 1
        return self._rows_before()[at] + inside

    def start_of(self, row: int) -> int:
        """The offset where a row begins; the nearest row there is, if there is no such one."""
        if not len(self.blocks):
            return 0
        at, inside = self._locate(row)
        return self.blocks.starts[at] + self._starts(at)[inside]

    def rows(self, first: int, count: int) -> list[ScreenRow]:
        """Rows from one on, fewer at the end of the text."""
        rows: list[ScreenRow] = []
        if first >= self.total:
            return rows
        at, inside = self._locate(first)
        text = self.blocks.text
        while at < len(self.blocks) and len(rows) < count:
            origin, stop = self.blocks.starts[at], self.blocks.starts[at + 1]
            starts = self._starts(at)
            line = self.blocks.lines[at] + text.count("\n", origin, origin + starts[inside])
            while inside < len(starts) and len(rows) < count:
                start = origin + starts[inside]
                inside += 1
                end = origin + starts[inside] if inside < len(starts) else stop
                closes = text[end - 1] == "\n"
                opens = start == 0 or text[start - 1] == "\n"
                rows.append(ScreenRow(start, end - closes, line, opens))
                line += closes
            at, inside = at + 1, 0
        return rows

    def _rows_before(self) -> "array[int]":
        """How many rows stand before each block, and in all."""
        if self._before is None:
            self._before = array("q", accumulate(self._counts, initial=0))
        return self._before

    def _locate(self, row: int) -> tuple[int, int]:
        """The block of a row, and which of its rows it is."""
        row = max(0, row)
        at = max(0, bisect_right(self._rows_before(), row, hi=len(self.blocks)) - 1)
        return at, min(row - self._rows_before()[at], len(self._starts(at)) - 1)

    def _measure(self, at: int) -> int:
        """Count a block in at once, if it is not yet."""
        if not self._measured[at]:
            self._settle(at, self._count(at))
        return self._counts[at]

    def _settle(self, at: int, count: int) -> None:
        """Put a measured number of rows in the place of the estimate."""
        self._measured[at] = 1
        if self._counts[at] != count:
            self._counts[at] = count
            self._before = None

    def _count(self, at: int) -> int:
        """How many rows a block has."""
        start, end = self.blocks.starts[at], self.blocks.starts[at + 1]
        text = self.blocks.text
        if not_plain_lines.search(text, start, end) is None:
            lines = text[start:end].split("\n")
            longest = max(map(len, lines))
            if longest <= self.width:  # the common case, at C speed
                self.widest = max(self.widest, longest)
                return len(lines) - (text[end - 1] == "\n")
        return len(self._break(start, end))

    def _starts(self, at: int) -> "array[int]":
        """Where the rows of a block begin, counted from the block's beginning."""
        starts = self._kept.get(at)
        if starts is None:
            starts = self._break(self.blocks.starts[at], self.blocks.starts[at + 1])
            self._kept[at] = starts
            if len(self._kept) > _KEPT:
                self._kept.popitem(last=False)
            self._settle(at, len(starts))
        else:
            self._kept.move_to_end(at)
        return starts

    def _break(self, origin: int, end: int) -> "array[int]":
        """Break a block into rows."""
        text, width = self.blocks.text, self.width
        starts = array("H")
        line = origin
        while line < end:
            starts.append(line - origin)
            newline = text.find("\n", line, end)
            stop = end if newline < 0 else newline
            if not_plain.search(text, line, stop) is None:
                self.widest = max(self.widest, min(stop - line, width + 1))
                starts.extend(at - origin for at in plain_breaks(text, line, stop, width))
            else:
                pieces = safe_pieces(text, line, stop, reveal=self._reveal)
                cells = cell_len(pieces.shown)
                self.widest = max(self.widest, min(cells, width + 1))
                if cells > width:
                    starts.extend(at - origin for at in breaks(pieces, width))
            line = stop + 1 if newline >= 0 else end
        return starts
