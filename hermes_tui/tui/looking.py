"""A look at the disk, beside the screen."""

from time import monotonic
from typing import TYPE_CHECKING

from textual.message import Message

from hermes_tui.tui.background import Job
from hermes_tui.tui.inspection import Inspection, Options, look

if TYPE_CHECKING:
    from textual.message_pump import MessagePump


class Looked(Message):
    """A look at the disk is done."""

    def __init__(self, job: Job, inspection: Inspection) -> None:
        """Hand over what was seen."""
        super().__init__()
        self.job = job
        self.inspection = inspection


class Look(Job):
    """Looks once."""

    def __init__(self, target: "MessagePump", options: Options) -> None:
        """Begin to look; *target* is told when it is done."""
        self.begun = monotonic()
        self.seen: Inspection | None = None
        self._options = options
        super().__init__(target, self._look)

    def _look(self, job: Job) -> None:
        self.seen = look(self._options)
        job.post(Looked(job, self.seen))
