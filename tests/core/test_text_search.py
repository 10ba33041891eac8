"""Finding words whatever their case and white space, with the offsets of the file."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hermes_tui.core.searching.closeness import closest
from hermes_tui.core.searching.folding import fold_text
from hermes_tui.core.searching.text_search import MAX_PLACES, Index, Query, literal, regular
from hermes_tui.core.text.provenance import Span


@pytest.mark.parametrize(
    ("text", "query", "found"),
    [
        ("Run The  Tests", "run the tests", ["Run The  Tests"]),
        ("- run\n\tthe\u00a0tests.", "  RUN the\ntests ", ["run\n\tthe\u00a0tests"]),
        ("aXbxc", "x", ["X", "x"]),
        ("aaaa", "aa", ["aa", "aa"]),
        ("İstanbul", "istanbul", ["İstanbul"]),
        ("ΟΔΟΣ οδος", "οδοσ", ["ΟΔΟΣ", "οδος"]),
        ("runthe tests", "run the", []),
        ("\n\n  a", "a", ["a"]),
    ],
)
def test_words_are_found_where_they_stand(text: str, query: str, found: list[str]) -> None:
    assert [text[span.start : span.end] for span in literal(query).spans(text)] == found


@given(st.text(), st.integers(0, 50), st.integers(1, 20))
def test_every_piece_of_a_text_is_found_in_it(text: str, start: int, length: int) -> None:
    piece = text[start : start + length]
    if fold_text(piece):
        spans = literal(piece).spans(text)
        assert fold_text(piece) in {fold_text(text[span.start : span.end]) for span in spans}


def test_expressions_leave_out_blanks_and_nothing() -> None:
    assert [tuple(span) for span in regular(r"\s*b*\s*").spans("a  b \nc")] == [(3, 4)]


def test_expression_with_a_warning_is_accepted() -> None:
    assert len(list(regular("[[a]").spans("[a"))) == 2


def test_places_of_one_text_are_limited() -> None:
    assert len(list(literal("a").spans("a " * 1_000))) == MAX_PLACES


def placed(query: Query, text: str, lost: tuple[Span, ...]) -> tuple[list[Span], int]:
    """All places one by one, and how many of them touch what is lost."""
    spans = list(query.spans(text))
    return spans, sum(any(gone.start < span.end and span.start < gone.end for gone in lost) for span in spans)


@given(
    st.text("aAb \n", max_size=60),
    st.text("ab ", min_size=1, max_size=4),
    st.lists(st.tuples(st.integers(0, 60), st.integers(1, 20)), max_size=3),
)
def test_places_are_counted_as_if_they_were_looked_at_one_by_one(
    text: str, words: str, pieces: list[tuple[int, int]]
) -> None:
    lost = tuple(Span(start, start + length) for start, length in pieces)
    queries = [regular(words)] if words.strip() else []
    for query in (*queries, *([literal(words)] if words.strip() else [])):
        spans, touched = placed(query, text, lost)
        assert query.places(text, lost) == (tuple(spans), len(spans), touched)


@pytest.mark.parametrize("query", [literal("a rule"), regular("a rule")])
def test_of_many_places_those_that_lost_something_are_told_first(query: Query) -> None:
    text = "a rule\n" * 100_000
    told, count, lost = query.places(text, (Span(7 * 580, len(text)),))
    assert (count, lost) == (100_000, 99_420)
    assert [span.start for span in told] == [7 * number for number in range(580, 680)]
    told, count, lost = query.places(text, (Span(699_998, 699_999),))
    assert (count, lost) == (100_000, 1)
    assert [span.start for span in told][:2] == [699_993, 0]
    assert len(told) == MAX_PLACES


def test_index_finds_and_follows() -> None:
    index = Index()
    index.put(Path("one"), "Run the tests")
    index.put(Path("two"), "nothing")
    assert list(index.holding(literal("THE"))) == [(Path("one"), "Run the tests", "run the tests")]
    index.put(Path("two"), "the end")
    index.put(Path("two"), "the end")
    assert [path.name for path, *_ in index.holding(literal("the"))] == ["one", "two"]
    assert [path.name for path, *_ in index.holding(regular("^the"))] == ["one", "two"]
    assert len(index) == 2


def test_closest_lines_come_in_order_and_the_rest_is_left_out() -> None:
    text = "alpha beta gamma\n\nalpha beta gamme delta\nzzzzzz\nalpha beta gamma!\nalpha bets gamma"
    found = closest("alpha beta gamma.", iter([(Path("a"), text)]), 2)
    assert [(close.line, close.text) for close in found] == [
        (1, "alpha beta gamma"),
        (5, "alpha beta gamma!"),
    ]
    assert closest("quite something else", iter([(Path("a"), text)]), 2) == ()
