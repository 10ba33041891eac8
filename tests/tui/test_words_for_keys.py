"""A key that can do nothing says so."""

import pytest

from hermes_tui.tui.main.screen import MainScreen
from hermes_tui.tui.main.session.call_input import CallInput
from support.running_app import app_on, at_rest, until
from support.trees import Tree


@pytest.mark.parametrize(
    ("key", "said"),
    [
        ("s", "No prepared session"),
        ("E", "No prepared session"),
        ("u", "nothing to take back"),
        ("R", "at its beginning"),
        ("x", "No search is under way"),
        ("n", "No further place here is cut"),
        ("b", "Put the cursor on a file"),
        ("w", "Put the cursor on a file"),
    ],
)
async def test_a_key_that_can_do_nothing_says_so(tree: Tree, key: str, said: str) -> None:
    app = app_on(tree({".git/": "", "a/AGENTS.md": "x"}))
    async with app.run_test(size=(120, 40), notifications=True) as pilot:
        await until(pilot, "a path, a tool and its arguments")
        await until(pilot, "Brought by hints")
        await at_rest(pilot)
        await pilot.press(key)
        await until(pilot, said)


async def test_without_a_directory_every_question_has_an_answer(
    tree: Tree, monkeypatch: pytest.MonkeyPatch
) -> None:
    app = app_on(tree({}) / "gone")
    said: list[str] = []
    monkeypatch.setattr(app, "notify", lambda message, **_: said.append(message))
    async with app.run_test(size=(120, 40)) as pilot:
        await until(pilot, "does not exist")
        for count, key in enumerate(("slash", "!", "i", "V"), 1):
            await pilot.press(key)
            assert isinstance(app.screen, MainScreen)
            assert len(said) == count
            assert said[-1].endswith("gone does not exist, or is no longer there.")


async def test_the_key_that_leads_to_the_line_is_not_typed_into_it(tree: Tree) -> None:
    app = app_on(tree({".git/": "", "AGENTS.md": "x"}))
    async with app.run_test(size=(120, 40)) as pilot:
        await until(pilot, "a path, a tool and its arguments")
        await pilot.press("colon", "colon", *"a/b", "colon", *"c")
        assert app.screen.query_one(CallInput).value == "a/b:c"
