"""Starts of a session as of many commits: a start is looked at once for all in which it looked the same."""

from collections import deque

from hermes_tui.core.git.program import GitProblem
from hermes_tui.core.git.revision_disk import RevisionDisk
from hermes_tui.core.history.revision import SHORT, Repository
from hermes_tui.core.prompt.startup import Startup, inspect

_KEPT = 16
"""Starts that a further commit is held against: branches that run beside one another."""


class Starts:
    """What a session gets that starts there, commit by commit."""

    def __init__(self, repository: Repository) -> None:
        self._repository = repository
        self._known: deque[tuple[RevisionDisk, Startup | None]] = deque(maxlen=_KEPT)

    def at(self, commit: str) -> Startup | None:
        """As of a commit, which is named by all its digits; ``None``: it does not have the directory.

        Raises:
            GitProblem: git does not have it.
        """
        situation = self._repository.at(commit)
        disk = situation.disk
        assert isinstance(disk, RevisionDisk)  # noqa: S101 -- as the repository makes them
        for at, (known, startup) in enumerate(self._known):
            if disk.has_what_was_seen(known):
                if at:
                    del self._known[at]
                    self._known.appendleft((known, startup))
                return startup
        is_there = disk.is_directory(situation.cwd)
        if not (is_there or disk.is_known) and self._repository.today.objects.missing:
            raise GitProblem(f"git does not have the directories of {commit[:SHORT]}: they were not fetched")
        startup = inspect(situation) if is_there else None
        self._known.appendleft((disk, startup))
        return startup
