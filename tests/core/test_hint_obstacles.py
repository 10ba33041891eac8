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
    ("files", "asked", "gone", "then"),
    [
        ({"AGENTS.override.md": "o", "AGENTS.md": "a", "agents.md": RULE}, "agents.md", 2, ""),
        ({"AGENTS.md": "a", "agents.md": " ", "CLAUDE.md": "c", ".cursorrules": RULE}, ".cursorrules", 2, ""),
        (
            {"AGENTS.md": "a", "CLAUDE.md": f"havoc {RULE}"},
            "CLAUDE.md",
            1,
            'without s/AGENTS.md it would be blocked: line 1, column 1: "havoc" (known_c2_framework)',
        ),
        (
            {"AGENTS.md": "a", "CLAUDE.md": "x" * 33_000},
            "CLAUDE.md",
            1,
            "without s/AGENTS.md it would be sent, but cut",
        ),
    ],
)
def test_all_names_before_it_are_to_go_and_then_comes_what_is_said(
    tree: Tree, files: Files, asked: str, gone: int, then: str
) -> None:
    root = tree({**GIT, **{f"s/{name}": entry for name, entry in files.items()}})
    answer = ask(root, str(root / "s" / asked), release="0.22.2").answers[0]
    assert answer.code == "HT007"
    named = [name for name in files if f"s/{name}" in answer.remedy.partition(", or ")[2].partition(".  ")[0]]
    assert len([name for name in named if name != asked]) == gone
    assert answer.remedy.partition("Then look again: ")[2].removesuffix(".") == then
    for name in named:
        (root / "s" / name).unlink()
    after = ask(root, str(root / "s" / asked), release="0.22.2").answers[0]
    assert after.code in ("HT042", "HT001")


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
        "Write the rule into s/AGENTS.md, or remove s/AGENTS.md. Then look again: without s/AGENTS.md it "
        "would be blocked."
    )
