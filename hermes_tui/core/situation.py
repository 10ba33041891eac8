"""What is asked: a directory, the settings, a view of the disk. The one argument of everything above."""

import os
from pathlib import Path
from typing import NamedTuple, Self

from hermes_tui.core.filesystem.disk import Disk
from hermes_tui.core.releases.lookup import Ruleset
from hermes_tui.core.settings.settings import Settings, find_settings


class Situation(NamedTuple):
    """A session that starts in a directory, under some settings, on a disk as one view shows it.

    Views of the disk all have one face: as it is (:class:`~.filesystem.disk.Disk`), with changes
    (:meth:`~.filesystem.disk.Disk.changed`), or moved elsewhere.
    """

    cwd: Path
    """Where the session starts, as it was given."""
    settings: Settings
    """Which release, homes and cap apply."""
    disk: Disk
    """What is there, and what is known of it already."""
    anchor: Path | None = None
    """Where hints count from, if that is elsewhere: relative paths of calls are looked for there, and rules
    come only from below it (``sessions.md`` 4). ``None``: from :attr:`cwd`."""

    @classmethod
    def here(
        cls,
        directory: str | os.PathLike[str] = ".",
        *,
        hermes: str | None = None,
        hermes_home: str | None = None,
        profile: str | None = None,
        context_length: object = None,
        max_chars: object = None,
    ) -> Self:
        """The situation in *directory* on this machine, looked at afresh.

        The other arguments are those of :func:`~.settings.settings.find_settings`.

        Raises:
            SettingsError: no such release, home or profile.
        """
        disk = Disk()
        settings = find_settings(
            hermes=hermes,
            hermes_home=hermes_home,
            profile=profile,
            context_length=context_length,
            max_chars=max_chars,
            disk=disk,
        )
        return cls(Path(directory), settings, disk)

    @property
    def ruleset(self) -> Ruleset:
        """The release that is asked."""
        return self.settings.ruleset
