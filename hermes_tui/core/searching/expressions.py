"""Regular expressions that somebody typed: tried in a process of its own, which is ended after some seconds.

Python's ``re`` may take for ever (``(a+)+b`` takes twice as long with every further ``a``), and no thread can
stop it: it holds up all others as well. The process is started with the first text, gets every text once, and
ends with whoever asks.
"""

import contextlib
import json
import os
import re
import subprocess
import sys
import warnings
import weakref
from collections.abc import Callable, Iterator
from pathlib import Path
from queue import Empty, SimpleQueue
from threading import Thread
from time import monotonic
from typing import IO, NamedTuple

from hermes_tui.core.searching import expression_child
from hermes_tui.core.searching.bad_query import BadQueryError

SECONDS = 3.0
"""Seconds of work for one expression, on all texts together; those of a process that waits do not count."""
_POLL = 0.05
_GRACE = 0.5
"""Seconds for the process to end itself."""
_BYTES_A_SECOND = 100_000_000
"""At least so many of a text are taken in before it is tried."""


class Match(NamedTuple):
    """A place of an expression in a text."""

    start: int
    end: int

    def span(self) -> tuple[int, int]:
        """Both offsets, as Python's match objects have them."""
        return self.start, self.end


class Matching:
    """The process that tries expressions; it is started when it is needed, and again after it was ended."""

    def __init__(self) -> None:
        self.is_wanted: Callable[[], bool] = lambda: True
        """Asked while an answer is waited for; ``False`` ends the process."""
        self._process: subprocess.Popen[bytes] | None = None
        self._end: Callable[[], object] = lambda: None
        self._numbers: dict[str, int] = {}
        self._answers: SimpleQueue[bytes | None] = SimpleQueue()
        self.walks = 0
        """How often a text was begun with."""

    def close(self) -> None:
        """End the process, whatever it does."""
        self._end()
        self._process = None
        self._numbers.clear()

    def find(self, expression: "Expression", text: str) -> list[tuple[int, int]]:
        """The first places.

        Raises:
            BadQueryError: it takes too long, or nobody wants it any more.
        """
        self._start()
        self.walks += 1
        known = self._numbers.get(text)
        number = self._numbers.setdefault(text, len(self._numbers))
        data = None if known is not None else text.encode("utf-8", "surrogatepass")
        length = None if data is None else len(data)
        return self._ask(expression, ["find", expression.pattern, number, length], data or b"")

    def more(self, expression: "Expression") -> list[tuple[int, int]]:
        """The next places; raises as :meth:`find`."""
        return self._ask(expression, ["more"])

    def _start(self) -> None:
        if self._process is not None:
            return
        try:
            process = subprocess.Popen(  # noqa: S603 -- our own script
                [sys.executable, "-I", "-S", os.fspath(Path(expression_child.__file__))],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                cwd="/",
                start_new_session=True,  # ctrl+c is not meant for it
            )
        except (OSError, ValueError) as error:
            raise BadQueryError(f"no process can be started to try the expression in: {error}") from None
        self._process = process
        self._answers = SimpleQueue()
        passing_on = (process.stdout, self._answers)
        Thread(target=_pass_on, args=passing_on, name="expression", daemon=True).start()
        self._end = weakref.finalize(self, _ended, process)

    def _ask(
        self, expression: "Expression", request: list[object], text: bytes = b""
    ) -> list[tuple[int, int]]:
        process = self._process
        if process is None or process.stdin is None:
            raise BadQueryError("the process that tried the expression is gone")
        try:
            process.stdin.write(json.dumps([*request, max(0.01, expression.left)]).encode("ascii") + b"\n")
            process.stdin.write(text)
            process.stdin.flush()
            begin = monotonic()  # only the trying counts
            patience = expression.left + _GRACE + len(text) / _BYTES_A_SECOND
            answer = self._answer(begin + patience * expression_child.SLOWED)
        except OSError:
            answer = None
        took, *offsets = json.loads(answer) if answer is not None else (expression.left,)
        expression.left -= took
        if expression.left <= 0:
            self.close()
            raise BadQueryError(
                f"the expression {expression.pattern!r} takes too long: it was given up after {SECONDS:g} s; "
                "a repetition within a repetition, or several in a row, may take for ever"
            )
        return list(zip(offsets[::2], offsets[1::2], strict=True))

    def _answer(self, deadline: float) -> bytes | None:
        """One line, or ``None``: the process is gone, late, or not wanted."""
        while monotonic() <= deadline and self.is_wanted():
            with contextlib.suppress(Empty):
                return self._answers.get(timeout=_POLL)
        return None


class Expression:
    """One expression, as Python has them; case does not matter, ``^`` and ``$`` mean lines."""

    def __init__(self, pattern: str, matching: Matching) -> None:
        """Read the expression.

        Raises:
            BadQueryError: it is none.
        """
        self.pattern = pattern
        self.left = SECONDS
        """Seconds left to try it: only the trying counts."""
        self._matching = matching
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")  # "possible nested set": for its author
                re.compile(pattern, re.IGNORECASE | re.MULTILINE)
        except (re.error, OverflowError, RecursionError) as error:
            raise BadQueryError(f"{pattern!r} is no regular expression: {error}") from None

    def finditer(self, text: str) -> Iterator[Match]:
        """Its places in *text*, without empty ones; another text ends the walk through this one.

        Raises:
            BadQueryError: it takes too long.
        """
        places = self._matching.find(self, text)
        walk = self._matching.walks
        count = expression_child.FIRST
        while True:
            for start, end in places:
                yield Match(start, end)
            if len(places) < count or walk != self._matching.walks:
                return
            places = self._matching.more(self)
            count = expression_child.MORE


def _pass_on(output: IO[bytes], answers: "SimpleQueue[bytes | None]") -> None:
    """Hand on each line, and at the end ``None``: not every system can wait for a pipe only so long."""
    with contextlib.suppress(OSError, ValueError):  # it is closed meanwhile
        for line in output:
            answers.put(line)
    answers.put(None)


def _ended(process: "subprocess.Popen[bytes]") -> None:
    process.kill()
    for pipe in (process.stdin, process.stdout):
        if pipe is not None:
            try:
                pipe.close()
            except OSError:  # what was not written yet has no reader any more
                continue
    process.wait()
