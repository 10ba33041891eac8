"""The README says what the program does."""

import re
from pathlib import Path

import pytest

from hermes_tui.cli import COMMANDS
from hermes_tui.core.prompt.context_file import Verdict
from hermes_tui.tui.commands import readme_table
from hermes_tui.tui.screens.help import HINT_WORDS

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")


def generated(name: str) -> str:
    """What stands between the marks called *name*."""
    found = re.search(rf"<!-- {name} -->\n(.*?)<!-- /{name} -->", README, re.DOTALL)
    assert found, f"README.md has no marks called {name}"
    return found[1].strip()


def test_the_table_of_keys_is_that_of_the_commands() -> None:
    assert generated("keys") == readme_table(), f"put this between the marks:\n{readme_table()}"


@pytest.mark.parametrize("command", [name for name in COMMANDS if name != "open"])
def test_every_command_is_named(command: str) -> None:
    assert f"`hermes-tui {command}" in README


def test_every_verdict_is_explained() -> None:
    for verdict in Verdict:
        assert f"| {verdict.glyph} | {verdict.word} |" in README
    for (glyph, word), (meaning, _) in HINT_WORDS.items():
        assert f"| {glyph} | {word} | {meaning} |" in README


def test_every_picture_is_there_and_shown() -> None:
    shown = set(re.findall(r"\(screenshots/(.+?)\)", README))
    assert shown == {path.name for path in (ROOT / "screenshots").iterdir()}
