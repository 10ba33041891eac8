"""What a question to git leaves below the repository: nothing, not a time, whatever kind of index it has."""

import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

import hermes_tui
from hermes_tui.core.git.facts import GitChange, file_facts, last_commit, repository_facts
from support.git_repositories import git, make_repository, state_of, use_nobodys_configuration

LONG_AGO = (1_000_000_000, 1_000_000_000)
ASKING = (
    "import sys, pathlib; from hermes_tui.core.git.facts import *; root = pathlib.Path(sys.argv[1]);"
    "repository_facts(root); [(file_facts(root, root / name), last_commit(root, root / name))"
    " for name in ('AGENTS.md', 'docs/a.md', 'untracked.md', 'gone.md')]"
)
WRITING = (
    "openat,open,creat,utimensat,utime,rename,renameat,renameat2,unlink,unlinkat,mkdir,mkdirat,link,linkat"
)


def _plain(root: Path) -> None:
    git(root, "config", "core.trustctime", "true")


def _split(root: Path) -> None:
    git(root, "config", "core.splitIndex", "true")
    git(root, "update-index", "--split-index")


def _untracked_cache(root: Path) -> None:
    git(root, "config", "core.untrackedCache", "true")
    git(root, "update-index", "--force-untracked-cache")
    git(root, "status")


def _file_system_monitor(root: Path) -> None:
    git(root, "update-index", "--force-write-index", "--index-version", "4")
    git(root, "config", "core.fsmonitor", "true")


def _maintenance(root: Path) -> None:
    for setting in ("gc.auto=1", "gc.autoDetach=false", "maintenance.auto=true", "core.commitGraph=true"):
        git(root, "config", *setting.split("="))


def _trace(root: Path) -> None:
    for kind in ("normalTarget", "perfTarget", "eventTarget"):
        git(root, "config", f"trace2.{kind}", f"{root}/trace")


def _log_of_references(root: Path) -> None:
    git(root, "config", "core.logAllRefUpdates", "always")
    git(root, "pack-refs", "--all")


KINDS = (_plain, _split, _untracked_cache, _file_system_monitor, _maintenance, _trace, _log_of_references)


@pytest.fixture(autouse=True)
def nobodys_configuration(monkeypatch: pytest.MonkeyPatch) -> None:
    use_nobodys_configuration(monkeypatch)


def prepared(root: Path, prepare: Callable[[Path], None]) -> Path:
    """A repository in which every question is asked: converted, changed, untracked, ignored, gone files."""
    make_repository(root)
    prepare(root)
    (root / ".gitattributes").write_text("* text filter=x\n")
    (root / ".gitignore").write_text("untracked.md\n")
    (root / "untracked.md").write_text("x\n")
    (root / "AGENTS.md").write_text("changed\n")
    (root / "docs/a.md").write_bytes(b"a\r\n")
    for path in root.rglob("*"):
        os.utime(path, LONG_AGO)
    return root


def named(prepare: Callable[[Path], None]) -> str:
    return prepare.__name__.strip("_").replace("_", " ")


@pytest.mark.parametrize("prepare", KINDS, ids=named)
def test_neither_bytes_nor_times_change(prepare: Callable[[Path], None], tmp_path: Path) -> None:
    root = prepared(tmp_path / "repository", prepare)
    before = state_of(root)
    repository_facts(root)
    assert file_facts(root, root / "AGENTS.md").change is GitChange.FILTERED
    for name in ("docs/a.md", "untracked.md", "gone.md"):
        file_facts(root, root / name)
        last_commit(root, root / name)
    assert state_of(root) == before


def test_reading_a_split_index_in_a_careless_way_does_write(tmp_path: Path) -> None:
    root = prepared(tmp_path / "repository", _split)
    before = state_of(root)
    git(root, "check-attr", "text", "AGENTS.md")
    assert state_of(root) != before


@pytest.mark.parametrize("prepare", KINDS, ids=named)
def test_no_system_call_asks_to_write_there(prepare: Callable[[Path], None], tmp_path: Path) -> None:
    root = prepared(tmp_path / "repository", prepare)
    strace = shutil.which("strace")
    if strace is None:
        pytest.skip("there is no strace")
    log = tmp_path / "log"
    traced = [strace, "-f", "-qq", "-e", f"trace={WRITING}", "-o", str(log), "-s", "4096"]
    source = str(Path(hermes_tui.__file__).parent.parent)
    done = subprocess.run(
        [*traced, sys.executable, "-B", "-c", ASKING, str(root)],
        env={**os.environ, "PYTHONPATH": source},
        capture_output=True,
        text=True,
        check=False,
    )
    if "ptrace" in done.stderr:
        pytest.skip("no process may be traced here")
    assert done.returncode == 0, done.stderr
    calls = [line for line in log.read_text().splitlines() if f'"{root}' in line or '".git' in line]
    assert any(".git" in call for call in calls)  # the trace saw git
    assert [call for call in calls if _writes(call)] == []


def _writes(call: str) -> bool:
    """A call that would change something, whether it succeeds or not."""
    is_opening = call.split(maxsplit=1)[-1].startswith("open")
    return not is_opening or any(flag in call for flag in ("O_WRONLY", "O_RDWR", "O_CREAT", "O_TRUNC"))
