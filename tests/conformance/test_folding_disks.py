"""On a disk that ignores case: what Hermes sends there, by whatever name a listing calls the files."""

import shutil
from pathlib import Path

import pytest

from conformance.asking import Oracles
from conformance.folding_scenes import SCENES
from conformance.judging import asked, differences, judged
from conformance.wheels import WHEELS, Wheel
from hermes_tui.core.releases.lookup import get_ruleset
from support.trees import grow

pytestmark = pytest.mark.conformance


@pytest.mark.parametrize("wheel", WHEELS, ids=[wheel.release for wheel in WHEELS])
def test_model_and_release_agree(wheel: Wheel, all_oracles: Oracles, folding_disk: Path) -> None:
    ruleset = get_ruleset(wheel.release)
    wrong = []
    for name, scene in SCENES.items():
        top = grow(folding_disk / "scene", scene.files)
        try:
            seen = judged(scene, ruleset, top)
            answers = asked(scene, ruleset, top, all_oracles.of(wheel))
            wrong += [(name, said) for said in differences(seen, *answers)]
        finally:
            shutil.rmtree(top)
    assert not wrong
