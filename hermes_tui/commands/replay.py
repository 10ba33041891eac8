"""``hermes-tui replay``: lists what Hermes recorded, or replays one session of it.

What it needs is imported when it runs: every command builds the parser of this one.
"""

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from hermes_tui.core.anchors import Mapping
    from hermes_tui.core.recordings import Listed, Listing
    from hermes_tui.core.replay_events import Event
    from hermes_tui.core.rulesets import Ruleset

DIFFERS = 1
"""Exit status: a call differs, and the evidence does not say why."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of the command."""
    parser.add_argument(
        "session",
        nargs="?",
        metavar="SESSION",
        help="an id, the beginning of one, or a title (default: list the sessions, the newest first)",
    )
    where = parser.add_argument_group("which recordings").add_mutually_exclusive_group()
    where.add_argument("--home", metavar="DIR", help="in place of HERMES_HOME, ~/.hermes and their profiles")
    where.add_argument("--db", metavar="FILE", type=Path, help="a state.db")
    where.add_argument(
        "--export",
        metavar="FILE",
        type=Path,
        help="what 'hermes sessions export' wrote, a trace, a trajectory or a snapshot",
    )
    parser.add_argument(
        "--map",
        metavar="OLD=NEW",
        help="the tree has moved from OLD to NEW; =NEW where the recording does not say where it was",
    )
    parser.add_argument(
        "--hermes",
        metavar="VERSION",
        help="0.13 to 0.22.2, 'latest' or 'documented' (default: worked out from the recording)",
    )
    parser.add_argument("--json", action="store_true", help="for a program")


def run(options: argparse.Namespace) -> int:
    """Print what was asked for; returns the exit status.

    Raises:
        RecordingError: there is no such recording or session, or an option is wrong. A sentence.
    """
    from hermes_tui.core.anchors import parse_mapping

    mapping = parse_mapping(options.map) if options.map is not None else None
    ruleset = _ruleset(options.hermes)
    listing = _listing(options)
    if options.session is None:
        return _list(listing, as_json=options.json)
    return _replay(options, listing, mapping, ruleset)


def _list(listing: "Listing", *, as_json: bool) -> int:
    import json

    from hermes_tui.core.replay_report import listing_json, listing_text

    if as_json:
        print(json.dumps(listing_json(listing), indent=2))
    else:
        for line in listing_text(listing):
            print(line)
    return 0


def _replay(
    options: argparse.Namespace, listing: "Listing", mapping: "Mapping | None", ruleset: "Ruleset | None"
) -> int:
    from hermes_tui.core.recordings import choose, open_recording
    from hermes_tui.core.replay import replay
    from hermes_tui.core.replay_report import replay_json, replay_text
    from hermes_tui.core.safe_text import safe

    chosen = choose(listing, options.session)
    with open_recording(chosen.path) as recording:
        status = _Status()
        events = status.of(
            replay(
                recording,
                chosen.session.id,
                mapping=mapping,
                ruleset=ruleset,
                hermes_home=options.home or _home_of(chosen),
            )
        )
        if options.json:
            for piece in replay_json(events):
                sys.stdout.write(piece)
        else:
            for line in replay_text(events):
                print(line)
    for problem in listing.problems:
        print(f"hermes-tui: {safe(problem)}", file=sys.stderr)
    return status.code


class _Status:
    """Watches what passes by for the exit status."""

    def __init__(self) -> None:
        self.code = 0

    def of(self, events: Iterator["Event"]) -> Iterator["Event"]:
        from hermes_tui.core.replay_events import Summary

        for event in events:
            if isinstance(event, Summary) and event.unexplained:
                self.code = DIFFERS
            yield event


def _ruleset(version: str | None) -> "Ruleset | None":
    if version is None:
        return None
    from hermes_tui.core.recorded_sessions import RecordingError
    from hermes_tui.core.rulesets import get_ruleset

    try:
        return get_ruleset(version)
    except ValueError as error:
        raise RecordingError(f"--hermes: {error}") from None


def _listing(options: argparse.Namespace) -> "Listing":
    from hermes_tui.core.recorded_sessions import RecordingError
    from hermes_tui.core.recordings import Listed, Listing, find_databases, list_sessions, open_recording

    given: Path | None = options.db or options.export
    if given is not None:
        with open_recording(given) as recording:  # what cannot be read is an error here
            return Listing(tuple(Listed(session, given) for session in recording.sessions()))
    if options.home is not None and not Path(options.home).is_dir():
        raise RecordingError(f"--home: {options.home!r} is not a directory")
    databases = find_databases(options.home)
    if not databases:
        where = options.home or "HERMES_HOME, ~/.hermes or a profile"
        raise RecordingError(
            f"there is no state.db in {where}: name one with --db, or an export with --export"
        )
    listing = list_sessions(databases)
    if listing.problems and not listing.sessions:
        raise RecordingError("; ".join(listing.problems))
    return listing


def _home_of(chosen: "Listed") -> Path | None:
    """The Hermes home that a database belongs to."""
    return chosen.path.parent if chosen.path.name == "state.db" else None
