"""What git says beside an answer, from real repositories; only when asked."""

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from hermes_tui.cli import main
from hermes_tui.core.checks.check import check
from hermes_tui.core.filesystem.disk import Disk
from hermes_tui.core.situation import Situation
from support import posix
from support.git_repositories import use_nobodys_configuration
from support.trees import Tree
from support.why_questions import ask, settings_for

RULE = "run the tests"


def git(root: Path, *arguments: str) -> None:
    environ = {
        **os.environ,
        "GIT_CONFIG_GLOBAL": os.devnull,
        "GIT_AUTHOR_NAME": "Ada",
        "GIT_AUTHOR_EMAIL": "ada@example.org",
        "GIT_AUTHOR_DATE": "2026-03-04T05:06:07 +0000",
        "GIT_COMMITTER_NAME": "Ada",
        "GIT_COMMITTER_EMAIL": "ada@example.org",
    }
    subprocess.run(["git", *arguments], cwd=root, check=True, env=environ, capture_output=True)


@pytest.fixture
def root(tree: Tree) -> Path:
    root = tree({"AGENTS.md": RULE, ".gitignore": "AGENTS.override.md\n"})
    git(root, "init", "-b", "main")
    git(root, "add", ".")
    git(root, "commit", "-m", "Begin with rules")
    return root


def seen(root: Path, release: str = "0.22.2") -> list[str]:
    reply = ask(root, RULE, release=release, with_git=True)
    return [remark.sentence for remark in reply.remarks if remark.is_seen]


def test_last_change_is_told_with_its_author(root: Path) -> None:
    assert seen(root) == [
        "Seen: git: branch main",
        "Seen: AGENTS.md: tracked · unchanged since the last commit",
        "Seen: AGENTS.md was last changed by Ada on 2026-03-04 05:06: Begin with rules",
    ]


def test_change_that_is_not_committed_is_told(root: Path) -> None:
    (root / "AGENTS.md").write_text(f"{RULE}, all of them")
    assert (
        "Seen: AGENTS.md: tracked · changed since the last commit, so a new clone or work tree (hermes "
        "-w) has the "
        "old text → Commit it."
    ) in seen(root)


def test_ignored_and_untracked_files_are_told(root: Path) -> None:
    (root / "AGENTS.override.md").write_text(RULE)
    assert (
        "Seen: AGENTS.override.md: ignored by git, so a new clone or work tree (hermes -w) does not have "
        "it → "
        "Commit it, or list it in .worktreeinclude."
    ) in seen(root)
    (root / ".gitignore").unlink()
    assert any("AGENTS.override.md: not tracked, so" in line for line in seen(root))


def test_a_file_that_was_only_added_has_no_old_text(root: Path) -> None:
    (root / "CLAUDE.md").write_text(RULE)
    (root / "AGENTS.md").unlink()
    git(root, "add", "CLAUDE.md")
    assert (
        "Seen: CLAUDE.md: tracked · not in the last commit yet, so a new clone or work tree (hermes -w) does "
        "not have it → Commit it."
    ) in seen(root)


@pytest.mark.parametrize("listed", ["AGENTS.override.md", "# mine\n\n ./AGENTS.override.md \n"])
def test_a_listed_file_is_in_a_work_tree_of_hermes_and_in_no_clone(root: Path, listed: str) -> None:
    (root / "AGENTS.override.md").write_text("mine alone")
    (root / ".worktreeinclude").write_text(listed)
    said = (
        "ignored by git, so a new clone does not have it (a work tree of hermes -w gets it: it is listed in "
        ".worktreeinclude)"
    )
    reply = ask(root, "mine alone", release="0.22.2", with_git=True)
    assert f"Seen: AGENTS.override.md: {said} → Commit it." in [one.sentence for one in reply.remarks]
    findings = check(Situation(root, settings_for("0.22.2"), Disk()), environ={}, with_git=True)
    assert [(one.shown, one.text, one.remedy) for one in findings if one.code == "HT040"] == [
        ("AGENTS.override.md", said, "Commit it.")
    ]


@pytest.mark.parametrize("listed", ["#AGENTS.override.md", "*.md", "/AGENTS.override.md", ""])
def test_a_file_that_no_line_names_is_not_copied(root: Path, listed: str) -> None:
    (root / "AGENTS.override.md").write_text(RULE)
    (root / ".worktreeinclude").write_text(listed)
    assert any(line.endswith("Commit it, or list it in .worktreeinclude.") for line in seen(root))


def test_a_listed_link_that_leads_out_is_not_copied(root: Path) -> None:
    (root.parent / "rules.md").write_text(RULE)
    (root / "AGENTS.override.md").symlink_to(root.parent / "rules.md")
    (root / ".worktreeinclude").write_text("AGENTS.override.md")
    assert any(line.endswith("Commit it, or list it in .worktreeinclude.") for line in seen(root))


def test_outside_git_there_is_nothing_to_say(tree: Tree) -> None:
    assert seen(tree({"AGENTS.md": RULE})) == ["Seen: not in a git repository: git has nothing to say"]


