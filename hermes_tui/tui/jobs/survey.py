"""The background search for what hints could bring, told in portions."""

from time import monotonic
from typing import TYPE_CHECKING

from textual.message import Message

from hermes_tui.tui.jobs.job import Job
from hermes_tui.tui.state import Inspection, Search

if TYPE_CHECKING:
    from textual.message_pump import MessagePump

    from hermes_tui.core.surveys.survey import Closed, Excluded, FoundFile

EVERY = 0.15
"""Seconds between two portions: often enough to see it move, seldom enough to be no load."""


class Searched(Message):
    """How far the search has come."""

    def __init__(self, job: Job, search: Search) -> None:
        """Hand over all that was found so far."""
        super().__init__()
        self.job = job
        self.search = search

    def can_replace(self, message: Message) -> bool:
        """Only the last state matters."""
        return isinstance(message, Searched)


def search(target: "MessagePump", inspection: Inspection) -> Job:
    """Begin the search from an inspection's working directory."""

    def work(job: Job) -> None:
        from hermes_tui.core.surveys.survey import Progress, survey

        startup = inspection.startup
        if startup is None:
            return
        found: list[FoundFile | Excluded | Closed] = []
        directories = 0
        told = monotonic()
        steps = survey(startup.situation)
        for step in steps:
            if job.is_left:
                return
            if isinstance(step, Progress):
                directories = step.directories
            else:
                found.append(step)
            if monotonic() - told > EVERY:
                job.post(Searched(job, Search(tuple(found), directories, is_running=True)))
                told = monotonic()
        job.post(Searched(job, Search(tuple(found), directories)))

    return Job(target, work)
