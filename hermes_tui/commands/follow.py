"""``hermes-tui follow``: a session that Hermes is running now, call by call.

What it needs is imported when it runs: every command builds the parser of this one.
"""

import argparse
import time
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from hermes_tui.commands.replay import add_database, add_map, databases_of, sessions_in
from hermes_tui.commands.shared import add_json, add_settings, settings_of
from hermes_tui.core.filesystem.disk import Disk
from hermes_tui.core.settings.settings import Settings

if TYPE_CHECKING:
    from hermes_tui.core.recordings.catalog import Listed
    from hermes_tui.core.recordings.working_dir import MovedTree
    from hermes_tui.core.sessions.following import FollowEvent

DESCRIPTION = """\
Watch a session that Hermes is running: each call as it is recorded, with the rules that Hermes appended and
those that were expected, warnings when they happen, and whether the context files have changed since the
session's prompt was built. Without SESSION it is the one that was written to last; after its end, or once a
newer one begins, that one. Hermes is not disturbed: nothing is written, and no lock is held."""

EPILOG = """\
examples:
  hermes-tui follow                        beside Hermes, in another terminal
  hermes-tui follow --json | jq .recorded  a line of JSON for each event

Exit status: 0 when the session has ended, 2 for bad input."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of the command."""
    parser.description = DESCRIPTION
    parser.epilog = EPILOG
    parser.add_argument(
        "session",
        nargs="?",
        metavar="SESSION",
        help="an id, the beginning of one, or a title (default: the session that still grows)",
    )
    add_database(parser.add_argument_group("which recordings"))
    add_map(parser)
    add_settings(parser, hermes="worked out from the recording", home="the one that has the recording")
    add_json(parser)


def run(options: argparse.Namespace) -> int:
    """Print what happens until the session ends; returns the exit status.

    Raises:
        SettingsError: there is no such recording or session, or an option is wrong; the message is a
            sentence.
    """
    from hermes_tui.core.recordings.working_dir import parse_mapping
    from hermes_tui.core.reports.following import following_json, following_text

    mapping = parse_mapping(options.map) if options.map is not None else None
    settings = settings_of(options, Disk())
    events = _events(options, settings, mapping)
    for line in following_json(events) if options.json else following_text(events):
        print(line, flush=True)
    return 0


def _events(
    options: argparse.Namespace, settings: Settings, mapping: "MovedTree | None"
) -> "Iterator[FollowEvent]":
    from hermes_tui.core.recordings.catalog import at_home_of, choose_among, each_session
    from hermes_tui.core.recordings.live_db import Databases
    from hermes_tui.core.sessions.following import PAUSE, Follower, follow, follow_newest

    has_home = options.db is not None and (options.home is not None or options.profile is not None)

    def followed_by(listed: "Listed") -> Follower:
        return Follower(
            listed,
            settings if has_home else at_home_of(listed, settings),
            mapping=mapping,
            ruleset=settings.ruleset if options.hermes is not None else None,
        )

    def pause() -> bool:
        time.sleep(PAUSE)
        return True

    def paths() -> tuple[Path, ...]:
        return databases_of(options, settings)

    if options.session is None:
        return follow_newest(Databases(paths), followed_by, pause)
    problems: list[str] = []
    sessions = sessions_in(each_session(paths(), problems), problems)
    return follow(followed_by(choose_among(sessions, problems, options.session)), pause)
