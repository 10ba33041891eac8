"""A file is asked for; nothing is found; the question itself is wrong."""

import os
from pathlib import Path
from typing import Any

import pytest

from hermes_tui.core.answering.answers import State
from hermes_tui.core.searching.bad_query import BadQueryError
from support.processes import as_nobody
from support.trees import Mode, Special, Tree
from support.why_questions import ask, filler, line

GIT = {".git/HEAD": ""}
RULE = "run the tests"


# ── a file is asked for ──


@pytest.mark.parametrize("directory", ["", "below/"])
def test_a_file_too_large_to_look_into_is_said_to_be_so(tree: Tree, directory: str) -> None:
    root = tree({**GIT, f"{directory}AGENTS.md": ""})
    os.truncate(root / f"{directory}AGENTS.md", 60_000_000_000)
    said = line(root, str(root / f"{directory}AGENTS.md"))
    assert "it has 60,000,000,000 bytes, and this inspector reads 1,000,000,000 at most, and what" in said
    assert said.endswith("it is shown as if it were not there → Make it shorter.")


@pytest.mark.parametrize(
    "name", ["Agents.md", "AGENT.md", "CLAUDE.local.md", "GEMINI.md", ".windsurfrules", ".clinerules"]
)
def test_name_that_hermes_does_not_know_is_told(tree: Tree, name: str) -> None:
    root = tree({**GIT, name: RULE})
    assert line(root, str(root / name)) == (
        f"✗ {name}:1:1: not sent: Hermes does not know the name {name} → Rename it to AGENTS.md."
    )


def test_file_is_found_from_the_directory_that_is_inspected(tree: Tree) -> None:
    root = tree({**GIT, "p/AGENTS.md": RULE})
    assert ask(root, "AGENTS.md", "p").answers[0].path == root / "p/AGENTS.md"


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


@pytest.mark.parametrize(
    "name", ["docs/nosuch/AGENTS.md", "x/CLAUDE.md", "docs/nosuch.md", "my rules/agents.md"]
)
def test_file_that_does_not_exist_is_said_beside_the_search(tree: Tree, name: str) -> None:
    root = tree({**GIT, "AGENTS.md": "read docs/nosuch.md"})
    reply = ask(root, name)
    assert not reply.is_file
    assert reply.remarks[0].sentence == (
        f"Seen: there is no such file: {name}, neither from {root} nor from here; it was searched for as a "
        "text"
    )
    assert not any("no such file" in remark.text for remark in ask(root, name, as_text=True).remarks)


@pytest.mark.parametrize("words", ["docs", "tabs / spaces", "https://example.org/x", "a"])
def test_words_are_no_missing_files(tree: Tree, words: str) -> None:
    root = tree({**GIT, "a/b/": "", "docs/": ""})
    assert ask(root, words).remarks == ()


def test_text_wins_over_a_file_of_that_name_when_asked(tree: Tree) -> None:
    root = tree({**GIT, "AGENTS.md": "read rules.md", "rules.md": "x"})
    assert line(root, "rules.md", as_text=True).startswith("✓ AGENTS.md:1:6: sent at startup")
    assert ask(root, "rules.md").is_file


def test_directory_is_taken_for_a_text(tree: Tree) -> None:
    root = tree({**GIT, "AGENTS.md": "tests are in backend", "backend/": ""})
    assert line(root, "backend").startswith("✓ AGENTS.md:1:14: sent at startup")


def test_empty_file_is_told(tree: Tree) -> None:
    root = tree({**GIT, "AGENTS.md": " \n"})
    assert line(root, str(root / "AGENTS.md")) == (
        "✗ AGENTS.md:1:1: not sent: there is nothing in it to send → Write something into it, or remove it."
    )


def test_directory_called_like_a_context_file_is_told(tree: Tree) -> None:
    root = tree({**GIT, "AGENTS.md/": ""})
    assert line(root, str(root / "AGENTS.md")) == (
        "✗ AGENTS.md:1:1: not sent: it is a directory, and Hermes goes on as if it were not there → Rename "
        "the directory, and write the rule into a file of that name."
    )


def test_link_that_leads_nowhere_is_told(tree: Tree) -> None:
    root = tree({**GIT, "AGENTS.md": Path("nowhere.md")})
    assert line(root, str(root / "AGENTS.md")) == (
        "✗ AGENTS.md:1:1: not sent: it is a link that leads nowhere (nowhere.md), and Hermes goes on as if "
        "it were not there → Remove the link, and write the rule into a file of that name; or let it lead "
        "to a file."
    )


