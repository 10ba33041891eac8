"""Rules that Hermes drops, does not import, or takes for a name only (``rules.md`` 1.4, 1.6, 1.9)."""

from pathlib import Path

from cases.why.case import GIT, RULE, Case, documented, filler, newest
from cases.why.sentences import (
    CLAUDE_ABOVE,
    found_first,
    imported,
    imported_in_vain,
    in_front_matter,
    not_sent,
    put_text_into,
    replaced_by,
    should_lead_here,
    taken_for_front_matter,
    then_comes,
)

DROPPED: dict[str, Case] = {
    "a phrase only inside front matter": Case(
        {**GIT, ".hermes.md": "---\nname: x\nnote: run the tests\n---\nbody\n"},
        documented(
            not_sent(
                ".hermes.md:3:7",
                in_front_matter("lines 1-4"),
                "Write the rule into .hermes.md, below its front matter.",
            )
        ),
    ),
    "a rule line is taken for front matter": Case(
        {**GIT, ".hermes.md": "---\nrun the tests\n---\nbody\n"},
        documented(
            not_sent(
                ".hermes.md:2:1",
                taken_for_front_matter("lines 1-3"),
                "Put a heading before the first --- of .hermes.md, or write *** there for a rule line.",
            )
        ),
    ),
    "a section that is removed from SOUL.md": Case(
        {**GIT, "h/SOUL.md": "a\n\n## Messaging other agents\nrun the tests\n"},
        newest(
            not_sent(
                "h/SOUL.md:4:1",
                'Hermes removes the section "## Messaging other agents" from SOUL.md (lines 3-4)',
                "Give the section another heading.",
            )
        ),
        options={"hermes_home": Path("ROOT/h")},
    ),
    "a SOUL.md that a cap without end drops": Case(
        {**GIT, "h/SOUL.md": RULE},
        newest(
            not_sent(
                "h/SOUL.md:1:1",
                "Hermes drops it: OverflowError…",
                "Give context_file_max_chars a number that Hermes can compute with.",
            )
        ),
        options={"hermes_home": Path("ROOT/h"), "max_chars": float("inf")},
        source="0.21.3",
    ),
    "an import is not expanded": Case(
        {**GIT, "CLAUDE.md": "# C\nSee @docs/rules.md for more.\n", "docs/rules.md": RULE},
        documented(not_sent("docs/rules.md:1:1", imported(2, "CLAUDE.md"), put_text_into("CLAUDE.md"))),
    ),
    "an imported file says by whom": Case(
        {**GIT, "CLAUDE.md": "# C\n@docs/rules.md\n", "docs/rules.md": RULE},
        documented(not_sent("docs/rules.md:1:1", imported(2, "CLAUDE.md"), put_text_into("CLAUDE.md"))),
        asked=Path("docs/rules.md"),
    ),
    "an import from the home is found": Case(
        {**GIT, "r/.git/HEAD": "", "r/CLAUDE.md": "@~/rules.md", "home/rules.md": RULE},
        documented(not_sent("~/rules.md:1:1", imported(1, "CLAUDE.md"), put_text_into("CLAUDE.md"))),
        cwd="r",
        options={"home": Path("ROOT/home")},
    ),
    "a rule beside its import is told as well": Case(
        {**GIT, "Agents.md": RULE, "CLAUDE.md": "@docs/a.md", "docs/a.md": RULE, "sub/AGENTS.md": RULE},
        newest("✗ Agents.md:…", "✗ docs/a.md:…", "→ sub/AGENTS.md:…"),
    ),
    "an import in a file that is shadowed": Case(
        {**GIT, "AGENTS.md": "x", "CLAUDE.md": "# C\n@docs/r.md", "docs/r.md": RULE},
        newest(
            not_sent(
                "docs/r.md:1:1",
                imported_in_vain(2, "CLAUDE.md", found_first("AGENTS.md")),
                put_text_into("AGENTS.md"),
            )
        ),
    ),
    "an import in a file that an override replaces": Case(
        {**GIT, "AGENTS.override.md": "x", "AGENTS.md": "@docs/r.md", "docs/r.md": RULE},
        newest(
            not_sent(
                "docs/r.md:1:1",
                imported_in_vain(1, "AGENTS.md", replaced_by("AGENTS.override.md")),
                put_text_into("AGENTS.override.md"),
            )
        ),
    ),
    "an import in a blocked file": Case(
        {**GIT, "CLAUDE.md": "havoc\n@docs/r.md", "docs/r.md": RULE},
        newest(
            not_sent(
                "docs/r.md:1:1",
                f"{imported_in_vain(2, 'CLAUDE.md', 'this place is fine, but the whole file is blocked')}…",
                "Write the text itself into CLAUDE.md, then in CLAUDE.md, line 1: use another word.",
            )
        ),
    ),
    "an import in a file above": Case(
        {**GIT, "CLAUDE.md": "@docs/r.md", "docs/r.md": RULE, "w/": ""},
        newest(
            not_sent(
                "../docs/r.md:1:1",
                imported_in_vain(1, "../CLAUDE.md", CLAUDE_ABOVE),
                put_text_into("a new AGENTS.md"),
            )
        ),
        cwd="w",
    ),
    "an import in the part that is cut away": Case(
        {**GIT, "AGENTS.md": f"{filler(16_000)}@docs/r.md\n{filler(16_040)}", "docs/r.md": RULE},
        newest(
            not_sent(
                "docs/r.md:1:1",
                f"{imported_in_vain(201, 'AGENTS.md', 'cut away by the cap of one file')}…",
                "Write the text itself into the first 13,986 or last 4,000 characters of AGENTS.md, which is "
                "cut.",
            )
        ),
    ),
    "an import in a file that a hint brings": Case(
        {**GIT, "AGENTS.md": "x", "b/AGENTS.md": "@r.md", "b/r.md": RULE},
        newest(
            not_sent(
                "b/r.md:1:1", imported(1, "b/AGENTS.md"), put_text_into("b/AGENTS.md") + then_comes("ls b/")
            )
        ),
    ),
    "a link checked out as text sends its target's name": Case(
        {**GIT, "AGENTS.md": "docs/rules.md", "docs/rules.md": RULE},
        documented(
            not_sent(
                "docs/rules.md:1:1",
                should_lead_here("AGENTS.md", "docs/rules.md"),
                put_text_into("AGENTS.md", or_link=True),
            )
        ),
    ),
}
