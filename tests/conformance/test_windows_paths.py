"""The real releases and the model where paths are those of Windows: both under the same pretence."""

from pathlib import Path

import pytest

from conformance.wheels import WHEELS, Wheel, interpreter, unpacked
from support.windows_answers import JOBS, answers

pytestmark = pytest.mark.conformance


@pytest.mark.parametrize("wheel", WHEELS, ids=[wheel.release for wheel in WHEELS])
def test_the_model_answers_as_the_release_does(wheel: Wheel, tmp_path: Path) -> None:
    theirs = answers(tmp_path / "theirs", "wheel", str(unpacked(wheel)), str(interpreter()))
    ours = answers(tmp_path / "ours", "model", wheel.release)
    for job, expected, got in zip(JOBS, theirs, ours, strict=True):
        assert _in_order(got) == _in_order(expected), job


def _in_order(text: str | None) -> list[str] | None:
    """Hermes looks at the directories of one call in no fixed order."""
    return None if text is None else sorted(text.split("\n\n"))
