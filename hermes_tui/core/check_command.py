"""``hermes-tui check [DIRECTORY]`` and ``hermes-tui explain [CODE]``."""

import argparse

from hermes_tui.core.check_formats import as_github, as_json, as_sarif, as_text
from hermes_tui.core.checks import check
from hermes_tui.core.codes import Severity, code_list, explained, get_code
from hermes_tui.core.command_input import add_directory, directory_of, print_json, settings_of
from hermes_tui.core.discovery import find_git_root
from hermes_tui.core.disk import Disk
from hermes_tui.core.sections import HermesFails
from hermes_tui.core.settings import SettingsError

FOUND = 1

DESCRIPTION = """\
List everything that keeps rules out of a prompt, or may do so: a line each, with a code and what to do.
Files below the directory are judged as hints."""

EPILOG = """\
Exit status: 0, 1 on findings of the severity of --fail-on, 2 for bad input."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of ``check``; those about the release come from the caller."""
    parser.description = DESCRIPTION
    parser.epilog = EPILOG
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    add_directory(parser)
    parser.add_argument(
        "--from-every-directory",
        action="store_true",
        help="judge the start of a session in every directory of the repository",
    )
    parser.add_argument(
        "--fail-on",
        choices=("warning", "error"),
        default="error",
        help="exit with 1 on such findings, or worse ones (default: error)",
    )
    parser.add_argument(
        "--format", choices=("text", "json", "sarif", "github"), default="text", help="default: text"
    )
    parser.add_argument("--json", dest="format", action="store_const", const="json", help="--format json")
    parser.add_argument(
        "--with-text",
        action="store_true",
        help="tell words from the files in JSON, SARIF and GitHub's format too: not for a public report",
    )


def run(options: argparse.Namespace) -> int:
    """Print the findings; returns the exit status.

    Raises:
        SettingsError: bad input; the message is a sentence.
    """
    disk = Disk()
    directory = directory_of(options)
    settings = settings_of(options, disk)
    every = options.from_every_directory
    findings = check(directory, settings=settings, disk=disk, from_every_directory=every)
    cwd = disk.resolve(directory)
    try:
        root = find_git_root(cwd, settings.ruleset, disk) or cwd
    except HermesFails:
        root = cwd
    match options.format:
        case "json":
            print_json(as_json(findings, cwd, settings.ruleset.name, with_text=options.with_text))
        case "sarif":
            print_json(as_sarif(findings, root, with_text=options.with_text))
        case "github":
            for line in as_github(findings, root, with_text=options.with_text):
                print(line)
        case _:
            for line in as_text(findings, root, from_every_directory=every):
                print(line)
    worst = max((finding.severity.rank for finding in findings), default=-1)
    return FOUND if worst >= Severity(options.fail_on).rank else 0


def add_explain_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of ``explain``."""
    parser.description = (
        "Say what a code means, with an example and how to mend it; without a code list them all."
    )
    parser.add_argument("code", nargs="?", metavar="CODE", help="such as HT001")


def run_explain(options: argparse.Namespace) -> int:
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
        print(line)
    return 0
