"""Rules in files that a context file imports (``@docs/rules.md``), or to which it should be a link.

Hermes follows neither: it sends the line as it stands. What becomes of such a rule is judged by what becomes
of the line that leads to it.
"""

import os
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from hermes_tui.core.diagnosis import common_obstacles
from hermes_tui.core.diagnosis.actions import Follow
from hermes_tui.core.diagnosis.diagnose import Diagnoser
from hermes_tui.core.diagnosis.imports_and_links import Import, imports
from hermes_tui.core.diagnosis.model import Diagnosis, Obstacle, State
from hermes_tui.core.diagnosis.query_file import as_asked
from hermes_tui.core.diagnosis.targets import Target, into, target_in
from hermes_tui.core.prompt.pointer_files import link_as_text
from hermes_tui.core.text.provenance import Span
from hermes_tui.core.text.public_text import public


class ImportedRules:
    """Finds such files, and says what becomes of them in one situation."""

    def __init__(self, diagnoser: Diagnoser) -> None:
        self._diagnoser = diagnoser
        self._startup = diagnoser.startup
        self._names = diagnoser.names
        self._disk = diagnoser.startup.disk
        self._files = {file.path: file for file in diagnoser.startup.files}

    def _text(self, path: Path) -> str:
        file = self._files.get(path)
        return self._disk.read(path).to_look_at if file is None else file.text

    def targets(self, path: Path) -> Iterator[tuple[Import | None, Path]]:
        """Files that *path* imports, with the import; ``None`` for a link that was checked out as text."""
        text = self._text(path)
        link = link_as_text(path, text, self._disk)
        if link is not None and link.is_there and self._called(link.target) not in self._files:
            yield None, self._called(link.target)
        for found in imports(path, text, self._disk, self._startup.settings.home):
            if self._called(found.target) not in self._files:
                yield found, self._called(found.target)

    def _called(self, target: Path) -> Path:
        return as_asked(_plain(target), self._startup, self._disk)

    def importers(self, path: Path) -> Iterator[tuple[Path, Import | None]]:
        """Files of the start that import the one at *path*, each with the import."""
        for file in self._startup.files:
            for line, target in self.targets(file.path):
                if target == path:
                    yield file.path, line

    def judged(self, found: Diagnosis, path: Path, line: Import | None) -> Diagnosis:
        """What was *found* about a place in a file that *line* of the file at *path* imports."""
        asked = Span(found.start, found.end)
        obstacle = self._led_by_link(path, asked) if line is None else self._led_by_import(path, line)
        if found.state is State.ON_CALL:
            return replace(found, detail=f"{found.detail}; {obstacle.cause}")
        place = self._diagnoser.place(found.path, asked)
        return replace(
            found,
            state=State.NOT_SENT,
            obstacle=obstacle,
            detail="",
            find_remedies=lambda: self._diagnoser.remedies(place, obstacle.ways),
        )

    def _led_by_link(self, path: Path, asked: Span) -> Obstacle:
        """The file at *path* was a link to the one that has the characters *asked*, and is now text."""
        name = self._names.show(path)
        link = link_as_text(path, self._text(path), self._disk)
        assert link is not None  # noqa: S101 -- it is what led there
        obstacle = common_obstacles.link_as_text(link, name, path, self._disk)
        copy, *others = obstacle.ways
        follow = (*copy.actions, Follow(path, asked)) if copy.actions else ()
        ways = (copy._replace(actions=follow), *others)
        return obstacle._replace(cause=f"{name} should lead here; {obstacle.cause}", ways=ways)

    def _led_by_import(self, path: Path, line: Import) -> Obstacle:
        """*line* of the file at *path* names the asked file: it is judged by what becomes of that line."""
        name, text = self._names.show(path), public("the text itself")
        importing = self._diagnoser.at(path, Span(line.start, line.end))
        says = public("line {} of {} imports it", line.line, name)
        file = self._files.get(path)
        if importing.state is State.NOT_SENT:
            target = target_in(self._startup.cwd, self._startup)
            cause = f"{says}, and that line is not sent itself: {importing.cause}"
        else:
            target = Target(path, is_there=True) if file is None else into(file)
            cause = public("{}, and Hermes sends that line as it stands", says)
        return Obstacle("HT033", cause, (target.write(self._names, self._disk, text),))


def _plain(path: Path) -> Path:
    return Path(os.path.normpath(path))
