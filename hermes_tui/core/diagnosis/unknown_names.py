"""Files named or placed so that Hermes never asks for them, and what to do."""

from pathlib import Path
from typing import TYPE_CHECKING

from hermes_tui.core.diagnosis.model import Obstacle
from hermes_tui.core.diagnosis.names import Names
from hermes_tui.core.diagnosis.targets import Target, target_in
from hermes_tui.core.diagnosis.ways import Way, start_in, update_to
from hermes_tui.core.filesystem.disk import Disk
from hermes_tui.core.prompt.context_file import FileKind
from hermes_tui.core.prompt.discovery import NEAR_MISSES, owner
from hermes_tui.core.prompt.startup import Startup
from hermes_tui.core.releases.lookup import RELEASES, Ruleset, first_with
from hermes_tui.core.text.public_text import file_name, filled, public, release_name

if TYPE_CHECKING:
    from hermes_tui.core.surveys.survey import FoundFile

_SPELLED = {
    "agents.md": "AGENTS.md",
    "claude.md": "CLAUDE.md",
    "hermes.md": "HERMES.md",
    ".hermes.md": ".hermes.md",
    ".cursorrules": ".cursorrules",
}
_LIKE_ONE = frozenset(name.rpartition("/")[2].lower() for name in NEAR_MISSES)


def near_miss(found: "FoundFile", target: Target, startup: Startup, names: Names) -> Obstacle:
    """Why Hermes never asks for the file that was *found*; its rules belong into *target*."""
    path, kind, rules = found.path, found.kind, startup.ruleset
    name = path.name
    write = target.write(names, startup.disk)
    if kind is FileKind.HERMES:
        return Obstacle(
            "HT028",
            public(
                "Hermes looks for {} from the working directory up to the git root, and no hint asks for it",
                file_name(path),
            ),
            (write, start_in(path.parent, names)),
        )
    if name.lower().endswith(".mdc"):
        return Obstacle(
            "HT028",
            public(
                "Cursor rules are read from .cursor/rules/*.mdc of the working directory only, and no hint "
                "asks for them"
            ),
            (write,),
        )
    if name == "SOUL.md":
        soul = Target(startup.soul_path, startup.disk.exists(startup.soul_path)).write(names, startup.disk)
        return Obstacle("HT028", public("SOUL.md is read from HERMES_HOME only"), (write, soul))
    if any(name in release.agents_names for release in RELEASES):
        first = first_with(lambda release: name in release.agents_names)
        return Obstacle(
            "HT027",
            public(
                "Hermes {} does not know {}; {} and later do",
                *(release_name(rules.name), file_name(path), release_name(first)),
            ),
            (update_to(first), write),
        )
    return unknown_name(path, target, names, startup.disk)


def unknown_name(path: Path, target: Target, names: Names, disk: Disk) -> Obstacle:
    """A file that Hermes never asks for, whatever directory it is in; its rules belong into *target*."""
    cause = public("Hermes does not know the name {}", file_name(path))
    return Obstacle("HT027", cause, (target.take(path, names, disk),))


def no_context_file(startup: Startup, names: Names) -> Obstacle:
    """A file of another kind, which somebody asks about: only a rule in it is worth a word."""
    write = target_in(startup.cwd, startup).write(names, startup.disk, public("it"))
    cause = public("it is no context file, and Hermes sends no others")
    return Obstacle("HT027", cause, (Way(filled("if it holds a rule, {}", write.words), write.actions),))


def is_like_one(name: str, ruleset: Ruleset) -> bool:
    """Somebody may take a file of this name for a context file."""
    lowered = name.lower()
    known = {known.lower() for release in (ruleset, RELEASES[-1]) for known in release.hints.names}
    return (
        spelled(name).lower() == lowered.removesuffix(".txt")
        or lowered in known | _LIKE_ONE
        or lowered.endswith(".mdc")
        or name == "SOUL.md"
    )


def spelled(name: str) -> str:
    """The name that is meant by one that Hermes does not know."""
    return _SPELLED.get(name.lower().removesuffix(".txt"), "AGENTS.md")


def new_name(path: Path, target: Target, startup: Startup) -> Target:
    """*target* under the name that is meant by that of *path*, where nothing is sent yet."""
    is_first = not any(file.verdict.is_joined for file in startup.files if file.kind is not FileKind.SOUL)
    if target.is_there or not is_first or target.path.parent != owner(path, startup.ruleset):
        return target
    name = spelled(path.name)
    if path.parent == startup.cwd or name.lower() in (".hermes.md", "hermes.md"):
        return target._replace(path=target.path.with_name(name))
    return target
