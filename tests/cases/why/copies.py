"""Rules in a copy of another file.

The facts: ``rules.md`` 1.5 (the first of the same text is kept), 2.6 (the working directory's own file counts
as sent, even if it was not).
"""

from pathlib import Path

from cases.why.case import GIT, HAVOC, RULE, Case, newest, says
from cases.why.sentences import (
    OTHER_WORD,
    SENT_ONCE,
    blocked,
    blocked_by,
    brought_by_the_same_call,
    copy_of_what_is_not_sent,
    counts_as_sent,
    cut_alone,
    cut_together,
    found_first,
    here_only,
    match,
    no_copy_any_more,
    not_sent,
    remove_copy,
    sent,
    sent_at_the_start,
    sent_in_place,
    then_comes,
)

HOSTILE = f"{RULE}\nhavoc\n"
HAVOC_THERE = match(2, 1, '"havoc"', "known_c2_framework")
CLOSER = f"{SENT_ONCE} To have it closer to the end, remove it from ../AGENTS.md."
LONG = f"# Begin\n{'a' * 14_500}\n{RULE}\n{'b' * 10_000}\nthe end\n"

AT_THE_START: dict[str, Case] = {
    "a copy with other line ends, from the chain on": Case(
        {**GIT, "AGENTS.md": b"a\r\nrun the tests\r\n", "p/AGENTS.md": b"a\nrun the tests\n"},
        says(
            "0.19",
            sent("AGENTS.md:2:1", 8, "114-126"),
            not_sent(
                "../AGENTS.md:2:1",
                here_only("0.19.0"),
                "Start Hermes in ../, or update Hermes to 0.20.1 or later, or write the rule into AGENTS.md.",
            ),
        )
        | says(
            "0.20.6 0.22.2",
            sent("../AGENTS.md:2:1", 8, "117-129"),
            not_sent("AGENTS.md:2:1", sent_in_place("../AGENTS.md"), CLOSER),
        ),
        cwd="p",
    ),
    "a copy with blanks around it": Case(
        {**GIT, "AGENTS.md": RULE, "p/AGENTS.md": f"\n{RULE}\n"},
        newest(
            sent("../AGENTS.md:1:1", 7, "115-127"),
            not_sent("AGENTS.md:2:1", sent_in_place("../AGENTS.md"), CLOSER),
        ),
        cwd="p",
    ),
    "a copy of a blocked file says that neither is sent": Case(
        {**GIT, "AGENTS.md": HOSTILE, "p/AGENTS.md": f"\n\n{HOSTILE}"},
        newest(
            "✗ ../AGENTS.md:…",
            not_sent(
                "AGENTS.md:3:1",
                copy_of_what_is_not_sent("../AGENTS.md", blocked_by(2, HAVOC_THERE)),
                remove_copy("../AGENTS.md", 2, f"{OTHER_WORD}."),
            ),
        ),
        cwd="p",
        codes=("HT001", "HT044"),
    ),
    "a copy of the words that block says that they do": Case(
        {**GIT, "AGENTS.md": HOSTILE, "p/AGENTS.md": f"\n\n{HOSTILE}"},
        newest("✗ ../AGENTS.md:…", "✗ AGENTS.md:4:1:…blocked by the threat scan for this very place…"),
        asked=HAVOC,
        cwd="p",
    ),
    "a copy of a file that is cut at this place says so": Case(
        {**GIT, "AGENTS.md": LONG, "p/AGENTS.md": f"\r\n\r\n{LONG}"},
        newest(
            "✗ ../AGENTS.md:3:1:…",
            "✗ AGENTS.md:5:1: not sent: "
            f"{copy_of_what_is_not_sent('../AGENTS.md', cut_alone('…', '…', '…'))}…",
        ),
        cwd="p",
        codes=("HT010", "HT044"),
    ),
    "a copy of a file that is cut says nothing of it at its beginning": Case(
        {**GIT, "AGENTS.md": LONG, "p/AGENTS.md": f"\r\n\r\n{LONG}"},
        newest("✓ ../AGENTS.md:…", not_sent("AGENTS.md:3:3", sent_in_place("../AGENTS.md"), CLOSER)),
        asked="begin",
        cwd="p",
        codes=("", "HT009"),
    ),
    "a copy of a file that is cut says nothing of it at its end": Case(
        {**GIT, "AGENTS.md": LONG, "p/AGENTS.md": f"\r\n\r\n{LONG}"},
        newest("✓ ../AGENTS.md:…", not_sent("AGENTS.md:7:1", sent_in_place("../AGENTS.md"), CLOSER)),
        asked="the end",
        cwd="p",
        codes=("", "HT009"),
    ),
    "a copy of a file that is lost says so": Case(
        {
            **GIT,
            "AGENTS.md": "a" * 18_000,
            "p/AGENTS.md": RULE,
            "p/q/AGENTS.md": RULE,
            "p/q/r/AGENTS.md": "c" * 9_000,
        },
        newest(
            "✗ ../AGENTS.md:1:1: not sent: "
            f"{copy_of_what_is_not_sent('../../AGENTS.md', cut_together('…', '…', '…'))}…",
        ),
        asked=Path("p/q/AGENTS.md"),
        cwd="p/q/r",
        codes=("HT044",),
    ),
}

BELOW: dict[str, Case] = {
    "a copy below of a file that is sent needs nothing": Case(
        {**GIT, "AGENTS.md": RULE, "b/AGENTS.md": RULE},
        newest(not_sent("b/AGENTS.md:1:1", sent_at_the_start("AGENTS.md"), SENT_ONCE)),
        asked=Path("b/AGENTS.md"),
    ),
    "a copy below of a file that was shadowed reaches nobody": Case(
        {**GIT, ".hermes.md": "h", "AGENTS.md": RULE, "b/AGENTS.md": RULE},
        newest(
            not_sent(
                "b/AGENTS.md:1:1",
                counts_as_sent("AGENTS.md", found_first(".hermes.md")),
                f"{no_copy_any_more('b/AGENTS.md')}, or remove AGENTS.md.{then_comes('ls b/')}",
            )
        ),
        asked=Path("b/AGENTS.md"),
    ),
    "a copy below of a blocked file is to go and the other to be changed": Case(
        {**GIT, "AGENTS.md": HOSTILE, "b/AGENTS.md": HOSTILE},
        newest(
            not_sent(
                "b/AGENTS.md:1:1",
                copy_of_what_is_not_sent("AGENTS.md", blocked(HAVOC_THERE)),
                remove_copy("AGENTS.md", 2, f"{OTHER_WORD}."),
            )
        ),
        asked=Path("b/AGENTS.md"),
    ),
    "a copy below of a file that was shadowed may be blocked then": Case(
        {**GIT, ".hermes.md": "h", "AGENTS.md": HOSTILE, "b/AGENTS.md": HOSTILE},
        newest(
            not_sent(
                "b/AGENTS.md:1:1",
                counts_as_sent("AGENTS.md", found_first(".hermes.md")),
                f"{no_copy_any_more('b/AGENTS.md')}, then in b/AGENTS.md, line 2: {OTHER_WORD}."
                + then_comes("ls b/"),
            )
        ),
        asked=Path("b/AGENTS.md"),
    ),
    "copies below come by one call once": Case(
        {**GIT, "b/AGENTS.md": RULE, "b/c/AGENTS.md": RULE},
        newest(not_sent("b/c/AGENTS.md:1:1", brought_by_the_same_call("b/AGENTS.md"), SENT_ONCE)),
        asked=Path("b/c/AGENTS.md"),
    ),
}

COPIES = AT_THE_START | BELOW
