"""Files named or placed so that Hermes never asks for them, and what to do."""

from pathlib import Path

from hermes_tui.core.answering.answers import Loss, Names
from hermes_tui.core.prompt.files import FileKind
from hermes_tui.core.prompt.startup import Startup
from hermes_tui.core.rulesets import RELEASES, Ruleset

_SPELLED = {"agents.md": "AGENTS.md", "claude.md": "CLAUDE.md", "hermes.md": "HERMES.md"}


def near_miss(path: Path, kind: FileKind, startup: Startup, ruleset: Ruleset, names: Names) -> Loss:
    """Why Hermes never asks for the file at *path*, away from the chain."""
    name, directory = path.name, names.show(path.parent)
    agents = names.show(path.parent / "AGENTS.md")
    if kind is FileKind.HERMES:
        return Loss(
            "HT028",
            f"Hermes looks for {name} from the working directory up to the git root, and no hint asks for it",
            f"Write the rule into {agents}, or start Hermes in {directory}.",
        )
    if name.lower().endswith(".mdc"):
        return Loss(
            "HT028",
            f"Cursor rules are read from {ruleset.cursor_directory}/*.mdc of the working directory only, and "
            "no hint asks for them",
            "Write the rule into an AGENTS.md where it belongs.",
        )
    if name == "SOUL.md":
        home = names.show(startup.soul_path)
        return Loss(
            "HT028", "SOUL.md is read from HERMES_HOME only", f"Write the rule into {home}, or {agents}."
        )
    for release in RELEASES:
        if name in release.agents_names:
            return Loss(
                "HT027",
                f"Hermes {ruleset.name} does not know {name}; {release.name} and later do",
                f"Update Hermes, or write the rule into {agents}.",
            )
    return unknown_name(path, names)


def unknown_name(path: Path, names: Names) -> Loss:
    """A file that Hermes never asks for, whatever directory it is in."""
    directory = path.parent.parent if path.parent.name == ".github" else path.parent
    meant = names.show(directory / _SPELLED.get(path.name.lower(), "AGENTS.md"))
    return Loss(
        "HT027",
        f"Hermes does not know the name {path.name}",
        f"Write the rule into {meant}, or rename it to that if there is none.",
    )
