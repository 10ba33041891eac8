"""Terminals of a few rows: the list that a screen is for keeps its rows, and the way out is said."""

from pathlib import Path

import pytest
from textual.pilot import Pilot
from textual.widget import Widget

from hermes_tui.demo import Demo, build_demo
from hermes_tui.tui.app import Inspector, Options
from hermes_tui.tui.presentation.header import header_rows
from hermes_tui.tui.widgets.key_bar import KeyLine
from support.running_app import at_rest, options, screen_text, until
from support.state_databases import Recorder

LOW = ((60, 10), (40, 12), (80, 15), (60, 18), (120, 10), (120, 15), (120, 19), (120, 22), (30, 8))
SMALL = ((60, 12), (40, 10), (60, 17), (80, 20))


@pytest.fixture(autouse=True)
def state_directory(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))


@pytest.fixture
def demo(tmp_path: Path) -> Demo:
    """The demonstration, with a recorded session."""
    built = build_demo(tmp_path / "demo")
    recorder = Recorder(built.hermes_home / "state.db")
    recorder.session("20961002_000001_aaaaaa", cwd=built.repository, prompt="You are Hermes.\n").user()
    recorder.call("read_file", {"path": "backend/x.py"}, ("backend/AGENTS.md", "older rules"))
    recorder.close()
    return built


def app_in(demo: Demo, *notes: str) -> Inspector:
    """The application on the demonstration."""
    asked = options(demo.start)
    settings = asked.settings._replace(home=demo.directory, hermes_home=demo.hermes_home, notes=notes)
    return Inspector(Options(directory=demo.start, settings=settings, session=demo.calls))


def rows(pilot: Pilot[int], selector: str) -> int:
    """How many rows of a list are on the screen."""
    screen = pilot.app.screen
    listed: Widget = screen.query_one(selector)
    seen = listed.content_region.intersection(screen.region)
    return seen.height if listed.display else 0


@pytest.mark.parametrize("notes", [(), ("config.yaml is not used: it says so",)], ids=["", "noted"])
async def test_the_tree_keeps_four_rows(demo: Demo, notes: tuple[str, ...]) -> None:
    app = app_in(demo, *notes)
    async with app.run_test(size=LOW[0]) as pilot:
        await until(pilot, "quit")
        assert rows(pilot, "#tree") >= 4, screen_text(pilot)
        await at_rest(pilot)
        for size in LOW:
            await pilot.resize_terminal(*size)
            assert rows(pilot, "#tree") >= 4, (size, screen_text(pilot))
        await pilot.press("s", "s", "s", "1")
        await at_rest(pilot)
        for size in LOW:
            await pilot.resize_terminal(*size)
            assert rows(pilot, "#tree") >= 4, (size, screen_text(pilot))


async def test_a_session_that_is_typed_in_leaves_the_tree_four_rows(demo: Demo) -> None:
    app = app_in(demo, "config.yaml is not used: it says so")
    async with app.run_test(size=(120, 22)) as pilot:
        await at_rest(pilot)
        await pilot.press("s", "s", "s", "colon", *"read_file a b c d e")
        await at_rest(pilot)
        assert rows(pilot, "#tree") >= 4, screen_text(pilot)


@pytest.mark.parametrize("size", [(60, 10), (120, 10), (120, 19)], ids=lambda size: f"{size[0]}x{size[1]}")
async def test_what_gave_way_is_a_tab_away(demo: Demo, size: tuple[int, int]) -> None:
    app = app_in(demo)
    async with app.run_test(size=size) as pilot:
        text = await until(pilot, "4 Verdict")
        assert "╭─ Session" not in text
        await at_rest(pilot)
        await pilot.press("4")
        assert "✗ blocked  Blocked by the threat scan" in await until(pilot, "╭─ Verdict")
        await pilot.press("5", "s")
        await until(pilot, "→ src/components/AGENTS.md")
        assert "1  read_file src/components/Button.tsx" in screen_text(pilot)
        await pilot.press("2")
        assert rows(pilot, "#disk") >= 3, screen_text(pilot)


def test_header_lines_give_way_the_legend_first() -> None:
    assert [header_rows(height, has_notes=False) for height in (60, 30, 29, 24, 11, 10, 9, 8, 3)] == [
        *(4, 4, 3, 3, 3, 2, 1, 0, 0)
    ]
    assert [header_rows(height, has_notes=True) for height in (30, 24, 12, 11)] == [5, 4, 4, 3]


SCREENS = {
    "search": (("slash", *"rule"), "3 places", "#found", "escape back"),
    "why": (("w",), "not sent", "#answers", "escape back"),
    "findings": (("exclamation_mark",), "4 errors", "#findings", "escape back"),
    "what if": (("i", "enter"), "1 difference", "#changes", "escape back"),
    "releases": (("V", "enter"), "1 difference", "#changes", "escape back"),
    "prompt": (("p",), "Parts", "#parts", "escape back"),
    "timeline": (("s", "T"), "call 1", "#moments", "escape back"),
    "recordings": (("o",), "1 recorded session", "#recordings", "escape back"),
    "replay": (("o", "enter"), "read_file", "#replayed", "escape back"),
    "help": (("question_mark",), "On the main screen", "#help", "escape closes"),
    "call": (("s", "5", "enter"), "Appended to", "#sent", "escape back"),
    "suppositions": (("i",), "What if", "#releases", "escape cancels"),
    "choice of a release": (("V",), "Compare with", "#releases", "escape cancels"),
    "directory": (("c",), "Start a session", "#typed", "escape"),
}
"""Keys that lead there, words that are waited for, the list that the screen is for, the way out."""


@pytest.mark.parametrize("name", SCREENS)
async def test_every_screen_shows_its_list_and_the_way_out(demo: Demo, name: str) -> None:
    keys, words, listed, way_out = SCREENS[name]
    app = app_in(demo)
    async with app.run_test(size=SMALL[0]) as pilot:
        await at_rest(pilot)
        for key in keys:
            await pilot.press(key)
            await at_rest(pilot)
        for size in SMALL:
            await pilot.resize_terminal(*size)
            await until(pilot, words)
            text = screen_text(pilot)
            assert rows(pilot, listed) >= 1, text
            assert way_out in text, text
            if "cancels" not in way_out and app.screen.query(KeyLine):
                assert app.screen.query_one(KeyLine).region.bottom == size[1], text
