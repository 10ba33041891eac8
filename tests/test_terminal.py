"""The program in a real pseudo-terminal, walked by keys."""

import shutil
import signal
import sys
from pathlib import Path

import pytest

from hermes_tui.core.filesystem.portable import HANG_UP
from support.terminal import Terminal, Tmux
from support.trees import Tree

COMMAND = (sys.executable, "-m", "hermes_tui")
LEFT_ALTERNATE_SCREEN = b"\x1b[?1049l"
MOUSE_OFF = b"\x1b[?1000l"
CURSOR_SHOWN = b"\x1b[?25h"


def test_the_demo_opens_is_walked_and_is_left() -> None:
    with Terminal((*COMMAND, "demo")) as terminal:
        terminal.wait_for("blocked")
        terminal.wait_for("Sent to the model")
        for keys in ("n", "p", "\x1b", "?", "\x1b", "j", "j", "\r", "\t", "\x1b[B", "\x1b[6~"):
            terminal.send(keys)
            terminal.settle(0.15)
        terminal.send("q")
        assert terminal.wait() == 0
        assert LEFT_ALTERNATE_SCREEN in terminal.raw
        assert CURSOR_SHOWN in terminal.raw
        assert "Traceback" not in terminal.text


@pytest.mark.parametrize("size", [(80, 24), (120, 40), (200, 60), (40, 10)])
def test_every_size_opens_and_is_left(tree: Tree, size: tuple[int, int]) -> None:
    root = tree({".git/": "", "AGENTS.md": "use tabs"})
    with Terminal((*COMMAND, str(root)), size=size) as terminal:
        terminal.wait_for("AGENTS.md")
        terminal.send("q")
        assert terminal.wait() == 0


@pytest.mark.parametrize("number", [signal.SIGTERM, HANG_UP])
def test_a_signal_restores_the_terminal(tree: Tree, number: int) -> None:
    root = tree({"AGENTS.md": "use tabs"})
    with Terminal((*COMMAND, str(root))) as terminal:
        terminal.wait_for("Sent to the model")
        terminal.signal(number)
        assert terminal.wait() == 128 + number
        assert LEFT_ALTERNATE_SCREEN in terminal.raw
        assert MOUSE_OFF in terminal.raw


@pytest.mark.parametrize("keys", ["", "p", "?", ":src/"])
def test_the_program_ends_with_its_terminal(tree: Tree, keys: str) -> None:
    root = tree({".git/": "", "AGENTS.md": "use tabs"})
    # The terminal does not control it, as under setsid: no signal tells that it is gone.
    with Terminal((*COMMAND, str(root))) as terminal:
        terminal.wait_for("Sent to the model")
        terminal.send(keys)
        terminal.settle()
        terminal.go_away()
        assert terminal.wait() == 128 + HANG_UP


def test_a_program_whose_terminal_is_gone_leaves_nothing_behind(tmp_path: Path) -> None:
    with Terminal((*COMMAND, "demo"), environment={"TMPDIR": str(tmp_path)}) as terminal:
        terminal.wait_for("Sent to the model")
        assert list(tmp_path.glob("hermes-tui-*"))
        terminal.go_away()
        terminal.wait()
        assert not list(tmp_path.glob("hermes-tui-*"))


def test_the_theme_is_that_of_the_last_time_unless_another_is_asked_for(tree: Tree, tmp_path: Path) -> None:
    root, kept = tree({"AGENTS.md": "use tabs"}), tmp_path / "config" / "hermes-tui" / "theme"
    surroundings = {"XDG_CONFIG_HOME": str(tmp_path / "config"), "COLORTERM": "truecolor"}
    background = {"hermes-dark": b"48;2;20;23;28", "hermes-light": b"48;2;244;243;239"}

    def begun_with(*options: str, keys: str = "") -> bytes:
        with Terminal((*COMMAND, str(root), *options), environment=surroundings) as terminal:
            terminal.wait_for("Sent to the model")
            terminal.settle()
            drawn = terminal.raw
            if keys:
                terminal.send("t")
                terminal.wait_for("hermes-light")
                terminal.send(keys)
                terminal.settle()
                terminal.send("\r")
                terminal.settle()
            terminal.send("q")
            assert terminal.wait() == 0
            return drawn

    assert background["hermes-dark"] in begun_with(keys="hermes-light")
    assert kept.read_text() == "hermes-light\n"
    assert background["hermes-light"] in begun_with()
    assert background["hermes-dark"] in begun_with("--theme", "hermes-dark")
    assert kept.read_text() == "hermes-light\n"
    kept.write_text("no such theme\x1b]0;x\x07")
    assert background["hermes-dark"] in begun_with()


