"""Questions that name a file which is not there, a directory, or a file beside the one that was meant."""

from pathlib import Path

from cases.why.case import GIT, RULE, Case, Line, documented, newest
from cases.why.sentences import (
    CLAUDE_ABOVE,
    NO_CONTEXT_FILE,
    not_sent,
    rename,
    searched_as_text,
    sent,
    sent_as,
)
from support.trees import Files

MENTIONED: Files = {**GIT, "AGENTS.md": "read docs/nosuch.md"}
NOTHING: tuple[Line, ...] = ()
FOUND: tuple[Line, ...] = ("✓ AGENTS.md:1:6: …",)

NO_SUCH_FILE: dict[str, Case] = {
    f"there is no {name}": Case(
        MENTIONED,
        documented(*lines),
        asked=name,
        seen=(searched_as_text(f"there is no such file: {name}, neither from ROOT nor from here"),),
    )
    for name, lines in {
        "docs/nosuch/AGENTS.md": NOTHING,
        "x/CLAUDE.md": NOTHING,
        "docs/nosuch.md": FOUND,
        "my rules/agents.md": NOTHING,
    }.items()
} | {
    f"whether there is a {name} is not asked where it is a text": Case(
        MENTIONED, documented(*lines), asked=name, options={"as_text": True}, seen=()
    )
    for name, lines in {
        "docs/nosuch/AGENTS.md": NOTHING,
        "x/CLAUDE.md": NOTHING,
        "docs/nosuch.md": FOUND,
        "my rules/agents.md": NOTHING,
    }.items()
}

IN_A_DIRECTORY: Files = {**GIT, "AGENTS.md": "rule", "a/b/x.py": ""}
NO_FILE: dict[str, Case] = (
    {
        f"{asked} is a directory": Case(
            IN_A_DIRECTORY,
            documented(),
            asked=asked,
            seen=(
                searched_as_text(
                    f"{asked} is a directory", f"hermes-tui show {asked} tells of a session there."
                ),
            ),
        )
        for asked in ("a/b", "a/b/")
    }
    | {
        f"{asked} is not there": Case(
            IN_A_DIRECTORY,
            documented(),
            asked=asked,
            seen=(searched_as_text(f"there is no such file: {asked}, neither from ROOT nor from here"),),
        )
        for asked in ("a/nope/", "a/nope/AGENTS.md")
    }
    | {
        "a word is not taken for a directory below": Case(
            IN_A_DIRECTORY,
            documented(
                sent_as("prompt:3:42", "in words that Hermes adds itself"),
                sent_as("prompt:3:65", "in words that Hermes adds itself"),
            ),
            asked="b",
            seen=(),
        ),
    }
)


def stands_elsewhere(asked: str, shown: str) -> str:
    return f"Seen: there is no {asked} in ROOT/pkg; this is about {shown}"


ELSEWHERE: dict[str, Case] = {
    "a file of this name stands at the root only": Case(
        {**GIT, "CLAUDE.md": "x", "pkg/": ""},
        newest(not_sent("../CLAUDE.md:1:1", CLAUDE_ABOVE, rename("../AGENTS.md"))),
        asked="CLAUDE.md",
        cwd="pkg",
        seen=(stands_elsewhere("CLAUDE.md", "../CLAUDE.md"),),
    ),
    "a file of this name stands further up on the chain": Case(
        {**GIT, "AGENTS.md": "x", "pkg/": ""},
        newest(sent("../AGENTS.md:1:1", 7, "115-115")),
        asked="AGENTS.md",
        cwd="pkg",
        seen=(stands_elsewhere("AGENTS.md", "../AGENTS.md"),),
    ),
    "files of this name stand below only": Case(
        {**GIT, "pkg/a/AGENTS.md": "x", "pkg/b/AGENTS.md": "y"},
        newest("→ a/AGENTS.md:1:1: …", "→ b/AGENTS.md:1:1: …"),
        asked="AGENTS.md",
        cwd="pkg",
        seen=(stands_elsewhere("AGENTS.md", "a/AGENTS.md and b/AGENTS.md"),),
    ),
    "a file is named by its end": Case(
        {**GIT, "pkg/": "", "web/api/AGENTS.md": "x"},
        newest("✗ ../web/api/AGENTS.md:1:1: …"),
        asked="api/AGENTS.md",
        cwd="pkg",
        seen=(stands_elsewhere("api/AGENTS.md", "../web/api/AGENTS.md"),),
    ),
    "SOUL.md is named as its label has it": Case(
        {**GIT, "pkg/": "", "h/SOUL.md": "I am."},
        newest("✓ ../h/SOUL.md:1:1: sent: …"),
        asked="SOUL.md",
        cwd="pkg",
        options={"hermes_home": Path("ROOT/h")},
        seen=(stands_elsewhere("SOUL.md", "../h/SOUL.md"),),
    ),
}
"""Names of files that stand elsewhere: every label that ``show`` prints is one that ``why`` takes."""

NEVER_READ = "If it holds a rule, write it into AGENTS.md."
IN_OTHER_TEXTS: dict[str, Case] = {
    f"the words stand in {name} only": Case(
        {**GIT, "AGENTS.md": "x", name: f"intro\n{RULE} always"},
        newest(not_sent(f"{name}:2:1", NO_CONTEXT_FILE, NEVER_READ)),
        seen=(),
    )
    for name in ("README.md", "docs/r.md", "notes.txt", "a/b/c/rules.rst")
} | {
    "files that nobody writes rules in are not searched": Case(
        {**GIT, "AGENTS.md": "x", "a.py": RULE, "node_modules/a/README.md": RULE, "big.md": "x" * 1_000_001},
        newest(),
        searched=frozenset({"AGENTS.md"}),
    ),
    "a place in a context file is enough": Case(
        {**GIT, "b/AGENTS.md": RULE, "README.md": RULE},
        newest("→ b/AGENTS.md:1:1: …"),
    ),
}

QUESTIONS = NO_SUCH_FILE | NO_FILE | ELSEWHERE | IN_OTHER_TEXTS
