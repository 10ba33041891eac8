"""``hermes-tui compare [OLD] NEW``: what another Hermes release or git revision changes here."""

import argparse
import os
from pathlib import Path

from hermes_tui.commands.printing import note_lines, print_json, say
from hermes_tui.commands.session import planned_in
from hermes_tui.commands.shared import (
    add_directory,
    add_json,
    add_settings,
    directory_of,
    filled,
    settings_of,
    situation_of,
)
from hermes_tui.core.comparison.compare import compare_releases
from hermes_tui.core.configuration.files import find_tool_configuration
from hermes_tui.core.filesystem.disk import Disk
from hermes_tui.core.releases.lookup import get_ruleset
from hermes_tui.core.reports.comparison import comparison_json, comparison_text
from hermes_tui.core.settings.settings import SettingsError
from hermes_tui.core.situation import Situation

FALLEN = 1

EPILOG = """\
examples:
  hermes-tui compare latest           what an update of the Hermes installed here would change
  hermes-tui compare 0.19 0.22.2 api  two releases, for a session that starts in api
  hermes-tui compare --session calls.txt 0.19 0.22.2  ... and which calls bring other rules

  hermes-tui compare --git main       what is changed since main, and which rules fall out by it
  hermes-tui compare --git v1..v2 --from-every-directory  ... between two revisions, in every directory

Exit status: 0, whatever differs; with --git 1 where a rule that still stands in a file is no longer sent.
2 for bad input."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of the command."""
    parser.epilog = EPILOG
    parser.add_argument("before", nargs="?", metavar="OLD", help="a release, in place of --hermes")
    parser.add_argument("after", nargs="?", metavar="NEW", help="another one")
    add_directory(parser)
    parser.add_argument(
        "--git",
        metavar="OLD[..NEW]",
        type=filled,
        help="compare git revisions by one release instead; without NEW with the files of today",
    )
    parser.add_argument(
        "--from-every-directory",
        action="store_true",
        help="with --git: for a session in every directory that has context files",
    )
    parser.add_argument("--session", metavar="FILE", help="calls whose hints are compared as well")
    add_settings(parser)
    add_json(parser)


def run(options: argparse.Namespace) -> int:
    """Print the differences.

    Raises:
        SettingsError: bad input; the message is a sentence.
    """
    if options.git is not None:
        return _run_git(options)
    if options.from_every_directory:
        raise SettingsError("--from-every-directory goes with --git")
    if options.after is None:  # one word is NEW
        options.before, options.after = None, options.before
    if options.after is None:
        raise SettingsError("name a release to compare with, such as latest; or --git OLD[..NEW]")
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


def _run_git(options: argparse.Namespace) -> int:
    from contextlib import closing

    from hermes_tui.core.diagnosis.names import Names
    from hermes_tui.core.git.program import GitProblem
    from hermes_tui.core.history.between import between
    from hermes_tui.core.history.revision import repository_around
    from hermes_tui.core.reports.between import between_json, between_text

    if options.after is not None or options.session is not None:
        raise SettingsError("--git compares by one release: leave OLD, NEW and --session away")
    if options.before is not None:
        options.directory = Path(options.before)
    repository = repository_around(situation_of(options))
    old, _, new = options.git.partition("..")
    with closing(repository):
        try:
            before, after = (
                repository.at(repository.commit(name)) if name else repository.situation
                for name in (old or "HEAD", new)
            )
            titles = (old or "HEAD", new or "the files of today")
            found = list(between(before, after, titles, everywhere=options.from_every_directory))
        except GitProblem as problem:
            raise SettingsError(str(problem)) from None
        names = Names(repository.situation.cwd, repository.root, before.settings.home)
        notes = before.settings.notes
        if options.json:
            print_json(between_json(found, *titles) | {"notes": list(notes)})
        else:
            for line in (*between_text(found, names, *titles), *note_lines(*notes)):
                print(line)
    return FALLEN if any(one.is_loss for one in found) else 0


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
