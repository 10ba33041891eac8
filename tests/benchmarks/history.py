"""``history TEXT`` in a long history, against the list of the same commits by git alone."""

import os
import subprocess
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from benchmarks.measuring import ENVIRONMENT, Ratio, command_milliseconds, in_turn, python

COMMITS = 20_000
EVERY = 20
"""One of so many commits touches a context file."""
FILES = ("AGENTS.md", "packages/AGENTS.md", "packages/api/AGENTS.md", "packages/web/AGENTS.md")
PATHS = [*FILES[:3], "CLAUDE.md", ".cursorrules", ".cursor/rules", "packages/CLAUDE.md", ".gitmodules"]


def long_history() -> Iterator[Ratio]:
    """All of it."""
    with tempfile.TemporaryDirectory() as directory:
        root = Path(directory)
        make_history(root)
        environment = {
            **ENVIRONMENT,
            "HERMES_HOME": str(root / "none"),
            "GIT_CONFIG_GLOBAL": os.devnull,
            "GIT_CONFIG_SYSTEM": os.devnull,
        }
        start = str(root / "packages" / "api")
        ours = python(f"from hermes_tui.cli import main; main(['history', 'number 7 of', {start!r}])")
        listed = ["git", "-C", str(root), "log", "--name-only", "--format=%H", "--", *PATHS]
        history, log = in_turn(
            lambda: command_milliseconds(ours, environment),
            lambda: command_milliseconds(listed, environment),
            rounds=5,
        )
        yield Ratio("history TEXT of 20,000 commits / git log --name-only", history, log, most=3)
        yield Ratio("history: its first row / half a second", _first_row(start, environment), 500.0, most=1)


def _first_row(start: str, environment: dict[str, str]) -> float:
    command = python(f"from hermes_tui.cli import main; main(['history', {start!r}])")
    begun = time.perf_counter()
    with subprocess.Popen(command, env=environment, stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        process.stdout.readline()
        took = time.perf_counter() - begun
        process.kill()
    return took * 1000


def make_history(root: Path) -> None:
    """A repository whose commits touch code, and now and then the rules."""
    subprocess.run(["git", "init", "--quiet", "--initial-branch=main", str(root)], check=True)
    with subprocess.Popen(
        ["git", "-C", str(root), "fast-import", "--quiet"], stdin=subprocess.PIPE
    ) as process:
        assert process.stdin is not None
        for number in range(COMMITS):
            path, text = f"src/m{number % 400}/x{number % 7}.py", f"x = {number}\n"
            if number % EVERY == 0:
                path = FILES[number // EVERY % len(FILES)]
                text = "".join(f"- rule number {rule} of {number}\n" for rule in range(number // EVERY % 90))
            who = f"committer Ada <ada@example.org> {1_500_000_000 + 3_600 * number} +0000"
            process.stdin.write(
                f"commit refs/heads/main\n{who}\ndata 6\nchange\nM 100644 inline {path}\n"
                f"data {len(text)}\n{text}\n".encode()
            )
    if process.returncode:
        raise RuntimeError("git fast-import failed")
    subprocess.run(["git", "-C", str(root), "checkout", "--quiet", "main"], check=True)
