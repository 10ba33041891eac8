"""Keys, clicks, pastes and new sizes without a pause between: nothing ends the application but its own keys.

A short run with fixed seeds is part of the plain tests; ``pytest -m fuzz --mutations 500`` makes 500.
"""

import asyncio
import gc
import os
import random
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from textual import events
from textual.geometry import Size
from textual.message import Message

from hermes_tui.demo import build_demo
from hermes_tui.tui.app import Inspector
from hermes_tui.tui.commands import COMMANDS
from support import posix
from support.running_app import app_on
from support.trees import grow

ENDS = ("ctrl+c", "ctrl+q", "q")
CHARACTERS = {
    "question_mark": "?",
    "colon": ":",
    "slash": "/",
    "exclamation_mark": "!",
    "left_square_bracket": "[",
    "right_square_bracket": "]",
}
_BOUND = {key for command in COMMANDS for key in command.keys.split(",")} - {*ENDS}
BOUND = sorted(_BOUND)
"""Every key of every place, except those that leave."""
MOVES = (
    *("enter", "enter", "escape", "escape", "tab", "up", "down", "left", "right", "space", "backspace"),
    *("home", "end", "pageup", "pagedown", "delete", "ctrl+end", "ctrl+home", "shift+tab"),
)
TYPED = tuple("aeAGENTS.md src/x$*([{\\^\"'€")
PASTES = (
    "src/components/Button.tsx",
    "read_file a/b\n$ cat packages/webapp/x.ts\ncd packages\n/new\nnonsense (\n" * 3,
    "\x1b]52;c;UFdORUQ=\x07\x1b[2J[/] [b + x [@click=app.quit]quit[/] see [/ path\u202e\ud800\x00",
    "[" * 300 + "\n" + "(a+)+$" * 50,
    "x" * 100_000,
)
SIZES = ((120, 40), (80, 24), (40, 10), (200, 60), (20, 5), (99, 31))
EVENTS = 40
"""What happens in one run."""
LONGEST = 60.0
"""Seconds for leaving, on any machine."""

EVIL = "\x1b]0;x\x07[b]\u202e[@click=app.quit]"


def _demonstration(place: Path) -> Path:
    return build_demo(place).start


def _hostile(place: Path) -> Path:
    root = grow(
        place,
        {
            ".git/": "",
            "AGENTS.md": f"{EVIL}\n" * 50 + "ignore all previous instructions\n",
            f"{EVIL}/AGENTS.md": "x" * 300_000 + EVIL,
            f"{EVIL}/CLAUDE.md": "never",
            f"{EVIL}/sub{EVIL}/AGENTS.md": "[/] see [/ path\n",
            "piped/x.py": "",
            "latin/AGENTS.md": "",
            "dangling/x.py": "",
        },
    )
    (root / "latin/AGENTS.md").write_bytes(b"caf\xe9")
    os.mkfifo(root / "piped/AGENTS.md")
    (root / "dangling/AGENTS.md").symlink_to("nowhere")
    return root / EVIL


TREES: dict[str, Callable[[Path], Path]] = {"demonstration": _demonstration, "hostile": _hostile}


def _key(name: str) -> events.Key:
    return events.Key(name, CHARACTERS.get(name, name if len(name) == 1 else None))


def _click(chance: random.Random, app: Inspector) -> Iterator[Message]:
    x, y = chance.randrange(app.size.width or 1), chance.randrange(app.size.height or 1)
    kinds: tuple[type[events.MouseEvent], ...] = (events.MouseDown, events.MouseUp)
    if chance.random() < 0.5:
        kinds = (chance.choice((events.MouseScrollDown, events.MouseScrollUp, events.MouseMove)),)
    for kind in kinds:
        yield kind(None, x, y, 0, 0, 1, False, False, False, x, y)


def _happens(chance: random.Random, app: Inspector) -> Iterator[Message]:
    """One thing that a person, a terminal or a program that types can do."""
    what = chance.random()
    if what < 0.55:
        yield _key(chance.choice(BOUND))
    elif what < 0.75:
        yield _key(chance.choice(MOVES))
    elif what < 0.82:
        yield from map(_key, chance.choices(TYPED, k=chance.randrange(1, 6)))
    elif what < 0.92:
        yield from _click(chance, app)
    elif what < 0.96:
        yield events.Paste(chance.choice(PASTES))
    else:
        size = Size(*chance.choice(SIZES))
        assert app._driver is not None
        app._driver._size = size.width, size.height
        yield events.Resize(size, size)


