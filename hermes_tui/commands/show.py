"""``hermes-tui show``: every context file with its verdict and the reason."""

import argparse

from hermes_tui.commands.printing import print_startup
from hermes_tui.commands.shared import (
    add_at,
    add_directory,
    add_hints_from,
    add_json,
    add_settings,
    situation_of,
)

EPILOG = "Exit status: 0, 1 where this release would have no prompt there, 2 for bad input."


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of the command."""
    parser.epilog = EPILOG
    add_directory(parser)
    add_hints_from(parser)
    add_at(parser)
    add_settings(parser)
    add_json(parser)


def run(options: argparse.Namespace) -> int:
    """Print the report."""
    return print_startup(situation_of(options), as_json=options.json)
