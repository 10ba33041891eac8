"""What keeps rules out of a session and is no fault of the file."""

import os
from pathlib import Path
from typing import Any

import pytest

from hermes_tui.core.answering.why import why
from hermes_tui.core.disk import Disk
from support.trees import Tree
from support.why_questions import ask, line, settings_for

GIT = {".git/HEAD": ""}
RULE = "run the tests"


# ── not the file's fault ──


def remarks(root: Path, **others: Any) -> list[str]:
    return [remark.sentence for remark in ask(root, RULE, **others).remarks if remark.is_seen]


def test_variable_that_sends_hermes_elsewhere_is_seen(tree: Tree) -> None:
    root = tree({**GIT, "AGENTS.md": RULE})
    assert remarks(root, environ={"TERMINAL_CWD": "/usr"}) == [
        (
            "Seen: TERMINAL_CWD is /usr: the gateway and other sessions without a terminal start there; a "
            "local hermes starts in the shell's directory → Unset it, or inspect that directory."
        )
    ]
    assert remarks(root, environ={"TERMINAL_CWD": str(root)}) == []


def test_a_working_directory_that_is_not_there_is_dropped_from_0_19_on(tree: Tree) -> None:
    root = tree({**GIT, "AGENTS.md": RULE})
    gone = str(root / "gone")
    for release, does in (("0.18.2", "finds no file there"), ("0.19.0", "starts where its process stands")):
        (said,) = remarks(root, release=release, environ={"TERMINAL_CWD": gone})
        assert f"start there (it does not exist here: Hermes {does}); a local hermes" in said
    (said,) = remarks(root, config={"terminal": {"cwd": "~/gone"}})
    assert "is ~/gone: " in said
    assert "(it does not exist here: " in said


def test_odd_values_in_the_configuration_do_no_harm(tree: Tree) -> None:
    root = tree({**GIT, "AGENTS.md": RULE})
    many = {"gateway": {"platforms": {("a", "b"): {"skip_context_files": True}}}}
    assert any(
        "gateway.platforms.a list.skip_context_files is on" in said for said in remarks(root, config=many)
    )
    assert "terminal.cwd in config.yaml is" in remarks(root, config={"terminal": {"cwd": "a\0b"}})[0]
    assert "TERMINAL_CWD is" in remarks(root, environ={"TERMINAL_CWD": "a\0b"})[0]


def test_configuration_that_sends_hermes_elsewhere_is_seen(tree: Tree) -> None:
    root = tree({**GIT, "AGENTS.md": RULE})
    config = {"terminal": {"cwd": "/usr", "backend": "docker"}, "worktree": True}
    assert remarks(root, config=config) == [
        (
            "Seen: terminal.cwd in config.yaml is /usr: the gateway and other sessions without a terminal "
            "start there, and a local hermes as well → Inspect /usr, or remove the setting."
        ),
        (
            "Seen: terminal.backend is docker: commands run there, rules are read on this machine → Keep the "
            "rules here."
        ),
        (
            "Seen: worktree is on in config.yaml: hermes starts in the root of a new work tree, with "
            "committed files "
            "only → Commit the rule, or list its file in .worktreeinclude."
        ),
    ]
    assert remarks(root, config={"terminal": {"cwd": "auto"}, "gateway": {"platforms": ["x"]}}) == []


def test_rules_that_are_switched_off_are_seen(tree: Tree) -> None:
    root = tree({**GIT, "AGENTS.md": RULE})
    config = {"gateway": {"platforms": {"telegram": {"skip_context_files": True}}}}
    assert remarks(root, environ={"HERMES_IGNORE_RULES": "yes"}, config=config) == [
        (
            "Seen: HERMES_IGNORE_RULES is yes: a session started from here gets no project file at all (the "
            "classic command line of this release wants exactly 1) → Unset it."
        ),
        (
            "Seen: gateway.platforms.telegram.skip_context_files is on: sessions from there get no project "
            "file → "
            "Remove the setting."
        ),
    ]
    assert remarks(root, environ={"HERMES_IGNORE_RULES": "0"}) == []


def test_what_is_said_of_the_surroundings_is_that_of_the_release(tree: Tree) -> None:
    root = tree({**GIT, "AGENTS.md": RULE})
    elsewhere = {"config": {"terminal": {"cwd": "/srv/other"}}}
    (said,) = remarks(root, release="0.19", **elsewhere)
    assert "; a local hermes starts in the shell's directory →" in said
    (said,) = remarks(root, release="0.22.2", **elsewhere)
    assert ", and a local hermes as well →" in said
    (said,) = remarks(root, release="0.22.2", environ={"HERMES_IGNORE_RULES": "yes"})
    assert said.endswith("gets no project file at all → Unset it.")
    skips = {"gateway": {"platforms": {"telegram": {"skip_context_files": True}}}}
    assert remarks(root, release="0.19", config=skips) == []
    assert len(remarks(root, release="0.20.0", config=skips)) == 1


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


def test_work_tree_of_hermes_and_its_install_tree_are_seen(tree: Tree) -> None:
    root = tree({**GIT, "a/.worktrees/hermes-1/AGENTS.md": RULE, "b/site-packages/AGENTS.md": RULE})
    assert len(remarks(root, cwd="a/.worktrees/hermes-1")) == 1
    assert len(remarks(root, cwd="b/site-packages", release="0.22.2")) == 1
    assert remarks(root, cwd="b/site-packages", release="0.14") == []


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


def test_home_like_directory_sends_no_hints_in_0_22_2(tree: Tree) -> None:
    root = tree({"b/AGENTS.md": RULE})
    assert line(root, RULE, release="0.22.2", home=root).endswith(
        "not sent: no hints are sent at all: ROOT is your home directory, and a home is no project → "
        "Start Hermes one level deeper, in the project itself."
    )
    assert line(root, RULE, release="0.21.5", home=root).startswith("→ ")


# ── what if ──


def test_view_on_the_disk_is_asked_like_the_disk(tree: Tree) -> None:
    root = tree({**GIT, "HERMES.md": "a", "AGENTS.md": RULE})
    view = Disk().changed(removed=[root / "HERMES.md"])
    assert why(RULE, root, settings=settings_for(), disk=view, environ={}).is_sent
