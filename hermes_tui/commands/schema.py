"""``hermes-tui schema [COMMAND]``: what a command prints with ``--json``, as JSON Schema."""

import argparse

from hermes_tui.commands.printing import print_json
from hermes_tui.core.settings.settings import SettingsError

EPILOG = """\
examples:
  hermes-tui schema                  the commands that have one
  hermes-tui schema check            that of hermes-tui check --json
  hermes-tui schema error            that of bad input, of whichever command

Exit status: 0, 2 where there is none of that name."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of the command."""
    parser.description = "Print the JSON Schema of what a command prints with --json; without one list them."
    parser.epilog = EPILOG
    parser.add_argument("command", nargs="?", metavar="COMMAND", help="such as check")


def run(options: argparse.Namespace) -> int:
    """Print it; returns the exit status.

    Raises:
        SettingsError: there is none of that name.
    """
    from hermes_tui.core.reports.schemas import SCHEMAS

    if options.command is None:
        for name in SCHEMAS:
            print(name)
        return 0
    if options.command not in SCHEMAS:
        raise SettingsError(f"there is no schema {options.command!r}; there are {', '.join(SCHEMAS)}")
    print_json(SCHEMAS[options.command])
    return 0
