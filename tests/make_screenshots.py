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

sys.path.insert(0, str(Path(__file__).parent.parent))

from textual.pilot import Pilot

from hermes_tui.core.rulesets import get_ruleset
from hermes_tui.core.safe_text import safe
from hermes_tui.demo import Demo, build_demo
from hermes_tui.tui.app import Inspector, Options
from hermes_tui.tui.messages import FileWanted

DIRECTORY = Path(__file__).parent.parent / "screenshots"
PATIENCE = 20.0
"""Seconds that a picture is waited for."""
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


class Picture(NamedTuple):
    """One screenshot."""

    name: str
    size: tuple[int, int]
    theme: str
    walk: Walk


DARK = "textual-dark"
PICTURES = (
    Picture("main", (120, 40), DARK, stay),
    Picture("cut", (120, 40), DARK, to_the_cut_file),
    Picture("blocked", (120, 40), DARK, to_the_blocked_file),
    Picture("session", (120, 40), DARK, through_the_session),
    Picture("prompt", (120, 40), DARK, to_the_prompt),
    Picture("narrow", (80, 24), DARK, stay),
    Picture("light", (120, 40), "textual-light", stay),
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
        inspection is not None
        and inspection.startup is not None
        and not inspection.search.is_running
        and bool(inspection.search.found)
        and inspection.repository is not None
        and bool(inspection.git)
        and not app.animator.is_being_animated(app.screen, "scroll_y")
    )


async def drawn(picture: Picture, demo: Demo) -> str:
    """The picture as SVG, without what differs from run to run."""
    app = Inspector(
        Options(
            directory=demo.start,
            ruleset=get_ruleset("documented"),
            ruleset_origin="what the documentation describes",
            home=demo.directory,
            hermes_home=demo.hermes_home,
            theme=picture.theme,
            session=demo.calls,
        )
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
        patch.dict(os.environ, {**plain, "HOME": directory, "XDG_STATE_HOME": directory}, clear=True),
    ):
        return asyncio.run(drawn(picture, build_demo(Path(directory) / "demo")))


def main() -> None:
    """Draw them all."""
    DIRECTORY.mkdir(exist_ok=True)
    for picture in PICTURES:
        (DIRECTORY / f"{picture.name}.svg").write_text(draw(picture), encoding="utf-8")
        print(f"screenshots/{picture.name}.svg")


if __name__ == "__main__":
    main()
