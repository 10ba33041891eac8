"""Hints that count from another directory than the prompt starts in, on the screen."""

from dataclasses import replace
from pathlib import Path

from hermes_tui.tui.app import Inspector
from hermes_tui.tui.main.session.pane import SessionPane
from support.running_app import app_on, options, until
from support.trees import Tree

FILES = {".git/": "", "AGENTS.md": "root", "web/AGENTS.md": "web", "web/src/AGENTS.md": "source"}


async def test_the_header_the_tree_and_the_session_go_by_it(tree: Tree) -> None:
    root = tree(FILES)
    asked = replace(options(root, "0.21.5"), anchor=root / "web")
    async with Inspector(asked).run_test(size=(160, 40)) as pilot:
        await until(pilot, "hints from ")
        await until(pilot, "→ web/src/AGENTS.md")
        await pilot.press("colon", *"src/x.py", "enter")
        await until(pilot, "1  read_file src/x.py   → src/AGENTS.md")


async def test_a_typed_line_moves_only_the_hints(tree: Tree) -> None:
    root = tree(FILES)
    async with app_on(root, "0.21.5").run_test(size=(120, 40)) as pilot:
        await until(pilot, "Context files")
        await pilot.press("colon", *"anchor web", "enter", *"src/x.py", "enter")
        await until(pilot, "1  read_file src/x.py   → src/AGENTS.md")
        session = pilot.app.query_one(SessionPane).session
        assert session is not None
        assert (session.started_in, session.working_dir) == (root, root / "web")
        assert isinstance(pilot.app, Inspector)
        assert pilot.app.options.directory == Path(root)
