"""Scripts that complete the command line in a shell: directories, files, releases, codes, sessions."""

import argparse
import re
from collections.abc import Callable, Iterator
from typing import Any

SHELLS = ("bash", "zsh", "tcsh", "fish", "powershell")

_HARMLESS = re.compile(r"[A-Za-z0-9_.:-]+")
"""Bash carries out what else stands in a word that it is to offer."""
_VALUES = "hermes-tui --print-values"
"""Asked by a script for what it cannot know when it is made."""


def script(parser: argparse.ArgumentParser, shell: str) -> str:
    """The script for *shell* that completes what *parser* takes."""
    import shtab

    kinds: dict[str, Any] = {
        "DIRECTORY": shtab.DIRECTORY,
        "DIR": shtab.DIRECTORY,
        "FILE": shtab.FILE,
        "PATH": shtab.FILE,
        "TEXT|FILE": shtab.FILE,
        "VERSION": shtab.cmd(f"{_VALUES} releases"),
        "OLD": shtab.cmd(f"{_VALUES} releases"),
        "NEW": shtab.cmd(f"{_VALUES} releases"),
        "CODE": shtab.cmd(f"{_VALUES} codes"),
        "CODES": shtab.cmd(f"{_VALUES} codes"),
        "SESSION": shtab.cmd(f"{_VALUES} sessions"),
        "PROFILE": shtab.cmd(f"{_VALUES} profiles"),
        "THEME": shtab.cmd(f"{_VALUES} themes"),
    }
    for action in _actions(parser):
        if isinstance(action.metavar, str) and action.metavar in kinds:
            action.complete = kinds[action.metavar]  # type: ignore[attr-defined] # as shtab wants it
    text: str = shtab.complete(parser, shell)
    return text


def _actions(parser: argparse.ArgumentParser) -> Iterator[argparse.Action]:
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            for below in action.choices.values():
                yield from _actions(below)
        else:
            yield action


def values(kind: str) -> Iterator[str]:
    """What can be typed for *kind*, one of :data:`KINDS`; nothing where it cannot be found out."""
    try:
        for value in KINDS[kind]():
            if _HARMLESS.fullmatch(value):
                yield value
    except (OSError, ValueError):
        return


def _releases() -> Iterator[str]:
    from hermes_tui.core.releases.lookup import RELEASES

    yield from (release.name for release in RELEASES)
    yield from ("latest", "documented", "installed")


def _codes() -> Iterator[str]:
    from hermes_tui.core.codes.catalogue import CODES

    return (code.id for code in CODES)


def _profiles() -> Iterator[str]:
    from hermes_tui.core.filesystem.disk import Disk
    from hermes_tui.core.settings.settings import find_settings

    disk = Disk()
    directory = find_settings(disk=disk).hermes_home / "profiles"
    return iter(disk.names(directory))


def _sessions() -> Iterator[str]:
    from hermes_tui.core.filesystem.disk import Disk
    from hermes_tui.core.recordings.catalog import each_session, find_databases
    from hermes_tui.core.settings.settings import find_settings

    databases = find_databases(find_settings(disk=Disk()).hermes_home)
    return (listed.session.id for listed in each_session(databases, []))


def _themes() -> Iterator[str]:
    from textual.theme import BUILTIN_THEMES

    from hermes_tui.tui.themes import THEMES

    return iter(sorted({*BUILTIN_THEMES, *(own.name for own in THEMES)}))


KINDS: dict[str, Callable[[], Iterator[str]]] = {
    "releases": _releases,
    "codes": _codes,
    "profiles": _profiles,
    "sessions": _sessions,
    "themes": _themes,
}
"""What a script asks for."""
