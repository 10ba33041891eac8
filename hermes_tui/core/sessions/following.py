"""A session that Hermes is running now: each call as it is recorded, beside what our tracker expected.

A :class:`Follower` looks again and again at the database and at the disk, and tells what is new. Between two
looks nothing is open, and of what was told nothing is kept.
"""

import time
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from hermes_tui.core.prompt.startup import inspect
from hermes_tui.core.recordings.catalog import Listed
from hermes_tui.core.recordings.live_db import Databases, DatabaseWatch, LiveDatabase
from hermes_tui.core.recordings.model import BusyError, RecordingError
from hermes_tui.core.recordings.replay import begin, chain_of
from hermes_tui.core.recordings.replay_events import Facts, ReplayedCall, ReplaySummary
from hermes_tui.core.recordings.replay_run import ReplayRun
from hermes_tui.core.recordings.stored_prompt import StoredPrompt, compare_prompt
from hermes_tui.core.recordings.working_dir import MovedTree, moved_disk
from hermes_tui.core.releases.lookup import Ruleset, last_without
from hermes_tui.core.sessions.warnings import Trap, find_traps
from hermes_tui.core.settings.settings import Settings

PAUSE = 0.2
"""Seconds between two looks."""
_SHARE = 20
"""The context files are judged again for at most this part of the time."""


class Followed(NamedTuple):
    """The session is known: what comes next is told of it."""

    facts: Facts
    lateness: str
    """That its release records calls late, in a sentence; or nothing."""


class FollowedCall(NamedTuple):
    """A call that is recorded, and its result."""

    found: ReplayedCall
    traps: tuple[Trap, ...]
    """What in it goes otherwise than its author would think."""
    is_new: bool
    """It was made while somebody followed."""


class CaughtUp(NamedTuple):
    """All calls that were recorded before are told; what comes now is new."""

    calls: int


class PromptNews(NamedTuple):
    """The session's prompt beside today's files is not as it was told last."""

    stored: StoredPrompt


class SessionEnded(NamedTuple):
    """No call comes any more."""

    reason: str
    """As Hermes recorded it; foreign."""
    summary: ReplaySummary


class Waiting(NamedTuple):
    """No session is running; the next one that begins is followed."""


FollowEvent = Followed | FollowedCall | CaughtUp | PromptNews | SessionEnded | Waiting


