"""Working directories that count as somebody's home, where no hints are sent (``rules.md`` 2.5)."""

from enum import Enum
from pathlib import Path
from typing import NamedTuple

_SHARED_HOMES = frozenset((Path("/home"), Path("/root"), Path("/workspace")))
_MARKS = (".home", "host-home", "host_home")


class HomeKind(Enum):
    """Why a directory counts as a home."""

    OWN = "the user's"
    SHARED = "one that holds homes"
    """``/home``, ``/root``, ``/workspace``."""
    BELOW_SHARED = "directly below one that holds homes"
    MARKED = "in a directory of a name that stands for a home"


class HomeLike(NamedTuple):
    """A directory that counts as a home."""

    kind: HomeKind
    place: Path
    """The directory that is to blame: itself, the one above it, or the marked one."""
    why: str
    """As part of a sentence."""

    @property
    def remedy(self) -> str:
        """From where hints are sent again."""
        return {
            HomeKind.OWN: "Start Hermes one level deeper, in the project itself.",
            HomeKind.SHARED: (
                f"Start Hermes two levels deeper: all that is directly in {self.place} counts as a home as "
                "well."
            ),
            HomeKind.BELOW_SHARED: (
                f"Start Hermes one level deeper, or move the project out of {self.place}: all that is "
                "directly in there counts as a home."
            ),
            HomeKind.MARKED: f"Start Hermes outside of {self.place}: nothing below it gets hints.",
        }[self.kind]


def like_home(directory: Path, home: str) -> HomeLike | None:
    """Why *directory*, links followed, counts as somebody's home; ``None``: it does not.

    Of several reasons the one that is hardest to get away from.
    """
    marked = next(
        (place for place in (*reversed(directory.parents), directory) if place.name in _MARKS), None
    )
    if marked is not None:
        why = f"a directory called {marked.name} counts as somebody's home, and so does all below it"
        return HomeLike(HomeKind.MARKED, marked, why)
    if directory in _SHARED_HOMES:
        why = f"{directory} counts as a home directory, and a home is no project"
        return HomeLike(HomeKind.SHARED, directory, why)
    if directory == Path(home):  # as it is written: a home that is a link is never equal
        return HomeLike(
            HomeKind.OWN, directory, f"{directory} is your home directory, and a home is no project"
        )
    if directory.parent in _SHARED_HOMES:
        why = f"{directory} is directly below {directory.parent} and counts as a home directory"
        return HomeLike(HomeKind.BELOW_SHARED, directory.parent, why)
    return None
