"""``hermes-tui explain [CODE]``: what a finding means, with an example and how to mend it."""

import argparse

from hermes_tui.core.codes import code_list, explained, get_code
from hermes_tui.core.safe_text import safe
from hermes_tui.core.settings import SettingsError

EPILOG = """\
examples:
  hermes-tui explain          every code in a line
  hermes-tui explain HT005    one of them; 5 and ht5 mean the same

Exit status: 0, 2 where there is no such code."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of the command."""
    parser.description = (
        "Say what a code means, with an example and how to mend it; without a code list them all."
    )
    parser.epilog = EPILOG
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument("code", nargs="?", metavar="CODE", help="such as HT001")


def run(options: argparse.Namespace) -> int:
    """Print what a code means.

    Raises:
        SettingsError: there is no such code.
    """
    if options.code is None:
        lines = code_list()
    else:
        try:
            lines = explained(get_code(options.code))
        except ValueError as error:
            raise SettingsError(str(error)) from None
    for line in lines:
        print(safe(line))
    return 0
