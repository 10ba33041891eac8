"""Things that somebody can do about an obstacle: each in words, and as actions that can be tried."""

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from hermes_tui.core.diagnosis.actions import Action, Remove, Rename, StartIn, UseRelease
from hermes_tui.core.diagnosis.names import Names
from hermes_tui.core.text.public_text import public, public_list, release_name


class Way(NamedTuple):
    """One thing that somebody can do."""

    words: str
    """A clause that begins with the verb: ``write the rule into AGENTS.md``; public ones can be posted."""
    actions: tuple[Action, ...] = ()
    """The same, to be carried out; none where nothing here shows what comes of it (permissions, say)."""


def remove(paths: Sequence[Path], names: Names) -> Way:
    """Take files away."""
    shown = public_list([names.show(path) for path in paths])
    return Way(public("remove {}", shown), (Remove(tuple(paths)),))


def rename(path: Path, to: Path, names: Names) -> Way:
    """Give the asked file another name, or another place."""
    verb = public("rename") if path.parent == to.parent else public("move")
    return Way(public("{} it to {}", verb, names.show(to)), (Rename(path, to),))


def start_in(directory: Path, names: Names) -> Way:
    """Start the session elsewhere."""
    return Way(public("start Hermes in {}", names.directory(directory)), (StartIn(directory),))


def update_to(release: str) -> Way:
    """Use a newer release."""
    return Way(public("update Hermes to {} or later", release_name(release)), (UseRelease(release),))
