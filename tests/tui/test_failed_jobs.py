"""Work beside the screen that ends early: nothing is said to go on for ever, and the next thing works."""

from typing import Any

import pytest
from textual.pilot import Pilot

from hermes_tui.tui.main.session.call_input import CallInput
from hermes_tui.tui.main.session.pane import SessionPane
from hermes_tui.tui.screens.what_if import WhatIfScreen
from support.running_app import MONOREPO, app_on, at_rest, screen_text, until, until_told
from support.trees import Tree

SIZE = (140, 44)


def _break(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    def fails(*_: Any, **__: Any) -> None:
        raise RuntimeError("no\x1bwonder")

    monkeypatch.setattr(f"hermes_tui.{name}", fails)


async def told(pilot: Pilot[int]) -> None:
    """Wait until the application says that something ended."""
    await until_told(pilot, "Something beside the screen ended early (RuntimeError: no␛wonder).")


@pytest.mark.parametrize(
    ("name", "keys", "otherwise"),
    [
        ("tui.screens.findings.check", ["exclamation_mark"], "looking through"),
        ("tui.screens.findings.check", ["exclamation_mark", "a"], "looking through"),
        ("tui.jobs.search.LiveSearch", ["slash", *"rule"], "being read"),
        ("core.diagnosis.live_search.LiveSearch.find", ["slash", *"rule"], "being read"),
        ("tui.screens.recordings.find_databases", ["o"], "looking for recorded"),
    ],
)
async def test_a_screen_says_that_its_work_ended(
    name: str, keys: list[str], otherwise: str, tree: Tree, monkeypatch: pytest.MonkeyPatch
) -> None:
    app = app_on(tree(MONOREPO) / "packages/webapp")
    async with app.run_test(size=SIZE) as pilot:
        await until(pilot, "Context files")
        _break(monkeypatch, name)
        for key in keys:
            await pilot.press(key)
        await until(pilot, "ended early (RuntimeError: no␛wonder).")
        assert otherwise not in screen_text(pilot)


async def test_git_can_be_asked_again(tree: Tree, monkeypatch: pytest.MonkeyPatch) -> None:
    app = app_on(tree(MONOREPO) / "packages/webapp")
    async with app.run_test(size=SIZE) as pilot:
        await until(pilot, "Context files")
        await pilot.press("w")
        await until(pilot, "ask git")
        with monkeypatch.context() as broken:
            _break(broken, "tui.screens.why.why")
            await pilot.press("a")
            await told(pilot)
        assert "asking git" not in screen_text(pilot)
        await pilot.press("a")
        await until(pilot, "it is no repository")


async def test_the_next_call_is_made(tree: Tree, monkeypatch: pytest.MonkeyPatch) -> None:
    app = app_on(tree(MONOREPO) / "packages/webapp")
    async with app.run_test(size=SIZE) as pilot:
        await until(pilot, "Context files")
        await at_rest(pilot)
        pane = app.screen.query_one(SessionPane)
        typed = app.screen.query_one(CallInput)
        with monkeypatch.context() as broken:
            _break(broken, "core.sessions.session.Session.call")
            typed.focus()
            typed.take("src/a.py")
            await pilot.press("enter")
            await told(pilot)
            assert not pane.is_busy
        typed.take("src/b.py")
        await pilot.press("enter")
        await until(pilot, "read_file src/b.py")


async def test_the_search_for_hints_is_not_said_to_go_on(tree: Tree, monkeypatch: pytest.MonkeyPatch) -> None:
    _break(monkeypatch, "core.surveys.survey.survey")
    app = app_on(tree(MONOREPO) / "packages/webapp")
    async with app.run_test(size=SIZE) as pilot:
        await told(pilot)
        assert app.inspection is not None
        assert not app.inspection.search.is_running
        assert app.inspection.search.was_left


async def test_another_supposition_can_be_made(tree: Tree, monkeypatch: pytest.MonkeyPatch) -> None:
    app = app_on(tree(MONOREPO) / "packages/webapp")
    async with app.run_test(size=SIZE) as pilot:
        await until(pilot, "Context files")
        await pilot.press("i", "enter")
        await until(pilot, "Sent now")
        screen = app.screen
        assert isinstance(screen, WhatIfScreen)
        with monkeypatch.context() as broken:
            _break(broken, "tui.screens.what_if.supposed")
            screen._work_out(screen._suppositions)
            await told(pilot)
        assert screen._job is None
