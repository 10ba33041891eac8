"""``hermes-tui prompt``: exactly what Hermes' ``build_context_files_prompt`` returns."""

import argparse
import sys

from hermes_tui.commands.printing import HERMES_FAILS, complain, print_json
from hermes_tui.commands.shared import add_at, add_directory, add_json, add_settings, situation_of
from hermes_tui.core.prompt.startup import Startup, inspect

EPILOG = "Exit status: 0, 1 where this release would have no prompt there, 2 for bad input."


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of the command."""
    parser.epilog = EPILOG
    add_directory(parser)
    add_at(parser)
    add_settings(parser)
    parser.add_argument("--skip-soul", action="store_true", help="without SOUL.md, as a session uses it")
    add_json(parser, ": the text, or why there is none")


def run(options: argparse.Namespace) -> int:
    """Print it byte for byte; on a terminal made harmless."""
    situation = situation_of(options)
    settings = situation.settings
    startup = inspect(situation, skip_soul=options.skip_soul)
    prompt = startup.prompt
    if options.json:
        from hermes_tui.core.reports.startup import failure_json

        failure = failure_json(startup.failure)
        print_json({"schema": 1, "prompt": prompt, "failure": failure, "notes": list(settings.notes)})
        return 0 if startup.failure is None else HERMES_FAILS
    complain(*settings.notes)
    if prompt is None:
        return _complain(startup)
    if sys.stdout.isatty():
        from hermes_tui.core.text.terminal_safe import safe_lines

        print(safe_lines(prompt))
    else:
        sys.stdout.flush()
        sys.stdout.buffer.write(prompt.encode("utf-8", "surrogateescape"))
    return 0


def _complain(startup: Startup) -> int:
    from hermes_tui.core.reports.startup import failure_sentence

    assert startup.failure is not None  # noqa: S101
    print(failure_sentence(startup, startup.failure), file=sys.stderr)
    return HERMES_FAILS
