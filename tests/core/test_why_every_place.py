"""Every place of a rule is told as long as none is sent at the start: another file may bring it.

The facts: ``rules.md`` 1.2, 1.5, 2.1 and 2.5.
"""

import pytest

from questions import line, lines
from trees import Files, Tree

GIT = {".git/HEAD": ""}
RULE = "run the tests"


def begun(said: list[str]) -> list[str]:
    """Glyph and place of each line."""
    return [sentence.partition(":")[0] for sentence in said]


@pytest.mark.parametrize(
    ("files", "expected"),
    [
        ({"Agents.md": RULE, "sub/AGENTS.md": RULE}, ["✗ Agents.md", "→ sub/AGENTS.md"]),
        (
            {".hermes.md": "h", "AGENTS.md": RULE, "sub/AGENTS.md": f"{RULE}!"},
            ["✗ AGENTS.md", "→ sub/AGENTS.md"],
        ),
        (
            {"CLAUDE.local.md": RULE, "sub/.hermes.md": RULE, "sub/CLAUDE.local.md": RULE},
            ["✗ CLAUDE.local.md", "✗ sub/.hermes.md", "✗ sub/CLAUDE.local.md"],
        ),
        ({"AGENTS.md": f"havoc\n{RULE}", "sub/CLAUDE.md": RULE}, ["✗ AGENTS.md", "→ sub/CLAUDE.md"]),
    ],
)
def test_a_place_that_is_not_sent_does_not_hide_the_hint_that_brings_the_rule(
    tree: Tree, files: Files, expected: list[str]
) -> None:
    assert begun(lines(tree({**GIT, **files}), RULE, release="0.22.2")) == expected


def test_where_one_place_is_sent_nothing_else_is_looked_for(tree: Tree) -> None:
    root = tree({**GIT, ".hermes.md": RULE, "AGENTS.md": RULE, "sub/AGENTS.md": RULE})
    assert begun(lines(root, RULE, release="0.22.2")) == ["✓ .hermes.md", "✗ AGENTS.md"]


def test_an_imported_file_that_a_hint_brings_is_brought_by_it(tree: Tree) -> None:
    root = tree({**GIT, "CLAUDE.md": "@sub/AGENTS.md", "sub/AGENTS.md": RULE})
    for query in (RULE, str(root / "sub/AGENTS.md")):
        said = line(root, query, release="0.22.2")
        assert said.startswith("→ sub/AGENTS.md:1:1: by a hint: $ ls sub/ brings it")
        assert "; line 1 of CLAUDE.md imports it, and Hermes sends that line as it stands" in said


def test_a_link_as_text_to_a_file_that_a_hint_brings_says_both(tree: Tree) -> None:
    root = tree({**GIT, "AGENTS.md": "sub/AGENTS.md", "sub/AGENTS.md": RULE})
    said = line(root, RULE, release="0.22.2")
    assert said.startswith("→ sub/AGENTS.md:1:1: by a hint: $ ls sub/ brings it")
    assert "; AGENTS.md should lead here; all that is sent is the name sub/AGENTS.md" in said


def test_a_rule_beside_its_import_is_told_as_well(tree: Tree) -> None:
    root = tree(
        {**GIT, "Agents.md": RULE, "CLAUDE.md": "@docs/a.md", "docs/a.md": RULE, "sub/AGENTS.md": RULE}
    )
    assert begun(lines(root, RULE, release="0.22.2")) == ["✗ Agents.md", "✗ docs/a.md", "→ sub/AGENTS.md"]


def test_a_file_above_that_a_hint_brings_is_said_to_come_by_it(tree: Tree) -> None:
    root = tree({**GIT, "CLAUDE.md": RULE, "w/": ""})
    assert line(root, str(root / "CLAUDE.md"), "w", "0.14").startswith(
        "→ ../CLAUDE.md:1:1: by a hint: $ ls ../ brings it"
    )
