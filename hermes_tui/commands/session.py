"""``hermes-tui session FILE``: makes the calls of a file, and tells which rules each brings."""

import argparse
import os
import stat
import sys
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from hermes_tui.commands.printing import HERMES_FAILS, note_lines, print_json, say
from hermes_tui.commands.shared import (
    add_directory,
    add_hints_from,
    add_json,
    add_settings,
    filled,
    situation_of,
)
from hermes_tui.core.filesystem.disk import Disk
from hermes_tui.core.filesystem.portable import opened_without_waiting
from hermes_tui.core.prompt.startup import inspect, inspect_subagent
from hermes_tui.core.settings.settings import Settings, SettingsError
from hermes_tui.core.situation import Situation
from hermes_tui.core.text.phrases import as_typed

if TYPE_CHECKING:
    from hermes_tui.core.reports.session_json import Leg
    from hermes_tui.core.sessions.session import Planned

EPILOG = """\
One call a line: a path, a tool and its arguments, $ and a shell command, or JSON as recordings have it.
cd DIRECTORY moves to another working directory; anchor DIRECTORY says where hints count from, if elsewhere;
blank lines and lines that begin with # are passed over.
What else happens to a session: /new, /resume, /branch, /compress, /reasoning, /subagent and /parent,
/rebind DIRECTORY, /evict (a messenger lets go), --resume (a new process), --ignore-rules.

Exit status: 0, 1 where this release would have no session there, 2 for bad input."""

_MOST_SAID = 20
"""Lines that are named."""
_FEW = 3
"""Lines that are named of a file of another kind, in which most are wrong."""
_MOST_BYTES = 2_000_000
"""Of a session file; nobody writes more, and making sense of that takes a second or two."""
_MOST_STEPS = 20_000
"""Lines of it, and calls in them."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of the command."""
    parser.epilog = EPILOG
    parser.add_argument(
        "file", metavar="FILE", type=filled, help="the calls; - reads them from standard input"
    )
    add_directory(parser)
    add_hints_from(parser)
    add_settings(parser)
    add_json(parser)


def run(options: argparse.Namespace) -> int:
    """Print every call, the timeline, and what is in force at the end."""
    situation = situation_of(options)
    plan = planned_in(options.file, situation.cwd, situation.settings)
    return print_session(situation, plan, as_json=options.json)


def print_session(situation: Situation, plan: "tuple[Planned, ...]", *, as_json: bool = False) -> int:
    """Make the calls of *plan*, and print what each brings; returns the exit status."""
    from hermes_tui.core.reports.session_json import Leg, sessions_json
    from hermes_tui.core.sessions.session import Terms, begin_session

    settings, disk = situation.settings, situation.disk
    legs = (
        begin_session(situation.cwd, Terms(settings, disk=disk, anchor=situation.anchor), plan=plan)
        .to_end()
        .legs
    )
    kept = [leg for leg in legs if leg.steps or leg.events or leg is legs[-1]]
    told = [
        Leg(leg, inspect(start), partial(inspect_subagent, start))
        for leg in kept
        for start in [situation._replace(cwd=leg.started_in, anchor=leg.terms.anchor)]
    ]
    if as_json:
        print_json(sessions_json(told, disk) | {"notes": list(settings.notes)})
    else:
        _print(told, disk)
        say(note_lines(*settings.notes))
    return HERMES_FAILS if any(leg.session.failure for leg in told) else 0


def _print(legs: "list[Leg]", disk: Disk) -> None:
    from hermes_tui.core.reports.session_text import session_text
    from hermes_tui.core.reports.timeline import timeline_text
    from hermes_tui.core.sessions.timeline import timeline

    for number, leg in enumerate(legs):
        if number:
            print()
        say(session_text(leg.session, leg.startup, disk))
        print()
        say(timeline_text(timeline(*leg)))


