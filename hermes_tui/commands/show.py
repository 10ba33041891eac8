"""``hermes-tui show``: every context file with its verdict and the reason."""

import argparse

from hermes_tui.commands.shared import (
    add_directory,
    add_json,
    add_settings,
    directory_of,
    print_startup,
    settings_of,
)
from hermes_tui.core.disk import Disk


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of the command."""
    add_directory(parser)
    add_settings(parser)
    add_json(parser)


def run(options: argparse.Namespace) -> int:
    """Print the report."""
    disk = Disk()
    directory = directory_of(options)
    settings = settings_of(options, disk)
    return print_startup(directory, settings, disk, as_json=options.json)
