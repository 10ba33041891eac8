"""Remedies as a patch: git takes it, and the rule is sent then."""

import subprocess
from pathlib import Path

import pytest

from hermes_tui.cli import main
from hermes_tui.core.prompt.startup import inspect
from support.git_repositories import git
from support.situations import situation
from support.trees import Files, Tree

RULE = "never push to main"
TREES: dict[str, tuple[Files, str]] = {
    "a word that hides a character": ({"AGENTS.md": f"# Rules\n\n{RULE}\nbe ki\u200bnd\n"}, RULE),
    "a phrase with another way to say it": (
        {"AGENTS.md": f"{RULE}\n\nAsk before you pull tasks from the board.\n"},
        RULE,
    ),
    "a name that Hermes does not know": ({"AGENT.md": f"{RULE}\n"}, RULE),
    "a file of another type": ({"AGENTS.md": "use tabs\n", "CLAUDE.md": f"be kind\n{RULE}\n"}, RULE),
    "no line feed at the end": ({"AGENTS.md": "use tabs", "CLAUDE.md": RULE}, RULE),
    "a name with a blank and a quote": (
        {'a "b"/AGENT.md': f"{RULE}\n"},
        RULE,
    ),
}


@pytest.mark.parametrize("name", TREES)
def test_git_takes_the_patch_and_the_rule_is_sent(
    name: str, tree: Tree, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    files, query = TREES[name]
    root = tree({**files, "home/": ""})
    git(root, "init", "--quiet")
    where = root / next(iter(files)).rpartition("/")[0]
    asked = ["--hermes", "0.22.2", "--home", str(root / "home")]
    assert main(["why", "--diff", query, str(where), *asked]) == 1
    patch = capfdbinary.readouterr().out
    subprocess.run(["git", "apply"], input=patch, cwd=root, check=True)
    assert RULE in (inspect(situation(where, "0.22.2", home=root / "home")).prompt or "")


def test_what_somebody_has_to_word_is_no_patch(tree: Tree, capsys: pytest.CaptureFixture[str]) -> None:
    root = tree({".git/": "", "AGENTS.md": "use havoc\n"})
    assert main(["why", "--diff", "AGENTS.md", str(root), "--hermes", "0.22.2"]) == 1
    said = capsys.readouterr()
    assert said.out == ""
    assert "somebody has to find the words" in said.err


def test_check_gives_one_patch_for_all(tree: Tree, capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    root = tree({"AGENTS.md": "a\u200bb\n", "docs/AGENT.md": f"{RULE}\n", "home/": ""})
    git(root, "init", "--quiet")
    main(["check", "--diff", str(root), "--hermes", "0.22.2", "--home", str(root / "home")])
    patch = capfdbinary.readouterr().out
    subprocess.run(["git", "apply"], input=patch, cwd=root, check=True)
    assert (root / "AGENTS.md").read_text() == "ab\n"
    assert not (root / "docs/AGENT.md").exists()
    assert (root / "docs/AGENTS.md").read_text() == f"{RULE}\n"


def test_nothing_is_written(tree: Tree, capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    root: Path = tree({".git/": "", "AGENTS.md": "a\u200bb\n"})
    main(["why", "--diff", "AGENTS.md", str(root), "--hermes", "0.22.2"])
    assert (root / "AGENTS.md").read_text() == "a\u200bb\n"
    assert b"-a\xe2\x80\x8bb\n+ab\n" in capfdbinary.readouterr().out
