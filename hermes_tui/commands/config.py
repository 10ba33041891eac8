"""``hermes-tui config [DIRECTORY]``: what is configured here, and where each value comes from."""

import argparse

from hermes_tui.commands.printing import complain, print_json, say
from hermes_tui.commands.shared import add_directory, add_json, add_settings, configured_situation_of
from hermes_tui.core.reports.configuration import configuration_json, configuration_text

DESCRIPTION = """\
Print every value that is configured, with the file and the line that it comes from.

.hermes-tui.toml, in the directory or above it up to the git root, holds for whoever looks at that repository;
config.toml in your own configuration directory (~/.config/hermes-tui) for you. An option comes before both,
the repository before you, and what nobody says is Hermes' own configuration."""

EPILOG = """\
keys of both files:
  hermes = "0.22.2"               the release that is shown; "installed": the one on this machine
  context-length = 200000         of the model, in tokens
  max-chars = 20000               Hermes' context_file_max_chars
  fail-on = "warning"             check exits with 1 on such findings, or worse ones
  ignore = ["HT005"]              codes that check leaves out
  [budgets]                       characters from which on check has a finding (HT047)
  file = 8000                     ... of one context file
  chain = 20000                   ... of all that is sent at the start
  hint = 4000                     ... of one file that a tool call brings
keys of .hermes-tui.toml only:
  baseline = "findings.json"      findings that check leaves out (check --write-baseline)
  [[per-path]]                    codes that check leaves out for some files
  paths = ["vendor/"]             ... patterns as in .gitignore
  ignore = ["HT019"]
keys of config.toml only:
  theme = "textual-light"         colours of the screen
  [keymap]                        other keys for the commands of the screen

Exit status: 0, 2 for bad input."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of the command."""
    parser.description = DESCRIPTION
    parser.epilog = EPILOG
    add_directory(parser)
    add_settings(parser)
    add_json(parser)


def run(options: argparse.Namespace) -> int:
    """Print it; returns the exit status.

    Raises:
        SettingsError: bad input; the message is a sentence.
    """
    situation, configured = configured_situation_of(options)
    settings, disk = situation.settings, situation.disk
    if options.json:
        print_json(configuration_json(settings, configured, disk))
        return 0
    say(configuration_text(settings, configured, disk))
    complain(*settings.notes)
    return 0
