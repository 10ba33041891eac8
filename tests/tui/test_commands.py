"""One record for each command: key, action, palette, footer, help and README cannot drift apart."""

import re
from collections import Counter

import pytest
from rich.cells import cell_len
from textual.screen import Screen

from hermes_tui.tui.app import Inspector
from hermes_tui.tui.commands import COMMANDS, Where, in_places, readme_table
from hermes_tui.tui.main.screen import MainScreen
from hermes_tui.tui.screens.call import CallScreen
from hermes_tui.tui.screens.help import help_lines
from hermes_tui.tui.screens.prompt import PromptScreen
from hermes_tui.tui.widgets.styled_line import plain
from support.running_app import MONOREPO, app_on, until
from support.trees import Tree

SCREENS: list[type[MainScreen | PromptScreen | CallScreen]] = [MainScreen, PromptScreen, CallScreen]


@pytest.mark.parametrize("screen", SCREENS)
def test_no_key_means_two_things_on_a_screen(screen: type[MainScreen | PromptScreen | CallScreen]) -> None:
    keys = Counter(key for command in in_places(*screen.PLACES) for key in command.keys.split(","))
    assert [key for key, count in keys.items() if count > 1] == []


@pytest.mark.parametrize("screen", SCREENS)
def test_every_command_of_a_screen_can_be_done_there(
    screen: type[MainScreen | PromptScreen | CallScreen],
) -> None:
    for command in in_places(*screen.PLACES):
        name = command.action.partition("(")[0]
        owner: type[Inspector | Screen[None]] = screen
        if name.startswith("app."):
            owner, name = Inspector, name.removeprefix("app.")
        assert hasattr(owner, f"action_{name}"), command.action


def test_the_help_names_every_key() -> None:
    page = plain(help_lines(80))
    for command in COMMANDS:
        assert f"  {' or '.join(command.shown_keys)} " in page


@pytest.mark.parametrize("width", [50, 69, 77])
def test_what_goes_on_in_the_help_stands_below_its_beginning(width: int) -> None:
    lines = [plain((line,)) for line in help_lines(width)]
    assert all(cell_len(line) <= width for line in lines)
    headings = {where.value for where in Where}
    assert not [line for line in lines[: len(COMMANDS)] if line[:1].strip() and line not in headings]
    assert any(re.search(r"· name not known +Hermes never asks", line) for line in lines)


@pytest.mark.parametrize(("keys", "heading"), [("p", "In the whole prompt"), ("", "On the main screen")])
async def test_the_help_opens_at_the_keys_of_the_screen(tree: Tree, keys: str, heading: str) -> None:
    async with app_on(tree(MONOREPO)).run_test(size=(80, 24)) as pilot:
        await until(pilot, "Verdict")
        await pilot.press(*keys, "question_mark")
        text = await until(pilot, f"│  {heading}")
        assert heading in text.splitlines()[3]


def test_the_readme_table_has_a_row_for_each_command() -> None:
    for command in COMMANDS:
        keys = "` or `".join(command.shown_keys)
        assert f"| `{keys}` |" in readme_table()
    assert "| `?` or `f1` |" in readme_table()
    assert "| `p` | read the whole prompt, part by part |" in readme_table()


def test_each_place_has_commands() -> None:
    assert {command.where for command in COMMANDS} <= set(Where)
