"""A session as a file: a call on each line, as typed or as JSON.

``cd DIRECTORY`` moves it; ``anchor DIRECTORY`` says where hints count from, where that is elsewhere;
``/new``, ``--resume`` and the like are what else happens to it (:mod:`~hermes_tui.core.sessions.events`).
"""

import os
import re
import shlex
from pathlib import Path
from typing import NamedTuple

from hermes_tui.core.filesystem.disk import Disk
from hermes_tui.core.filesystem.file_type import FileType
from hermes_tui.core.hints.climb import expanded
from hermes_tui.core.sessions.events import mistaken_event, read_event
from hermes_tui.core.sessions.session import Planned, PlannedCall, PlannedEvent, PlannedMove, Session, Step
from hermes_tui.core.toolcalls.calls import CallError, Suggestion, ToolCall, lines_of, parse_call, parse_calls
from hermes_tui.core.toolcalls.shell_words import split_words

_ANCHOR = re.compile(r"\s*anchor[ \t]+(?P<rest>[^\s=]+|[\"'].+[\"'])\s*")
_CD = re.compile(r"\s*cd(?:[ \t]+(?P<rest>.*\S))?\s*")


class SkippedLine(NamedTuple):
    """A line that is no step of a session."""

    number: int
    """From 1."""
    line: str
    why: str
    """A sentence; may hold foreign text."""


class SessionFile(NamedTuple):
    """What a session file holds."""

    plan: tuple[Planned, ...]
    """Its calls, moves and events, in order."""
    numbers: tuple[int, ...]
    """The line of each, from 1."""
    skipped: tuple[SkippedLine, ...]
    """Lines that nothing could be made of."""


def read_line(line: str, working_dir: Path, *, home: Path | None = None) -> Planned | Suggestion:
    """The step that a typed line stands for, or the line that was probably meant.

    ``cd DIRECTORY`` alone moves the working directory; with more on the line it is a shell command. The lines
    of events, such as ``/new``, are no paths.

    Raises:
        CallError: it is no step; the message says why.
    """
    anchor = _ANCHOR.fullmatch(line)
    match = anchor or _CD.fullmatch(line)
    if match is not None:
        words = split_words(match["rest"] or "~")
        if words is not None and len(words) == 1:
            target = _target(words[0].text, working_dir, home)
            return PlannedMove(line.strip(), target, is_anchor=anchor is not None)
    event = read_event(line)
    if event is not None:
        return PlannedEvent(event)
    mistaken = mistaken_event(line, os.path.lexists)
    if mistaken is not None:
        raise CallError(mistaken)
    call = parse_call(line)
    return PlannedCall(call) if isinstance(call, ToolCall) else _with_what_is_there(call, line, working_dir)


def read_session(text: str, working_dir: Path, *, home: Path | None = None) -> SessionFile:
    """The steps in *text*; the first of them is made in *working_dir*."""
    plan: list[tuple[int, Planned]] = []
    skipped: list[SkippedLine] = []
    waiting: list[str] = []
    first = 1

    def take_calls() -> None:
        for number, line, result in parse_calls("\n".join(waiting)):
            if isinstance(result, ToolCall):
                plan.append((first + number - 1, PlannedCall(result)))
            elif isinstance(result, Suggestion):
                result = _with_what_is_there(result, line, working_dir)  # noqa: PLW2901 -- a better one
                skipped.append(SkippedLine(first + number - 1, line, f"{result.why} Write: {result.line}"))
            else:
                skipped.append(SkippedLine(first + number - 1, line, str(result)))
        waiting.clear()

    for number, line in enumerate(lines_of(text), 1):
        event = read_event(line)
        if event is not None:
            take_calls()
            first = number + 1
            plan.append((number, PlannedEvent(event)))
            continue
        mistaken = mistaken_event(line, os.path.lexists)
        if mistaken is not None:
            take_calls()
            first = number + 1
            skipped.append(SkippedLine(number, line, mistaken))
            continue
        if _CD.fullmatch(line) or _ANCHOR.fullmatch(line):
            try:
                step = read_line(line, working_dir, home=home)
            except CallError:
                step = Suggestion("", "")
            if isinstance(step, PlannedMove):
                take_calls()
                first = number + 1
                plan.append((number, step))
                if not step.is_anchor:
                    working_dir = step.directory
                continue
        waiting.append(line)
    take_calls()
    return SessionFile(tuple(step for _, step in plan), tuple(number for number, _ in plan), tuple(skipped))


def write_session(session: Session) -> str:
    """The calls of *session* and of those that its moves ended, as :func:`read_session` reads them.

    Moves are written from one directory to the next, so that the file goes with the tree.
    """
    legs = session.legs
    lines: list[str] = []
    here, anchor = legs[0].started_in, None
    for leg in legs:
        if leg.started_in != here:
            lines.append(f"cd {shlex.quote(os.path.relpath(leg.started_in, here))}")
            here = leg.started_in
        if leg.terms.anchor is not None and leg.terms.anchor != anchor:
            anchor = leg.terms.anchor
            lines.append(f"anchor {shlex.quote(os.path.relpath(anchor, here))}")
        lines.extend(
            step.trace.call.line if isinstance(step, Step) else step.event.line for step in leg.happenings
        )
    return "".join(f"{line}\n" for line in lines)


def _with_what_is_there(meant: Suggestion, line: str, working_dir: Path) -> Suggestion:
    """A path with blanks looks like a command, unless there is such a file."""
    typed = line.strip()
    if not meant.line.startswith("$ ") or not re.search(r"\s", typed):
        return meant
    if Disk().node(working_dir / typed).kind not in (FileType.FILE, FileType.DIRECTORY):
        return meant
    why = "There is such a file, and a path with blanks goes in quotes."
    return Suggestion(ToolCall("read_file", {"path": typed}).line, why)


def _target(word: str, working_dir: Path, home: Path | None) -> Path:
    try:
        path = expanded(word, str(home or Path.home()))
    except RuntimeError as error:
        user = word[1:].partition("/")[0]
        raise CallError(f"{word} leads nowhere: nobody here is called {user}") from error
    return Path(os.path.normpath(working_dir / path))
