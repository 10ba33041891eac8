"""What keeps rules out of a session and is no fault of the file."""

import os

import pytest

from hermes_tui.core.diagnosis.why import why
from hermes_tui.core.filesystem.disk import Disk
from hermes_tui.core.situation import Situation
from support.trees import Tree
from support.why_questions import ask, settings_for

GIT = {".git/HEAD": ""}
RULE = "run the tests"


# ── not the file's fault ──


@pytest.mark.parametrize(
    ("release", "flags", "is_asked"),
    [
        ("0.16", "--ignore-rules,", True),
        ("0.17", "--ignore-rules or --safe-mode,", True),
        ("0.20.4", "--ignore-rules or --safe-mode,", True),
        ("0.20.6", "--ignore-rules or --safe-mode,", False),
    ],
)
def test_what_is_asked_is_what_can_be_in_the_release(
    tree: Tree, release: str, flags: str, is_asked: bool
) -> None:
    root = tree({**GIT, "AGENTS.md": RULE})
    asked = " ".join(remark.text for remark in ask(root, RULE, release=release).remarks if not remark.is_seen)
    assert f"was it started with {flags}" in asked
    assert ("which gets none in this release?" in asked) == is_asked


def test_what_cannot_be_seen_is_asked_where_the_rule_is_sent(tree: Tree) -> None:
    root = tree({**GIT, "AGENTS.md": RULE, "Agents.md": "other"})
    asked = [remark.text for remark in ask(root, RULE).remarks if not remark.is_seen]
    assert len(asked) == 3
    assert asked[0].startswith("did the session begin before ")
    assert [remark for remark in ask(root, "other").remarks if not remark.is_seen] == []


def test_only_a_file_that_holds_the_rule_makes_a_session_too_old(tree: Tree) -> None:
    root = tree({**GIT, "AGENTS.md": "other", "p/AGENTS.md": RULE})
    os.utime(root / "AGENTS.md", (4e9, 4e9))
    os.utime(root / "p/AGENTS.md", (1e9, 1e9))
    asked = [remark.text for remark in ask(root, RULE, "p").remarks if not remark.is_seen]
    assert "AGENTS.md was written then" in asked[0]
    assert "../AGENTS.md" not in asked[0]
    asked = [remark.text for remark in ask(root, "repository", "p").remarks if not remark.is_seen]
    assert not any("was written then" in question for question in asked)


# ── what if ──


def test_view_on_the_disk_is_asked_like_the_disk(tree: Tree) -> None:
    root = tree({**GIT, "HERMES.md": "a", "AGENTS.md": RULE})
    view = Disk().changed(removed=[root / "HERMES.md"])
    assert why(RULE, Situation(root, settings_for(), view), environ={}).is_sent
