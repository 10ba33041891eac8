"""Other keys, from the user's configuration: they work, and the screen says so."""

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from hermes_tui.tui.commands import COMMANDS, KEYMAP, use_keymap
from hermes_tui.tui.screens.why import WhyScreen
from support.running_app import app_on, at_rest, screen_text, until
from support.terminal import Terminal
from support.trees import Tree

FILES = {".git/": "", "AGENTS.md": "use tabs\n"}


@pytest.fixture
def keymap() -> Iterator[None]:
    yield
    KEYMAP.clear()


def test_each_command_has_a_name_of_its_own() -> None:
    names = [command.id for command in COMMANDS if command.id]
    assert len(names) == len(set(names))
    assert {"main.why", "main.show_prompt", "search.back", "everywhere.leave"} <= set(names)


@pytest.mark.usefixtures("keymap")
async def test_another_key_works_and_is_shown(tree: Tree) -> None:
    use_keymap({"main.why": "f5,x"})
    app = app_on(tree(FILES))
    async with app.run_test(size=(120, 40)) as pilot:
        await at_rest(pilot)
        assert "f5 why" in screen_text(pilot)
        await pilot.press("w")
        await at_rest(pilot)
        assert not isinstance(app.screen, WhyScreen)
        await pilot.press("f5")
        await until(pilot, "╭─ Why")
        await pilot.press("escape", "question_mark")
        assert "f5 or x" in await until(pilot, "say why the file under the cursor")


@pytest.mark.parametrize(
    ("keymap", "said"),
    [
        ({"main.wyh": "x"}, "there is no command 'main.wyh'; did you mean main.why?"),
        ({"zzz": "x"}, "there is no command 'zzz'; there are main.open, "),
        ({"main.why": "nonsense"}, "main.why: 'nonsense' is no key; keys are such as"),
        ({"main.why": "hyper+x"}, "main.why: 'hyper+x' is no key"),
        ({"main.why": ""}, "main.why: '' is no key"),
    ],
)
def test_a_wrong_one_is_a_sentence(keymap: dict[str, str], said: str) -> None:
    with pytest.raises(ValueError, match=r"no command|no key") as caught:
        use_keymap(keymap)
    assert said in str(caught.value)
    assert KEYMAP == {}


def test_the_users_file_is_read_and_a_wrong_one_ends_at_the_start(tree: Tree, tmp_path: Path) -> None:
    root, file = tree(FILES), tmp_path / "config" / "hermes-tui" / "config.toml"
    file.parent.mkdir(parents=True)
    command = (sys.executable, "-m", "hermes_tui", str(root), "--no-mouse")
    surroundings = {"XDG_CONFIG_HOME": str(tmp_path / "config")}
    file.write_text('[keymap]\n"main.why" = "f5"\n')
    with Terminal(command, environment=surroundings) as terminal:
        terminal.wait_for("f5 why")
        assert b"\x1b[?1000h" not in terminal.raw  # the mouse is the terminal's
        terminal.send("q")
        assert terminal.wait() == 0
    file.write_text('[keymap]\n"main.wyh" = "f5"\n')
    with Terminal(command, environment=surroundings) as terminal:
        assert terminal.wait() == 2
        assert f"{file}: [keymap]: there is no command 'main.wyh'; did you mean main.why?" in (
            terminal.text.replace("\r\n", " ").replace("  ", " ")
        )
