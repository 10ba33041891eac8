"""Rules that Hermes drops, does not import, or takes for a name only (``rules.md`` 1.4, 1.6, 1.9)."""

from pathlib import Path

from cases.why.case import GIT, RULE, Case, documented, newest
from cases.why.sentences import (
    imported,
    in_front_matter,
    not_sent,
    put_text_into,
    should_lead_here,
    taken_for_front_matter,
)

DROPPED: dict[str, Case] = {
    "a phrase only inside front matter": Case(
        {**GIT, ".hermes.md": "---\nname: x\nnote: run the tests\n---\nbody\n"},
        documented(
            not_sent(".hermes.md:3:7", in_front_matter("lines 1-4"), "Write the rule below the front matter.")
        ),
    ),
    "a rule line is taken for front matter": Case(
        {**GIT, ".hermes.md": "---\nrun the tests\n---\nbody\n"},
        documented(
            not_sent(
                ".hermes.md:2:1",
                taken_for_front_matter("lines 1-3"),
                "Put a heading before the first ---, or write *** for a rule line.",
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
                "Give context_file_max_chars a number that Hermes can reckon with.",
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
