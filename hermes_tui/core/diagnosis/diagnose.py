"""Why a place in a file is sent or not, and what brings it: the one judgement that every face shows.

:class:`Diagnoser` belongs to one start of a session. A diagnosis names the first obstacle that Hermes meets;
the ways out of it are tried when somebody asks for them.
"""

from collections.abc import Collection
from dataclasses import replace
from functools import cached_property, partial
from pathlib import Path
from typing import TYPE_CHECKING

from hermes_tui.core.diagnosis import common_obstacles
from hermes_tui.core.diagnosis.actions import Place
from hermes_tui.core.diagnosis.chain_file import Case, front_matter, legacy_section, obstacle_of
from hermes_tui.core.diagnosis.imports_and_links import link_target_outside
from hermes_tui.core.diagnosis.model import Diagnosis, Obstacle, PromptPlace, Remedy, State, untried
from hermes_tui.core.diagnosis.names import Names, place_of
from hermes_tui.core.diagnosis.other_spellings import found_here_only
from hermes_tui.core.diagnosis.reach import reach_of_hint, state_in, taken_from
from hermes_tui.core.diagnosis.remedies import Starts, Trial
from hermes_tui.core.diagnosis.ways import Way
from hermes_tui.core.prompt.context_file import ContextFile, FileKind, Verdict
from hermes_tui.core.prompt.pointer_files import link_as_text
from hermes_tui.core.prompt.startup import Startup
from hermes_tui.core.text.provenance import Role, Span, TracedText, line_of, merged
from hermes_tui.core.text.public_text import public, shell_word

if TYPE_CHECKING:
    from hermes_tui.core.diagnosis.off_chain_file import OffChain
    from hermes_tui.core.surveys.survey import FoundFile

_NO_RULE = "(the rule)"
"""Stands for the text of a file that cannot be read."""


