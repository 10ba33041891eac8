"""``hermes-tui why TEXT|FILE [DIRECTORY]``: every place of a rule, and what becomes of it."""

import argparse
from collections.abc import Iterator
from typing import Any

from hermes_tui.commands.printing import note_lines, off_line, print_json, print_patch, say
from hermes_tui.commands.shared import (
    add_at,
    add_diff,
    add_directory,
    add_hints_from,
    add_json,
    add_settings,
    root_of,
    situation_of,
)
from hermes_tui.core.diagnosis.model import Diagnosis, Reply, State
from hermes_tui.core.diagnosis.why import why
from hermes_tui.core.reports.remedies import remedies_json
from hermes_tui.core.searching.bad_query import BadQueryError
from hermes_tui.core.settings.settings import Settings, SettingsError
from hermes_tui.core.text.phrases import as_typed, capitalised
from hermes_tui.core.text.terminal_safe import safe

SENT = 0
NOT_SENT = 1

DESCRIPTION = """\
Say where a rule stands and whether the model gets it: a line a place, with what stops it and what to do.
Case and white space do not matter in a text. FILE is a file of that name, if there is one: in
DIRECTORY, else here."""

EPILOG = """\
examples:
  hermes-tui why "run the tests"              which file says it, and whether it is sent
  hermes-tui why AGENTS.md                    what becomes of a file, with the remedy
  hermes-tui why --git docs/CLAUDE.md         ... and what git says of it
  hermes-tui why --regex 'tabs?|spaces' api   an expression, for a session that starts in api
  hermes-tui why -- --no-verify               words that begin with a dash
  hermes-tui why --diff AGENTS.md | git apply  do what can be done mechanically

Exit status: 0 where at least one place is sent at the start, 1 where none is, 2 for bad input."""

SCHEMA = 2
"""Version of the JSON; a field may be added without a new one."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of the command."""
    parser.description = DESCRIPTION
    parser.epilog = EPILOG
    parser.add_argument("query", metavar="TEXT|FILE", help="words of the rule, or a context file")
    add_directory(parser)
    add_hints_from(parser)
    add_at(parser)
    add_settings(parser)
    parser.add_argument("--text", action="store_true", help="it is a text, even if a file is called so")
    parser.add_argument(
        "--everywhere", action="store_true", help="look through the whole repository even if it is sent"
    )
    parser.add_argument("--regex", action="store_true", help="it is a regular expression")
    parser.add_argument(
        "--git", action="store_true", help="ask git as well: tracked, ignored, changed, by whom"
    )
    add_diff(parser)
    add_json(parser)


def run(options: argparse.Namespace) -> int:
    """Print the answer; returns the exit status.

    Raises:
        SettingsError: bad input; the message is a sentence.
    """
    situation = situation_of(options)
    settings = situation.settings
    try:
        reply = why(
            options.query,
            situation,
            as_text=options.text,
            as_regex=options.regex,
            with_git=options.git,
            everywhere=options.everywhere,
        )
    except BadQueryError as error:
        raise SettingsError(str(error)) from None
    if options.diff:
        stopped = (answer for answer in reply.answers if answer.state is not State.SENT)
        print_patch(stopped, root_of(situation)[1], situation.disk)
    elif options.json:
        print_json(_reply_json(reply, settings))
    else:
        say(reply_text(reply, settings))
    return SENT if reply.is_sent else NOT_SENT


def reply_text(reply: Reply, settings: Settings) -> Iterator[str]:
    """The answer in lines; first of all what makes the rest of it idle."""
    off = reply.switched_off
    if off is not None:
        yield f"{off_line(off)} Without that:"
    yield from map(safe, reply.lines)
    if reply.share:
        yield f"{capitalised(reply.share)}."
    if not reply.answers:
        yield safe(
            f"✗ not found: {as_typed(reply.question)} is in no context file that could be loaded from here"
        )
        if reply.closest:
            yield "Closest:"
            yield from (f"  {safe(near.sentence)}" for near in reply.closest)
        nothing = "no file: there is no context file here that can be read"
        yield f"Searched: {safe(', '.join(reply.searched)) or nothing}"
    seen = [remark for remark in reply.remarks if remark.is_seen and remark != off]
    yield from (safe(remark.sentence) for remark in seen)
    asked = [remark for remark in reply.remarks if not remark.is_seen]
    if asked:
        yield "If the agent still does not follow it:"
        yield from (f"  {safe(remark.sentence)}" for remark in asked)
    if not reply.is_whole:
        yield "It is sent at the start, so files beside and below were not searched: --everywhere does."
    yield from note_lines(*settings.notes)


def _reply_json(reply: Reply, settings: Settings) -> dict[str, Any]:
    """The same for a program. Offsets are characters of the file on disk, lines and columns count from 1."""
    return {
        "schema": SCHEMA,
        "query": reply.question,
        "is_file": reply.is_file,
        "ruleset": {"name": settings.ruleset.name, "origin": settings.origin},
        "sent": reply.is_sent,
        "switched_off": reply.switched_off.text if reply.switched_off is not None else None,
        "code": None if reply.answers else "HT043",
        "places": reply.places,
        "shown": len(reply.answers),
        "not_sent": reply.not_sent,
        "everywhere": reply.is_whole,
        "answers": [_answer_json(answer) for answer in reply.answers],
        "remarks": [
            {"code": remark.code, "seen": remark.is_seen, "text": remark.text, "remedy": remark.remedy}
            for remark in reply.remarks
        ],
        "closest": [
            {"path": str(near.path), "line": near.line, "text": near.text, "likeness": near.likeness}
            for near in reply.closest
        ],
        "searched": list(reply.searched),
        "notes": list(settings.notes),
    }


def _answer_json(answer: Diagnosis) -> dict[str, Any]:
    place = answer.place
    return {
        "path": str(answer.path),
        "line": answer.line,
        "column": answer.column,
        "start": answer.start,
        "end": answer.end,
        "state": answer.state.value,
        "code": answer.code,
        "cause": answer.cause,
        "remedy": answer.remedy,
        "remedies": remedies_json(answer.remedies),
        "call": answer.call,
        "place": None
        if place is None
        else {"part": place.part, "start": place.start, "end": place.end, "line": place.line},
    }
