"""Situations as tests ask about them: a directory, a release, a disk; the home is that of the environment."""

import os
from pathlib import Path
from typing import Any

from hermes_tui.core.filesystem.disk import Disk
from hermes_tui.core.releases.lookup import Ruleset, get_ruleset
from hermes_tui.core.settings.settings import Settings
from hermes_tui.core.situation import Situation


def settings_by(
    ruleset: Ruleset | str = "documented",
    home: Path | str | None = None,
    hermes_home: Path | str | None = None,
    **others: Any,
) -> Settings:
    """The settings of a person with no configuration; without *home* that of the environment."""
    user = Path(home or os.environ["HOME"])
    return Settings(
        ruleset=get_ruleset(ruleset) if isinstance(ruleset, str) else ruleset,
        origin="test",
        home=user,
        hermes_home=Path(hermes_home or os.environ.get("HERMES_HOME") or user / ".hermes"),
        home_origin="test",
        **others,
    )


def situation(
    cwd: Path | str, ruleset: Ruleset | str = "documented", *, disk: Disk | None = None, **settings: Any
) -> Situation:
    """A session that starts in *cwd*; *settings* are those of :func:`settings_by`."""
    return Situation(Path(cwd), settings_by(ruleset, **settings), disk or Disk())
