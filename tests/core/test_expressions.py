"""Expressions that somebody typed are given up after some seconds, and hold nothing up meanwhile."""

import gc
import io
import json
import os
import re
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from time import monotonic

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hermes_tui.core.searching import expression_child, expressions
from hermes_tui.core.searching.bad_query import BadQueryError
from hermes_tui.core.searching.expressions import Expression, Matching

ENDLESS = ["(a+)+$", "(a|a)*$", "(a|aa)+$", "(.*)*x", "a*a*a*a*a*a*a*a*a*a*b"]
"""More than a repetition within a repetition does it."""
LETTERS = "a" * 40 + "!"


@pytest.fixture
def matching() -> Iterator[Matching]:
    made = Matching()
    yield made
    made.close()


@pytest.fixture(autouse=True)
def soon(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(expressions, "SECONDS", 0.3)


def spans(expression: str, text: str, matching: Matching) -> list[tuple[int, int]]:
    return [match.span() for match in Expression(expression, matching).finditer(text)]


@pytest.mark.parametrize("expression", ENDLESS)
def test_one_that_takes_for_ever_is_given_up_with_a_sentence(expression: str, matching: Matching) -> None:
    begin = monotonic()
    text = LETTERS if expression != ENDLESS[-1] else "a" * 3_000
    with pytest.raises(BadQueryError, match=r"takes too long: it was given up after 0\.3 s"):
        spans(expression, text, matching)
    assert monotonic() - begin < 3
    assert spans("a+!", LETTERS, matching) == [(0, 41)], "the next one is tried again"


def test_others_go_on_meanwhile(matching: Matching) -> None:
    ticks = 0
    done = threading.Event()

    def tick() -> None:
        nonlocal ticks
        while not done.wait(0.01):
            ticks += 1

    thread = threading.Thread(target=tick)
    thread.start()
    with pytest.raises(BadQueryError):
        spans(ENDLESS[0], LETTERS, matching)
    done.set()
    thread.join()
    assert ticks > 5


def test_seconds_are_those_of_all_texts_together(matching: Matching) -> None:
    expression = Expression("a", matching)
    expression.left = 30.0
    list(expression.finditer("a" * 300_000))
    assert 0 < expression.left < 30
    expression.left = 0.0
    with pytest.raises(BadQueryError):
        list(expression.finditer("aab"))


def test_one_that_nobody_wants_any_more_is_left(matching: Matching) -> None:
    expression = Expression(ENDLESS[0], matching)
    expression.left = 60.0
    matching.is_wanted = lambda: False
    begin = monotonic()
    with pytest.raises(BadQueryError):
        list(expression.finditer(LETTERS))
    assert monotonic() - begin < 2


@pytest.mark.skipif(not hasattr(signal, "SIGSTOP"), reason="no process can be stopped for a while on Windows")
def test_seconds_in_which_it_does_not_get_a_processor_do_not_count(matching: Matching) -> None:
    text = "a" * 100_000 + "b"
    spans("b", text, matching)
    process = matching._process
    assert process is not None
    process.send_signal(signal.SIGSTOP)
    threading.Timer(1.5, process.send_signal, (signal.SIGCONT,)).start()
    assert spans("b", text, matching) == [(100_000, 100_001)]


@given(
    st.sampled_from(["a", "^a", "a$", "(?<=a)b", r"\s*b*\s*", "", "(a)|b+", r"\w+", "A", "[[a]"]),
    st.text("aAb \n\u00e9\U0001f468", max_size=30),
)
def test_places_are_those_of_python(expression: str, text: str) -> None:
    found = re.finditer(expression, text, re.IGNORECASE | re.MULTILINE) if expression != "[[a]" else ()
    if expression != "[[a]":
        assert spans(expression, text, SHARED) == [one.span() for one in found if one.group()]


SHARED = Matching()


@pytest.fixture(autouse=True, scope="module")
def shared() -> Iterator[None]:
    yield
    SHARED.close()


def test_many_places_come_in_portions(matching: Matching) -> None:
    text = "ab" * 1_000
    assert spans("a", text, matching) == [(at, at + 1) for at in range(0, 2_000, 2)]
    begun = Expression("a", matching).finditer(text)
    assert next(begun).span() == (0, 1)
    assert spans("b", "ab", matching) == [(1, 2)], "a walk that is not ended does not matter"
    assert len(list(begun)) == expression_child.FIRST - 1


def test_text_is_sent_once(matching: Matching, monkeypatch: pytest.MonkeyPatch) -> None:
    sent: list[object] = []
    dumps = json.dumps

    def noted(value: list[object]) -> str:
        sent.append(value[3])
        return dumps(value)

    monkeypatch.setattr(json, "dumps", noted)
    for _ in range(2):
        assert spans("l", "hello", matching) == [(2, 3), (3, 4)]
    assert sent == [len("hello"), None]


def test_text_that_is_no_unicode_is_searched(matching: Matching) -> None:
    assert spans("b", "a\udcffb", matching) == [(2, 3)]


@pytest.mark.parametrize("expression", ["a(", "*", "(?P<x>"])
def test_what_is_no_expression_is_said_so(expression: str, matching: Matching) -> None:
    with pytest.raises(BadQueryError, match="is no regular expression"):
        Expression(expression, matching)


def test_where_no_process_can_be_started_that_is_said(
    matching: Matching, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "executable", "/nonexistent/python")
    with pytest.raises(BadQueryError, match="no process can be started"):
        spans("a", "a", matching)


def test_process_ends_with_whoever_asked() -> None:
    made = Matching()
    spans("a", "a", made)
    assert made._process is not None
    number = made._process.pid
    del made
    gc.collect()
    with pytest.raises(ProcessLookupError):
        os.kill(number, 0)


def test_process_ends_by_itself_when_nobody_asks_any_more() -> None:
    out = io.BytesIO()
    lines = [["find", "a", 0, 6, 1.0], ["find", "n", 0, None, 1.0], ["more", 1.0]]
    first, *more = [json.dumps(line).encode() + b"\n" for line in lines]
    expression_child.serve(io.BytesIO(b"".join((first, b"banana", *more))), out, expression_child.Watch())
    assert [json.loads(line)[1:] for line in out.getvalue().splitlines()] == [
        [1, 2, 3, 4, 5, 6],
        [2, 3, 4, 5],
        [],
    ]


def test_a_long_text_takes_no_time_from_the_expression(matching: Matching) -> None:
    text = "use tabs and never spaces\n" * 1_200_000  # 31 MB
    expression = Expression("spaces\\Z|tabs never", matching)
    expression.left = 30.0
    assert list(expression.finditer(text)) == []
    assert expression.left > 0


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="ended in another way on Windows")
@pytest.mark.parametrize("number", ["SIGTERM", "SIGKILL"])
def test_whoever_asks_may_end_in_the_middle_and_leaves_no_process(number: str) -> None:
    code = (
        "from hermes_tui.core.searching.expressions import Expression, Matching\n"
        "matching = Matching(); matching._start(); print(matching._process.pid, flush=True)\n"
        f"expression = Expression({ENDLESS[0]!r}, matching); expression.left = 60.0\n"
        "list(expression.finditer('a' * 60))\n"
    )
    environ = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    with subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, env=environ) as asking:
        assert asking.stdout is not None
        child = int(asking.stdout.readline())
        time.sleep(0.5)  # it is at it by then, or has not begun: it ends in both cases
        asking.send_signal(getattr(signal, number))
        asking.wait()
    end = time.monotonic() + 30
    while is_running(child) and time.monotonic() < end:
        time.sleep(0.05)
    assert not is_running(child)


def is_running(number: int) -> bool:
    try:
        state = Path(f"/proc/{number}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return False
    return state != "Z"
