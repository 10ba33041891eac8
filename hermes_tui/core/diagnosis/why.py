"""Why was my rule not loaded? Finds a text or a file, and says of each place what becomes of it.

The files of the chain come first; the whole repository is looked through if none of them is sent, or if it is
asked for.
"""

import os
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING

from hermes_tui.core.diagnosis import common_obstacles
from hermes_tui.core.diagnosis.diagnose import Diagnoser
from hermes_tui.core.diagnosis.environment import questions, surroundings, switched_off
from hermes_tui.core.diagnosis.imported_rules import ImportedRules
from hermes_tui.core.diagnosis.model import Diagnosis, Near, Remark, Reply, State, advice, untried
from hermes_tui.core.diagnosis.other_files import other_texts
from hermes_tui.core.diagnosis.other_spellings import found_here_only
from hermes_tui.core.diagnosis.query_file import (
    about_name,
    as_asked,
    files_called,
    looks_like_path,
    named_files,
)
from hermes_tui.core.filesystem.file_content import Content, Unreadable
from hermes_tui.core.prompt.context_file import ContextFile
from hermes_tui.core.prompt.startup import inspect
from hermes_tui.core.searching.bad_query import BadQueryError
from hermes_tui.core.searching.closeness import closest
from hermes_tui.core.searching.text_search import MAX_PLACES, Places, Query, literal, regular
from hermes_tui.core.situation import Situation
from hermes_tui.core.text.provenance import Role
from hermes_tui.core.text.public_text import public, public_list

if TYPE_CHECKING:
    from hermes_tui.core.diagnosis.repository_search import RepositorySearch

__all__ = ["BadQueryError", "Reply", "why"]

