"""The shortest call that brings a file as a hint, or why none can."""

from pathlib import Path

import pytest

from cases import hints as cases
from hermes_tui.core.filesystem.disk import Disk
from hermes_tui.core.hints.tracker import NoCall, call_that_brings
from hermes_tui.core.releases.lookup import Ruleset, get_ruleset
from support.hint_trackers import LATEST, tracker
from support.situations import situation
from support.trees import Files, Tree


def bringing(root: Path, file: str, ruleset: Ruleset = LATEST, working_dir: str = ".") -> str:
    found = call_that_brings(
        root / file, situation(root / working_dir, ruleset=ruleset, disk=Disk(), home=root / "nobody")
    )
    if isinstance(found, NoCall):
        return found.reason
    trace = tracker(root / working_dir, ruleset).check(found)
    assert any(hint.file.path == root / file for hint in trace.hints)
    return found.line


BRINGING: Files = {
    "AGENTS.md": "root",
    "a/b/AGENTS.md": "b",
    "a/b/CLAUDE.md": "never",
    "v1.2/AGENTS.md": "v",
    "my dir/CLAUDE.md": "blank",
    "-x/AGENTS.md": "dash",
    "~/AGENTS.md": "tilde",
    "git@x/AGENTS.md": "at",
    "vendor/lib/AGENTS.md": "lib",
    "copy/AGENTS.md": "root",
    "empty/AGENTS.md": "",
    "latin/AGENTS.md": b"caf\xe9",
    "hostile/AGENTS.md": cases.HOSTILE,
    "deep/1/2/3/4/5/6/AGENTS.md": "deep",
    "own/.hermes.md": "hermes",
}


COMES_AT_THE_START = (
    "It is in the working directory itself: what is there comes at the start, never as a hint."
)
KEPT_OUT = "Hermes takes no hints from directories called vendor, nor from below them."
SAME_AS_HERE = (
    "Not sent: copy/AGENTS.md has the same text as AGENTS.md in the working directory, which counts as sent "
    "from the start. No other name is asked for."
)


@pytest.mark.parametrize(
    ("file", "answer"),
    [
        ("a/b/AGENTS.md", "$ ls a/b/"),
        ("v1.2/AGENTS.md", "$ ls v1.2/AGENTS.md"),
        ("my dir/CLAUDE.md", "$ ls 'my dir/'"),
        ("-x/AGENTS.md", "$ ls ./-x/"),
        ("~/AGENTS.md", "$ ls '{root}/~/'"),
        ("git@x/AGENTS.md", "$ ls ./git@x/"),
        ("hostile/AGENTS.md", "$ ls hostile/"),
        ("deep/1/2/3/4/5/6/AGENTS.md", "$ ls deep/1/2/3/4/5/6/"),
        ("AGENTS.md", COMES_AT_THE_START),
        ("a/b/CLAUDE.md", "AGENTS.md in the same directory comes first, and only one of them is sent."),
        ("vendor/lib/AGENTS.md", KEPT_OUT),
        ("copy/AGENTS.md", SAME_AS_HERE),
        ("empty/AGENTS.md", "Hermes cannot use it: empty."),
        ("latin/AGENTS.md", "Hermes cannot use it: it is not UTF-8 (byte 0xe9 at offset 3, line 1)."),
        ("own/.hermes.md", "Hermes never asks a directory for .hermes.md when it looks for hints."),
        ("gone/AGENTS.md", "There is no such directory."),
    ],
)  # fmt: skip
def test_the_shortest_call_is_found_or_the_reason_why_there_is_none(
    file: str, answer: str, tree: Tree
) -> None:
    root = tree(BRINGING)
    assert bringing(root, file) == answer.format(root=root)


def test_outside_the_working_directory_only_old_releases_have_a_call(tree: Tree) -> None:
    root = tree(BRINGING)
    assert bringing(root, "v1.2/AGENTS.md", working_dir="a") == (
        "It is outside the working directory: no hint comes from there."
    )
    assert bringing(root, "v1.2/AGENTS.md", get_ruleset("0.14"), "a") == "$ ls ../v1.2/AGENTS.md"


def test_where_hints_are_off_no_call_brings_anything(tree: Tree) -> None:
    root = tree(BRINGING)
    found = call_that_brings(root / "a/b/AGENTS.md", situation(root, ruleset=LATEST, disk=Disk(), home=root))
    assert isinstance(found, NoCall)
    assert "is your home directory" in found.reason
