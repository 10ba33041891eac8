"""Each screen, dialog and palette is opened and closed again and again: nothing of it stays.

Each once more is part of the plain tests; ``pytest -m fuzz --mutations 200`` makes it 200 for each.
"""

import asyncio
import gc
import importlib
import pkgutil
import threading
import time
from collections.abc import Callable, Collection, Iterable
from pathlib import Path
from typing import Any, NamedTuple
from weakref import WeakSet

import pytest
from textual import events
from textual.app import App
from textual.message_pump import MessagePump
from textual.pilot import Pilot
from textual.screen import Screen

import hermes_tui.tui
from hermes_tui.demo import Demo, build_demo
from hermes_tui.tui.app import Inspector, Options
from hermes_tui.tui.dialogs.code import ExplainDialog
from hermes_tui.tui.dialogs.directory import DirectoryDialog
from hermes_tui.tui.dialogs.editor import EditorDialog
from hermes_tui.tui.dialogs.how_to_load import BringDialog
from hermes_tui.tui.dialogs.release import ReleaseDialog
from hermes_tui.tui.dialogs.save_session import SaveDialog
from hermes_tui.tui.dialogs.what_if import NumberDialog, WhatIfDialog
from hermes_tui.tui.main.screen import MainScreen
from hermes_tui.tui.screens.call import CallScreen
from hermes_tui.tui.screens.comparison import ReleasesScreen
from hermes_tui.tui.screens.findings import FindingsScreen
from hermes_tui.tui.screens.help import HelpScreen
from hermes_tui.tui.screens.history import CommitScreen, HistoryScreen
from hermes_tui.tui.screens.prompt import PromptScreen
from hermes_tui.tui.screens.recordings import RecordingsScreen
from hermes_tui.tui.screens.replay import ReplayScreen
from hermes_tui.tui.screens.search import SearchScreen
from hermes_tui.tui.screens.stored_prompt import StoredScreen
from hermes_tui.tui.screens.timeline import TimelineScreen
from hermes_tui.tui.screens.what_if import WhatIfScreen
from hermes_tui.tui.screens.why import WhyScreen
from hermes_tui.tui.widgets.lifetime import Dialog, Page, Palette
from hermes_tui.tui.widgets.theme_palette import ThemePalette
from support.running_app import PATIENCE, at_rest, options, screen_text
from support.state_databases import Recorder


class Step(NamedTuple):
    """Keys, the screen that is on top then, and words that it shows once it has all that it waits for."""

    keys: tuple[str, ...]
    opened: type[Screen[Any]]
    words: str


WHAT_IF = Step(("i",), WhatIfDialog, "escape cancels")
COMPARE = Step(("V",), ReleaseDialog, "Compare with")
FINDINGS = Step(("exclamation_mark",), FindingsScreen, "4 errors")
RECORDINGS = Step(("o",), RecordingsScreen, "1 recorded session")
REPLAY = Step(("enter",), ReplayScreen, "read_file")

WAYS: dict[str, tuple[Step, ...]] = {
    "search": (Step(("slash",), SearchScreen, "╭─ Places"), Step(tuple("rule"), SearchScreen, "3 places")),
    "why": (Step(("w",), WhyScreen, "not sent"),),
    "why, a code": (
        Step(("w",), WhyScreen, "not sent"),
        Step(("down", "down", "c"), ExplainDialog, "escape closes"),
    ),
    "findings": (FINDINGS,),
    "findings, a code": (FINDINGS, Step(("c",), ExplainDialog, "escape closes")),
    "prompt": (Step(("p",), PromptScreen, "Parts"),),
    "timeline": (Step(("T",), TimelineScreen, "call 1"),),
    "timeline, a call": (
        Step(("T",), TimelineScreen, "call 1"),
        Step(("end", "enter"), CallScreen, "Appended to"),
    ),
    "recordings": (RECORDINGS,),
    "replay": (RECORDINGS, REPLAY),
    "stored prompt": (RECORDINGS, REPLAY, Step(("p",), StoredScreen, "older rules")),
    "help": (Step(("question_mark",), HelpScreen, "On the main screen"),),
    "directory": (Step(("c",), DirectoryDialog, "Start a session"),),
    "release": (Step(("v",), ReleaseDialog, "Show Hermes"),),
    "comparison": (COMPARE, Step(("enter",), ReleasesScreen, "1 difference")),
    "what if": (WHAT_IF, Step(("enter",), WhatIfScreen, "1 difference")),
    "what if, a number": (WHAT_IF, Step(("end", "up", "up", "enter"), NumberDialog, "enter shows")),
    "what if, a directory": (WHAT_IF, Step(("end", "up", "enter"), DirectoryDialog, "escape")),
    "what if, a release": (WHAT_IF, Step(("end", "enter"), ReleaseDialog, "What if it were")),
    "what brings it": (Step(("b",), BringDialog, "escape"),),
    "write session": (Step(("S",), SaveDialog, "escape cancels"),),
    "palette": (Step(("ctrl+p",), Palette, "type a tool call"),),
    "themes": (Step(("t",), ThemePalette, "nord"),),
    "history": (Step(("h",), HistoryScreen, "2 commits"),),
    "history, a commit": (
        Step(("h",), HistoryScreen, "2 commits"),
        Step(("enter",), CommitScreen, "Sent before"),
    ),
}


