"""The real ``/context`` list beside the real prompt: nine ways to differ, each on a tree."""

from pathlib import Path

import pytest

from cases.context_list import CONTRADICTIONS
from conformance.asking import Oracles, settled
from conformance.wheels import WHEELS, Wheel
from hermes_tui.core.prompt.startup import inspect
from hermes_tui.core.releases.lookup import get_ruleset
from support.situations import situation
from support.trees import grow

pytestmark = pytest.mark.conformance

LISTING = [wheel for wheel in WHEELS if get_ruleset(wheel.release).lists_context]


@pytest.mark.parametrize("wheel", LISTING, ids=[wheel.release for wheel in LISTING])
@pytest.mark.parametrize("name", CONTRADICTIONS)
def test_the_list_says_otherwise_than_the_prompt_and_the_model_agrees_with_the_prompt(
    wheel: Wheel, name: str, all_oracles: Oracles, tmp_path: Path
) -> None:
    case = CONTRADICTIONS[name]
    if wheel.release not in case.releases:
        pytest.skip("this release does not differ so")
    top = grow(tmp_path / "top", case.files).resolve()
    home = top / "home"
    job = {"kind": "startup", "cwd": str(top / case.cwd), "skip_soul": False, "sources": True}
    (answer,) = all_oracles.of(wheel).ask([job], home=str(home), hermes_home=None)
    assert tuple((row["label"], row["status"]) for row in answer["sources"]) == case.listed
    startup = inspect(situation(top / case.cwd, ruleset=get_ruleset(wheel.release), home=home))
    assert tuple((file.label, file.verdict.value) for file in startup.files) == case.verdicts
    assert settled(startup.prompt) == settled(answer["prompt"])
