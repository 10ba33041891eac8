"""Rows and offsets find each other at every width, exactly once everything is measured."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len

from hermes_tui.core.text.terminal_safe import safe_pieces
from hermes_tui.tui.text_view import wrapping
from hermes_tui.tui.text_view.cells import breaks, index_at_cell, is_plain
from hermes_tui.tui.text_view.wrapping import Blocks, RowIndex

texts = st.text(st.sampled_from("ab  \n\n-日本é\t\x1b\u202e👍\u0301❤\ufe0f\u200d👩"), max_size=60)
prose = st.text(st.sampled_from("abc   -"), max_size=60)


def index_of(text: str, width: int) -> RowIndex:
    return RowIndex(Blocks(text), width)


def measured(text: str, width: int) -> RowIndex:
    index = index_of(text, width)
    while index.measure_next():
        pass
    index.commit()
    return index


def newline(text: str, offset: int) -> str:
    return "\n" if text[offset : offset + 1] == "\n" else ""


def row_texts(text: str, width: int) -> list[str]:
    index = measured(text, width)
    return [text[row.start : row.end] for row in index.rows(0, 10_000)]


def test_lines_break_behind_spaces() -> None:
    assert row_texts("use uv, never pip\nok\n", 8) == ["use uv, ", "never ", "pip", "ok"]


def test_space_at_the_edge_hangs_over() -> None:
    assert row_texts("use uv pip", 6) == ["use uv ", "pip"]
    assert row_texts("use uv ", 6) == ["use uv "]


def test_words_longer_than_a_row_are_cut() -> None:
    assert row_texts("abcdefghij", 4) == ["abcd", "efgh", "ij"]


def test_wide_characters_break_anywhere_and_never_in_half() -> None:
    assert row_texts("漢字漢字漢", 5) == ["漢字", "漢字", "漢"]
    assert row_texts("ab漢字", 3) == ["ab", "漢", "字"]


def test_a_sign_is_never_cut() -> None:
    assert row_texts("ab\u202ecd", 10) == ["ab\u202e", "cd"]
    assert row_texts("abcdef\u202ecd", 10) == ["abcdef", "\u202ecd"]


def test_accents_and_joined_emoji_stay_together() -> None:
    assert row_texts("e\u0301" * 5, 2) == ["e\u0301" * 2, "e\u0301" * 2, "e\u0301"]
    assert row_texts("👩‍👩‍👧" * 3, 4) == ["👩‍👩‍👧" * 2, "👩‍👩‍👧"]


def test_blank_lines_and_the_last_newline() -> None:
    assert row_texts("a\n\n\nb\n", 5) == ["a", "", "", "b"]
    assert row_texts("\n", 5) == [""]
    assert row_texts("", 5) == []
    assert Blocks("a\nb").line_count == Blocks("a\nb\n").line_count == 2


def test_rows_know_their_line() -> None:
    rows = measured("one two\nthree\n", 4).rows(0, 9)
    assert [(row.line, row.opens_line) for row in rows] == [(0, True), (0, False), (1, True), (1, False)]


@given(prose, st.integers(2, 12))
def test_plain_and_careful_wrapping_agree(line: str, width: int) -> None:
    plain = [row.start for row in measured(line, width).rows(0, 999)]
    careful = [0, *breaks(safe_pieces(line, 0, len(line)), width)] if line else []
    assert plain == careful


@pytest.mark.parametrize("block", [4, 7, 4096])
@given(text=texts, width=st.integers(2, 14))
def test_rows_cover_the_text_and_lead_back(block: int, text: str, width: int) -> None:
    before, wrapping.BLOCK = wrapping.BLOCK, block
    try:
        index = measured(text, width)
    finally:
        wrapping.BLOCK = before
    assert index.complete
    rows = index.rows(0, 10_000)
    assert len(rows) == index.total
    assert "".join(text[row.start : row.end] + newline(text, row.end) for row in rows) == text
    for number, row in enumerate(rows):
        assert index.start_of(number) == row.start
        assert index.rows(number, 1) == [row]
        assert row.line == text.count("\n", 0, row.start)
        for offset in range(row.start, max(row.end, row.start + 1)):
            assert index.row_of(offset) == number
        shown = safe_pieces(text, row.start, row.end).shown
        assert cell_len(shown.removesuffix(" ")) <= width or row.end - row.start == 1 or "\u0301" in shown


@given(texts)
def test_measuring_in_any_order_gives_the_same_rows(text: str) -> None:
    before, wrapping.BLOCK = wrapping.BLOCK, 5
    try:
        whole, piecemeal = measured(text, 6), index_of(text, 6)
    finally:
        wrapping.BLOCK = before
    piecemeal.measure_around(len(text), before=999, after=0)
    piecemeal.measure_around(0, before=0, after=999)
    assert piecemeal.rows(0, 999) == whole.rows(0, 999)
    while piecemeal.measure_next():
        pass
    piecemeal.commit()
    assert piecemeal.complete
    assert piecemeal.progress == 1.0


def test_far_place_is_exact_among_its_neighbours_before_all_is_measured() -> None:
    text = "word word word word\n" * 200_000
    index = index_of(text, 12)
    far = len(text) // 2
    index.measure_around(far, before=50, after=50)
    row = index.row_of(far)
    near = index.rows(row - 50, 100)
    assert len(near) == 100
    assert all(left.end <= right.start for left, right in pairwise(near))
    assert near[50].start <= far <= near[50].end
    assert [index.row_of(each.start) for each in near] == list(range(row - 50, row + 50))
    assert not index.complete
    assert sum(index._measured) < 5


def test_index_of_one_huge_line_stays_small() -> None:
    index = measured("x" * 5_000_000, 40)
    assert index.total >= 125_000
    assert len(index.blocks) < 1_300
    assert len(index._kept) < 300


def test_revealed_joiner_takes_room() -> None:
    text = "👩\u200d👩"
    assert len(RowIndex(Blocks(text), 4).rows(0, 9)) == 1
    assert [row.start for row in RowIndex(Blocks(text), 10, reveal=[(1, 2)]).rows(0, 9)] == [0, 2]


def test_plain_characters_fill_one_cell_each() -> None:
    plain = [chr(code) for code in range(0x10000) if is_plain(chr(code))]
    assert len(plain) > 1_000
    assert [character for character in plain if cell_len(character) != 1] == []
    assert [character for character in plain if safe_pieces(character, 0, 1).shown != character] == []


def test_index_at_cell_skips_what_is_cut() -> None:
    assert index_at_cell("abc", 2) == (2, 2)
    assert index_at_cell("漢字", 1) == (1, 2)
    assert index_at_cell("漢字", 9) == (2, 4)
