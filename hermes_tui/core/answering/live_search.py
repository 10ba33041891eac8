"""A search as somebody types: every context file of the repository, the prompt, and the hints so far.

The texts are folded once, file by file; between two steps of :meth:`LiveSearch.prepare` what is there already
can be searched.
"""

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from hermes_tui.core.answering.answers import Answer, Names, State, place_of
from hermes_tui.core.answering.placing import Placer, place_in
from hermes_tui.core.answering.repository_search import RepositorySearch
from hermes_tui.core.disk import Disk
from hermes_tui.core.hints.traces import CallTrace, Hint
from hermes_tui.core.prompt.files import ContextFile, Verdict
from hermes_tui.core.prompt.startup import Startup
from hermes_tui.core.searching.text_search import Close, Index, Query, closest, fold_text
from hermes_tui.core.settings import Settings
from hermes_tui.core.surveying import Excluded, Found, survey
from hermes_tui.core.traced import Role, Span, TracedText

MOST = 200
"""Places that one search tells."""
_AROUND = 200
"""Characters told on either side of what was found."""
_CLOSEST = 5


class Result(NamedTuple):
    """One place, and what becomes of it. All text may be foreign."""

    answer: Answer
    before: str
    """The line up to what was found."""
    found: str
    after: str
    in_prompt: bool = False
    """Hermes' own words: offsets are those of the prompt, not of a file."""


class LiveSearch:
    """Knows the texts; ask again with every key."""

    def __init__(
        self,
        startup: Startup,
        settings: Settings,
        disk: Disk,
        traces: tuple[CallTrace, ...] = (),
        known: Iterable[Found | Excluded] | None = None,
    ) -> None:
        """Begin with the files of the start.

        Args:
            startup: what a session gets at the start.
            settings: the release, the homes, the cap.
            disk: what is known of the file system already.
            traces: the session's calls so far.
            known: what a survey found; ``None``: there was none, and :meth:`prepare` makes one.
        """
        self._startup = startup
        self._settings = settings
        self._disk = disk
        self._known = known
        self._names = Names(startup.cwd, startup.git_root or startup.cwd, settings.home)
        self._placer = Placer(startup, self._names, disk)
        self._repository = RepositorySearch(startup, settings, self._names, disk, self._placer)
        self._index = Index()
        self._files: dict[Path, ContextFile] = {}
        self._found: dict[Path, Found] = {}
        self._brought = _brought(traces)
        self._written = tuple(self._own_words(traces))
        for file in startup.files:
            self._files[file.path] = file
            self._index.put(file.path, file.text)

    def __len__(self) -> int:
        """Files that can be searched so far."""
        return len(self._index)

    # ── what is searched ──

    def prepare(self) -> Iterator[int]:
        """Add the other files of the repository, one at each step; tells how many there are so far."""
        settings, startup = self._settings, self._startup
        steps: Iterable[object] = (
            survey(
                startup.cwd,
                ruleset=settings.ruleset,
                disk=self._disk,
                home=settings.home,
                hermes_home=settings.hermes_home,
            )
            if self._known is None
            else self._known
        )
        for step in steps:
            if isinstance(step, Found):
                self._add(step)
            elif isinstance(step, Excluded):
                for found in self._repository.judge.judge_inside(step.directory):
                    self._add(found)
                    yield len(self._index)
            yield len(self._index)

    def _add(self, found: Found) -> None:
        if found.path in self._files:
            return
        content = self._disk.read(found.path)
        self._found[found.path] = found
        self._index.put(found.path, content.shown if content.text is None else content.text)

    def _own_words(self, traces: tuple[CallTrace, ...]) -> Iterator["_Written"]:
        """The prompt, and what the calls appended."""
        if self._startup.prompt_text is not None:
            yield _Written(self._startup.prompt_text, None, 0)
        for number, trace in enumerate(traces, 1):
            for hint in trace.hints:
                yield _Written(hint.text, hint, number)

    # ── asking ──

    def find(self, query: Query, most: int = MOST) -> Iterator[Result]:
        """The places, each with what becomes of it: the start's first, then the prompt's and the hints' own
        words, then the nearest files; at most *most*."""
        for result in self._places(query):
            if most <= 0:
                return
            most -= 1
            yield result

    def _places(self, query: Query) -> Iterator[Result]:
        own_words_are_told = False
        for hit in self._index.find(query):
            if hit.path not in self._files and not own_words_are_told:
                own_words_are_told = True
                yield from self._in_own_words(query)
            span = Span(hit.start, hit.end)
            yield _result(self._answer(hit.path, span), self._index.text(hit.path), span)
        if not own_words_are_told:
            yield from self._in_own_words(query)

    def _answer(self, path: Path, span: Span) -> Answer:
        file = self._files.get(path)
        if file is None:
            answer = self._repository.about(self._found[path], span)
        else:
            answer = self._placer.in_file(file, span)
            hints = self._settings.ruleset.hints
            if file.verdict is Verdict.OUT_OF_REACH and path.name in hints.names and hints.outside:
                by_hint = self._repository.answer(path, span)
                answer = by_hint if by_hint.state is State.HINT else answer
        brought = self._brought.get(path)
        if brought is None or answer.state is State.SENT:
            return answer
        number, call, hint = brought
        ranges = hint.text.ranges(path, *span)
        if not ranges:
            return answer
        return answer._replace(
            state=State.HINT,
            culprit=f"call {number} of this session brought it ({call})",
            place=place_in(hint.label, ranges[0], str(hint.text)),
        )

    def _in_own_words(self, query: Query) -> Iterator[Result]:
        for written in self._written:
            text = str(written.text)
            for span in query.spans(text, written.folded):
                if written.text.source(span.start).role is Role.FILE:
                    continue
                if written.hint is None:
                    answer = self._placer.written_by_hermes(span)
                    yield _result(answer, text, span)._replace(in_prompt=True)
                else:
                    yield _result(_in_hint(written, text, span), text, span)

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
        self.folded = fold_text(str(text))


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
        shown=f"hint of call {written.number}",
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