def planned_in(file: str, directory: Path, settings: Settings) -> "tuple[Planned, ...]":
    """The steps in a session file; ``-`` is standard input.

    Raises:
        SettingsError: it cannot be read, or a line is no step; every such line is named.
    """
    from hermes_tui.core.sessions.file import read_session
    from hermes_tui.core.sessions.session import PlannedCall, PlannedMove
    from hermes_tui.core.toolcalls.words import LONGEST_LOOKED_AT, too_long

    name = "standard input" if file == "-" else as_typed(file)
    start = Path(directory).resolve()
    text = _text_of(file, name)
    if text.count("\n") > _MOST_STEPS:
        raise SettingsError(f"{name} has more than {_MOST_STEPS:,} lines")
    found = read_session(text, start, home=settings.home)
    if len(found.plan) > _MOST_STEPS:
        raise SettingsError(f"{name} holds more than {_MOST_STEPS:,} calls")
    wrong = {line.number: line.why for line in found.skipped}
    for number, step in zip(found.numbers, found.plan, strict=True):
        if isinstance(step, PlannedMove) and not Disk().is_directory(step.directory):
            wrong[number] = f"there is no directory {str(step.directory)!r}"
        elif isinstance(step, PlannedCall):
            for key, size in too_long(step.call.args).items():
                wrong[number] = f"its {key} has {size:,} characters: {LONGEST_LOOKED_AT:,} are the most"
    if wrong:
        said = [f"line {number}: {why}" for number, why in sorted(wrong.items())]
        is_other = len(said) > _FEW and len(said) > len(found.plan)
        shown = said[: _FEW if is_other else _MOST_SAID]
        more = [f"and {len(said) - len(shown)} more lines"] if len(said) > len(shown) else []
        count = "one line is no call" if len(said) == 1 else f"{len(said)} lines are no calls"
        what = "is probably no session file" if is_other else "is no session"
        raise SettingsError(f"{name} {what}: {count}", *shown, *more)
    return found.plan


def _text_of(file: str, name: str) -> str:
    try:
        if file == "-":
            if sys.stdin is None:
                raise OSError("it is closed")  # noqa: TRY301 -- told as what a read could say
            data = sys.stdin.buffer.read(_MOST_BYTES + 1)
        else:
            data = _read(file, name)
    except OSError as error:
        raise SettingsError(f"{name} cannot be read: {error.strerror or error}") from None
    except SettingsError:
        raise
    except ValueError as error:
        raise SettingsError(f"{name} is no path: {error}") from None
    if len(data) > _MOST_BYTES:
        raise SettingsError(f"{name} is longer than {_MOST_BYTES:,} bytes")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise SettingsError(f"{name} is not UTF-8: line {line}, byte {error.start}") from None


def _read(file: str, name: str) -> bytes:
    """The bytes of a file, or of a pipe that is open, as ``<(...)`` gives it.

    Raises:
        OSError: it cannot be read.
        SettingsError: reading it may wait without end.
    """
    mode = os.stat(file).st_mode
    if stat.S_ISFIFO(mode):
        if not os.path.realpath(file).startswith(("/dev/fd/", "/proc/")):
            import shlex

            how = f"hermes-tui session - < {shlex.quote(file)}"
            raise SettingsError(f"{name} is a named pipe, and reading one may wait for ever: {how}")
        with Path(file).open("rb") as stream:
            return stream.read(_MOST_BYTES + 1)
    if stat.S_ISDIR(mode):
        raise SettingsError(f"{name} cannot be read: Is a directory")
    if not stat.S_ISREG(mode) and not os.path.samefile(file, os.devnull):
        raise SettingsError(f"{name} is a device, not a file; - reads what is typed")
    with open(file, "rb", buffering=0, opener=opened_without_waiting) as stream:
        pieces: list[bytes] = []
        while sum(map(len, pieces)) <= _MOST_BYTES:
            piece = stream.read(_MOST_BYTES + 1)
            if piece is None:
                raise SettingsError(f"{name} is no file of calls: reading it waits for something to come")
            if not piece:
                break
            pieces.append(piece)
        return b"".join(pieces)
