"""Which release, which home and which settings apply here. Nothing of Hermes is run to find out.

Sources: ``rules.md`` 1.8 and ``sessions.md`` 1.1 (homes and profiles). A setting that cannot be read is
left out and said in :attr:`Settings.notes`; only what the user typed is an error.
"""

import math
import os
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple

from hermes_tui.core.filesystem.disk import Disk
from hermes_tui.core.filesystem.portable import user_home
from hermes_tui.core.releases.lookup import DOCUMENTED, Ruleset, get_ruleset
from hermes_tui.core.settings.config_file import NAME, configuration_paths, find_configuration
from hermes_tui.core.settings.homes import expanded, find_home
from hermes_tui.core.settings.keys import CONTEXT_LENGTH, LONGEST_WAIT, MAX_CHARS, READ_TIMEOUT

_SETTINGS = {"context_length": CONTEXT_LENGTH, "max_chars": MAX_CHARS}
"""What is typed, by its name in ``config.yaml``."""
QUICK = 100_000
"""Bytes of configuration that are read at once: YAML of so many takes a tenth of a second, or three."""


INSTALLED = "installed"
"""In place of a release: the one on this machine, whatever a file says."""


class SettingsError(ValueError):
    """What the user asked for cannot be had; the message is a sentence for them; more may follow."""


class Typed(NamedTuple):
    """What somebody asked for; the arguments of :func:`find_settings`."""

    hermes: str | None = None
    hermes_home: str | None = None
    profile: str | None = None
    context_length: object = None
    max_chars: object = None
    origins: Mapping[str, Path] = MappingProxyType({})
    """By name of one of these: the file that says so in place of somebody who types."""


class Settings(NamedTuple):
    """Everything that an inspection needs besides the directory."""

    ruleset: Ruleset
    origin: str
    """Why this ruleset: ``--hermes``, the Hermes installed here, or none found."""
    home: Path
    """The user's home."""
    hermes_home: Path
    """Where ``SOUL.md`` and ``config.yaml`` are."""
    home_origin: str
    """Why that home."""
    context_length: object = None
    """The model's, in tokens, as given or configured."""
    max_chars: object = None
    """``context_file_max_chars``, as given or configured."""
    notes: tuple[str, ...] = ()
    """What could not be read or comes from elsewhere, each in a sentence; what comes from a file stands
    behind a colon."""
    config: Mapping[str, object] = MappingProxyType({})
    """All that is configured, as Hermes uses it."""
    origins: Mapping[str, Path] = MappingProxyType({})
    """The file that a setting about context files comes from; one that is missing here was given."""
    decided_by: tuple[Path, ...] = ()
    """Files that decided about them."""
    typed: Typed | None = None
    """What they were found for; ``None``: they were put together otherwise, and are never found again."""
    is_read: bool = True
    """``False``: what is configured is not known yet, for it takes long to read."""

    @property
    def sources(self) -> tuple[Path, ...]:
        """The files that decide about them, there or not."""
        return tuple(dict.fromkeys((self.hermes_home / NAME, *self.decided_by)))

    # Each of these is as if it had been typed: find_again() then reads what the other release or home says.

    def by_release(self, ruleset: Ruleset, origin: str) -> "Settings":
        """The same for another release."""
        return self._replace(ruleset=ruleset, origin=origin, typed=self._typing(hermes=ruleset.name))

    def at_home(self, hermes_home: Path) -> "Settings":
        """The same with another Hermes home."""
        hermes_home = _whole(hermes_home)
        typed = self._typing(hermes_home=str(hermes_home), profile=None)
        return self._replace(hermes_home=hermes_home, typed=typed)

    def with_cap(self, *, context_length: object = None, max_chars: object = None) -> "Settings":
        """The same with another context length (tokens) or ``context_file_max_chars``, if it is given."""
        given = {"context_length": context_length, "max_chars": max_chars}
        changed: dict[str, Any] = {name: value for name, value in given.items() if value is not None}
        replaced = [_SETTINGS[name] for name in changed]
        origins = {name: path for name, path in self.origins.items() if name not in replaced}
        return self._replace(**changed, origins=origins, typed=self._typing(**changed))

    def _typing(self, **typed: Any) -> Typed | None:
        if self.typed is None:
            return None
        origins = {name: path for name, path in self.typed.origins.items() if name not in typed}
        return self.typed._replace(**typed, origins=origins)


