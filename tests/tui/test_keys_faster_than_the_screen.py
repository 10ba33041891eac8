"""Nothing that is not there yet, or no more, is asked: whatever is typed ahead, however soon one leaves."""

import asyncio
from collections.abc import Callable, Iterable
from threading import Event

import pytest
from textual import events
from textual.app import ComposeResult
from textual.pilot import Pilot
from textual.widgets import Input

from hermes_tui.tui.app import HELD, Inspector
from hermes_tui.tui.commands import Where
from hermes_tui.tui.dialogs.code import ExplainDialog
from hermes_tui.tui.jobs.inspect import Look, look
from hermes_tui.tui.main.screen import MainScreen
from hermes_tui.tui.main.session.history import History
from hermes_tui.tui.main.session.pane import Ready, SessionPane
from hermes_tui.tui.main.session.slot import SessionPlace
from hermes_tui.tui.screens.findings import FindingsScreen
from hermes_tui.tui.screens.help import HelpScreen
from hermes_tui.tui.screens.search import SearchScreen
from hermes_tui.tui.state import Inspection, Options
from hermes_tui.tui.widgets.lifetime import Palette
from support.running_app import MONOREPO, app_on, main_screen, until
from support.trees import Tree

CHARACTERS = {"question_mark": "?", "exclamation_mark": "!", "slash": "/", "colon": ":", "space": " "}
NAMES = {character: name for name, character in CHARACTERS.items()}
START = "packages/webapp/src"


def type_at_once(app: Inspector, keys: Iterable[str]) -> None:
    """All of *keys* are there before the first is looked at."""
    for key in keys:
        event = events.Key(key, CHARACTERS.get(key, key if len(key) == 1 else None))
        event.set_sender(app)
        app.post_message(event)


async def until_left(app: Inspector) -> None:
    for _ in range(3_000):
        if not app.is_running:
            return
        await asyncio.sleep(0.02)
    raise AssertionError(f"{app} does not end")


async def until_it_is(pilot: Pilot[int], holds: Callable[[], bool]) -> None:
    for _ in range(600):
        if holds():
            return
        await pilot.pause(0.02)
    raise AssertionError(f"not so on {pilot.app.screen}")


@pytest.mark.parametrize("opens", ["exclamation_mark", "w", "i", "T", "slash", "p", "c", "v", "V", "o", "S"])
async def test_keys_typed_ahead_end_nothing(tree: Tree, opens: str) -> None:
    app = app_on(tree(MONOREPO) / START)
    async with app.run_test(size=(120, 40)) as pilot:
        await until(pilot, "a path, a tool and its arguments")
        for then in ("question_mark", "i", "colon", "escape", "ctrl+p", "e"):
            type_at_once(app, (opens, "enter", then, "escape", opens, then, *("escape",) * 5))
            await pilot.pause()
        type_at_once(app, (opens, "enter", "ctrl+c"))
        await until_left(app)
    assert app.return_code == 0


async def test_the_palette_is_opened_and_left_at_once(tree: Tree) -> None:
    app = app_on(tree(MONOREPO) / START)
    async with app.run_test(size=(120, 40)) as pilot:
        await until(pilot, "a path, a tool and its arguments")
        type_at_once(app, ("ctrl+p", "escape") * 10 + ("ctrl+p", "a", "g", "escape", "t", "escape"))
        await pilot.pause()
        await until_it_is(pilot, lambda: len(app.screen_stack) == 1)


async def test_a_screen_is_left_once(tree: Tree) -> None:
    app = app_on(tree(MONOREPO) / START)
    async with app.run_test(size=(120, 40)) as pilot:
        await until(pilot, "a path, a tool and its arguments")
        answers: list[None] = []
        screen = ExplainDialog("HT001")
        app.push_screen(HelpScreen(Where.MAIN))
        app.push_screen(screen, answers.append)
        await pilot.pause()
        screen.dismiss()
        screen.dismiss()
        await screen.action_dismiss()
        await until_it_is(pilot, lambda: bool(answers))
        assert answers == [None]
        assert isinstance(app.screen, HelpScreen)


