"""Labels and calls where paths are those of Windows: pretended here, as it was to the releases."""

import re
from pathlib import Path

import pytest

from cases.windows import COMMAND_HINTS, HINTS, LABELS_AT_START
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
