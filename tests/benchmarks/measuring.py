"""Measuring side by side, in one run, so that only ratios are told."""

import os
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

ENVIRONMENT = {
    name: value
    for name, value in os.environ.items()
    if name not in ("PYTHONDONTWRITEBYTECODE", "HERMES_HOME")
}
"""Bytecode is written, as in an installed package; no setting of the person who measures."""


class Ratio(NamedTuple):
    """One measured ratio and the most that it may be."""

    name: str
    ours: float
    theirs: float
    most: float
    unit: str = "ms"

    @property
    def value(self) -> float:
        return self.ours / self.theirs

    def __str__(self) -> str:
        verdict = "ok" if self.value <= self.most else "ABOVE"
        numbers = f"{self.ours:,.1f} / {self.theirs:,.1f} {self.unit}"
        return f"{self.name:<58} {self.value:6.2f}  (at most {self.most:g})  {verdict:<5}  {numbers}"


def in_turn(first: Callable[[], float], second: Callable[[], float], rounds: int) -> tuple[float, float]:
    """Medians of both, measured in turn: what else the machine does hits both alike."""
    ours, theirs = [], []
    first(), second()  # bytecode, caches of the file system
    for _ in range(rounds):
        ours.append(first())
        theirs.append(second())
    return statistics.median(ours), statistics.median(theirs)


def milliseconds(work: Callable[[], object]) -> float:
    """How long one call takes."""
    started = time.perf_counter()
    work()
    return (time.perf_counter() - started) * 1000


def command_milliseconds(command: Sequence[str], environment: Mapping[str, str]) -> float:
    """How long a program takes from start to end."""
    return milliseconds(
        lambda: subprocess.run(command, env=environment, stdout=subprocess.DEVNULL, check=True)
    )


def python(code: str) -> list[str]:
    """The command that runs *code* in this interpreter."""
    return [sys.executable, "-c", code]
