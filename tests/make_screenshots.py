"""Makes ``screenshots/*.svg`` from the running demonstration: ``python tests/make_screenshots.py``."""

import asyncio
import os
import re
import sys
import tempfile
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import NamedTuple
from unittest.mock import patch

from support.situations import situation

sys.path[:0] = [str(Path(__file__).parent.parent), str(Path(__file__).parent)]

from rich.color import ColorSystem  # noqa: E402
from textual.pilot import Pilot  # noqa: E402
from textual.widgets import Input  # noqa: E402

from hermes_tui.core.hints.tracker import HintTracker  # noqa: E402
from hermes_tui.core.prompt.startup import HEADER  # noqa: E402
from hermes_tui.core.releases.lookup import get_ruleset  # noqa: E402
from hermes_tui.core.settings.settings import Settings  # noqa: E402
from hermes_tui.core.text.terminal_safe import safe  # noqa: E402
from hermes_tui.core.toolcalls.calls import ToolCall  # noqa: E402
from hermes_tui.demo import Demo, build_demo  # noqa: E402
from hermes_tui.tui.app import Inspector, Options  # noqa: E402
from hermes_tui.tui.messages import FileWanted  # noqa: E402
from support import posix  # noqa: E402
from support.running_app import PATIENCE, is_at_rest, until  # noqa: E402
from support.state_databases import Recorder  # noqa: E402

DIRECTORY = Path(__file__).parent.parent / "screenshots"
POINTED = 1.7
"""Seconds after which a mark that was gone to is no longer pointed at."""

Walk = Callable[[Pilot[int], Demo], Awaitable[None]]


async def stay(pilot: Pilot[int], demo: Demo) -> None:
    """The screen as it opens."""


async def to_the_cut_file(pilot: Pilot[int], demo: Demo) -> None:
    """The file of ``packages`` at the place where its middle is missing."""
    pilot.app.post_message(FileWanted(demo.repository / "packages" / "AGENTS.md"))
    await settled(pilot)
    await pilot.press("2", "n")
    await pilot.pause(POINTED)


async def to_the_blocked_file(pilot: Pilot[int], demo: Demo) -> None:
    """The blocked file at the words that block it."""
    pilot.app.post_message(FileWanted(demo.start / "AGENTS.md"))
    await settled(pilot)
    await pilot.press("2", "n")
    await pilot.pause(POINTED)


async def through_the_session(pilot: Pilot[int], demo: Demo) -> None:
    """Some steps of the prepared session."""
    for _ in range(4):
        await pilot.press("s")
        await settled(pilot)
    await pilot.press("5")


async def to_the_prompt(pilot: Pilot[int], demo: Demo) -> None:
    """The whole prompt."""
    await pilot.press("p")


async def to_the_history(pilot: Pilot[int], demo: Demo) -> None:
    """The commits that changed what is sent, and what the second did."""
    await pilot.press("home", "h")
    await until(pilot, "3 commits")
    await pilot.press("down")


async def to_a_commit(pilot: Pilot[int], demo: Demo) -> None:
    """What was sent before a commit, beside what was sent with it."""
    await to_the_history(pilot, demo)
    await pilot.press("enter")
    await until(pilot, "what changed ")


async def to_the_timeline(pilot: Pilot[int], demo: Demo) -> None:
    """Some calls, a compaction, and what is in force after it."""
    for key in "sss":
        await pilot.press(key)
        await settled(pilot)
    await pilot.press("colon", *"/compress", "enter")
    await settled(pilot)
    await pilot.press("escape", "s")
    await settled(pilot)
    await pilot.press("T")


async def to_the_replay(pilot: Pilot[int], demo: Demo) -> None:
    """A recorded session whose tree has changed since."""
    await pilot.press("o")
    await until(pilot, "recorded session")
    await pilot.press("enter")
    await until(pilot, "calls agree")
    await pilot.press("n")


async def to_the_running_session(pilot: Pilot[int], demo: Demo) -> None:
    """A session that has not ended is followed."""
    await pilot.press("F")
    await until(pilot, f"{len(CALLS)} calls · ")
    await settled(pilot)
    await pilot.press("5", *["up"] * 4)


RECORDED = 1_788_000_000.0
"""When the recorded session began: 2026-08-29 10:40:00 in UTC."""
DAY = 86_400.0
CALLS: tuple[tuple[str, dict[str, object]], ...] = (
    ("read_file", {"path": "backend/src/main.py"}),
    ("search_files", {"path": "backend/src", "pattern": "def sell"}),
    ("terminal", {"command": "cat packages/webapp/src/api/client.ts"}),
    ("read_file", {"path": "tools/seed.py"}),
    ("terminal", {"command": "pytest backend/src -x"}),
    ("read_file", {"path": "packages/webapp/src/components/Button.tsx"}),
    ("patch", {"path": "backend/src/domain/money.py", "old_string": "a", "new_string": "b"}),
    ("terminal", {"command": "git diff --stat"}),
)
"""The calls of the recorded session."""


