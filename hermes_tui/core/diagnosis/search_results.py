"""Every place of what is searched for, text by text: all are counted, the most important ones kept.

Where there are more than are told, those that the model does not get come first, so that none of them is lost
among thousands that are sent.
"""

from collections.abc import Callable, Iterable, Iterator
from itertools import chain, islice
from typing import NamedTuple

from hermes_tui.core.diagnosis.model import Diagnosis, State
from hermes_tui.core.searching.text_search import Places, Query, SpanSet, TextPart
from hermes_tui.core.text.provenance import Span

MOST = 200
"""Places that one search tells."""
_COUNTED = 20_000
"""Places of an expression that are counted: each of them is told by another process."""
_URGENT_FIRST = (State.NOT_SENT, State.PARTLY, State.ON_CALL, State.SENT)


class Rung(NamedTuple):
    """What becomes of a place that has none of some lost characters; the others go to the next rung."""

    lost: TextPart
    state: State


class Result(NamedTuple):
    """One place, and what becomes of it. All text may be foreign."""

    answer: Diagnosis
    before: str
    """The line up to what was found."""
    found: str
    after: str
    in_prompt: bool = False
    """Hermes' own words: offsets are those of the prompt, not of a file."""


class SearchSource(NamedTuple):
    """A text that is searched."""

    text: str
    folded: str
    rungs: tuple[Rung, ...]
    """At least one; what is on none of them is not sent."""
    result: Callable[[Span], Result]
    within: TextPart | None = None
    """Only places that have some of these characters count."""


class Sightings:
    """What one search has found so far."""

    def __init__(self, query: Query, sources: Iterator[SearchSource], most: int = MOST) -> None:
        """Begin; :meth:`steps` does the work."""
        self._query = query
        self._sources = sources
        self._most = most
        self._kept: dict[State, list[_Place]] = {state: [] for state in State}
        self._results: dict[tuple[int, Span], Result] = {}
        self._sources_seen = 0
        self.counts = dict.fromkeys(State, 0)
        """Of all places."""
        self.is_all = True
        """Every place was counted."""

    @property
    def total(self) -> int:
        """Of all places."""
        return sum(self.counts.values())

    def steps(self) -> Iterator[None]:
        """Search text after text; leave at any time.

        Raises:
            BadQueryError: the expression takes too long.
        """
        for source in self._sources:
            self._sources_seen += 1
            if source.within is None:
                self._climb(source)
            else:
                self._among(source, source.within)
            if self._query.expression is not None and self.total >= _COUNTED:
                self.is_all = False
                return
            yield

    def results(self) -> tuple[Result, ...]:
        """The places: all in their order, or of too many those first that are not sent."""
        if self.total <= self._most:
            return tuple(self._result(one) for one in sorted(chain(*self._kept.values()), key=_order))
        urgent = chain(*(self._kept[state] for state in _URGENT_FIRST))
        return tuple(self._result(one) for one in islice(urgent, self._most))

    def _result(self, place: "_Place") -> Result:
        found = self._results.get(_order(place))
        if found is None:
            found = self._results[_order(place)] = place.source.result(place.span)
        return found

    # ── one text ──

    def _climb(self, source: SearchSource) -> None:
        rung, *others = source.rungs
        below = [*(other.state for other in others), State.NOT_SENT]
        places = self._places(source, rung.lost, [rung.state], below)
        gone = SpanSet(rung.lost.spans)
        first = [span for span in places.told if gone.touch(*span)]
        rest = [span for span in places.told if not gone.touch(*span)]
        self._add(rung.state, source, rest, places.total - places.lost)
        lost = places.lost
        for other in others:
            gone = SpanSet(other.lost.spans)
            either = TextPart((*rung.lost.spans, *other.lost.spans), source.text, source.folded)
            saved = self._counted(source, either) - self._counted(source, other.lost)
            self._add(other.state, source, [span for span in first if not gone.touch(*span)], saved)
            first = [span for span in first if gone.touch(*span)]
            lost -= saved
        self._add(State.NOT_SENT, source, first, lost)

    def _among(self, source: SearchSource, within: TextPart) -> None:
        state = source.rungs[0].state
        places, wanted = self._places(source, within, [], [state]), SpanSet(within.spans)
        self._add(state, source, [span for span in places.told if wanted.touch(*span)], places.lost)

    def _counted(self, source: SearchSource, part: TextPart) -> int:
        return self._query.counted(source.text, source.folded, part)[1]

    def _places(self, source: SearchSource, part: TextPart, rest: list[State], lost: list[State]) -> Places:
        """Where it stands. Places are told, which costs more than to count them, only where some may still be
        kept: of the states of the *rest*, or of the *lost*."""
        if self._query.expression is None:
            total, gone = self._query.counted(source.text, source.folded, part)
            is_wanted = (total > gone and self._has_room(rest)) or (gone and self._has_room(lost))
            if not is_wanted:
                return Places((), total, gone)
        return self._query.places(source.text, part.spans, source.folded, self._most)

    def _has_room(self, states: Iterable[State]) -> bool:
        return any(len(self._kept[state]) < self._most for state in states)

    def _add(self, state: State, source: SearchSource, spans: Iterable[Span], count: int) -> None:
        self.counts[state] += count
        kept = self._kept[state]
        room = max(0, self._most - len(kept))
        kept.extend(_Place(self._sources_seen, source, span) for span in islice(spans, room))


class _Place(NamedTuple):
    number: int
    """Of the source."""
    source: SearchSource
    span: Span


def _order(place: _Place) -> tuple[int, Span]:
    return place.number, place.span
