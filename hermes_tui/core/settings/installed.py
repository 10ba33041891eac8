"""Which Hermes is installed here: told from its metadata, and nothing of it is run (``releases.md`` 1)."""

import os
import re
from collections.abc import Iterator, Mapping
from pathlib import Path

from hermes_tui.core.filesystem.disk import Disk
from hermes_tui.core.filesystem.portable import program_names, usual_hermes_home
from hermes_tui.core.releases.lookup import DOCUMENTED, Ruleset, get_ruleset

# Compiled where they are used: most machines have no Hermes to look into.
_DISTRIBUTION = r"hermes_agent(?:_\w+)?-(?P<version>[^-]+)\.dist-info"
_PYPROJECT_VERSION = r'(?m)^[^\S\n]*version\s*=\s*["\']([^"\']+)["\']'
_INTERPRETER = r"(/[^\s'\"]+/bin)/(?:python[\d.]*|hermes)\b"
_LONGEST_SCRIPT = 8_192
_MOST_BYTES = 1_000_000
"""Of Hermes' ``pyproject.toml``."""


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


def find_installed(
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
    hermes_home = Path(environ.get("HERMES_HOME", "").strip() or usual_hermes_home(home, in_app_data=True))
    checkout = hermes_home / "hermes-agent"
    project = checkout / "pyproject.toml"
    text = disk.read_within(project, _MOST_BYTES).text if disk.is_file(project) else None
    match = re.search(_PYPROJECT_VERSION, text or "")
    if match:
        yield match[1], str(checkout)


def _on_path(name: str, environ: Mapping[str, str]) -> Path | None:
    """The command that a shell would run. (Importing ``shutil`` for this takes 2 ms.)"""
    for directory in environ.get("PATH", os.defpath).split(os.pathsep):
        for file in program_names(name, environ):
            command = os.path.join(directory or os.curdir, file)
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
