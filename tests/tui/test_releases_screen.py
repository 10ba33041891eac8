"""Choosing a release, and two side by side."""

import asyncio
import time
from pathlib import Path
from typing import Any

import pytest
from textual.app import App, ComposeResult
from textual.widgets import OptionList

from hermes_tui.core.comparison.compare import compare_releases
from hermes_tui.core.filesystem.disk import Disk
from hermes_tui.core.releases.lookup import get_ruleset
from hermes_tui.core.settings.settings import find_settings
from hermes_tui.core.situation import Situation
from hermes_tui.tui.app import Inspector, Options
from hermes_tui.tui.dialogs.release import CHOICES, ReleaseDialog, ReleaseList, choice_lines, other_than
from hermes_tui.tui.screens.comparison import ReleasesScreen, changes, header
from hermes_tui.tui.text_view.text_pair import TextPair, marked
from hermes_tui.tui.text_view.text_view import TextPane
from hermes_tui.tui.widgets.styled_line import plain
from support.running_app import PATIENCE, screen_text
from support.trees import Tree
from support.why_questions import settings_for


@pytest.fixture
def layered(tree: Tree) -> Path:
    """A root AGENTS.md above a CLAUDE.md: what 0.20.1 changed for most people (rules.md 1.2)."""
    root = tree({".git/": "", "AGENTS.md": "root rule", "app/CLAUDE.md": "app rule"})
    return Path(root) / "app"


def test_a_claude_md_that_0_19_loads_is_shadowed_from_0_20_1_on(layered: Path) -> None:
    comparison = compare_releases(
        Situation(layered, settings_for("0.19"), Disk()), settings_for("0.19"), settings_for("0.20.1")
    )
    assert not comparison.is_same
    told = [plain((change.line,)) for change in changes(comparison)]
    assert told == ["CLAUDE.md  ✓ sent → ○ shadowed", "../AGENTS.md  · not read → ✓ sent"]
    assert [change.before for change in changes(comparison)] == ["## CLAUDE.md\n\napp rule", None]


def test_what_hints_bring_otherwise_has_the_reason_of_both_sides(tree: Tree) -> None:
    """0.20.0 leaves out directories such as node_modules."""
    root = tree({".git/": "", "AGENTS.md": "root", "node_modules/x/AGENTS.md": "theirs"})
    comparison = compare_releases(
        Situation(root, settings_for("0.19"), Disk()), settings_for("0.19"), settings_for("0.20.1")
    )
    (change,) = [one for one in changes(comparison) if one.line[0][0].startswith("hint")]
    assert plain(change.why) == (
        "0.19.0: A call that touches node_modules/x brings it, once in a session.\n"
        "0.20.1: No hint can bring it: it is in node_modules, a name that hints leave out."
    )


def test_a_part_of_the_prompt_has_the_reason_of_both_sides(layered: Path) -> None:
    comparison = compare_releases(
        Situation(layered, settings_for("0.19"), Disk()), settings_for("0.19"), settings_for("0.20.1")
    )
    parts = changes(comparison._replace(files=()))
    assert plain(parts[-1].why) == (
        "0.19.0: Not sent: this release reads AGENTS.md in the working directory only. "
        "Nothing of it is in the prompt.\n"
        "0.20.1: Sent whole. 26 characters in the prompt."
    )


def cut_otherwise(tree: Tree) -> Path:
    """A file over the cap: the words of the marker are others from 0.22.2 on (rules.md 1.8)."""
    lines = "".join(f"## Part {number}\n{'x' * 70}\n" for number in range(400))
    return Path(tree({".git/": "", "AGENTS.md": lines}))


def test_where_both_sides_cut_alike_it_says_what_differs(tree: Tree) -> None:
    comparison = compare_releases(
        Situation(cut_otherwise(tree), settings_for("0.21.5"), Disk()),
        settings_for("0.21.5"),
        settings_for("0.22.2"),
    )
    (change,) = changes(comparison)
    both, differ = plain(change.why).splitlines()
    assert both.startswith("both: Cut: ")
    assert differ == "they differ in the marker that stands for what was cut."


async def test_two_releases_open_at_the_first_difference_and_n_goes_on(tree: Tree) -> None:
    app = Inspector(options(cut_otherwise(tree), "0.21.5"))
    async with app.run_test(size=(80, 24), notifications=True) as pilot:
        await pilot.press("V", "enter")
        await until(lambda: "[...truncated AGENTS.md" in screen_text(pilot), app)
        assert "n next" in screen_text(pilot)
        await pilot.press("n")
        await until(lambda: "No further difference" in screen_text(pilot), app)


async def test_the_difference_stays_in_sight_when_the_panes_lose_their_height() -> None:
    class Pair(App[None]):
        def compose(self) -> ComposeResult:
            yield TextPair()

    before = "".join(f"line {number}\n" for number in range(300))
    app = Pair()
    async with app.run_test(size=(80, 60)) as pilot:
        pair = app.query_one(TextPair)
        pair.show(before, before.replace("line 100\n", "other 100\n"))
        await until(lambda: "other 100\n" in visible(pair.panes[1]), app)
        await pilot.resize_terminal(80, 8)
        await until(lambda: pair.panes[0].size.height < 10, app)
        assert "line 100\n" in visible(pair.panes[0])
        assert "other 100\n" in visible(pair.panes[1])