def find_settings(
    *,
    hermes: str | None = None,
    hermes_home: str | None = None,
    profile: str | None = None,
    context_length: object = None,
    max_chars: object = None,
    origins: Mapping[str, Path] = MappingProxyType({}),
    environ: Mapping[str, str] | None = None,
    disk: Disk | None = None,
) -> Settings:
    """What applies here, from what the user typed, the environment and ``config.yaml``.

    Args:
        hermes: a release, ``latest`` or ``documented``; ``None``: the Hermes installed here.
        hermes_home: in place of ``$HERMES_HOME``.
        profile: a profile of that home.
        context_length: in place of ``model.context_length``.
        max_chars: in place of ``context_file_max_chars``.
        origins: by name of one of these, the file that says so: nobody typed it.
        environ: in place of ``os.environ``.
        disk: what is known of the file system already.

    Raises:
        SettingsError: no such release, home or profile.
    """
    environ = os.environ if environ is None else environ
    disk = disk or Disk()
    typed = Typed(hermes, hermes_home, profile, context_length, max_chars, origins)
    return _configured(_chosen(typed, environ, disk), environ, disk)


def find_quick_settings(typed: Typed, disk: Disk) -> Settings:
    """The same, but without a configuration that takes long to read: :func:`find_again` reads it.

    Raises:
        SettingsError: no such release, home or profile.
    """
    settings = _chosen(typed, os.environ, disk)
    paths = configuration_paths(settings.hermes_home, settings.ruleset, os.environ)
    if sum(disk.node(path).size for path in paths) > QUICK:
        return settings
    return _configured(settings, os.environ, disk)


def _chosen(typed: Typed, environ: Mapping[str, str], disk: Disk) -> Settings:
    """The release and the homes, before any configuration is read."""
    notes: list[str] = []
    home = user_home(environ)
    ruleset, origin = _release(typed, home, environ, disk, notes)
    given = environ.get("HERMES_HOME", "").strip()
    if ruleset.expands_hermes_home:
        given = expanded(given, str(home))
    try:
        chosen = find_home(typed.hermes_home, given, typed.profile, home, ruleset, disk)
    except ValueError as error:
        raise SettingsError(str(error)) from None
    return Settings(
        ruleset=ruleset,
        origin=origin,
        home=home,
        hermes_home=_whole(chosen.path),
        home_origin=chosen.origin,
        context_length=typed.context_length,
        max_chars=typed.max_chars,
        notes=tuple(dict.fromkeys((*notes, *chosen.notes))),
        decided_by=(_whole(chosen.sticky),),
        typed=typed,
        is_read=False,
    )


def _configured(settings: Settings, environ: Mapping[str, str], disk: Disk) -> Settings:
    """*settings* with what is configured, where nothing else was typed."""
    ruleset = settings.ruleset
    configuration = find_configuration(settings.hermes_home, ruleset, environ, disk)
    given = {CONTEXT_LENGTH: settings.context_length, MAX_CHARS: settings.max_chars}
    origins = {name: path for name, path in configuration.origins.items() if given.get(name) is None}
    typed = settings.typed.origins if settings.typed is not None else {}
    ours = {setting: typed[name] for name, setting in _SETTINGS.items() if name in typed}
    origins |= ours
    managed = [name for name, path in origins.items() if path == configuration.managed]
    notes: list[str] = []
    if managed and ruleset.cap_from_config:
        notes.append(f"The managed configuration decides {', '.join(managed)}: {configuration.managed}")
    notes.extend(
        f"{path.name} decides {setting} here, and {NAME} says otherwise"
        for setting, path in ours.items()
        if configuration.values.get(setting, given[setting]) != given[setting]
    )
    ruleset = _with_timeout(ruleset, configuration.values.get(READ_TIMEOUT), notes)
    length, chars = given.values()
    return settings._replace(
        ruleset=ruleset,
        context_length=configuration.context_length if length is None else length,
        max_chars=configuration.values.get(MAX_CHARS) if chars is None else chars,
        notes=tuple(dict.fromkeys((*settings.notes, *notes, *configuration.notes))),
        config=configuration.values,
        origins=origins,
        decided_by=(*settings.decided_by, *configuration.sources),
        is_read=True,
    )


