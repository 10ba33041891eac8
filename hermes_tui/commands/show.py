"""``hermes-tui show``: every context file with its verdict and the reason."""

import argparse

from hermes_tui.commands.shared import (
    HERMES_FAILS,
    add_directory,
    add_settings,
    directory_of,
    print_json,
    print_startup,
    settings_of,
)
from hermes_tui.core.disk import Disk
from hermes_tui.core.inspecting import inspect


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of the command."""
    add_directory(parser)
    add_settings(parser)
    parser.add_argument("--json", action="store_true", help="for a program")


def run(options: argparse.Namespace) -> int:
    """Print the report."""
    disk = Disk()
    directory = directory_of(options)
    settings = settings_of(options, disk)
    startup = inspect(directory, settings, disk)
    if not options.json:
        return print_startup(startup, settings)
    from hermes_tui.core.report import startup_json

    print_json(startup_json(startup, settings))
    return HERMES_FAILS if startup.failure else 0
