"""The search beside the screen: one thread that adds files while nothing is asked, and answers what is."""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from threading import Condition
from time import monotonic
from typing import NamedTuple

from textual.message import Message
from textual.message_pump import MessagePump

from hermes_tui.core.diagnosis.live_search import LiveSearch, Reading
from hermes_tui.core.diagnosis.model import State
from hermes_tui.core.diagnosis.search_results import Result, Sightings
from hermes_tui.core.searching.bad_query import BadQueryError
from hermes_tui.core.searching.closeness import Close
from hermes_tui.core.searching.text_search import Query, literal, regular
from hermes_tui.tui.jobs.job import Job
from hermes_tui.tui.state import Inspection

PORTION = 0.02
"""Seconds after which the places found so far are told."""
AGAIN = 0.4
"""Seconds between two answers to the same question while files are still added."""


class Asked(NamedTuple):
    """One question."""

    number: int
    typed: str
    is_regex: bool


@dataclass
class Sought(Message):
    """What is known of the answer to a question."""

    number: int
    """Of the question: an answer to another one is stale."""
    results: tuple[Result, ...] = ()
    """The places; of too many those first that are not sent."""
    counts: dict[State, int] = field(default_factory=dict)
    """Of all places."""
    is_all: bool = True
    """Every place was counted."""
    files: int = 0
    """Files that were searched."""
    is_ready: bool = False
    """All files of the repository were."""
    is_done: bool = False
    """No more places come."""
    problem: str = ""
    closest: tuple[Close, ...] = ()
    """Where nothing was found: the lines most like it."""
    searched: tuple[Path, ...] = ()
    """Where nothing was found: the files that were looked through."""

    def can_replace(self, message: Message) -> bool:
        """Only the last state of an answer matters: it holds all that came before."""
        return isinstance(message, Sought)


@dataclass
class Reads(Message):
    """A large file is being read, or no more."""

    what: Reading | None


class Seeker(Job):
    """Knows the texts, and answers the last question that was asked."""

    def __init__(self, target: MessagePump, inspection: Inspection) -> None:
        """Begin to add the files."""
        self._inspection = inspection
        self._wake = Condition()
        self._asked: Asked | None = None
        self._objected: tuple[Asked | None, str] = (None, "")
        """The last question that could not be searched for, and why."""
        super().__init__(target, self._work)

    def ask(self, asked: Asked) -> None:
        """Ask; an answer that is under way to another question is dropped."""
        with self._wake:
            self._asked = asked
            self._wake.notify()

    def leave(self) -> None:
        """Nobody asks any more."""
        super().leave()
        with self._wake:
            self._wake.notify()

    def _work(self, job: Job) -> None:  # noqa: ARG002 -- it is this one
        inspection = self._inspection
        startup = inspection.startup
        if startup is None:
            return
        found = inspection.search
        is_known = bool(found.directories or found.found) and not (found.is_running or found.was_left)
        search = LiveSearch(
            startup,
            inspection.traces,
            found.found if is_known else None,
        )
        self._serve(search, search.prepare())

    def _serve(self, search: LiveSearch, more: Iterator[int]) -> None:
        answered: Asked | None = None
        is_ready = False
        told = 0.0
        reading: Reading | None = None
        while not self.is_left:
            asked = self._asked
            if asked is not None and (asked is not answered or (not is_ready and monotonic() - told > AGAIN)):
                self._answer(asked, search, is_ready=is_ready)
                answered, told = asked, monotonic()
            elif is_ready:
                with self._wake:
                    if self._asked is answered and not self.is_left:
                        self._wake.wait()
            elif next(more, None) is None:
                is_ready, answered = True, None
            if search.reading is not reading:
                reading = search.reading
                self.post(Reads(reading))

    def _is_stale(self, asked: Asked) -> bool:
        return self.is_left or self._asked is not asked

    def _query(self, asked: Asked) -> Query:
        return (
            regular(asked.typed, lambda: not self._is_stale(asked))
            if asked.is_regex
            else literal(asked.typed)
        )

    def _answer(self, asked: Asked, search: LiveSearch, *, is_ready: bool) -> None:
        said = Sought(asked.number, files=len(search), is_ready=is_ready, is_done=True)
        if not asked.typed.strip():
            self.post(said)
            return
        objected, problem = self._objected
        if asked is not objected:
            problem = self._search(asked, said, search)
            if not problem:
                return
            self._objected = (asked, problem)  # it is not tried again as more files come
        if not self._is_stale(asked):
            self.post(replace(said, problem=problem))

    def _search(self, asked: Asked, said: Sought, search: LiveSearch) -> str:
        """Tell what is found; gives back why it cannot be searched for."""
        try:
            self._told(asked, said, search)
        except BadQueryError as error:
            return str(error)
        return ""

    def _told(self, asked: Asked, said: Sought, search: LiveSearch) -> None:
        is_ready = said.is_ready
        query = self._query(asked)
        found = search.find(query)
        told = monotonic()
        for _ in found.steps():
            if self._is_stale(asked):
                return
            if monotonic() - told > PORTION and found.total:
                self.post(_sought(Sought(asked.number, files=len(search), is_ready=is_ready), found))
                told = monotonic()
        said = _sought(said, found)
        if not said.results and is_ready:
            said.searched = search.paths()
        self.post(said)
        if not said.results and is_ready:
            close = search.closest(query, lambda: self._is_stale(asked))
            if close and not self._is_stale(asked):
                self.post(replace(said, closest=close))


def _sought(said: Sought, found: Sightings) -> Sought:
    return replace(said, results=found.results(), counts=dict(found.counts), is_all=found.is_all)
