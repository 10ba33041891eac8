"""Context files of real projects, from every directory of theirs, where this checkout has them beside it.

They stay where they are: none of their text is in this repository.
"""

import os
import re
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from conformance.asking import Oracles, settled
from conformance.wheels import WHEELS, Wheel
from hermes_tui.core.prompt.startup import inspect
from hermes_tui.core.releases.lookup import get_ruleset
from support.situations import situation

pytestmark = pytest.mark.conformance

REAL = Path(__file__).parents[3] / "shared" / "samples" / "real"
PROJECTS = sorted(path.name for path in REAL.iterdir()) if REAL.is_dir() else []
DOCUMENTED_CAP = 20_000
_MARKER = re.compile(r"(\[\.\.\.truncated .*?: kept \d+\+\d+ of )\d+( chars\.)[^\]]*\]")


def directories(project: str, tmp_path: Path) -> Iterator[Path]:
    """Every directory of a copy of *project* that has an empty ``.git``."""
    tree = tmp_path.resolve() / project
    shutil.copytree(REAL / project, tree, copy_function=shutil.copyfile)
    places = [Path(place) for place, _, _ in os.walk(tree)]
    for place in places:
        place.chmod(0o755)
    (tree / ".git").mkdir()
    yield from places


@pytest.mark.parametrize("project", PROJECTS)
@pytest.mark.parametrize("wheel", WHEELS, ids=[wheel.release for wheel in WHEELS])
def test_every_directory_of_a_real_project(
    wheel: Wheel, project: str, all_oracles: Oracles, tmp_path: Path
) -> None:
    home = tmp_path / "home"
    places = list(directories(project, tmp_path))
    jobs = [{"kind": "startup", "cwd": str(place), "skip_soul": True} for place in places]
    answers = all_oracles.of(wheel).ask(jobs, home=str(home), hermes_home=None)
    for place, answer in zip(places, answers, strict=True):
        startup = inspect(situation(place, ruleset=get_ruleset(wheel.release), home=home), skip_soul=True)
        assert settled(startup.prompt) == settled(answer["prompt"]), place


@pytest.mark.parametrize("project", PROJECTS)
def test_documented_is_0_20_1_in_all_but_cap_and_marker(
    project: str, all_oracles: Oracles, tmp_path: Path
) -> None:
    home = tmp_path / "home"
    places = list(directories(project, tmp_path))
    jobs = [{"kind": "startup", "cwd": str(place), "skip_soul": True} for place in places]
    (wheel,) = (wheel for wheel in WHEELS if wheel.release == "0.20.1")
    # Without a context length the cap of 0.20.1 is the documented one.
    answers = all_oracles.of(wheel).ask(jobs, home=str(home), hermes_home=None)
    for place, answer in zip(places, answers, strict=True):
        startup = inspect(situation(place, ruleset=get_ruleset("documented"), home=home), skip_soul=True)
        assert startup.cap.limit == DOCUMENTED_CAP
        assert without_marker(startup.prompt) == without_marker(answer["prompt"]), place


def without_marker(prompt: str | None) -> str:
    """The prompt with the markers alike: of a chain that is cut twice they also change the total."""
    return _MARKER.sub(r"\1\2]", settled(prompt) or "")
