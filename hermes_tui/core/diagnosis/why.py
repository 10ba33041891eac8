"""Why was my rule not loaded? Finds a text or a file, and says of each place what becomes of it.

The files of the chain come first; the whole repository is looked through if none of them is sent, or if it is
asked for.
"""

import os
from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from hermes_tui.core.diagnosis import common_obstacles
from hermes_tui.core.diagnosis.answer_builder import Placer
from hermes_tui.core.diagnosis.environment import questions, surroundings, switched_off
from hermes_tui.core.diagnosis.imports_and_links import imports
from hermes_tui.core.diagnosis.model import Answer, Names, Near, Remark, Reply, State
from hermes_tui.core.diagnosis.other_spellings import found_here_only
from hermes_tui.core.diagnosis.query_file import about_name, as_asked, named_files
from hermes_tui.core.filesystem.file_content import Content, Unreadable
from hermes_tui.core.prompt.context_file import ContextFile, Verdict
from hermes_tui.core.prompt.pointer_files import link_as_text
from hermes_tui.core.prompt.startup import inspect
from hermes_tui.core.searching.bad_query import BadQueryError
from hermes_tui.core.searching.closeness import closest
from hermes_tui.core.searching.text_search import MAX_PLACES, Places, Query, literal, regular
from hermes_tui.core.situation import Situation
from hermes_tui.core.text.provenance import Role, Span
from hermes_tui.core.text.public_text import public

if TYPE_CHECKING:
    from hermes_tui.core.diagnosis.repository_search import RepositorySearch

__all__ = ["BadQueryError", "Reply", "why"]

_CLOSEST = 3
"""Lines that are offered where nothing was found."""
_SEARCHED = 20
"""Places that are listed where nothing was found."""


def why(
    query: str,
    situation: Situation,
    *,
    as_text: bool = False,
    as_regex: bool = False,
    with_git: bool = False,
    everywhere: bool = False,
    environ: Mapping[str, str] | None = None,
) -> Reply:
    """Every place of *query*, a file that exists or a text, as a session that starts there sees it.

    Args:
        query: the words, or a path: relative to the situation's directory, else to the process'.
        situation: where the session starts, the settings, the disk.
        as_text: it is a text, even if a file is called so.
        as_regex: it is a regular expression.
        with_git: ask git as well about the files that were found; takes longer.
        everywhere: look through the whole repository even if the text is sent at the start.
        environ: in place of ``os.environ``.

    Raises:
        BadQueryError: the text is empty, or no expression.
    """
    searched = regular(query) if as_regex else None
    may_be_file = not as_text and not as_regex
    files = tuple(named_files(query, situation.cwd, situation.disk)) if may_be_file else ()
    if not files and searched is None:
        searched = literal(query)
    environ = os.environ if environ is None else environ
    asked = _Asked(query, situation, environ, everywhere=everywhere)
    reply = asked.reply(files[0] if files else None, searched, with_git=with_git)
    about = asked.about_name(files) if may_be_file else ()
    return reply._replace(remarks=(*about, *reply.remarks))


