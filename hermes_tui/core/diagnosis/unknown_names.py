"""Files named or placed so that Hermes never asks for them, and what to do."""

from pathlib import Path
from typing import TYPE_CHECKING

from hermes_tui.core.diagnosis.model import Loss, Names
from hermes_tui.core.diagnosis.other_start import is_read_from
from hermes_tui.core.filesystem.disk import Disk
from hermes_tui.core.prompt.context_file import FileKind
from hermes_tui.core.prompt.discovery import NEAR_MISSES
from hermes_tui.core.prompt.placement import Belonging, advice, belonging, owner, writing
from hermes_tui.core.prompt.startup import Startup
from hermes_tui.core.releases.lookup import RELEASES, Ruleset, first_with
from hermes_tui.core.text.public_text import file_name, public, public_sentence, release_name

if TYPE_CHECKING:
    from hermes_tui.core.surveys.survey import Found

_SPELLED = {
    "agents.md": "AGENTS.md",
    "claude.md": "CLAUDE.md",
    "hermes.md": "HERMES.md",
    ".hermes.md": ".hermes.md",
    ".cursorrules": ".cursorrules",
}
_LIKE_ONE = frozenset(name.rpartition("/")[2].lower() for name in NEAR_MISSES)


def near_miss(
    found: "Found", target: Belonging, startup: Startup, ruleset: Ruleset, names: Names, disk: Disk
) -> Loss:
    """Why Hermes never asks for the file that was *found*; its rules belong into *target*."""
    path, kind = found.path, found.kind
    name = file_name(path)
    write = writing(target, names.show(target.path))
    if kind is FileKind.HERMES:
        if is_read_from(path.parent, path, startup, disk):
            write = public("{}, or start Hermes in {}", write, names.directory(path.parent))
        return Loss(
            "HT028",
            public(
                "Hermes looks for {} from the working directory up to the git root, and no hint asks for it",
                name,
            ),
            public_sentence(write),
        )
    if name.lower().endswith(".mdc"):
        return Loss(
            "HT028",
            public(
                "Cursor rules are read from .cursor/rules/*.mdc of the working directory only, and no hint "
                "asks for them"
            ),
            public_sentence(write),
        )
    if name == "SOUL.md":
        todo = public_sentence(public("{}, or into {}", write, names.show(startup.soul_path)))
        return Loss("HT028", public("SOUL.md is read from HERMES_HOME only"), todo)
    if any(name in release.agents_names for release in RELEASES):
        first = first_with(lambda release: name in release.agents_names)
        return Loss(
            "HT027",
            public(
                "Hermes {} does not know {}; {} and later do",
                *(release_name(ruleset.name), name, release_name(first)),
            ),
            public("Update Hermes, or {}.", write),
        )
    return unknown_name(path, target, names)


def unknown_name(path: Path, found: Belonging, names: Names) -> Loss:
    """A file that Hermes never asks for, whatever directory it is in; its rules belong into *found*."""
    todo = public_sentence(advice(found, path, names.show(found.path)))
    return Loss("HT027", public("Hermes does not know the name {}", file_name(path)), todo)


def no_context_file(startup: Startup, names: Names, disk: Disk) -> Loss:
    """A file of another kind, which somebody asks about: only a rule in it is worth a word."""
    found = belonging(startup.cwd, startup.cwd, startup.files, startup.ruleset, disk)
    write = writing(found, names.show(found.path), public("it"))
    said = public("it is no context file, and Hermes sends no others")
    return Loss("HT027", said, public("If it holds a rule, {}.", write))


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


def new_name(path: Path, target: Belonging, startup: Startup) -> Belonging:
    """*target* under the name that is meant by that of *path*, where nothing is sent yet."""
    is_first = not any(file.verdict.is_joined for file in startup.files if file.kind is not FileKind.SOUL)
    if target.is_there or not is_first or target.path.parent != owner(path, startup.ruleset):
        return target
    name = spelled(path.name)
    if path.parent == startup.cwd or name.lower() in (".hermes.md", "hermes.md"):
        return target._replace(path=target.path.with_name(name))
    return target
