"""Fixtures for every test, and the options of the long runs."""

import os
import signal
from collections.abc import Iterator
from itertools import count
from pathlib import Path

import pytest
from hypothesis import settings

from support.folding_disks import NoFoldingDiskError, folding_directory
from support.trees import Files, Tree, grow

__all__ = ["Tree"]

# The same examples everywhere, and no limit on the time for one: a busy machine is no fault. The conformance
# run, which is to find what nobody thought of, asks for other trees every time.
settings.register_profile("everywhere", deadline=None, derandomize=True, database=None)
settings.load_profile("everywhere")


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("conformance")
    group.addoption("--trees", type=int, default=60, help="trees to ask each Hermes release about")
    group.addoption("--release", action="append", help="ask this release only; may be given again")
    fuzz = parser.getgroup("fuzz")
    fuzz.addoption("--mutations", type=int, default=200, help="mutations of each kind of file, with -m fuzz")


def pytest_configure() -> None:
    """What runs behind a shell's ``&`` ignores ctrl+c, and so would every process that a test starts."""
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int:
    """Two more than processors: a part of the time a screen or a terminal is waited for."""
    return 2 + (os.cpu_count() or 1)


def pytest_make_parametrize_id(val: object) -> str | None:
    """A short name for a case that is a long text: pytest would take all of it."""
    return f"{val[:20]!r}..." if isinstance(val, str | bytes) and len(val) > 200 else None


_SETTINGS = frozenset(
    (
        *("TERMINAL_CWD", "TERMINAL_ENV", "MESSAGING_CWD"),
        *("XDG_STATE_HOME", "XDG_CONFIG_HOME", "VISUAL"),
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
    monkeypatch.setenv("EDITOR", "true")  # none of theirs is opened
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


@pytest.fixture(scope="session")
def folding_disk(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A directory on a real disk that ignores the case of names; skips, and says why, where there is none."""
    try:
        with folding_directory(tmp_path_factory.mktemp("folding").resolve()) as directory:
            yield directory
    except NoFoldingDiskError as reason:
        pytest.skip(f"no disk that ignores case: {reason}")


_NUMBERS = count()


@pytest.fixture
def folding_tree(folding_disk: Path) -> Tree:
    """Like :func:`tree`, on a disk that ignores the case of names."""

    def build(files: Files) -> Path:
        return grow(folding_disk / f"tree{next(_NUMBERS)}", files)

    return build
