"""Ask ``why`` about a tree, and get the lines that a reader gets."""

from pathlib import Path
from typing import Any

from hermes_tui.core.diagnosis.model import Reply
from hermes_tui.core.diagnosis.why import why
from hermes_tui.core.filesystem.disk import Disk
from hermes_tui.core.releases.lookup import get_ruleset
from hermes_tui.core.settings.settings import Settings
from hermes_tui.core.situation import Situation
from hermes_tui.core.text.terminal_safe import safe

NOWHERE = Path("/nonexistent-home")


def settings_for(release: str = "documented", **others: Any) -> Settings:
    """The settings of a person who has no home and no configuration."""
    settings = Settings(
        ruleset=get_ruleset(release),
        origin="test",
        home=NOWHERE,
        hermes_home=NOWHERE / ".hermes",
        home_origin="test",
    )
    return settings._replace(**others)


def ask(root: Path, query: str, cwd: str = "", release: str = "documented", **others: Any) -> Reply:
    """What is answered in the directory *cwd* of the tree *root*."""
    environ = others.pop("environ", {})
    flags = {name: others.pop(name) for name in ("as_text", "as_regex", "with_git") if name in others}
    settings = settings_for(release, **others)
    return why(query, Situation(root / cwd, settings, Disk()), environ=environ, **flags)


def lines(root: Path, query: str, cwd: str = "", release: str = "documented", **others: Any) -> list[str]:
    """One line for each place, as it is printed; the tree's own path is shown as ROOT."""
    reply = ask(root, query, cwd, release, **others)
    return [printed(answer.sentence, root) for answer in reply.answers]


def printed(sentence: str, root: Path) -> str:
    """*sentence* as a terminal shows it, with ROOT for the tree's own path."""
    return str(safe(sentence)).replace(str(root), "ROOT")


def line(root: Path, query: str, cwd: str = "", release: str = "documented", **others: Any) -> str:
    """The only line."""
    (only,) = lines(root, query, cwd, release, **others)
    return only


def filler(count: int) -> str:
    """So many characters that say nothing, in lines of 80."""
    return ("x" * 79 + "\n") * (count // 80) + "y" * (count % 80)
