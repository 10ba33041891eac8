"""Files that Hermes keeps its own tools from reading: the deny-list that linked hints must pass."""

from collections.abc import Iterator
from pathlib import Path

from hermes_tui.core.filesystem.disk import Disk
from hermes_tui.core.filesystem.portable import usual_hermes_home

_SECRET_NAMES = frozenset(
    (".env", ".env.local", ".env.development", ".env.production", ".env.test", ".env.staging", ".envrc")
)
"""Denied anywhere, ignoring case."""
_STORES = (
    "auth.json",
    "auth.lock",
    ".anthropic_oauth.json",
    ".env",
    "webhook_subscriptions.json",
    "auth/google_oauth.json",
    "cache/bws_cache.json",
)
"""Files below a Hermes home."""
_SECRET_DIRECTORIES = ("skills/.hub", "mcp-tokens", "browser-profile", "vault")
"""Directories below a Hermes home."""


class ReadDenial:
    """The deny-list, for one home and one Hermes home."""

    def __init__(self, home: str, hermes_home: str, disk: Disk) -> None:
        """*hermes_home* may be empty: then it is ``~/.hermes``."""
        self._home = Path(home)
        self._given = hermes_home.strip()
        self._disk = disk

    def reason(self, path: Path) -> str:
        """Why the file at *path* (links followed) may not be read, as part of a sentence; or nothing."""
        if path.name.lower() in _SECRET_NAMES:
            return f"{path.name} holds secrets"
        files, directories = self._disk.remember(("read denial", self._home, self._given), self._places)
        if path in files:
            return f"{path.name} is one of Hermes' stores of credentials"
        for directory in directories:
            if path.parts[: len(directory.parts)] == directory.parts:
                return f"{directory.name} belongs to Hermes' own secrets and caches"
        return ""

    def _places(self) -> tuple[frozenset[Path], tuple[Path, ...]]:
        homes = [place for home in self._hermes_homes() for place in self._resolved(home)]
        files = (place for home in homes for name in _STORES for place in self._resolved(home / name))
        hub, *others = _SECRET_DIRECTORIES
        directories = [home / hub for home in homes]  # links in it are not followed
        directories += (place for home in homes for name in others for place in self._resolved(home / name))
        return frozenset(files), tuple(directories)

    def _hermes_homes(self) -> tuple[Path, ...]:
        """The Hermes home, and the one that profiles share."""
        usual = usual_hermes_home(self._home, in_app_data=True)  # no release before 0.16 denies anything
        if not self._given:
            return (usual,)
        given = Path(self._given)
        if given.parts[:1] == ("~",):
            given = self._home.joinpath(*given.parts[1:])
        try:
            inside = self._disk.resolve(given).is_relative_to(self._disk.resolve(usual))
        except (OSError, RuntimeError, ValueError):
            inside = False
        if inside:
            return (given, usual)
        return (given, given.parent.parent if given.parent.name == "profiles" else given)

    def _resolved(self, path: Path) -> Iterator[Path]:
        try:
            yield self._disk.resolve(path)
        except (OSError, RuntimeError, ValueError):
            return