def test_file_without_permission_is_told(tree: Tree) -> None:
    root = tree({**GIT, "AGENTS.md": Mode(0o000, RULE)})
    for directory in (root, *list(root.parents)[:3]):
        directory.chmod(0o755)
    assert as_nobody(lambda: line(root, str(root / "AGENTS.md"))) == (
        "✗ AGENTS.md:1:1: not sent: no permission to read it, and Hermes goes on as if it were not there → "
        "Give it its permissions back (chmod a+r AGENTS.md)."
    )


def test_cut_file_is_sent_in_part(tree: Tree) -> None:
    root = tree({**GIT, "AGENTS.md": filler(25_000)})
    answer = ask(root, str(root / "AGENTS.md"), release="0.22.2").answers[0]
    assert (answer.state, answer.code) == (State.SENT, "HT010")
    assert answer.culprit.startswith(
        "in part: the rest is cut away by the cap of one file: 25,014 characters"
    )


def test_link_checked_out_as_text_is_sent_but_says_so(tree: Tree) -> None:
    root = tree({**GIT, "AGENTS.md": "docs/rules.md", "docs/rules.md": RULE})
    assert line(root, str(root / "AGENTS.md")) == (
        "✓ AGENTS.md:1:1: sent at startup: all that is sent is the name docs/rules.md, perhaps a link that "
        "was checked out as text → Put the text itself into AGENTS.md, or make AGENTS.md a link."
    )


