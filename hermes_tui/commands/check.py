"""``hermes-tui check [DIRECTORY ...]``: everything that keeps rules out of a prompt, or may do so."""

import argparse
import os
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from hermes_tui.commands.checking import Checked, checked
from hermes_tui.commands.printing import complain, json_text, note_lines, print_patch, say, write_output
from hermes_tui.commands.shared import add_at, add_diff, add_settings, filled, path
from hermes_tui.core.codes.catalogue import Severity, get_code
from hermes_tui.core.diagnosis.names import Names
from hermes_tui.core.reports.findings import as_json, as_text, counted
from hermes_tui.core.settings.settings import SettingsError
from hermes_tui.core.text.public_text import Public, if_public, public

if TYPE_CHECKING:
    from hermes_tui.core.checks.findings import Finding

FOUND = 1
FORMATS = ("text", "json", "sarif", "github", "gitlab", "junit", "markdown")

DESCRIPTION = """\
List everything that keeps rules out of a prompt, or may do so: a line each, with a code and what to do.
Files below the directory are judged as hints. .hermes-tui.toml may choose the release, codes that do not
count, and budgets: see hermes-tui config --help."""

EPILOG = """\
examples:
  hermes-tui check                                   what is lost for a session that starts here
  hermes-tui check packages/api packages/web         ... or in several places, in one run
  hermes-tui check --from-every-directory ~/repo     ... or anywhere in the repository
  hermes-tui check --fail-on warning --format github for a workflow; --format sarif for code scanning
  hermes-tui check --format markdown --output "$GITHUB_STEP_SUMMARY"
  hermes-tui check --write-baseline findings.json    from then on only what is new:
  hermes-tui check --baseline findings.json
  hermes-tui check --since origin/main               only what this branch brings
  hermes-tui check --ignore HT005,HT007              ... but for what is meant to be so
  hermes-tui explain HT005                           what a code means, and how to mend it

A finding in a baseline is known by its code, file and cause, whatever its line is by then. No comment in a
context file leaves a finding out: Hermes takes a comment that speaks of ignoring for an attack.

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
    parser.add_argument(
        "directories", nargs="*", type=path, metavar="DIRECTORY", help="one or more (default: here)"
    )
    add_at(parser)
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
        "--baseline", metavar="FILE", type=filled, help="leave out the findings that this file has"
    )
    parser.add_argument(
        "--since",
        metavar="REV",
        type=filled,
        help="tell only what is new since the commit from which REV and what is checked out go apart",
    )
    parser.add_argument(
        "--write-baseline", metavar="FILE", type=filled, help="write the findings of now into such a file"
    )
    parser.add_argument(
        "--fail-on",
        choices=("warning", "error"),
        help="exit with 1 on such findings, or worse ones (default: error)",
    )
    parser.add_argument("--format", choices=FORMATS, default="text", help="default: text")
    parser.add_argument(
        "--output", metavar="FILE", type=filled, help="write into FILE, and say here only how many there are"
    )
    add_diff(parser)
    parser.add_argument("--json", dest="format", action="store_const", const="json", help="--format json")
    parser.add_argument(
        "--with-text",
        action="store_true",
        help="tell words from the files in every format: not for a public report",
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
    found = checked(options)
    if options.write_baseline is not None:
        from hermes_tui.core.checks.baseline import baseline_text

        write_output(options.write_baseline, baseline_text(found.counted.fingerprints))
        complain(f"{options.write_baseline} has the {len(found.counted.fingerprints):,} findings of now")
        return 0
    if options.diff:
        if found.several_roots:
            raise SettingsError("--diff takes directories of one repository: a patch is for one")
        print_patch(found.findings, found.root, found.disk)
        return _status(found.findings, found.fail_on)
    is_public = options.format != "text" and not options.with_text
    notes = dict.fromkeys(
        if_public(note, _beginning(note)) if is_public else note
        for note in (*found.notes, *found.counted.left_out())
    )
    lines = _lines(found, options, list(notes))
    if options.output is not None:
        write_output(options.output, "".join(f"{line}\n" for line in lines))
        complain(*notes)
        print(counted(found.findings))
    elif options.format == "text":
        say((*lines, *note_lines(*notes)))
    else:
        for line in lines:  # for a program, even at a terminal
            print(line)
        if options.format != "json":
            complain(*notes)
    return _status(found.findings, found.fail_on)


def _lines(found: Checked, options: argparse.Namespace, notes: list[str]) -> Iterator[str]:
    """The findings in the format that is asked for."""
    findings, disk, with_text = found.findings, found.disk, options.with_text
    match options.format:
        case "json":
            answer = as_json(findings, found.cwds[0], found.ruleset, with_text=with_text)
            told = {
                "cwds": [str(cwd) for cwd in found.cwds],
                "left_out": {
                    "configuration": found.counted.ignored,
                    "baseline": found.counted.known,
                    "since": found.counted.old,
                },
                "notes": notes,
            }
            yield json_text(answer | told)
        case "sarif":
            from hermes_tui.core.reports.sarif import as_sarif

            yield json_text(
                as_sarif(findings, found.root, found.home, disk, category=found.category, with_text=with_text)
            )
        case "github":
            from hermes_tui.core.reports.annotations import as_github

            yield from as_github(
                findings, _project("GITHUB_WORKSPACE", found.root), disk, with_text=with_text
            )
        case "gitlab":
            from hermes_tui.core.reports.annotations import as_gitlab

            project = _project("CI_PROJECT_DIR", found.root)
            yield json_text(as_gitlab(findings, project, found.home, disk, with_text=with_text))
        case "junit":
            from hermes_tui.core.reports.annotations import as_junit

            yield as_junit(findings, found.root, disk, found.fail_on, with_text=with_text)
        case "markdown":
            from hermes_tui.core.reports.findings_markdown import as_markdown

            yield from as_markdown(findings, found.root, found.home, with_text=with_text)
        case _:
            names = Names(found.base, found.root, found.home)
            yield from as_text(findings, names, from_every_directory=options.from_every_directory)


def _project(variable: str, root: Path) -> Path:
    """What a service tells paths from: the directory in *variable*, if it is *root* or around it."""
    given = os.environ.get(variable, "")
    project = Path(given).resolve() if given else root
    return project if project in root.parents else root


def _status(findings: "tuple[Finding, ...]", fail_on: Severity) -> int:
    worst = max((finding.severity.rank for finding in findings), default=-1)
    return FOUND if worst >= fail_on.rank else 0
