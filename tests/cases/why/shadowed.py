"""Rules in files before which another one comes (``rules.md`` 1.2, 1.4 to 1.6, 2.1)."""

from pathlib import Path

from cases.why.case import GIT, RULE, Case, documented, newest, says
from cases.why.sentences import (
    found_first,
    hangs,
    not_sent,
    only_hint,
    remove,
    replaced_by,
    search_ends_at,
    sent,
    then_comes,
    unknown_name,
    write_or_remove,
)
from support.trees import Special

LINE = "x" * 79 + "\n"

OTHER_TYPE: dict[str, Case] = {
    "a HERMES.md that is a product page shuts the rules out": Case(
        {**GIT, "HERMES.md": "# Hermes\nBuy it.\n", "AGENTS.md": RULE},
        documented(not_sent("AGENTS.md:1:1", found_first("HERMES.md"), write_or_remove("HERMES.md"))),
    ),
    "CLAUDE.md under a parent's AGENTS.md, from the chain on": Case(
        {**GIT, "AGENTS.md": "root", "p/CLAUDE.md": RULE},
        says("0.19", sent("CLAUDE.md:1:1", 7, "112-124"))
        | says(
            "0.20.6 0.22.2",
            not_sent("CLAUDE.md:1:1", found_first("../AGENTS.md"), write_or_remove("../AGENTS.md")),
        ),
        cwd="p",
    ),
    "what comes next is to be removed as well": Case(
        {**GIT, "AGENTS.md": "a", "CLAUDE.md": "c", ".cursorrules": RULE},
        newest(
            not_sent(
                ".cursorrules:1:1",
                found_first("AGENTS.md", then="CLAUDE.md"),
                write_or_remove("AGENTS.md", "AGENTS.md and CLAUDE.md"),
            )
        ),
    ),
    "a winner that is cut has room at its edges only": Case(
        {**GIT, "AGENTS.md": LINE * 400, "CLAUDE.md": "a rule"},
        newest(
            not_sent(
                "CLAUDE.md:1:1",
                found_first("AGENTS.md"),
                "Write the rule into the first 13,986 or last 4,001 characters of AGENTS.md, which is cut, "
                "or remove AGENTS.md.",
            )
        ),
        asked="CLAUDE.md",
    ),
    "a pipe hangs early releases": Case(
        {**GIT, "AGENTS.md": Special("pipe"), "CLAUDE.md": RULE},
        says(
            "0.19",
            not_sent("CLAUDE.md:1:1", hangs("0.19.0", "AGENTS.md"), "Remove AGENTS.md, or update Hermes."),
        )
        | newest(sent("CLAUDE.md:1:1", 7, "112-124")),
    ),
    "nothing is sent where the release hangs further down": Case(
        {**GIT, "AGENTS.md": RULE, "p/AGENTS.md": Special("pipe")},
        says(
            "0.20.6",
            not_sent("../AGENTS.md:1:1", hangs("0.20.6", "AGENTS.md"), "Remove AGENTS.md, or update Hermes."),
        )
        | newest("✓ …"),
        cwd="p",
    ),
    "where the release hangs, a file is told of as well": Case(
        {**GIT, "AGENTS.md": RULE, "p/AGENTS.md": Special("pipe")},
        says(
            "0.20.6",
            not_sent("../AGENTS.md:1:1", hangs("0.20.6", "AGENTS.md"), "Remove AGENTS.md, or update Hermes."),
        ),
        asked=Path("AGENTS.md"),
        cwd="p",
    ),
}

