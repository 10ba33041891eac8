"""What takes long to read: there is a screen meanwhile, it says what it waits for, and can be left."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from threading import Event

import pytest

from hermes_tui.core.diagnosis import live_search
from hermes_tui.core.filesystem.disk import Disk
from hermes_tui.core.searching.text_search import Index
from hermes_tui.core.settings.settings import Settings, Typed, find_again
from hermes_tui.tui.app import Inspector
from hermes_tui.tui.jobs import inspect
from support.running_app import options, screen_text, until, until_true
from support.trees import Tree


@pytest.fixture(autouse=True)
def state_directory(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))


@pytest.fixture
def slow_settings(monkeypatch: pytest.MonkeyPatch) -> Iterator[Event]:
    """The settings are known once this is set."""
    known = Event()

    def waited(settings: Settings, disk: Disk) -> Settings:
        known.wait()
        return find_again(settings, disk)

    monkeypatch.setattr(inspect, "find_again", waited)
    yield known
    known.set()


def app_before_settings(root: Path) -> Inspector:
    """The application where the settings have not been read yet."""
    asked = options(root)
    typed = Typed(hermes="documented", hermes_home=str(root / "hermes"))
    return Inspector(replace(asked, settings=asked.settings._replace(typed=typed, is_read=False)))


async def test_the_screen_is_there_before_the_settings_are_read(tree: Tree, slow_settings: Event) -> None:
    root = tree({".git/": "", "AGENTS.md": "use tabs", "hermes/config.yaml": "max: broken: here"})
    app = app_before_settings(root)
    async with app.run_test(size=(120, 40)) as pilot:
        assert "Reading the settings, then the context files …" in screen_text(pilot)
        slow_settings.set()
        assert "config.yaml is not used" in await until(pilot, "Hermes sends 1 file")


async def test_it_can_be_left_before_the_settings_are_read(tree: Tree, slow_settings: Event) -> None:
    root = tree({".git/": "", "AGENTS.md": "use tabs", "hermes/": ""})
    app = app_before_settings(root)
    async with app.run_test(size=(120, 40)) as pilot:
        await until(pilot, "Reading the settings")
        await pilot.press("q")
        await until_true(pilot, lambda: app.return_code == 0, "the end")
        assert not slow_settings.is_set()


@pytest.mark.parametrize("name", ["AGENTS.md", "docs/AGENTS.md"])
async def test_the_search_says_which_large_file_it_reads(
    tree: Tree, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    root = tree({".git/": "", "SOUL.md": "", name: "use tabs, never blanks\n" * 10, "x/AGENTS.md": "small"})
    known, put = Event(), Index.put

    def waited(index: Index, path: Path, text: str) -> None:
        if path == root / name:
            known.wait()
        put(index, path, text)

    monkeypatch.setattr(live_search, "LARGE", 100)
    monkeypatch.setattr(Index, "put", waited)
    app = Inspector(options(root))
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, "Brought by hints")
        await pilot.press("slash")
        await until(pilot, f"reading {name} (230 bytes) …")
        await pilot.press(*"tabs")
        assert "tabs" in screen_text(pilot)
        known.set()
        assert "reading" not in await until(pilot, "10 places")
