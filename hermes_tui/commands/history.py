"""``hermes-tui history [TEXT|FILE] [DIRECTORY]``: since when a rule is lost, and which commit did it."""

import argparse
import os
import sys
from collections.abc import Iterator
from contextlib import closing
from itertools import islice
from pathlib import Path
from typing import Any

from hermes_tui.commands.printing import note_lines, print_json
from hermes_tui.commands.shared import add_json, add_settings, path, situation_of
from hermes_tui.core.diagnosis.names import Names
from hermes_tui.core.git.program import GitProblem
from hermes_tui.core.history.history import history, history_of_text, standing_of
from hermes_tui.core.history.revision import Repository, repository_around
from hermes_tui.core.prompt.startup import inspect
from hermes_tui.core.reports.history import (
    SCHEMA,
    step_json,
    step_text,
    text_answer,
    text_step_json,
    text_step_text,
)
from hermes_tui.core.searching.bad_query import BadQueryError
from hermes_tui.core.searching.text_search import literal
from hermes_tui.core.settings.settings import SettingsError
from hermes_tui.core.text.phrases import as_typed

NOTHING = 1

DESCRIPTION = """\
List the commits that changed what the model gets from DIRECTORY, newest first, each with what it did; of a
text or a file those that changed what became of it. What is not committed yet comes first."""

EPILOG = """\
examples:
  hermes-tui history                      every commit that changed the prompt from here
  hermes-tui history "run the tests"      since when is it sent, or lost
  hermes-tui history AGENTS.md api        of one file, for a session that starts in api
  hermes-tui history -n 1 "run the tests" the last one only

Exit status: 0, 1 where no commit changed it, 2 for bad input."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of the command."""
    parser.description = DESCRIPTION
    parser.epilog = EPILOG
    parser.add_argument("query", nargs="?", metavar="TEXT|FILE", help="words of a rule, or a context file")
    parser.add_argument(
        "directory", nargs="?", default=None, type=path, metavar="DIRECTORY", help="default: here"
    )
    parser.add_argument("--text", action="store_true", help="it is a text, even if a file is called so")
    parser.add_argument("-n", "--most", metavar="N", type=_count, help="the newest N commits only")
    add_settings(parser)
    add_json(parser)


def _count(text: str) -> int:
    if not text.isdigit() or not int(text):
        raise argparse.ArgumentTypeError(f"{text!r} is no whole number above 0")
    return int(text)


def run(options: argparse.Namespace) -> int:
    """Print the commits as they are found; returns the exit status.

    Raises:
        SettingsError: bad input; the message is a sentence.
    """
    if options.directory is None:
        is_directory = not options.text and options.query is not None and Path(options.query).is_dir()
        options.directory = Path(options.query) if is_directory else Path()
        options.query = None if is_directory else options.query
    situation = situation_of(options)
    repository = repository_around(situation)
    with closing(repository):
        try:
            return _run(options, repository)
        except (GitProblem, BadQueryError) as problem:
            raise SettingsError(str(problem)) from None


def _run(options: argparse.Namespace, repository: Repository) -> int:
    situation = repository.situation
    names = Names(situation.cwd, repository.root, situation.settings.home)
    file = None if options.query is None or options.text else _file_called(options.query, repository)
    if options.query is None or file is not None:
        steps = islice(history(repository, file), options.most)
        told = ((step_json(step), lambda step=step: step_text(step, names)) for step in steps)
        answer = ""
    else:
        query = literal(options.query)
        found = islice(history_of_text(repository, query), options.most)
        first = next(found, None)
        answer = text_answer(first) if first else ""
        both = found if first is None else _with_first(first, found)
        told = ((text_step_json(step), lambda step=step: text_step_text(step, names)) for step in both)
        if first is None and standing_of(query, inspect(situation)).state is None:
            where = "here" if options.directory == Path() else f"in {as_typed(str(options.directory))}"
            answer = f"No commit has it in a file that a session {where} reads at its start."
    return _told(options, repository, answer, told)


def _with_first(first: Any, others: Iterator[Any]) -> Iterator[Any]:
    yield first
    yield from others


def _file_called(query: str, repository: Repository) -> Path | None:
    """The file that somebody means: one that is there, or a name that no text would have."""
    cwd = repository.situation.cwd
    for start in (cwd, Path.cwd()):
        place = Path(os.path.normpath(start / query))
        if repository.situation.disk.is_directory(place):
            raise SettingsError(
                f"{as_typed(query)} is a directory: name a file, or take it for words by --text"
            )
        if repository.situation.disk.exists(place):
            return place
    is_name = " " not in query and (query.lower().endswith((".md", ".mdc")) or query.startswith(".cursor"))
    return Path(os.path.normpath(cwd / query)) if is_name else None


def _told(options: argparse.Namespace, repository: Repository, answer: str, told: Any) -> int:
    if options.json:
        steps = [as_json for as_json, _ in told]
        notes = list(_notes(repository))
        print_json({"schema": SCHEMA, "answer": answer or None, "steps": steps, "notes": notes})
        return 0 if steps else NOTHING
    if answer:
        print(answer)
    count = 0
    for _, lines in told:
        if count or answer:
            print()
        for line in lines():
            print(line)
        sys.stdout.flush()
        count += 1
    if not count and not answer:
        known = "is known to have changed" if repository.today.objects.missing else "changed"
        print(f"No commit {known} what the model gets from here.")
    for line in note_lines(*_notes(repository)):
        print(line)
    return 0 if count else NOTHING


def _notes(repository: Repository) -> Iterator[str]:
    """What else a reader must know, once all commits were looked at."""
    yield from repository.situation.settings.notes
    yield from repository.limits()
