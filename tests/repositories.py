"""Real git repositories, made with nobody's configuration."""

import os
import pty
import stat
import subprocess
from contextlib import suppress
from pathlib import Path

import pytest

TEXT = "# Rules\n\n- be kind\n"


def use_nobodys_configuration(monkeypatch: pytest.MonkeyPatch) -> None:
    """Git finds no configuration of the person who runs the tests, and writes a fixed name and date."""
    for name in ("GIT_CONFIG_GLOBAL", "GIT_CONFIG_SYSTEM"):
        monkeypatch.setenv(name, "/dev/null")
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


def git_at_a_terminal(root: Path, *arguments: str) -> None:
    """Run ``git ARGUMENTS`` as a person would, whatever comes of it."""
    ours, theirs = pty.openpty()
    with subprocess.Popen(
        ["git", *arguments], cwd=root, stdin=subprocess.DEVNULL, stdout=theirs, stderr=theirs
    ):
        os.close(theirs)
        with suppress(OSError):  # the other side has closed
            while os.read(ours, 1024):
                pass
    os.close(ours)


def make_repository(root: Path) -> Path:
    """A repository at *root* with one commit: AGENTS.md and docs/a.md."""
    (root / "docs").mkdir(parents=True)
    (root / "AGENTS.md").write_text(TEXT)
    (root / "docs/a.md").write_text("a\n")
    git(root, "init", "--quiet", "--initial-branch=main")
    git(root, "add", ".")
    git(root, "commit", "--quiet", "--message=Write the rules down\n\nAnd more.")
    return root


def state_of(root: Path) -> dict[str, tuple[int, int, bytes]]:
    """Mode, time and bytes of everything below *root*."""
    found = {}
    for path in sorted(root.rglob("*")):
        facts = path.lstat()
        data = path.read_bytes() if stat.S_ISREG(facts.st_mode) else b""
        found[str(path.relative_to(root))] = (facts.st_mode, facts.st_mtime_ns, data)
    return found