class Follower:
    """One session, look by look."""

    def __init__(
        self,
        listed: Listed,
        settings: Settings,
        *,
        mapping: MovedTree | None = None,
        ruleset: Ruleset | None = None,
    ) -> None:
        """Follow *listed*; the other arguments are those of :func:`~.recordings.replay.replay`."""
        self.listed = listed
        self.has_ended = False
        self._settings = settings
        self._mapping = mapping
        self._ruleset = ruleset
        self._watch = DatabaseWatch(listed.path)
        self._database: LiveDatabase | None = None
        """Open during a look."""
        self._run: ReplayRun | None = None
        self._facts: Facts | None = None
        self._ids = [listed.session.id]
        """The session, or those that a compaction divided it into, as far as they are known."""
        self._current = 0
        self._place = 0
        """Of the last message that was read."""
        self._prompt = ""
        self._told: object = None
        """Of the prompt."""
        self._end_reason = ""
        self._judged_at = self._judging = 0.0

    @property
    def ids(self) -> Sequence[str]:
        """The sessions that are followed as one."""
        return self._ids

    def look(self) -> Iterator[FollowEvent]:
        """What is new since the last look.

        Raises:
            RecordingError: the database cannot be read, or has the session no more.
        """
        if self._watch.has_changed():
            try:
                with LiveDatabase(self.listed.path) as self._database:
                    yield from self._read(self._database)
            except BusyError:
                self._watch = DatabaseWatch(self.listed.path)  # the next look finds what this one did not
            finally:
                self._database = None
        if not self.has_ended:
            yield from self._prompt_news()

    def _is_replaced(self, place: int) -> bool:
        return self._database is not None and self._database.is_replaced(place)

    def _read(self, database: LiveDatabase) -> Iterator[FollowEvent]:
        is_first = self._run is None
        if self._run is None or self._facts is None:
            if not self._says_where(database):
                return
            begun = begin(
                database,
                self.listed.session.id,
                mapping=self._mapping,
                ruleset=self._ruleset,
                settings=self._settings,
            )
            self._facts = begun.facts
            self._ids = [session.id for session in begun.facts.chain]
            self._run = ReplayRun(
                begun.setup,
                begun.facts,
                begun.known,
                is_settled=begun.is_settled,
                is_replaced=self._is_replaced,
            )
            self._told = _gist(begun.facts.stored)
            yield Followed(begun.facts, _lateness(begun.facts.ruleset))
        else:
            self._run.look_again(database, moved_disk(self._mapping, self._facts.anchor))
        yield from self._new_calls(database, self._run, self._facts, is_new=not is_first)
        if is_first and not self.has_ended:
            yield CaughtUp(self._run.summary.calls)
        self._prompt = database.prompt(self._ids[self._current]) or self._prompt
        if self.has_ended:
            for found in self._run.rest():
                yield _told(found, self._run, self._facts, is_new=not is_first)
            yield SessionEnded(self._end_reason, self._run.summary)

    def _says_where(self, database: LiveDatabase) -> bool:
        """Hermes writes the row of a session first, and its prompt with the first request."""
        session = database.session(self.listed.session.id)
        if session is None:
            raise RecordingError(f"there is no session {self.listed.session.id!r} in {self.listed.path}")
        has_calls = next(database.rows_behind(0, session.id), None) is not None
        return has_calls or bool(database.prompt(session.id)) or session.ended_at is not None

    def _new_calls(
        self, database: LiveDatabase, run: ReplayRun, facts: Facts, *, is_new: bool
    ) -> Iterator[FollowEvent]:
        while True:
            session_id = self._ids[self._current]
            session = database.session(session_id)  # first: what is written behind it is read as well
            if session is None:
                raise RecordingError(f"session {session_id!r} is no longer in {database.path}")
            for row in database.rows_behind(self._place, session_id):
                self._place = row.place
                for found in run.take(row):
                    yield _told(found, run, facts, is_new=is_new)
            if session.ended_at is None:
                return
            if session.end_reason == "compression" and self._goes_on(database):
                self._current += 1
                self._place = 0
                continue
            self.has_ended = session.end_reason != "compression"
            self._end_reason = session.end_reason
            return

    def _goes_on(self, database: LiveDatabase) -> bool:
        """The session behind a compaction is known."""
        if self._current + 1 == len(self._ids):
            known = {session.id: session for session in database.sessions()}
            chain = chain_of(known[self._ids[0]], known)
            self._ids = [session.id for session in chain] or self._ids
        return self._current + 1 < len(self._ids)

    def _prompt_news(self) -> Iterator[PromptNews]:
        """The context files as they are now, judged again now and then."""
        facts = self._facts
        now = time.monotonic()
        if facts is None or not self._prompt or now - self._judged_at < _SHARE * self._judging:
            return
        startup = inspect(
            facts.startup.situation._replace(disk=moved_disk(self._mapping, facts.anchor)),
            skip_soul=True,
            skip_context_files=facts.session.is_subagent,
        )
        stored = compare_prompt(self._prompt, facts.session.started_at, startup, startup.disk)
        self._judged_at = time.monotonic()
        self._judging = self._judged_at - now
        if _gist(stored) != self._told:
            self._told = _gist(stored)
            yield PromptNews(stored)


def _told(found: ReplayedCall, run: ReplayRun, facts: Facts, *, is_new: bool) -> FollowedCall:
    return FollowedCall(found, find_traps(found.trace, facts.startup, run.disk), is_new)


def _gist(stored: StoredPrompt | None) -> object:
    """What of a prompt is told; the time of a file that was written anew with the same text is not."""
    if stored is None:
        return None
    return tuple((section.label, section.standing, section.now) for section in stored.sections)


def _lateness(ruleset: Ruleset) -> str:
    if ruleset.records_before_spilling:
        return ""
    last = last_without(lambda one: one.records_before_spilling)
    return f"Hermes up to {last} records the calls of a turn at its end: they come together, and late."


def follow(follower: Follower, pause: Callable[[], bool]) -> Iterator[FollowEvent]:
    """Follow one session until it ends, or *pause*, which waits for the next look, says that it is enough.

    Raises:
        RecordingError: the database cannot be read, or has the session no more.
    """
    while True:
        yield from follower.look()
        if follower.has_ended or not pause():
            return


def follow_newest(
    databases: Databases,
    followed_by: Callable[[Listed], Follower],
    pause: Callable[[], bool],
) -> Iterator[FollowEvent]:
    """Follow the session that grows, and after its end, or once a newer one begins, the next.

    Args:
        databases: where sessions are.
        followed_by: begins to follow a session.
        pause: waits for the next look; says whether to go on.

    Raises:
        RecordingError: a database cannot be read any more.
    """
    since = 0.0
    is_told = False
    while True:
        listed = databases.newest(since)
        while listed is not None:
            is_told = False
            began, follower = time.time(), followed_by(listed)
            listed = None
            while listed is None and not follower.has_ended:
                yield from follower.look()
                if not pause():
                    return
                newer = databases.begun_after(began)
                listed = newer if newer is not None and newer.session.id not in follower.ids else None
        since = time.time()
        if not is_told:
            is_told = True
            yield Waiting()
        if not pause():
            return
