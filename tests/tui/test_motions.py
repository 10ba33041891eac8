"""Keys that hands know from elsewhere do the same in every list, tree and text."""

import pytest
from textual.widgets import OptionList, Tree

from hermes_tui.tui.main.file_tree import ChainTree
from hermes_tui.tui.text_view.text_view import TextPane
from hermes_tui.tui.widgets.line_list import LineList
from support.running_app import MONOREPO, app_on, at_rest
from support.trees import Tree as Trees

FILES = {**MONOREPO, "AGENTS.md": "".join(f"- rule {number}\n" for number in range(200))}
SAME = (("j", "down"), ("k", "up"), ("G", "end"), ("g", "home"))


async def test_the_tree_is_walked_by_them(tree: Trees) -> None:
    app = app_on(tree(FILES) / "packages/webapp")
    async with app.run_test(size=(120, 40)) as pilot:
        await at_rest(pilot)
        chain = app.screen.query_one(ChainTree)
        await pilot.press("home")
        for key, arrow in SAME:
            begun = chain.cursor_line
            await pilot.press(key)
            moved = chain.cursor_line
            chain.cursor_line = begun
            await pilot.press(arrow)
            assert chain.cursor_line == moved, key
        await pilot.press("g", "ctrl+d")
        half = chain.cursor_line
        assert half > 3
        await pilot.press("ctrl+u")
        assert chain.cursor_line == 0


async def test_branches_are_closed_and_opened(tree: Trees) -> None:
    app = app_on(tree(FILES) / "packages/webapp")
    async with app.run_test(size=(120, 40)) as pilot:
        await at_rest(pilot)
        chain = app.screen.query_one(ChainTree)
        await pilot.press("g")
        first = chain.cursor_node
        assert first is not None
        seen = [first.is_expanded]
        for key in ("left", "right", "minus", "plus", "space", "space"):
            await pilot.press(key)
            seen.append(first.is_expanded)
        assert seen == [True, False, True, False, True, False, True]
        await pilot.press("right")
        assert chain.cursor_node is first.children[0]
        await pilot.press("left")
        assert chain.cursor_node is first


async def test_a_text_is_scrolled_by_them(tree: Trees) -> None:
    app = app_on(tree(FILES))
    async with app.run_test(size=(120, 40)) as pilot:
        await at_rest(pilot)
        await pilot.press("2")
        pane = app.screen.query_one("#disk", TextPane)
        for key, arrow in SAME:
            begun = pane.scroll_y
            await pilot.press(key)
            await pilot.pause()
            moved = pane.scroll_y
            pane.scroll_to(y=begun)
            await pilot.press(arrow)
            await pilot.pause()
            assert pane.scroll_y == moved, key
        await pilot.press("g", "ctrl+d")
        await pilot.pause()
        half = pane.scroll_y
        assert 3 < half < pane.size.height
        await pilot.press("ctrl+u")
        await pilot.pause()
        assert pane.scroll_y == 0


@pytest.mark.parametrize("opens", ["p", "exclamation_mark", "V", "h"])
async def test_a_list_is_walked_by_them(tree: Trees, opens: str) -> None:
    app = app_on(tree(FILES) / "packages/webapp")
    async with app.run_test(size=(120, 40)) as pilot:
        await at_rest(pilot)
        await pilot.press(opens)
        await at_rest(pilot)
        focused = app.focused
        if isinstance(focused, OptionList):
            await pilot.press("g", "G")
            last = focused.highlighted
            await pilot.press("k", "j", "g")
            assert (focused.highlighted, last) == (0, focused.option_count - 1)
            await pilot.press("ctrl+d", "ctrl+d", "ctrl+d", "ctrl+d", "ctrl+d", "ctrl+d")
            assert focused.highlighted == last  # and does not begin anew
        else:
            assert isinstance(focused, LineList)
            await pilot.press("G", "k", "g", "j", "ctrl+d", "ctrl+u")
            assert focused.cursor == 0


async def test_the_help_is_scrolled_and_tells_of_them(tree: Trees) -> None:
    app = app_on(tree(FILES))
    async with app.run_test(size=(80, 24)) as pilot:
        await at_rest(pilot)
        await pilot.press("question_mark")
        await pilot.pause()
        page = app.screen.query_one("#help")
        await pilot.press("G")
        await pilot.pause()
        end = page.scroll_y
        await pilot.press("g")
        await pilot.pause()
        assert end > page.scroll_y == 0
        assert isinstance(app.screen_stack[0].query_one(Tree), ChainTree)
