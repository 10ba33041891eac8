"""Writing the session to a file that stays."""

import os
from dataclasses import replace
from pathlib import Path

import pytest
from textual.widgets import Input

from hermes_tui.tui.app import Inspector
from hermes_tui.tui.dialogs.save_session import SaveDialog
from support.running_app import MONOREPO, options, until
from support.trees import Tree


@pytest.mark.parametrize("is_demo", [True, False])
async def test_the_session_goes_to_the_real_home_and_its_path_is_told(tree: Tree, *, is_demo: bool) -> None:
    root, own = tree(MONOREPO), Path(os.environ["HOME"])
    asked = options(root / "packages/webapp")
    if not is_demo:
        asked = replace(asked, settings=asked.settings._replace(home=own))
    async with Inspector(asked).run_test(size=(120, 40), notifications=True) as pilot:
        await until(pilot, "a path, a tool")
        await pilot.press("colon", *"src/x.py", "enter", "escape")
        await until(pilot, "read_file src/x.py")
        await pilot.press("S")
        await until(pilot, "Write the session to")
        line = pilot.app.screen.query_one("#typed", Input)
        assert line.value == (f"{own}/hermes-session.txt" if is_demo else "~/hermes-session.txt")
        await pilot.press("enter")
        await until(pilot, "Written: ")
    assert (own / "hermes-session.txt").read_text() == "read_file src/x.py\n"


async def test_what_is_typed_comes_in_place_of_what_is_offered(tree: Tree, tmp_path: Path) -> None:
    async with Inspector(options(tree(MONOREPO))).run_test(size=(120, 40), notifications=True) as pilot:
        await until(pilot, "a path, a tool")
        await pilot.press("S")
        await until(pilot, "Write the session to")
        assert isinstance(pilot.app.screen, SaveDialog)
        await pilot.press(*"~/s.txt")
        assert pilot.app.screen.query_one("#typed", Input).value == "~/s.txt"
        await pilot.press("enter")
        await until(pilot, "Written: ")
    assert Path(os.environ["HOME"], "s.txt").exists()
