"""What is judged together is what each directory alone would give: random trees, every release's rules."""

import os
import random
from pathlib import Path

import pytest

from hermes_tui.core.checks.every_directory import starts
from hermes_tui.core.checks.findings import Finder
from hermes_tui.core.diagnosis.names import Names
from hermes_tui.core.filesystem.disk import Disk
from hermes_tui.core.prompt.startup import inspect
from hermes_tui.core.settings.settings import Settings
from hermes_tui.core.situation import Situation
from hermes_tui.core.surveys.tree_index import Ground
from support.trees import Entry, Tree
from support.why_questions import settings_for

TEXTS = (
    "rules of this directory {}",
    "the same everywhere",
    "<!-- secret {} -->",
    "x" * 9_950,
    "y" * 19_960,
    "",
    "@AGENTS.md {}",
    "---\ntext {}\n---\nbody",
    "AGENTS.md",
    "\ufeffwith a mark {}",
)
NAMES = (
    *["AGENTS.md"] * 6,
    "CLAUDE.md",
    "agents.md",
    ".hermes.md",
    "Agents.md",
    ".cursor/rules/a.mdc",
    "AGENTS.override.md",
)


def plant(seed: int) -> dict[str, Entry]:
    """A tree of some forty directories."""
    chance = random.Random(seed)  # noqa: S311 -- a tree, no secret
    directories = [""]
    files: dict[str, Entry] = {".git/HEAD": ""}
    for number in range(40):
        parent = chance.choice(directories[-12:])
        directory = f"{parent}d{number}/"
        directories.append(directory)
        files[directory] = ""
    for number, directory in enumerate(chance.sample(directories, 18)):
        name = chance.choice(NAMES)
        files[directory + name] = chance.choice(TEXTS).format(number)
    files[f"{chance.choice(directories[1:])}.git/HEAD"] = ""
    odd = f"{chance.choice(directories)}CLAUDE.md"
    if odd not in files:
        files[f"{odd}/"] = ""
    return files


def startup_findings(root: Path, settings: Settings) -> tuple[dict[str, set[object]], dict[str, set[object]]]:
    """For each directory its findings, judged together and alone."""
    here = Situation(root, settings, Disk())
    finder = Finder(inspect(here), Names(root, root, settings.home))
    ground = Ground((root,), settings.ruleset, Disk())
    together: dict[str, set[object]] = {}
    for startup, directories in starts(ground, here, lambda path, text: not finder.traps(path, text)):
        keys: set[object] = {finding.key for finding in finder.of_startup(startup)}
        together.update(dict.fromkeys(directories, keys))
    alone: dict[str, set[object]] = {}
    for directory in ground.starts():
        startup = inspect(here._replace(cwd=Path(directory)))
        alone[directory] = {finding.key for finding in finder.of_startup(startup)}
    return together, alone


@pytest.mark.parametrize("release", ["0.14", "0.19", "0.20.1", "0.20.6", "0.22.2"])
@pytest.mark.parametrize("seed", range(12))
def test_directories_judged_together_get_what_each_gets_alone(tree: Tree, seed: int, release: str) -> None:
    root = tree(plant(seed))
    together, alone = startup_findings(root, settings_for(release))
    assert set(together) == set(alone)
    for directory, keys in alone.items():
        assert together[directory] == keys, os.path.relpath(directory, root)


def _harmless(_path: Path, _text: str) -> bool:
    return True


def test_few_starts_stand_for_many_directories(tree: Tree) -> None:
    root = tree(
        {
            ".git/HEAD": "",
            "AGENTS.md": "a",
            **{f"a/b{number}/c/d/": "" for number in range(50)},
            "a/AGENTS.md": "b",
        }
    )
    ground = Ground((root,), settings_for("0.22.2").ruleset, Disk())
    found = list(starts(ground, Situation(root, settings_for("0.22.2"), Disk()), _harmless))
    assert len(found) == 1
    assert len(found[0][1]) == len(ground.directories) == 152


def test_nobody_starts_in_what_a_tool_keeps_for_itself(tree: Tree) -> None:
    root = tree(
        {
            ".git/HEAD": "",
            ".cursor/rules/a.mdc": "x",
            ".github/copilot-instructions.md": "x",
            ".github/ISSUE_TEMPLATE/": "",
            ".github/workflows/AGENTS.md": "x",
            ".github/workflows/lib/": "",
            ".config/app/AGENTS.md": "x",
            "src/.idea/": "",
        }
    )
    ruleset = settings_for("0.22.2").ruleset
    kept = {os.path.relpath(directory, root) for directory in Ground((root,), ruleset, Disk()).starts()}
    assert kept == {".", ".github/workflows", ".github/workflows/lib", ".config/app", "src"}
    hidden = root / ".config"
    assert str(hidden) in Ground((hidden,), ruleset, Disk()).starts()
