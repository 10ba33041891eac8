"""The session pane while it follows a session that Hermes is running."""

from collections.abc import Callable
from pathlib import Path

from textual import on
from textual.containers import Vertical
from textual.message_pump import MessagePump
from textual.reactive import reactive

from hermes_tui.core.recordings.catalog import Listed
from hermes_tui.core.recordings.replay_events import Facts
from hermes_tui.core.releases.lookup import Ruleset
from hermes_tui.core.sessions.following import Followed, PromptNews, SessionEnded, Waiting
from hermes_tui.core.sessions.session import Session, begin_session
from hermes_tui.core.sessions.steps import Planned
from hermes_tui.core.text.terminal_safe import safe
from hermes_tui.tui.jobs.follow import CallSteps, FollowCame, FollowItem, FollowJob
from hermes_tui.tui.main.session.controller import Change, SessionKeeper, terms_of
from hermes_tui.tui.messages import DirectoryWanted
from hermes_tui.tui.presentation.following import FollowState, follow_line
from hermes_tui.tui.state import Inspection
from hermes_tui.tui.widgets.styled_line import Line

MOST_SHOWN = 300
"""Calls that stay in the pane: the oldest give way, and what they brought stays lit in the tree."""


class Following:
    """Which session is followed, and the calls that wait for the pane to come to its directory."""

    def __init__(
        self,
        target: MessagePump,
        change: Callable[[Change], None],
        go_to: Callable[[Path, Ruleset], None],
    ) -> None:
        """Nothing is followed yet.

        Args:
            target: told of what is new, with :class:`~hermes_tui.tui.jobs.follow.FollowCame`.
            change: changes the session.
            go_to: moves the application to a directory, and to the release that runs there.
        """
        self._target = target
        self._change = change
        self._go_to = go_to
        self._job: FollowJob | None = None
        self._state = FollowState()
        self._has_begun = False
        """The session of the pane is the one that is followed."""
        self._steps: list[Planned] = []
        """Calls that wait."""

    @property
    def is_on(self) -> bool:
        """A session is followed."""
        return self._job is not None

    @property
    def line(self) -> Line:
        """What is said of it; nothing where none is followed."""
        return follow_line(self._state) if self._job is not None else ()

    def start(self, inspection: Inspection, listed: Listed | None) -> None:
        """Follow *listed*, else the session that grows."""
        self.stop()
        self._state = FollowState()
        self._job = FollowJob(self._target, inspection, listed)

    def stop(self) -> None:
        """Follow no more; what was shown stays."""
        if self._job is not None:
            self._job.leave()
        self._job = None
        self._has_begun = False
        self._steps.clear()

    def is_of(self, event: FollowCame) -> bool:
        """It tells of the session that is followed."""
        return event.job is self._job

    def came(self, event: FollowCame) -> None:
        """Take what is new."""
        for item in event.items:
            self._take(item)

    def _take(self, item: FollowItem) -> None:
        if isinstance(item, Followed):
            facts = item.facts
            self._state = FollowState(facts=facts, stored=facts.stored, lateness=item.lateness)
            self._has_begun = False
            self._steps.clear()
            self._go_to(facts.anchor.today, facts.ruleset)
        elif isinstance(item, PromptNews):
            self._state = self._state._replace(stored=item.stored)
        elif isinstance(item, SessionEnded):
            self._state = self._state._replace(ended=item.summary)
        elif isinstance(item, Waiting):
            self._state = FollowState(waits=True)
        elif isinstance(item, CallSteps):
            self._state = self._state._replace(calls=self._state.calls + 1)
            self._steps.extend(item.steps)

    def wants(self, inspection: Inspection) -> bool:
        """The application is where the session runs, or on the way there."""
        facts = self._state.facts
        return self._job is not None and facts is not None and _is_at(facts, inspection)

    def feed(self, inspection: Inspection | None, *, is_busy: bool) -> None:
        """Make the calls that wait, if the application is where they were made and nothing else is done."""
        if inspection is None or inspection.startup is None or is_busy or not self.wants(inspection):
            return
        if not self._has_begun:
            self._has_begun = True
            cwd, terms = inspection.startup.cwd, terms_of(inspection)._replace(disk=None, anchor=None)
            self._change(lambda _: begin_session(cwd, terms))
        if self._steps:
            steps = tuple(self._steps)
            self._steps.clear()
            self._change(lambda session: _grown(session, steps))


def _grown(session: Session, steps: tuple[Planned, ...]) -> Session:
    return session.at_once(steps).recent(MOST_SHOWN)


def _is_at(facts: Facts, inspection: Inspection) -> bool:
    options = inspection.options
    return options.directory == facts.anchor.today and options.ruleset == facts.ruleset


class FollowingPane(Vertical):
    """A pane whose session may be the one that Hermes is running."""

    inspection: reactive[Inspection | None] = reactive(None)

    def __init__(self) -> None:
        """Nothing is followed yet."""
        super().__init__()
        self.keeper = SessionKeeper(self)
        self.following = Following(self, self._do, self._go_to)

    def _do(self, change: Change, *, look_again: bool = False) -> None:
        raise NotImplementedError

    def _draw(self) -> None:
        raise NotImplementedError

    def _say(self, sentence: str) -> None:
        raise NotImplementedError

    def follow(self, listed: Listed | None = None) -> None:
        """Follow *listed*, else the session that Hermes is running; the same command ends it."""
        if self.inspection is None:
            return
        if listed is None and self.following.is_on:
            self.follow_no_more("Followed no more; the calls stay.")
            return
        self.following.start(self.inspection, listed)
        self._draw()

    def follow_no_more(self, sentence: str) -> None:
        """Let go of the session that is followed, and say so."""
        self.following.stop()
        self._draw()
        self._say(sentence)

    def _go_to(self, directory: Path, ruleset: Ruleset) -> None:
        self.post_message(DirectoryWanted(directory, ruleset))

    @on(FollowCame)
    def _follow_came(self, event: FollowCame) -> None:
        event.stop()
        if not self.following.is_of(event):
            return
        self.following.came(event)
        if event.problem:
            self.follow_no_more(safe(event.problem))
            return
        self.following.feed(self.inspection, is_busy=self.keeper.is_busy)
        self._draw()
