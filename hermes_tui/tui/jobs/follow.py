"""Follows a session beside the screen; what is new comes in lots, without what is large in a call."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from textual.message import Message
from textual.message_pump import MessagePump

from hermes_tui.core.recordings.catalog import Listed, at_home_of, find_databases
from hermes_tui.core.recordings.live_db import Databases
from hermes_tui.core.recordings.model import RecordingError
from hermes_tui.core.sessions.following import (
    PAUSE,
    CaughtUp,
    Followed,
    FollowedCall,
    Follower,
    FollowEvent,
    PromptNews,
    SessionEnded,
    Waiting,
    follow,
    follow_newest,
)
from hermes_tui.core.sessions.steps import Planned
from hermes_tui.tui.jobs.job import Job
from hermes_tui.tui.presentation.following import steps_of
from hermes_tui.tui.state import Inspection


class CallSteps(NamedTuple):
    """A call as steps of the session."""

    steps: tuple[Planned, ...]


FollowItem = Followed | PromptNews | CaughtUp | SessionEnded | Waiting | CallSteps

LOT = 500
"""Calls in one message at most."""


@dataclass
class FollowCame(Message):
    """Something is new."""

    job: Job
    items: tuple[FollowItem, ...] = ()
    problem: str = ""
    """Why it ends, in a sentence; foreign."""


class FollowJob(Job):
    """Follows until the session ends, or somebody leaves it."""

    def __init__(self, target: MessagePump, inspection: Inspection, listed: Listed | None) -> None:
        """Follow *listed*; ``None``: the session that grows, and then the next."""
        options = inspection.options
        environ = {"HOME": str(options.home), "HERMES_HOME": str(options.hermes_home)}

        def paths() -> tuple[Path, ...]:
            return find_databases(None, environ)

        def followed_by(chosen: Listed) -> Follower:
            return Follower(chosen, at_home_of(chosen, options.settings))

        def events(pause: Callable[[], bool]) -> Iterator[FollowEvent]:
            if listed is not None:
                return follow(followed_by(listed), pause)
            return follow_newest(Databases(paths), followed_by, pause)

        def work(job: Job) -> None:
            lot: list[FollowItem] = []

            def tell() -> None:
                if lot:
                    job.post(FollowCame(job, tuple(lot)))
                    lot.clear()

            def pause() -> bool:
                tell()
                return not job.stop_event.wait(PAUSE)

            try:
                for event in events(pause):
                    if isinstance(event, FollowedCall):
                        lot.append(CallSteps(steps_of(event.found)))
                    else:
                        lot.append(event)
                    if len(lot) >= LOT:
                        tell()
                    if job.is_left:
                        return
            except RecordingError as error:
                tell()
                job.post(FollowCame(job, problem=str(error)))
            tell()

        super().__init__(target, work)
