"""What a hostile .git can hold: pipes, files of gigabytes, objects that unpack to any size, circles.

Each question to git ends within two seconds with one line, in some tens of megabytes; nothing is written.
"""

import os
import time
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest

from hermes_tui.cli import main
from hermes_tui.core.git.facts import file_facts, last_commit, repository_facts
from support import posix
from support.git_repositories import git, make_repository, state_of, use_nobodys_configuration
from support.processes import children_of_this, with_memory_measured

READ_IN_GIT = (
    "HEAD",
    "config",
    "config.worktree",
    "commondir",
    "index",
    "packed-refs",
    "shallow",
    "refs/heads/main",
    "objects/info/alternates",
    "info/exclude",
    "info/attributes",
    "info/grafts",
)
GIGABYTES = 5_000_000_000


@pytest.fixture(autouse=True)
def nobodys_configuration(monkeypatch: pytest.MonkeyPatch) -> None:
    use_nobodys_configuration(monkeypatch)


@pytest.fixture
def root(tmp_path: Path) -> Path:
    root = make_repository(tmp_path / "repository")
    git(root, "config", "extensions.worktreeConfig", "true")
    return root


def _in_place_of(root: Path, name: str) -> Path:
    path = root / ".git" / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.unlink(missing_ok=True)
    return path


class Pipe(NamedTuple):
    """A pipe in place of a file in ``.git``."""

    name: str

    def put(self, root: Path) -> None:
        os.mkfifo(_in_place_of(root, self.name))


class Sparse(NamedTuple):
    """A file of gigabytes, of which the disk holds nothing."""

    name: str

    def put(self, root: Path) -> None:
        path = _in_place_of(root, self.name)
        path.write_bytes({"commondir": b".\n", "HEAD": b"ref: refs/heads/main\n"}.get(self.name, b""))
        os.truncate(path, GIGABYTES)


class Bomb(NamedTuple):
    """The last commit, its tree or its blob, in a few hundred kilobytes that unpack to 400 MB."""

    revision: str
    kind: str

    def put(self, root: Path) -> None:
        name = git(root, "rev-parse", self.revision)
        path = root / ".git/objects" / name[:2] / name[2:]
        path.unlink()
        size = 400_000_000
        packer = zlib.compressobj(9)
        with path.open("wb") as file:
            file.write(packer.compress(b"%s %d\0" % (self.kind.encode(), size)))
            for _ in range(size // 1_000_000):
                file.write(packer.compress(bytes(1_000_000)))
            file.write(packer.flush())


def _includes_without_end(root: Path) -> None:
    for number in range(10):
        nexts = f"[include]\n\tpath = {root}/.git/more{number + 1}\n" * 20
        (root / f".git/more{number}").write_text(nexts)
    with (root / ".git/config").open("a") as config:
        config.write(f"[include]\n\tpath = {root}/.git/more0\n")


def _includes_a_pipe(root: Path) -> None:
    os.mkfifo(root / ".git/pipe")
    with (root / ".git/config").open("a") as config:
        config.write(f"[include]\n\tpath = {root}/.git/pipe\n")


def _alternates_in_a_circle(root: Path) -> None:
    other = make_repository(root.parent / "other")
    (root / ".git/objects/info/alternates").write_text(f"{other}/.git/objects\n" * 500)
    (other / ".git/objects/info/alternates").write_text(f"{root}/.git/objects\n" * 500)


def _common_directory_of_itself(root: Path) -> None:
    (root / ".git/commondir").write_text("../.git\n")


def _pointer_to_itself(root: Path) -> None:
    (root / ".git").rename(root / "kept")
    (root / ".git").write_text("gitdir: .git\n")


def _pointer_of_gigabytes(root: Path) -> None:
    (root / ".git").rename(root / "kept")
    (root / ".git").write_text("gitdir: kept\n")
    os.truncate(root / ".git", 900_000_000)


def _head_that_names_itself(root: Path) -> None:
    (root / ".git/HEAD").write_text("ref: HEAD\n")


def _branch_that_leads_out(root: Path) -> None:
    (root / ".git/HEAD").write_text("ref: refs/heads/../../../../../../dev/zero\n")


def _work_tree_elsewhere(root: Path) -> None:
    git(root, "config", "core.worktree", "/proc")


def _ignore_rules_of_gigabytes(root: Path) -> None:
    with (root / ".gitignore").open("wb") as file:
        file.truncate(GIGABYTES)


HOSTILE: dict[str, Callable[[Path], None]] = {
    **{f"a pipe called {name}": Pipe(name).put for name in READ_IN_GIT},
    **{f"gigabytes of {name}": Sparse(name).put for name in READ_IN_GIT},
    "a blob that unpacks to any size": Bomb("HEAD:AGENTS.md", "blob").put,
    "a tree that unpacks to any size": Bomb("HEAD^{tree}", "tree").put,
    "a commit that unpacks to any size": Bomb("HEAD", "commit").put,
    **{
        made.__name__.strip("_").replace("_", " "): made
        for made in (
            _includes_without_end,
            _includes_a_pipe,
            _alternates_in_a_circle,
            _common_directory_of_itself,
            _pointer_to_itself,
            _pointer_of_gigabytes,
            _head_that_names_itself,
            _branch_that_leads_out,
            _work_tree_elsewhere,
            _ignore_rules_of_gigabytes,
        )
    },
}


class Asked(NamedTuple):
    """What asking everything took."""

    sentences: tuple[str, ...]
    seconds: float
    memory_of_git: int


def ask(root: Path) -> Asked:
    begin = time.monotonic()
    other = root / "untracked.md"
    said = (
        repository_facts(root).sentence,
        file_facts(root, root / "AGENTS.md").sentence,
        file_facts(root, other).sentence,
        str(last_commit(root, root / "AGENTS.md")),
    )
    seconds = time.monotonic() - begin
    return Asked(said, seconds, peak(posix.resource.RUSAGE_CHILDREN))


def peak(who: int) -> int:
    """Bytes that this process, or the largest of its children so far, had at most."""
    return int(posix.resource.getrusage(who).ru_maxrss) * 1024


@pytest.mark.parametrize("kind", HOSTILE)
def test_git_answers_within_bounds(kind: str, root: Path) -> None:
    (root / "untracked.md").write_text("x")
    (root / "AGENTS.md").write_text("changed\n")
    HOSTILE[kind](root)
    others, before = set(children_of_this()), state_of(root)
    # A child counts as large as this process until it runs git, and those of other tests count as well.
    known = max(peak(posix.resource.RUSAGE_SELF), peak(posix.resource.RUSAGE_CHILDREN))
    measured = with_memory_measured(lambda: ask(root))
    asked: Asked = measured.answer
    assert asked.seconds < 4, asked  # a silence of two, on a busy machine
    assert measured.grown < 60_000_000
    assert asked.memory_of_git < max(300_000_000, known + 60_000_000)
    assert all("\n" not in sentence for sentence in asked.sentences)
    assert state_of(root) == before
    assert set(children_of_this()) <= others


def test_each_command_says_it_in_a_line(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    Pipe("refs/heads/main").put(root)
    for command in (["check", "--git"], ["why", "--git", "be kind"], ["show"]):
        assert main([*command, str(root)]) in (0, 1)
    said = capsys.readouterr()
    assert ".git/refs/heads/main is no file" in said.out
    assert said.err == ""
