"""What goes on beside the screen once there is a picture: the search, git, and the watch on the disk."""

from collections.abc import Callable, Iterator
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING

from textual.message import Message
from textual.message_pump import MessagePump

from hermes_tui.tui.jobs.job import Job
from hermes_tui.tui.jobs.survey import search
from hermes_tui.tui.jobs.watch import watch
from hermes_tui.tui.state import Inspection, Search

if TYPE_CHECKING:
    from hermes_tui.core.diagnosis.model import Diagnosis
    from hermes_tui.core.git.facts import FileFacts, RepositoryFacts

PATIENCE = 2.0
"""A search that took longer is not repeated because a file was saved."""


class RepositoryTold(Message):
    """What git says about the repository."""

    def __init__(self, job: Job, facts: "RepositoryFacts") -> None:
        """Hand it over."""
        super().__init__()
        self.job = job
        self.facts = facts


class FileTold(Message):
    """What git says about a file."""

    def __init__(self, job: Job, path: Path, facts: "FileFacts") -> None:
        """Hand it over."""
        super().__init__()
        self.job = job
        self.path = path
        self.facts = facts


class Diagnosed(Message):
    """Why a file is sent or not, and what brings it."""

    def __init__(self, job: Job, path: Path, diagnosis: "Diagnosis") -> None:
        """Hand it over."""
        super().__init__()
        self.job = job
        self.path = path
        self.diagnosis = diagnosis


class SideWork:
    """Starts and leaves the jobs; what they say comes back to the application as messages."""

    def __init__(
        self,
        target: MessagePump,
        inspection: Callable[[], Inspection | None],
        show: Callable[[Search], object],
    ) -> None:
        """Begin with nothing to do.

        Args:
            target: is told what the jobs find.
            inspection: what is on the screen now.
            show: takes how far the search has come.
        """
        self._target = target
        self._shown = inspection
        self._show = show
        self._inspection: Inspection | None = None
        self._search: Job | None = None
        self._watch: Job | None = None
        self._git: Job | None = None
        self._asked: dict[Path, list[Job]] = {}
        self._search_seconds = 0.0
        self._search_begun = 0.0
        self._wants_search = True

    def begin(self, inspection: Inspection) -> None:
        """Work for another look at the disk."""
        old, self._inspection = self._inspection, inspection
        is_elsewhere = old is None or old.options.directory != inspection.options.directory
        if is_elsewhere or self._search_seconds < PATIENCE:
            self._wants_search = True
        _leave(self._watch, self._git, *self._of_files(), self._search if self._wants_search else None)
        self._asked.clear()
        self._begin_slow_work()

    def leave(self) -> None:
        """Nobody waits for anything any more."""
        _leave(self._watch, self._git, *self._of_files(), self._search)

    def _of_files(self) -> Iterator[Job]:
        return (job for jobs in self._asked.values() for job in jobs)

    def search_again(self) -> None:
        """Whatever the last search took."""
        self._wants_search = True

    def leave_search(self) -> bool:
        """Stop the search, and keep what it found; ``False`` where none is under way."""
        if self._search is None or self._shown() is None:
            return False
        self._search.leave()
        self._end_search()
        return True

    def failed(self, job: Job) -> None:
        """A job ended early: if it was the search, it has stopped."""
        if job is self._search:
            self._end_search()

    def _end_search(self) -> None:
        self._search = None
        shown = self._shown()
        if shown is not None:
            self._show(shown.search._replace(is_running=False, was_left=True))

    def ask_about(self, path: Path) -> None:
        """Try what would bring a file, and ask git about it, unless that was done already."""
        startup = self._inspection.startup if self._inspection else None
        if startup is None or path in self._asked:
            return
        root = startup.git_root

        def diagnose(job: Job) -> None:
            from hermes_tui.core.diagnosis.diagnose import Diagnoser

            found = Diagnoser(startup).at(path)
            if found.remedies and not job.is_left:  # tried here, not where it is drawn
                job.post(Diagnosed(job, path, found))

        def ask_git(job: Job) -> None:
            from hermes_tui.core.git.facts import file_facts

            if root is not None and path.is_relative_to(root):
                job.post(FileTold(job, path, file_facts(root, path)))

        is_today = self._inspection is not None and not self._inspection.options.at
        works = (diagnose, ask_git) if is_today else (diagnose,)
        self._asked[path] = [Job(self._target, work) for work in works]

    def _begin_slow_work(self) -> None:
        inspection = self._inspection
        if inspection is None:
            return
        if self._wants_search and inspection.startup is not None:
            self._wants_search = False
            self._search_begun = monotonic()
            self._search = search(self._target, inspection)
        self._watch = watch(self._target, inspection)
        startup = inspection.startup
        if startup is not None and startup.git_root is not None:
            root = startup.git_root

            def work(job: Job) -> None:
                from hermes_tui.core.git.facts import repository_facts

                job.post(RepositoryTold(job, repository_facts(root)))

            self._git = Job(self._target, work)

    # ── what the jobs say ──

    def searched(self, job: Job, found: Search) -> None:
        """Take over what was found; a repeated search is shown when it is complete."""
        shown = self._shown()
        if job is not self._search or shown is None:
            return
        if not found.is_running:
            self._search_seconds = monotonic() - self._search_begun
            self._search = None
        known = shown.search
        if found.is_running and len(known.found) > len(found.found):
            return
        self._show(found)


def _leave(*jobs: Job | None) -> None:
    for job in jobs:
        if job is not None:
            job.leave()
