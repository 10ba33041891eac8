"""Arguments in; finds the command that answers, and loads no other."""

import argparse
import errno
import gc
import importlib
import io
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from types import ModuleType
from typing import NoReturn

from hermes_tui import __version__
from hermes_tui.core.settings.settings import SettingsError
from hermes_tui.end_signals import Ended
from hermes_tui.help_layout import HelpLayout

BAD_INPUT = 2
INTERRUPTED = 130
"""What a shell says of a program that ctrl+c has ended."""
OPEN = "open"
"""What is done without a command."""

COMMANDS = {
    OPEN: "open the inspector (what hermes-tui does without a command)",
    "demo": "open the inspector on a monorepo made for the purpose",
    "prompt": "print what Hermes' build_context_files_prompt returns",
    "show": "print every context file with its verdict and the reason",
    "why": "say of a text or a file whether the model gets it, and what stops it",
    "check": "list everything that keeps rules out of a prompt",
    "report": "write one page about a directory that can be attached to an issue",
    "config": "print what is configured here, and where each value comes from",
    "explain": "say what a code of check means",
    "history": "list the commits that changed what the model gets, and what each did",
    "compare": "tell what another Hermes release does otherwise here",
    "session": "make the tool calls of a file, and tell which rules each brings",
    "replay": "list what Hermes recorded, or replay a session of it beside today's rules",
    "follow": "watch a session that Hermes is running: what each call brings, as it is made",
    "schema": "print what a command prints with --json, as JSON Schema",
    "serve": "serve the inspector to a browser on this machine",
    "verify": "run the Hermes installed here and compare its prompt",
}
"""Each command, a module of its own in ``hermes_tui.commands``, and what it does."""

# argparse asks for translations of its few words; everything else here is English, and asking takes 3 ms.
argparse._ = str  # type: ignore[attr-defined]

_SHOWN = 1_000
"""Characters at the beginning and the end of a long complaint that are printed."""
_BEHIND = "\0"
"""Before each word that stands behind ``--``; none that is typed can hold it."""

DESCRIPTION = """\
See which context files (AGENTS.md, .hermes.md, CLAUDE.md, Cursor rules, SOUL.md) the Hermes Agent puts
into its prompt from a directory, what of each is cut or blocked, and which rules a tool call would bring."""

EXAMPLES = """\
examples:
  hermes-tui                      open the inspector on this directory
  hermes-tui ~/repo/packages/api  ... on another one
  hermes-tui demo                 a monorepo that shows everything, removed afterwards
  hermes-tui show                 every file with its verdict and the reason, as text
  hermes-tui show --json          ... for a program
  hermes-tui prompt               the exact text that Hermes would send
  hermes-tui prompt --hermes 0.19 ... by another release
  hermes-tui why "run the tests"  is this rule sent? What stops it, and what to do
  hermes-tui check                everything that keeps rules out of a prompt
  hermes-tui session calls.txt    which rules the calls in a file bring, and what is in force at the end
  hermes-tui replay               the sessions that Hermes recorded here; replay ID for one of them
  hermes-tui history "run the tests"  since when is it sent, or lost
  hermes-tui follow               the session that Hermes is running now, call by call

Nothing is written into the inspected directory, nothing in it is run, and no Hermes is needed.
Exit status: 0, 1 where the answer is no (hermes-tui COMMAND --help says which), 2 for bad input."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line; returns the exit status."""
    if sys.stderr is None:  # closed, and print would take standard output in its place
        sys.stderr = open(os.devnull, "w")  # noqa: SIM115
    if sys.stdout is None:
        return _cannot_write("it is closed")
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")
    try:
        status = _status(list(sys.argv[1:] if arguments is None else arguments))
        sys.stdout.flush()
    except (KeyboardInterrupt, Ended) as ended:
        _silence()
        return ended.code if isinstance(ended, Ended) and isinstance(ended.code, int) else INTERRUPTED
    except BrokenPipeError:  # whoever read our output has gone
        _silence()
        return 0
    except OSError as error:
        from hermes_tui.commands.shared import HERE_IS_GONE, has_working_directory

        if isinstance(error, FileNotFoundError) and not has_working_directory():
            print(f"hermes-tui: {HERE_IS_GONE}", file=sys.stderr)
            return BAD_INPUT
        if error.errno not in (errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO):
            raise
        _silence()
        return _cannot_write(error.strerror or "")
    return status


def _cannot_write(why: str) -> int:
    print(f"hermes-tui: the output cannot be written: {why}", file=sys.stderr)
    return BAD_INPUT


def _status(given: list[str]) -> int:
    """Do what is asked for; the exit status."""
    try:
        name = _command(given)
        if name is None:
            return _about(given)
        module = _module(name)
        prog = "hermes-tui" if name == OPEN else f"hermes-tui {name}"
        parser = _Parser(prog=prog, formatter_class=HelpLayout)
        _fill(parser, name, module)
        options = parser.parse(given)
        gc.enable()
        status: int = module.run(options)
    except SettingsError as error:
        from hermes_tui.core.text.terminal_safe import safe

        first, *more = map(str, error.args)
        if _is_for_program(given):
            _print_error(first, more)
        if name == OPEN and not os.path.lexists(options.directory):
            first += _command_meant(given)
        print("hermes-tui:", "\n  ".join(map(_shortened, map(safe, (first, *more)))), file=sys.stderr)
        return BAD_INPUT
    except Ended:
        raise
    except SystemExit as ended:  # of the parser: help, a version, a complaint
        return int(ended.code or 0)
    return status


