"""Asks :mod:`support.asked_on_windows` in a process of its own."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

from cases.windows import COMMAND_HINTS, DRIVE_C, HINTS, LABELS_AT_START, WEB
from support.trees import grow

TESTS = Path(__file__).parents[1]

JOBS: tuple[tuple[Any, ...], ...] = (
    *(("start", cwd) for cwd in LABELS_AT_START),
    *(("call", WEB, "read_file", {"path": path}) for path in HINTS),
    *(("call", WEB, "terminal", {"command": command}) for command in COMMAND_HINTS),
    ("home",),
)
"""Everything that :mod:`cases.windows` has a value for, in its order."""


def answers(place: Path, who: str, which: str, interpreter: str = sys.executable) -> list[str | None]:
    """What ``model RELEASE`` or ``wheel DIRECTORY`` says to :data:`JOBS`, on a disk made at *place*."""
    drive_c = grow(place / "c", DRIVE_C)
    done = subprocess.run(
        [interpreter, "-m", "support.asked_on_windows", str(drive_c), who, which],
        input=json.dumps(JOBS),
        cwd=TESTS,
        env=os.environ | {"PYTHONPATH": os.pathsep.join((str(TESTS), str(TESTS.parent)))},
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
        timeout=120,
    )
    assert done.returncode == 0, done.stderr
    found: list[str | None] = json.loads(done.stdout.splitlines()[-1])
    return found
