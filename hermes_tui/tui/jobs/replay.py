"""A replay beside the screen: its messages come in lots, with what is kept of each call."""

import os
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from time import monotonic

from textual.message import Message
from textual.screen import Screen

from hermes_tui.core.recordings.catalog import Listed, RecordingError, at_home_of, open_recording
from hermes_tui.core.recordings.model import NowhereError
from hermes_tui.core.recordings.replay import replay
from hermes_tui.core.recordings.replay_events import Facts, ReplayedCall, ReplaySummary
from hermes_tui.core.recordings.working_dir import MovedTree
from hermes_tui.core.sessions.steps import Planned
from hermes_tui.tui.jobs.job import Job
from hermes_tui.tui.presentation.replay import CallSeen, seen
from hermes_tui.tui.state import Inspection

PAUSE = 0.1
"""Seconds between two messages of a replay."""

TakeOver = Callable[[Path, tuple[Planned, ...], str], None]
"""Offers the calls of a recorded session, in a directory, to the session pane; the name is the release that
recorded it."""


@dataclass
class Came(Message):
    """The replay has come further."""

    job: Job
    facts: Facts | None = None
    calls: tuple[CallSeen, ...] = ()
    rows_read: int = 0
    summary: ReplaySummary | None = None
    problem: str = ""
    is_gone: bool = False
    """There is no such directory as the session stood in."""
    nowhere: str = ""
    """The recording does not say where it ran, in a part of a sentence."""


class ReplayJob(Job):
    """Replays beside the screen until it is done or left."""

    def __init__(
        self, target: Screen[None], listed: Listed, inspection: Inspection, mapping: MovedTree | None
    ) -> None:
        """Replay *listed*, its tree moved as *mapping* says."""
        settings = at_home_of(listed, inspection.options.settings)

        def work(job: Job) -> None:
            calls: list[CallSeen] = []
            told, rows = monotonic(), 0
            try:
                with open_recording(listed.path) as recording:
                    for event in replay(recording, listed.session.id, mapping=mapping, settings=settings):
                        if job.is_left:
                            return
                        if isinstance(event, Facts):
                            job.post(Came(job, facts=event, is_gone=not os.path.isdir(event.anchor.today)))
                        elif isinstance(event, ReplayedCall):
                            calls.append(seen(event))
                            rows = event.rows_read
                            if monotonic() - told > PAUSE:
                                job.post(Came(job, calls=tuple(calls), rows_read=rows))
                                calls.clear()
                                told = monotonic()
                        else:
                            job.post(Came(job, calls=tuple(calls), rows_read=rows, summary=event))
            except NowhereError as error:
                job.post(Came(job, nowhere=error.fact))
            except RecordingError as error:
                job.post(Came(job, calls=tuple(calls), rows_read=rows, problem=str(error)))

        super().__init__(target, work)
