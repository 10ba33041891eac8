"""The replay of a recorded session: what Hermes sent, beside what its rules give today (``sessions.md`` 9).

:func:`replay` is a generator: it tells the facts first, then call after call, and a summary at last. Whoever
draws it can show how far it is, and leave it at any time.
"""

from collections import deque
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from hermes_tui.core.filesystem.disk import Disk
from hermes_tui.core.prompt.startup import inspect
from hermes_tui.core.recordings.calls import recorded_calls
from hermes_tui.core.recordings.model import RecordedSession, Recording, RecordingError
from hermes_tui.core.recordings.release_guess import Guess, guess_release, hint_groups
from hermes_tui.core.recordings.replay_events import Event, Facts, ReplayedCall, ReplaySummary
from hermes_tui.core.recordings.replay_run import ReplayRun
from hermes_tui.core.recordings.replay_setup import Setup, labels_of
from hermes_tui.core.recordings.stored_prompt import compare_prompt
from hermes_tui.core.recordings.working_dir import MovedTree, find_anchor, moved_disk, recorded_home
from hermes_tui.core.releases.lookup import DOCUMENTED, Ruleset
from hermes_tui.core.settings.settings import Settings, find_again, find_settings
from hermes_tui.core.situation import Situation
from hermes_tui.core.text.phrases import listed, so_many_differ

__all__ = ["Event", "Facts", "ReplaySummary", "ReplayedCall", "chain_of", "replay"]

_SAMPLE = 500
"""Calls by which the release is settled where the recording leaves several."""


class Begun(NamedTuple):
    """A replay before its first call."""

    setup: Setup
    facts: Facts
    known: dict[str, RecordedSession]
    """Every session of the recording."""
    is_settled: bool
    """The recording leaves no doubt about the release."""


def replay(
    recording: Recording,
    session_id: str,
    *,
    mapping: MovedTree | None = None,
    ruleset: Ruleset | None = None,
    settings: Settings | None = None,
) -> Iterator[Event]:
    """Replay one session: its :class:`Facts`, each :class:`ReplayedCall`, and a :class:`ReplaySummary`.

    Args:
        recording: what holds the session.
        session_id: its id.
        mapping: where the tree is now, if it has moved.
        ruleset: the release; ``None``: worked out from the recording.
        settings: homes and cap of today; their release does not count. ``None``: what applies here.

    Raises:
        RecordingError: there is no such session, it cannot be read, or nothing says where it ran.
    """
    begun = begin(recording, session_id, mapping=mapping, ruleset=ruleset, settings=settings)
    yield begun.facts
    yield from ReplayRun(begun.setup, begun.facts, begun.known, is_settled=begun.is_settled).events()


def begin(
    recording: Recording,
    session_id: str,
    *,
    mapping: MovedTree | None,
    ruleset: Ruleset | None,
    settings: Settings | None,
) -> Begun:
    """What :func:`replay` stands on; the arguments are its own.

    Raises:
        RecordingError: there is no such session, it cannot be read, or nothing says where it ran.
    """
    known = {session.id: session for session in recording.sessions()}
    if session_id not in known:
        raise RecordingError(f"there is no session {session_id!r} in {recording.path}")
    session = known[session_id]
    chain = chain_of(session, known)
    prompt = recording.prompt(session_id)
    parents = ((parent, recording.prompt(parent.id)) for parent in _ancestors(session, known))
    anchor = find_anchor(session, prompt, parents, mapping)
    settings = settings or find_settings(hermes=DOCUMENTED.name)
    setup = Setup(
        recording=recording,
        chain=chain,
        anchor=anchor,
        disk=moved_disk(mapping, anchor),
        settings=settings._replace(home=Path(recorded_home(prompt) or settings.home)),
        enabled=not session.is_subagent,
    )
    guess = guess_release(recording, session, prompt)
    chosen, reason = (ruleset, "It was chosen.") if ruleset is not None else _settle(setup, guess)
    settings = find_again(settings.by_release(chosen, reason), Disk())
    startup = inspect(
        Situation(Path(anchor.recorded), settings._replace(home=setup.settings.home), setup.disk),
        skip_soul=True,
        skip_context_files=session.is_subagent,
    )
    facts = Facts(
        session=session,
        chain=chain,
        anchor=anchor,
        ruleset=chosen,
        release_reason=reason,
        possible=tuple(release.name for release in guess.releases),
        off=setup.tracker(chosen).why_off,
        stored=compare_prompt(prompt, session.started_at, startup, setup.disk) if prompt else None,
        startup=startup,
        rows=sum(recording.count_rows(one.id) for one in chain),
        notes=(*recording.notes(session_id), *settings.notes),
    )
    return Begun(setup, facts, known, ruleset is None and len(hint_groups(guess.releases)) == 1)


def chain_of(session: RecordedSession, known: dict[str, RecordedSession]) -> tuple[RecordedSession, ...]:
    """The sessions that shared *session*'s tracker: a compaction may end one and go on in a child."""
    chain = deque([session])
    ids = {session.id}
    while (
        (parent := known.get(chain[0].parent_id)) is not None
        and parent.end_reason == "compression"
        and not chain[0].is_subagent
        and parent.id not in ids
    ):
        chain.appendleft(parent)
        ids.add(parent.id)
    children: dict[str, list[RecordedSession]] = {}
    if chain[-1].end_reason == "compression":
        for child in known.values():
            if child.parent_id and not child.is_subagent:
                children.setdefault(child.parent_id, []).append(child)
    while chain[-1].end_reason == "compression":
        following = [child for child in children.get(chain[-1].id, ()) if child.id not in ids]
        if not following:
            break
        chain.append(min(following, key=lambda child: (child.started_at or 0.0, child.id)))
        ids.add(chain[-1].id)
    return tuple(chain)


def _ancestors(session: RecordedSession, known: dict[str, RecordedSession]) -> Iterator[RecordedSession]:
    """The sessions that it came from, the nearest first."""
    ids = {session.id}
    while (parent := known.get(session.parent_id)) is not None and parent.id not in ids:
        yield parent
        ids.add(parent.id)
        session = parent


def _settle(setup: Setup, guess: Guess) -> tuple[Ruleset, str]:
    """The release whose hints come closest to those recorded; of equals the newest."""
    said = " ".join(guess.reasons)
    groups = hint_groups(guess.releases)
    if len(groups) == 1:
        tail = "" if len(guess.releases) == 1 else f" {guess.span} send the same hints; the newest is shown."
        return guess.newest, f"{said}{tail}".strip() or "Every release sends the same hints here."
    trackers = [(group, setup.tracker(group)) for group in groups]
    wrong = dict.fromkeys((group.name for group in groups), 0)
    number = 0
    for call in recorded_calls(setup.rows()):
        if number == _SAMPLE:
            break
        number += 1
        for group, tracker in trackers:
            wrong[group.name] += labels_of(tracker, call) != call.labels
    fewest = min(wrong.values())
    best = [group for group in groups if wrong[group.name] == fewest]
    how = (
        f"Of {guess.span}, {best[-1].name} fits the hints of the first {number:,} calls best "
        f"({so_many_differ(fewest)})"
    )
    others = listed([group.name for group in best[:-1]])
    tail = f"; the hints of {others} fit as well." if others else "."
    return best[-1], f"{said} {how}{tail}".strip()
