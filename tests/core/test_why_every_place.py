"""Every place of a rule is told as long as none is sent at the start: another file may bring it.

The facts: ``rules.md`` 1.2, 1.5, 2.1 and 2.5.
"""

import pytest

from hermes_tui.core.answering.answers import State
from support.trees import Files, Tree
from support.why_questions import ask, line, lines

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


@pytest.mark.parametrize("flags", [{}, {"as_regex": True}])
def test_of_many_places_those_not_sent_come_first_and_all_are_counted(
    tree: Tree, flags: dict[str, bool]
) -> None:
    root = tree({**GIT, "AGENTS.md": "run the tests\n" * 100_000, "p/AGENTS.md": f"{RULE}\n"})
    reply = ask(root, RULE, "p", "0.22.2", **flags)
    assert reply.is_sent
    startup = reply.answers[-1]
    assert [answer.state for answer in reply.answers] == [State.NOT_SENT] * 100 + [State.SENT]
    assert startup.path == root / "p/AGENTS.md"
    assert reply.places == 100_001
    sent = reply.places - reply.not_sent
    assert 1_000 < sent < 1_300
    assert reply.share == f"101 of 100,001 places shown; {100_001 - sent:,} of all 100,001 are not sent"


def test_of_many_places_that_are_all_sent_the_rest_is_counted(tree: Tree) -> None:
    reply = ask(tree({**GIT, "AGENTS.md": "run\n" * 150}), "run")
    assert reply.share == "100 of 150 places shown; all are sent"
    assert ask(tree({**GIT, "p/AGENTS.md": "go\n" * 100}), "go").share == ""


@pytest.mark.parametrize("name", ["Agents.md", "sub/AGENTS.md", "docs/a.md", "AGENT.md"])
def test_places_in_files_that_are_not_sent_are_counted_too(tree: Tree, name: str) -> None:
    root = tree({**GIT, "CLAUDE.md": "@docs/a.md", name: f"{RULE}\n" * 250})
    reply = ask(root, RULE, release="0.22.2")
    assert (len(reply.answers), reply.places, reply.not_sent) == (100, 250, 250)


@pytest.mark.parametrize("release", ["0.14", "0.20.6", "0.22.2"])
def test_places_that_are_counted_as_sent_are_those_that_are_told_so(tree: Tree, release: str) -> None:
    texts = {".hermes.md": "---\nx a\n---\na b a\n", "AGENTS.md": "a", "SOUL.md": " a"}
    texts |= {"home/.hermes/SOUL.md": "a " * 30, "CLAUDE.md": "a\n" * 99}
    reply = ask(tree({**GIT, **texts}), "a", release=release)
    assert reply.share == ""
    assert reply.not_sent == sum(answer.state is not State.SENT for answer in reply.answers)
