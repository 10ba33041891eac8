"""``hermes-tui [DIRECTORY]``: opens the inspector."""

import argparse
from typing import TYPE_CHECKING

from hermes_tui.commands.printing import print_startup
from hermes_tui.commands.shared import (
    add_at,
    add_directory,
    add_hints_from,
    add_json,
    add_mouse,
    add_settings,
    add_theme,
    anchor_of,
    as_of,
    directory_of,
    filled,
    has_terminal,
    quick_settings_of,
    run_app,
    settings_of,
    theme_of,
    use_keys,
)
from hermes_tui.core.configuration.files import find_tool_configuration
from hermes_tui.core.filesystem.disk import Disk
from hermes_tui.core.situation import Situation

if TYPE_CHECKING:
    from hermes_tui.core.sessions.steps import Planned


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of the command."""
    add_directory(parser)
    parser.add_argument(
        "--session",
        metavar="FILE",
        type=filled,
        help="calls to step through (s forward, u back, E to the end)",
    )
    add_hints_from(parser)
    add_at(parser)
    add_settings(parser)
    add_json(parser, ": what show and session print, and no screen")
    add_theme(parser)
    add_mouse(parser)


def run(options: argparse.Namespace) -> int:
    """Draw the screen, or print what it would show where there is no terminal."""
    disk = Disk()
    directory = directory_of(options)
    configured = find_tool_configuration(directory, disk)
    theme = theme_of(options, configured)
    anchor = anchor_of(options)
    draws = has_terminal() and not options.json
    settings = (
        quick_settings_of(options, disk, configured)
        if draws
        else settings_of(options, disk, configured=configured)
    )
    situation = as_of(Situation(directory, settings, disk, anchor), options)
    plan: tuple[Planned, ...] = ()
    if options.session is not None:
        from hermes_tui.commands.session import planned_in, print_session

        plan = planned_in(options.session, directory, settings)
        if not draws:
            return print_session(situation, plan, as_json=options.json)
    if draws:
        use_keys(configured)
        return run_app(directory, settings, theme, plan, anchor, options.at or "", mouse=not options.no_mouse)
    return print_startup(situation, as_json=options.json)
