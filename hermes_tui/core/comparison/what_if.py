"""What would be sent if something were otherwise; the disk stays as it is.

Suppositions are put on one after the other; each makes another situation.
"""

from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from hermes_tui.core.comparison.compare import Comparison, compare
from hermes_tui.core.releases.lookup import Ruleset
from hermes_tui.core.sessions.steps import Planned
from hermes_tui.core.settings.settings import find_again
from hermes_tui.core.situation import Situation

NOT_NOW = "NOT WHAT HERMES DOES NOW"
"""Stands over everything that is supposed."""


class Supposition(NamedTuple):
    """One thing that is otherwise."""

    words: str
    """As it follows "if"; may hold foreign names."""
    apply: Callable[[Situation], Situation]
    path: Path | None = None
    """The file that it is about."""
    is_away: bool = False
    """The file is taken away."""


def taken_away(path: Path, shown: str) -> Supposition:
    """The file *path* is not there."""
    return Supposition(
        f"{shown} were not there",
        lambda now: now._replace(disk=now.disk.changed(removed=(path,))),
        path,
        is_away=True,
    )


def unblocked(path: Path, shown: str) -> Supposition:
    """The threat scan passes *path* over."""
    return Supposition(
        f"the scan found nothing in {shown}",
        lambda now: now._replace(disk=now.disk.changed(unblocked=(path,))),
        path,
    )


def with_context_length(tokens: int) -> Supposition:
    """The model has another context length; a cap that is configured still comes before it."""
    return Supposition(
        f"the model had a context of {tokens:,} tokens",
        lambda now: now._replace(settings=now.settings.with_cap(context_length=tokens)),
    )


def with_cap(chars: int) -> Supposition:
    """``context_file_max_chars`` is another one."""
    return Supposition(
        f"context_file_max_chars were {chars:,}",
        lambda now: now._replace(settings=now.settings.with_cap(max_chars=chars)),
    )


def started_in(directory: Path, shown: str) -> Supposition:
    """The session starts elsewhere."""
    return Supposition(f"the session started in {shown}", lambda now: now._replace(cwd=directory))


def by_release(ruleset: Ruleset) -> Supposition:
    """Another Hermes release, which may read ``config.yaml`` otherwise."""

    def apply(now: Situation) -> Situation:
        return now._replace(settings=find_again(now.settings.by_release(ruleset, "supposed"), now.disk))

    return Supposition(f"it were {ruleset.title}", apply)


def suppose(
    now: Situation, suppositions: tuple[Supposition, ...], plan: tuple[Planned, ...] = ()
) -> Comparison:
    """What all *suppositions* together change; a session goes as *plan* says on both sides."""
    then = now
    for supposition in suppositions:
        then = supposition.apply(then)
    return compare(now, then, ("now", "then"), plan)


def sentence(suppositions: tuple[Supposition, ...]) -> str:
    """All of them, in words."""
    return "if " + ", and ".join(supposition.words for supposition in suppositions)
