"""Rules that a tool call brings, and what stops them (``rules.md`` 2)."""

from pathlib import Path

from cases.why.case import GIT, RULE, Case, documented, filler, newest, says
from cases.why.sentences import (
    AS_IF_ABSENT,
    COPY_FOR_THE_LINK,
    FILE_OF_THEIR_OWN,
    FROM_THE_START_IN_AGENTS,
    HOLDS_SECRETS,
    NO_HINT_FROM_BUILD,
    NOT_UTF_8,
    RENAME_BUILD,
    by_hint,
    cut_hint,
    imported,
    no_hints_at_all,
    not_sent,
    only_hint,
    refused_link,
    save_as_utf_8,
    shorten,
    should_lead_here,
    slash_needed,
    then_comes,
    write,
    write_new_or,
)

CALLS: dict[str, Case] = {
    "a rule far below": Case(
        {**GIT, "a/AGENTS.md": RULE, "a/b/c/d/e/f/x.py": ""},
        newest(
            by_hint(
                "a/AGENTS.md:1:1",
                "ls a/",
                f"{slash_needed('a')}; a call in a/b/c/d/e/f is too deep to bring it, and uses up what is "
                "between",
            )
        ),
    ),
    "ls needs its slash": Case(
        {**GIT, "AGENTS.md": "a", "backend/AGENTS.md": RULE},
        says(
            "0.19",
            by_hint(
                "backend/AGENTS.md:1:1",
                "ls backend/",
                slash_needed("backend", though_cd=False),
                FROM_THE_START_IN_AGENTS,
            ),
        )
        | newest(
            by_hint("backend/AGENTS.md:1:1", "ls backend/", slash_needed("backend"), FROM_THE_START_IN_AGENTS)
        ),
    ),
    "a directory with a dot in its name is taken for a file": Case(
        {**GIT, "v1.2/AGENTS.md": RULE},
        newest(
            by_hint(
                "v1.2/AGENTS.md:1:1",
                "ls v1.2/AGENTS.md",
                " (not ls v1.2/: a name with a dot is taken for a file)",
            )
        ),
    ),
    "a directory name of several words is typed in quotes": Case(
        {**GIT, "my rules/AGENTS.md": RULE},
        newest(f"""…{slash_needed("'my rules'")}…"""),
    ),
    "an excluded directory gives no hint": Case(
        {**GIT, "build/AGENTS.md": RULE},
        says(
            "0.19 0.20.6",
            by_hint("build/AGENTS.md:1:1", "ls build/", slash_needed("build", though_cd=False)),
        )
        | newest(
            not_sent(
                "build/AGENTS.md:1:1",
                NO_HINT_FROM_BUILD,
                write_new_or("AGENTS.md", RENAME_BUILD),
            )
        ),
    ),
    "blanks at the end do not matter": Case(
        {**GIT, "b/AGENTS.md": f"\n\n{RULE}\n\n"},
        documented("→ b/AGENTS.md:1:1: on a call: $ ls b/ brings it…"),
        asked=Path("b/AGENTS.md"),
    ),
    "a hint over its cap loses the end, up to 0.21.0": Case(
        {**GIT, "b/AGENTS.md": filler(9_000) + "\nrun the tests"},
        says(
            "0.20.6",
            not_sent(
                "b/AGENTS.md:114:1",
                cut_hint("9,014", "1,014", "lines 101-114 lost"),
                f"{shorten('1,014')}, or move the rule into the first 8,000 characters. Then $ ls b/ "
                "brings it. No setting raises this cap.",
            ),
        )
        | newest(by_hint("b/AGENTS.md:114:1", "ls b/", slash_needed("b"))),
    ),
    "a file beside the chain": Case(
        {**GIT, "CLAUDE.md": RULE, "w/": ""},
        says("0.14", "→ ../CLAUDE.md:1:1: on a call: $ ls ../ brings it…"),
        asked=Path("CLAUDE.md"),
        cwd="w",
    ),
    "an imported file": Case(
        {**GIT, "CLAUDE.md": "@sub/AGENTS.md", "sub/AGENTS.md": RULE},
        newest(f"→ sub/AGENTS.md:1:1: on a call: $ ls sub/ brings it…; {imported(1, 'CLAUDE.md')}…"),
    ),
    "an imported file that is asked for": Case(
        {**GIT, "CLAUDE.md": "@sub/AGENTS.md", "sub/AGENTS.md": RULE},
        newest(f"→ sub/AGENTS.md:1:1: on a call: $ ls sub/ brings it…; {imported(1, 'CLAUDE.md')}…"),
        asked=Path("sub/AGENTS.md"),
    ),
    "a file to which a link as text should lead": Case(
        {**GIT, "AGENTS.md": "sub/AGENTS.md", "sub/AGENTS.md": RULE},
        newest(
            "→ sub/AGENTS.md:1:1: on a call: $ ls sub/ brings it…; "
            f"{should_lead_here('AGENTS.md', 'sub/AGENTS.md')}…"
        ),
    ),
}

