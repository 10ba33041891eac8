"""From one place in one file to its answer: where it is sent, or what stops it."""

import shlex

from hermes_tui.core.diagnosis import common_obstacles
from hermes_tui.core.diagnosis.chain_file import Case, front_matter, legacy_section, loss_of
from hermes_tui.core.diagnosis.imports_and_links import link_target_outside
from hermes_tui.core.diagnosis.model import Answer, Loss, Names, PromptPlace, State, place_of
from hermes_tui.core.prompt.context_file import Cause, ContextFile, FileKind, Verdict
from hermes_tui.core.prompt.pointer_files import link_as_text
from hermes_tui.core.prompt.startup import Startup
from hermes_tui.core.text.provenance import Role, Span, TracedText, line_of, merged
from hermes_tui.core.text.public_text import public

_TAKEN = frozenset((Cause.FRONT_MATTER, Cause.LEGACY_SECTION, Cause.FILE_CAP, Cause.JOINT_CAP))
"""Steps that take a rule from a file that is sent; blanks around it are no loss."""


class Placer:
    """Gives answers about files and places in them, for one start of a session."""

    def __init__(self, startup: Startup, names: Names) -> None:
        self._startup = startup
        self._names = names
        self._disk = startup.disk
        self._prompt = startup.prompt or ""

    def in_file(self, file: ContextFile, span: Span | None) -> Answer:
        """About the characters *span* of a file that the start of a session knows, or about all of it."""
        case = Case(file, self._startup, self._names)
        if self._startup.failure is not None:
            return self._answer(file, span or Span(0, len(file.text)), State.NOT_SENT, self.failure())
        if span is None:
            return self._whole(case)
        kept = self._startup.prompt_ranges(file.path, *span)
        if merged(kept) and _length(kept) >= span.end - span.start:
            return self._sent(file, span, kept[0])
        loss = loss_of(case, span)
        if loss is None:  # blanks around the text, a byte order mark
            return self._sent(file, span, kept[0] if kept else None)
        return self._answer(file, span, State.NOT_SENT, loss)

    def lost(self, file: ContextFile) -> tuple[Span, ...]:
        """Characters of which a place may have none, or it is not sent at the start."""
        if self._startup.failure is not None or not file.verdict.is_sent:
            return (Span(0, len(file.text)),)
        return taken_from(file)

    def failure(self) -> Loss:
        """This release has no prompt at all."""
        failure = self._startup.failure
        assert failure is not None  # noqa: S101 -- asked for only then
        return common_obstacles.hermes_fails(failure, self._startup, self._names, self._disk)

    def written_by_hermes(self, span: Span) -> Answer:
        """About words of the prompt that stand in no file."""
        text = self._startup.prompt_text or TracedText()
        source = text.source(span.start)
        path = source.path or self._startup.cwd
        what = {
            Role.HEADING: "the heading that Hermes puts above {}",
            Role.MARKER: "the marker that stands for what was cut away of {}",
            Role.NOTICE: "the notice that stands for {}, which is blocked",
        }.get(source.role, "in words that Hermes adds itself")
        line, column = place_of(self._prompt, span.start)
        name = self._names.show(path) if source.path else "the whole chain"
        return Answer(
            path=path,
            shown=public("prompt"),
            line=line,
            column=column,
            start=span.start,
            end=span.end,
            state=State.SENT,
            code="",
            culprit=what.format(name),
            remedy="" if source.path is None else f"hermes-tui why {shlex.quote(name)} tells more.",
            place=place_in(name, span, self._prompt),
        )

    # ── parts ──

    def _whole(self, case: Case) -> Answer:
        file = case.file
        span = Span(0, len(file.text))
        loss = loss_of(case)
        if loss is not None and file.verdict is not Verdict.TRUNCATED:
            return self._answer(file, span, State.NOT_SENT, loss)
        kept = self._startup.prompt_ranges(file.path, *span)
        answer = self._sent(file, span, Span(kept[0].start, kept[-1].end) if kept else None)
        link = link_as_text(file.path, file.text, self._disk)
        if link is not None:
            return stopped(answer, common_obstacles.link_as_text(link, case.shown))
        if loss is not None:
            return answer._replace(
                code=loss.code, culprit=f"in part: the rest is {loss.culprit}", remedy=loss.todo
            )
        loss = front_matter(case) or legacy_section(case)
        if loss is not None:
            return answer._replace(
                code=loss.code,
                culprit=f"{answer.culprit}, but not all of it: {loss.culprit}",
                remedy=loss.todo,
            )
        return answer

    def _sent(self, file: ContextFile, span: Span, kept: Span | None) -> Answer:
        place = place_in(file.label, kept, self._prompt) if kept is not None else None
        if place is None:
            where = (
                "a heading with nothing below it" if file.kind is not FileKind.SOUL else "nothing but blanks"
            )
        else:
            at = f"line {place.line:,} of the prompt, characters {place.start + 1:,}-{place.end:,}"
            where = f"{at}, under {file.label}"
            where += self._unscanned(file, span) + self._linked(file)
        answer = self._answer(file, span, State.SENT, Loss("", where, ""))
        return answer._replace(place=place)

    def _unscanned(self, file: ContextFile, span: Span) -> str:
        """It is too far down for the threat scan."""
        length = self._startup.ruleset.scanner.length
        begin = min((kept.start for kept in file.kept), default=0)
        if length is None or span == (0, len(file.text)) or span.start < begin + length:
            return ""
        return f" (not scanned: it lies behind the first {length:,} characters)"

    def _linked(self, file: ContextFile) -> str:
        """It is a link that leaves the repository."""
        target = link_target_outside(file.path, self._names.top, self._disk)
        if target is None or file.kind is FileKind.SOUL:
            return ""
        refused = ": no hint would follow it" if self._startup.ruleset.hints.checks_links else ""
        return f" (through a link out of the repository, to {self._names.show(target)}{refused})"

    def _answer(self, file: ContextFile, span: Span, state: State, loss: Loss) -> Answer:
        line, column = place_of(file.text, span.start)
        return Answer(
            path=file.path,
            shown=self._names.show(file.path),
            line=line,
            column=column,
            start=span.start,
            end=span.end,
            state=state,
            code=loss.code,
            culprit=loss.culprit,
            remedy=loss.todo,
            place=None,
        )


def taken_from(file: ContextFile) -> tuple[Span, ...]:
    """Characters that were taken from a file which is sent, or from a hint."""
    return tuple(Span(piece.start, piece.end) for piece in file.lost if piece.cause in _TAKEN)


def stopped(answer: Answer, loss: Loss) -> Answer:
    """The answer, where *loss* stops the rule."""
    return answer._replace(code=loss.code, culprit=loss.culprit, remedy=loss.todo)


def place_in(part: str, span: Span, text: str) -> PromptPlace:
    """Where the characters *span* stand in *text*."""
    return PromptPlace(part, span.start, span.end, line_of(text, span.start))


def _length(spans: tuple[Span, ...]) -> int:
    return sum(span.end - span.start for span in spans)
