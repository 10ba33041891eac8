"""A signal that asks for the end gets it: in silence, with a shell's status, whatever was under way."""

import signal
import subprocess
import sys
from pathlib import Path

import pytest

from support.terminal import Terminal
from support.trees import Tree

COMMAND = (sys.executable, "-m", "hermes_tui")
LEFT_ALTERNATE_SCREEN = b"\x1b[?1049l"
CURSOR_SHOWN = b"\x1b[?25h"
SIGNALS = tuple(getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name))

SIGNALLED = """\
import os, runpy, sys

class Signals:
    def find_spec(self, name, path=None, target=None):
        if name == {module!r}:
            sys.meta_path.remove(self)
            os.kill(os.getpid(), {number})

sys.meta_path.insert(0, Signals())
sys.argv = ["hermes-tui", *{arguments!r}]
runpy.run_module("hermes_tui", run_name="__main__", alter_sys=True)
"""
"""Sends itself a signal in the middle of an import: a moment that no clock could find."""


def signalled(module: str, number: int, *arguments: str) -> tuple[str, ...]:
    return (sys.executable, "-c", SIGNALLED.format(module=module, number=int(number), arguments=arguments))


@pytest.mark.parametrize("number", SIGNALS)
@pytest.mark.parametrize(
    ("command", "module"),
    [
        ("show", "hermes_tui.cli"),
        ("show", "argparse"),
        ("show", "hermes_tui.commands.show"),
        ("show", "hermes_tui.core.prompt.startup"),
        ("check", "hermes_tui.core.checks.check"),
        ("prompt", "hermes_tui.commands.prompt"),
    ],
)
def test_a_command_ends_in_silence_even_in_an_import(
    tree: Tree, number: signal.Signals, command: str, module: str
) -> None:
    root = tree({".git/": "", "AGENTS.md": "use tabs"})
    done = subprocess.run(
        signalled(module, number, command, str(root)), capture_output=True, text=True, check=False, timeout=60
    )
    assert (done.returncode, done.stdout, done.stderr) == (128 + number, "", "")


@pytest.mark.parametrize(
    "module",
    [
        "hermes_tui.commands.open",
        "textual.app",
        "hermes_tui.tui.main.screen",
        "textual.drivers.linux_driver",
        "hermes_tui.tui.main.session.pane",
        "hermes_tui.tui.jobs.supervisor",
    ],
)
def test_the_screen_ends_at_any_moment_of_its_start(tree: Tree, module: str) -> None:
    root = tree({".git/": "", "AGENTS.md": "use tabs"})
    with Terminal(signalled(module, signal.SIGINT, str(root))) as terminal:
        assert terminal.wait(60) == 128 + signal.SIGINT
        assert "Traceback" not in terminal.text
        assert terminal.raw.count(b"\x1b[?1049h") == terminal.raw.count(LEFT_ALTERNATE_SCREEN)


@pytest.mark.parametrize("number", SIGNALS)
@pytest.mark.parametrize("keys", ["", ":src/", "?"])
def test_the_screen_ends_and_gives_the_terminal_back(tree: Tree, number: signal.Signals, keys: str) -> None:
    root = tree({"AGENTS.md": "use tabs"})
    with Terminal((*COMMAND, str(root))) as terminal:
        terminal.wait_for("Sent to the model", 60)
        terminal.send(keys)
        terminal.signal(number)
        assert terminal.wait(60) == 128 + number
        assert LEFT_ALTERNATE_SCREEN in terminal.raw
        assert CURSOR_SHOWN in terminal.raw
        assert "Traceback" not in terminal.text


def test_the_demonstration_is_taken_away(tmp_path: Path) -> None:
    with Terminal((*COMMAND, "demo"), environment={"TMPDIR": str(tmp_path)}) as terminal:
        terminal.wait_for("Sent to the model", 60)
        terminal.signal(signal.SIGINT)
        assert terminal.wait(60) == 128 + signal.SIGINT
    assert not list(tmp_path.glob("hermes-tui-*"))


def test_what_is_ignored_stays_so(tree: Tree) -> None:
    root = tree({".git/": "", "AGENTS.md": "use tabs"})
    done = subprocess.run(
        signalled("hermes_tui.commands.show", signal.SIGHUP, "show", str(root)),
        capture_output=True,
        check=False,
        timeout=60,
        preexec_fn=lambda: signal.signal(signal.SIGHUP, signal.SIG_IGN),
    )
    assert done.returncode == 0
    assert b"use tabs" in done.stdout or b"AGENTS.md" in done.stdout
