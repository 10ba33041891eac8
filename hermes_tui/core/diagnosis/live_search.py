"""A search as somebody types: every context file of the repository, the prompt, and the hints so far.

The texts are folded once, file by file; between two steps of :meth:`LiveSearch.prepare` what is there already
can be searched.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import NamedTuple

from hermes_tui.core.diagnosis.diagnose import Diagnoser, place_in
from hermes_tui.core.diagnosis.model import Diagnosis, State
from hermes_tui.core.diagnosis.names import place_of
from hermes_tui.core.diagnosis.reach import taken_from
from hermes_tui.core.diagnosis.search_results import MOST, Result, Rung, SearchSource, Sightings
from hermes_tui.core.hints.trace import CallTrace, Hint
from hermes_tui.core.prompt.context_file import ContextFile, Verdict
from hermes_tui.core.prompt.startup import Startup
from hermes_tui.core.searching.closeness import Close, closest
from hermes_tui.core.searching.folding import fold_text
from hermes_tui.core.searching.text_search import Index, Query, SpanSet, TextPart
from hermes_tui.core.surveys.survey import Closed, Excluded, FoundFile, Reach, survey
from hermes_tui.core.text.provenance import Role, Span, TracedText
from hermes_tui.core.text.public_text import public

_AROUND = 200
"""Characters told on either side of what was found."""
_CLOSEST = 5
LARGE = 5_000_000
"""Bytes of a file that is told while it is read."""


class Reading(NamedTuple):
    """A large file that is being read."""

    path: Path
    size: int
    """Bytes."""


class LiveSearch:
    """Knows the texts; ask again with every key."""

    def __init__(
        self,
        startup: Startup,
        traces: tuple[CallTrace, ...] = (),
        known: Iterable[FoundFile | Excluded | Closed] | None = None,
    ) -> None:
        """Begin with the files of the start.

        Args:
            startup: what a session gets at the start.
            traces: the session's calls so far.
            known: what a survey found; ``None``: there was none, and :meth:`prepare` makes one.
        """
        self._startup = startup
        self._disk = startup.disk
        self._known = known
        self._diagnoser = Diagnoser(startup)
        self._index = Index()
        self.reading: Reading | None = None
        """The large file that the next step of :meth:`prepare` reads."""
        self._files: dict[Path, ContextFile] = {}
        self._found: dict[Path, FoundFile] = {}
        self._known_rungs: dict[Path, tuple[Rung, ...]] = {}
        self._brought = _brought(traces)
        self._written = tuple(self._own_words(traces))
        for file in startup.files:
            self._files[file.path] = file
            if file.content.size <= LARGE:
                self._index.put(file.path, file.text)

    def __len__(self) -> int:
        """Files that can be searched so far."""
        return len(self._index)

    # ── what is searched ──

    def prepare(self) -> Iterator[int]:
        """Add the other files of the repository, one at each step; tells how many there are so far."""
        startup = self._startup
        for file in startup.files:
            if file.content.size > LARGE:
                yield from self._announced(Reading(file.path, file.content.size))
                self._put(file.path, file.text)
        steps: Iterable[object] = survey(startup.situation) if self._known is None else self._known
        for step in steps:
            if isinstance(step, FoundFile):
                yield from self._add(step)
            elif isinstance(step, Excluded):
                for found in self._diagnoser.off_chain.judge.judge_inside(step.directory):
                    yield from self._add(found)
            yield len(self._index)

    def _add(self, found: FoundFile) -> Iterator[int]:
        if found.path in self._files:
            return
        size = self._disk.node(found.path).size
        if size > LARGE:
            yield from self._announced(Reading(found.path, size))
        self._found[found.path] = found
        self._put(found.path, self._disk.read(found.path).to_look_at)
        yield len(self._index)

    def _announced(self, reading: Reading) -> Iterator[int]:
        self.reading = reading
        yield len(self._index)

    def _put(self, path: Path, text: str) -> None:
        self._index.put(path, text)
        self.reading = None

    def _own_words(self, traces: tuple[CallTrace, ...]) -> Iterator["_Written"]:
        """The prompt, and what the calls appended."""
        if self._startup.prompt_text is not None:
            yield _Written(self._startup.prompt_text, None, 0)
        for number, trace in enumerate(traces, 1):
            for hint in trace.hints:
                yield _Written(hint.text, hint, number)

    # ── asking ──

    def find(self, query: Query, most: int = MOST) -> Sightings:
        """The places, each with what becomes of it: the start's first, then the prompt's and the hints' own
        words, then the nearest files."""
        return Sightings(query, self._sources(query), most)

    def _sources(self, query: Query) -> Iterator[SearchSource]:
        own_words_are_told = False
        for path, text, folded in self._index.holding(query):
            if path not in self._files and not own_words_are_told:
                own_words_are_told = True
                yield from self._own_sources()
            yield SearchSource(
                text, folded, self._rungs(path, text, folded), partial(self._in_file, path, text)
            )
        if not own_words_are_told:
            yield from self._own_sources()

    def _rungs(self, path: Path, text: str, folded: str) -> tuple[Rung, ...]:
        known = self._known_rungs.get(path)
        if known is None:
            nothing = ((Span(0, len(text)),), State.ON_CALL)
            rungs = tuple(self._steps_of(path)) or (nothing,)
            known = tuple(Rung(TextPart(lost, text, folded), state) for lost, state in rungs)
            self._known_rungs[path] = known
        return known

    def _steps_of(self, path: Path) -> Iterator[tuple[tuple[Span, ...], State]]:
        """What becomes of the places in a file, as :meth:`_answer` has it: what must be whole for what."""
        file = self._files.get(path)
        if file is not None and file.verdict.is_sent and self._startup.failure is None:
            yield self._diagnoser.lost(file), State.SENT
        brought = self._brought.get(path)
        found = self._found_at(path) if self._startup.failure is None else None
        hint = found.file if found is not None and found.state is Reach.HINT else None
        hint = brought[2].file if brought is not None else hint
        if hint is not None and hint.verdict is not Verdict.BLOCKED:
            yield taken_from(hint), State.ON_CALL

    def _found_at(self, path: Path) -> FoundFile | None:
        """What is known of a file that a hint may bring."""
        file, hints = self._files.get(path), self._startup.ruleset.hints
        if file is None:
            return self._found[path]
        if file.verdict is Verdict.OUT_OF_REACH and path.name in hints.names and hints.outside:
            return self._diagnoser.off_chain.judge.judge(path, None)
        return None

    def _in_file(self, path: Path, text: str, span: Span) -> Result:
        return _result(self._answer(path, span), text, span)

    def _answer(self, path: Path, span: Span) -> Diagnosis:
        found = self._found.get(path)
        answer = self._diagnoser.at(path, span) if found is None else self._diagnoser.of_found(found, span)
        brought = self._brought.get(path)
        if brought is None or answer.state is State.SENT:
            return answer
        number, call, hint = brought
        ranges = hint.text.ranges(path, *span)
        if not ranges or SpanSet(taken_from(hint.file)).touch(*span):
            return answer
        return replace(
            answer,
            state=State.ON_CALL,
            obstacle=None,
            detail=f"call {number} of this session brought it ({call})",
            place=place_in(hint.label, ranges[0], str(hint.text)),
        )

    def _own_sources(self) -> Iterator[SearchSource]:
        for written in self._written:
            state = State.SENT if written.hint is None else State.ON_CALL
            result = partial(self._in_own_words, written)
            rungs = (Rung(written.own, state),)
            yield SearchSource(written.shown, written.folded, rungs, result, written.own)

    def _in_own_words(self, written: "_Written", span: Span) -> Result:
        text = written.shown
        if written.hint is None:
            return _result(self._diagnoser.written_by_hermes(span), text, span)._replace(in_prompt=True)
        return _result(_in_hint(written, text, span), text, span)

    def closest(self, query: Query, is_left: Callable[[], bool]) -> tuple[Close, ...]:
        """The lines most like *query*, until somebody leaves."""

        def texts() -> Iterator[tuple[Path, str]]:
            for path in self._index.paths():
                if is_left():
                    return
                yield path, self._index.text(path)

        return closest(query.text, texts(), _CLOSEST)

    def paths(self) -> tuple[Path, ...]:
        """Every file that is searched so far."""
        return self._index.paths()


class _Written:
    """A text in which Hermes has words of its own."""

    def __init__(self, text: TracedText, hint: Hint | None, number: int) -> None:
        self.text = text
        self.hint = hint
        """``None``: the prompt."""
        self.number = number
        """Of the call that brought the hint."""
        self.shown = str(text)
        self.folded = fold_text(self.shown)
        own = (
            Span(start, start + run.stop - run.start)
            for start, run in text.placed()
            if run.role is not Role.FILE
        )
        self.own = TextPart(tuple(own), self.shown, self.folded)
        """The words that no file has."""


def _brought(traces: tuple[CallTrace, ...]) -> dict[Path, tuple[int, str, Hint]]:
    return {
        hint.file.path: (number, trace.call.line, hint)
        for number, trace in enumerate(traces, 1)
        for hint in trace.hints
    }


def _in_hint(written: _Written, text: str, span: Span) -> Diagnosis:
    hint = written.hint
    assert hint is not None  # noqa: S101 -- asked for only then
    line, column = place_of(text, span.start)
    return Diagnosis(
        path=hint.file.path,
        shown=public("hint of call {}", written.number),
        line=line,
        column=column,
        start=0,
        end=0,
        state=State.ON_CALL,
        detail=f"in words that Hermes adds itself to the text of {hint.label}",
        place=place_in(hint.label, span, text),
    )


def _result(answer: Diagnosis, text: str, span: Span) -> Result:
    begin = max(text.rfind("\n", 0, span.start) + 1, span.start - _AROUND)
    newline = text.find("\n", span.end)
    end = min(len(text) if newline < 0 else newline, span.end + _AROUND)
    found = text[span.start : min(span.end, span.start + _AROUND)]
    return Result(answer, text[begin : span.start].lstrip(), found, text[span.end : end].rstrip())
