"""Hints that count from another directory than the prompt starts in, held against the real releases."""

from pathlib import Path
from typing import Any

import pytest

from conformance.asking import Oracles
from conformance.wheels import WHEELS, Wheel
from hermes_tui.core.filesystem.disk import Disk
from hermes_tui.core.hints.tracker import HintTracker
from hermes_tui.core.prompt.startup import inspect
from hermes_tui.core.situation import Situation
from support.hint_trackers import called
from support.situations import settings_by
from support.trees import Tree

pytestmark = pytest.mark.conformance

CALLS = ("src/x.py", "x.py", "web/src/x.py", "../api/x.py", "$ cat src/y.py ../AGENTS.md", "sub/src/z.py")


@pytest.mark.parametrize("wheel", WHEELS, ids=[wheel.release for wheel in WHEELS])
def test_prompt_and_hints(wheel: Wheel, all_oracles: Oracles, tree: Tree) -> None:
    root = tree(
        {
            "repo/.git/": "",
            "repo/AGENTS.md": "root rules",
            "repo/api/AGENTS.md": "api rules",
            "repo/web/AGENTS.md": "web rules",
            "repo/web/src/AGENTS.md": "source rules",
            "repo/web/sub/src/CLAUDE.md": "root rules",
            "home/": "",
        }
    )
    prompt, anchor = root / "repo", root / "repo" / "web"
    made = [{"tool": call.tool, "args": dict(call.args)} for call in map(called, CALLS)]
    jobs: list[dict[str, Any]] = [
        {"kind": "startup", "cwd": str(prompt), "skip_soul": True},
        {"kind": "hints", "working_dir": str(anchor), "calls": made},
    ]
    started, hints = all_oracles.of(wheel).ask(jobs, home=str(root / "home"))
    situation = Situation(prompt, settings_by(wheel.release, home=root / "home"), Disk(), Path(anchor))
    assert (inspect(situation, skip_soul=True).prompt or "") == started["prompt"]
    tracker = HintTracker(situation)
    assert [tracker.check(called(line)).text for line in CALLS] == hints