def test_ctrl_c_leaves(tree: Tree) -> None:
    root = tree({"AGENTS.md": "use tabs"})
    with Terminal((*COMMAND, str(root))) as terminal:
        terminal.wait_for("Sent to the model")
        terminal.send("\x03")
        assert terminal.wait() == 0
        assert LEFT_ALTERNATE_SCREEN in terminal.raw


HOSTILE = {
    "OSC 52": ("\x1b]52;c;UFdORUQ=\x07", b"\x1b]52;"),
    "OSC 0": ("\x1b]0;PWNED\x07", b"\x1b]0;PWNED"),
    "clear": ("\x1b[2J\x1b[41mred", b"\x1b[41mred"),
    "C1": ("\x9b31mc1 \x9d0;PWNED\x9c", "\x9b".encode()),
    "DEL": ("a\x7fb", b"\x7f"),
    "bidi": ("\u202eevil\u202c", "\u202e".encode()),
    "tags": ("\U000e0041\U000e0042", "\U000e0041".encode()),
}
MARKUP = "[/] [b + x [@click=app.quit]quit[/] see [/ path"


def test_no_byte_of_a_hostile_tree_reaches_the_terminal(tree: Tree) -> None:
    evil = "".join(text for text, _ in HOSTILE.values())
    name = (evil + MARKUP).replace("/", "")
    root = tree(
        {
            f"{name}/.git/": "",
            f"{name}/AGENTS.md": f"{evil}\n{MARKUP}\n# {evil}\n" * 5,
            f"{name}/CLAUDE.md": evil,
            f"{name}/sub{name}/AGENTS.md": f"{evil}\n{MARKUP}",
            f"{name}/sub{name}/x.py": "",
        }
    )
    inside = Path(root) / name
    with Terminal((*COMMAND, str(inside))) as terminal:
        terminal.wait_for("Sent to the model")
        terminal.settle()
        for keys in ("n", "p", "\x1b", "?", "\x1b", "j", "j", "j", "\r", "c", "\x1b", "\t", "\t", "\t"):
            terminal.send(keys)
            terminal.settle(0.15)
        terminal.send("\x03")
        assert terminal.wait() == 0
        for what, (_, sequence) in HOSTILE.items():
            assert sequence not in terminal.raw, what
        assert "Traceback" not in terminal.text


def test_plain_output_of_a_hostile_tree_is_harmless_on_a_terminal(tree: Tree) -> None:
    evil = "".join(text for text, _ in HOSTILE.values())
    root = tree({f"{evil.replace('/', '')}/AGENTS.md": evil})
    inside = next(Path(root).iterdir())
    for command in ("show", "prompt"):
        with Terminal((*COMMAND, command, str(inside)), size=(200, 60)) as terminal:
            assert terminal.wait() == 0
            for what, (_, sequence) in HOSTILE.items():
                assert sequence not in terminal.raw, (command, what)


def test_what_is_shown_already_is_not_written_again(tmp_path: Path) -> None:
    surroundings = {"COLORTERM": "truecolor", "TMPDIR": str(tmp_path)}
    with Terminal((*COMMAND, "demo"), environment=surroundings) as terminal:
        terminal.wait_for("Sent to the model")
        terminal.settle(1.0)
        assert len(terminal.raw) <= 70_000  # it was 175,000 to 300,000
        for key in (*["\x1b[B"] * 6, "\x1b[A", "\t"):
            terminal.forget()
            terminal.send(key)
            terminal.settle(0.6)
            assert 100 < len(terminal.raw) <= 12_000, key  # it was 41,000 to 128,000
        terminal.forget()
        terminal.send("r")  # draws what a terminal may have lost
        terminal.settle(0.6)
        assert len(terminal.raw) > 120 * 40


@pytest.mark.skipif(shutil.which("tmux") is None, reason="tmux is not installed")
def test_a_real_terminal_shows_what_it_would_if_all_were_written(tree: Tree, tmp_path: Path) -> None:
    doubtful = "❤️ heart, 1️⃣ keycap, 🇩🇪 flag, 👩‍💻 joined, 世界 wide, e\u0301 accent, ☎️ ✈️ ⚠️\n"
    root = tree(
        {".git/": "", "AGENTS.md": doubtful * 20, "👩‍💻 a/AGENTS.md": doubtful, "❤️🇩🇪/AGENTS.md": "x\n" * 9000}
    )
    with Tmux(tmp_path / "tmux", (*COMMAND, str(root)), size=(120, 40)) as terminal:
        terminal.wait_for("Sent to the model")
        for keys in (["Down"], ["Down"], ["Tab"], ["PageDown"], ["w"], ["Escape"], ["p"], ["Escape"], ["Up"]):
            terminal.send(*keys)
            grown = terminal.at_rest()
            assert not [line for line in grown if line[:1] in "│╭╰" and line[-1:] not in "│╮╯"]
        terminal.send("r")
        assert terminal.at_rest() == grown
