"""What ``why`` takes a question for, what it searches, and what it says where nothing is found.

The answers themselves are in the table ``cases/why``.
"""

import os
from pathlib import Path
from typing import Any

import pytest

from cases.why.sentences import MAKE_IT_SHORTER, TOO_LARGE
from cases.why.unusable import NOT_SEARCHED
from hermes_tui.core.releases.lookup import get_ruleset
from hermes_tui.core.searching.bad_query import BadQueryError
from support.trees import Tree
from support.why_questions import ask, line

GIT = {".git/HEAD": ""}
RULE = "run the tests"


# ── a file is meant ──


def test_file_of_the_directory_comes_before_the_one_that_is_here(
    tree: Tree, monkeypatch: pytest.MonkeyPatch
) -> None:
    root = tree({**GIT, "AGENTS.md": "here", "p/AGENTS.md": RULE, "p/CLAUDE.md": ""})
    monkeypatch.chdir(root)
    reply = ask(root, "AGENTS.md", "p")
    assert [answer.path for answer in reply.answers] == [root / "p/AGENTS.md"]
    other = root / "AGENTS.md"
    assert reply.remarks[0].sentence == (
        "Seen: AGENTS.md was taken, as the session's directory has it; ../AGENTS.md is called so as well → "
        f"hermes-tui why {other} tells of that one."
    )
    assert ask(root, "p/CLAUDE.md", "p").answers[0].path == root / "p/CLAUDE.md"
    assert not any("was taken" in remark.text for remark in ask(root, "CLAUDE.md", "p").remarks)
    assert not any("was taken" in remark.text for remark in ask(root, "AGENTS.md").remarks)


def test_name_of_a_file_is_the_file_and_not_a_text(tree: Tree) -> None:
    root = tree({**GIT, "AGENTS.md": "read rules.md", "rules.md": "x"})
    assert ask(root, "rules.md").is_file
    assert not ask(root, "rules.md", as_text=True).is_file


@pytest.mark.parametrize(
    "name", ["docs/nosuch/AGENTS.md", "x/CLAUDE.md", "docs/nosuch.md", "my rules/agents.md"]
)
def test_name_of_no_file_is_a_text(tree: Tree, name: str) -> None:
    assert not ask(tree({**GIT, "AGENTS.md": "read docs/nosuch.md"}), name).is_file


@pytest.mark.parametrize("words", ["docs", "tabs / spaces", "https://example.org/x", "a"])
def test_words_are_no_missing_files(tree: Tree, words: str) -> None:
    root = tree({**GIT, "a/b/": "", "docs/": ""})
    assert ask(root, words).remarks == ()


def test_path_that_is_none_is_taken_for_a_text(tree: Tree) -> None:
    root = tree({**GIT, "AGENTS.md": "a\0b"})
    assert not ask(root, "a\0b").is_file
    assert not ask(root, "loop/x" * 2_000).is_file


@pytest.mark.parametrize(
    ("query", "flags"), [("  \n", {}), ("", {"as_regex": True}), ("a(", {"as_regex": True})]
)
def test_query_that_cannot_be_searched_for_is_bad_input(tree: Tree, query: str, flags: Any) -> None:
    with pytest.raises(BadQueryError):
        ask(tree(GIT), query, **flags)


# ── a file is not read ──


@pytest.mark.parametrize("directory", ["", "below/"])
def test_a_file_too_large_to_look_into_is_said_to_be_so(tree: Tree, directory: str) -> None:
    root = tree({**GIT, f"{directory}AGENTS.md": ""})
    os.truncate(root / f"{directory}AGENTS.md", 60_000_000_000)
    said = line(root, str(root / f"{directory}AGENTS.md"))
    before, after = TOO_LARGE
    assert before in said
    assert said.endswith(f"{after} → {MAKE_IT_SHORTER}")


def test_slow_file_counts_as_absent(tree: Tree) -> None:
    root = tree({**GIT, "AGENTS.md": RULE})
    ruleset = get_ruleset("0.22.2")._replace(read_timeout=0.0)
    said = line(root, RULE, ruleset=ruleset)
    assert (
        "and Hermes waits 0 s, and Hermes goes on as if it were not there → Put it where reading is quick."
        in said
    )


# ── nothing is found ──


def test_closest_lines_and_the_places_searched_are_offered(tree: Tree) -> None:
    root = tree({**GIT, "AGENTS.md": "# A\n- Always run all the tests first.\n", "b/AGENTS.md": "z"})
    reply = ask(root, "- Always run all the test first")
    assert reply.answers == ()
    assert tuple(near.sentence for near in reply.closest) == (
        "AGENTS.md:2: - Always run all the tests first. (97% alike)",
    )
    assert reply.searched == ("AGENTS.md", "b/AGENTS.md")


@pytest.mark.parametrize("name", NOT_SEARCHED)
def test_what_could_not_be_searched_has_its_code(tree: Tree, name: str) -> None:
    reply = ask(tree(NOT_SEARCHED[name].files), RULE, release="0.22.2")
    assert [remark.code for remark in reply.remarks] == ["HT018"]


def test_many_files_that_could_not_be_searched_are_counted(tree: Tree) -> None:
    root = tree({**GIT, **{f"d{number}/AGENTS.md": Path("nowhere") for number in range(25)}})
    reply = ask(root, RULE)
    assert len(reply.remarks) == 21
    assert reply.remarks[-1].text == "5 more files that cannot be read were not searched"
    assert reply.searched == ()


def test_where_the_rule_is_sent_no_other_file_is_told_to_be_unsearched(tree: Tree) -> None:
    root = tree({**GIT, "AGENTS.md": RULE, "CLAUDE.md": Path("nowhere")})
    assert all(not remark.is_seen for remark in ask(root, RULE).remarks)
