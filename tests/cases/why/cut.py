"""Rules that a cap cuts away (``rules.md`` 1.8, 2.2)."""

from pathlib import Path

from cases.startup import marker
from cases.why.case import GIT, RULE, Case, documented, filler, newest, says
from cases.why.sentences import (
    NO_SETTING,
    cut_alone,
    cut_hint,
    cut_together,
    move_into,
    not_sent,
    sent,
    set_the_cap,
    shorten,
    shorten_all,
    then_comes,
)

NOTHING_LEFT = "nothing of the file is left"

ONE_FILE: dict[str, Case] = {
    "a file of 19,987 characters is one too long": Case(
        {**GIT, "AGENTS.md": filler(14_999) + "\nrun the tests\n" + filler(19_987 - 15_014)},
        says(
            "0.14",
            not_sent(
                "AGENTS.md:189:1",
                cut_alone("20,001", "1", "a part of line 175, lines 176-201 and a part of line 202 lost"),
                f"{shorten('1')}, or {move_into('13,986')}. {NO_SETTING}",
            ),
        )
        | newest(
            not_sent(
                "AGENTS.md:189:1",
                cut_alone("20,001", "1", "a part of line 175, lines 176-201 and a part of line 202 lost"),
                f"{shorten('1')}, or {move_into('13,986')}, or {set_the_cap(20_001, '83,338')}",
            )
        ),
    ),
    "headings that went with the cut are named": Case(
        {**GIT, "AGENTS.md": filler(14_000) + "\n## Release steps\nrun the tests\n" + "b" * 12_000},
        newest(
            not_sent(
                "AGENTS.md:178:1",
                cut_alone(
                    "26,046",
                    "6,046",
                    "a part of line 175, lines 176-178 and a part of line 179 lost, and with them "
                    '"Release steps"',
                ),
                f"{shorten('6,046')}, or {move_into('13,986')}, or {set_the_cap(26_046, '108,525')}",
            )
        ),
    ),
    "many headings are counted": Case(
        {
            **GIT,
            "AGENTS.md": "x" * 15_000 + "".join(f"\n## S{number}\n" for number in range(6)) + "y" * 15_000,
        },
        newest('…and with them "S0", "S1", "S2", 3 more)…'),
        asked="S3",
    ),
    "a cut goes through the rule": Case(
        {**GIT, "AGENTS.md": "x" * 13_980 + " run the tests " + "y" * 9_000},
        newest("✗ AGENTS.md:1:13982: not sent: only a part of it is sent, the rest is cut away by the cap…"),
    ),
    "no context length gives the cap that it needs": Case(
        {**GIT, "AGENTS.md": "x\n" * 200_000 + RULE + "\ny" * 100_000},
        newest(
            "…or set context_file_max_chars: 600027 in config.yaml. A longer context gives 500,000 at most."
        ),
    ),
    "blanks around the text are cut off on top": Case(
        {**GIT, "AGENTS.md": "\n" + "x" * 20_000 + "\n\n"},
        newest(
            f"…→ {shorten('17', '14 that are too many, and 3 blanks around the text')}, or…",
        ),
        asked="AGENTS.md",
    ),
    "a cut file is sent in part": Case(
        {**GIT, "AGENTS.md": filler(25_000)},
        newest(
            f"◐ AGENTS.md:1:1: partly sent: {cut_alone('25,014', '5,014', '…')}…",
        ),
        asked=Path("AGENTS.md"),
        codes=("HT010",),
    ),
}


def both_caps(root: Path) -> str:
    """The number for all files: what each cap takes.

    AGENTS.md and its heading have 20,517 characters, of which 18,000 and a marker are left; the other file
    has 9,028 with its heading, and two newlines part them. The longer the path in the marker, the more.
    """
    left = 18_000 + len(marker("../AGENTS.md", 14_000, 4_000, 20_517, f"{root}/AGENTS.md")["0.22.2"])
    together = left + 2 + 9_028
    too_many = f"{together - 20_000:,}"
    return not_sent(
        "AGENTS.md:1:1",
        cut_together(f"{together:,}", too_many, "line 1 and a part of line 2 lost"),
        shorten_all(
            "9,547",
            f"{too_many} that are too many together, and {20_517 - left:,} that the cap of one file took "
            "before",
        )
        + ", or move…",
    )


