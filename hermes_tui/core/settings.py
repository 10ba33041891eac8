"""Which release, which home and which settings apply here. Nothing of Hermes is run to find out.

Sources: ``rules.md`` 1.8 and ``sessions.md`` 1.1 (homes and profiles). A setting that cannot be read is
left out and said in :attr:`Settings.notes`; only what the user typed is an error.
"""

import os
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple

from hermes_tui.core.disk import Disk
from hermes_tui.core.homes import expanded
from hermes_tui.core.rulesets import DOCUMENTED, Ruleset, get_ruleset
from hermes_tui.core.setting_values import shown_value

_LONGEST_WAIT = 10**9
"""Seconds of a time-out that never comes."""


class SettingsError(ValueError):
    """What the user asked for cannot be had; the message is a sentence for them; more may follow."""


class Typed(NamedTuple):
    """What somebody asked for; the arguments of :func:`find_settings`."""

    hermes: str | None = None
    hermes_home: str | None = None
    profile: str | None = None
    context_length: object = None
    max_chars: object = None


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
    """What could not be read, each in a sentence; what comes from a file stands behind a colon."""
    config: Mapping[str, object] = MappingProxyType({})
    """``config.yaml`` of that home, as it is."""
    typed: Typed | None = None
    """What they were found for; ``None``: they were put together otherwise, and are never found again."""

    @property
    def sources(self) -> tuple[Path, ...]:
        """The files that decide about them, there or not."""
        return self.hermes_home / "config.yaml", _root_of(self.hermes_home) / "active_profile"

    # Each of these is as if it had been typed: find_again() then reads what the other release or home says.

    def by_release(self, ruleset: Ruleset, origin: str) -> "Settings":
        """The same for another release."""
        return self._replace(ruleset=ruleset, origin=origin, typed=self._typing(hermes=ruleset.name))

    def at_home(self, hermes_home: Path) -> "Settings":
        """The same with another Hermes home."""
        typed = self._typing(hermes_home=str(hermes_home), profile=None)
        return self._replace(hermes_home=hermes_home, typed=typed)

    def with_cap(self, *, context_length: object = None, max_chars: object = None) -> "Settings":
        """The same with another context length (tokens) or ``context_file_max_chars``, if it is given."""
        given = {"context_length": context_length, "max_chars": max_chars}
        changed = {name: value for name, value in given.items() if value is not None}
        return self._replace(**changed, typed=self._typing(**changed))  # type: ignore[arg-type]

    def _typing(self, **typed: Any) -> Typed | None:
        return self.typed._replace(**typed) if self.typed is not None else None


