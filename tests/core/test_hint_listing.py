"""What ``show`` tells of the files beside and below the chain."""

import json
from pathlib import Path

import pytest

from hermes_tui.cli import main
from support.trees import Tree

FILES = {
    ".git/": "",
    "app/x/AGENTS.md": "x rules",
    "app/b/AGENTS.md": "system prompt override",
    "app/b/Agents.md": "never asked for",
    "app/vendor/lib/AGENTS.md": "excluded from 0.20.0 on",
    "other/AGENTS.md": "other rules",
    "app/x/CLAUDE.md": "the second name",
}


def show(root: Path, capsys: pytest.CaptureFixture[str], *words: str) -> str:
    main(["show", str(root / "app"), "--hermes", "0.22.2", "--home", str(root), *words])
    return capsys.readouterr().out


def test_every_file_beside_the_chain_is_listed_with_its_call(
    tree: Tree, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = show(tree(FILES), capsys).splitlines()
    at = lines.index("Brought by hints (2):")
    assert lines[at + 1] == "✗ blocked         b/AGENTS.md  22 characters · $ ls b/"
    assert lines[at + 2].startswith("    A call that touches b brings the notice that it is blocked.")
    assert lines[at + 3] == "→ by hint         x/AGENTS.md  7 characters · $ ls x/"
    at = lines.index("No hint can bring (3):")
    assert [line.split() for line in lines[at + 1 : at + 7 : 2]] == [
        ["·", "name", "not", "known", "b/Agents.md"],
        ["·", "no", "call", "x/CLAUDE.md"],
        ["·", "no", "call", "../other/AGENTS.md"],
    ]
    at = lines.index("In directories that hints leave out:")
    assert lines[at + 1] == "    vendor/: 1 context file"


def test_a_program_gets_the_same(tree: Tree, capsys: pytest.CaptureFixture[str]) -> None:
    root = tree(FILES)
    hints = json.loads(show(root, capsys, "--json"))["hints"]
    assert [(found["label"], found["call"]) for found in hints["brought"]] == [
        ("b/AGENTS.md", "$ ls b/"),
        ("x/AGENTS.md", "$ ls x/"),
    ]
    assert [found["file"]["verdict"] for found in hints["brought"]] == ["blocked", "loaded"]
    assert [(found["label"], found["state"]) for found in hints["not_brought"]] == [
        ("b/Agents.md", "near miss"),
        ("x/CLAUDE.md", "no call can"),
        ("../other/AGENTS.md", "no call can"),
    ]
    assert hints["excluded"] == [{"path": str(root / "app/vendor"), "label": "vendor", "files": 1}]


def test_a_long_list_is_shortened_in_the_text_only(tree: Tree, capsys: pytest.CaptureFixture[str]) -> None:
    root = tree({".git/": "", "app/": "", **{f"app/d{number:03}/AGENTS.md": "x" for number in range(203)}})
    lines = show(root, capsys).splitlines()
    assert "Brought by hints (203):" in lines
    assert "… 3 more; --json lists all" in lines
    assert len(json.loads(show(root, capsys, "--json"))["hints"]["brought"]) == 203
