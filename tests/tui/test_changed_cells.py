"""Only cells that change are written, and the terminal shows what it would if all were written."""

import re
from collections.abc import Iterable

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.console import COLOR_SYSTEMS, Console
from rich.segment import Segment
from rich.style import Style
from textual._compositor import ChopsUpdate, LayoutUpdate
from textual.geometry import Region
from textual.strip import Strip

from hermes_tui.tui.changed_cells import ShownCells

WIDTH, HEIGHT = 24, 3
CUTS = [WIDTH // 3, 2 * WIDTH // 3, WIDTH]
CONSOLE = Console(color_system="truecolor", force_terminal=True, legacy_windows=False)
NARROW_FLAGS = {"❤️": 1, "1️⃣": 1, "🇩🇪": 4, "👩‍💻": 4}
"""The cells of some characters in terminals that do not know what belongs together; two each for us."""

texts = st.lists(st.sampled_from(["a", "b", " ", "é", "世", "│", *NARROW_FLAGS]), max_size=WIDTH)
styles = st.sampled_from(
    [
        Style.null(),
        Style.parse("red on #102030"),
        Style.parse("bold blue"),
        Style.parse("reverse #ff0000"),
        Style.parse("underline on white"),
    ]
)
lines = st.lists(st.tuples(texts, styles), min_size=1, max_size=4)
agreed = st.lists(st.tuples(st.lists(st.sampled_from("ab é世│")), styles), min_size=1, max_size=4)


def strip_of(parts: list[tuple[list[str], Style]]) -> Strip:
    whole = Strip([Segment("".join(text), style) for text, style in parts])
    return whole.adjust_cell_length(WIDTH, Style.null())


class Terminal:
    """As much of a terminal as is written to; *cells* says how wide it takes some characters to be."""

    _SEQUENCE = re.compile(r"\x1b\[(\??)([\d;]*)([A-Za-z])")

    def __init__(self, cells: dict[str, int] | None = None) -> None:
        self.rows = [[(" ", "0")] * WIDTH for _ in range(HEIGHT)]
        self._cells = cells or {}
        self._x = self._y = 0
        self._colours: dict[str, str] = {}

    def feed(self, written: str) -> None:
        at = 0
        known = re.compile("|".join(NARROW_FLAGS))
        while at < len(written):
            if sequence := self._SEQUENCE.match(written, at):
                self._obey(*sequence.groups())
                at = sequence.end()
                continue
            joined = known.match(written, at)
            text = joined.group() if joined else written[at]
            self._put(text, self._cells.get(text, 2) if joined else 2 if text == "世" else 1)
            at += len(text)

    def _obey(self, mode: str, numbers: str, letter: str) -> None:
        if letter == "H":
            self._y, self._x = (int(number) - 1 for number in numbers.split(";"))
        elif letter == "G":
            self._x = int(numbers) - 1
        elif letter == "m":
            self._colour(numbers.split(";"))
        else:
            assert (mode, numbers) == ("?", "7")

    def _colour(self, numbers: Iterable[str]) -> None:
        given_numbers = iter(numbers)
        for number in given_numbers:
            if number == "0":
                self._colours.clear()
            elif number in ("38", "48"):
                assert next(given_numbers) == "2"
                self._colours[number] = "/".join(next(given_numbers) for _ in range(3))
            elif number in ("39", "49"):
                self._colours.pop({"39": "38", "49": "48"}[number], None)
            elif len(number) == 1:
                self._colours[number] = ""
            else:
                self._colours[{"3": "38", "4": "48", "9": "38", "1": "48"}[number[0]]] = number

    def _put(self, text: str, width: int) -> None:
        seen = self._colours
        if text == " " and "7" not in seen and "4" not in seen:  # only the ground of a blank is seen
            seen = {kind: colour for kind, colour in seen.items() if kind == "48"}
        look = repr(sorted(seen.items()))
        for at, shown in zip(range(self._x, WIDTH), [text, *[""] * (width - 1)], strict=False):
            self.rows[self._y][at] = (shown, look)
        self._x += width


def whole(shown: ShownCells, rows: list[Strip]) -> str:
    return shown.changes(LayoutUpdate([[row] for row in rows], Region(0, 0, WIDTH, HEIGHT)), CONSOLE)


def part(shown: ShownCells, rows: list[Strip], y: int, first: int, last: int) -> str:
    """The row *y* comes in three pieces, of which those between *first* and *last* have changed."""
    chops = [dict(zip([0, *CUTS], row.divide(CUTS), strict=False)) for row in rows]
    return shown.changes(ChopsUpdate(chops, [(y, first, last)], [CUTS] * HEIGHT), CONSOLE)


@given(st.lists(st.lists(lines, min_size=HEIGHT, max_size=HEIGHT), min_size=1, max_size=4))
def test_the_terminal_shows_what_was_drawn_last(pictures: list[list[list[tuple[list[str], Style]]]]) -> None:
    shown, terminal = ShownCells(), Terminal()
    for picture in pictures:
        rows = [strip_of(line) for line in picture]
        terminal.feed(whole(shown, rows))
        expected = Terminal()
        expected.feed(whole(ShownCells(), rows))
        assert terminal.rows == expected.rows
        assert whole(shown, rows) == ""


@given(st.lists(st.lists(agreed, min_size=HEIGHT, max_size=HEIGHT), min_size=2, max_size=4))
def test_parts_of_rows_are_shown_as_well(pictures: list[list[list[tuple[list[str], Style]]]]) -> None:
    shown, terminal = ShownCells(), Terminal()
    for number, picture in enumerate(pictures):
        rows = [Strip.join(strip_of(line).divide(CUTS)) for line in picture]
        for y in range(HEIGHT):
            terminal.feed(part(shown, rows, y, 0, WIDTH) if number else "")
        terminal.feed("" if number else whole(shown, rows))
        expected = Terminal()
        expected.feed(whole(ShownCells(), rows))
        assert terminal.rows == expected.rows


@given(st.lists(lines, min_size=HEIGHT, max_size=HEIGHT))
def test_what_stands_right_of_a_doubtful_character_keeps_its_column(
    picture: list[list[tuple[list[str], Style]]],
) -> None:
    rows = [strip_of(line).crop(0, WIDTH - 5).extend_cell_length(WIDTH - 1) for line in picture]
    rows = [Strip([*row, Segment("│")]) for row in rows]
    terminal = Terminal(NARROW_FLAGS)
    terminal.feed(whole(ShownCells(), rows))
    assert [row[-1][0] for row in terminal.rows] == ["│"] * HEIGHT


def test_one_letter_that_changes_is_one_letter_that_is_written() -> None:
    shown = ShownCells()
    whole(shown, [Strip([Segment("x" * WIDTH)])] * HEIGHT)
    rows = [Strip([Segment("x" * WIDTH)]), Strip([Segment("xxyxxx".ljust(WIDTH, "x"))])]
    assert whole(shown, [*rows, rows[0]]) == "\x1b[2;3Hy"


def test_colours_that_stay_are_not_written_again() -> None:
    shown = ShownCells()
    line = [Segment("a", Style.parse("red on #010203")), Segment("b", Style.parse("blue on #010203"))]
    rows = [Strip([*line, Segment(" " * (WIDTH - 2), Style.parse("blue on #010203"))])] * HEIGHT
    written = whole(shown, rows)
    assert written.count("48;2;1;2;3") == 1
    assert written.startswith("\x1b[1;1H\x1b[31;48;2;1;2;3ma\x1b[34mb")


def test_all_is_written_again_once_somebody_else_had_the_terminal() -> None:
    shown = ShownCells()
    rows = [Strip([Segment("x" * WIDTH)])] * HEIGHT
    first = whole(shown, rows)
    assert whole(shown, rows) == ""
    shown.forget()
    assert whole(shown, rows) == first


@pytest.mark.parametrize("system", ["standard", "256", "truecolor"])
def test_colours_are_those_of_the_terminal(system: str) -> None:
    console = Console(color_system=system, force_terminal=True, legacy_windows=False)  # type: ignore[arg-type]
    style, same = (Style(color="#ff0000", bgcolor="#00005f", bold=True) for _ in range(2))
    written = ShownCells().changes(
        LayoutUpdate([[Strip([Segment("x", style)])]], Region(0, 0, 1, 1)), console
    )
    colours, _, _ = same.render("x", color_system=COLOR_SYSTEMS[system]).partition("x")
    assert written == f"\x1b[1;1H{colours.replace('[', '[0;')}x\x1b[0m".replace("0m", "0;39;49m")
