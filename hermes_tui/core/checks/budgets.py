"""What is longer than somebody wants it to be: budgets are chosen by a team, the caps by Hermes."""

from collections.abc import Iterator
from pathlib import Path

from hermes_tui.core.configuration.keys import Budgets
from hermes_tui.core.diagnosis.model import Obstacle
from hermes_tui.core.diagnosis.ways import Way
from hermes_tui.core.prompt.context_file import ContextFile, FileKind
from hermes_tui.core.prompt.startup import Startup
from hermes_tui.core.text.public_text import Public, public

CODE = "HT047"


def over_budget_at_start(startup: Startup, budgets: Budgets) -> Iterator[tuple[Path, Obstacle]]:
    """Files of the start that are too long, and all of them together."""
    files = [file for file in startup.files if file.verdict.is_sent and file.kind is not FileKind.SOUL]
    for file in files:
        yield from _over(file.path, file.chars, budgets.file, public("one context file"))
    total = sum(file.chars for file in files)
    yield from _over(startup.cwd, total, budgets.chain, public("all that is sent at the start"))


def over_budget_as_hint(file: ContextFile, budgets: Budgets) -> Iterator[tuple[Path, Obstacle]]:
    """A file that a call brings and that is too long."""
    yield from _over(file.path, file.chars, budgets.file, public("one context file"))
    yield from _over(file.path, file.chars, budgets.hint, public("a file that a tool call brings"))


def _over(path: Path, chars: int, budget: int | None, what: Public) -> Iterator[tuple[Path, Obstacle]]:
    if budget is not None and chars > budget:
        cause = public("{} characters, and your budget for {} is {}", chars, what, budget)
        yield path, Obstacle(CODE, cause, (Way(public("shorten it by {} characters", chars - budget)),))
