"""A look at the disk, and what to open on; beside the screen."""

from collections.abc import Callable
from dataclasses import replace
from time import monotonic
from typing import TYPE_CHECKING

from textual.message import Message

from hermes_tui.core.filesystem.disk import Disk
from hermes_tui.core.prompt.startup import inspect
from hermes_tui.core.settings.settings import SettingsError, find_again
from hermes_tui.core.situation import Situation
from hermes_tui.core.text.phrases import sentence
from hermes_tui.core.text.terminal_safe import safe
from hermes_tui.tui.jobs.job import Job
from hermes_tui.tui.presentation.detail import exhibit
from hermes_tui.tui.presentation.tree_rows import most_interesting
from hermes_tui.tui.state import Inspection, Options, why_no_directory

if TYPE_CHECKING:
    from textual.message_pump import MessagePump


def look(options: Options) -> Inspection:
    """Look at the disk. Slow where a file is big; never raises for what it finds there."""
    return _look(options, Disk()) if options.settings.is_read else look_again(options)


def look_again(options: Options) -> Inspection:
    """The same, with the settings read anew."""
    disk = Disk()
    return _look(replace(options, settings=find_again(options.settings, disk)), disk)


def _look(options: Options, disk: Disk) -> Inspection:
    problem = why_no_directory(options.directory, disk, options.home)
    if problem:
        return Inspection(options=options, disk=disk, problem=problem)
    situation = Situation(options.directory, options.settings, disk, options.anchor)
    if options.at:
        from hermes_tui.core.history.revision import at_revision

        try:
            situation = at_revision(situation, options.at)
        except SettingsError as error:
            return Inspection(options=options, disk=disk, problem=sentence(safe(str(error))))
    startup = inspect(situation)
    options = replace(options, directory=startup.cwd, settings=situation.settings)
    inspection = Inspection(options=options, startup=startup, disk=situation.disk)
    return replace(inspection, opening=exhibit(inspection, most_interesting(startup)))


class Looked(Message):
    """A look at the disk is done."""

    def __init__(self, job: Job, inspection: Inspection) -> None:
        """Hand over what was seen."""
        super().__init__()
        self.job = job
        self.inspection = inspection


class Look(Job):
    """Looks once."""

    def __init__(
        self, target: "MessagePump", options: Options, how: Callable[[Options], Inspection] = look
    ) -> None:
        """Begin to look; *target* is told when it is done."""
        self.begun = monotonic()
        self.seen: Inspection | None = None
        self.options = options
        self._how = how
        super().__init__(target, self._look)

    def _look(self, job: Job) -> None:
        self.seen = self._how(self.options)
        job.post(Looked(job, self.seen))