async def test_n_and_capital_n_go_from_difference_to_difference() -> None:
    class Pair(App[None]):
        def compose(self) -> ComposeResult:
            yield TextPair()

    before = "".join(f"line {number}\n" for number in range(300))
    after = before.replace("line 100\n", "other 100\n").replace("line 200\n", "")
    app = Pair()
    async with app.run_test(size=(80, 24)) as pilot:
        pair = app.query_one(TextPair)
        pair.show(before, after)
        await pilot.pause()
        for forward, line, other in ((True, 200, 199), (False, 100, 100)):
            pair.step(forward=forward)
            await pilot.pause()
            assert f"line {line}\n" in visible(pair.panes[0])
            assert f" {other}\n" in visible(pair.panes[1])


def visible(pane: TextPane) -> str:
    """The text that is seen in a pane."""
    assert pane.document is not None
    return pane.document.text[pane.top_offset : pane.bottom_offset]


def test_the_header_sums_up_both_releases(layered: Path) -> None:
    comparison = compare_releases(
        Situation(layered, settings_for("0.19"), Disk()), settings_for("0.19"), settings_for("0.20.1")
    )
    lines = plain(header(comparison)).splitlines()
    assert lines[0].startswith("Hermes 0.19.0 → 0.20.1")
    assert lines[1].startswith("0.19.0      1 sent · 1 not read")
    assert lines[2].startswith("0.20.1      1 sent · 1 shadowed")


def test_only_the_lines_that_the_other_text_has_not_are_marked() -> None:
    before, after, places = marked("a\nb\nc\n", "a\nx\nc\nd\n")
    assert before is not None
    assert after is not None
    assert [before.text[mark.start : mark.end] for mark in before.marks] == ["b\n"]
    assert [after.text[mark.start : mark.end] for mark in after.marks] == ["x\n", "d\n"]
    assert [(left.start, right.start) for left, right in places] == [(2, 2), (6, 6)]


def options(directory: Path, release: str) -> Options:
    return Options(directory=directory, settings=find_settings(hermes=release))


async def until(condition: object, app: App[Any]) -> None:
    """Wait for work beside the screen."""
    end = time.monotonic() + PATIENCE
    while not (callable(condition) and condition()):
        assert time.monotonic() < end, f"did not come: {app.screen}"
        await asyncio.sleep(0.02)


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


def test_a_release_that_does_not_fit_goes_on_below_its_beginning() -> None:
    now = get_ruleset("0.21.5")
    assert plain(choice_lines(now, now, 50)).splitlines() == [
        "● 0.21.5      as 0.21.4: your own SOUL.md loads",
        "              despite threats; linked hints are",
        "              checked",
    ]
    assert plain(choice_lines(get_ruleset("0.18.2"), now, 50)) == "  0.18.2      as 0.18.0"


async def test_the_release_that_is_shown_is_in_sight(layered: Path) -> None:
    app = Inspector(options(layered, "0.13.0"))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("v")
        await until(lambda: "● 0.13.0" in screen_text(pilot), app)


async def test_the_releases_are_folded_once_after_a_resize(
    layered: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folds: list[int] = []
    fill = ReleaseList._fill

    def counted(listed: ReleaseList) -> None:
        folds.append(listed._width)
        fill(listed)

    monkeypatch.setattr(ReleaseList, "_fill", counted)
    app = Inspector(options(layered, "0.21.5"))
    async with app.run_test(size=(120, 40)) as pilot:
        await pilot.press("v")
        await until(lambda: "● 0.21.5" in screen_text(pilot), app)
        listed = app.screen.query_one(ReleaseList)
        for size in ((60, 15), (30, 8), (120, 40)):
            await pilot.resize_terminal(*size)
            await until(lambda: folds[-1] == listed.scrollable_content_region.width, app)
        assert len(folds) <= 2 + 3  # empty, as it opens, and for each size
        lines = screen_text(pilot).splitlines()
        begins = next(line.index("as 0.21.4") for line in lines if "as 0.21.4" in line)
        assert (
            next(line.index("hints are checked") for line in lines if "hints are checked" in line) == begins
        )


@pytest.mark.parametrize(
    ("now", "begin"), [("documented", "0.22.2"), ("0.19", "0.22.2"), ("0.22.2", "0.21.5")]
)
async def test_capital_v_begins_at_another_release(layered: Path, now: str, begin: str) -> None:
    assert other_than(get_ruleset(now)).name == begin
    app = Inspector(options(layered, now))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("V", "enter")
        await until(lambda: isinstance(app.screen, ReleasesScreen), app)
        screen = app.screen
        assert isinstance(screen, ReleasesScreen)
        assert screen.titles == (f"Sent by {get_ruleset(now).name}", f"Sent by {begin}")


async def test_both_prompts_are_shown_where_none_differs(tree: Tree) -> None:
    app = Inspector(options(tree({".git/": "", "AGENTS.md": "one rule"}), "0.20.4"))
    async with app.run_test(size=(120, 40)) as pilot:
        await pilot.press("V")
        app.screen.query_one(OptionList).highlighted = [choice.name for choice in CHOICES].index("0.20.6")
        await pilot.press("enter")
        await until(lambda: isinstance(app.screen, ReleasesScreen), app)
        await pilot.pause()
        listed = app.screen.query_one("#changes", OptionList)
        assert str(listed.get_option_at_index(0).prompt) == "Both releases send the same from here."
        texts = [pane.document.text for pane in app.screen.query(TextPane) if pane.document]
        assert len(texts) == 2
        assert texts[0] == texts[1]
        assert texts[0].endswith("one rule")


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
