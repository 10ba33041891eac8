"""``hermes-tui compare OLD NEW``: what another Hermes release does otherwise here."""

import argparse

from hermes_tui.commands.shared import (
    add_directory,
    add_home,
    directory_of,
    note_lines,
    print_json,
    settings_of,
)
from hermes_tui.core import comparing
from hermes_tui.core.disk import Disk


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of the command."""
    parser.add_argument("before", metavar="OLD", help="0.13 to 0.22.2, 'latest' or 'documented'")
    parser.add_argument("after", metavar="NEW")
    add_directory(parser)
    add_home(parser)
    parser.add_argument("--json", action="store_true", help="for a program")


def run(options: argparse.Namespace) -> int:
    """Print the differences."""
    disk = Disk()
    directory = directory_of(options)
    before, after = (settings_of(options, disk, version) for version in (options.before, options.after))
    comparison = comparing.compare_releases(directory, before, after, disk=disk)
    notes = dict.fromkeys((*before.notes, *after.notes))
    if options.json:
        print_json(comparing.comparison_json(comparison) | {"notes": list(notes)})
    else:
        for line in (*comparing.comparison_text(comparison), *note_lines(*notes)):
            print(line)
    return 0
