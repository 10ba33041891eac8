"""Fixtures for every test, and the options of the conformance run."""

from pathlib import Path

import pytest

from trees import Files, Tree, grow

__all__ = ["Tree"]


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("conformance")
    group.addoption("--trees", type=int, default=60, help="trees to ask each Hermes release about")
    group.addoption("--release", action="append", help="ask this release only; may be given again")


@pytest.fixture(autouse=True)
def clean_surroundings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No setting of the person who runs the tests reaches them, and their home stays as it is."""
    for name in ("HERMES_HOME", "NO_COLOR", "TEXTUAL_THEME"):
        monkeypatch.delenv(name, raising=False)
    home = tmp_path / "home"
    home.mkdir(exist_ok=True)
    monkeypatch.setenv("HOME", str(home))


@pytest.fixture
def tree(tmp_path: Path) -> Tree:
    """Builds a directory from a dict that reads like it: see :data:`trees.Files`."""

    def build(files: Files) -> Path:
        return grow(tmp_path / "tree", files)

    return build
