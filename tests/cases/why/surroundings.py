"""What keeps rules out of a session and is no fault of the file: what can be seen of it."""

from collections.abc import Mapping
from typing import Any

from cases.why.case import GIT, RULE, Case, says

TREE = {**GIT, "AGENTS.md": RULE}
SENT = "✓ AGENTS.md:…"

LOCAL_ELSEWHERE = "; a local hermes starts in the shell's directory"
LOCAL_AS_WELL = ", and a local hermes as well"
START_THERE = "the gateway and other sessions without a terminal start there"
SKIPS = {"gateway": {"platforms": {"telegram": {"skip_context_files": True}}}}
SKIPS_SEEN = (
    "Seen: gateway.platforms.telegram.skip_context_files is on: sessions from there get no project file → "
    "Remove the setting."
)
NO_PROJECT_FILE = "Seen: HERMES_IGNORE_RULES is yes: a session started from here gets no project file at all"


def not_there(hermes_does: str) -> str:
    """Of a working directory that is set and does not exist."""
    return f"…start there (it does not exist here: Hermes {hermes_does}); a local hermes…"


def seen(*lines: str, release: str = "documented", **options: Any) -> Case:
    """The rule is sent; *lines* are what is remarked beside it."""
    return Case(TREE, says(release, SENT), options=options, seen=lines)


TERMINAL: Mapping[str, Any] = {"terminal": {"cwd": "/usr", "backend": "docker"}, "worktree": True}

DIRECTORY: dict[str, Case] = {
    "a variable that sends Hermes elsewhere": seen(
        f"Seen: TERMINAL_CWD is /usr: {START_THERE}{LOCAL_ELSEWHERE} → Unset it, or inspect that directory.",
        environ={"TERMINAL_CWD": "/usr"},
    ),
    "a variable that sends Hermes here": seen(environ={"TERMINAL_CWD": "ROOT"}),
    "a directory that is not there, up to 0.18": seen(
        not_there("finds no file there"), release="0.18.2", environ={"TERMINAL_CWD": "ROOT/gone"}
    ),
    "a directory that is not there, from 0.19 on": seen(
        not_there("starts where its process stands"), release="0.19.0", environ={"TERMINAL_CWD": "ROOT/gone"}
    ),
    "a directory in the home that is not there": seen(
        "…is ~/gone: …(it does not exist here: …", config={"terminal": {"cwd": "~/gone"}}
    ),
    "a configured directory that is no path": seen(
        "…terminal.cwd in config.yaml is…", config={"terminal": {"cwd": "a\0b"}}
    ),
    "a variable that is no path": seen("…TERMINAL_CWD is…", environ={"TERMINAL_CWD": "a\0b"}),
    "a configuration that sends Hermes elsewhere": seen(
        f"Seen: terminal.cwd in config.yaml is /usr: {START_THERE}{LOCAL_AS_WELL} → Inspect /usr, or remove "
        "the setting.",
        "Seen: terminal.backend is docker: commands run there, rules are read on this machine → Keep the "
        "rules here.",
        "Seen: worktree is on in config.yaml: hermes starts in the root of a new work tree, with committed "
        "files only → Commit the rule, or list its file in .worktreeinclude.",
        config=TERMINAL,
    ),
    "a configuration that says nothing": seen(
        config={"terminal": {"cwd": "auto"}, "gateway": {"platforms": ["x"]}}
    ),
    "a configured directory moves no local hermes in 0.19": seen(
        f"…{LOCAL_ELSEWHERE} →…", release="0.19", config={"terminal": {"cwd": "/srv/other"}}
    ),
    "a configured directory moves a local hermes in 0.22.2": seen(
        f"…{LOCAL_AS_WELL} →…", release="0.22.2", config={"terminal": {"cwd": "/srv/other"}}
    ),
}

SWITCHED_OFF: dict[str, Case] = {
    "rules that are switched off": seen(
        f"{NO_PROJECT_FILE} (the classic command line of this release wants exactly 1) → Unset it.",
        SKIPS_SEEN,
        environ={"HERMES_IGNORE_RULES": "yes"},
        config=SKIPS,
    ),
    "rules that are not switched off": seen(environ={"HERMES_IGNORE_RULES": "0"}),
    "rules that are switched off, in 0.22.2": seen(
        f"{NO_PROJECT_FILE} → Unset it.", release="0.22.2", environ={"HERMES_IGNORE_RULES": "yes"}
    ),
    "platforms skip nothing in 0.19": seen(release="0.19", config=SKIPS),
    "platforms skip files from 0.20 on": seen(SKIPS_SEEN, release="0.20.0", config=SKIPS),
    "a platform whose name is a list": seen(
        "…gateway.platforms.a list.skip_context_files is on…",
        config={"gateway": {"platforms": {("a", "b"): {"skip_context_files": True}}}},
    ),
}

CHECKOUT = {
    "hermes-agent/hermes_constants.py": "",
    "hermes-agent/agent/runtime_cwd.py": "",
    "hermes-agent/AGENTS.md": RULE,
    "hermes-agent/docs/AGENTS.md": "of the documents",
}
IN_CHECKOUT = "…this directory is inside Hermes' own checkout, …hermes-agent: a gateway or an app…"
WORK_TREES = {**GIT, "a/.worktrees/hermes-1/AGENTS.md": RULE, "b/site-packages/AGENTS.md": RULE}
OF_HERMES: dict[str, Case] = {
    "a work tree of Hermes": Case(
        WORK_TREES, says("documented", SENT), cwd="a/.worktrees/hermes-1", seen=("Seen: …",)
    ),
    "a directory into which Hermes is installed": Case(
        WORK_TREES, says("0.22.2", SENT), cwd="b/site-packages", seen=("Seen: …",)
    ),
    "Hermes' own checkout": Case(CHECKOUT, says("0.22.2", SENT), cwd="hermes-agent", seen=(IN_CHECKOUT,)),
    "a directory in Hermes' own checkout": Case(
        {**CHECKOUT, "hermes-agent/AGENTS.md": "own", "hermes-agent/docs/AGENTS.md": RULE},
        says("0.19", SENT),
        cwd="hermes-agent/docs",
        seen=(IN_CHECKOUT,),
    ),
    "a directory that holds Hermes' own checkout": Case(
        {
            **CHECKOUT,
            "hermes-agent/AGENTS.md": "own",
            "hermes-agent/docs/AGENTS.md": "own",
            "AGENTS.md": RULE,
        },
        says("0.22.2", SENT),
        seen=(),
    ),
    "Hermes' own checkout, in 0.18": Case(CHECKOUT, says("0.18", SENT), cwd="hermes-agent", seen=()),
    "a directory into which Hermes is installed, in 0.14": Case(
        WORK_TREES, says("0.14", SENT), cwd="b/site-packages", seen=()
    ),
}

SURROUNDINGS = DIRECTORY | SWITCHED_OFF | OF_HERMES
