"""Rules that fall out of what the model gets, or come in: lines of files, between two situations.

A line falls out that the first situation sent, that still stands in a file of the second, and that is not
sent there. One that nobody kept is no loss: it was taken out.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from hermes_tui.core.diagnosis.diagnose import Diagnoser
from hermes_tui.core.diagnosis.model import Diagnosis, State
from hermes_tui.core.diagnosis.reach import state_in
from hermes_tui.core.prompt.context_file import ContextFile
from hermes_tui.core.prompt.startup import Startup
from hermes_tui.core.text.provenance import Span


class Lines(NamedTuple):
    """Lines of one file that fall out, or come in, one behind the other."""

    path: Path
    first: int
    """From 1."""
    lines: int
    text: str
    """The first of them; foreign."""
    diagnosis: Diagnosis
    """What becomes of that line where it is not sent."""


def fallen(before: Startup, after: Startup) -> Iterator[Lines]:
    """Lines that *before* sends at the start, and *after* has in a file and does not send.

    The other way round: lines that come in.
    """
    lost = _all_sent(before) - _all_sent(after)
    diagnoser = Diagnoser(after)
    for file in after.files:
        run: list[tuple[int, Span, str]] = []
        for number, span, text in lines_of(file):
            if text in lost:
                if run and run[-1][0] != number - 1:
                    yield _told(file, run, diagnoser)
                    run = []
                run.append((number, span, text))
        if run:
            yield _told(file, run, diagnoser)


def _told(file: ContextFile, run: list[tuple[int, Span, str]], diagnoser: Diagnoser) -> Lines:
    number, span, text = run[0]
    return Lines(file.path, number, len(run), text, diagnoser.at(file.path, span))


def _all_sent(startup: Startup) -> set[str]:
    if startup.failure is not None:
        return set()
    return set().union(*map(lines_sent, startup.files))


def lines_sent(file: ContextFile) -> set[str]:
    """The texts of the lines of which nothing is lost."""
    if not file.verdict.is_sent:
        return set()
    return {text for _, span, text in lines_of(file) if state_in(file, span) is State.SENT}


def lines_of(file: ContextFile) -> Iterator[tuple[int, Span, str]]:
    """Each line with a text: its number from 1, its characters without blanks around, and these."""
    at = 0
    for number, line in enumerate(file.text.split("\n"), 1):
        text = line.strip()
        if text:
            start = at + line.index(text)
            yield number, Span(start, start + len(text)), text
        at += len(line) + 1
