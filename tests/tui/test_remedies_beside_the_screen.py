"""What brings a file is tried beside the screen: for the disk as it is now."""

from dataclasses import replace
from pathlib import Path
from threading import Event

import pytest
from textual.pilot import Pilot

from hermes_tui.core.diagnosis.diagnose import Diagnoser
from hermes_tui.core.diagnosis.model import Diagnosis
from hermes_tui.core.text.provenance import Span
from hermes_tui.tui.app import Inspector
from support.running_app import app_on, until, until_true
from support.trees import Tree

WIDE = (140, 44)
REMEDY = "→ Write the rule into AGENTS.md"
TWO = {".git/": "", "AGENTS.md": "a rule\n", "CLAUDE.md": "another rule\n"}


async def look_again(pilot: Pilot[int], app: Inspector) -> None:
    """Reload, and wait for the new picture."""
    seen = app.inspection.startup if app.inspection else None

    def is_another() -> bool:
        return app.inspection is not None and app.inspection.startup is not seen

    await pilot.press("r")
    await until_true(pilot, is_another, "another look")


async def test_a_remedy_is_there_again_after_another_look(tree: Tree) -> None:
    app = app_on(tree(TWO))
    async with app.run_test(size=WIDE) as pilot:
        await pilot.press("down")
        await until(pilot, REMEDY)
        await look_again(pilot, app)
        await until(pilot, REMEDY)


async def test_what_was_tried_on_the_disk_as_it_was_is_dropped(
    tree: Tree, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun, go_on, ended = Event(), Event(), Event()
    old: list[Diagnosis] = []
    at = Diagnoser.at

    def slow(self: Diagnoser, path: Path, span: Span | None = None) -> Diagnosis:
        found = at(self, path, span)

        def find() -> object:
            remedies = found.find_remedies()
            if not begun.is_set():
                old.append(slow_one)
                begun.set()
                go_on.wait()
                ended.set()
            return remedies

        slow_one = replace(found, find_remedies=find)  # type: ignore[arg-type]
        return slow_one

    app = app_on(tree(TWO))
    async with app.run_test(size=WIDE) as pilot:
        monkeypatch.setattr(Diagnoser, "at", slow)
        await pilot.press("down")
        await until_true(pilot, begun.is_set, "a trial")
        await look_again(pilot, app)
        await until(pilot, REMEDY)  # that of the new look
        go_on.set()
        await until_true(pilot, ended.is_set, "the end of the trial")
        await pilot.pause(0.1)
        assert app.inspection is not None
        assert not any(known is old[0] for known in app.inspection.diagnoses.values())
