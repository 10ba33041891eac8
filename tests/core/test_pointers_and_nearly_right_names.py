"""Rules of a file that Hermes does not ask for: which file they belong into, as one thing to do."""

from pathlib import Path

import pytest

from hermes_tui.cli import main
from hermes_tui.core.checks.check import check
from hermes_tui.core.filesystem.disk import Disk
from hermes_tui.core.prompt.startup import inspect
from hermes_tui.core.releases.lookup import get_ruleset
from hermes_tui.core.situation import Situation
from support.situations import situation
from support.trees import Entry, Files, Tree
from support.why_questions import NOWHERE, settings_for

GIT: Files = {".git/": ""}
POINTERS = {"a line": "@AGENTS.md\n", "a link": Path("AGENTS.md"), "a copy": "use tabs\n"}


@pytest.mark.parametrize("claude", POINTERS.values(), ids=POINTERS)
def test_claude_md_above_that_stands_for_agents_md_is_no_warning(
    tree: Tree, capsys: pytest.CaptureFixture[str], claude: Entry
) -> None:
    root = tree({**GIT, "AGENTS.md": "use tabs", "CLAUDE.md": claude, "a/b/AGENTS.md": "more"})
    assert main(["check", str(root / "a/b"), "--hermes", "0.22.2", "--fail-on", "warning"]) == 0
    said = capsys.readouterr().out.splitlines()[0]
    assert said.startswith("../../CLAUDE.md:1:1: note HT045: it")
    assert said.endswith("../../AGENTS.md, which is sent → Nothing to do.")


def test_from_every_directory_a_pointer_is_no_warning(tree: Tree) -> None:
    root = tree({**GIT, "AGENTS.md": "use tabs", "CLAUDE.md": "@AGENTS.md", "a/b/AGENTS.md": "more"})
    findings = check(Situation(root, settings_for("0.22.2"), Disk()), from_every_directory=True, environ={})
    assert {finding.code for finding in findings} == {"HT045"}


def test_a_pointer_to_a_file_that_is_cut_has_no_rules_to_lose(tree: Tree) -> None:
    root = tree({**GIT, "AGENTS.md": "long line\n" * 3_000, "CLAUDE.md": "@AGENTS.md"})
    (found,) = (
        finding
        for finding in check(Situation(root, settings_for("0.22.2"), Disk()), environ={})
        if finding.path.name == "CLAUDE.md"
    )
    assert (found.code, found.text) == ("HT045", "it only points to AGENTS.md, which is sent, but cut")
    assert found.remedy == "Ask about that one: hermes-tui why AGENTS.md."


def test_a_pointer_to_a_file_of_which_nothing_is_left_is_no_warning(tree: Tree) -> None:
    files = {"AGENTS.md": "a" * 14_500, "p/AGENTS.md": "b" * 300, "p/q/AGENTS.md": "c" * 9_000}
    root = tree({**GIT, **files, "p/CLAUDE.md": "@AGENTS.md"})
    findings = check(Situation(root / "p/q", settings_for("0.22.2"), Disk()), environ={})
    assert {(found.path.parent.name, found.code) for found in findings if found.path.name == "AGENTS.md"} >= {
        ("p", "HT012")
    }
    (found,) = (finding for finding in findings if finding.path.name == "CLAUDE.md")
    assert found.text == "it only points to ../AGENTS.md, of which the cap leaves nothing"


def test_the_reason_of_a_pointer_says_where_it_points(tree: Tree) -> None:
    root = tree({**GIT, "AGENTS.md": "use tabs", "CLAUDE.md": "@AGENTS.md", "w/": ""})
    startup = inspect(situation(root / "w", ruleset=get_ruleset("0.22.2"), home=NOWHERE))
    (file,) = (file for file in startup.files if file.label == "../CLAUDE.md")
    assert file.reason.endswith("from here; it only points to ../AGENTS.md, which is sent.")


@pytest.mark.parametrize(
    ("name", "todo"),
    [
        ("AGENTS.md.txt", "Rename it to AGENTS.md."),
        ("claude.md.txt", "Rename it to CLAUDE.md."),
        (".hermes.MD", "Rename it to .hermes.md."),
        ("b/AGENTS.md.txt", "Rename it to b/AGENTS.md. Then $ ls b/ brings it."),
        ("b/.hermes.MD", "Rename it to b/AGENTS.md. Then $ ls b/ brings it."),
    ],
)
def test_a_name_that_is_nearly_right_is_found_and_set_right(tree: Tree, name: str, todo: str) -> None:
    root = tree({**GIT, name: "a rule"})
    (found,) = check(Situation(root, settings_for("0.22.2"), Disk()), environ={})
    assert (found.code, found.shown, found.remedy) == ("HT027", name, todo)
