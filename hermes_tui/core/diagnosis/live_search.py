"""A search as somebody types: every context file of the repository, the prompt, and the hints so far.

The texts are folded once, file by file; between two steps of :meth:`LiveSearch.prepare` what is there already
can be searched.
"""

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from pathlib import Path
from typing import NamedTuple

from hermes_tui.core.diagnosis.answer_builder import Placer, place_in, taken_from
from hermes_tui.core.diagnosis.model import Answer, Names, State, place_of
from hermes_tui.core.diagnosis.repository_search import RepositorySearch
from hermes_tui.core.diagnosis.search_results import MOST, Result, Rung, Sightings, Source
from hermes_tui.core.hints.trace import CallTrace, Hint
from hermes_tui.core.prompt.context_file import ContextFile, Verdict
from hermes_tui.core.prompt.startup import Startup
from hermes_tui.core.searching.closeness import Close, closest
from hermes_tui.core.searching.folding import fold_text
from hermes_tui.core.searching.text_search import Index, Part, Query, SpanSet
from hermes_tui.core.surveys.survey import Closed, Excluded, Found, Reach, survey
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
        known: Iterable[Found | Excluded | Closed] | None = None,
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
        self._names = Names.around(startup)
        self._placer = Placer(startup, self._names)
        self._repository = RepositorySearch(startup, self._names, self._placer)
        self._index = Index()
        self.reading: Reading | None = None
        """The large file that the next step of :meth:`prepare` reads."""
        self._files: dict[Path, ContextFile] = {}
        self._found: dict[Path, Found] = {}
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
            if isinstance(step, Found):
                yield from self._add(step)
            elif isinstance(step, Excluded):
                for found in self._repository.judge.judge_inside(step.directory):
                    yield from self._add(found)
            yield len(self._index)

    def _add(self, found: Found) -> Iterator[int]:
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

    def _sources(self, query: Query) -> Iterator[Source]:
        own_words_are_told = False
        for path, text, folded in self._index.holding(query):
            if path not in self._files and not own_words_are_told:
                own_words_are_told = True
                yield from self._own_sources()
            yield Source(text, folded, self._rungs(path, text, folded), partial(self._in_file, path, text))
        if not own_words_are_told:
            yield from self._own_sources()

    def _rungs(self, path: Path, text: str, folded: str) -> tuple[Rung, ...]:
        known = self._known_rungs.get(path)
        if known is None:
            nothing = ((Span(0, len(text)),), State.HINT)
            rungs = tuple(self._steps_of(path)) or (nothing,)
            known = tuple(Rung(Part(lost, text, folded), state) for lost, state in rungs)
            self._known_rungs[path] = known
        return known

    def _steps_of(self, path: Path) -> Iterator[tuple[tuple[Span, ...], State]]:
        """What becomes of the places in a file, as :meth:`_answer` has it: what must be whole for what."""
        file = self._files.get(path)
        if file is not None and file.verdict.is_sent and self._startup.failure is None:
            yield self._placer.lost(file), State.SENT
        brought = self._brought.get(path)
        found = self._found_at(path) if self._startup.failure is None else None
        hint = found.file if found is not None and found.state is Reach.HINT else None
        hint = brought[2].file if brought is not None else hint
        if hint is not None and hint.verdict is not Verdict.BLOCKED:
            yield taken_from(hint), State.HINT

    def _found_at(self, path: Path) -> Found | None:
        """What is known of a file that a hint may bring."""
        file, hints = self._files.get(path), self._startup.ruleset.hints
        if file is None:
            return self._found[path]
        if file.verdict is Verdict.OUT_OF_REACH and path.name in hints.names and hints.outside:
            return self._repository.judge.judge(path, None)
        return None

    def _in_file(self, path: Path, text: str, span: Span) -> Result:
        return _result(self._answer(path, span), text, span)

    def _answer(self, path: Path, span: Span) -> Answer:
        file, found = self._files.get(path), self._found_at(path)
        answer = self._repository.about(found, span) if found is not None else None
        if file is not None and (answer is None or answer.state is not State.HINT):
            answer = self._placer.in_file(file, span)
        assert answer is not None  # noqa: S101 -- it is a file of the start, or one that was found
        brought = self._brought.get(path)
        if brought is None or answer.state is State.SENT:
            return answer
        number, call, hint = brought
        ranges = hint.text.ranges(path, *span)
        if not ranges or SpanSet(taken_from(hint.file)).touch(*span):
            return answer
        return answer._replace(
            state=State.HINT,
            culprit=f"call {number} of this session brought it ({call})",
            place=place_in(hint.label, ranges[0], str(hint.text)),
        )

    def _own_sources(self) -> Iterator[Source]:
        for written in self._written:
            state = State.SENT if written.hint is None else State.HINT
            result = partial(self._in_own_words, written)
            rungs = (Rung(written.own, state),)
            yield Source(written.shown, written.folded, rungs, result, written.own)

    def _in_own_words(self, written: "_Written", span: Span) -> Result:
        text = written.shown
        if written.hint is None:
            return _result(self._placer.written_by_hermes(span), text, span)._replace(in_prompt=True)
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
        self.own = Part(tuple(own), self.shown, self.folded)
        """The words that no file has."""


def _brought(traces: tuple[CallTrace, ...]) -> dict[Path, tuple[int, str, Hint]]:
    return {
        hint.file.path: (number, trace.call.line, hint)
        for number, trace in enumerate(traces, 1)
        for hint in trace.hints
    }


def _in_hint(written: _Written, text: str, span: Span) -> Answer:
    hint = written.hint
    assert hint is not None  # noqa: S101 -- asked for only then
    line, column = place_of(text, span.start)
    return Answer(
        path=hint.file.path,
        shown=public("hint of call {}", written.number),
        line=line,
        column=column,
        start=0,
        end=0,
        state=State.HINT,
        code="",
        culprit=f"in words that Hermes adds itself to the text of {hint.label}",
        remedy="",
        place=place_in(hint.label, span, text),
    )


def _result(answer: Answer, text: str, span: Span) -> Result:
    begin = max(text.rfind("\n", 0, span.start) + 1, span.start - _AROUND)
    newline = text.find("\n", span.end)
    end = min(len(text) if newline < 0 else newline, span.end + _AROUND)
    found = text[span.start : min(span.end, span.start + _AROUND)]
    return Result(answer, text[begin : span.start].lstrip(), found, text[span.end : end].rstrip())