class _Asked:
    """One question."""

    def __init__(
        self, query: str, situation: Situation, environ: Mapping[str, str], *, everywhere: bool
    ) -> None:
        self._query = query
        self._everywhere = everywhere
        self._is_whole = True
        self._settings = situation.settings
        self._disk = situation.disk
        self._environ = environ
        self._startup = inspect(situation)
        self._names = Names.around(self._startup)
        self._placer = Placer(self._startup, self._names)
        self._looked_at: dict[Path, str] = {}
        self._untold = 0
        self._untold_not_sent = 0
        self._holders: set[Path] = set()
        """Files of which a place is sent at the start, told or not."""

    def reply(self, path: Path | None, searched: Query | None, *, with_git: bool) -> Reply:
        if path is not None:
            answers = tuple(self._about_file(path))
        else:
            assert searched is not None  # noqa: S101 -- one of both
            answers = tuple(self._about_text(searched))
            if self._untold:
                answers = tuple(sorted(answers, key=lambda answer: answer.state is State.SENT))
        remarks = list(surroundings(self._startup, self._environ))
        holders = self._holders | {answer.path for answer in answers if answer.state is State.SENT}
        if holders:
            remarks.extend(questions(self._startup, holders, self._names, self._disk))
        elif path is None:
            remarks.extend(self._unsearched({answer.path for answer in answers}))
        remarks.extend(self._about_spellings(answers))
        if with_git:
            remarks.extend(self._ask_git(answers))
        close: tuple[Near, ...] = ()
        places: tuple[str, ...] = ()
        if not answers:
            close, places = self._closest(), self._places()
        not_sent = sum(answer.state is not State.SENT for answer in answers)
        return Reply(
            question=self._query,
            is_file=path is not None,
            answers=answers,
            remarks=tuple(remarks),
            closest=close,
            searched=places,
            places=len(answers) + self._untold,
            not_sent=not_sent + self._untold_not_sent,
            is_whole=self._is_whole,
            switched_off=switched_off(self._settings.ruleset, self._environ),
        )

    def about_name(self, files: tuple[Path, ...]) -> tuple[Remark, ...]:
        return tuple(about_name(self._query, files, self._startup.cwd, self._names, self._disk))

    # ── a file ──

    def _about_file(self, named: Path) -> Iterator[Answer]:
        path = as_asked(named, self._startup, self._disk)
        file = next((file for file in self._startup.files if file.path == path), None)
        if file is not None:
            yield self._in_startup_file(file, None)
            return
        answer = self._repository.answer(path, None)
        for importer, line in self._importers(path):
            answer = self._imported(answer, importer, line)
            break
        yield answer

    # ── a text ──

    def _about_text(self, query: Query) -> Iterator[Answer]:
        """Every place; unless all are wanted, up to where one is known to be sent at the start."""
        found, is_sent = False, False
        for file in self._startup.files:
            self._looked_at[file.path] = file.text
            places = query.places(file.text, self._placer.lost(file))
            not_sent = 0
            for span in places.told:
                answer = self._in_startup_file(file, span)
                not_sent += answer.state is not State.SENT
                yield answer
            self._untold += places.total - len(places.told)
            self._untold_not_sent += places.lost - not_sent
            found = found or places.total > 0
            if places.lost < places.total:
                is_sent = True
                self._holders.add(file.path)
        if not found:
            for answer in self._written_by_hermes(query):
                is_sent = True
                yield answer
        self._is_whole = self._everywhere or not is_sent
        if self._is_whole:
            yield from self._in_imports(query)
            told: Counter[Path] = Counter()
            for answer in self._repository.search(query, self._looked_at):
                told[answer.path] += 1
                yield answer
            for path, count in told.items():
                if count >= MAX_PLACES:
                    self._leave(query.places(self._looked_at[path], ()))

    def _leave(self, places: Places) -> None:
        """More places than are told, none of them sent."""
        self._untold += places.total - len(places.told)
        self._untold_not_sent += places.total - len(places.told)

    def _in_startup_file(self, file: ContextFile, span: Span | None) -> Answer:
        answer = self._placer.in_file(file, span)
        hints = self._settings.ruleset.hints
        is_above = file.verdict is Verdict.OUT_OF_REACH and file.path.name in hints.names
        if is_above and hints.outside:
            by_hint = self._repository.answer(file.path, span)
            if by_hint.state is State.HINT:
                return by_hint
        return answer

    def _written_by_hermes(self, query: Query) -> Iterator[Answer]:
        text = self._startup.prompt_text
        if text is None:
            return
        prompt = str(text)
        for span in query.spans(prompt):
            if text.source(span.start).role is not Role.FILE:
                yield self._placer.written_by_hermes(span)

    def _in_imports(self, query: Query) -> Iterator[Answer]:
        for file in self._startup.files:
            for line, target in self._targets(file):
                if target in self._looked_at:
                    continue
                text = self._disk.read(target).to_look_at
                self._looked_at[target] = text
                places = query.places(text, ())
                for span in places.told:
                    answer = self._repository.answer(target, span)
                    yield self._imported(answer, file, line)
                self._leave(places)

    def _targets(self, file: ContextFile) -> Iterator[tuple[int, Path]]:
        """Files that this one imports, with the line; line 0 for a link that was checked out as text."""
        known = self._files
        link = link_as_text(file.path, file.text, self._disk)
        if link is not None and link.is_there and self._called(link.target) not in known:
            yield 0, self._called(link.target)
        for found in imports(file.path, file.text, self._disk, self._settings.home):
            if self._called(found.target) not in known:
                yield found.line, self._called(found.target)

    def _called(self, target: Path) -> Path:
        return as_asked(_plain(target), self._startup, self._disk)

    def _importers(self, path: Path) -> Iterator[tuple[ContextFile, int]]:
        for file in self._startup.files:
            for line, target in self._targets(file):
                if target == path:
                    yield file, line

    def _imported(self, answer: Answer, file: ContextFile, line: int) -> Answer:
        name = self._names.show(file.path)
        link = link_as_text(file.path, file.text, self._disk) if line == 0 else None
        if link is not None:
            loss = common_obstacles.link_as_text(link, name)
            culprit, code, todo = f"{name} should lead here; {loss.culprit}", loss.code, loss.todo
        else:
            culprit = f"line {line:,} of {name} imports it, and Hermes sends that line as it stands"
            code, todo = "HT033", f"Put the text itself into {name}."
        if answer.state is State.HINT:
            return answer._replace(culprit=f"{answer.culprit}; {culprit}")
        return answer._replace(state=State.NOT_SENT, code=code, culprit=culprit, remedy=todo)

    @cached_property
    def _repository(self) -> "RepositorySearch":
        """What is not on the chain; loaded only when it is asked for."""
        from hermes_tui.core.diagnosis.repository_search import RepositorySearch

        return RepositorySearch(self._startup, self._names, self._placer)

    # ── besides ──

    def _about_spellings(self, answers: tuple[Answer, ...]) -> Iterator[Remark]:
        """Files that Hermes finds here, and not where case counts."""
        paths = dict.fromkeys(answer.path for answer in answers if answer.state is not State.NOT_SENT)
        for path in paths:
            loss = found_here_only(path, self._settings.ruleset, self._disk) if path.name else None
            if loss is not None and path != self._startup.soul_path:
                text = f"{self._names.show(path)}: {loss.culprit}"
                yield Remark(loss.code, is_seen=True, text=text, remedy=loss.todo)

    def _closest(self) -> tuple[Near, ...]:
        found = closest(self._query, iter(self._looked_at.items()), _CLOSEST)
        return tuple(
            Near(close.path, self._names.show(close.path), close.line, close.text, close.likeness)
            for close in found
        )

    def _places(self) -> tuple[str, ...]:
        searched = [path for path in self._looked_at if not _is_closed(self._content(path))]
        shown = [self._names.show(path) for path in searched[:_SEARCHED]]
        if len(searched) > _SEARCHED:
            shown.append(public("and {} more files", len(searched) - _SEARCHED))
        return tuple(shown)

    def _unsearched(self, told: set[Path]) -> Iterator[Remark]:
        """Files in which the words may stand all the same; those that are *told* hold them."""
        contents = ((path, self._content(path)) for path in self._looked_at if path not in told)
        closed = [(path, content) for path, content in contents if content.text is None]
        for path, content in closed[:_SEARCHED]:
            yield common_obstacles.unsearched(
                content, content.detail or "it cannot be read", path, self._names, self._disk
            )
        if len(closed) > _SEARCHED:
            more = f"{len(closed) - _SEARCHED:,} more files that cannot be read were not searched"
            yield Remark("HT018", is_seen=True, text=more, remedy="hermes-tui check lists them.")
        for directory in self._repository.closed[:_SEARCHED]:
            name = self._names.show(directory)
            code, why, todo = common_obstacles.closed_directory(name)[:3]
            yield Remark(code, is_seen=True, text=f"{name}/ was not searched: {why}", remedy=todo)

    @cached_property
    def _files(self) -> dict[Path, ContextFile]:
        """The files of the start by path, the first of two."""
        return {file.path: file for file in reversed(self._startup.files)}

    def _content(self, path: Path) -> Content:
        file = self._files.get(path)
        return self._disk.read(path) if file is None else file.content

    def _ask_git(self, answers: tuple[Answer, ...]) -> Iterator[Remark]:
        from hermes_tui.core.diagnosis.git_remarks import git_remarks

        paths = tuple(dict.fromkeys(answer.path for answer in answers if answer.path.name))
        files = tuple(path for path in paths if self._disk.is_file(path))
        yield from git_remarks(files, self._startup, self._names, self._disk)


def _is_closed(content: Content) -> bool:
    """Nothing of the text can be read."""
    return content.text is None and content.why is not Unreadable.NOT_UTF8


def _plain(path: Path) -> Path:
    return Path(os.path.normpath(path))
