"""Files named or placed so that Hermes never asks for them, and what to do."""

from pathlib import Path
from typing import TYPE_CHECKING

from hermes_tui.core.answering.answers import Loss, Names
from hermes_tui.core.disk import Disk
from hermes_tui.core.prompt.belonging import Belonging, advice, belonging_below, owner
from hermes_tui.core.prompt.files import FileKind
from hermes_tui.core.prompt.startup import Startup
from hermes_tui.core.rulesets import RELEASES, Ruleset
from hermes_tui.core.wording import sentence

if TYPE_CHECKING:
    from hermes_tui.core.surveying import Found

_SPELLED = {"agents.md": "AGENTS.md", "claude.md": "CLAUDE.md", "hermes.md": "HERMES.md"}


def near_miss(found: "Found", startup: Startup, ruleset: Ruleset, names: Names, disk: Disk) -> Loss:
    """Why Hermes never asks for the file that was *found* away from the chain."""
    path, kind = found.path, found.kind
    name, directory = path.name, names.directory(path.parent)
    target = belonging_below(owner(path, ruleset), spelled(name), ruleset, disk)
    rules = names.show(target.path)
    if kind is FileKind.HERMES:
        return Loss(
            "HT028",
            f"Hermes looks for {name} from the working directory up to the git root, and no hint asks for it",
            f"Write the rule into {rules}, or start Hermes in {directory}.",
        )
    if name.lower().endswith(".mdc"):
        return Loss(
            "HT028",
            f"Cursor rules are read from {ruleset.cursor_directory}/*.mdc of the working directory only, and "
            "no hint asks for them",
            f"Write the rule into {rules}.",
        )
    if name == "SOUL.md":
        home = names.show(startup.soul_path)
        return Loss(
            "HT028", "SOUL.md is read from HERMES_HOME only", f"Write the rule into {home}, or {rules}."
        )
    for release in RELEASES:
        if name in release.agents_names:
            return Loss(
                "HT027",
                f"Hermes {ruleset.name} does not know {name}; {release.name} and later do",
                f"Update Hermes, or write the rule into {rules}.",
            )
    return unknown_name(path, target, names)


def unknown_name(path: Path, found: Belonging, names: Names) -> Loss:
    """A file that Hermes never asks for, whatever directory it is in; its rules belong into *found*."""
    todo = sentence(advice(found, path, names.show(found.path)))
    return Loss("HT027", f"Hermes does not know the name {path.name}", todo)


def spelled(name: str) -> str:
    """The name that is meant by one that Hermes does not know."""
    return _SPELLED.get(name.lower(), "AGENTS.md")
