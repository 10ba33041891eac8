"""What keeps rules out of a session and is no fault of the file: seen from here, or a question to check.

Facts: ``rules.md`` 1.1, 1.10, 1.12 and 5; ``sessions.md`` 4 and 5.
"""

import os
import time
from collections.abc import Collection, Iterator, Mapping
from pathlib import Path

from hermes_tui.core.diagnosis.model import Remark
from hermes_tui.core.diagnosis.names import Names
from hermes_tui.core.filesystem.disk import Disk
from hermes_tui.core.prompt.startup import Startup
from hermes_tui.core.releases.lookup import Ruleset, first_with
from hermes_tui.core.settings.keys import shown_value
from hermes_tui.core.settings.settings import Settings

_PLACEHOLDERS = ("", ".", "auto", "cwd")
_OWN = ("hermes_constants.py", "agent/runtime_cwd.py")
"""Stand where Hermes' packages do, in every release that looks for them."""
_FALSE = ("", "0", "false", "no", "off")


def surroundings(startup: Startup, environ: Mapping[str, str]) -> Iterator[Remark]:
    """What can be seen from here."""
    settings = startup.settings
    anchor = startup.situation.anchor
    if anchor is not None and startup.disk.resolve(anchor) != startup.cwd:
        yield Remark(
            "HT037",
            is_seen=True,
            text=f"the prompt starts in {startup.cwd}, and hints count from {anchor}: relative paths of tool "
            "calls are looked for there, and rules come only from below it",
            remedy=_one_directory(settings.ruleset),
        )
    yield from _elsewhere(startup, settings, environ)
    yield from _switched_off(settings, environ)
    cwd = startup.cwd
    if ".worktrees" in cwd.parts:
        yield Remark(
            "",
            is_seen=True,
            text="this is a work tree of hermes -w: it has what was committed, and nothing above it is read",
            remedy="Commit the rule, or list its file in .worktreeinclude.",
        )
    elif settings.config.get("worktree"):
        yield Remark(
            "HT037",
            is_seen=True,
            text="worktree is on in config.yaml: hermes starts in the root of a new work tree, with "
            "committed files only",
            remedy="Commit the rule, or list its file in .worktreeinclude.",
        )
    where = _installation(cwd, startup.disk) if settings.ruleset.install_tree_guard else ""
    if where:
        yield Remark(
            "HT039",
            is_seen=True,
            text=f"this directory is inside {where}: a gateway or an app that is started there, as in a "
            "container, reads no project file unless it is given a working directory; hermes in a terminal "
            "does",
            remedy="Give it a working directory.",
        )


def _one_directory(ruleset: Ruleset) -> str:
    """What makes prompt and hints count from the same directory."""
    if ruleset.hints.follows_session:
        return "Start Hermes there: from this release on hints follow the directory of a session."
    first = first_with(lambda release: release.hints.follows_session)
    return f"Start Hermes there; from {first} on hints follow the directory of a session."


def _installation(cwd: Path, disk: Disk) -> str:
    """Hermes' own installation around *cwd*, for a reader: the directory that holds its packages (1.10)."""
    if "site-packages" in cwd.parts:
        return "site-packages"
    for directory in (cwd, *cwd.parents):
        if all(disk.is_file(directory / name) for name in _OWN):
            return f"Hermes' own checkout, {directory}"
    return ""


def questions(startup: Startup, files: Collection[Path], names: Names, disk: Disk) -> Iterator[Remark]:
    """What cannot be seen from here, for somebody whose rule is sent in *files* and all the same not
    followed."""
    sent = [file.path for file in startup.sent if file.path in files]
    written = [(modified, path) for path in sent if (modified := disk.modified(path)) is not None]
    if written:
        seconds, path = max(written)
        when = time.strftime("%Y-%m-%d %H:%M", time.localtime(seconds))
        yield Remark(
            "",
            is_seen=False,
            text=f"did the session begin before {when}? {names.show(path)} was written then, and a "
            "session keeps its prompt",
            remedy="Start a new session.",
        )

    rules = startup.ruleset
    flags = "--ignore-rules or --safe-mode" if rules.has_safe_mode else "--ignore-rules"
    subagent = "" if rules.subagents_get_startup else " Or is it a subagent, which gets none in this release?"
    yield Remark(
        "",
        is_seen=False,
        text=f"was it started with {flags}, or as a cron job without workdir?{subagent}",
        remedy="Such sessions get no project files.",
    )
    yield Remark(
        "",
        is_seen=False,
        text="is it a session of the gateway, an editor or a container? It starts in a directory of its own",
        remedy="Inspect that directory.",
    )