class Diagnoser:
    """Says of files, and of places in them, what becomes of them in one situation."""

    def __init__(self, startup: Startup, names: Names | None = None) -> None:
        """*names* says how paths are shown; as from the working directory if not given."""
        self.startup = startup
        self.names = names or Names.around(startup)
        self._disk = startup.disk
        self._prompt = startup.prompt or ""
        self._files = {file.path: file for file in startup.files}
        self._starts: Starts = {}

    @cached_property
    def off_chain(self) -> "OffChain":
        """Says what stops files that no step of the start asks for."""
        from hermes_tui.core.diagnosis.off_chain_file import OffChain  # a file of the start needs none of it

        return OffChain(self.startup, self.names)

    def at(self, path: Path, span: Span | None = None) -> Diagnosis:
        """Of the file at *path*, or of its characters *span*."""
        file = self._files.get(path)
        if file is not None and not self._comes_by_hint(file):
            return self._of_start(file, span)
        return self.of_found(self.off_chain.judge.judge(path, None), span)

    def obstacle_at(self, place: Place) -> Obstacle | None:
        """The first obstacle of *place*; ``None`` where all of it is sent, or a hint brings it."""
        if self.startup.failure is not None:
            return self._failure()
        file = self._files.get(place.path)
        if file is not None and not self._comes_by_hint(file):
            return obstacle_of(Case(file, self.startup, self.names), place.span)
        return self.off_chain.obstacle_of(self.off_chain.judge.judge(place.path, None), place.span)

    def remedies(
        self, place: Place, ways: tuple[Way, ...], wanted: Collection[State] = (State.SENT, State.ON_CALL)
    ) -> tuple[Remedy, ...]:
        """What of *ways* brings *place* to the model as *wanted*; see :class:`~.remedies.Trial`."""
        ways_out = partial(_ways_out, self.names)
        return Trial(self.startup, place, self.names, ways_out, wanted, self._starts).remedies(ways)

    def place(self, path: Path, span: Span | None) -> Place:
        """What is asked about, with the rule that is to reach the model."""
        text = self._text(path)
        if span is None:
            return Place(path, None, text.strip() or _NO_RULE)
        start = text.rfind("\n", 0, span.start) + 1
        end = text.find("\n", max(span.start, span.end - 1))
        return Place(path, span, text[start : end if end >= 0 else len(text)].strip() or _NO_RULE)

    # ── at the start ──

    def lost(self, file: ContextFile) -> tuple[Span, ...]:
        """Characters of which a place may have none, or it is not sent at the start."""
        if self.startup.failure is not None or not file.verdict.is_sent:
            return (Span(0, len(file.text)),)
        return taken_from(file)

    def _of_start(self, file: ContextFile, span: Span | None) -> Diagnosis:
        case = Case(file, self.startup, self.names)
        whole = span or Span(0, len(file.text))
        if self.startup.failure is not None:
            return self._stopped(file.path, file.text, span, State.NOT_SENT, self._failure())
        obstacle = obstacle_of(case, span)
        state = state_in(file, span)
        kept = merged(self.startup.prompt_ranges(file.path, *whole))
        if obstacle is not None and state is not State.SENT:
            found = self._stopped(file.path, file.text, span, state, obstacle)
            return (
                found if not kept else replace(found, place=place_in(file.label, _all_of(kept), self._prompt))
            )
        if span is None:
            obstacle = self._in_part(case)
        return self._sent(file, span, _all_of(kept) if kept else None, obstacle)

    def _in_part(self, case: Case) -> Obstacle | None:
        """What is wrong with a file that is sent: some of it is not, or it is not what it seems."""
        link = link_as_text(case.file.path, case.file.text, self._disk)
        if link is not None:
            return common_obstacles.link_as_text(link, case.shown, case.file.path, self._disk)
        return front_matter(case) or legacy_section(case) or self._spelled_otherwise(case.file)

    def _spelled_otherwise(self, file: ContextFile) -> Obstacle | None:
        if file.kind is FileKind.SOUL:
            return None
        return found_here_only(file.path, self.startup.ruleset, self._disk)

    def _sent(
        self, file: ContextFile, span: Span | None, kept: Span | None, obstacle: Obstacle | None
    ) -> Diagnosis:
        place = place_in(file.label, kept, self._prompt) if kept is not None else None
        whole = span or Span(0, len(file.text))
        if place is None:
            detail = (
                "a heading with nothing below it" if file.kind is not FileKind.SOUL else "nothing but blanks"
            )
        else:
            at = f"line {place.line:,} of the prompt, characters {place.start + 1:,}-{place.end:,}"
            detail = f"{at}, under {file.label}{self._unscanned(file, whole)}{self._linked(file)}"
        if obstacle is None:
            found = self._diagnosis(file.path, file.text, span, State.SENT)
        else:
            found = self._stopped(file.path, file.text, span, State.SENT, obstacle)
        return replace(found, detail=detail, place=place)

    def _unscanned(self, file: ContextFile, span: Span) -> str:
        """It is too far down for the threat scan."""
        length = self.startup.ruleset.scanner.length
        begin = min((kept.start for kept in file.kept), default=0)
        if length is None or span == (0, len(file.text)) or span.start < begin + length:
            return ""
        return f" (not scanned: it lies behind the first {length:,} characters)"

    def _linked(self, file: ContextFile) -> str:
        """It is a link that leaves the repository."""
        target = link_target_outside(file.path, self.names.top, self._disk)
        if target is None or file.kind is FileKind.SOUL:
            return ""
        refused = ": no hint would follow it" if self.startup.ruleset.hints.checks_links else ""
        return f" (through a link out of the repository, to {self.names.show(target)}{refused})"

    def written_by_hermes(self, span: Span) -> Diagnosis:
        """About words of the prompt that stand in no file."""
        text = self.startup.prompt_text or TracedText()
        source = text.source(span.start)
        path = source.path or self.startup.cwd
        what = {
            Role.HEADING: "the heading that Hermes puts above {}",
            Role.MARKER: "the marker that stands for what was cut away of {}",
            Role.NOTICE: "the notice that stands for {}, which is blocked",
        }.get(source.role, "in words that Hermes adds itself")
        line, column = place_of(self._prompt, span.start)
        name = self.names.show(path) if source.path else public("the whole chain")
        ask = public("see why: hermes-tui why {}", shell_word(name))
        is_loss = source.role in (Role.MARKER, Role.NOTICE) and source.path is not None
        return Diagnosis(
            path=path,
            shown=public("prompt"),
            line=line,
            column=column,
            start=span.start,
            end=span.end,
            state=State.SENT,
            detail=what.format(name),
            place=place_in(name, span, self._prompt),
            find_remedies=lambda: untried((Way(ask),)) if is_loss else (),
        )

    # ── by a hint ──

    def of_found(self, found: "FoundFile", span: Span | None) -> Diagnosis:
        """Of a file that a survey found, or of its characters *span*."""
        text = self._text(found.path)
        if self.startup.failure is not None:
            return self._stopped(found.path, text, span, State.NOT_SENT, self._failure())
        obstacle = self.off_chain.obstacle_of(found, span)
        reached = reach_of_hint(found, span)
        if found.file is None or reached.state is State.NOT_SENT:
            assert obstacle is not None  # noqa: S101 -- else a hint would bring it
            return self._stopped(found.path, text, span, State.NOT_SENT, obstacle)
        ranges = found.file.section.ranges(found.path, *(span or Span(0, len(text))))
        place = place_in(found.file.label, ranges[0], str(found.file.section)) if ranges else None
        link = link_as_text(found.path, found.file.text, self._disk) if span is None else None
        if link is not None:
            obstacle = common_obstacles.link_as_text(
                link, self.names.show(found.path), found.path, self._disk
            )
        if obstacle is not None:
            stopped = self._stopped(found.path, text, span, reached.state, obstacle)
            detail = self.off_chain.how_a_hint_comes(found)
            return replace(stopped, detail=detail, place=place, call=reached.call)
        obstacle = Obstacle("HT042", "")
        from_the_start = (self.off_chain.from_the_start(),)
        keep_out = untried((self.off_chain.out_of_the_way(found),))
        return replace(
            self._diagnosis(found.path, text, span, reached.state),
            obstacle=obstacle,
            detail=self.off_chain.how_a_hint_comes(found),
            place=place,
            call=reached.call,
            find_remedies=lambda: (
                *self.remedies(self.place(found.path, span), from_the_start, (State.SENT,)),
                *keep_out,
            ),
        )

    # ── parts ──

    def _comes_by_hint(self, file: ContextFile) -> bool:
        """The start does not read it, and this release's hints go up as well."""
        hints = self.startup.ruleset.hints
        if file.verdict is not Verdict.OUT_OF_REACH or not hints.outside or file.path.name not in hints.names:
            return False
        found = self.off_chain.judge.judge(file.path, None)
        return reach_of_hint(found, None).state is not State.NOT_SENT

    def _failure(self) -> Obstacle:
        """This release has no prompt at all."""
        failure = self.startup.failure
        assert failure is not None  # noqa: S101 -- asked for only then
        return common_obstacles.hermes_fails(failure, self.startup, self.names, self._disk)

    def _text(self, path: Path) -> str:
        file = self._files.get(path)
        return self._disk.read(path).to_look_at if file is None else file.text

    def _diagnosis(self, path: Path, text: str, span: Span | None, state: State) -> Diagnosis:
        start, end = span or Span(0, len(text))
        line, column = place_of(text, start)
        return Diagnosis(
            path=path,
            shown=self.names.show(path),
            line=line,
            column=column,
            start=start,
            end=end,
            state=state,
        )

    def _stopped(
        self, path: Path, text: str, span: Span | None, state: State, obstacle: Obstacle
    ) -> Diagnosis:
        asked = self.place(path, span)
        return replace(
            self._diagnosis(path, text, span, state),
            obstacle=obstacle,
            asked=asked,
            find_remedies=lambda: self.remedies(asked, obstacle.ways),
        )


def diagnose(startup: Startup, path: Path, span: Span | None = None) -> Diagnosis:
    """Why the file at *path*, or its characters *span*, is sent or not to a session that so begins."""
    return Diagnoser(startup).at(path, span)


def place_in(part: str, span: Span, text: str) -> PromptPlace:
    """Where the characters *span* stand in *text*."""
    return PromptPlace(part, span.start, span.end, line_of(text, span.start))


def _ways_out(names: Names, startup: Startup, place: Place) -> tuple[Way, ...]:
    obstacle = Diagnoser(startup, names).obstacle_at(place)
    return obstacle.ways if obstacle is not None else ()


def _all_of(spans: tuple[Span, ...]) -> Span:
    return Span(spans[0].start, spans[-1].end)
