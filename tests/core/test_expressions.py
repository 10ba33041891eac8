"""Expressions that somebody typed are given up after some seconds, and hold nothing up meanwhile."""

import re
import threading
from time import process_time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hermes_tui.core.searching import expressions
from hermes_tui.core.searching.bad_query import BadQueryError
from hermes_tui.core.searching.expressions import Expression

SLOW = [("(a|a)*$", "a" * 40 + "!"), ("(a|aa)+$", "a" * 60 + "!")]
"""Work that doubles with each letter; not even the ``regex`` library knows better."""
ONCE_ENDLESS = ["(a+)+$", "(.*)*x", "a*a*a*a*a*a*a*a*a*a*b", r"(\w+\s?)*:$", "^(([a-z])+.)+[A-Z]([a-z])+$"]
"""For ever with Python's ``re``."""


@pytest.fixture(autouse=True)
def soon(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(expressions, "SECONDS", 0.3)


def spans(expression: str, text: str) -> list[tuple[int, int]]:
    return [(match.start, match.end) for match in Expression(expression).finditer(text)]


@pytest.mark.parametrize(("expression", "text"), SLOW)
def test_one_that_takes_for_ever_is_given_up_with_a_sentence(expression: str, text: str) -> None:
    with pytest.raises(BadQueryError, match=r"takes too long: it was given up after 0\.3 s"):
        spans(expression, text)


@pytest.mark.parametrize("expression", ONCE_ENDLESS)
def test_most_that_take_for_ever_with_python_are_answered(expression: str) -> None:
    assert spans(expression, "a" * 60 + "!") in ([], [(0, 60)])


def test_others_go_on_meanwhile() -> None:
    ticks = 0
    done = threading.Event()

    def tick() -> None:
        nonlocal ticks
        while not done.wait(0.01):
            ticks += 1

    thread = threading.Thread(target=tick)
    thread.start()
    with pytest.raises(BadQueryError):
        spans(*SLOW[0])
    done.set()
    thread.join()
    assert ticks > 5


def test_seconds_are_those_of_all_texts_together() -> None:
    expression = Expression("a")
    expression.left = 30.0
    list(expression.finditer("a" * 300_000))
    assert 0 < expression.left < 30
    expression.left = 0.0
    with pytest.raises(BadQueryError):
        list(expression.finditer("aab"))


def test_one_that_nobody_wants_any_more_is_left(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(expressions, "SECONDS", 60.0)
    answers = iter([True, False])
    expression = Expression(SLOW[0][0], lambda: next(answers))
    with pytest.raises(BadQueryError):
        list(expression.finditer(SLOW[0][1]))
    assert expression.left > 50


def test_time_that_others_take_between_two_places_does_not_count() -> None:
    found = Expression("a").finditer("a" * 1_000 + "b" * 100_000)
    first = next(found)
    end = process_time() + 0.5
    while process_time() < end:
        pass
    assert [first, *found] == [(at, at + 1) for at in range(1_000)]


@given(
    st.sampled_from(["a", "^a", "a$", "(?<=a)b", r"\s*b*\s*", "", "(a)|b+", r"\w+", "A", r"\bb", "^"]),
    st.text("aAb \n\u00e9\U0001f468", max_size=30),
)
def test_places_are_those_of_python(expression: str, text: str) -> None:
    found = re.finditer(expression, text, re.IGNORECASE | re.MULTILINE)
    assert spans(expression, text) == [one.span() for one in found if one.group()]


def test_many_places_come_in_portions() -> None:
    text = "ab" * 50_000
    begun = Expression("a|", lambda: True).finditer(text)
    assert next(begun) == (0, 1)
    assert spans("b", "ab") == [(1, 2)], "a walk that is not ended does not matter"
    assert len(list(begun)) == 50_000 - 1


def test_text_that_is_no_unicode_is_searched() -> None:
    assert spans("b", "a\udcffb") == [(2, 3)]


@pytest.mark.parametrize("expression", ["a(", "*", "(?P<x>", "(" * 5_000 + ")" * 5_000])
def test_what_is_no_expression_is_said_so(expression: str) -> None:
    with pytest.raises(BadQueryError, match="is no regular expression"):
        Expression(expression)


@pytest.mark.parametrize("expression", ["a{3000000000}", "((a{1000}){1000}){1000}"])
def test_what_would_fill_the_memory_before_it_is_tried_is_refused(expression: str) -> None:
    with pytest.raises(BadQueryError, match="repeats something more than 100,000 times"):
        Expression(expression)


def test_counts_that_people_write_are_taken() -> None:
    assert spans(r"\d{4}-\d{2}|a{2,}|[0-9a-f]{40}", "2026-12 aaa") == [(0, 7), (8, 11)]


def test_memory_that_grows_with_the_text_ends_in_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(expressions, "SECONDS", 60.0)
    text = "use tabs and never spaces\n" * 1_200_000  # 31 MB: each character that is tried stays known
    with pytest.raises(BadQueryError, match="takes too much memory"):
        spans("((.)|(\n))+tabs", text)


def test_a_long_text_is_searched_in_that_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(expressions, "SECONDS", 30.0)
    text = "use tabs and never spaces\n" * 1_200_000  # 31 MB
    assert spans("spaces\\Z|tabs never", text) == []
