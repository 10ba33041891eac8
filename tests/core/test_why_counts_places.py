"""How many places a text has, and how many of them are sent, where not all are told."""

import pytest

from hermes_tui.core.diagnosis.model import State
from support.trees import Tree
from support.why_questions import ask

GIT = {".git/HEAD": ""}
RULE = "run the tests"


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
    assert reply.share == f"{100_001 - sent:,} of 100,001 places are not sent"


def test_of_many_places_that_are_all_sent_the_rest_is_counted(tree: Tree) -> None:
    reply = ask(tree({**GIT, "AGENTS.md": "run\n" * 150}), "run")
    assert reply.share == "all 150 places are sent"
    assert ask(tree({**GIT, "p/AGENTS.md": "go\n" * 9}), "go").share == ""


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
    assert len(reply.answers) == reply.places
    assert reply.not_sent == sum(answer.state is not State.SENT for answer in reply.answers)


@pytest.mark.parametrize(
    ("files", "lines"),
    [
        ({"AGENTS.md": 603}, ["✓ AGENTS.md:1:1 (the first of 603 such places in this file): sent: …"]),
        (
            {"AGENTS.md": 1, "CLAUDE.md": 603},
            [
                "✗ CLAUDE.md:1:1 (the first of 603 such places in this file): not sent: …",
                "✓ AGENTS.md:1:1: sent: …",
            ],
        ),
        (
            {"b/AGENTS.md": 603},
            ["→ b/AGENTS.md:1:1 (the first of 603 such places in this file): on a call: …"],
        ),
        ({"AGENTS.md": 2}, ["✓ AGENTS.md:1:1: sent: …", "✓ AGENTS.md:2:1: sent: …"]),
    ],
)
def test_a_file_with_many_places_gets_one_line_with_their_number(
    tree: Tree, files: dict[str, int], lines: list[str]
) -> None:
    root = tree({**GIT, **{name: f"{RULE}\n" * count for name, count in files.items()}})
    printed = list(ask(root, RULE, release="0.22.2").lines)
    assert len(printed) == len(lines)
    for line, expected in zip(printed, lines, strict=True):
        assert line.startswith(expected.removesuffix("…"))
