"""Fixtures for every test, and the options of the long runs."""

import os
from pathlib import Path

import pytest

from support.trees import Files, Tree, grow

__all__ = ["Tree"]


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("conformance")
    group.addoption("--trees", type=int, default=60, help="trees to ask each Hermes release about")
    group.addoption("--release", action="append", help="ask this release only; may be given again")
    parser.getgroup("fuzz").addoption("--mutations", type=int, default=200, help="mutations of each kind")


_SETTINGS = frozenset(
    (
        *("TERMINAL_CWD", "TERMINAL_ENV", "MESSAGING_CWD"),
        *("XDG_STATE_HOME", "XDG_CONFIG_HOME"),
        *("NO_COLOR", "FORCE_COLOR", "CLICOLOR", "CLICOLOR_FORCE", "COLORTERM", "COLUMNS", "LINES"),
    )
)
"""What a person may have set that the inspector, Hermes or a terminal would act on."""


@pytest.fixture(autouse=True)
def clean_surroundings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No setting of the person who runs the tests reaches them, and their home stays as it is."""
    for name in os.environ:
        if name in _SETTINGS or name.startswith(("HERMES_", "TEXTUAL_")):
            monkeypatch.delenv(name)
    monkeypatch.setenv("TERM", "xterm-256color")
    home = tmp_path / "home"
    home.mkdir(exist_ok=True)
    monkeypatch.setenv("HOME", str(home))


@pytest.fixture
def no_hermes_here(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever is installed on this machine, no command is found."""
    monkeypatch.setenv("PATH", "")


@pytest.fixture
def tree(tmp_path: Path) -> Tree:
    """Builds a directory from a dict that reads like it: see :data:`support.trees.Files`."""

    def build(files: Files) -> Path:
        return grow(tmp_path / "tree", files)

    return build
