"""What the plain tests expect of configurations and profiles, held against the real releases."""

from pathlib import Path

import pytest

from cases import settings
from conformance.asking import Oracles
from conformance.judging import filled
from conformance.wheels import WHEELS, Wheel
from hermes_tui.core.releases.lookup import RELEASES, get_ruleset
from support.trees import grow

pytestmark = pytest.mark.conformance

NAMES = [release.name for release in RELEASES]
EACH = pytest.mark.parametrize("wheel", WHEELS, ids=[wheel.release for wheel in WHEELS])


@EACH
def test_configurations(wheel: Wheel, all_oracles: Oracles, tmp_path: Path) -> None:
    if not get_ruleset(wheel.release).cap_from_config:
        pytest.skip("nothing of it counts in this release")
    wrong = []
    for number, (name, case) in enumerate(settings.CONFIGURATIONS.items()):
        top = grow(tmp_path / str(number), case.files).resolve()
        environ = filled(dict(case.environ), top)
        job = {"kind": "settings"}
        (said,) = all_oracles.of(wheel).ask([job], home=str(top / "home"), environ=environ)
        expected = list(settings.current(case.answers, wheel.release, NAMES))
        if said != expected:
            wrong.append((name, said, expected))
    assert not wrong


@EACH
def test_profiles(wheel: Wheel, all_oracles: Oracles, tmp_path: Path) -> None:
    wrong = []
    for number, (name, case) in enumerate(settings.PROFILES.items()):
        top = grow(tmp_path / str(number), case.files).resolve()
        hermes_home = filled(case.hermes_home, top)
        job = {"kind": "home"}
        (said,) = all_oracles.of(wheel).ask([job], home=str(top / "home"), hermes_home=hermes_home)
        expected = settings.current(case.homes, wheel.release, NAMES)
        if (said or settings.EXITS) != filled(expected, top):
            wrong.append((name, said, expected))
    assert not wrong
