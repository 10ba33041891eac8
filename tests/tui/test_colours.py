"""Text can be read and verdicts are told apart, in every theme and at every depth of colours."""

import re
import sys
from pathlib import Path

import pytest
from rich.color import Color, ColorSystem
from rich.segment import Segment
from textual.pilot import Pilot
from textual.theme import BUILTIN_THEMES

from hermes_tui.demo import build_demo
from hermes_tui.tui.app import Inspector
from hermes_tui.tui.readable import contrast
from hermes_tui.tui.themes import THEMES, themes_at
from support.running_app import at_rest, options, until, until_true
from support.terminal import Terminal
from support.trees import Tree

LEAST = 4.5
"""WCAG 2.2, 1.4.3."""
DEPTHS = (ColorSystem.TRUECOLOR, ColorSystem.EIGHT_BIT, ColorSystem.STANDARD)
OWN = [theme.name for theme in THEMES]
OPENING = (
    "p",
    "exclamation_mark",
    "slash",
    "w",
    "question_mark",
    "v",
    "V",
    "c",
    "i",
    "t",
    "T",
    "o",
    "ctrl+p",
)
"""Keys that open a screen or a dialog over the main one."""


def _words(pilot: Pilot[int]) -> list[Segment]:
    """What is to be read on the screen; lines, blocks and dots are none of it."""
    strips = pilot.app.screen._compositor.render_strips()
    return [
        segment for strip in strips for segment in strip if re.search(r"[^\s·\u2500-\u259f]", segment.text)
    ]


def _unreadable(pilot: Pilot[int], depth: ColorSystem) -> list[str]:
    found = []
    for text, style, _ in _words(pilot):
        assert style is not None
        assert style.color is not None
        assert style.bgcolor is not None
        ink, ground = (colour.downgrade(depth).get_truecolor() for colour in (style.color, style.bgcolor))
        if contrast(ink, ground) < LEAST:
            found.append(f"{text!r} {ink.hex} on {ground.hex}")
    return found


@pytest.mark.parametrize("depth", DEPTHS, ids=lambda depth: depth.name)
@pytest.mark.parametrize("theme", OWN)
async def test_text_stands_out_from_its_ground_on_every_screen(
    theme: str, depth: ColorSystem, tmp_path: Path
) -> None:
    app = Inspector(options(build_demo(tmp_path / "demo").start), theme, depth)
    async with app.run_test(size=(120, 40)) as pilot:
        await at_rest(pilot)
        assert not _unreadable(pilot, depth)
        for key in ("down", "up", "enter"):
            await pilot.press(key)
            assert not _unreadable(pilot, depth), key
        for key in OPENING if depth == ColorSystem.TRUECOLOR else ():  # the filter is one
            await pilot.press(key)
            await until_true(pilot, lambda: len(app.screen_stack) > 1, f"what {key} opens")
            assert not _unreadable(pilot, depth), key
            await pilot.press("escape")
            await until_true(pilot, lambda: len(app.screen_stack) == 1, "the main screen")


async def test_text_stands_out_in_the_themes_of_textual(tmp_path: Path) -> None:
    app = Inspector(options(build_demo(tmp_path / "demo").start))
    async with app.run_test(size=(120, 40)) as pilot:
        await at_rest(pilot)
        for name, theme in BUILTIN_THEMES.items():
            if not theme.ansi:  # those are in the terminal's own colours, whatever they are
                app.theme = name
                await pilot.pause()
                assert not _unreadable(pilot, ColorSystem.TRUECOLOR), name


@pytest.mark.parametrize("depth", DEPTHS, ids=lambda depth: depth.name)
@pytest.mark.parametrize("name", ["hermes-dark", "hermes-light"])
def test_verdicts_differ_by_hue(name: str, depth: ColorSystem) -> None:
    theme = next(theme for theme in themes_at(depth) if theme.name == name)
    colours = {**theme.to_color_system().generate(), **theme.variables}
    inks = [colours[f"text-{role}"] for role in ("success", "warning", "error", "accent")]
    written = {tuple(Color.parse(ink).downgrade(depth).get_ansi_codes()) for ink in inks if ink[0] == "#"}
    assert len(written) == sum(ink[0] == "#" for ink in inks)
    ground = Color.parse(colours["background"]).downgrade(depth)
    assert tuple(ground.get_ansi_codes()) not in written


async def test_a_theme_is_shown_while_it_is_under_the_cursor(tree: Tree) -> None:
    app = Inspector(options(tree({"AGENTS.md": "use tabs"})), "hermes-dark")

    def ground() -> str:
        style = app.screen_stack[0]._compositor.render_strips()[0]._segments[0].style
        assert style is not None
        assert style.bgcolor is not None
        return style.bgcolor.get_truecolor().hex

    async with app.run_test(size=(120, 40)) as pilot:
        await at_rest(pilot)
        dark = ground()
        for leaving, kept in (("escape", "hermes-dark"), ("enter", "hermes-light")):
            await pilot.press("t")
            await until(pilot, "Search for themes")
            assert app.theme == "hermes-dark"
            await pilot.press(*"hermes-light")
            await until_true(pilot, lambda: app.theme == "hermes-light", "the theme under the cursor")
            assert ground() != dark
            await pilot.press(leaving)
            await until_true(pilot, lambda: len(app.screen_stack) == 1, "the main screen")
            await at_rest(pilot)
            assert app.theme == kept


def test_no_color_leaves_the_colours_of_the_terminal(tree: Tree) -> None:
    root = tree({"AGENTS.md": "use tabs"})
    command = (sys.executable, "-m", "hermes_tui", str(root))
    with Terminal(command, environment={"NO_COLOR": "1", "COLORTERM": "truecolor"}) as terminal:
        terminal.wait_for("Sent to the model")
        terminal.settle()
        parameters = {
            number
            for sequence in re.findall(rb"\x1b\[([\d;]*)m", terminal.raw)
            for number in sequence.decode().split(";")
        }
    assert parameters <= {"", "0", "1", "2", "3", "4", "7", "39", "49"}
    assert "7" in parameters, "the row under the cursor is in reverse"