OTHER_NAME: dict[str, Case] = {
    "an override replaces the file beside it, from 0.20.4 on": Case(
        {**GIT, "AGENTS.override.md": "x", "AGENTS.md": RULE},
        says("0.19", sent("AGENTS.md:1:1", 7, "112-124"))
        | says(
            "0.20.6 0.22.2",
            not_sent(
                "AGENTS.md:1:1", replaced_by("AGENTS.override.md"), write_or_remove("AGENTS.override.md")
            ),
        ),
    ),
    "an override is an unknown name before 0.20.4": Case(
        {**GIT, "AGENTS.override.md": RULE},
        says(
            "0.19",
            not_sent(
                "AGENTS.override.md:1:1",
                "Hermes 0.19.0 does not know AGENTS.override.md; 0.20.4 and later do",
                "Update Hermes to 0.20.4 or later, or write the rule into a new AGENTS.md.",
            ),
        )
        | newest(sent("AGENTS.override.md:1:1", 7, "121-133")),
    ),
    "agents.md comes second": Case(
        {**GIT, "AGENTS.md": "x", "agents.md": RULE},
        documented(not_sent("agents.md:1:1", replaced_by("AGENTS.md"), write_or_remove("AGENTS.md"))),
    ),
    "the third name of a directory waits for both before it": Case(
        {**GIT, "AGENTS.override.md": "o", "AGENTS.md": "a", "agents.md": RULE},
        newest(
            not_sent(
                "agents.md:1:1",
                replaced_by("AGENTS.override.md"),
                write_or_remove("AGENTS.override.md", "AGENTS.override.md and AGENTS.md"),
            )
        ),
    ),
    "the second name of a hint is not asked for": Case(
        {**GIT, "b/AGENTS.md": "a", "b/CLAUDE.md": RULE},
        documented(
            not_sent(
                "b/CLAUDE.md:1:1",
                only_hint("b/AGENTS.md"),
                write_or_remove("b/AGENTS.md") + then_comes("ls b/"),
            )
        ),
    ),
}

HERMES_MD: dict[str, Case] = {
    "a .hermes.md further up is superseded": Case(
        {**GIT, ".hermes.md": RULE, "p/HERMES.md": "a"},
        documented(not_sent("../.hermes.md:1:1", search_ends_at("HERMES.md"), write_or_remove("HERMES.md"))),
        cwd="p",
    ),
    "a blank .hermes.md below hides a good one": Case(
        {**GIT, ".hermes.md": RULE, "p/.hermes.md": "  \n"},
        documented(
            not_sent("../.hermes.md:1:1", search_ends_at(".hermes.md", "is empty"), remove(".hermes.md"))
        ),
        cwd="p",
    ),
    "what an empty .hermes.md hides may wait for more": Case(
        {**GIT, ".hermes.md": RULE, "p/.hermes.md": "", "p/HERMES.md": "h"},
        newest(
            not_sent(
                "../.hermes.md:1:1",
                search_ends_at(".hermes.md", "is empty"),
                remove(".hermes.md and HERMES.md"),
            )
        ),
        cwd="p",
    ),
    "what an unreadable .hermes.md hides is told so": Case(
        {**GIT, ".hermes.md": RULE, "p/.hermes.md": b"caf\xe9"},
        newest(
            not_sent(
                "../.hermes.md:1:1", search_ends_at(".hermes.md", "cannot be read"), remove(".hermes.md")
            )
        ),
        cwd="p",
    ),
}

ELSEWHERE_AS_WELL: dict[str, Case] = {
    "an unknown name does not hide the hint that brings the rule": Case(
        {**GIT, "Agents.md": RULE, "sub/AGENTS.md": RULE},
        newest(f"✗ Agents.md:1:1: not sent: {unknown_name('Agents.md')}…", "→ sub/AGENTS.md:…"),
    ),
    "a shadowed file does not hide it": Case(
        {**GIT, ".hermes.md": "h", "AGENTS.md": RULE, "sub/AGENTS.md": f"{RULE}!"},
        newest(f"✗ AGENTS.md:1:1: not sent: {found_first('.hermes.md')}…", "→ sub/AGENTS.md:…"),
    ),
    "where nothing brings it every place is told": Case(
        {**GIT, "CLAUDE.local.md": RULE, "sub/.hermes.md": RULE, "sub/CLAUDE.local.md": RULE},
        newest("✗ CLAUDE.local.md:…", "✗ sub/.hermes.md:…", "✗ sub/CLAUDE.local.md:…"),
    ),
    "excluded directories are searched last": Case(
        {**GIT, "node_modules/a/AGENTS.md": RULE, "b/AGENTS.md": RULE},
        newest("→ b/AGENTS.md:…", "✗ node_modules/a/AGENTS.md:…"),
    ),
    "a copy behind another name says that it would be one": Case(
        {**GIT, "AGENTS.md": RULE, "p/AGENTS.override.md": "y", "p/AGENTS.md": RULE},
        newest("✓ ../AGENTS.md:…", "✗ AGENTS.md:… → Write the rule into AGENTS.override.md."),
        cwd="p",
    ),
}

SHADOWED = OTHER_TYPE | OTHER_NAME | HERMES_MD | ELSEWHERE_AS_WELL
