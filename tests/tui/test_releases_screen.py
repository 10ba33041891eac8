"""Choosing a release, and two side by side."""

import asyncio
from pathlib import Path

import pytest
from textual.widgets import OptionList

from hermes_tui.core.comparing import compare_releases
from hermes_tui.core.rulesets import get_ruleset
from hermes_tui.tui.app import Inspector, Options
from hermes_tui.tui.lines import plain
from hermes_tui.tui.release_dialog import CHOICES, ReleaseDialog
from hermes_tui.tui.releases_screen import ReleasesScreen, changes, header, marked
from hermes_tui.tui.text_pane import TextPane
from trees import Tree


@pytest.fixture
def layered(tree: Tree) -> Path:
    """A root AGENTS.md above a CLAUDE.md: what 0.20.1 changed for most people (rules.md 1.2)."""
    root = tree({".git/": "", "AGENTS.md": "root rule", "app/CLAUDE.md": "app rule"})
    return Path(root) / "app"


def test_a_claude_md_that_0_19_loads_is_shadowed_from_0_20_1_on(layered: Path) -> None:
    comparison = compare_releases(layered, get_ruleset("0.19"), get_ruleset("0.20.1"))
    assert not comparison.is_same
    told = [plain((change.line,)) for change in changes(comparison)]
    assert told == ["CLAUDE.md  ✓ sent → ○ shadowed", "../AGENTS.md  · not read → ✓ sent"]
    assert [change.before for change in changes(comparison)] == ["## CLAUDE.md\n\napp rule", None]


def test_the_header_sums_up_both_releases(layered: Path) -> None:
    comparison = compare_releases(layered, get_ruleset("0.19"), get_ruleset("0.20.1"))
    lines = plain(header(comparison)).splitlines()
    assert lines[0].startswith("Hermes 0.19.0 → 0.20.1")
    assert lines[1].startswith("0.19.0      1 sent · 1 not read")
    assert lines[2].startswith("0.20.1      1 sent · 1 shadowed")


def test_only_the_lines_that_the_other_text_has_not_are_marked() -> None:
    before, after = marked("a\nb\nc\n", "a\nx\nc\nd\n")
    assert before is not None
    assert after is not None
    assert [before.text[mark.start : mark.end] for mark in before.marks] == ["b\n"]
    assert [after.text[mark.start : mark.end] for mark in after.marks] == ["x\n", "d\n"]


def options(directory: Path, release: str) -> Options:
    return Options(directory=directory, ruleset=get_ruleset(release), ruleset_origin="--hermes")


async def until(condition: object, app: Inspector) -> None:
    """Wait for work beside the screen."""
    for _ in range(100):
        if callable(condition) and condition():
            return
        await asyncio.sleep(0.02)
    raise AssertionError(f"did not come: {app.screen}")


async def test_v_shows_another_release(layered: Path) -> None:
    app = Inspector(options(layered, "0.19"))
    async with app.run_test(size=(120, 40)) as pilot:
        await pilot.press("v")
        dialog = app.screen
        assert isinstance(dialog, ReleaseDialog)
        names = [choice.name for choice in CHOICES]
        assert dialog.query_one(OptionList).highlighted == names.index("0.19.0")
        dialog.query_one(OptionList).highlighted = names.index("0.22.2")
        await pilot.press("enter")
        await until(lambda: app.options.ruleset.name == "0.22.2", app)
        assert app.inspection is not None
        assert [file.label for file in app.inspection.startup.sent] == ["../AGENTS.md"]  # type: ignore[union-attr]


async def test_capital_v_puts_another_release_beside_this_one(layered: Path) -> None:
    app = Inspector(options(layered, "0.19"))
    async with app.run_test(size=(120, 40)) as pilot:
        await pilot.press("V")
        app.screen.query_one(OptionList).highlighted = [choice.name for choice in CHOICES].index("0.20.1")
        await pilot.press("enter")
        await until(lambda: isinstance(app.screen, ReleasesScreen), app)
        await pilot.pause()
        before, after = app.screen.query(TextPane)
        assert before.document is not None
        assert before.document.text == "## CLAUDE.md\n\napp rule"
        assert after.document is None
        await pilot.press("escape")
        assert not isinstance(app.screen, ReleasesScreen)
