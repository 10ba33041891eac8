"""Real git repositories, made with nobody's configuration."""

import os
import select
import stat
import subprocess
import time
from contextlib import suppress
from pathlib import Path

import pytest

from support import posix

TEXT = "# Rules\n\n- be kind\n"


def use_nobodys_configuration(monkeypatch: pytest.MonkeyPatch) -> None:
    """Git finds no configuration of the person who runs the tests, and writes a fixed name and date."""
    for name in ("GIT_CONFIG_GLOBAL", "GIT_CONFIG_SYSTEM"):
        monkeypatch.setenv(name, os.devnull)
    for name in ("GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE"):
        monkeypatch.delenv(name, raising=False)
    for who in ("AUTHOR", "COMMITTER"):
        monkeypatch.setenv(f"GIT_{who}_NAME", "Ada Okafor")
        monkeypatch.setenv(f"GIT_{who}_EMAIL", "ada@example.org")
        monkeypatch.setenv(f"GIT_{who}_DATE", "2026-06-01T10:30:00+0200")


def git(root: Path, *arguments: str, text: str = "") -> str:
    """What ``git ARGUMENTS`` prints in *root*."""
    done = subprocess.run(
        ["git", *arguments], cwd=root, input=text, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


_A_PERSONS = ("GIT_PAGER", "GIT_EDITOR", "GIT_EXTERNAL_DIFF", "GIT_SSH_COMMAND", "GIT_ASKPASS")
"""Variables that win over what a repository configures."""


def git_at_a_terminal(root: Path, *arguments: str, seconds: float = 20.0) -> None:
    """Run ``git ARGUMENTS`` as a person would, whatever comes of it.

    Raises:
        TimeoutError: it takes longer than *seconds*, as a pager does that waits for a key.
    """
    kept = {name: value for name, value in os.environ.items() if name not in _A_PERSONS}
    ours, theirs = posix.pty.openpty()
    with subprocess.Popen(
        ["git", *arguments],
        cwd=root,
        env=kept | {"TERM": "xterm", "PAGER": "cat"},
        stdin=subprocess.DEVNULL,
        stdout=theirs,
        stderr=theirs,
        start_new_session=True,
    ) as process:
        os.close(theirs)
        end = time.monotonic() + seconds
        with suppress(OSError):  # the other side has closed
            while select.select([ours], [], [], max(0.0, end - time.monotonic()))[0] and os.read(ours, 1024):
                pass
        os.close(ours)
        if time.monotonic() >= end:
            posix.os.killpg(process.pid, posix.signal.SIGKILL)
            raise TimeoutError(f"git {' '.join(arguments)} is not done after {seconds:g} s")


def make_repository(root: Path) -> Path:
    """A repository at *root* with one commit: AGENTS.md and docs/a.md."""
    (root / "docs").mkdir(parents=True)
    (root / "AGENTS.md").write_text(TEXT)
    (root / "docs/a.md").write_text("a\n")
    git(root, "init", "--quiet", "--initial-branch=main")
    git(root, "add", ".")
    git(root, "commit", "--quiet", "--message=Write the rules down\n\nAnd more.")
    return root


_MOST = 20_000_000
"""Bytes of a file that are compared: some are sparse, of gigabytes."""


def state_of(root: Path) -> dict[str, tuple[int, int, int, bytes]]:
    """Mode, both times of writing and the bytes of everything below *root*.

    The time of reading is no write of ours: the mount decides whether the system keeps it.
    """
    found = {}
    for path in sorted(root.rglob("*")):
        facts = path.lstat()
        is_read = stat.S_ISREG(facts.st_mode) and facts.st_size < _MOST
        data = path.read_bytes() if is_read else b""
        found[str(path.relative_to(root))] = (facts.st_mode, facts.st_mtime_ns, facts.st_ctime_ns, data)
    return found
