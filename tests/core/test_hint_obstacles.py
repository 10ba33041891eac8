"""What stops a file below the working directory is what Hermes' tracker met there.

The facts: ``rules.md`` 2.1, 2.5 and 2.6.
"""

from pathlib import Path

import pytest

from hermes_tui.core.checking.checks import check
from support.processes import as_nobody
from support.trees import Entry, Files, Mode, Special, Tree
from support.why_questions import ask, line, settings_for

GIT = {".git/HEAD": ""}
RULE = "run the tests"
LATIN = b"caf\xe9"
OUTSIDE = {"../rules.md": "rules"}


def told(root: Path, name: str, release: str = "0.22.2") -> str:
    """What is said of a file, without its place."""
    return line(root, str(root / name), release=release).partition(":1:1: ")[2]


def test_a_refused_link_does_not_come_before_the_next_name(tree: Tree) -> None:
    root = tree({**GIT, **OUTSIDE, "s/AGENTS.md": Path("../../rules.md"), "s/CLAUDE.md": LATIN})
    assert told(root, "s/CLAUDE.md") == (
        "not sent: it is not UTF-8 (byte 0xe9 at offset 3, line 1), and Hermes goes on as if it were not "
        "there → Save it as UTF-8 (iconv -f LATIN1 -t UTF-8 s/CLAUDE.md > s/CLAUDE.md.new && mv "
        "s/CLAUDE.md.new s/CLAUDE.md), and look at the result."
    )
    assert told(root, "s/AGENTS.md") == (
        f"not sent: it is a link to {root.parent}/rules.md, outside the working directory, and "
        "hints follow no such link → Replace the link with a copy of the file that it leads to."
    )
    assert told(root, "s/CLAUDE.md", "0.20.6") == (
        "not sent: s/AGENTS.md comes first in the same directory, and a directory gives one hint only → "
        "Write the rule into s/AGENTS.md, or remove s/AGENTS.md. Then look again: without s/AGENTS.md it "
        "is not sent: it is not UTF-8 (byte 0xe9 at offset 3, line 1), and Hermes goes on as if it were "
        "not there."
    )


@pytest.mark.parametrize(
    ("entry", "expected"),
    [
        (
            Special("pipe"),
            (
                "it is a pipe or a device, not a file{gone}Remove it, and write the rule into a file of that "
                "name."
            ),
        ),
        (
            Path("nowhere.md"),
            (
                "it is a link that leads nowhere (nowhere.md){gone}Remove the link, and write the rule into "
                "a file of that name; or let it lead to a file."
            ),
        ),
        (
            Path("/dev/null"),
            (
                "it is a null device, and Hermes asks for files only → Remove it, and write the rule into a "
                "file of that name."
            ),
        ),
        (
            "run".encode("utf-16"),
            (
                "it is UTF-16, not UTF-8 (byte 0xff at offset 0, line 1){gone}Save it as UTF-8 (iconv -f "
                "UTF-16 -t UTF-8 s/AGENTS.md > s/AGENTS.md.new && mv s/AGENTS.md.new s/AGENTS.md), and look "
                "at the result."
            ),
        ),
        (" \n", "there is nothing in it to send → Write something into it, or remove it."),
    ],
)
def test_what_cannot_be_used_is_told_as_for_the_start(tree: Tree, entry: Entry, expected: str) -> None:
    root = tree({**GIT, "s/AGENTS.md": entry})
    gone = ", and Hermes goes on as if it were not there → "
    assert told(root, "s/AGENTS.md", "0.20.6") == f"not sent: {expected.format(gone=gone)}"


def test_a_directory_of_that_name_is_to_be_renamed(tree: Tree) -> None:
    root = tree({**GIT, "s/AGENTS.md/": ""})
    assert told(root, "s/AGENTS.md") == (
        "not sent: it is a directory, and Hermes goes on as if it were not there → Rename the directory, "
        "and write the rule into a file of that name."
    )


def test_a_file_without_permission_gets_it_back(tree: Tree) -> None:
    root = tree({**GIT, "s/AGENTS.md": Mode(0o000, RULE)})
    for directory in (root, *list(root.parents)[:3]):
        directory.chmod(0o755)
    assert as_nobody(lambda: told(root, "s/AGENTS.md")) == (
        "not sent: no permission to read it, and Hermes goes on as if it were not there → Give it its "
        "permissions back (chmod a+r s/AGENTS.md)."
    )


def test_a_link_to_secrets_is_told(tree: Tree) -> None:
    root = tree({**GIT, ".env": RULE, "s/AGENTS.md": Path("../.env")})
    assert told(root, "s/AGENTS.md") == (
        "not sent: .env holds secrets, and no hint is read from there → Write the rules into a file of "
        "their own."
    )
    assert told(root, "s/AGENTS.md", "0.20.6").startswith("by a hint")


def test_a_byte_order_mark_alone_is_what_the_release_makes_of_it(tree: Tree) -> None:
    root = tree({**GIT, "s/AGENTS.md": "\ufeff", "s/CLAUDE.md": RULE})
    assert told(root, "s/CLAUDE.md").startswith("by a hint: $ ls s/ brings it")
    assert told(root, "s/CLAUDE.md", "0.20.6").startswith("not sent: s/AGENTS.md comes first")


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
    found = check(root, settings=settings_for("0.22.2"), environ={})
    assert [(finding.code, finding.shown) for finding in found] == [
        ("HT018", "t/AGENTS.md"),
        ("HT007", "s/CLAUDE.md"),
    ]
    assert found[1].remedy == (
        "Write the rule into s/AGENTS.md, or remove s/AGENTS.md. Then look again: without s/AGENTS.md it "
        "would be blocked."
    )