_CLOSEST = 3
"""Lines that are offered where nothing was found."""
_ELSEWHERE = 20
"""Files that are told of where a name stands for several."""
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
    environ = os.environ if environ is None else environ
    asked = _Asked(query, situation, environ, everywhere=everywhere)
    elsewhere = asked.elsewhere() if may_be_file and not files else ()
    if not files and not elsewhere and searched is None:
        searched = literal(query)
    reply = asked.reply(files[:1] or elsewhere, searched, with_git=with_git)
    about = asked.about_name(files, elsewhere) if may_be_file else ()
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
        self._diagnoser = Diagnoser(self._startup)
        self._names = self._diagnoser.names
        self._imports = ImportedRules(self._diagnoser)
        self._looked_at: dict[Path, str] = {}
        self._untold: Counter[tuple[Path, bool]] = Counter()
        """Places without an answer of their own, by file and whether they are sent."""
        self._holders: set[Path] = set()
        """Files of which a place is sent at the start, told or not."""

    def reply(self, paths: tuple[Path, ...], searched: Query | None, *, with_git: bool) -> Reply:
        if paths:
            answers = tuple(map(self._about_file, paths))
        else:
            assert searched is not None  # noqa: S101 -- one of both
            answers = tuple(self._about_text(searched))
            if self._untold:
                answers = tuple(sorted(answers, key=lambda answer: answer.state is State.SENT))
        remarks = list(surroundings(self._startup, self._environ))
        holders = self._holders | {answer.path for answer in answers if answer.state is State.SENT}
        if holders:
            remarks.extend(questions(self._startup, holders, self._names, self._disk))
        elif not paths:
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
            is_file=bool(paths),
            answers=answers,
            remarks=tuple(remarks),
            closest=close,
            searched=places,
            places=len(answers) + self._untold.total(),
            not_sent=not_sent + sum(n for (_, is_sent), n in self._untold.items() if not is_sent),
            beyond=self._untold,
            is_whole=self._is_whole,
            switched_off=switched_off(self._settings.ruleset, self._environ),
        )

    def elsewhere(self) -> tuple[Path, ...]:
        """Files that the words mean, though none stands where they point: the nearest, then those below."""
        if not looks_like_path(self._query, self._startup.cwd, self._disk):
            return ()
        known = files_called(self._query, self._startup)
        if known:
            return known
        ending = Path(self._query).parts
        found = sorted(found.path for found in self._repository.found())
        return tuple(islice((path for path in found if path.parts[-len(ending) :] == ending), _ELSEWHERE))

    def about_name(self, files: tuple[Path, ...], elsewhere: tuple[Path, ...]) -> tuple[Remark, ...]:
        if elsewhere:
            shown = public_list([self._names.show(path) for path in elsewhere])
            where = self._names.whole(self._startup.cwd)
            return (
                Remark("", is_seen=True, text=f"there is no {self._query} in {where}; this is about {shown}"),
            )
        return tuple(about_name(self._query, files, self._startup.cwd, self._names, self._disk))

    # ── a file ──

    def _about_file(self, named: Path) -> Diagnosis:
        path = as_asked(named, self._startup, self._disk)
        found = self._diagnoser.at(path)
        is_of_start = any(file.path == path for file in self._startup.files)
        importer = None if is_of_start else next(self._imports.importers(path), None)
        return found if importer is None else self._imports.judged(found, *importer)

    # ── a text ──

    def _about_text(self, query: Query) -> Iterator[Diagnosis]:
        """Every place; unless all are wanted, up to where one is known to be sent at the start."""
        found, is_sent = False, False
        for file in self._startup.files:
            self._looked_at[file.path] = file.text
            places = query.places(file.text, self._diagnoser.lost(file))
            not_sent = 0
            for span in places.told:
                answer = self._diagnoser.at(file.path, span)
                not_sent += answer.state is not State.SENT
                yield answer
            untold = places.total - len(places.told)
            lost = places.lost - not_sent
            self._untold += Counter({(file.path, False): lost, (file.path, True): untold - lost})
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
            imported = 0
            for answer in self._in_imports(query, tuple(self._looked_at)):
                imported += 1
                yield answer
            told: Counter[Path] = Counter()
            for answer in self._repository.search(query, self._looked_at):
                told[answer.path] += 1
                yield answer
            for answer in self._in_imports(query, tuple(self._looked_at)):  # by files that a hint brings
                imported += 1
                yield answer
            if not (found or told or imported):
                yield from self._in_other_texts(query)
            for path, count in told.items():
                if count >= MAX_PLACES:
                    self._leave(path, query.places(self._looked_at[path], ()))

    def _in_other_texts(self, query: Query) -> Iterator[Diagnosis]:
        """Places in files that Hermes never reads."""
        for path in other_texts(self._startup):
            if path in self._looked_at:
                continue
            text = self._disk.read(path).to_look_at
            self._looked_at[path] = text
            places = query.places(text, ())
            for span in places.told:
                yield self._diagnoser.at(path, span)
            self._leave(path, places)

    def _leave(self, path: Path, places: Places) -> None:
        """More places than are told, none of them sent."""
        self._untold[path, False] += places.total - len(places.told)

    def _written_by_hermes(self, query: Query) -> Iterator[Diagnosis]:
        text = self._startup.prompt_text
        if text is None:
            return
        prompt = str(text)
        for span in query.spans(prompt):
            if text.source(span.start).role is not Role.FILE:
                yield self._diagnoser.written_by_hermes(span)

    def _in_imports(self, query: Query, paths: Iterable[Path]) -> Iterator[Diagnosis]:
        """Places in files that lines of *paths* import, and that Hermes does not read for that."""
        for path in paths:
            for line, target in self._imports.targets(path):
                if target in self._looked_at:
                    continue
                text = self._disk.read(target).to_look_at
                self._looked_at[target] = text
                places = query.places(text, ())
                for span in places.told:
                    answer = self._diagnoser.at(target, span)
                    yield self._imports.judged(answer, path, line)
                self._leave(target, places)

    @cached_property
    def _repository(self) -> "RepositorySearch":
        """What is not on the chain; loaded only when it is asked for."""
        from hermes_tui.core.diagnosis.repository_search import RepositorySearch

        return RepositorySearch(self._diagnoser)

    # ── besides ──

    def _about_spellings(self, answers: tuple[Diagnosis, ...]) -> Iterator[Remark]:
        """Files that Hermes finds here, and not where case counts."""
        paths = dict.fromkeys(answer.path for answer in answers if answer.state is not State.NOT_SENT)
        for path in paths:
            other = found_here_only(path, self._settings.ruleset, self._disk) if path.name else None
            is_told = any(answer.obstacle == other for answer in answers if answer.path == path)
            if other is not None and path != self._startup.soul_path and not is_told:
                text = f"{self._names.show(path)}: {other.cause}"
                yield Remark(other.code, is_seen=True, text=text, remedy=advice(untried(other.ways), ""))

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
            obstacle = common_obstacles.closed_directory(name)
            text = f"{name}/ was not searched: {obstacle.cause}"
            yield Remark(obstacle.code, is_seen=True, text=text, remedy=advice(untried(obstacle.ways), ""))

    @cached_property
    def _files(self) -> dict[Path, ContextFile]:
        """The files of the start by path, the first of two."""
        return {file.path: file for file in reversed(self._startup.files)}

    def _content(self, path: Path) -> Content:
        file = self._files.get(path)
        return self._disk.read(path) if file is None else file.content

    def _ask_git(self, answers: tuple[Diagnosis, ...]) -> Iterator[Remark]:
        from hermes_tui.core.diagnosis.git_remarks import git_remarks

        paths = tuple(dict.fromkeys(answer.path for answer in answers if answer.path.name))
        files = tuple(path for path in paths if self._disk.is_file(path))
        yield from git_remarks(files, self._startup, self._names, self._disk)


def _is_closed(content: Content) -> bool:
    """Nothing of the text can be read."""
    return content.text is None and content.why is not Unreadable.NOT_UTF8
