"""Labels and calls where paths are those of Windows: pretended here, as it was to the releases."""

import os
import re
import sys
from pathlib import Path

import pytest

from cases.windows import COMMAND_HINTS, HINTS, LABELS_AT_START
from hermes_tui.core.filesystem.executables import find_program
from hermes_tui.core.recordings.results import find_hints
from support.trees import Mode, Tree
from support.windows_answers import JOBS, answers


def test_labels_and_hints_are_those_that_hermes_prints_on_windows(tmp_path: Path) -> None:
    found = answers(tmp_path, "model", "0.22.2")
    assert found.pop() == r"C:\Users\me\AppData\Local\hermes"
    prompts, hints = found[: len(LABELS_AT_START)], found[len(LABELS_AT_START) :]
    labels = [tuple(re.findall("^## (.+)$", prompt or "", re.MULTILINE)) for prompt in prompts]
    assert labels == list(LABELS_AT_START.values())
    assert all("soul" in (prompt or "") for prompt in prompts)
    for job, text, label in zip(
        JOBS[len(prompts) : -1], hints, (*HINTS.values(), *COMMAND_HINTS.values()), strict=True
    ):
        assert re.findall(r"discovered: (.+)\]", text or "") == [label] * bool(label), job


@pytest.mark.parametrize("release", ["0.13.0", "0.19.0", "documented"])
def test_older_releases_answer_as_well(tmp_path: Path, release: str) -> None:
    assert sum(text is not None for text in answers(tmp_path, "model", release)) > len(LABELS_AT_START)


def test_a_program_is_found_by_the_endings_of_windows(tree: Tree, monkeypatch: pytest.MonkeyPatch) -> None:
    top = tree({"bin/git.exe": Mode(0o755), "other/git": Mode(0o755), "repo/": ""})
    path = {"PATH": f"{top / 'other'}{os.pathsep}{top / 'bin'}"}
    assert find_program("git", top / "repo", path).path == str(top / "other/git")
    monkeypatch.setattr(sys, "platform", "win32")
    assert find_program("git", top / "repo", path).path == str(top / "bin/git.exe")
    assert find_program("git", top / "repo", path | {"PATHEXT": ".CMD"}).path is None


def test_a_hint_that_was_recorded_on_windows_is_one_anywhere() -> None:
    (hint,) = find_hints("done\n\n[Subdirectory context discovered: src\\ui\\AGENTS.md]\nui rules")
    assert (hint.label, hint.text) == (r"src\ui\AGENTS.md", "ui rules")
