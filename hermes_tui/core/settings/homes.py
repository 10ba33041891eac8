"""Where the user's home and Hermes' own are, and which profile is in force (``sessions.md`` 1.1)."""

import os
import re
from pathlib import Path
from typing import NamedTuple

from hermes_tui.core.filesystem.disk import Disk
from hermes_tui.core.filesystem.file_content import Unreadable
from hermes_tui.core.filesystem.portable import user_home, usual_hermes_home
from hermes_tui.core.releases.lookup import Ruleset
from hermes_tui.core.settings.keys import shown_value

_STICKY = "active_profile"
"""The file that names the profile of those who name none."""

_MOST_BYTES = 100_000
"""Of that file: the name has 64 characters, and what is longer names no profile."""
_DEFAULT = "default"
"""The profile that is the root itself."""
_PROFILE_NAME = r"[a-z0-9][a-z0-9_-]{0,63}"
_RESERVED = ("hermes", "test", "tmp", "root", "sudo")
_MARKERS = ("config.yaml", ".env", "SOUL.md", "profile.yaml", "auth.json", "state.db")
"""Files of which a profile has one."""
_DELETED = ".deleted"
_NOT_THERE = "a profile that is not there"


class ChosenHome(NamedTuple):
    """Hermes' home."""

    path: Path
    origin: str
    """Why that home."""
    sticky: Path
    """The ``active_profile`` that decides where nothing else does."""
    notes: tuple[str, ...] = ()
    """What is wrong with it, each in a sentence; what comes from a file stands behind a colon."""


class NoProfileError(ValueError):
    """There is no such profile; the message is a phrase about it."""


def find_home(
    typed: str | None, configured: str, profile: str | None, home: Path, ruleset: Ruleset, disk: Disk
) -> ChosenHome:
    """The home that applies.

    Args:
        typed: in place of *configured*; the profile in force is not asked for then.
        configured: ``$HERMES_HOME``, empty where it is not set.
        profile: the name of a profile of that home.
        home: the user's.
        ruleset: the release that is asked.
        disk: what is known of the file system already.

    Raises:
        ValueError: no such home or profile; the message is a sentence.
    """
    given = configured if typed is None else typed
    source = "HERMES_HOME" if typed is None else "--home"
    usual = usual_hermes_home(home, in_app_data=ruleset.home_in_app_data)
    base = Path(given) if given else usual
    origin = source if given else "default"
    if typed is not None and not disk.is_directory(base):
        raise ValueError(f"--home: {typed!r} is not a directory")
    sticky = _root_of_all(base, usual, disk) / _STICKY
    profiles = sticky.parent if ruleset.profiles_of_default_home else _own_root(base)
    if profile is not None:
        try:
            found = _profile_home(profile, profiles, ruleset, disk)
        except NoProfileError as error:
            known = f"there is no profile {profile!r} in {str(profiles / 'profiles')!r}"
            more = "" if str(error) == _NOT_THERE else f": that is {error}"
            raise ValueError(f"--profile: {known}{more}") from None
        return ChosenHome(found, f"--profile {profile}", sticky)
    if typed is not None or _own_root(base) != base:
        return ChosenHome(base, origin, sticky)
    try:
        active = _active_profile(sticky, ruleset, disk)
    except ValueError as error:
        note = f"{_STICKY} is not read, and the rules are shown as if the file were not there: {error}"
        return ChosenHome(base, origin, sticky, (note,))
    if active in ("", _DEFAULT):
        return ChosenHome(base, origin, sticky)
    try:
        found = _profile_home(active, profiles, ruleset, disk)
    except NoProfileError as error:
        note = (
            f"{_STICKY} names {error}, and Hermes ends with an error instead of starting a session; "
            f"the rules are shown as if the file were not there: {shown_value(active)}"
        )
        return ChosenHome(base, origin, sticky, (note,))
    return ChosenHome(found, f"profile {active}, from {_STICKY}", sticky)


def soul_location(
    home: str | os.PathLike[str] | None, hermes_home: str | os.PathLike[str] | None, ruleset: Ruleset
) -> Path:
    """Where ``SOUL.md`` would be."""
    given = os.fspath(hermes_home) if hermes_home is not None else os.environ.get("HERMES_HOME", "")
    base = os.fspath(home if home is not None else user_home(os.environ))
    if given.strip():
        return Path(expanded(given, base) if ruleset.expands_hermes_home else given) / "SOUL.md"
    return usual_hermes_home(Path(base), in_app_data=ruleset.home_in_app_data) / "SOUL.md"


def expanded(path: str, home: str) -> str:
    """*path* with ``$NAME`` and a leading ``~`` replaced, as a shell does."""
    path = os.path.expandvars(path)
    return home + path[1:] if path == "~" or path.startswith("~/") else os.path.expanduser(path)


def _own_root(base: Path) -> Path:
    """The home that has the profiles: *base* may be one of them."""
    return base.parent.parent if base.parent.name == "profiles" else base


def _root_of_all(base: Path, usual: Path, disk: Disk) -> Path:
    """The home whose ``active_profile`` counts: the *usual* one has the say about all that is inside it."""
    try:
        if disk.resolve(base).is_relative_to(disk.resolve(usual)):
            return usual
    except (OSError, RuntimeError, ValueError):
        pass
    return _own_root(base)


def _active_profile(sticky: Path, ruleset: Ruleset, disk: Disk) -> str:
    """The name in the file; empty where there is none.

    Raises:
        ValueError: it is too much to be one; the message says how much.
    """
    if not disk.is_file(sticky):
        return ""
    content = disk.read_within(sticky, _MOST_BYTES)
    if content.why is Unreadable.TOO_LARGE:
        raise ValueError(content.detail)
    text = content.text or ""
    return (text.removeprefix("\ufeff") if ruleset.codec_drops_bom else text).strip()


def _profile_home(name: str, root: Path, ruleset: Ruleset, disk: Disk) -> Path:
    """The home of the profile called *name*.

    Raises:
        NoProfileError: there is none.
    """
    name = name.strip()
    if name.casefold() == _DEFAULT:
        return root
    name = name.lower()
    if re.fullmatch(_PROFILE_NAME, name) is None:
        raise NoProfileError("a word that can be no profile's name")
    if name in _RESERVED:
        raise NoProfileError("a name that Hermes keeps for itself")
    directory = root / "profiles" / name
    if not disk.is_directory(directory):
        raise NoProfileError(_NOT_THERE)
    if ruleset.profiles_can_be_deleted and disk.exists(directory.parent / _DELETED / name):
        raise NoProfileError("a profile that was deleted")
    if ruleset.profiles_need_a_file and not _has_marker(directory, disk):
        raise NoProfileError("a profile that has nothing in it")
    return directory


def _has_marker(directory: Path, disk: Disk) -> bool:
    return any(disk.is_file(path) or disk.is_link(path) for path in (directory / name for name in _MARKERS))
