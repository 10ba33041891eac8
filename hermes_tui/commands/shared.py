"""What the commands share: their arguments, the directory, the settings, the screen."""

import argparse
import os
import stat
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from hermes_tui.core.configuration.files import NOTHING_CONFIGURED, ToolConfiguration, find_tool_configuration
from hermes_tui.core.filesystem.disk import Disk
from hermes_tui.core.filesystem.file_type import ABSENT_ERRORS
from hermes_tui.core.prompt.truncation import NO_CAP
from hermes_tui.core.settings.settings import (
    Settings,
    SettingsError,
    Typed,
    find_quick_settings,
    find_settings,
)
from hermes_tui.core.situation import Situation
from hermes_tui.core.text.phrases import as_typed

if TYPE_CHECKING:
    from hermes_tui.core.sessions.steps import Planned
    from hermes_tui.demo import Step


def add_directory(parser: argparse.ArgumentParser) -> None:
    """Where the session starts."""
    parser.add_argument(
        "directory", nargs="?", default=Path(), type=path, metavar="DIRECTORY", help="default: here"
    )


def add_settings(
    parser: argparse.ArgumentParser,
    *,
    hermes: str = "the one installed here, else documented",
    home: str = "HERMES_HOME, else ~/.hermes",
) -> None:
    """Which release, home and cap apply; *hermes* and *home* say what does where none is typed."""
    group = parser.add_argument_group("which Hermes")
    group.add_argument(
        "--hermes",
        metavar="VERSION",
        help=f"0.13 to 0.22.2, 'latest', 'documented' or 'installed' (default: {hermes})",
    )
    group.add_argument("--home", metavar="DIR", type=filled, help=f"Hermes' home (default: {home})")
    group.add_argument("--profile", metavar="PROFILE", type=filled, help="a profile of that home")
    group.add_argument("--context-length", metavar="TOKENS", type=_number, help="of the model")
    group.add_argument("--max-chars", metavar="N", type=_number, help="context_file_max_chars")


def add_at(parser: argparse.ArgumentParser) -> None:
    """As of which commit."""
    parser.add_argument(
        "--at",
        metavar="REV",
        type=filled,
        help="as a checkout of this git revision would have it: a branch, a tag, HEAD~3",
    )


def add_json(parser: argparse.ArgumentParser, more: str = "") -> None:
    """Answers for a program."""
    parser.add_argument("--json", action="store_true", help=f"for a program{more}")


def add_diff(parser: argparse.ArgumentParser) -> None:
    """The remedies as a patch."""
    parser.add_argument(
        "--diff",
        action="store_true",
        help="print what can be done mechanically as a patch, for git apply in the repository's root",
    )


def add_hints_from(parser: argparse.ArgumentParser) -> None:
    """Where hints count from."""
    parser.add_argument(
        "--hints-from",
        metavar="DIR",
        type=path,
        help="where hints count from, if elsewhere: where the messenger, editor or cron was started",
    )


def anchor_of(options: argparse.Namespace) -> Path | None:
    """The directory that hints count from, if one was typed.

    Raises:
        SettingsError: there is none.
    """
    given: Path | None = getattr(options, "hints_from", None)
    if given is None:
        return None
    return Path(os.path.abspath(directory_of(argparse.Namespace(directory=given))))


def add_theme(parser: argparse.ArgumentParser) -> None:
    """Colours of the screen."""
    parser.add_argument("--theme", metavar="THEME", help="colours, such as textual-light or ansi-dark")


def theme_of(options: argparse.Namespace, configured: ToolConfiguration) -> str | None:
    """The theme that was typed, else the one that the user configured.

    Raises:
        SettingsError: there is none of that name.
    """
    theme: str | None = options.theme or configured.theme
    if theme is None:
        return None
    from textual.theme import BUILTIN_THEMES

    from hermes_tui.tui.themes import THEMES

    known = sorted({*BUILTIN_THEMES, *(own.name for own in THEMES)})
    if theme not in known:
        where = "--theme" if options.theme else configured.paths["theme"]
        raise SettingsError(f"{where}: there is no theme {theme!r}; there are {', '.join(known)}")
    return theme


def filled(text: str) -> str:
    """What was typed, if it is anything: for a path nothing would mean the working directory."""
    if not text:
        raise argparse.ArgumentTypeError("it is empty; . means here")
    return text


def path(text: str) -> Path:
    """The path that was typed."""
    return Path(filled(text))


def _number(text: str) -> float:
    """A number as ``config.yaml`` could hold it: an ``int`` where it is one."""
    value: float
    try:
        value = int(text.replace(",", "").replace("_", ""))
    except ValueError:
        try:
            value = float(text)
        except ValueError:
            raise argparse.ArgumentTypeError(f"{text!r} is no number") from None
    if not value >= 1:  # nor is "not a number"
        raise argparse.ArgumentTypeError(f"{text!r} is no whole number above 0")
    if NO_CAP < value < float("inf"):  # config.yaml can hold .inf, and Hermes fails at it
        raise argparse.ArgumentTypeError(f"{text} is too large: {NO_CAP:,} is the most")
    return value


def directory_of(options: argparse.Namespace) -> Path:
    """The directory that was typed.

    Raises:
        SettingsError: there is none.
    """
    directory: Path = options.directory
    if not directory.is_absolute() and not has_working_directory():
        raise SettingsError(HERE_IS_GONE)
    try:
        there = True
        if stat.S_ISDIR(os.stat(directory).st_mode):
            os.stat(os.path.join(directory, "."))  # may be entered, too
            return directory
    except OSError as error:
        if error.errno not in ABSENT_ERRORS:
            raise SettingsError(f"{as_typed(str(directory))} cannot be looked at: {error.strerror}") from None
        there = False
    except ValueError:  # a NUL in it
        there = False
    raise SettingsError(
        f"{as_typed(str(directory))} is not a directory"
        if there
        else f"there is no directory {as_typed(str(directory))}"
    )