@pytest.fixture
def demo(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Demo:
    """The demonstration, with a recorded session."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    built = build_demo(tmp_path / "demo")
    prompt = (
        "You are Hermes.\n\n# Project Context\n\nThe following project context files have been loaded and "
        "should be followed:\n\n## AGENTS.md\n\nolder rules\n"
    )
    recorder = Recorder(built.hermes_home / "state.db")
    recorder.session("20961002_000001_aaaaaa", cwd=built.repository, prompt=prompt).user()
    recorder.call("read_file", {"path": "backend/x.py"}, ("backend/AGENTS.md", "older rules"))
    recorder.close()
    return built


class Held(NamedTuple):
    """What an application that does nothing holds."""

    threads: int
    files: int
    tasks: int
    widgets: int
    """Those, and the other things of Textual that get messages."""


def _held() -> Held:
    gc.collect()
    files = Path("/proc/self/fd")
    return Held(
        threading.active_count(),
        len(list(files.iterdir())) if files.is_dir() else 0,
        len(asyncio.all_tasks()),
        sum(isinstance(one, MessagePump) for one in gc.get_objects()),
    )


async def _until(pilot: Pilot[int], is_so: Callable[[], bool], what: str) -> None:
    end = time.monotonic() + PATIENCE
    while not is_so():
        assert time.monotonic() < end, f"{what} did not come:\n{screen_text(pilot)}"
        await asyncio.sleep(0.005)


def _press(app: App[Any], *keys: str) -> None:
    """Press without a pause between."""
    for key in keys:
        pressed = events.Key(key, key if len(key) == 1 else None)
        pressed.set_sender(app)
        app.post_message(pressed)


async def _open_and_close(pilot: Pilot[int], steps: Iterable[Step]) -> WeakSet[Screen[Any]]:
    """Once there and back; returns the screens that were opened."""
    app = pilot.app
    opened = WeakSet[Screen[Any]]()
    for keys, kind, words in steps:
        _press(app, *keys)
        await _until(pilot, lambda kind=kind: type(app.screen) is kind, kind.__name__)  # type: ignore[misc]
        await _until(pilot, lambda words=words: words in screen_text(pilot), words)  # type: ignore[misc]
        opened.add(app.screen)
    while not isinstance(app.screen, MainScreen):
        depth = len(app.screen_stack)
        _press(app, "escape")
        await _until(pilot, lambda depth=depth: len(app.screen_stack) < depth, "the screen below")  # type: ignore[misc]
    return opened


async def _again_and_again(demo: Demo, ways: Collection[tuple[Step, ...]], count: int) -> None:
    """In one application, go *count* times each way: what is held afterwards is what was held before."""
    settings = options(demo.start).settings._replace(home=demo.directory, hermes_home=demo.hermes_home)
    app = Inspector(Options(directory=demo.start, settings=settings, session=demo.calls))
    async with app.run_test(size=(120, 40)) as pilot:
        await at_rest(pilot)
        await pilot.press("s")
        await at_rest(pilot)
        for steps in ways:  # caches fill, modules are loaded
            await _open_and_close(pilot, steps)
        await pilot.pause()
        before = _held()
        opened = WeakSet[Screen[Any]]()
        for steps in tuple(ways) * count:
            opened |= await _open_and_close(pilot, steps)
        await _until_flat(before, opened)
        await pilot.press("q")
    assert app.return_code == 0


async def _until_flat(before: Held, opened: WeakSet[Screen[Any]]) -> None:
    """What was begun ends by itself, within a while."""
    end = time.monotonic() + PATIENCE
    while any(now > then for now, then in zip(_held(), before, strict=True)) or opened:
        assert time.monotonic() < end, f"{before} before, {_held()} now, and {list(opened)}"
        await asyncio.sleep(0.1)


def _screens(kind: type[Any]) -> set[type[Any]]:
    found = set(kind.__subclasses__())
    return found.union(*map(_screens, found))


def test_every_screen_is_among_them() -> None:
    for module in pkgutil.walk_packages(hermes_tui.tui.__path__, "hermes_tui.tui."):
        importlib.import_module(module.name)
    ours = {kind for kind in _screens(Page) | _screens(Dialog) if not issubclass(kind, MainScreen)}
    ours = {kind for kind in ours if not kind.__subclasses__() or kind is ReleasesScreen}
    ours = {kind for kind in ours if kind.__module__.startswith("hermes_tui.")}  # not those of other tests
    ours.remove(EditorDialog)  # opened where no editor is chosen: tests/tui/test_editor.py
    assert {step.opened for steps in WAYS.values() for step in steps} - {Palette, ThemePalette} == ours


async def test_screens_that_are_opened_again_leave_nothing(demo: Demo) -> None:
    await _again_and_again(demo, WAYS.values(), 1)


@pytest.mark.fuzz
@pytest.mark.parametrize("way", WAYS)
async def test_a_screen_that_is_opened_many_times_leaves_nothing(
    demo: Demo, way: str, request: pytest.FixtureRequest
) -> None:
    await _again_and_again(demo, (WAYS[way],), request.config.getoption("--mutations"))
