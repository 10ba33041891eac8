"""``hermes-tui verify``: a made-up Hermes in a real child process."""

import sys
from pathlib import Path

import pytest

from hermes_tui.cli import main
from hermes_tui.verifying import FirstDifference, first_difference
from trees import Tree


def hermes(directory: Path, body: str, version: str = "0.20.1") -> Path:
    """An interpreter whose packages are a Hermes that answers by *body*."""
    packages = directory / "packages"
    (packages / "agent").mkdir(parents=True)
    (packages / "agent" / "__init__.py").write_text("")
    (packages / "agent" / "prompt_builder.py").write_text(
        f"def build_context_files_prompt(cwd=None, skip_soul=False):\n    {body}\n"
    )
    metadata = packages / f"hermes_agent-{version}.dist-info"
    metadata.mkdir()
    (metadata / "METADATA").write_text(f"Metadata-Version: 2.1\nName: hermes-agent\nVersion: {version}\n")
    interpreter = directory / "python"
    interpreter.write_text(f'#!/bin/sh\nPYTHONPATH="{packages}" exec "{sys.executable}" "$@"\n')
    interpreter.chmod(0o755)
    return interpreter


PROMPT = (
    "# Project Context\n\nThe following project context files have been loaded and should be followed:\n\n"
    "## AGENTS.md\n\nuse tabs"
)


def test_the_same_prompt_is_called_identical(
    tree: Tree, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    root = tree({"AGENTS.md": "use tabs\n"})
    python = hermes(tmp_path / "h", f"return {PROMPT!r}")
    assert main(["verify", str(root), "--python", str(python)]) == 0
    assert capsys.readouterr().out == (
        f"identical: Hermes 0.20.1 and this inspector give the same {len(PROMPT)} characters\n"
    )


def test_another_prompt_is_shown_from_the_first_difference_on(
    tree: Tree, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    root = tree({"AGENTS.md": "use tabs\n"})
    python = hermes(tmp_path / "h", f"return {PROMPT!r}.replace('tabs', 'spaces')")
    assert main(["verify", str(root), "--python", str(python)]) == 1
    out = capsys.readouterr().out
    assert out.startswith(f"different from character {len(PROMPT) - 3} on\n--- Hermes 0.20.1\n")
    assert "use spaces" in out
    assert "use tabs" in out


def test_what_hermes_raises_is_compared_too(
    tree: Tree, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    root = tree({"AGENTS.md": "use tabs\n"})
    python = hermes(tmp_path / "h", "raise RuntimeError('no')")
    assert main(["verify", str(root), "--python", str(python)]) == 1
    assert "RuntimeError: no" in capsys.readouterr().out


def test_the_release_is_that_of_the_hermes_which_answers(tree: Tree, tmp_path: Path) -> None:
    root = tree({".git/": "", "AGENTS.md": "top", "sub/AGENTS.md": "use tabs"})
    python = hermes(tmp_path / "h", f"return {PROMPT!r}", version="0.19.0")
    assert main(["verify", str(root / "sub"), "--python", str(python)]) == 0


def test_no_module_of_the_inspected_directory_is_imported(tree: Tree, tmp_path: Path) -> None:
    root = tree({"AGENTS.md": "use tabs", "json.py": "open('ran', 'w')", "agent.py": "open('ran', 'w')"})
    python = hermes(tmp_path / "h", f"return {PROMPT!r}")
    assert main(["verify", str(root), "--python", str(python)]) == 0
    assert not (root / "ran").exists()


@pytest.mark.parametrize(
    ("python", "complaint"),
    [("/nowhere/python", "cannot be run"), (sys.executable, "has no Hermes that answers")],
)
def test_an_interpreter_without_hermes_is_bad_input(
    tree: Tree, capsys: pytest.CaptureFixture[str], python: str, complaint: str
) -> None:
    root = tree({"AGENTS.md": "use tabs"})
    assert main(["verify", str(root), "--python", python]) == 2
    assert complaint in capsys.readouterr().err


def test_the_first_difference_has_what_stands_around_it() -> None:
    assert first_difference("abcdef", "abcXef", around=2) == FirstDifference(3, "bcde", "bcXe")
    assert first_difference("ab", "abc", around=2) == FirstDifference(2, "ab", "abc")
    assert first_difference("same", "same") is None