def record(demo: Demo) -> None:
    """A session of 0.22.2 at the root of the demonstration, three days before two of its files changed."""
    changed = demo.repository / "packages" / "webapp" / "src" / "api" / "AGENTS.md"
    for path in demo.directory.rglob("*"):
        os.utime(path, (RECORDED - DAY, RECORDED - DAY))
    for path in (demo.repository / "AGENTS.md", changed):
        os.utime(path, (RECORDED + 3 * DAY, RECORDED + 3 * DAY))
    prompt = f"You are Hermes.\n\n{HEADER}## AGENTS.md\n\n# Ferry\n\nOlder rules.\n\n"
    recorder = Recorder(demo.hermes_home / "state.db")
    recorder.clock = RECORDED
    recorder.session(
        "20260829_104000_4f1c2e",
        cwd=demo.repository,
        prompt=f"{prompt}Current working directory: {demo.repository}\n",
        title="Tickets bought twice on a slow connection",
        model="some-model-1",
    )
    tracker = HintTracker(situation(demo.repository, ruleset=get_ruleset("0.22.2"), home=demo.directory))
    recorder.user()
    for tool, args in CALLS:
        trace = tracker.check(ToolCall(tool, args))
        hints = [
            (hint.label, str(hint.text).partition("\n")[2])
            for hint in trace.hints
            if hint.file.path != changed
        ]
        if args.get("path") == "tools/seed.py":
            hints.append(("tools/AGENTS.md", "Rules of the tools, which are gone since."))
        recorder.call(tool, args, *hints)
    recorder.close()


async def to_the_search(pilot: Pilot[int], demo: Demo) -> None:
    """A word that stands in many places, with the verdict of each."""
    await pilot.press("slash")
    line = pilot.app.screen.query_one("#query", Input)
    line.cursor_blink = False
    line.value = "release"
    await until(pilot, " places ")
    await pilot.press("down", "down")


async def to_what_would_be(pilot: Pilot[int], demo: Demo) -> None:
    """The blocked file, as if the scan had found nothing in it."""
    pilot.app.post_message(FileWanted(demo.start / "AGENTS.md"))
    await settled(pilot)
    await pilot.press("i", "enter")
    await until(pilot, "NOT WHAT HERMES DOES NOW")


class Picture(NamedTuple):
    """One screenshot."""

    name: str
    size: tuple[int, int]
    theme: str
    walk: Walk
    recorded: bool = False
    """The demonstration's home holds a recorded session."""
    depth: ColorSystem = ColorSystem.TRUECOLOR
    """How many colours the terminal has."""


DARK, LIGHT = "hermes-dark", "hermes-light"
PICTURES = (
    Picture("main", (120, 40), DARK, stay),
    Picture("cut", (120, 40), DARK, to_the_cut_file),
    Picture("blocked", (120, 40), DARK, to_the_blocked_file),
    Picture("search", (120, 30), DARK, to_the_search),
    Picture("what-if", (120, 30), DARK, to_what_would_be),
    Picture("session", (120, 40), DARK, through_the_session),
    Picture("prompt", (120, 40), DARK, to_the_prompt),
    Picture("history", (120, 24), DARK, to_the_history),
    Picture("commit", (120, 30), DARK, to_a_commit),
    Picture("timeline", (120, 40), DARK, to_the_timeline),
    Picture("replay", (120, 40), DARK, to_the_replay, recorded=True),
    Picture("following", (120, 40), DARK, to_the_running_session, recorded=True),
    Picture("narrow", (80, 24), DARK, stay),
    Picture("light", (120, 40), LIGHT, stay),
    Picture("sixteen-colours", (120, 40), DARK, to_the_cut_file, depth=ColorSystem.STANDARD),
)


async def settled(pilot: Pilot[int]) -> None:
    """Wait until what goes on beside the screen is done."""
    app = pilot.app
    assert isinstance(app, Inspector)
    deadline = asyncio.get_running_loop().time() + PATIENCE
    quiet = 0
    while quiet < 3:
        await pilot.pause(0.05)
        quiet = quiet + 1 if is_idle(app) else 0
        if asyncio.get_running_loop().time() > deadline:
            raise TimeoutError(f"the screen does not come to rest: {app.screen}, {app.inspection}")


def is_idle(app: Inspector) -> bool:
    """Nothing is on its way to the screen."""
    inspection = app.inspection
    return (
        is_at_rest(app)
        and inspection is not None
        and bool(inspection.search.found)
        and inspection.repository is not None
        and bool(inspection.git)
    )


async def drawn(picture: Picture, demo: Demo) -> str:
    """The picture as SVG, without what differs from run to run."""
    if picture.recorded:
        record(demo)
    app = Inspector(
        Options(
            directory=demo.start,
            settings=Settings(
                ruleset=get_ruleset("documented"),
                origin="what the documentation describes",
                home=demo.directory,
                hermes_home=demo.hermes_home,
                home_origin="--home",
            ),
            theme=picture.theme,
            session=demo.calls,
        ),
        depth=picture.depth,
    )
    async with app.run_test(size=picture.size) as pilot:
        await settled(pilot)
        await picture.walk(pilot, demo)
        await settled(pilot)
        svg = app.export_screenshot(title="hermes-tui")
    return re.sub(r"terminal-\d+-", "terminal-", svg).replace(safe(str(demo.directory)), "~")


def draw(picture: Picture) -> str:
    """The picture of a demonstration made for it, in surroundings that say nothing of this machine."""
    told = ("HERMES_HOME", "NO_COLOR", "TEXTUAL_THEME", "TEXTUAL_COLOR_SYSTEM")
    plain = {name: value for name, value in os.environ.items() if name not in told}
    with (
        tempfile.TemporaryDirectory() as directory,
        patch.dict(
            os.environ, {**plain, "HOME": directory, "XDG_STATE_HOME": directory, "TZ": "UTC"}, clear=True
        ),
    ):
        posix.time.tzset()
        return asyncio.run(drawn(picture, build_demo(Path(directory) / "demo")))


def main() -> None:
    """Draw them all."""
    DIRECTORY.mkdir(exist_ok=True)
    for picture in PICTURES:
        (DIRECTORY / f"{picture.name}.svg").write_text(draw(picture), encoding="utf-8")
        print(f"screenshots/{picture.name}.svg")


if __name__ == "__main__":
    main()
