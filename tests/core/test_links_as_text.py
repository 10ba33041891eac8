"""A file that is the name of another one and nothing else: a guess, and the same one from every command."""

from pathlib import Path

import pytest

from hermes_tui.cli import main
from hermes_tui.core.filesystem.disk import Disk
from hermes_tui.core.prompt.pointer_files import link_as_text
from support.trees import Tree

SAID = "all that is sent is the name ../docs/rules.md, perhaps a link that was checked out as text"


@pytest.mark.parametrize("cwd", ["", "t"])
def test_every_command_says_the_same_of_it(
    tree: Tree, capsys: pytest.CaptureFixture[str], cwd: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    root = tree({".git/": "", "t/AGENTS.md": "../docs/rules.md", "docs/rules.md": "a", "home/": ""})
    monkeypatch.chdir(root / cwd)
    which = ("--hermes", "0.22.2", "--home", str(root / "home"))
    name = "AGENTS.md" if cwd else "t/AGENTS.md"
    todo = f"→ Put the text itself into {name}, or make {name} a link."

    main(["check", "--with-text", *which])
    assert f"{name}:1:1: error HT020: {SAID} {todo}" in capsys.readouterr().out.splitlines()
    main(["why", name, *which])
    first = capsys.readouterr().out.splitlines()[0]
    assert first.startswith("✓" if cwd else "→")
    brought = "" if cwd else " (then $ ls t/ brings it)"
    assert first.endswith(f"{SAID} {todo.replace(', or make', f'{brought}, or make')}")
    main(["show", *which])
    assert f"    A{SAID[1:]}." in capsys.readouterr().out.splitlines()


def test_a_link_to_nothing_is_not_to_be_made_again(tree: Tree, capsys: pytest.CaptureFixture[str]) -> None:
    root = tree({".git/": "", "t/AGENTS.md": "docs/rules.md", "home/": ""})
    main(["check", str(root), "--hermes", "0.22.2", "--home", str(root / "home")])
    assert (
        "t/AGENTS.md:1:1: error HT020: all that is sent is the name docs/rules.md, perhaps a link that was "
        "checked out as text (it leads nowhere) → Put the text itself into t/AGENTS.md."
    ) in capsys.readouterr().out.splitlines()


@pytest.mark.parametrize(
    "text",
    [
        "docs/rules.md\n",
        " docs/rules.md",
        "\ufeffdocs/rules.md",
        "docs/rules.md\r\n",
        "docs/x",
        "See docs.md",
    ],
)
def test_what_git_would_not_write_is_no_link(tree: Tree, text: str) -> None:
    root = tree({"AGENTS.md": text, "docs/rules.md": "a"})
    assert link_as_text(root / "AGENTS.md", text, Disk()) is None


def test_the_name_of_the_file_itself_is_no_link(tree: Tree) -> None:
    root = tree({"AGENTS.md": "AGENTS.md"})
    assert link_as_text(Path(root, "AGENTS.md"), "AGENTS.md", Disk()) is None
