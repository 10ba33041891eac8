"""``hermes-tui check [DIRECTORY]``: everything that keeps rules out of a prompt, or may do so."""

import argparse

from hermes_tui.commands.shared import (
    add_diff,
    add_directory,
    add_settings,
    complain,
    note_lines,
    print_json,
    print_patch,
    root_of,
    situation_of,
)
from hermes_tui.core.checks.check import check
from hermes_tui.core.checks.findings import Finding
from hermes_tui.core.codes.catalogue import Severity, get_code
from hermes_tui.core.diagnosis.names import Names
from hermes_tui.core.reports.findings import as_github, as_json, as_sarif, as_text
from hermes_tui.core.text.public_text import Public, if_public, public

FOUND = 1

DESCRIPTION = """\
List everything that keeps rules out of a prompt, or may do so: a line each, with a code and what to do.
Files below the directory are judged as hints."""

EPILOG = """\
examples:
  hermes-tui check                                   what is lost for a session that starts here
  hermes-tui check --from-every-directory ~/repo     ... or anywhere in the repository
  hermes-tui check --fail-on warning --format github for a workflow; --format sarif for code scanning
  hermes-tui check --ignore HT005,HT007              ... but for what is meant to be so
  hermes-tui explain HT005                           what a code means, and how to mend it

Exit status: 0, 1 on findings of the severity of --fail-on, 2 for bad input."""


_A_NOTE = public("there is a note that may hold words of a file: hermes-tui check tells it without --format")
"""Said in a public report in place of the note."""
_BEGINNINGS = (public("config.yaml is not used"),)
"""Of notes that go on with words of a file."""


def _beginning(note: str) -> Public:
    """What is told of a note that may hold words of a file."""
    return next((words for words in _BEGINNINGS if note.startswith(f"{words}:")), _A_NOTE)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of the command."""
    parser.description = DESCRIPTION
    parser.epilog = EPILOG
    add_directory(parser)
    add_settings(parser)
    parser.add_argument(
        "--from-every-directory",
        action="store_true",
        help="judge the start of a session in every directory of the repository (but .cursor and the like)",
    )
    parser.add_argument(
        "--git", action="store_true", help="ask git as well whether a new clone has the files (HT040)"
    )
    parser.add_argument(
        "--ignore",
        metavar="CODES",
        type=_codes,
        default=(),
        help="leave these findings out, such as HT005,HT007",
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
    add_diff(parser)
    parser.add_argument("--json", dest="format", action="store_const", const="json", help="--format json")
    parser.add_argument(
        "--with-text",
        action="store_true",
        help="tell words from the files in JSON, SARIF and GitHub's format too: not for a public report",
    )


def _codes(text: str) -> tuple[str, ...]:
    try:
        return tuple(get_code(name).id for name in text.split(",") if name.strip())
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error)) from None


def run(options: argparse.Namespace) -> int:
    """Print the findings; returns the exit status.

    Raises:
        SettingsError: bad input; the message is a sentence.
    """
    situation = situation_of(options)
    settings, disk = situation.settings, situation.disk
    every = options.from_every_directory
    silences: list[str] = []
    found = check(
        situation,
        from_every_directory=every,
        with_git=options.git,
        on_silence=silences.append,
    )
    findings = tuple(finding for finding in found if finding.code not in options.ignore)
    cwd, root = root_of(situation)
    # A public report tells nothing that a file says.
    told = (*settings.notes, *silences)
    notes = (
        told
        if options.with_text
        else tuple(dict.fromkeys(if_public(note, _beginning(note)) for note in told))
    )
    if options.diff:
        print_patch(findings, root, disk)
        return _status(findings, options)
    match options.format:
        case "json":
            answer = as_json(findings, cwd, settings.ruleset.name, with_text=options.with_text)
            print_json(answer | {"notes": list(notes)})
        case "sarif":
            print_json(as_sarif(findings, root, with_text=options.with_text))
        case "github":
            for line in as_github(findings, root, with_text=options.with_text):
                print(line)
        case _:
            lines = as_text(findings, Names(cwd, root, settings.home), from_every_directory=every)
            for line in (*lines, *note_lines(*told)):
                print(line)
    if options.format in ("sarif", "github"):
        complain(*notes)
    return _status(findings, options)


def _status(findings: tuple[Finding, ...], options: argparse.Namespace) -> int:
    worst = max((finding.severity.rank for finding in findings), default=-1)
    return FOUND if worst >= Severity(options.fail_on).rank else 0
