"""Rules in files whose names Hermes does not know (``rules.md`` 1.2, 1.5)."""

from pathlib import Path

from cases.why.case import EMPTY_GIT, GIT, RULE, Case, documented, newest
from cases.why.sentences import (
    NO_CONTEXT_FILE,
    not_sent,
    rename,
    then_comes,
    unknown_name,
    write,
)
from support.trees import Files


def unknown_here(todo: str, files: Files) -> Case:
    return Case(
        {**EMPTY_GIT, "AGENT.md": "a rule", **files},
        newest(not_sent("AGENT.md:1:1", unknown_name("AGENT.md"), todo)),
        asked="AGENT.md",
    )


def unknown_below(todo: str, files: Files) -> Case:
    return Case(
        {**EMPTY_GIT, "e2e/AGENT.md": "a rule", **files},
        newest(not_sent("e2e/AGENT.md:1:1", unknown_name("AGENT.md"), todo + then_comes("ls e2e/"))),
        asked="e2e/AGENT.md",
    )


NEARLY_RIGHT: dict[str, Case] = {
    "AGENT.md alone": unknown_here(rename("AGENTS.md"), {}),
    "AGENT.md beside AGENTS.md": unknown_here(write("AGENTS.md"), {"AGENTS.md": "x"}),
    "AGENT.md beside .hermes.md": unknown_here(write(".hermes.md"), {".hermes.md": "x"}),
    "AGENT.md beside CLAUDE.md": unknown_here(write("CLAUDE.md"), {"CLAUDE.md": "x"}),
    "AGENT.md below": unknown_below(rename("e2e/AGENTS.md"), {}),
    "AGENT.md below beside CLAUDE.md": unknown_below(write("e2e/CLAUDE.md"), {"e2e/CLAUDE.md": "x"}),
    "AGENT.md below beside an empty AGENTS.md and CLAUDE.md": unknown_below(
        write("e2e/CLAUDE.md"), {"e2e/AGENTS.md": " \n", "e2e/CLAUDE.md": "x"}
    ),
    "Copilot's instructions": Case(
        {**GIT, ".github/copilot-instructions.md": RULE},
        documented(
            not_sent(
                ".github/copilot-instructions.md:1:1",
                unknown_name("copilot-instructions.md"),
                "Move it to AGENTS.md.",
            )
        ),
    ),
} | {
    f"{name} is not known": Case(
        {**GIT, name: RULE},
        documented(not_sent(f"{name}:1:1", unknown_name(name), rename("AGENTS.md"))),
        asked=Path(name),
    )
    for name in ("Agents.md", "AGENT.md", "CLAUDE.local.md", "GEMINI.md", ".windsurfrules", ".clinerules")
}

OTHER_FILES: dict[str, Case] = {
    f"{name} is of another kind": Case(
        {
            "repo/.git/": "",
            "repo/AGENTS.md": "x",
            "repo/src/a.py": "",
            "elsewhere/NOTES.md": "",
            "repo/README.md": "",
        },
        newest(f"✗ …: not sent: {NO_CONTEXT_FILE} → If it holds a rule, write it into AGENTS.md."),
        asked=name,
        cwd="repo",
    )
    for name in ("/etc/passwd", "src/a.py", "../elsewhere/NOTES.md", "README.md")
} | {
    "a file outside the repository is not to be renamed": Case(
        {"repo/.git/": "", "repo/w/": "", "repo/AGENTS.md": "use tabs", "etc/hostname": "a"},
        newest(
            not_sent(
                "ROOT/etc/hostname:1:1",
                NO_CONTEXT_FILE,
                "If it holds a rule, write it into a new AGENTS.md.",
            )
        ),
        asked=Path("etc/hostname"),
        cwd="repo/w",
    )
}


UNKNOWN_NAMES = NEARLY_RIGHT | OTHER_FILES
