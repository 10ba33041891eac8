"""Where the rules of a file that Hermes does not ask for belong: into one that is sent."""

from collections.abc import Iterable
from pathlib import Path, PurePath
from typing import NamedTuple, Protocol

from hermes_tui.core.disk import Disk
from hermes_tui.core.prompt.files import FileKind, Verdict
from hermes_tui.core.rulesets import Ruleset


class Judged(Protocol):
    """A context file whose verdict is known."""

    @property
    def kind(self) -> FileKind: ...
    @property
    def path(self) -> Path: ...
    @property
    def verdict(self) -> Verdict: ...


class Belonging(NamedTuple):
    """The file that rules belong into."""

    path: Path
    is_there: bool
    """It exists; otherwise the file that has the rules can be given its name."""
    is_blocked: bool
    """It must be mended first."""


def belonging(directory: Path, cwd: Path, files: Iterable[Judged], ruleset: Ruleset, disk: Disk) -> Belonging:
    """For rules of *directory*, which is on the chain, given all *files* of the start in *cwd*.

    A new ``AGENTS.md`` would be shut out by a ``.hermes.md``, and would itself shut a ``CLAUDE.md`` out: so
    the type that wins is the one to write.
    """
    project = [file for file in files if file.kind is not FileKind.SOUL]
    winners = [file for file in project if file.verdict.is_joined]
    if not ruleset.agents_chain:
        directory = cwd
    if winners and winners[0].kind is not FileKind.AGENTS:
        found = next((file for file in winners if file.verdict is not Verdict.BLOCKED), winners[0])
        return Belonging(found.path, is_there=True, is_blocked=found.verdict is Verdict.BLOCKED)
    for file in project:
        read = file.verdict.is_joined or file.verdict is Verdict.DUPLICATE
        if file.kind is FileKind.AGENTS and file.path.parent == directory and read:
            return Belonging(file.path, is_there=True, is_blocked=file.verdict is Verdict.BLOCKED)
    path = directory / "AGENTS.md"
    return Belonging(path, is_there=disk.exists(path), is_blocked=False)


def belonging_below(directory: Path, name: str, ruleset: Ruleset, disk: Disk) -> Belonging:
    """For rules of *directory* off the chain, where a hint brings one file: that of the first known name.

    *name* is that of the new file where there is none.
    """
    for known in ruleset.hints.names:
        path = directory / known
        if (disk.read(path).text or "").strip() if disk.is_file(path) else False:
            return Belonging(path, is_there=True, is_blocked=False)
    path = directory / (name if name in ruleset.hints.names else "AGENTS.md")
    return Belonging(path, is_there=disk.exists(path), is_blocked=False)


def owner(path: Path, ruleset: Ruleset) -> Path:
    """The directory that the rules in *path* are about: not that of ``.github`` or of Cursor's rules."""
    if path.parent.name == ".github":
        return path.parent.parent
    depth = len(PurePath(ruleset.cursor_directory).parts)
    return path.parents[depth] if path.suffix == ".mdc" and len(path.parents) > depth else path.parent


def advice(found: Belonging, file: Path, name: str, what: str = "the rule") -> str:
    """What to do with *file*, as part of a sentence; *name* is that of the place where *what* belongs."""
    if found.is_blocked:
        return f"mend {name} (hermes-tui why {name}) and write {what} there"
    if found.is_there:
        return f"write {what} into {name}"
    same_place = found.path.parent == file.parent or file.parent.name == ".github"
    return f"rename it to {name}" if same_place else f"write {what} into a new {name}"
