"""``hermes-tui serve [DIRECTORY]``: the inspector in a browser on this machine."""

import argparse
import shlex
import subprocess
import sys

from hermes_tui.commands.printing import print_json
from hermes_tui.commands.shared import add_directory, add_json, add_settings, add_theme, directory_of
from hermes_tui.core.settings.settings import SettingsError
from hermes_tui.core.text.terminal_safe import safe

DESCRIPTION = """\
Serve the inspector to a browser on this machine (127.0.0.1): each page that is opened is one of its own.
The address that is printed has a key in it; without the key nobody is answered."""

EPILOG = """\
examples:
  hermes-tui serve ~/repo/packages/api     at http://127.0.0.1:8000, with a key
  hermes-tui serve --demo --port 8123

It needs the extra: pip install "hermes-tui[web]".
Exit status: 0, 2 for bad input."""

_LARGEST_PORT = 65_535


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of the command."""
    parser.description = DESCRIPTION
    parser.epilog = EPILOG
    add_directory(parser)
    parser.add_argument("--demo", action="store_true", help="the demonstration in place of a directory")
    parser.add_argument("--port", metavar="N", type=_port, default=8_000, help="default: 8000")
    add_settings(parser)
    add_json(parser, ": the address, in place of words")
    add_theme(parser)


def _port(text: str) -> int:
    if not text.isdecimal() or not 1 <= int(text) <= _LARGEST_PORT:
        raise argparse.ArgumentTypeError(f"{text!r} is no port: they go from 1 to {_LARGEST_PORT:,}")
    return int(text)


def run(options: argparse.Namespace) -> int:
    """Serve until ctrl+c; returns the exit status.

    Raises:
        SettingsError: no such directory, no extra installed, or the port is taken.
    """
    directory = directory_of(options)
    try:
        from hermes_tui.web_server import WebServer
    except ImportError as error:
        raise SettingsError(f'this needs an extra: pip install "hermes-tui[web]" ({error})') from None
    what = ["demo"] if options.demo else ["open", *_settings(options), "--", str(directory.absolute())]
    if options.demo:
        what.extend(_settings(options))
    server = WebServer(_shell_line([sys.executable, "-m", "hermes_tui", *what]), options.port)
    shown = "the demonstration" if options.demo else safe(str(directory.absolute()))
    if options.json:
        print_json({"schema": 1, "address": server.address})
    else:
        print(f"Serving {shown}, its files' texts included, at\n\n  {server.address}\n")
        print("Whoever on this machine has that address sees it and can type. ctrl+c ends it.")
    sys.stdout.flush()
    try:
        server.serve()
    except OSError as error:
        raise SettingsError(f"port {options.port} cannot be served: {error.strerror}") from None
    return 0


def _settings(options: argparse.Namespace) -> list[str]:
    """What was typed, for the program that draws the screen."""
    given = {
        "--hermes": options.hermes,
        "--home": options.home,
        "--profile": options.profile,
        "--context-length": options.context_length,
        "--max-chars": options.max_chars,
        "--theme": options.theme,
    }
    return [f"{name}={value}" for name, value in given.items() if value is not None]


def _shell_line(words: list[str]) -> str:
    return subprocess.list2cmdline(words) if sys.platform == "win32" else shlex.join(words)
