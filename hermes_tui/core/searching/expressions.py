"""Regular expressions that somebody typed, tried only so long.

Python's ``re`` may take for ever (``(a+)+b`` takes twice as long with every further ``a``), and no thread can
stop it. The ``regex`` library knows most such expressions as harmless, stops the others in time, and lets
other threads work meanwhile. It takes what ``re`` takes, and more.
"""

from collections.abc import Callable, Iterator
from itertools import islice
from math import prod
from time import thread_time
from typing import NamedTuple

import regex

from hermes_tui.core.searching.bad_query import BadQueryError

SECONDS = 3.0
"""Seconds of work for one expression, on all texts together."""
_GLANCE = 0.2
"""Seconds of the first attempt on a text: after it, it looks whether the answer is still wanted."""
_FIRST = 200
"""Places that are found before the first one is told."""
_MORE = 20_000
"""Places in each further portion."""
_REPEATS = 100_000
"""``a{3000000000}`` is written out in memory before it is tried; counts within counts multiply."""

_COUNT = regex.compile(r"\{(\d{1,7})")


class Match(NamedTuple):
    """A place of an expression in a text."""

    start: int
    end: int


class Expression:
    """One expression; case does not matter, ``^`` and ``$`` mean lines."""

    def __init__(self, pattern: str, is_wanted: Callable[[], bool] = lambda: True) -> None:
        """Read the expression; *is_wanted* is asked now and then, and ``False`` ends the search.

        Raises:
            BadQueryError: it is none.
        """
        self.pattern = pattern
        self.left = SECONDS
        """Seconds left to try it: only the trying counts."""
        self._is_wanted = is_wanted
        if prod(max(1, int(count)) for count in _COUNT.findall(pattern)) > _REPEATS:
            raise BadQueryError(f"{pattern!r} repeats something more than {_REPEATS:,} times")
        try:
            self._regex = regex.compile(pattern, regex.IGNORECASE | regex.MULTILINE)
        except (regex.error, OverflowError, RecursionError) as error:
            raise BadQueryError(f"{pattern!r} is no regular expression: {error}") from None

    def finditer(self, text: str) -> Iterator[Match]:
        """Its places in *text*, without empty ones.

        Raises:
            BadQueryError: it takes too long or too much memory, or nobody wants it any more.
        """
        at, patience, portion = 0, _GLANCE, _FIRST
        while True:
            self._go_on()
            # The timeout counts the work of every thread, and that between two portions: each begins anew.
            found = self._regex.finditer(text, at, timeout=min(patience, self.left), concurrent=True)
            places: list[regex.Match[str]] = []
            is_late = False
            begin = thread_time()
            try:
                places.extend(islice(found, portion))
            except TimeoutError:
                is_late, patience = True, SECONDS
            except MemoryError:
                raise BadQueryError(f"the expression {self.pattern!r} takes too much memory") from None
            self.left -= thread_time() - begin
            for match in places:
                at = match.end()
                if at > match.start():
                    yield Match(*match.span())
            if not is_late and len(places) < portion:
                return
            portion = _MORE

    def _go_on(self) -> None:
        if self.left <= 0 or not self._is_wanted():
            raise BadQueryError(
                f"the expression {self.pattern!r} takes too long: it was given up after {SECONDS:g} s; "
                "a repetition within a repetition, or several in a row, may take for ever"
            )
