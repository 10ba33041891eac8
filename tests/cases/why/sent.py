"""Rules that are in the prompt from the start."""

from pathlib import Path

from cases.why.case import GIT, HAVOC, RULE, Case, documented, filler, newest, says
from cases.why.sentences import name_only, put_text_into, sent, sent_as

SENT: dict[str, Case] = {
    "a rule is named with its place in the prompt": Case(
        {**GIT, "AGENTS.md": "# Rules\n\nAlways  Run the\ntests.\n"},
        documented(sent("AGENTS.md:3:9", 9, "129-141")),
    ),
    "a file of 19,986 characters fits": Case(
        {**GIT, "AGENTS.md": filler(14_999) + "\nrun the tests\n" + filler(19_986 - 15_014)},
        documented(sent("AGENTS.md:189:1", 195, "15,112-15,124")),
        source="rules.md 1.8",
    ),
    "words like those of a notice block nothing": Case(
        {**GIT, "AGENTS.md": "When you see [BLOCKED: stop.\n"},
        documented(sent("AGENTS.md:1:14", 7, "125-133")),
        asked="[BLOCKED:",
    ),
    "words that Hermes wrote are said to be its own": Case(
        {**GIT, "AGENTS.md": "a" * 30_000},
        documented(
            sent_as(
                "prompt:9:5",
                "the marker that stands for what was cut away of AGENTS.md",
                "See why: hermes-tui why AGENTS.md.",
            )
        ),
        asked="truncated AGENTS.md",
    ),
    "a link out of the repository is followed": Case(
        {"repo/.git/HEAD": "", "repo/AGENTS.md": Path("../rules.md"), "rules.md": RULE},
        says(
            "0.20.6",
            sent("AGENTS.md:1:1", 7, "112-124", " (through a link out of the repository, to ROOT/rules.md)"),
        )
        | newest(
            sent(
                "AGENTS.md:1:1",
                7,
                "112-124",
                " (through a link out of the repository, to ROOT/rules.md: no hint would follow it)",
            )
        ),
        cwd="repo",
        source="hints follow no such link from 0.21.4 on",
    ),
    "an expression is searched for by lines": Case(
        {**GIT, "AGENTS.md": "# A\nrun 12 tests\n"},
        documented("✓ AGENTS.md:2:1: sent: …"),
        asked=r"^RUN \d+",
        options={"as_regex": True},
    ),
    "a text may have the name of a file": Case(
        {**GIT, "AGENTS.md": "read rules.md", "rules.md": "x"},
        documented("✓ AGENTS.md:1:6: sent: …"),
        asked="rules.md",
        options={"as_text": True},
    ),
    "a directory's name is a text": Case(
        {**GIT, "AGENTS.md": "tests are in backend", "backend/": ""},
        documented("✓ AGENTS.md:1:14: sent: …"),
        asked="backend",
    ),
    "a link checked out as text says so": Case(
        {**GIT, "AGENTS.md": "docs/rules.md", "docs/rules.md": RULE},
        documented(
            sent(
                "AGENTS.md:1:1",
                7,
                "112-124",
                f"; {name_only('docs/rules.md')}",
                put_text_into("AGENTS.md", or_link=True),
            )
        ),
        asked=Path("AGENTS.md"),
    ),
    "a link as text that leads out of the directory says so": Case(
        {**GIT, "p/AGENTS.md": "../shared/AGENTS.md", "shared/AGENTS.md": RULE},
        documented(f"…{name_only('../shared/AGENTS.md')}…"),
        asked="AGENTS.md",
        cwd="p",
    ),
    "front matter is told of the whole file": Case(
        {**GIT, ".hermes.md": "---\na: b\n---\nbody"},
        documented("✓ .hermes.md:1:1: sent: …"),
        asked=Path(".hermes.md"),
        codes=("HT016",),
    ),
    "a removed section is told of the whole SOUL.md": Case(
        {**GIT, "h/SOUL.md": "a\n\n## Messaging other agents\nb\n"},
        newest("✓ h/SOUL.md:1:1: sent: …"),
        asked=Path("h/SOUL.md"),
        options={"hermes_home": Path("ROOT/h")},
        codes=("HT017",),
    ),
    "where one place is sent nothing else is looked for": Case(
        {**GIT, ".hermes.md": RULE, "AGENTS.md": RULE, "sub/AGENTS.md": RULE},
        newest("✓ .hermes.md:…", "✗ AGENTS.md:…"),
    ),
    "the repository is searched only when the chain has no answer": Case(
        {**GIT, "AGENTS.md": RULE, "b/AGENTS.md": RULE}, documented("✓ AGENTS.md:…")
    ),
    "a file is meant from where one stands": Case(
        {**GIT, "p/AGENTS.md": RULE}, documented("✓ AGENTS.md:…"), asked="AGENTS.md", cwd="p"
    ),
    "in a mixed tree every place is told until one is sent": Case(
        {**GIT, "AGENTS.md": f"{HAVOC}\n{RULE}", "sub/CLAUDE.md": RULE},
        newest("✗ AGENTS.md:…", "→ sub/CLAUDE.md:…"),
    ),
}
