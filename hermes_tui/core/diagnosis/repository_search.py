"""The wider search: files that the start of a session does not ask for, and how a hint would bring them."""

from collections.abc import Iterator
from pathlib import Path

from hermes_tui.core.diagnosis import common_obstacles
from hermes_tui.core.diagnosis.answer_builder import Placer, place_in, stopped
from hermes_tui.core.diagnosis.model import Answer, Names, State, place_of
from hermes_tui.core.diagnosis.off_chain_file import Reacher
from hermes_tui.core.prompt.context_file import Verdict
from hermes_tui.core.prompt.pointer_files import link_as_text
from hermes_tui.core.prompt.startup import Startup
from hermes_tui.core.searching.text_search import Query
from hermes_tui.core.surveys.survey import Closed, Excluded, Found, Reach, survey
from hermes_tui.core.text.provenance import Span


class RepositorySearch:
    """Answers about files beside and below one working directory."""

    def __init__(self, startup: Startup, names: Names, placer: Placer) -> None:
        self._startup = startup
        self._names = names
        self._disk = startup.disk
        self._placer = placer
        self._reacher = Reacher(startup, names)
        self.closed: list[Path] = []
        """Directories that the last search could not look into."""
        self.judge = self._reacher.judge
        """Says how files get to the session."""

    def answer(self, path: Path, span: Span | None) -> Answer:
        """About a file, or the characters *span* of it."""
        return self.about(self.judge.judge(path, None), span)

    def search(self, query: Query, known: dict[Path, str]) -> Iterator[Answer]:
        """Every place in the files that are not *known*, by path; their texts are added to it."""
        for found in sorted(self._found(), key=lambda found: found.path):
            yield from self._in_found(query, found, known)

    def _found(self) -> Iterator[Found]:
        self.closed.clear()
        for step in survey(self._startup.situation):
            if isinstance(step, Found):
                yield step
            elif isinstance(step, Excluded):
                yield from self.judge.judge_inside(step.directory)
            elif isinstance(step, Closed):
                self.closed.append(step.directory)

    def _in_found(self, query: Query, found: Found, known: dict[Path, str]) -> Iterator[Answer]:
        if found.path in known:
            return
        text = self._disk.read(found.path).to_look_at
        known[found.path] = text
        for span in query.spans(text):
            yield self.about(found, span)

    def about(self, found: Found, span: Span | None) -> Answer:
        """About what a survey found, or the characters *span* of it."""
        text = self._disk.read(found.path).to_look_at
        span_or_all = span or Span(0, len(text))
        line, column = place_of(text, span_or_all.start)
        base = Answer(
            path=found.path,
            shown=self._names.show(found.path),
            line=line,
            column=column,
            start=span_or_all.start,
            end=span_or_all.end,
            state=State.NOT_SENT,
            code="",
            culprit="",
            remedy="",
            place=None,
        )
        if self._startup.failure is not None:
            return stopped(base, self._placer.failure())
        if found.state is not Reach.HINT or found.file is None:
            return stopped(base, self._reacher.loss_of(found, span))
        loss = self._reacher.hint_loss(found.file, span)
        if loss is not None and (span is not None or found.file.verdict is Verdict.BLOCKED):
            return stopped(base, loss)
        culprit, remedy = self._reacher.how_a_hint_comes(found)
        if loss is not None:
            culprit = f"{culprit}; a part of it is {loss.culprit}"
        section = found.file.section
        ranges = section.ranges(found.file.path, *span_or_all)
        place = place_in(found.file.label, ranges[0], str(section)) if ranges else None
        assert found.call is not None  # noqa: S101 -- a hint has its call
        link = link_as_text(found.path, found.file.text, self._disk) if span is None else None
        as_text = common_obstacles.link_as_text(link, base.shown) if link is not None else None
        if as_text is not None:
            culprit, remedy = f"{culprit}; {as_text.culprit}", as_text.todo
        return base._replace(
            state=State.HINT,
            code="HT042" if as_text is None else as_text.code,
            culprit=culprit,
            remedy=remedy,
            place=place,
            call=found.call.line,
        )