def find_settings(
    *,
    hermes: str | None = None,
    hermes_home: str | None = None,
    profile: str | None = None,
    context_length: object = None,
    max_chars: object = None,
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
        environ: in place of ``os.environ``.
        disk: what is known of the file system already.

    Raises:
        SettingsError: no such release, home or profile.
    """
    environ = os.environ if environ is None else environ
    disk = disk or Disk()
    notes: list[str] = []
    home = Path(environ.get("HOME") or Path.home())
    if hermes is not None:
        try:
            ruleset, origin = get_ruleset(hermes), "--hermes"
        except ValueError as error:
            raise SettingsError(f"--hermes: {error}") from None
    else:
        ruleset, origin = _find_installed(home, environ, disk, notes)
    if ruleset.note and ruleset is not DOCUMENTED:  # which is what somebody without Hermes gets, and sees
        notes.append(ruleset.note)
    given = environ.get("HERMES_HOME", "").strip()
    if ruleset.expands_hermes_home:
        given = expanded(given, str(home))
    chosen, home_origin = _find_home(hermes_home, given, profile, home, disk, notes)
    config = _read_config(chosen / "config.yaml", ruleset, disk, notes)
    model = config.get("model")
    configured_length = model.get("context_length") if isinstance(model, dict) else None
    timeout = config.get("context_file_read_timeout")
    if ruleset.read_timeout is not None and isinstance(timeout, int | float) and timeout > 0:
        ruleset = ruleset._replace(read_timeout=float(min(timeout, _LONGEST_WAIT)))
    return Settings(
        ruleset=ruleset,
        origin=origin,
        home=home,
        hermes_home=chosen,
        home_origin=home_origin,
        context_length=configured_length if context_length is None else context_length,
        max_chars=config.get("context_file_max_chars") if max_chars is None else max_chars,
        notes=tuple(dict.fromkeys(notes)),
        config=config,
        typed=Typed(hermes, hermes_home, profile, context_length, max_chars),
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
        return settings._replace(notes=(str(error),))
    if typed.hermes is not None:
        found = found._replace(origin=settings.origin)
    return found if typed.hermes_home is None else found._replace(home_origin=settings.home_origin)


# ── the home ──


def _root_of(home: Path) -> Path:
    """The home that has the profiles: *home* may be one of them."""
    return home.parent.parent if home.parent.name == "profiles" else home


def _find_home(
    typed: str | None, configured: str, profile: str | None, home: Path, disk: Disk, notes: list[str]
) -> tuple[Path, str]:
    given = configured if typed is None else typed
    source = "HERMES_HOME" if typed is None else "--home"
    base = Path(given) if given else home / ".hermes"
    origin = source if given else "default"
    if typed is not None and not disk.is_directory(base):
        raise SettingsError(f"--home: {typed!r} is not a directory")
    root = _root_of(base)
    is_profile = root != base
    if profile is not None:
        if profile == "default":
            return root, "--profile default"
        if not disk.is_directory(root / "profiles" / profile):
            raise SettingsError(f"--profile: there is no profile {profile!r} in {str(root / 'profiles')!r}")
        return root / "profiles" / profile, f"--profile {profile}"
    if is_profile or typed is not None:
        return base, origin
    active = (
        (disk.read(root / "active_profile").text or "").strip()
        if disk.is_file(root / "active_profile")
        else ""
    )
    if active and active != "default":
        if disk.is_directory(root / "profiles" / active):
            return root / "profiles" / active, f"profile {active}, from active_profile"
        notes.append(f"active_profile names a profile that is not there: {shown_value(active)}")
    return base, origin


def _read_config(path: Path, ruleset: Ruleset, disk: Disk, notes: list[str]) -> dict[str, object]:
    if not disk.exists(path):
        return {}
    content = disk.read(path)
    if content.text is None:
        notes.append(f"config.yaml is not used: {content.detail}")
        return {}
    from hermes_tui.core.yaml_text import InvalidYamlError, load_yaml

    try:
        config = load_yaml(content.text, strict=ruleset.yaml_is_strict)
    except InvalidYamlError as error:
        notes.append(f"config.yaml is not used: {error}")
        return {}
    if config is None:
        return {}
    if not isinstance(config, dict):
        notes.append(f"config.yaml is not used: it holds a {type(config).__name__}, not a mapping")
        return {}
    return config


# ── the release ──

# Compiled where they are used: most machines have no Hermes to look into.
_DISTRIBUTION = r"hermes_agent(?:_\w+)?-(?P<version>[^-]+)\.dist-info"
_PYPROJECT_VERSION = r'(?m)^\s*version\s*=\s*["\']([^"\']+)["\']'
_INTERPRETER = r"(/[^\s'\"]+/bin)/(?:python[\d.]*|hermes)\b"
_LONGEST_SCRIPT = 8_192


def installed_interpreters(
    environ: Mapping[str, str] | None = None, disk: Disk | None = None
) -> tuple[Path, ...]:
    """Interpreters that the ``hermes`` on PATH may belong to, the likeliest first; none is run."""
    environ = os.environ if environ is None else environ
    disk = disk or Disk()
    command = _on_path("hermes", environ)
    if command is None:
        return ()
    found = (
        directory / name
        for directory in reversed(tuple(_interpreters(command, disk)))
        for name in ("python3", "python")
        if disk.is_file(directory / name)
    )
    return tuple(dict.fromkeys(found))


def _find_installed(
    home: Path, environ: Mapping[str, str], disk: Disk, notes: list[str]
) -> tuple[Ruleset, str]:
    """The Hermes on this machine, from its metadata; else ``documented``."""
    for version, where in _installed_versions(home, environ, disk):
        try:
            return get_ruleset(version), f"Hermes {version} is installed: {where}"
        except ValueError as error:
            notes.append(f"{error} (installed: {where})")
    return DOCUMENTED, "no Hermes found here"


def _installed_versions(home: Path, environ: Mapping[str, str], disk: Disk) -> Iterator[tuple[str, str]]:
    """Versions with the place that they were read from, the most telling first."""
    command = _on_path("hermes", environ)
    if command is not None:
        for directory in _interpreters(command, disk):
            for version in _distributions(directory.parent, disk):
                yield version, str(command)
    hermes_home = Path(environ.get("HERMES_HOME", "").strip() or home / ".hermes")
    checkout = hermes_home / "hermes-agent"
    project = (
        disk.read(checkout / "pyproject.toml").text if disk.is_file(checkout / "pyproject.toml") else None
    )
    match = re.search(_PYPROJECT_VERSION, project or "")
    if match:
        yield match[1], str(checkout)


def _on_path(name: str, environ: Mapping[str, str]) -> Path | None:
    """The command that a shell would run. (Importing ``shutil`` for this takes 2 ms.)"""
    for directory in environ.get("PATH", os.defpath).split(os.pathsep):
        command = os.path.join(directory or os.curdir, name)
        if os.path.isfile(command) and os.access(command, os.X_OK):
            return Path(command)
    return None


def _interpreters(command: Path, disk: Disk) -> Iterator[Path]:
    """``bin`` directories of the interpreters that the command may belong to; nothing is run."""
    yield command.parent
    try:
        real = disk.resolve(command)
    except (OSError, RuntimeError):
        return
    yield real.parent
    if disk.node(real).size > _LONGEST_SCRIPT:
        return
    for match in re.finditer(_INTERPRETER, disk.read(real).text or ""):
        yield Path(match[1])


def _distributions(prefix: Path, disk: Disk) -> Iterator[str]:
    """Versions of Hermes in the site-packages below *prefix*."""
    for library in ("lib", "lib64"):
        for python in disk.names(prefix / library):
            if not python.startswith("python"):
                continue
            for packages in ("site-packages", "dist-packages"):
                for name in disk.names(prefix / library / python / packages):
                    match = re.fullmatch(_DISTRIBUTION, name)
                    if match:
                        yield match["version"]
