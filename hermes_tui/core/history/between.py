"""What changes between two revisions for sessions that start in one directory, or in every one."""

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from hermes_tui.core.comparison.compare import BelowChange, Comparison, below_changes, compare
from hermes_tui.core.comparison.fallen import Lines, fallen, lines_of, lines_sent
from hermes_tui.core.prompt.discovery import owner
from hermes_tui.core.situation import Situation
from hermes_tui.core.surveys.survey import FoundFile, Reach
from hermes_tui.core.surveys.tree_index import Ground


class Between(NamedTuple):
    """Two revisions, for the directories that differ in the same."""

    directories: tuple[Path, ...]
    comparison: Comparison
    """Of the first of them."""
    fallen: tuple[Lines, ...]
    """Lines that the first sends, and the second has and does not send."""
    new: tuple[Lines, ...]
    """Lines that the second sends, and the first had and did not send."""

    @property
    def lost_hints(self) -> tuple[BelowChange, ...]:
        """Files that hints brought, and bring no more, or less of."""
        return tuple(change for change in self.comparison.below if _is_lost(change))

    @property
    def is_loss(self) -> bool:
        """A rule that still stands in a file is not sent any more."""
        return bool(self.fallen or self.lost_hints or self.comparison.after.failure)


def between(
    before: Situation, after: Situation, names: tuple[str, str], *, everywhere: bool = False
) -> Iterator[Between]:
    """The differences, *names* being what the two are called; nothing where there is none.

    *everywhere*: for each directory below that has context files as well.
    """
    found: dict[object, Between] = {}
    for directory in _directories(before, after) if everywhere else (after.cwd,):
        sides = (before._replace(cwd=directory), after._replace(cwd=directory))
        compared = compare(*sides, names)
        if directory == after.cwd:
            compared = compared._replace(below=tuple(below_changes(*sides)))
        one = Between(
            (directory,),
            compared,
            tuple(fallen(compared.before, compared.after)),
            tuple(fallen(compared.after, compared.before)),
        )
        if compared.is_same and not one.is_loss:
            continue
        key = _key(one)
        if key in found:
            one = found[key]._replace(directories=(*found[key].directories, directory))
        found[key] = one
    yield from found.values()


def _key(one: Between) -> object:
    """What makes the differences of two directories the same to a reader."""
    changes = tuple(
        (path, before and before.verdict, after and after.verdict)
        for path, before, after in one.comparison.files
    )
    lines = tuple((lines.path, lines.first, lines.lines) for lines in (*one.fallen, *one.new))
    return changes, lines, tuple(change.path for change in one.comparison.below)


def _directories(*sides: Situation) -> Iterable[Path]:
    """The directory that is asked about, and each that has a context file of its own on some side."""
    asked = sides[-1].cwd
    found = {asked: None}
    for side in sides:
        if side.disk.is_directory(asked):
            ground = Ground((asked,), side.ruleset, side.disk)
            found.update((owner(path, side.ruleset), None) for path, _ in ground.files())
    return [path for path in found if all(side.disk.is_directory(path) for side in sides)]


def _is_lost(change: BelowChange) -> bool:
    if change.after is None or change.before is None or not _is_brought(change.before):
        return False  # where it is gone, somebody took it away
    before, after = change.before.file, change.after.file
    if before is None or after is None or not _is_brought(change.after):
        return True
    return not (lines_sent(before) - lines_sent(after)).isdisjoint(text for _, _, text in lines_of(after))


def _is_brought(found: FoundFile) -> bool:
    return found.state is Reach.HINT and found.file is not None and found.file.verdict.is_sent
