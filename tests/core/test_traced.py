"""Traced text behaves like ``str``, and every character finds its way to its file and back."""

import itertools
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hermes_tui.core.text.provenance import (
    Role,
    Run,
    Source,
    Span,
    TracedText,
    joined,
    line_of,
    merged,
    without,
)

FILES = (Path("/a"), Path("/b"))

ALPHABET = st.sampled_from("ab é中\n\t \u00a0\u2028\u200b")


@st.composite
def pieces(draw: st.DrawFn) -> TracedText:
    """A stretch of a file, or words that Hermes wrote."""
    text = draw(st.text(ALPHABET, max_size=12))
    if draw(st.booleans()):
        return TracedText.of_file(draw(st.sampled_from(FILES)), text)
    return TracedText.written(text, draw(st.sampled_from(list(Role)[1:])))


@st.composite
def traced_texts(draw: st.DrawFn) -> TracedText:
    """Several pieces, some of them cut."""
    text = TracedText()
    for piece in draw(st.lists(pieces(), max_size=6)):
        start = draw(st.integers(0, len(piece)))
        text += piece.slice(start, draw(st.integers(start, len(piece))))
    return text


@given(traced_texts())
def test_length_is_that_of_the_string(text: TracedText) -> None:
    assert len(text) == len(str(text))


@given(traced_texts(), st.integers(-30, 30), st.none() | st.integers(-30, 30))
def test_slice_equals_that_of_a_string(text: TracedText, start: int, stop: int | None) -> None:
    assert str(text.slice(start, stop)) == str(text)[start:stop]


@given(traced_texts())
def test_strip_equals_that_of_a_string(text: TracedText) -> None:
    assert str(text.strip()) == str(text).strip()


@given(traced_texts(), traced_texts())
def test_sum_equals_that_of_strings(one: TracedText, other: TracedText) -> None:
    assert str(one + other) == str(one) + str(other)


@given(traced_texts(), st.lists(traced_texts(), max_size=4))
def test_join_equals_that_of_a_string(separator: TracedText, parts: list[TracedText]) -> None:
    assert str(joined(separator, parts)) == str(separator).join(map(str, parts))


@given(traced_texts())
def test_source_and_ranges_are_inverse(text: TracedText) -> None:
    for offset in range(len(text)):
        role, path, place = text.source(offset)
        if role is Role.FILE:
            assert path is not None
            assert place is not None
            places = text.ranges(path, place, place + 1)
            assert Span(offset, offset + 1) in places
            assert all(text.source(span.start) == Source(role, path, place) for span in places)
        else:
            assert place is None


@given(traced_texts())
def test_runs_are_placed_one_behind_the_other(text: TracedText) -> None:
    position = 0
    for start, run in text.placed():
        assert start == position
        assert str(text)[start : start + run.stop - run.start] == run.text[run.start : run.stop]
        position += run.stop - run.start
    assert position == len(text)


@given(traced_texts(), st.sampled_from(FILES))
def test_kept_is_what_ranges_can_find(text: TracedText, path: Path) -> None:
    kept = {place for span in text.kept(path) for place in range(*span)}
    assert kept == {place for place in range(12) if text.ranges(path, place, place + 1)}


def test_a_slice_knows_its_file_and_offset() -> None:
    text = TracedText.of_file(Path("/x"), "0123456789").slice(3, 7)
    assert str(text) == "3456"
    assert text.source(0) == Source(Role.FILE, Path("/x"), 3)
    assert text.ranges(Path("/x"), 0, 5) == (Span(0, 2),)
    assert text.ranges(Path("/other"), 0, 5) == ()


def test_a_run_is_a_view_and_not_a_copy() -> None:
    whole = "x" * 1000
    assert TracedText.of_file(Path("/x"), whole).slice(10, 20).runs == (
        Run(whole, 10, 20, Role.FILE, Path("/x")),
    )


def test_text_of_hermes_has_no_offset_but_may_be_about_a_file() -> None:
    text = TracedText.written("[cut]", Role.MARKER, Path("/x"))
    assert text.source(2) == Source(Role.MARKER, Path("/x"), None)


@pytest.mark.parametrize("offset", [-1, 3])
def test_an_offset_outside_is_an_index_error(offset: int) -> None:
    with pytest.raises(IndexError, match="outside a text of 3 characters"):
        TracedText.of_file(Path("/x"), "abc").source(offset)


def test_texts_are_equal_where_their_runs_are() -> None:
    one, other = TracedText.of_file(Path("/x"), "abc"), TracedText.of_file(Path("/x"), "abc")
    assert one == other
    assert hash(one) == hash(other)
    assert one != TracedText.of_file(Path("/y"), "abc")
    assert one != "abc"
    assert repr(one) == f"TracedText({one.runs!r})"


def test_empty_text_has_no_runs() -> None:
    assert TracedText.of_file(Path("/x"), "").runs == ()
    assert TracedText.written("", Role.FRAME).runs == ()
    assert str(joined(TracedText.written(", ", Role.FRAME), [])) == ""


spans = st.lists(st.tuples(st.integers(0, 20), st.integers(0, 20)).map(lambda pair: Span(*pair)), max_size=8)


@given(spans)
def test_merged_spans_hold_the_same_characters_apart_and_in_order(some: list[Span]) -> None:
    result = merged(some)
    assert {place for span in result for place in range(*span)} == {
        place for span in some for place in range(*span)
    }
    assert all(one.end < other.start for one, other in itertools.pairwise(result))


@given(spans, spans)
def test_without_takes_exactly_the_characters_away(some: list[Span], taken: list[Span]) -> None:
    left = {place for span in some for place in range(*span)} - {
        place for span in taken for place in range(*span)
    }
    result = without(some, taken)
    assert {place for span in result for place in range(*span)} == left
    assert list(result) == sorted(result)


def test_lines_count_from_one_and_end_at_newlines() -> None:
    assert [line_of("a\nb\n\nc", offset) for offset in range(6)] == [1, 1, 2, 2, 3, 4]
