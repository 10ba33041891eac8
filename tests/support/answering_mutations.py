"""A command that answers in the process, held to what every command keeps whatever it reads."""

import contextlib
import io
import os
import time
from collections.abc import Iterable, Sequence
from pathlib import Path

from hermes_tui.cli import main

_MOST_WORK = 5.0
"""Seconds of work, waiting for others aside: a machine may be slow, and a loop without end is slower."""


def answer_of(words: Sequence[str], why: str) -> str:
    """What the command *words* prints; *why* names the input in the message of a test that fails.

    Raises:
        AssertionError: it ends with a traceback, by another status, or after too long.
    """
    out, err = (io.TextIOWrapper(io.BytesIO(), encoding="utf-8") for _ in range(2))
    begun = time.thread_time()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        try:
            status = main(words)
        except BaseException as error:
            raise AssertionError(f"{why}: {' '.join(words)!r} raised {error!r}") from error
    taken = time.thread_time() - begun
    assert taken < _MOST_WORK, f"{why}: {' '.join(words)!r} took {taken:.1f} s"
    said, told = _written(err), _written(out)
    assert status in (0, 1, 2), f"{why}: status {status}"
    assert "Traceback" not in said + told, f"{why}: {said}"
    if status == 2:
        assert said.startswith("hermes-tui"), f"{why}: status 2 without a word"
    return told


def _written(stream: io.TextIOWrapper) -> str:
    stream.flush()
    stream.seek(0)
    return stream.read()


def state_of(tops: Iterable[Path]) -> dict[str, tuple[int, int, int]]:
    """Everything below *tops*, with what a write would change."""
    found = {}
    for top in tops:
        for directory, _, names in os.walk(top):
            for name in (*names, "."):
                path = os.path.join(directory, name)
                facts = os.lstat(path)
                found[path] = (facts.st_size, facts.st_mtime_ns, facts.st_ino)
    return found
