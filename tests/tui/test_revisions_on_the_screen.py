"""The inspector as of a git revision: what is shown is of the commit, and it is said."""

from dataclasses import replace
from pathlib import Path

import pytest

from hermes_tui.cli import main
from hermes_tui.tui.app import Inspector
from hermes_tui.tui.main.session.pane import SessionPane
from support.git_repositories import git, use_nobodys_configuration
from support.running_app import at_rest, options, screen_text, until, until_told
from support.trees import Tree, grow


@pytest.fixture
def root(tree: Tree, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Two commits: the second one edits a rule and takes the hint of ``web`` away."""
    use_nobodys_configuration(monkeypatch)
    root = tree({"AGENTS.md": "the older rule\n", "web/AGENTS.md": "web rule\n", "web/x.py": ""})
    git(root, "init", "--quiet", "--initial-branch=main")
    git(root, "add", ".")
    git(root, "commit", "--quiet", "--message=Begin")
    git(root, "rm", "--quiet", "web/AGENTS.md")
    grow(root, {"AGENTS.md": "the newer rule\n", "web/x.py": ""})
    git(root, "add", ".")
    git(root, "commit", "--quiet", "--message=Go on")
    return Path(root)


def inspector(root: Path, at: str) -> Inspector:
    return Inspector(replace(options(root, "0.22.2"), at=at))


async def test_texts_hints_and_session_are_those_of_the_commit(root: Path) -> None:
    async with inspector(root, "HEAD~1").run_test(size=(160, 40)) as pilot:
        screen = await until(pilot, "as of HEAD~1")
        assert "Ada Okafor): Begin" in screen
        assert "the older rule" in screen
        assert "the newer rule" not in screen
        await until(pilot, "→ web/AGENTS.md")
        await pilot.press("colon", *"web/x.py", "enter")
        await until(pilot, "1  read_file web/x.py   → web/AGENTS.md")
        await pilot.press("escape", "r")
        await at_rest(pilot)
        assert "the older rule" in screen_text(pilot)
        session = pilot.app.query_one(SessionPane).session
        assert session is not None
        assert [str(path.relative_to(root)) for path in session.fired] == ["web/AGENTS.md"]


async def test_the_prompt_is_that_of_the_commit(root: Path) -> None:
    async with inspector(root, "HEAD~1").run_test(size=(160, 40)) as pilot:
        await until(pilot, "as of HEAD~1")
        await pilot.press("p")
        screen = await until(pilot, "Parts")
        assert "the older rule" in screen
        assert "from a checkout of that revision" in screen


async def test_git_is_not_asked_about_the_file_of_today(root: Path) -> None:
    async with inspector(root, "HEAD~1").run_test(size=(160, 40)) as pilot:
        await until(pilot, "as of HEAD~1")
        await at_rest(pilot)
        await pilot.press("w")
        await until(pilot, "ask git")
        await pilot.press("a")
        await until_told(pilot, "files of today")


async def test_a_revision_that_is_gone_is_a_sentence_and_the_screen_stays(root: Path) -> None:
    async with inspector(root, "no-such-branch").run_test(size=(120, 40)) as pilot:
        await until(pilot, "There is no revision 'no-such-branch'")


@pytest.mark.parametrize("revision", ["no-such-branch", "--all"])
def test_bad_revisions_are_a_line_and_status_2(
    root: Path, revision: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([str(root), f"--at={revision}"]) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.count("\n") == 1
    assert f"there is no revision '{revision}'" in said.err


def test_without_a_terminal_the_commit_is_printed(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([str(root), "--at", "HEAD~1", "--hermes", "0.22.2"]) == 0
    said = capsys.readouterr().out
    assert "web/AGENTS.md" in said
    assert "Begin" in said
