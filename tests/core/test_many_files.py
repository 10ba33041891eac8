"""Nothing that is asked about one file is asked again for each of the others: costs grow as what is read."""

from pathlib import Path

import pytest

from hermes_tui.core.checks.check import check
from hermes_tui.core.diagnosis import truncated
from hermes_tui.core.filesystem.disk import Disk
from hermes_tui.core.prompt import placement
from hermes_tui.core.prompt.context_file import ContextFile
from hermes_tui.core.prompt.placement import Belonging
from hermes_tui.core.prompt.startup import inspect
from hermes_tui.core.releases.lookup import get_ruleset
from hermes_tui.core.settings.settings import Settings
from hermes_tui.core.situation import Situation
from support.situations import situation
from support.trees import grow

RULES = get_ruleset("documented")


class CountingDisk(Disk):
    """Counts how often two names are held against each other."""

    def __init__(self) -> None:
        super().__init__()
        self.compared = 0

    def is_one_entry(self, path: Path, other: Path) -> bool:
        self.compared += 1
        return super().is_one_entry(path, other)


@pytest.mark.parametrize("name", ["AGENTS.md", "CLAUDE.md"])
def test_a_long_chain_is_not_held_against_itself(tmp_path: Path, name: str) -> None:
    depth = 40
    top = grow(tmp_path / "top", {".git/": "", **{f"{'d/' * level}{name}": "x" for level in range(depth)}})
    disk = CountingDisk()
    inspect(
        situation(top / Path(*("d",) * (depth - 1)), ruleset=RULES, disk=disk, hermes_home=tmp_path / "none")
    )
    assert disk.compared <= 4 * depth  # each with each would be 780 or more


def test_what_all_cut_files_have_in_common_is_found_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    count = 30
    rules = {f".cursor/rules/r{number:02}.mdc": f"- {number}\n" * 500 for number in range(count)}
    top = grow(tmp_path / "top", {".git/": "", **rules})
    asked: list[str] = []

    def best_of(files: list[ContextFile]) -> Belonging:
        asked.append("best")
        return placement.best_of(files)

    monkeypatch.setattr(truncated, "best_of", best_of)
    settings = Settings(RULES, "", tmp_path, tmp_path / "none", "default")
    findings = check(Situation(top, settings, Disk()), environ={})
    assert len(findings) > count // 2
    assert len(asked) == 1
