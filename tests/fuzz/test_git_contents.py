"""Seeded damage to what stands in .git, and every command that asks git: a line of text, and nothing else.

A short run stands among the plain tests; ``pytest -m fuzz --mutations 2000 tests/fuzz`` is the long one.
"""

import os
import shutil
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from hermes_tui.cli import main
from hermes_tui.core.git.facts import last_commit, repository_facts
from hermes_tui.core.text.terminal_safe import safe
from support.git_repositories import git, make_repository, state_of, use_nobodys_configuration
from support.mutations import mutated
from support.processes import children_of_this, memory_now

FEW = 12
"""Mutations of the plain run."""
SILENCE = 2.0
_BUSY = 2.5
"""So many times slower a machine may be than one that does nothing else."""
GROWTH = 150_000_000


@pytest.fixture
def sound(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A repository with a linked work tree, a nested repository, packed and loose references and objects."""
    use_nobodys_configuration(monkeypatch)
    root = make_repository(tmp_path / "sound")
    git(root, "gc", "--quiet")
    (root / "AGENTS.md").write_text("# Rules\n\n- be kind\n- be short\n")
    git(root, "commit", "--quiet", "--all", "--message=short")
    git(root, "branch", "other")
    git(root, "tag", "--annotate", "one", "--message=one")
    git(root, "worktree", "add", "--quiet", str(root / "linked"), "other")
    (root / "linked/.git").write_text("gitdir: ../.git/worktrees/linked\n")
    git(root, "-c", "protocol.file.allow=always", "submodule", "--quiet", "add", f"{root}/.git", "inner")
    (root / ".gitattributes").write_text("*.md text\n")
    (root / "docs/a.md").write_bytes(b"a\r\n")
    return root


def damage(root: Path, random: Random) -> str:
    """Change one to three things in ``.git``; returns what, for the message of a failed test."""
    done: list[str] = []
    for _ in range(random.randint(1, 3)):
        path = random.choice(sorted(_read_by_git(root)))
        name = os.fspath(path.relative_to(root))
        way = random.choice(
            ("bytes", "bytes", "bytes", "bytes", "pipe", "gone", "directory", "link", "sparse")
        )
        done.append(f"{name}: {way}")
        data = path.read_bytes()
        path.unlink()
        match way:
            case "bytes":
                path.write_bytes(mutated(data, random))
            case "pipe":
                os.mkfifo(path)
            case "directory":
                path.mkdir()
            case "link":
                path.symlink_to(
                    random.choice(("/dev/zero", "/dev/tty", "HEAD", path.name, "/proc/self/fd/0"))
                )
            case "sparse":
                path.write_bytes(data)
                os.truncate(path, random.choice((10_000_000, 900_000_000, 6_000_000_000)))
    return "; ".join(done)


def _read_by_git(root: Path) -> Iterator[Path]:
    for path in root.rglob("*"):
        is_git = ".git" in path.relative_to(root).parts
        if is_git and "hooks" not in path.parts and path.is_file() and not path.is_symlink():
            yield path


def ask(root: Path) -> Iterator[str]:
    """Ask all that asks git; yields after each question."""
    for command in (
        ["check", "--git", "--fail-on", "error", str(root)],
        ["why", "--git", "be kind", str(root)],
        ["why", "--git", "AGENTS.md", str(root / "linked")],
        ["show", str(root / "inner")],
        ["check", "--git", "--format", "sarif", str(root / "inner")],
    ):
        assert main(command) in (0, 1), command
        yield command[0]
    for directory in (root, root / "linked", root / "inner"):  # what the head of the screen tells
        assert safe(repository_facts(directory).sentence).isprintable()
        yield f"facts of {directory.name}"
    last_commit(root, root / "AGENTS.md")
    yield "last commit"


def run(sound: Path, place: Path, seeds: range) -> float:
    """Damage and ask, once for each seed; returns the longest silence in seconds."""
    longest, others = 0.0, set(children_of_this())
    for seed in seeds:
        root = place / "damaged"
        shutil.copytree(sound, root, symlinks=True)
        what = f"seed {seed}: {damage(root, Random(seed))}"
        before = state_of(root)
        began = time.monotonic()
        try:
            for question in ask(root):
                took = time.monotonic() - began
                longest = max(longest, took)
                assert took < SILENCE * _BUSY, f"{what}: {question} took {took:.1f} s"
                began = time.monotonic()
        except Exception as error:
            raise AssertionError(what) from error
        assert state_of(root) == before, what
        assert set(children_of_this()) <= others, what
        shutil.rmtree(root)
    return longest


def test_damage_in_git_is_a_line_of_text(
    sound: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    before = memory_now()
    run(sound, tmp_path, range(FEW))
    assert memory_now() - before < GROWTH
    assert "Traceback" not in capsys.readouterr().err


@pytest.mark.fuzz
def test_much_damage_in_git_is_a_line_of_text(
    sound: Path, tmp_path: Path, pytestconfig: pytest.Config, capsys: pytest.CaptureFixture[str]
) -> None:
    before = memory_now()
    longest = 0.0
    count = pytestconfig.getoption("--mutations")
    for first in range(FEW, FEW + count, 50):
        longest = max(longest, run(sound, tmp_path, range(first, min(first + 50, FEW + count))))
        assert "Traceback" not in capsys.readouterr().err  # and what was printed is let go
    assert memory_now() - before < GROWTH
    with capsys.disabled():
        print(f"\n{count} mutations, longest silence {longest:.2f} s, grown {memory_now() - before:,} bytes")
