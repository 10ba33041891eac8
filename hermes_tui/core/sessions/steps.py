"""What a session is made of: the terms that it goes by, steps that are planned, calls that were made."""

import os
from pathlib import Path
from typing import NamedTuple

from hermes_tui.core.filesystem.disk import Disk
from hermes_tui.core.hints.trace import CallTrace
from hermes_tui.core.prompt.startup import Startup
from hermes_tui.core.releases.lookup import Ruleset
from hermes_tui.core.sessions.events import SessionEvent
from hermes_tui.core.settings.settings import Settings
from hermes_tui.core.situation import Situation
from hermes_tui.core.toolcalls.calls import ToolCall


class Terms(NamedTuple):
    """What stays the same over a session."""

    settings: Settings
    enabled: bool = True
    """Context files are not switched off."""
    disk: Disk | None = None
    """What every call sees; ``None``: each call looks anew."""
    anchor: Path | None = None
    """Where hints count from, as in :class:`~hermes_tui.core.situation.Situation`."""

    @property
    def ruleset(self) -> Ruleset:
        """The release."""
        return self.settings.ruleset

    @property
    def home(self) -> Path:
        """The user's home."""
        return self.settings.home

    def situation(self, working_dir: str | os.PathLike[str]) -> Situation:
        """A session of these terms that works in *working_dir*, at this moment."""
        return Situation(Path(working_dir), self.settings, self.disk or Disk(), self.anchor)


class PlannedCall(NamedTuple):
    """A call that is offered and not yet made."""

    call: ToolCall
    note: str = ""
    """What to look at, in a sentence; may be foreign."""
    again: bool = False
    """It was made before the working directory changed."""
    release: str = ""
    """The release that the note tells of; empty: it is true of each."""

    @property
    def line(self) -> str:
        """As a person would type it."""
        return self.call.line


class PlannedMove(NamedTuple):
    """A change of the working directory that is offered: a new session begins there."""

    line: str
    """As a person would type it, ``cd ../..``."""
    directory: Path
    note: str = ""
    is_anchor: bool = False
    """Only where hints count from changes, ``anchor ../..``: the prompt is that of the same directory."""


class PlannedEvent(NamedTuple):
    """An event that is offered and has not happened yet."""

    event: SessionEvent
    note: str = ""

    @property
    def line(self) -> str:
        """As a person would type it."""
        return self.event.line


Planned = PlannedCall | PlannedMove | PlannedEvent


class Step(NamedTuple):
    """One call of a session, and what it brought."""

    number: int
    """From 1."""
    trace: CallTrace
    chars: int
    """Characters appended to its result."""
    tokens: int
    """The same, estimated."""
    total_chars: int
    """Characters that hints have brought up to and with this call."""
    total_tokens: int
    planned: PlannedCall | None = None
    """Where the call came from the plan."""
    has_prompt: bool = True
    """The startup files were in the prompt when it was made."""
    note: str = ""
    """What to look at, in a sentence; may be foreign."""

    def startup_of(self, startup: Startup) -> Startup:
        """What the prompt had when the call was made, of the *startup* of its session."""
        return startup if self.has_prompt else startup._replace(files=())