def test_imported_file_is_told_by_whom(tree: Tree) -> None:
    root = tree({**GIT, "CLAUDE.md": "# C\n@docs/rules.md\n", "docs/rules.md": RULE})
    assert line(root, str(root / "docs/rules.md")) == (
        "✗ docs/rules.md:1:1: not sent: line 2 of CLAUDE.md imports it, and Hermes sends that line as it "
        "stands → "
        "Put the text itself into CLAUDE.md."
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


def test_words_in_a_file_that_is_utf16_are_found_and_the_file_is_to_blame(tree: Tree) -> None:
    below = b"\xfe\xff" + RULE.encode("utf-16-be")
    root = tree({**GIT, "AGENTS.md": f"# A\r\n{RULE}\r\n".encode("utf-16"), "b/AGENTS.md": below})
    reply = ask(root, RULE)
    assert [(answer.shown, answer.line, answer.code) for answer in reply.answers] == [
        ("AGENTS.md", 2, "HT018"),
        ("b/AGENTS.md", 1, "HT018"),
    ]
    assert reply.remarks == ()


@pytest.mark.parametrize(
    ("entry", "said"),
    [
        (
            "other words".encode("utf-16"),
            (
                "only as far as it can be decoded: it is UTF-16, not UTF-8 (byte 0xff at offset 0, line 1) "
                "→ Save it as UTF-8 (iconv -f UTF-16 -t UTF-8 NAME > NAME.new && mv NAME.new "
                "NAME), and look at the result."
            ),
        ),
        (
            b"caf\xe9",
            (
                "only as far as it can be decoded: it is not UTF-8 (byte 0xe9 at offset 3, line 1) "
                "→ Save it as UTF-8 (iconv -f LATIN1 -t UTF-8 NAME > NAME.new && mv NAME.new "
                "NAME), and look at the result."
            ),
        ),
        (
            Special("pipe"),
            "it is a pipe or a device, not a file → Remove it, and write the rule into a file of that name.",
        ),
        (
            Path("nowhere.md"),
            (
                "it is a link that leads nowhere (nowhere.md) → Remove the link, and write the rule into a "
                "file of that name; or let it lead to a file."
            ),
        ),
    ],
)
@pytest.mark.parametrize("directory", ["", "below/"])
def test_file_that_could_not_be_searched_is_told(
    tree: Tree, directory: str, entry: bytes | Special | Path, said: str
) -> None:
    root = tree({**GIT, "CLAUDE.md": "x", f"{directory}AGENTS.md": entry})
    reply = ask(root, RULE, release="0.22.2")
    (remark,) = reply.remarks
    name = f"{directory}AGENTS.md"
    how = "could be searched" if isinstance(entry, bytes) else "could not be searched:"
    assert remark.sentence == f"Seen: {name} {how} {said}".replace("NAME", name)
    assert remark.code == "HT018"
    assert set(reply.searched) == ({"CLAUDE.md", name} if isinstance(entry, bytes) else {"CLAUDE.md"})


def test_directory_and_file_without_permission_are_told_to_be_unsearched(tree: Tree) -> None:
    root = tree({**GIT, "AGENTS.md/": "", "CLAUDE.md": Mode(0o000, RULE)})
    for directory in (root, *list(root.parents)[:3]):
        directory.chmod(0o755)
    assert as_nobody(lambda: "\n".join(remark.sentence for remark in ask(root, RULE).remarks)) == (
        "Seen: AGENTS.md could not be searched: it is a directory → Rename the directory, and write the "
        "rule into a file of that name.\nSeen: CLAUDE.md could not be searched: no permission to read it → "
        "Give it its permissions back (chmod a+r CLAUDE.md)."
    )


def test_many_files_that_could_not_be_searched_are_counted(tree: Tree) -> None:
    root = tree({**GIT, **{f"d{number}/AGENTS.md": Path("nowhere") for number in range(25)}})
    reply = ask(root, RULE)
    assert len(reply.remarks) == 21
    assert reply.remarks[-1].text == "5 more files that cannot be read were not searched"
    assert reply.searched == ()


def test_where_the_rule_is_sent_no_other_file_is_told_to_be_unsearched(tree: Tree) -> None:
    root = tree({**GIT, "AGENTS.md": RULE, "CLAUDE.md": Path("nowhere")})
    assert all(not remark.is_seen for remark in ask(root, RULE).remarks)


def test_repository_is_searched_only_when_the_chain_has_no_answer(tree: Tree) -> None:
    root = tree({**GIT, "AGENTS.md": RULE, "b/AGENTS.md": RULE})
    assert [answer.path for answer in ask(root, RULE).answers] == [root / "AGENTS.md"]


@pytest.mark.parametrize(
    ("query", "flags"), [("  \n", {}), ("", {"as_regex": True}), ("a(", {"as_regex": True})]
)
def test_query_that_cannot_be_searched_for_is_bad_input(tree: Tree, query: str, flags: Any) -> None:
    with pytest.raises(BadQueryError):
        ask(tree(GIT), query, **flags)


def test_expression_is_searched_for_by_lines(tree: Tree) -> None:
    root = tree({**GIT, "AGENTS.md": "# A\nrun 12 tests\n"})
    assert line(root, r"^RUN \d+", as_regex=True).startswith("✓ AGENTS.md:2:1: sent at startup")


def test_a_link_as_text_is_told_as_it_is_sent(tree: Tree) -> None:
    root = tree({**GIT, "p/AGENTS.md": "../shared/AGENTS.md", "shared/AGENTS.md": RULE})
    said = line(root, "AGENTS.md", "p")
    assert "all that is sent is the name ../shared/AGENTS.md, perhaps a link" in said


@pytest.mark.parametrize(
    ("query", "said"),
    [
        ("a/b", "a/b is a directory; it was searched for as a text"),
        ("a/b/", "a/b/ is a directory; it was searched for as a text"),
        ("a/nope/", "there is no such file: a/nope/, neither from "),
        ("a/nope/AGENTS.md", "there is no such file: a/nope/AGENTS.md, neither from "),
    ],
)
def test_a_path_that_is_no_file_is_said_to_be_none(tree: Tree, query: str, said: str) -> None:
    root = tree({**GIT, "AGENTS.md": "rule", "a/b/x.py": ""})
    assert ask(root, query).remarks[0].text.startswith(said)
    assert not any("searched for as a text" in remark.text for remark in ask(root, "b").remarks)


def test_an_empty_file_beside_one_that_a_hint_brings_is_empty(tree: Tree) -> None:
    root = tree({**GIT, "d/AGENTS.md": "", "d/CLAUDE.md": RULE, "p/": ""})
    empty = "there is nothing in it to send → Write something into it, or remove it."
    assert line(root, str(root / "d/AGENTS.md"), release="0.22.2").endswith(f"not sent: {empty}")
    outside = line(root, str(root / "d/AGENTS.md"), "p", release="0.22.2")
    assert outside.endswith("Then look again: if Hermes read it, it would be empty.")
