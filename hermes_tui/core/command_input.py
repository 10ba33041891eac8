"""What the commands ``why`` and ``check`` share: the directory, the settings, the exit status."""

import argparse
from pathlib import Path

from hermes_tui.core.disk import Disk
from hermes_tui.core.settings import Settings, SettingsError, find_settings


def add_directory(parser: argparse.ArgumentParser) -> None:
    """Where the session starts."""
    parser.add_argument(
        "directory", nargs="?", default=Path(), type=Path, metavar="DIRECTORY", help="default: here"
    )


def directory_of(options: argparse.Namespace) -> Path:
    """The directory that was typed.

    Raises:
        SettingsError: there is none.
    """
    directory: Path = options.directory
    try:
        if directory.is_dir():
            return directory
        there = directory.exists()
    except OSError as error:
        raise SettingsError(f"{str(directory)!r} cannot be looked at: {error.strerror}") from None
    except ValueError as error:
        raise SettingsError(f"{str(directory)!r} is no path: {error}") from None
    raise SettingsError(
        f"{str(directory)!r} is not a directory" if there else f"there is no directory {str(directory)!r}"
    )


def settings_of(options: argparse.Namespace, disk: Disk) -> Settings:
    """The release, the homes and the cap, from the options that every command has.

    Raises:
        SettingsError: no such release, home or profile.
    """
    return find_settings(
        hermes=getattr(options, "hermes", None),
        hermes_home=getattr(options, "home", None),
        profile=getattr(options, "profile", None),
        context_length=getattr(options, "context_length", None),
        max_chars=getattr(options, "max_chars", None),
        disk=disk,
    )


def print_json(answer: object) -> None:
    """ASCII only: names and reasons may hold what a terminal would act on."""
    import json

    print(json.dumps(answer, indent=2))
