"""What stops a file below the working directory is what Hermes' tracker met there.

The facts: ``rules.md`` 2.1, 2.5 and 2.6.
"""

import pytest

from hermes_tui.core.checks.check import check
from hermes_tui.core.filesystem.disk import Disk
from hermes_tui.core.situation import Situation
from support.trees import Files, Special, Tree
from support.why_questions import ask, settings_for

GIT = {".git/HEAD": ""}
RULE = "run the tests"
OUTSIDE = {"../rules.md": "rules"}


@pytest.mark.parametrize(
    ("files", "asked", "todo"),
    [
        (
            {"AGENTS.override.md": "o", "AGENTS.md": "a", "agents.md": RULE},
            "agents.md",
            "Write the rule into s/AGENTS.override.md, or remove s/AGENTS.override.md and s/AGENTS.md.",
        ),
        (
            {"AGENTS.md": "a", "agents.md": " ", "CLAUDE.md": "c", ".cursorrules": RULE},
            ".cursorrules",
            "Write the rule into s/AGENTS.md, or remove s/AGENTS.md and s/CLAUDE.md.",
        ),
        (
            {"AGENTS.md": "a", "CLAUDE.md": f"havoc {RULE}"},
            "CLAUDE.md",
            "Write the rule into s/AGENTS.md, then in s/AGENTS.md, line 3: use another word.",
        ),
        (
            {"AGENTS.md": "a", "CLAUDE.md": "x" * 33_000},
            "CLAUDE.md",
            "Remove s/AGENTS.md, then shorten it by 1,000 characters.",
        ),
    ],
)
def test_all_names_before_it_are_to_go_and_what_stops_it_then_is_dealt_with(
    tree: Tree, files: Files, asked: str, todo: str
) -> None:
    root = tree({**GIT, **{f"s/{name}": entry for name, entry in files.items()}})
    answer = ask(root, str(root / "s" / asked), release="0.22.2").answers[0]
    assert answer.code == "HT007"
    assert answer.remedy == f"{todo} Then $ ls s/ brings it."


def test_check_says_the_same_without_words_of_files(tree: Tree) -> None:
    root = tree(
        {**GIT, **OUTSIDE, "s/AGENTS.md": "a", "s/CLAUDE.md": "havoc", "t/AGENTS.md": Special("pipe")}
    )
    found = check(Situation(root, settings_for("0.22.2"), Disk()), environ={})
    assert [(finding.code, finding.shown) for finding in found] == [
        ("HT018", "t/AGENTS.md"),
        ("HT007", "s/CLAUDE.md"),
    ]
    assert found[1].remedy == (
        "Write the rule into s/AGENTS.md, then in s/AGENTS.md, line 3: use another word. "
        "Then $ ls s/ brings it."
    )