TOGETHER: dict[str, Case] = {
    "two files of 12,000 characters, from the chain on": Case(
        {
            **GIT,
            "AGENTS.md": "a" * 12_000,
            "p/AGENTS.md": filler(2_999) + "\nrun the tests\n" + "b" * (12_000 - 3_014),
        },
        says("0.19", sent("AGENTS.md:39:1", 45, "3,112-3,124"))
        | says(
            "0.20.6 0.22.2",
            not_sent(
                "AGENTS.md:39:1",
                cut_together("24,033", "4,033", "a part of line 25, lines 26-39 and a part of line 40 lost"),
                f"{shorten_all('4,033')}, or {move_into('1,967')}, or {set_the_cap(24_033, '100,138')}",
            ),
        ),
        cwd="p",
    ),
    "a file in the middle of the chain is lost": Case(
        {**GIT, "AGENTS.md": "a" * 14_500, "p/AGENTS.md": RULE, "p/q/AGENTS.md": "b" * 8_000},
        newest(
            not_sent(
                "../AGENTS.md:1:1",
                cut_together("22,568", "2,568", NOTHING_LEFT),
                f"{shorten_all('2,568')}, or write the rule into the last 4,000 characters of AGENTS.md, "
                f"which is cut, or {set_the_cap(22_568, '94,034')}",
            )
        ),
        cwd="p/q",
    ),
    "the marker names a file that does not exist": Case(
        {
            **GIT,
            "AGENTS.md": "a" * 12_000,
            "p/AGENTS.md": filler(3_000) + "\nrun the tests\n" + "b" * 9_000,
            "p/q/": "",
        },
        newest(
            not_sent(
                "../AGENTS.md:39:1",
                cut_together("24,054", "4,054", "a part of line 25, lines 26-39 and a part of line 40 lost"),
                f"{shorten_all('4,054')}, or {move_into('1,961')}, or {set_the_cap(24_054, '100,225')} "
                "The marker sends the model to AGENTS.md, which does not exist.",
            )
        ),
        cwd="p/q",
    ),
    "Cursor files are cut together": Case(
        {
            **GIT,
            ".cursorrules": "a" * 15_000,
            ".cursor/rules/a.mdc": RULE,
            ".cursor/rules/b.mdc": "b" * 9_000,
        },
        newest(f"…{cut_together('24,084', '4,084', '…', 'all Cursor files')}…"),
    ),
    "the number for all files says how it comes from the others": Case(
        {**GIT, "AGENTS.md": "a" * 20_500, "p/AGENTS.md": f"{RULE}\n" + "b" * 9_000},
        newest(both_caps),
        cwd="p",
    ),
    "the number for all files names the share of the one that is cut alone": Case(
        {**GIT, "AGENTS.md": f"{'a' * 14_500}\n{RULE}\n" + "b" * 6_000, "p/AGENTS.md": "c" * 1_000},
        newest(
            not_sent(
                "../AGENTS.md:2:1",
                cut_alone("20,532", "532", "a part of line 1, line 2 and a part of line 3 lost"),
                f"{shorten_all('1,548', '532 in this one, and 1,016 for the cap of all')}, or…",
            )
        ),
        cwd="p",
    ),
}

HINTS: dict[str, Case] = {
    "a long hint is brought in part": Case(
        {**GIT, "b/AGENTS.md": "x" * 9_000},
        documented(
            f"◐ b/AGENTS.md:1:1: partly sent: $ ls b/ brings it…; {cut_hint('9,000', '1,000', '…')} → "
            f"{shorten('1,000')}.{then_comes('ls b/')} No setting raises this cap."
        ),
        asked=Path("b/AGENTS.md"),
    ),
}

CUT = ONE_FILE | TOGETHER | HINTS