async def test_what_lies_over_a_screen_that_is_left_goes_with_it(tree: Tree) -> None:
    app = app_on(tree(MONOREPO) / START)
    async with app.run_test(size=(120, 40)) as pilot:
        await until(pilot, "a path, a tool and its arguments")
        answers: list[None] = []
        inspection = app.inspection
        assert inspection is not None
        findings = FindingsScreen(inspection)
        app.push_screen(findings, answers.append)
        await pilot.pause()
        app.push_screen(HelpScreen(Where.FINDINGS))  # which does not stand yet
        findings.dismiss()
        findings.dismiss()
        await until_it_is(pilot, lambda: isinstance(app.screen, MainScreen))
        await until_it_is(pilot, lambda: answers == [None])


async def test_the_end_waits_for_what_is_being_built(tree: Tree, monkeypatch: pytest.MonkeyPatch) -> None:
    compose, tried = SessionPane.compose, []

    def leaving(pane: SessionPane) -> ComposeResult:
        """Somebody leaves in the middle, and the history is there before the line that it is for."""
        pane.app.exit(0)
        tried.append(pane.post_message(Ready(History(None))))
        yield from compose(pane)

    monkeypatch.setattr(SessionPane, "compose", leaving)
    app = app_on(tree(MONOREPO) / START)
    async with app.run_test(size=(120, 40)):
        await until_left(app)
    assert tried == [True]
    assert app.return_code == 0


async def test_a_call_cannot_be_typed_before_there_is_a_line(
    tree: Tree, monkeypatch: pytest.MonkeyPatch
) -> None:
    compose, tried = SessionPane.compose, []

    def typed_early(pane: SessionPane) -> ComposeResult:
        main = main_screen(pane.app)
        main.action_session_type()
        main.action_session_step()
        tried.append(main.query_one(SessionPlace).pane)
        yield from compose(pane)

    monkeypatch.setattr(SessionPane, "compose", typed_early)
    app = app_on(tree(MONOREPO) / START)
    async with app.run_test(size=(120, 40)) as pilot:
        await until(pilot, "a path, a tool and its arguments")
    assert tried == [None]


@pytest.mark.parametrize("after", ["question_mark", "ctrl+p", "exclamation_mark", "t", "slash"])
async def test_what_is_typed_behind_the_end_opens_nothing(tree: Tree, after: str) -> None:
    app = app_on(tree(MONOREPO) / START)
    async with app.run_test(size=(120, 40)) as pilot:
        await until(pilot, "a path, a tool and its arguments")
        type_at_once(app, ("q", after, after, "ctrl+c", after))
        await until_left(app)
    assert app.return_code == 0


@pytest.mark.parametrize("words", ["rule", "quit u", "tab/escape?"])
async def test_what_is_typed_behind_the_key_that_opens_a_line_goes_into_the_line(
    tree: Tree, words: str
) -> None:
    app = app_on(tree(MONOREPO) / START)
    async with app.run_test(size=(120, 40)) as pilot:
        await until(pilot, "a path, a tool and its arguments")
        for opens, kind in (("slash", SearchScreen), ("ctrl+p", Palette), ("colon", MainScreen)):
            type_at_once(app, (opens, *(NAMES.get(word, word) for word in words)))
            await until_it_is(pilot, lambda kind=kind: isinstance(app.screen, kind))  # type: ignore[misc]
            await until_it_is(pilot, lambda: typed(app) == words)
            type_at_once(app, ("escape", "escape"))
            await until_it_is(pilot, lambda: isinstance(app.screen, MainScreen))


def typed(app: Inspector) -> str:
    """What stands in the line with the cursor."""
    return app.focused.value if isinstance(app.focused, Input) else ""


@pytest.mark.parametrize("seconds", [0.4, 60.0])
async def test_what_is_typed_before_the_first_look_waits_for_it_a_while(
    tree: Tree, monkeypatch: pytest.MonkeyPatch, seconds: float
) -> None:
    is_late = Event()

    def late(options: Options) -> Inspection:
        is_late.wait(seconds)
        return look(options)

    monkeypatch.setattr(Look.__init__, "__defaults__", (late,))
    app = app_on(tree(MONOREPO) / START)
    async with app.run_test(size=(120, 40)) as pilot:
        type_at_once(app, ("slash", *"rule"))
        if seconds < HELD:
            await until_it_is(pilot, lambda: typed(app) == "rule")
        else:
            type_at_once(app, ("q",))
            await until_left(app)
        is_late.set()
