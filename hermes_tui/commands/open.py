"""``hermes-tui [DIRECTORY]``: opens the inspector."""

import argparse

from hermes_tui.commands.shared import (
    add_directory,
    add_settings,
    add_theme,
    directory_of,
    has_terminal,
    inspected,
    print_startup,
    run_app,
    settings_of,
)
from hermes_tui.core.disk import Disk


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of the command."""
    add_directory(parser)
    add_settings(parser)
    add_theme(parser)


def run(options: argparse.Namespace) -> int:
    """Draw the screen, or print what it would show where there is no terminal."""
    disk = Disk()
    directory = directory_of(options)
    settings = settings_of(options, disk)
    if has_terminal():
        return run_app(directory, settings, options.theme)
    return print_startup(inspected(directory, settings, disk), settings)
