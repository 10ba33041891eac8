"""The wider search: files that the start of a session does not ask for, and how a hint would bring them."""

from collections.abc import Iterator
from pathlib import Path

from hermes_tui.core.diagnosis.diagnose import Diagnoser
from hermes_tui.core.diagnosis.model import Diagnosis
from hermes_tui.core.searching.text_search import Query
from hermes_tui.core.surveys.survey import Closed, Excluded, FoundFile, survey


class RepositorySearch:
    """Answers about files beside and below one working directory."""

    def __init__(self, diagnoser: Diagnoser) -> None:
        self._diagnoser = diagnoser
        self._startup = diagnoser.startup
        self._disk = diagnoser.startup.disk
        self.closed: list[Path] = []
        """Directories that the last search could not look into."""

    def search(self, query: Query, known: dict[Path, str]) -> Iterator[Diagnosis]:
        """Every place in the files that are not *known*, by path; their texts are added to it."""
        for found in sorted(self.found(), key=lambda found: found.path):
            yield from self._in_found(query, found, known)

    def found(self) -> Iterator[FoundFile]:
        """Every file that is or looks like a context file, excluded directories last."""
        self.closed.clear()
        for step in survey(self._startup.situation):
            if isinstance(step, FoundFile):
                yield step
            elif isinstance(step, Excluded):
                yield from self._diagnoser.off_chain.judge.judge_inside(step.directory)
            elif isinstance(step, Closed):
                self.closed.append(step.directory)

    def _in_found(self, query: Query, found: FoundFile, known: dict[Path, str]) -> Iterator[Diagnosis]:
        if found.path in known:
            return
        text = self._disk.read(found.path).to_look_at
        known[found.path] = text
        for span in query.spans(text):
            yield self._diagnoser.of_found(found, span)
