"""Oracles: one process for each real release, started when it is first asked."""

import json
import os
import re
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import TracebackType
from typing import Any

from conformance.wheels import ROOT, Wheel, interpreter, unpacked

SCRIPT = Path(__file__).with_name("oracle.py")


class Oracle:
    """A real release that can be asked."""

    def __init__(self, wheel: Wheel) -> None:
        self.wheel = wheel
        scratch = ROOT / "scratch"
        scratch.mkdir(parents=True, exist_ok=True)
        self._process = subprocess.Popen(
            [str(interpreter()), "-I", str(SCRIPT), str(unpacked(wheel))],
            env={
                "PATH": os.defpath,
                "HOME": str(scratch),
                "HERMES_HOME": str(scratch / "hermes"),
                "LANG": "C.UTF-8",
                "LC_ALL": "C.UTF-8",
            },
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )

    def ask(self, jobs: list[dict[str, Any]], **surroundings: Any) -> list[Any]:
        """What the release says to each of the *jobs*."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(json.dumps({"jobs": jobs, **surroundings}) + "\n")
        self._process.stdin.flush()
        line = self._process.stdout.readline()
        assert line, f"the oracle of {self.wheel.release} has ended"
        answers: list[Any] = json.loads(line)
        for answer in answers:
            assert not (isinstance(answer, dict) and answer.get("by") == "harness"), answer
        return answers

    def __enter__(self) -> "Oracle":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.close()
        self._process.wait(timeout=30)
        self._process.stdout.close()


@contextmanager
def oracles() -> Iterator["Oracles"]:
    """Oracles that end with the block."""
    keeper = Oracles()
    try:
        yield keeper
    finally:
        keeper.close()


class Oracles:
    """The oracle of each release, started when it is first asked for; one at a time is kept."""

    def __init__(self) -> None:
        self._current: Oracle | None = None

    def of(self, wheel: Wheel) -> Oracle:
        """The oracle of *wheel*."""
        if self._current is None or self._current.wheel != wheel:
            self.close()
            self._current = Oracle(wheel)
        return self._current

    def close(self) -> None:
        """End the one that runs."""
        if self._current is not None:
            self._current.__exit__(None, None, None)
            self._current = None


_IDS = re.compile(r"(?<=contained potential prompt injection \()[^)]*(?=\)\. Content not loaded\.\])")


def settled(text: str | None) -> str | None:
    """*text* with the ids of each notice in one order: Hermes leaves that of invisible characters open."""
    return text and _IDS.sub(lambda match: ", ".join(sorted(match[0].split(", "))), text)
