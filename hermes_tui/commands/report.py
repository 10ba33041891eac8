"""``hermes-tui report [DIRECTORY]``: one page that can be attached to an issue."""

import argparse
import sys

from hermes_tui.commands.printing import HERMES_FAILS, complain, write_output
from hermes_tui.commands.shared import add_directory, add_settings, configured_situation_of, filled
from hermes_tui.core.prompt.startup import inspect

DESCRIPTION = """\
Write one page that tells all about a directory: the release and where it comes from, the context files with
their verdicts, sizes and hashes, what the prompt is made of, and every finding with what to do.

It can be read without a network and without a script, and be attached to an issue: without --with-content no
word of a file is in it, and no path of a home."""

EPILOG = """\
examples:
  hermes-tui report > report.html                      to be opened in a browser
  hermes-tui report --markdown                         for an issue or a comment
  hermes-tui report --with-content --output report.html  with all texts, for your own eyes

Exit status: 0, 1 where this release would have no prompt there, 2 for bad input."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of the command."""
    parser.description = DESCRIPTION
    parser.epilog = EPILOG
    add_directory(parser)
    form = parser.add_mutually_exclusive_group()
    form.add_argument("--html", dest="format", action="store_const", const="html", help="as HTML (default)")
    form.add_argument("--markdown", dest="format", action="store_const", const="markdown", help="as Markdown")
    form.add_argument("--json", dest="format", action="store_const", const="json", help="for a program")
    parser.add_argument("--output", metavar="FILE", type=filled, help="write it into FILE")
    parser.add_argument(
        "--with-content",
        action="store_true",
        help="with all texts: not for others",
    )
    add_settings(parser)


def run(options: argparse.Namespace) -> int:
    """Write the page; returns the exit status.

    Raises:
        SettingsError: bad input; the message is a sentence.
    """
    from hermes_tui.core.reports.page.facts import page_of

    situation, configured = configured_situation_of(options)
    startup = inspect(situation)
    page = page_of(startup, configured, with_content=options.with_content)
    match options.format:
        case "markdown":
            from hermes_tui.core.reports.page.as_markdown import page_markdown

            lines = page_markdown(page)
        case "json":
            from hermes_tui.core.reports.page.as_json import page_json

            lines = iter((page_json(page),))
        case _:
            from hermes_tui.core.reports.page.as_html import page_html

            lines = page_html(page)
    text = "".join(f"{line}\n" for line in lines)
    if options.output is not None:
        write_output(options.output, text)
    else:
        sys.stdout.write(text)
    if options.with_content:
        complain("the report has the files' texts in it")
    return HERMES_FAILS if startup.failure else 0
