"""Where the user's home and Hermes' own are (``sessions.md`` 1.1)."""

import os
from pathlib import Path

from hermes_tui.core.rulesets import Ruleset


def soul_location(
    home: str | os.PathLike[str] | None, hermes_home: str | os.PathLike[str] | None, ruleset: Ruleset
) -> Path:
    """Where ``SOUL.md`` would be."""
    given = os.fspath(hermes_home) if hermes_home is not None else os.environ.get("HERMES_HOME", "")
    base = os.fspath(home) if home is not None else os.environ.get("HOME") or os.fspath(Path.home())
    if given.strip():
        return Path(expanded(given, base) if ruleset.expands_hermes_home else given) / "SOUL.md"
    return Path(base) / ".hermes" / "SOUL.md"


def expanded(path: str, home: str) -> str:
    """*path* with ``$NAME`` and a leading ``~`` replaced, as a shell does."""
    path = os.path.expandvars(path)
    return home + path[1:] if path == "~" or path.startswith("~/") else os.path.expanduser(path)