def _elsewhere(startup: Startup, settings: Settings, environ: Mapping[str, str]) -> Iterator[Remark]:
    variable = environ.get("TERMINAL_CWD", "")
    terminal = settings.config.get("terminal")
    configured = terminal.get("cwd") if isinstance(terminal, dict) else None
    told = "the gateway and other sessions without a terminal start there"
    if variable.strip() and not _is(variable, startup.cwd, settings.home):
        yield Remark(
            "HT037",
            is_seen=True,
            text=f"TERMINAL_CWD is {variable}: {told}{_missing(variable, settings)}; a local hermes starts "
            "in the shell's directory",
            remedy="Unset it, or inspect that directory.",
        )
    chosen = configured if isinstance(configured, str) and configured not in _PLACEHOLDERS else None
    if chosen is not None and not _is(chosen, startup.cwd, settings.home):
        takes = settings.ruleset.command_line_takes_configured_cwd
        local = (
            ", and a local hermes as well" if takes else "; a local hermes starts in the shell's directory"
        )
        yield Remark(
            "HT037",
            is_seen=True,
            text=f"terminal.cwd in config.yaml is {chosen}: {told}{_missing(chosen, settings)}{local}",
            remedy=f"Inspect {chosen}, or remove the setting.",
        )
    backend = terminal.get("backend") if isinstance(terminal, dict) else None
    if isinstance(backend, str) and backend not in ("", "local"):
        yield Remark(
            "HT037",
            is_seen=True,
            text=f"terminal.backend is {backend}: commands run there, rules are read on this machine",
            remedy="Keep the rules here.",
        )


def switched_off(ruleset: Ruleset, environ: Mapping[str, str]) -> Remark | None:
    """What switches all rules off for whatever is started from here; ``None``: nothing does."""
    value = environ.get("HERMES_IGNORE_RULES", "").strip()
    if value.lower() in _FALSE or (ruleset.ignoring_rules_wants_one and value != "1"):
        return None
    return _ignoring(value, "")


def _ignoring(value: str, only: str) -> Remark:
    said = f"HERMES_IGNORE_RULES is {value}: a session started from here gets no project file at all{only}"
    return Remark("HT038", is_seen=True, text=said, remedy="Unset it.")


def _switched_off(settings: Settings, environ: Mapping[str, str]) -> Iterator[Remark]:
    off = switched_off(settings.ruleset, environ)
    value = environ.get("HERMES_IGNORE_RULES", "").strip()
    if off is not None:
        yield off
    elif value.lower() not in _FALSE:
        yield _ignoring(value, " (the classic command line of this release wants exactly 1)")
    gateway = settings.config.get("gateway")
    platforms = gateway.get("platforms") if isinstance(gateway, dict) else None
    if not (settings.ruleset.platforms_can_skip and isinstance(platforms, dict)):
        return
    for name, platform in platforms.items():
        if isinstance(platform, dict) and platform.get("skip_context_files") is True:
            shown = name if isinstance(name, str) else shown_value(name)
            yield Remark(
                "HT038",
                is_seen=True,
                text=f"gateway.platforms.{shown}.skip_context_files is on: sessions from there get no "
                "project file",
                remedy="Remove the setting.",
            )


def _is(given: str, directory: Path, home: Path) -> bool:
    try:
        return Path(os.path.realpath(_expanded(given, home))) == directory
    except (OSError, ValueError):  # no path at all
        return False


def _missing(given: str, settings: Settings) -> str:
    """What Hermes does where there is no such directory, in brackets; nothing where there is one."""
    try:
        if os.path.isdir(_expanded(given, settings.home)):
            return ""
    except ValueError:
        pass
    does = "starts where its process stands" if settings.ruleset.validates_cwd else "finds no file there"
    return f" (it does not exist here: Hermes {does})"


def _expanded(given: str, home: Path) -> str:
    return str(home) + given[1:] if given == "~" or given.startswith("~/") else given
