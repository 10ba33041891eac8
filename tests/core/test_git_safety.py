"""Asking git starts nothing that a repository names, and writes nothing."""

import os
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

import hermes_tui
from hermes_tui.core.git.facts import file_facts, last_commit, repository_facts
from support import posix
from support.git_repositories import (
    git,
    git_at_a_terminal,
    make_repository,
    state_of,
    use_nobodys_configuration,
)

REPOSITORY = Path(hermes_tui.__file__).parent.parent


@pytest.fixture(autouse=True)
def nobodys_configuration(monkeypatch: pytest.MonkeyPatch) -> None:
    use_nobodys_configuration(monkeypatch)


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    return make_repository(tmp_path / "repository")


@pytest.fixture
def marker(tmp_path: Path) -> Path:
    return tmp_path / "marker"


@pytest.fixture
def program(tmp_path: Path, marker: Path) -> Path:
    """A program that a repository may name; it leaves a mark."""
    path = tmp_path / "program"
    path.write_text(f'#!/bin/sh\necho "$0 $@" >> "{marker}"\nexit 0\n')
    path.chmod(0o755)
    return path


def ask_everything(root: Path) -> None:
    repository_facts(root)
    for name in ("AGENTS.md", "docs/a.md", "untracked.md", "ignored.md", "gone.md"):
        file_facts(root, root / name)
        last_commit(root, root / name)


def test_nothing_is_written(repository: Path) -> None:
    (repository / ".gitignore").write_text("ignored.md\n")
    for name in ("untracked.md", "ignored.md"):
        (repository / name).write_text("x\n")
    os.utime(repository / "AGENTS.md", (1, 1))  # git status would refresh the index
    (repository / "docs/a.md").write_text("changed\n")
    before = state_of(repository)
    ask_everything(repository)
    assert state_of(repository) == before


def configure(root: Path, program: Path, *lines: str) -> None:
    with (root / ".git/config").open("a") as config:
        config.write("\n".join(lines).replace("PROGRAM", str(program)) + "\n")


def _fsmonitor(root: Path, program: Path) -> tuple[str, ...]:
    configure(root, program, "[core]", "fsmonitor = PROGRAM")
    return ("status",)


def _clean_filter(root: Path, program: Path) -> tuple[str, ...]:
    configure(root, program, '[filter "x"]', "clean = PROGRAM clean", "smudge = PROGRAM smudge")
    (root / ".gitattributes").write_text("* filter=x\n")
    os.utime(root / "AGENTS.md", (1, 1))
    return ("status",)


def _process_filter(root: Path, program: Path) -> tuple[str, ...]:
    configure(root, program, '[filter "x"]', "process = PROGRAM process")
    (root / ".gitattributes").write_text("* filter=x\n")
    os.utime(root / "AGENTS.md", (1, 1))
    return ("status",)


def _external_diff(root: Path, program: Path) -> tuple[str, ...]:
    configure(root, program, "[diff]", "external = PROGRAM")
    (root / "AGENTS.md").write_text("changed\n")
    return ("diff",)


def _textconv(root: Path, program: Path) -> tuple[str, ...]:
    configure(root, program, '[diff "x"]', "textconv = PROGRAM")
    (root / ".gitattributes").write_text("* diff=x\n")
    (root / "AGENTS.md").write_text("changed\n")
    return ("diff",)


def _signature_program(root: Path, program: Path) -> tuple[str, ...]:
    commit = git(root, "cat-file", "commit", "HEAD")
    head, _, message = commit.partition("\n\n")
    signature = "gpgsig -----BEGIN PGP SIGNATURE-----\n \n x\n -----END PGP SIGNATURE-----"
    signed = git(
        root, "hash-object", "-t", "commit", "-w", "--stdin", text=f"{head}\n{signature}\n\n{message}\n"
    )
    git(root, "update-ref", "HEAD", signed)
    configure(root, program, "[log]", "showSignature = true", "[gpg]", "program = PROGRAM")
    return ("log", "-1")


def _pager(root: Path, program: Path) -> tuple[str, ...]:
    configure(root, program, "[core]", "pager = PROGRAM", "[pager]", "log = PROGRAM")
    return ("--paginate", "log")


def _editor(root: Path, program: Path) -> tuple[str, ...]:
    configure(root, program, "[core]", "editor = PROGRAM")
    return ("commit", "--amend")


