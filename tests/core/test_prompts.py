"""The prompt of every release for the trees of ``cases/startup.py``, byte for byte."""

from pathlib import Path

import pytest

from cases.startup import CASES, Raises
from hermes_tui.core.filesystem.disk import Disk
from hermes_tui.core.prompt.startup import inspect
from hermes_tui.core.releases.lookup import RELEASES
from hermes_tui.core.settings.settings import find_settings
from support.situations import situation
from support.trees import grow

NAMES = [release.name for release in RELEASES]


@pytest.mark.parametrize("name", CASES)
def test_prompt_is_that_of_each_release(name: str, tmp_path: Path) -> None:
    case = CASES[name]
    top = grow(tmp_path / "top", case.files).resolve()
    disk = Disk()
    environ = {"HOME": str(top / "home"), "PATH": ""}
    for release in RELEASES:
        startup = inspect(
            situation(
                top / case.cwd,
                ruleset=find_settings(hermes=release.name, environ=environ, disk=disk).ruleset,
                disk=disk,
                home=top / "home",
                context_length=case.context_length,
                max_chars=case.max_chars,
            ),
            skip_soul=case.skip_soul,
        )
        answer = case.answer(release.name, NAMES, top)
        if isinstance(answer, Raises):
            assert startup.prompt is None, release.name
            assert startup.failure is not None
            assert startup.failure.what == answer, release.name
        else:
            assert startup.prompt == answer, release.name