def find_again(settings: Settings, disk: Disk) -> Settings:
    """What applies now, for what was asked then; :attr:`Settings.notes` says what cannot be had any more."""
    typed = settings.typed
    if typed is None:
        return settings
    environ = {**os.environ, "HOME": str(settings.home)}
    try:
        found = find_settings(**typed._asdict(), environ=environ, disk=disk)
    except SettingsError as error:
        return settings._replace(notes=(str(error),), is_read=True)
    if typed.hermes is not None:
        found = found._replace(origin=settings.origin)
    return found if typed.hermes_home is None else found._replace(home_origin=settings.home_origin)


def _release(
    typed: Typed, home: Path, environ: Mapping[str, str], disk: Disk, notes: list[str]
) -> tuple[Ruleset, str]:
    """The release that is asked for, else the installed one, and why; what else to say goes to *notes*."""
    asked, file = typed.hermes, typed.origins.get("hermes")
    if asked is None or asked == INSTALLED:
        from hermes_tui.core.settings.installed import find_installed

        ruleset, origin = find_installed(home, environ, disk, notes)
    else:
        try:
            ruleset, origin = get_ruleset(asked), file.name if file is not None else "--hermes"
        except ValueError as error:
            raise SettingsError(f"--hermes: {error}") from None
        if file is not None:
            _say_what_is_installed(ruleset, file, home, environ, disk, notes)
    if ruleset.note and ruleset is not DOCUMENTED:  # which is what somebody without Hermes gets, and sees
        notes.append(ruleset.note)
    return ruleset, origin


def _say_what_is_installed(
    ruleset: Ruleset, file: Path, home: Path, environ: Mapping[str, str], disk: Disk, notes: list[str]
) -> None:
    """A note where a *file* chose another release than the one that runs here."""
    from hermes_tui.core.settings.installed import find_installed

    installed, _ = find_installed(home, environ, disk, [])
    if installed is not DOCUMENTED and installed.name != ruleset.name:
        notes.append(
            f"Hermes {installed.name} is installed here, and {file.name} asks for {ruleset.name}: "
            f"--hermes {INSTALLED} shows yours"
        )


def _with_timeout(ruleset: Ruleset, configured: object, notes: list[str]) -> Ruleset:
    """*ruleset* with the time that is *configured* for reading a file, where the release has one."""
    timeout = _timeout(configured)
    if ruleset.read_timeout is None or timeout is None:
        return ruleset
    if timeout > LONGEST_WAIT:
        notes.append(
            f"{READ_TIMEOUT} is longer than Python can wait, and this release then takes every context "
            "file for one that cannot be read (a file may slip through)"
        )
    return ruleset._replace(read_timeout=timeout)


def _whole(path: Path) -> Path:
    """*path* from the root of the disk: what is told of it can be followed from anywhere."""
    try:
        return path.resolve() if ".." in path.parts else path.absolute()
    except (OSError, RuntimeError):  # the working directory is gone
        return path


def _timeout(value: object) -> float | None:
    """Seconds, where *value* is a number above 0."""
    if not isinstance(value, int | float) or not value > 0:
        return None
    try:
        return float(value)
    except OverflowError:
        return math.inf
