"""Reads what is configured for this program: ``.hermes-tui.toml`` of a repository, ``config.toml`` of a user.

A repository is not trusted: its file may only hold what cannot harm whoever looks at it. Whatever is wrong in
either file is told with its line.
"""

import os
import sys
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple, cast

from hermes_tui.core.filesystem.disk import Disk

if TYPE_CHECKING:
    from hermes_tui.core.configuration.keys import Budgets, PathRule
    from hermes_tui.core.configuration.reading import Origin

REPOSITORY_FILE = ".hermes-tui.toml"
USER_FILE = "config.toml"


class ToolConfiguration(NamedTuple):
    """What is configured; by key, and for a table ``budgets.file``."""

    values: Mapping[str, object] = MappingProxyType({})
    paths: Mapping[str, Path] = MappingProxyType({})
    """The file that a value comes from."""
    files: tuple[Path, ...] = ()
    """Those that are there: the repository's, the user's."""

    @property
    def ignore(self) -> tuple[str, ...]:
        """Codes that do not count."""
        return cast(tuple[str, ...], self.values.get("ignore", ()))

    @property
    def per_path(self) -> "tuple[PathRule, ...]":
        """Codes that do not count for some files."""
        return cast("tuple[PathRule, ...]", self.values.get("per-path", ()))

    @property
    def budgets(self) -> "Budgets":
        """What is to stay within some characters."""
        from hermes_tui.core.configuration.keys import Budgets

        return Budgets(*(cast(int | None, self.values.get(f"budgets.{name}")) for name in Budgets._fields))

    @property
    def keymap(self) -> Mapping[str, str]:
        """Keys by the command that they are for, as the user wrote them."""
        return cast(Mapping[str, str], self.values.get("keymap", {}))

    @property
    def theme(self) -> str | None:
        """Colours of the screen."""
        return cast(str | None, self.values.get("theme"))

    def text(self, key: str) -> str | None:
        """The value of *key*, which is a text."""
        return cast(str | None, self.values.get(key))

    def origin(self, key: str, disk: Disk) -> "Origin | None":
        """Where the value of *key* stands."""
        from hermes_tui.core.configuration.reading import Origin, line_of

        path = self.paths.get(key)
        if path is None:
            return None
        return Origin(path, line_of(disk.read(path).text or "", tuple(key.split("."))))


NOTHING_CONFIGURED = ToolConfiguration()


def find_tool_configuration(
    directory: Path, disk: Disk, environ: Mapping[str, str] | None = None
) -> ToolConfiguration:
    """What is configured for *directory*: the repository's file comes before the user's.

    Args:
        directory: where a session starts.
        disk: what is known of the file system already.
        environ: in place of ``os.environ``.

    Raises:
        SettingsError: a file cannot be read, or has a key or a value that is none.
    """
    values: dict[str, object] = {}
    paths: dict[str, Path] = {}
    files: list[Path] = []
    own = user_file(os.environ if environ is None else environ)
    for path in (own, repository_file(directory, disk)):
        if path is not None and disk.exists(path):
            from hermes_tui.core.configuration.reading import File

            found = File(path, disk, is_users=path == own).values()
            values.update(found)
            paths.update(dict.fromkeys(found, path))
            files.insert(0, path)
    return ToolConfiguration(values, paths, tuple(files))


def repository_file(directory: Path, disk: Disk) -> Path | None:
    """The nearest file, from *directory* upwards to the git root; outside of git only there."""
    directory = disk.resolve(directory)
    found: Path | None = None
    for place in (directory, *directory.parents):
        if found is None and disk.present(place, (REPOSITORY_FILE,)):
            found = place / REPOSITORY_FILE
        if disk.exists(place / ".git"):
            return found
    here = directory / REPOSITORY_FILE
    return here if found == here else None


def user_file(environ: Mapping[str, str]) -> Path | None:
    """Where the user's own file is, there or not; ``None`` where nobody knows.

    (Importing ``platformdirs`` takes 8 ms of an answer, so it is asked only where there is more to know.)
    """
    system: str = sys.platform
    if system in ("win32", "darwin"):
        from platformdirs import user_config_path

        return user_config_path("hermes-tui") / USER_FILE
    place, home = environ.get("XDG_CONFIG_HOME", "").strip(), environ.get("HOME", "")
    if not place and not home:
        return None
    return Path(place or os.path.join(home, ".config"), "hermes-tui", USER_FILE)
