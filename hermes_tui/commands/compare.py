"""``hermes-tui compare [OLD] NEW``: what another Hermes release does otherwise here."""

import argparse
import os
from pathlib import Path

from hermes_tui.commands.printing import note_lines, print_json, say
from hermes_tui.commands.session import planned_in
from hermes_tui.commands.shared import add_directory, add_json, add_settings, directory_of, settings_of
from hermes_tui.core.comparison.compare import compare_releases
from hermes_tui.core.configuration.files import find_tool_configuration
from hermes_tui.core.filesystem.disk import Disk
from hermes_tui.core.releases.lookup import get_ruleset
from hermes_tui.core.reports.comparison import comparison_json, comparison_text
from hermes_tui.core.settings.settings import SettingsError
from hermes_tui.core.situation import Situation

EPILOG = """\
examples:
  hermes-tui compare latest           what an update of the Hermes installed here would change
  hermes-tui compare 0.19 0.22.2 api  two releases, for a session that starts in api
  hermes-tui compare --session calls.txt 0.19 0.22.2  ... and which calls bring other rules

Exit status: 0, whatever differs, 2 for bad input."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of the command."""
    parser.epilog = EPILOG
    parser.add_argument("before", nargs="?", metavar="OLD", help="a release, in place of --hermes")
    parser.add_argument("after", metavar="NEW", help="another one")
    add_directory(parser)
    parser.add_argument("--session", metavar="FILE", help="calls whose hints are compared as well")
    add_settings(parser)
    add_json(parser)


def run(options: argparse.Namespace) -> int:
    """Print the differences.

    Raises:
        SettingsError: bad input; the message is a sentence.
    """
    has_two = options.before is not None and options.directory == Path()
    if has_two and _is_directory(options.after):  # NEW DIRECTORY
        options.before, options.after, options.directory = None, options.before, Path(options.after)
    if options.before is not None and options.hermes is not None:
        raise SettingsError("OLD and --hermes both say what is compared: leave one of them away")
    for name, release in (("OLD", options.before), ("NEW", options.after)):
        _check(name, release)
    disk = Disk()
    directory = directory_of(options)
    configured = find_tool_configuration(directory, disk)
    before, after = (
        settings_of(options, disk, version, configured) for version in (options.before, options.after)
    )
    plan = planned_in(options.session, directory, before) if options.session is not None else ()
    comparison = compare_releases(Situation(directory, before, disk), before, after, plan)
    notes = dict.fromkeys((*before.notes, *after.notes))
    if options.json:
        print_json(comparison_json(comparison) | {"notes": list(notes)})
    else:
        say((*comparison_text(comparison), *note_lines(*notes)))
    return 0


def _check(name: str, release: str | None) -> None:
    """Refuse what is no release, by the name of the argument.

    Raises:
        SettingsError: it is none; the message is a sentence.
    """
    if release is None:
        return
    try:
        get_ruleset(release)
    except ValueError as error:
        more = f" (and there is no directory {release!r})" if os.sep in release else ""
        raise SettingsError(f"{name}: {error}{more}") from None


def _is_directory(text: str) -> bool:
    """It is no release, and there is something of that name."""
    try:
        get_ruleset(text)
    except ValueError:
        return os.path.exists(text)
    return False