HERE_IS_GONE = (
    "the directory that this was started in is no longer there: cd to another one, or name one by its "
    "whole path"
)


def has_working_directory() -> bool:
    """Paths that are not whole lead somewhere."""
    try:
        os.getcwd()
    except FileNotFoundError:
        return False
    return True


def situation_of(options: argparse.Namespace) -> Situation:
    """The directory, the release (without ``--hermes`` the installed one), the homes and the cap.

    Raises:
        SettingsError: no such directory, release, home or profile; a bad configuration file.
    """
    return configured_situation_of(options)[0]


def configured_situation_of(options: argparse.Namespace) -> tuple[Situation, ToolConfiguration]:
    """The same, and what else is configured; raises as :func:`situation_of`."""
    disk = Disk()
    directory = directory_of(options)
    configured = find_tool_configuration(directory, disk)
    settings = settings_of(options, disk, configured=configured)
    situation = Situation(directory, settings, disk, anchor_of(options))
    return as_of(situation, options), configured


def as_of(situation: Situation, options: argparse.Namespace) -> Situation:
    """The same as of a revision, where one was named.

    Raises:
        SettingsError: there is none; the message is a sentence.
    """
    revision: str | None = getattr(options, "at", None)
    if revision is None:
        return situation
    for name in ("diff", "git"):
        if getattr(options, name, False):
            raise SettingsError(f"--{name} is about the files of today: leave it or --at away")
    from hermes_tui.core.history.revision import at_revision

    return at_revision(situation, revision)


def situations_of(options: argparse.Namespace) -> Iterator[tuple[Situation, ToolConfiguration]]:
    """The same for each of several directories, on one disk; without one for the working directory."""
    disk = Disk()
    for directory in options.directories or [Path()]:
        directory_of(argparse.Namespace(directory=directory))
        configured = find_tool_configuration(directory, disk)
        situation = Situation(directory, settings_of(options, disk, configured=configured), disk)
        yield as_of(situation, options), configured


def settings_of(
    options: argparse.Namespace,
    disk: Disk,
    hermes: str | None = None,
    configured: ToolConfiguration = NOTHING_CONFIGURED,
) -> Settings:
    """The release (*hermes*, if it is not the option's), the homes and the cap.

    Raises:
        SettingsError: no such release, home or profile.
    """
    return find_settings(**_typed(options, hermes, configured)._asdict(), disk=disk)


def quick_settings_of(options: argparse.Namespace, disk: Disk, configured: ToolConfiguration) -> Settings:
    """The same for a screen, which reads what takes long beside its first picture.

    Raises:
        SettingsError: no such release, home or profile.
    """
    return find_quick_settings(_typed(options, None, configured), disk)


def _typed(options: argparse.Namespace, hermes: str | None, configured: ToolConfiguration) -> Typed:
    asked = {
        "hermes": hermes or options.hermes,
        "context_length": options.context_length,
        "max_chars": options.max_chars,
    }
    keys = {name: name.replace("_", "-") for name, value in asked.items() if value is None}
    return Typed(
        hermes_home=options.home,
        profile=options.profile,
        **(asked | {name: configured.values.get(key) for name, key in keys.items()}),
        origins={name: configured.paths[key] for name, key in keys.items() if key in configured.paths},
    )


def root_of(situation: Situation) -> tuple[Path, Path]:
    """The working directory with links followed, and the git root around it, else the same."""
    from hermes_tui.core.prompt.body import HermesFails
    from hermes_tui.core.prompt.discovery import find_git_root

    cwd = situation.disk.resolve(situation.cwd)
    try:
        return cwd, find_git_root(cwd, situation.ruleset, situation.disk) or cwd
    except HermesFails:
        return cwd, cwd


def has_terminal() -> bool:
    """Somebody can type and see; a screen may be drawn.

    A server that shows the screen in a browser talks through pipes, and says so by naming the driver.
    """
    if sys.stdin is None:
        return False
    if os.environ.get("TEXTUAL_DRIVER", "").endswith(":WebDriver"):
        return True
    return sys.stdin.isatty() and sys.stdout.isatty() and os.environ.get("TERM") != "dumb"


def use_keys(configured: ToolConfiguration) -> None:
    """Have the keys that the user configured, before the screen is made.

    Raises:
        SettingsError: there is no such command or key; the message is a sentence.
    """
    if not configured.keymap:
        return
    from hermes_tui.tui.commands import use_keymap

    try:
        use_keymap(configured.keymap)
    except ValueError as error:
        raise SettingsError(f"{configured.paths['keymap']}: [keymap]: {error}") from None


def add_mouse(parser: argparse.ArgumentParser) -> None:
    """Whether the screen takes the mouse."""
    parser.add_argument(
        "--no-mouse", action="store_true", help="leave the mouse to the terminal, which selects text by it"
    )


def run_app(
    directory: Path,
    settings: Settings,
    theme: str | None,
    session: "tuple[Step | Planned, ...]" = (),
    anchor: Path | None = None,
    at: str = "",
    *,
    mouse: bool = True,
) -> int:
    """Open the inspector, *at* a git revision if one is named; returns the exit status."""
    import gc

    gc.disable()  # until the first picture: importing Textual makes much that stays
    from hermes_tui.tui.app import Options, run

    return run(
        Options(
            directory=directory,
            settings=settings,
            theme=theme,
            session=session,
            anchor=anchor,
            at=at,
        ),
        mouse=mouse,
    )
