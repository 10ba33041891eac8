"""A situation as of a commit: the same directory, settings and home, with the files of a checkout."""

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from hermes_tui.core.git.facts import LastCommit, commit_facts
from hermes_tui.core.git.objects import GitObjects
from hermes_tui.core.git.program import GitProblem, ask_git
from hermes_tui.core.git.revision_disk import RevisionDisk, Today
from hermes_tui.core.prompt.body import HermesFails
from hermes_tui.core.prompt.discovery import find_git_root
from hermes_tui.core.prompt.startup import Startup, inspect
from hermes_tui.core.settings.settings import SettingsError
from hermes_tui.core.situation import Situation
from hermes_tui.core.text.phrases import as_typed

SHORT = 10
"""Digits of a commit's name that are shown."""


class Repository(NamedTuple):
    """The repository around a situation, whose commits can be asked."""

    situation: Situation
    """As it is today; the directory with links followed."""
    today: Today

    @property
    def root(self) -> Path:
        """Its uppermost directory."""
        return self.today.root

    def commit(self, revision: str) -> str:
        """All digits of the commit that somebody named.

        Raises:
            SettingsError: there is none; the message is a sentence.
        """
        try:
            return self.today.objects.commit(revision)
        except GitProblem as problem:
            raise SettingsError(str(problem)) from None

    def at(self, commit: str) -> Situation:
        """The situation as of a commit, which is named by all its digits; the directory may be missing.

        Raises:
            GitProblem: git does not have it.
        """
        return self.situation._replace(disk=RevisionDisk(self.today, commit))

    def facts(self, commit: str) -> LastCommit:
        """Who wrote it, and when.

        Raises:
            GitProblem: git does not say.
        """
        return commit_facts(self.root, commit)

    def limits(self) -> Iterator[str]:
        """What of its history is not here, as far as it was asked for, in sentences."""
        objects = self.today.objects
        if objects.is_shallow:
            yield "The history here is shallow: older commits were not fetched."
        if objects.missing:
            why = "a partial clone" if objects.is_partial else "the repository is damaged"
            yield f"Texts of older commits are not here ({why}): what these commits did to them is not known."

    def close(self) -> None:
        """No more questions."""
        self.today.objects.close()


def repository_around(situation: Situation) -> Repository:
    """The repository that a session in *situation* counts from.

    Raises:
        SettingsError: there is none that git can answer about; the message is a sentence.
    """
    disk = situation.disk
    try:
        cwd = disk.resolve(situation.cwd)
        root = find_git_root(cwd, situation.ruleset, disk)
    except (HermesFails, OSError, RuntimeError, ValueError) as error:
        raise SettingsError(f"{as_typed(str(situation.cwd))} cannot be looked at: {error}") from None
    if root is None:
        raise SettingsError(f"{as_typed(str(situation.cwd))} is in no git repository: it has no revisions")
    try:
        return Repository(situation._replace(cwd=cwd), Today(GitObjects(root), disk))
    except GitProblem as problem:
        raise SettingsError(f"{root}: {problem}") from None


def at_revision(situation: Situation, revision: str) -> Situation:
    """The situation as of the commit that *revision* names; its settings note which, and what is of today.

    Raises:
        SettingsError: no such revision, or no such directory in it; the message is a sentence.
    """
    repository = repository_around(situation)
    name = repository.commit(revision)
    try:
        then = repository.at(name)
        facts = repository.facts(name)
    except GitProblem as problem:
        raise SettingsError(f"{revision!r}: {problem}") from None
    if not then.disk.is_directory(then.cwd):
        where = as_typed(str(situation.cwd))
        raise SettingsError(f"there is no directory {where} in {name[:SHORT]}, which {revision!r} names")
    told = f"As of {name[:SHORT]} ({facts.date:%Y-%m-%d}, {facts.author}): {facts.summary}"
    notes = (told, *_as_today(repository, inspect(then)))
    return then._replace(settings=then.settings._replace(notes=(*then.settings.notes, *notes)))


def _as_today(repository: Repository, startup: Startup) -> list[str]:
    """What of a start is not as of the commit, in sentences."""
    disk = startup.disk
    assert isinstance(disk, RevisionDisk)  # noqa: S101 -- as made above
    found = [file.path for file in startup.files if disk.exists(file.path)]
    local = [path for path in found if not disk.is_committed(path)]
    notes = []
    if local:
        shown = ", ".join(str(path) for path in local)
        is_one = len(local) == 1
        notes.append(f"No commit has {shown}: {'it is' if is_one else 'they are'} as on the disk today.")
    try:
        sparse = ask_git(repository.root, "config", "--type=bool", "core.sparseCheckout").output.strip()
    except GitProblem:
        sparse = b""
    if sparse == b"true":
        notes.append(
            "Only a part of the repository is checked out here (sparse): of a commit all of it counts"
        )
    return notes