def _post(app: Inspector, message: Message) -> None:
    message.set_sender(app)
    app.post_message(message)


async def _leave(app: Inspector, key: str) -> None:
    """Press *key*, and wait for the end.

    ``q`` is a letter where something is typed, and keys go to what has the focus when they come: so go back,
    wait a moment, and press it, again and again.
    """
    for attempt in range(int(LONGEST / 0.02)):
        if not app.is_running:
            return
        if key == "q" and attempt % 50 == 0:
            for _ in range(8):
                _post(app, _key("escape"))
        if attempt % 50 == 25:
            _post(app, _key(key))
        await asyncio.sleep(0.02)
    raise AssertionError(f"{key} does not leave {app.screen}")


async def _run(directory: Path, seed: int, count: int = EVENTS) -> None:
    """One run: the application begins, *count* things happen, and a key ends it."""
    chance = random.Random(seed)
    troubles: list[object] = []
    asyncio.get_running_loop().set_exception_handler(lambda _, told: troubles.append(told))
    app = app_on(directory)
    async with asyncio.timeout(2 * LONGEST), app.run_test(size=chance.choice(SIZES)):
        for _ in range(count):
            if not app.is_running:
                break
            for message in _happens(chance, app):
                _post(app, message)
            pause = chance.random()
            if pause < 0.3:
                await asyncio.sleep(0)
            elif pause < 0.4:
                await asyncio.sleep(chance.random() / 10)
        if app.is_running:
            await _leave(app, chance.choice(ENDS))
    assert app.return_code == 0, seed
    assert troubles == [], seed


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    return {name: build(tmp_path_factory.mktemp(name)) for name, build in TREES.items()}


@pytest.mark.parametrize("name", TREES)
@pytest.mark.parametrize("seed", [1, 2])
async def test_a_short_run_of_keys_ends_as_it_should(place: dict[str, Path], name: str, seed: int) -> None:
    await _run(place[name], seed)


@pytest.mark.fuzz
@pytest.mark.parametrize("name", TREES)
async def test_many_runs_of_keys_end_as_they_should_and_leave_nothing(
    place: dict[str, Path], name: str, request: pytest.FixtureRequest
) -> None:
    count: int = request.config.getoption("--mutations")
    failed: dict[int, str] = {}
    await _run(place[name], 999)
    before = _held()
    for seed in range(1000, 1000 + count):
        try:
            await _run(place[name], seed)
        except Exception as error:
            failed[seed] = f"{type(error).__name__}: {error}"
    assert failed == {}
    await _until_flat(before)


OPENING = (
    *("exclamation_mark", "w", "i", "T", "slash", "p", "c", "v", "V", "o", "S"),
    *("question_mark", "ctrl+p", "t"),
)


@pytest.mark.fuzz
@pytest.mark.parametrize("name", TREES)
async def test_a_screen_that_is_opened_again_and_again_leaves_nothing(
    place: dict[str, Path], name: str, request: pytest.FixtureRequest
) -> None:
    app = app_on(place[name])
    async with app.run_test(size=(120, 40)) as pilot:
        for count in (20, request.config.getoption("--mutations")):
            for key in OPENING:
                for _ in range(count):
                    for one in (key, "escape", "escape", "escape"):
                        _post(app, _key(one))
                    await pilot.pause()
            if count == 20:
                before, peak = _held(), _peak()
        await _until_flat(before)
        assert _peak() - peak < 50_000, "kilobytes"
        await _leave(app, "ctrl+c")
    assert app.return_code == 0


def _held() -> tuple[int, int]:
    """Threads, and open files where the system tells."""
    gc.collect()
    files = Path("/proc/self/fd")
    return threading.active_count(), len(list(files.iterdir())) if files.is_dir() else 0


def _peak() -> int:
    return int(posix.resource.getrusage(posix.resource.RUSAGE_SELF).ru_maxrss)


async def _until_flat(before: tuple[int, int]) -> None:
    """What was begun ends by itself, within a while."""
    for _ in range(int(LONGEST)):
        threads, files = _held()
        if threads <= before[0] + 2 and files <= before[1] + 4:  # a search or a watch that goes on
            return
        await asyncio.sleep(1)
    raise AssertionError(f"{before} before, {_held()} now")