class _Parser(argparse.ArgumentParser):
    """Takes options anywhere, and behind ``--`` what only looks like one."""

    _given: Sequence[str] = ()
    """Everything that was typed."""
    _is_reading = False

    def parse(self, given: list[str]) -> argparse.Namespace:
        """What was typed. (Arguments that options may stand between know no ``--`` by themselves.)"""
        self._given = tuple(given)
        if "--" in given:
            at = given.index("--")
            given = [*given[:at], *(f"{_BEHIND}{word}" for word in given[at + 1 :])]
        self._is_reading = not any(map(_may_ask_for_help, given))
        options = self.parse_intermixed_args(given)
        self._is_reading = False
        for name, value in vars(options).items():
            if isinstance(value, str | Path):
                setattr(options, name, _as_typed(value))
            elif isinstance(value, list):
                setattr(options, name, [_as_typed(one) for one in value])
        return options

    def format_usage(self) -> str:
        """The usage; not while arguments are read, where it would be made for nothing and takes 2 ms."""
        return "usage: " if self._is_reading else super().format_usage()

    def error(self, message: str) -> NoReturn:
        """Say what is wrong, and how a text or a name is given that begins with a dash."""
        known = self._option_string_actions
        unknown = [word for word in self._given if word[:1] == "-" and word.partition("=")[0] not in known]
        more = ""
        if unknown and "--" not in self._given:
            import difflib
            import shlex

            close = difflib.get_close_matches(unknown[0], known, 1)
            other = f"{self.prog} -- {_shortened(shlex.quote(unknown[0]))}"
            more = f"; did you mean {close[0]}?" if close else f"; if that is no option: {other}"
        elif self.prog == "hermes-tui":
            more = _command_meant(self._given)
        said = _shortened(message.replace(_BEHIND, ""))
        if _is_for_program(self._given):
            _print_error(f"{said}{more}")
        self.exit(BAD_INPUT, f"{self.prog}: {said}{more} (see {self.prog} --help)\n")


def _may_ask_for_help(word: str) -> bool:
    return word.startswith(("-h", "--h")) and not word.startswith(("--hermes", "--home"))


def _is_for_program(given: Sequence[str]) -> bool:
    """The answer is asked for as JSON, whatever else is wrong."""
    options = given[: given.index("--")] if "--" in given else given
    return "--json" in options


def _print_error(message: str, more: Sequence[str] = ()) -> None:
    """What is wrong, for a program; the sentence for a person goes beside it."""
    from hermes_tui.commands.printing import print_json

    print_json({"schema": 1, "error": {"message": message, "more": list(more)}})
    sys.stdout.flush()


def _as_typed(value: str | Path) -> str | Path:
    """A word without the mark of those behind ``--``."""
    return type(value)(str(value).removeprefix(_BEHIND))


def _shortened(line: str) -> str:
    """A line to be read: what was typed may have any length, and what is wrong stands behind it."""
    return line if len(line) <= 2 * _SHOWN else f"{line[:_SHOWN]} … {line[-_SHOWN:]}"


def _command_meant(given: Sequence[str]) -> str:
    """The command that was probably meant where none was found in its place."""
    import difflib

    behind = next((word for word in given if word in COMMANDS), None)
    if behind is not None:
        return f"; options go behind the command: hermes-tui {behind}"
    words = (word for word in given if not word.startswith("-"))
    close = next((close for word in words for close in difflib.get_close_matches(word, COMMANDS, 1)), None)
    return f"; did you mean hermes-tui {close}?" if close else ""


def _silence() -> None:
    """Python must not complain at exit about output that nobody can take."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _command(given: list[str]) -> str | None:
    """Takes the command off the arguments; ``None`` where they ask about hermes-tui itself."""
    first = given[0] if given else ""
    if first in COMMANDS:
        return given.pop(0)
    return None if first in ("-h", "--help", "--version") or first.startswith("--print-") else OPEN


def _module(name: str) -> ModuleType:
    return importlib.import_module(f"hermes_tui.commands.{name}")


def _fill(parser: argparse.ArgumentParser, name: str, module: ModuleType) -> None:
    parser.description = f"{COMMANDS[name][0].upper()}{COMMANDS[name][1:]}."
    module.add_arguments(parser)


def _about(given: list[str]) -> int:
    """Help, version, completion: what needs the whole command line."""
    parser = build_parser()
    options = parser.parse_args(given)
    from hermes_tui.commands import completing

    if options.print_values is None:
        print(completing.script(parser, options.print_completion))
    else:
        for value in completing.values(options.print_values):
            print(value)
    return 0


def build_parser() -> argparse.ArgumentParser:
    """The whole command line, every command included."""
    from hermes_tui.commands.completing import KINDS, SHELLS

    parser = _Parser(
        prog="hermes-tui",
        description=DESCRIPTION,
        epilog=EXAMPLES,
        formatter_class=HelpLayout,
    )
    parser.add_argument("--version", action="version", version=f"hermes-tui {__version__}")
    parser.add_argument(
        "--print-completion",
        choices=SHELLS,
        help="print a script that completes this command in a shell",
    )
    parser.add_argument("--print-values", choices=KINDS, help=argparse.SUPPRESS)  # what that script asks for
    commands = parser.add_subparsers(metavar="COMMAND")
    for name, summary in COMMANDS.items():
        _fill(commands.add_parser(name, help=summary, formatter_class=HelpLayout), name, _module(name))
    return parser