def test_file_outside_the_repository_is_not_asked_about(root: Path) -> None:
    (root.parent / "AGENTS.md").write_text("above only")
    reply = ask(root, "above only", with_git=True)
    assert [remark.text for remark in reply.remarks if remark.is_seen] == ["git: branch main"]


def test_git_is_loaded_only_when_asked(root: Path) -> None:
    program = (
        "import sys; from support.why_questions import ask; from pathlib import Path; "
        f"ask(Path({str(root)!r}), 'run the tests'); print('git' in sys.modules)"
    )
    tests = Path(__file__).parents[1]
    environ = {**os.environ, "PYTHONPATH": f"{tests.parent}:{tests}"}
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True, env=environ
    )
    assert done.stdout == "False\n"


@pytest.mark.parametrize("script", ["sleep 30", "exit 1", "echo x"])
def test_a_git_that_does_not_work_is_asked_and_told_once(
    script: str, root: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    program, asked = tmp_path / "bin" / "git", tmp_path / "asked"
    program.parent.mkdir()
    program.write_text(f"#!/bin/sh\necho x >> {asked}\n{script}\n")
    program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{program.parent}{os.pathsep}{os.environ['PATH']}")
    monkeypatch.setattr("hermes_tui.core.git.program.SECONDS", 0.2)
    (only,) = seen(root)
    assert only.startswith("Seen: git: branch main · ")
    assert asked.read_text() == "x\n"


def test_check_asks_git_if_it_is_told_to(root: Path) -> None:
    (root / "AGENTS.override.md").write_text("mine alone")
    (root / "AGENTS.md").write_text("changed")
    (root / "b").mkdir()
    (root / "b/AGENTS.md").write_text("by a hint")

    def found(*, with_git: bool) -> list[str]:
        findings = check(Situation(root, settings_for("0.22.2"), Disk()), environ={}, with_git=with_git)
        return [f"{finding.shown}: {finding.text}" for finding in findings if finding.code == "HT040"]

    assert found(with_git=False) == []
    lacks, old = (
        f"so a new clone or work tree (hermes -w) {has}" for has in ("does not have it", "has the old text")
    )
    assert found(with_git=True) == [
        f"AGENTS.md: tracked · changed since the last commit, {old}",
        f"AGENTS.override.md: ignored by git, {lacks}",
        f"b/AGENTS.md: not tracked, {lacks}",
    ]


def _of_nobody(root: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    if not posix.is_root():
        pytest.skip("gives files to somebody else")
    use_nobodys_configuration(monkeypatch)
    for path in (root, *root.rglob("*")):
        posix.os.chown(path, 12345, 12345)
    return "the repository belongs to uid 12345, and git does not answer about what belongs to others"


def _without_repository(root: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    del monkeypatch
    (root / ".git").rename(root / "git")
    return "not in a git repository"


def _without_git(root: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.setenv("PATH", str(root.parent / "nothing"))
    return "there is no git program on this machine"


@pytest.mark.parametrize("silence", [_of_nobody, _without_repository, _without_git])
def test_check_says_that_git_does_not_answer(
    silence: Callable[[Path, pytest.MonkeyPatch], str],
    root: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    said = silence(root, monkeypatch)
    asked = ("check", "--git", "--hermes", "0.22.2", "--home", str(root.parent / "home"), str(root))
    assert any(said in line for line in seen(root))

    main([*asked])
    assert capsys.readouterr().out.splitlines()[-1] == f"Note: {said}: what a new clone has is not known"
    main([*asked, "--json"])
    assert json.loads(capsys.readouterr().out)["notes"] == [f"{said}: what a new clone has is not known"]
    for form in ("sarif", "github"):
        main([*asked, "--format", form])
        told = f"hermes-tui: Note: {said}: what a new clone has is not known\n"
        assert capsys.readouterr().err == told


def test_check_says_which_file_git_does_not_answer_about(
    root: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    use_nobodys_configuration(monkeypatch)
    (root / ".git/index").write_bytes(b"no index")
    main(["check", "--git", "--hermes", "0.22.2", "--home", str(root.parent / "home"), str(root)])
    last = capsys.readouterr().out.splitlines()[-1]
    assert last.startswith("Note: ")
    assert last.endswith(": whether a new clone has AGENTS.md is not known")


def test_a_note_about_git_tells_no_words_of_a_file(tree: Tree, capsys: pytest.CaptureFixture[str]) -> None:
    root = tree({".git": "gitdir: /secret/words\n", "AGENTS.md": RULE, "home/": ""})
    main(["check", "--git", "--json", "--hermes", "0.22.2", "--home", str(root / "home"), str(root)])
    said = capsys.readouterr().out
    assert json.loads(said)["notes"] == [
        "the git root holds a file called .git that points nowhere: what a new clone has is not known"
    ]
    assert "secret" not in said


def test_check_has_no_note_where_git_answers(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    main(["check", "--git", "--hermes", "0.22.2", "--home", str(root.parent / "home"), str(root)])
    assert "Note" not in capsys.readouterr().out