LINKS: dict[str, Case] = {
    "a link out of the repository is refused from 0.21.4 on": Case(
        {"repo/.git/HEAD": "", "repo/b/AGENTS.md": Path("../../rules.md"), "rules.md": RULE},
        says("0.20.6", "→ b/AGENTS.md:1:1: on a call: $ ls b/ brings it…")
        | newest(
            not_sent(
                "b/AGENTS.md:1:1", refused_link("ROOT/rules.md"), COPY_FOR_THE_LINK + then_comes("ls b/")
            )
        ),
        cwd="repo",
    ),
    "a refused link is told of": Case(
        {
            "repo/.git/HEAD": "",
            "rules.md": "rules",
            "repo/s/AGENTS.md": Path("../../rules.md"),
            "repo/s/CLAUDE.md": b"caf\xe9",
        },
        newest(
            not_sent(
                "s/AGENTS.md:1:1",
                refused_link("ROOT/rules.md"),
                COPY_FOR_THE_LINK + then_comes("ls s/"),
            )
        ),
        asked=Path("repo/s/AGENTS.md"),
        cwd="repo",
    ),
    "a refused link does not come before the next name": Case(
        {
            "repo/.git/HEAD": "",
            "rules.md": "rules",
            "repo/s/AGENTS.md": Path("../../rules.md"),
            "repo/s/CLAUDE.md": b"caf\xe9",
        },
        says(
            "0.20.6",
            not_sent(
                "s/CLAUDE.md:1:1",
                only_hint("s/AGENTS.md"),
                write("s/AGENTS.md") + then_comes("ls s/"),
            ),
        )
        | newest(
            not_sent(
                "s/CLAUDE.md:1:1",
                f"{NOT_UTF_8}{AS_IF_ABSENT}",
                save_as_utf_8("s/CLAUDE.md") + then_comes("ls s/"),
            )
        ),
        asked=Path("repo/s/CLAUDE.md"),
        cwd="repo",
    ),
    "a link to secrets": Case(
        {**GIT, ".env": RULE, "s/AGENTS.md": Path("../.env")},
        says("0.20.6", "→ s/AGENTS.md:1:1: on a call…")
        | newest(not_sent("s/AGENTS.md:1:1", HOLDS_SECRETS, FILE_OF_THEIR_OWN)),
        asked=Path("s/AGENTS.md"),
    ),
    "a byte order mark alone is what the release makes of it": Case(
        {**GIT, "s/AGENTS.md": "\ufeff", "s/CLAUDE.md": RULE},
        says("0.20.6", "✗ s/CLAUDE.md:1:1: not sent: s/AGENTS.md comes first…")
        | newest("→ s/CLAUDE.md:1:1: on a call: $ ls s/ brings it…"),
        asked=Path("s/CLAUDE.md"),
    ),
}


HOMES: dict[str, Case] = {
    "the home directory sends no hints in 0.22.2": Case(
        {"b/AGENTS.md": RULE},
        newest(
            not_sent(
                "b/AGENTS.md:1:1",
                no_hints_at_all("ROOT is your home directory, and a home is no project"),
                "Start Hermes one level deeper, in the project itself.",
            )
        )
        | says("0.21.5", "→ …"),
        options={"home": Path("ROOT")},
    ),
    "nothing below a directory that counts as a home gets hints": Case(
        {"host-home/a/b/AGENTS.md": RULE},
        newest(
            not_sent(
                "b/AGENTS.md:1:1",
                no_hints_at_all(
                    "a directory called host-home counts as somebody's home, and so does all below it"
                ),
                "Start Hermes outside of ROOT/host-home: nothing below it gets hints.",
            )
        ),
        cwd="host-home/a",
    ),
}

HINTS = CALLS | LINKS | HOMES
