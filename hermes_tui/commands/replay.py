"""``hermes-tui replay``: lists what Hermes recorded, or replays one session of it.

What it needs is imported when it runs: every command builds the parser of this one.
"""

import argparse
import os
import sys
from collections.abc import Iterator
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING

from hermes_tui.commands.printing import say
from hermes_tui.commands.shared import add_json, add_settings, path, settings_of
from hermes_tui.core.filesystem.disk import Disk
from hermes_tui.core.settings.settings import Settings

if TYPE_CHECKING:
    from hermes_tui.core.recordings.catalog import Listed
    from hermes_tui.core.recordings.replay_events import Event
    from hermes_tui.core.recordings.working_dir import MovedTree

DIFFERS = 1
"""Exit status: a call differs, and the evidence does not say why; or calls cannot be read."""

EPILOG = "Exit status: 0, 1 where a call differs and nothing recorded says why, 2 for bad input."


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of the command."""
    parser.epilog = EPILOG
    parser.add_argument(
        "session",
        nargs="?",
        metavar="SESSION",
        help="an id, the beginning of one, or a title (default: list the sessions, the newest first)",
    )
    where = parser.add_argument_group("which recordings").add_mutually_exclusive_group()
    add_database(where)
    where.add_argument(
        "--export",
        metavar="FILE",
        type=path,
        help="what 'hermes sessions export' wrote, a trace, a trajectory or a snapshot",
    )
    add_map(parser)
    add_settings(parser, hermes="worked out from the recording", home="the one that has the recording")
    add_json(parser)


def add_database(group: argparse._ActionsContainer) -> None:
    """The option that names a database."""
    group.add_argument(
        "--db",
        metavar="FILE",
        type=path,
        help="a state.db (default: all of HERMES_HOME, ~/.hermes and their profiles)",
    )


def add_map(parser: argparse.ArgumentParser) -> None:
    """The option that says where a tree is now."""
    parser.add_argument(
        "--map",
        metavar="OLD=NEW",
        help="the tree has moved from OLD to NEW; =NEW where the recording does not say where it was",
    )


def run(options: argparse.Namespace) -> int:
    """Print what was asked for; returns the exit status.

    Raises:
        SettingsError: there is no such recording or session, or an option is wrong; the message is a
            sentence.
    """
    from hermes_tui.core.recordings.working_dir import parse_mapping

    mapping = parse_mapping(options.map) if options.map is not None else None
    settings = settings_of(options, Disk())
    problems: list[str] = []
    sessions = _sessions(options, settings, problems)
    if options.session is None:
        return _list(sessions, problems, as_json=options.json)
    return _replay(options, sessions, problems, mapping, settings)


def _list(sessions: "Iterator[Listed]", problems: list[str], *, as_json: bool) -> int:
    from hermes_tui.core.recordings.catalog import directories_first
    from hermes_tui.core.reports.recordings import listing_json, listing_text

    sessions = directories_first(sessions)
    if as_json:
        for piece in listing_json(sessions, problems):
            sys.stdout.write(piece)
    else:
        say(listing_text(sessions, problems))
    return 0


def _replay(
    options: argparse.Namespace,
    sessions: "Iterator[Listed]",
    problems: list[str],
    mapping: "MovedTree | None",
    settings: Settings,
) -> int:
    from hermes_tui.core.recordings.catalog import at_home_of, choose_among, open_recording
    from hermes_tui.core.recordings.replay import replay
    from hermes_tui.core.reports.recordings import replay_json, replay_text
    from hermes_tui.core.text.terminal_safe import safe

    chosen = choose_among(sessions, problems, options.session)
    is_named = options.db is not None or options.export is not None
    has_home = is_named and (options.home is not None or options.profile is not None)
    with open_recording(chosen.path) as recording:
        status = _Status()
        events = status.of(
            replay(
                recording,
                chosen.session.id,
                mapping=mapping,
                ruleset=settings.ruleset if options.hermes is not None else None,
                settings=settings if has_home else at_home_of(chosen, settings),
            )
        )
        if options.json:
            for piece in replay_json(events):
                sys.stdout.write(piece)
        else:
            say(replay_text(events))
    for problem in problems:
        print(f"hermes-tui: {safe(problem)}", file=sys.stderr)
    return status.code


class _Status:
    """Watches what passes by for the exit status."""

    def __init__(self) -> None:
        self.code = 0

    def of(self, events: Iterator["Event"]) -> Iterator["Event"]:
        from hermes_tui.core.recordings.replay_events import ReplaySummary

        for event in events:
            if isinstance(event, ReplaySummary) and (event.unexplained or event.unreadable):
                self.code = DIFFERS
            yield event


def _sessions(options: argparse.Namespace, settings: Settings, problems: list[str]) -> "Iterator[Listed]":
    """The sessions that are asked for, as they are read; what cannot be read goes to *problems*.

    Raises:
        RecordingError: nothing can be read.
    """
    from hermes_tui.core.recordings.catalog import each_session, open_export, open_recording

    opened = open_recording if options.export is None else open_export
    given = options.export and [Path(os.path.abspath(options.export))]
    return sessions_in(each_session(given or databases_of(options, settings), problems, opened), problems)


def sessions_in(sessions: "Iterator[Listed]", problems: list[str]) -> "Iterator[Listed]":
    """The same *sessions*, of which one at least can be read.

    Raises:
        RecordingError: none can, for the *problems* there are.
    """
    from hermes_tui.core.recordings.model import RecordingError

    first = next(sessions, None)
    if first is None and problems:
        raise RecordingError("; ".join(problems))
    return sessions if first is None else chain((first,), sessions)


def databases_of(options: argparse.Namespace, settings: Settings) -> tuple[Path, ...]:
    """The database that was named, or those of this machine.

    Raises:
        RecordingError: there is none.
    """
    from hermes_tui.core.recordings.catalog import find_databases
    from hermes_tui.core.recordings.model import RecordingError

    if options.db is not None:
        return (Path(os.path.abspath(options.db)),)
    if options.profile is not None:
        databases = find_databases(settings.hermes_home, with_profiles=False)
    else:
        databases = find_databases(options.home)
    if not databases:
        is_chosen = options.home is not None or options.profile is not None
        where = settings.hermes_home if is_chosen else "HERMES_HOME, ~/.hermes or a profile"
        raise RecordingError(
            f"there is no state.db in {where}: name one with --db, or an export with --export"
        )
    return databases
