"""``hermes-tui explain [CODE]``: what a finding means, with an example and how to mend it."""

import argparse
from pathlib import Path

from hermes_tui.commands.printing import complain, print_json, say
from hermes_tui.commands.shared import add_json, add_settings, settings_of
from hermes_tui.core.codes.catalogue import CODES, code_list, get_code
from hermes_tui.core.configuration.files import find_tool_configuration
from hermes_tui.core.filesystem.disk import Disk
from hermes_tui.core.reports.codes import codes_json, explained_here
from hermes_tui.core.settings.settings import SettingsError
from hermes_tui.core.text.terminal_safe import safe

EPILOG = """\
examples:
  hermes-tui explain                        every code in a line
  hermes-tui explain HT005                  one of them; 5 and ht5 mean the same
  hermes-tui explain HT010 --hermes 0.22.2  ... and the cap of that release

Exit status: 0, 2 where there is no such code."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of the command."""
    parser.description = (
        "Say what a code means, with an example and how to mend it; without a code list them all."
    )
    parser.epilog = EPILOG
    parser.add_argument("code", nargs="?", metavar="CODE", help="such as HT001")
    add_settings(parser)
    add_json(parser)


def run(options: argparse.Namespace) -> int:
    """Print what a code means.

    Raises:
        SettingsError: there is no such code, release, home or profile.
    """
    try:
        code = get_code(options.code) if options.code is not None else None
    except ValueError as error:
        raise SettingsError(str(error)) from None
    disk = Disk()
    settings = settings_of(options, disk, configured=find_tool_configuration(Path(), disk))
    if options.json:
        print_json(codes_json(CODES if code is None else (code,), settings))
        return 0
    say(map(safe, code_list() if code is None else explained_here(code, settings)))
    complain(*settings.notes)
    return 0