def _hooks(root: Path, program: Path) -> tuple[str, ...]:
    hooks = root / "hooks"
    hooks.mkdir()
    for name in ("post-checkout", "post-index-change", "reference-transaction", "fsmonitor-watchman"):
        (hooks / name).write_bytes(program.read_bytes())
        (hooks / name).chmod(0o755)
    configure(root, program, "[core]", f"hooksPath = {hooks}")
    return ("checkout", "--quiet", "-b", "other")


def _included_configuration(root: Path, program: Path) -> tuple[str, ...]:
    (root / "more").write_text(f"[core]\nfsmonitor = {program}\n")
    configure(root, program, "[include]", f"path = {root}/more")
    return ("status",)


def _promisor_remote(root: Path, program: Path) -> tuple[str, ...]:
    configure(
        root,
        program,
        "[core]",
        "repositoryformatversion = 1",
        "sshCommand = PROGRAM",
        "[extensions]",
        "partialClone = origin",
        '[remote "origin"]',
        "url = ssh://example.invalid/x",
        "promisor = true",
        "[protocol]",
        "allow = always",
    )
    tree = git(root, "rev-parse", "HEAD^{tree}")
    (root / ".git/objects" / tree[:2] / tree[2:]).unlink()
    return ("cat-file", "-p", tree)


@pytest.mark.parametrize(
    "prepare",
    [
        _fsmonitor,
        _clean_filter,
        _process_filter,
        _external_diff,
        _textconv,
        _signature_program,
        _pager,
        _editor,
        _hooks,
        _included_configuration,
        _promisor_remote,
    ],
    ids=lambda prepare: re.sub("_", " ", prepare.__name__).strip(),
)
def test_program_that_the_repository_names_is_not_run(
    prepare: Callable[[Path, Path], tuple[str, ...]], repository: Path, program: Path, marker: Path
) -> None:
    (repository / "untracked.md").write_text("x\n")
    provoking = prepare(repository, program)
    ask_everything(repository)
    assert not marker.exists(), marker.read_text()
    # The same repository does run it when git is asked in a careless way: the trap is a real one.
    git_at_a_terminal(repository, *provoking)
    assert marker.exists()


def test_what_waits_at_the_terminal_of_a_test_is_ended(repository: Path) -> None:
    posix.os.mkfifo(repository / "pipe")
    configure(repository, repository / "none", "[core]", f"pager = cat {repository}/pipe")
    with pytest.raises(TimeoutError):
        git_at_a_terminal(repository, "--paginate", "log", seconds=0.3)


IN_A_NEW_PROCESS = (
    "import sys, pathlib; from hermes_tui.core.git.facts import *; root = pathlib.Path(sys.argv[1]);"
    "print(repository_facts(root).sentence); print(file_facts(root, root / 'AGENTS.md').sentence)"
)
"""GitPython asks for a git when it is imported; so it is imported anew."""


def answers_with(search_path: str, root: Path, cwd: Path) -> list[str]:
    done = subprocess.run(
        [sys.executable, "-P", "-W", "error", "-c", IN_A_NEW_PROCESS, str(root)],
        cwd=cwd,
        env={**os.environ, "PATH": search_path, "PYTHONPATH": str(REPOSITORY)},
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout.splitlines()


@pytest.mark.parametrize("entry", [".", "", "bin", "ROOT", "ROOT/bin", "ELSEWHERE", "OUTER/bin"])
def test_git_that_lies_in_the_repository_is_passed_over(
    entry: str, repository: Path, marker: Path, program: Path, tmp_path: Path
) -> None:
    (repository / ".git" / "info" / "exclude").write_text("*\n")
    root = repository / "nested" if entry.startswith("OUTER") else repository
    if root != repository:
        make_repository(root)
    for directory in (repository, repository / "bin", root):
        directory.mkdir(exist_ok=True)
        (directory / "git").write_bytes(program.read_bytes())
        (directory / "git").chmod(0o755)
    (tmp_path / "elsewhere").symlink_to(repository / "bin")
    places = {"ROOT": root, "ELSEWHERE": tmp_path / "elsewhere", "OUTER": repository}
    for name, place in places.items():
        entry = entry.replace(name, str(place))
    search_path = f"{entry}{os.pathsep}{os.environ['PATH']}"
    assert answers_with(search_path, root, root) == [
        "branch main" if root == repository else f"branch main · inside another repository, {repository}",
        "tracked · unchanged since the last commit",
    ]
    assert not marker.exists()
    assert answers_with(entry, root, root)[1] == (
        "the git on PATH lies in the repository, or is found from the working directory: it is not run"
    )
    assert not marker.exists()
