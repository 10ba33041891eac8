"""``hermes-tui verify``: runs the Hermes installed here, and compares its prompt with ours."""

import argparse
import os
from pathlib import Path

from hermes_tui import verifying
from hermes_tui.commands.printing import note_lines, print_json, say
from hermes_tui.commands.shared import add_directory, add_json, add_settings, directory_of, path, settings_of
from hermes_tui.core.filesystem.disk import Disk
from hermes_tui.core.filesystem.executables import trusted_path
from hermes_tui.core.prompt.startup import Startup, inspect
from hermes_tui.core.reports.startup import failure_sentence
from hermes_tui.core.settings.installed import installed_interpreters
from hermes_tui.core.settings.settings import SettingsError
from hermes_tui.core.situation import Situation
from hermes_tui.core.text.terminal_safe import safe, safe_lines

DIFFERS = 1

EPILOG = (
    "Exit status: 0 where both are identical, 1 where they differ, 2 for bad input or where\n"
    "Hermes does not answer."
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of the command."""
    parser.epilog = EPILOG
    add_directory(parser)
    parser.add_argument("--python", metavar="PATH", type=path, help="the interpreter that has Hermes")
    add_settings(parser, hermes="the one that answers")
    add_json(parser, "; with the text around a difference")


def run(options: argparse.Namespace) -> int:
    """Say "identical", or show the first difference and both texts."""
    directory = directory_of(options)
    settings = settings_of(options, Disk())
    try:
        answer = verifying.ask_hermes(
            options.python or _interpreter(directory), directory.resolve(), settings
        )
    except verifying.NoAnswer as reason:
        expected = _expected_hang(inspect(Situation(directory, settings, Disk())))
        raise SettingsError(f"{reason}{expected}") from None
    except verifying.CannotAsk as reason:
        raise SettingsError(str(reason)) from None
    settings = settings_of(options, Disk(), options.hermes or answer.version or "latest")
    startup = inspect(Situation(directory, settings, Disk()))
    theirs = answer.error if answer.prompt is None else answer.prompt
    difference = verifying.difference(verifying.outcome(startup), theirs)
    if options.json:
        print_json(
            {
                "schema": 1,
                "identical": difference is None,
                "version": answer.version,
                "compared_as": startup.ruleset.name,
                "difference": difference._asdict() if difference else None,
                "notes": list(settings.notes),
            }
        )
        return 0 if difference is None else DIFFERS
    name = f"Hermes {safe(answer.version or '(no version: compared as the latest)')}"
    if difference is None:
        print(f"identical: {name} and this inspector give the same {len(theirs):,} characters")
    else:
        print(f"different from character {difference.offset + 1:,} on")
        print(f"--- {name}\n{safe_lines(difference.theirs)}")
        print(f"--- hermes-tui\n{safe_lines(difference.ours)}")
    say(note_lines(*settings.notes))
    return 0 if difference is None else DIFFERS


def _interpreter(directory: Path) -> Path:
    """That of the hermes on PATH, unless *directory* or the repository around it brings that."""
    trusted = installed_interpreters({**os.environ, "PATH": trusted_path(directory)})
    if trusted:
        return trusted[0]
    what = "there is no hermes on PATH"
    if installed_interpreters():
        what = "the hermes on PATH lies in the inspected repository, or is found from the working directory"
    raise SettingsError(f"{what}: name its interpreter with --python")


def _expected_hang(startup: Startup) -> str:
    """That no answer was to be expected, as a further sentence; or nothing."""
    failure = startup.failure
    if failure is None or not failure.hangs:
        return ""
    return f". That was to be expected: {failure_sentence(startup, failure)}"
