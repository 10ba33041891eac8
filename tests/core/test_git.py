"""Facts from git, about real repositories; nothing that they configure may run."""

import os
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from hermes_tui.core.filesystem.disk import Disk
from hermes_tui.core.git.blobs import BlobDifference, compare
from hermes_tui.core.git.facts import (
    GitChange,
    LastCommit,
    NoCommit,
    file_facts,
    last_commit,
    repository_facts,
)
from hermes_tui.core.git.program import GitProblem, ask_git
from hermes_tui.core.git.roots import RepositoryKind, git_root_at
from support import posix
from support.git_repositories import TEXT, git, make_repository, state_of, use_nobodys_configuration


@pytest.fixture(autouse=True)
def nobodys_configuration(monkeypatch: pytest.MonkeyPatch) -> None:
    use_nobodys_configuration(monkeypatch)


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    return make_repository(tmp_path / "repository")


# ── the repository ──


def test_branch_is_named(repository: Path) -> None:
    facts = repository_facts(repository)
    assert (facts.kind, facts.branch, facts.problem) == (RepositoryKind.WORK_TREE, "main", "")
    assert facts.sentence == "branch main"


def test_branch_with_slashes_is_named_whole(repository: Path) -> None:
    git(repository, "switch", "--quiet", "--create", "feature/one/two")
    assert repository_facts(repository).branch == "feature/one/two"


def test_branch_without_a_commit_has_a_name_already(tmp_path: Path) -> None:
    git(tmp_path, "init", "--quiet", "--initial-branch=trunk")
    (tmp_path / "AGENTS.md").write_text(TEXT)
    assert repository_facts(tmp_path).branch == "trunk"
    assert file_facts(tmp_path, tmp_path / "AGENTS.md").tracked is False
    assert last_commit(tmp_path, tmp_path / "AGENTS.md") == NoCommit("there is no commit yet")
    git(tmp_path, "add", "AGENTS.md")
    assert file_facts(tmp_path, tmp_path / "AGENTS.md").change is GitChange.NEW


def test_detached_head_is_said(repository: Path) -> None:
    name = git(repository, "rev-parse", "HEAD")
    git(repository, "checkout", "--quiet", "--detach")
    assert repository_facts(repository).branch == f"detached at {name[:10]}"


def test_linked_work_tree_names_its_main_one(repository: Path, tmp_path: Path) -> None:
    linked = tmp_path / "linked"
    git(repository, "worktree", "add", "--quiet", str(linked), "-b", "topic")
    facts = repository_facts(linked)
    assert (facts.kind, facts.main, facts.branch) == (RepositoryKind.WORKTREE, repository, "topic")
    assert facts.sentence == f"branch topic · a work tree linked to {repository}"
    assert file_facts(linked, linked / "AGENTS.md").change is GitChange.NONE


def test_submodule_names_its_superproject(repository: Path, tmp_path: Path) -> None:
    outer = tmp_path / "outer"
    outer.mkdir()
    git(outer, "init", "--quiet")
    git(
        outer,
        "-c",
        "protocol.file.allow=always",
        "submodule",
        "--quiet",
        "add",
        str(repository),
        "libs/inner",
    )
    inner = outer / "libs/inner"
    facts = repository_facts(inner)
    assert (facts.kind, facts.superproject, facts.above) == (RepositoryKind.SUBMODULE, outer, outer)
    assert file_facts(inner, inner / "AGENTS.md").tracked is True


def test_repository_above_is_named(repository: Path) -> None:
    nested = repository / "examples/starter"
    nested.mkdir(parents=True)
    git(nested, "init", "--quiet", "--initial-branch=main")
    assert repository_facts(nested).above == repository
    assert repository_facts(nested).sentence == f"branch main · inside another repository, {repository}"
    assert repository_facts(repository).above is None


@pytest.mark.parametrize(
    "make",
    [
        lambda dotgit: (dotgit / "objects").mkdir(parents=True),
        lambda dotgit: (dotgit / "HEAD").mkdir(parents=True),
        lambda dotgit: git(dotgit.parent, "init", "--quiet"),
        lambda dotgit: dotgit.write_text("gitdir:../repository/.git\n"),
        lambda dotgit: dotgit.write_text("gitdir: ../repository/.git\n"),
        lambda dotgit: dotgit.write_text("gitdir: ../repository/.git\n\n"),
        lambda dotgit: dotgit.write_text("gitdir: ../repository\n"),
        lambda dotgit: dotgit.symlink_to("../repository/.git"),
    ],
    ids=[
        "without HEAD",
        "HEAD alone",
        "a new one",
        "a pointer without a blank",
        "a pointer",
        "a pointer with two line ends",
        "a pointer to what is none",
        "a link",
    ],
)
def test_what_is_a_repository_is_what_git_takes_for_one(
    make: Callable[[Path], object], repository: Path, tmp_path: Path
) -> None:
    place = tmp_path / "place"
    place.mkdir()
    make(place / ".git")
    asked = subprocess.run(["git", "rev-parse", "--git-dir"], cwd=place, capture_output=True, check=False)
    root = git_root_at(place, Disk())
    assert root.is_stray == (asked.returncode != 0)
    assert repository_facts(place).kind is root.kind


def test_only_a_repository_counts_as_the_one_above(repository: Path) -> None:
    nested = repository / "stray/.git/x"
    nested.mkdir(parents=True)
    (repository / "stray/deep/.git").mkdir(parents=True)
    assert git_root_at(repository / "stray/deep", Disk()).above == repository
    assert repository_facts(repository / "stray/deep").above == repository


def test_a_repository_that_cannot_be_asked_is_none_that_is_stray(
    repository: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GIT_DIR", "/elsewhere")
    facts = repository_facts(repository)
    assert (facts.kind, facts.sentence.split(" ")[0]) == (RepositoryKind.WORK_TREE, "GIT_DIR")


def test_a_file_too_large_to_look_into_is_not_compared(repository: Path) -> None:
    os.truncate(repository / "AGENTS.md", 60_000_000_000)
    assert file_facts(repository, repository / "AGENTS.md").change is GitChange.UNKNOWN


def test_bare_repository_is_said(repository: Path) -> None:
    git(repository, "config", "core.bare", "true")
    assert repository_facts(repository).kind is RepositoryKind.BARE
    assert repository_facts(repository).sentence == "branch main · bare repository"


@pytest.mark.parametrize(
    ("make", "said"),
    [
        (lambda dotgit: dotgit.mkdir(), "there is a directory called .git, but it is no repository"),
        (lambda dotgit: dotgit.write_text("hello"), "there is a file called .git, but it is no repository"),
        (
            lambda dotgit: dotgit.write_text("gitdir: /nowhere/at/all\n"),
            "its .git file points to /nowhere/at/all, and no repository is there",
        ),
    ],
    ids=["an empty directory", "any file", "a pointer to nowhere"],
)
def test_stray_git_is_said_even_inside_a_repository(
    make: Callable[[Path], object], said: str, repository: Path
) -> None:
    stray = repository / "stray"
    stray.mkdir()
    make(stray / ".git")
    (stray / "AGENTS.md").write_text(TEXT)
    facts = repository_facts(stray)
    assert (facts.kind, facts.problem, facts.above) == (RepositoryKind.STRAY, said, repository)
    assert file_facts(stray, stray / "AGENTS.md").problem == said
    assert last_commit(stray, stray / "AGENTS.md") == NoCommit(said)


# ── one file ──


def test_file_as_committed_is_unchanged(repository: Path) -> None:
    facts = file_facts(repository, repository / "AGENTS.md")
    assert (facts.tracked, facts.ignored, facts.change, facts.problem) == (True, False, GitChange.NONE, "")
    assert facts.sentence == "tracked · unchanged since the last commit"


def test_touched_file_is_still_unchanged(repository: Path) -> None:
    os.utime(repository / "AGENTS.md", (1, 1))
    assert file_facts(repository, repository / "AGENTS.md").change is GitChange.NONE


def test_change_counts_from_the_last_commit_and_not_from_what_is_staged(repository: Path) -> None:
    (repository / "AGENTS.md").write_text("other\n")
    assert file_facts(repository, repository / "AGENTS.md").change is GitChange.CHANGED
    git(repository, "add", "AGENTS.md")
    assert file_facts(repository, repository / "AGENTS.md").change is GitChange.CHANGED


def test_deleted_file_is_changed(repository: Path) -> None:
    (repository / "AGENTS.md").unlink()
    assert file_facts(repository, repository / "AGENTS.md").change is GitChange.CHANGED


def test_file_that_became_a_pipe_is_changed_and_not_opened(repository: Path) -> None:
    (repository / "AGENTS.md").unlink()
    posix.os.mkfifo(repository / "AGENTS.md")
    assert file_facts(repository, repository / "AGENTS.md").change is GitChange.CHANGED


def test_link_is_compared_by_where_it_points(repository: Path) -> None:
    link = repository / "CLAUDE.md"
    link.symlink_to("AGENTS.md")
    git(repository, "add", ".")
    git(repository, "commit", "--quiet", "--message=link")
    assert file_facts(repository, link).change is GitChange.NONE
    link.unlink()
    link.symlink_to("docs/a.md")
    assert file_facts(repository, link).change is GitChange.CHANGED
    link.unlink()
    link.write_text("AGENTS.md")
    assert file_facts(repository, link).change is GitChange.CHANGED


def test_added_file_is_new_until_it_is_committed(repository: Path) -> None:
    (repository / "docs/AGENTS.md").write_text(TEXT)
    assert file_facts(repository, repository / "docs/AGENTS.md").sentence == "not tracked"
    git(repository, "add", ".")
    assert (
        file_facts(repository, repository / "docs/AGENTS.md").sentence
        == "tracked · not in the last commit yet"
    )


def test_ignored_file_is_said(repository: Path) -> None:
    (repository / ".gitignore").write_text("build/\n")
    (repository / "build").mkdir()
    (repository / "build/AGENTS.md").write_text(TEXT)
    facts = file_facts(repository, repository / "build/AGENTS.md")
    assert (facts.tracked, facts.ignored) == (False, True)
    assert facts.sentence == "ignored by git"


def test_tracked_file_is_not_ignored_whatever_the_rules_say(repository: Path) -> None:
    (repository / ".gitignore").write_text("AGENTS.md\n")
    assert file_facts(repository, repository / "AGENTS.md").ignored is False


@pytest.mark.parametrize("name", [":(top)AGENTS.md", "*", "a[b].md", "-n", ":!x", "new\nline.md"])
def test_name_is_taken_literally(name: str, repository: Path) -> None:
    (repository / name).write_text("x\n")
    assert file_facts(repository, repository / name).sentence == "not tracked"
    git(repository, "--literal-pathspecs", "add", "--", name)
    git(repository, "commit", "--quiet", "--message=odd")
    assert file_facts(repository, repository / name).sentence == "tracked · unchanged since the last commit"
    assert isinstance(last_commit(repository, repository / name), LastCommit)


def test_name_that_is_not_utf8_is_a_sentence(repository: Path) -> None:
    odd = Path(os.fsdecode(os.fsencode(repository) + b"/\xff.md"))
    odd.write_text("x")
    assert file_facts(repository, odd).problem == "its name is not UTF-8"


def test_file_outside_is_a_sentence(repository: Path, tmp_path: Path) -> None:
    assert file_facts(repository, tmp_path / "AGENTS.md").problem == f"it is outside {repository}"
    assert file_facts(repository, repository / "../AGENTS.md").problem == f"it is outside {repository}"


def test_file_in_a_nested_repository_is_asked_there(repository: Path) -> None:
    nested = repository / "examples/starter"
    nested.mkdir(parents=True)
    (nested / "AGENTS.md").write_text(TEXT)
    git(nested, "init", "--quiet")
    git(nested, "add", ".")
    facts = file_facts(repository, nested / "AGENTS.md")
    assert (facts.repository, facts.change) == (nested, GitChange.NEW)


def test_other_line_ends_are_no_claim_of_a_change(repository: Path) -> None:
    (repository / "AGENTS.md").write_bytes(TEXT.replace("\n", "\r\n").encode())
    assert file_facts(repository, repository / "AGENTS.md").change is GitChange.LINE_ENDS


@pytest.mark.parametrize("attribute", ["text", "text=auto", "eol=crlf", "crlf"])
def test_line_ends_that_git_converts_are_not_judged(attribute: str, repository: Path) -> None:
    (repository / ".gitattributes").write_text(f"AGENTS.md {attribute}\n")
    (repository / "AGENTS.md").write_bytes(TEXT.replace("\n", "\r\n").encode())
    assert file_facts(repository, repository / "AGENTS.md").sentence == (
        "tracked · differs from what git stores in its line ends only; an attribute for text is set and was "
        "not applied, so whether git sees a change is not known"
    )


@pytest.mark.parametrize("attribute", ["filter=lfs", "ident", "working-tree-encoding=UTF-16"])
def test_why_a_file_that_git_converts_differs_is_not_known(attribute: str, repository: Path) -> None:
    (repository / ".gitattributes").write_text(f"AGENTS.md {attribute}\n")
    (repository / "AGENTS.md").write_text(f"{TEXT}one line more\n")
    facts = file_facts(repository, repository / "AGENTS.md")
    assert facts.change is GitChange.FILTERED
    assert facts.sentence == (
        "tracked · differs from what git stores; a filter is set and was not run, so why is not known"
    )


@pytest.mark.parametrize("setting", ["index.version=4", "core.splitIndex=true"])
def test_every_kind_of_index_is_understood(setting: str, repository: Path) -> None:
    git(repository, "config", *setting.split("="))
    git(repository, "update-index", *(["--split-index"] if "split" in setting else ["--index-version", "4"]))
    before = state_of(repository)
    (repository / "other.md").write_text("x")
    assert file_facts(repository, repository / "AGENTS.md").change is GitChange.NONE
    assert file_facts(repository, repository / "other.md").tracked is False
    (repository / "other.md").unlink()
    after = state_of(repository)
    assert before == after


def test_sha256_repository_is_compared_or_said(tmp_path: Path) -> None:
    git(tmp_path, "init", "--quiet", "--object-format=sha256")
    (tmp_path / "AGENTS.md").write_text(TEXT)
    git(tmp_path, "add", ".")
    git(tmp_path, "commit", "--quiet", "--message=x")
    facts = file_facts(tmp_path, tmp_path / "AGENTS.md")
    assert facts.tracked is True
    assert facts.change is GitChange.NONE


def test_reftable_is_said(repository: Path) -> None:
    # The HEAD that git writes there for programs that do not know reftables.
    (repository / ".git/HEAD").write_text("ref: refs/heads/.invalid\n")
    facts = repository_facts(repository)
    assert (facts.branch, facts.problem) == (
        "",
        "its references are a reftable, which GitPython does not read",
    )


def test_last_commit_has_author_date_and_summary(repository: Path) -> None:
    git(repository, "commit", "--quiet", "--allow-empty", "--message=later")
    found = last_commit(repository, repository / "AGENTS.md")
    assert isinstance(found, LastCommit)
    assert (found.author, found.summary) == ("Ada Okafor", "Write the rules down")
    assert found.date.isoformat() == "2026-06-01T10:30:00+02:00"
    assert last_commit(repository, repository / "nothing.md") == NoCommit("no commit has this file")


# ── what cannot be answered ──


def test_broken_repository_is_a_sentence(repository: Path) -> None:
    for path in (repository / ".git/objects").rglob("*"):
        if path.is_file():
            path.chmod(0o644)
            path.write_bytes(b"rubbish")
    facts = file_facts(repository, repository / "AGENTS.md")
    assert facts.problem
    assert isinstance(last_commit(repository, repository / "AGENTS.md"), NoCommit)
    assert repository_facts(repository).branch == "main"


@pytest.mark.parametrize("name", ["index", "config", "HEAD", "packed-refs"])
@pytest.mark.parametrize(
    "content", [b"", b"\xff\x00\xfe" * 100, b'[core\n\tx = "', b"DIRC\0\0\0\2\xff\xff\xff\xff"]
)
def test_rubbish_in_git_never_raises(name: str, content: bytes, repository: Path) -> None:
    (repository / ".git" / name).write_bytes(content)
    repository_facts(repository)
    file_facts(repository, repository / "AGENTS.md")
    last_commit(repository, repository / "AGENTS.md")


@pytest.mark.parametrize("name", ["index", "config", "HEAD"])
def test_pipe_in_git_does_not_hang(name: str, repository: Path) -> None:
    (repository / ".git" / name).unlink()
    posix.os.mkfifo(repository / ".git" / name)
    started = time.monotonic()
    assert repository_facts(repository).problem == f".git/{name} is no file"
    assert file_facts(repository, repository / "AGENTS.md").problem == f".git/{name} is no file"
    assert time.monotonic() - started < 2


def test_git_that_takes_too_long_is_ended(repository: Path) -> None:
    posix.os.mkfifo(repository / "endless")
    with (repository / ".git/config").open("a") as config:
        config.write(f"[include]\n\tpath = {repository}/endless\n")
    with pytest.raises(GitProblem, match=r"git took longer than 0\.2 seconds"):
        ask_git(repository, "rev-parse", "--git-dir", seconds=0.2)


@posix.needs_root
def test_repository_of_somebody_else_is_said_and_no_exception_is_made(
    repository: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("SUDO_UID", raising=False)
    for path in (repository, *repository.rglob("*")):
        posix.os.chown(path, 12345, 12345, follow_symlinks=False)
    facts = repository_facts(repository)
    said = "the repository belongs to uid 12345, and git does not answer about what belongs to others"
    assert (facts.branch, facts.problem) == ("main", said)
    assert file_facts(repository, repository / "AGENTS.md").problem == said
    assert not (Path.home() / ".gitconfig").exists()


def test_variable_that_leads_elsewhere_is_said(repository: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GIT_DIR", "/somewhere/else")
    assert repository_facts(repository).problem.startswith("GIT_DIR is set in the environment")


def test_without_a_git_program_the_branch_is_known_still(repository: Path, tmp_path: Path) -> None:
    code = (
        "import sys, pathlib; from hermes_tui.core.git.facts import *; root = pathlib.Path(sys.argv[1]);"
        "print(repository_facts(root).sentence); print(file_facts(root, root / 'AGENTS.md').sentence)"
    )
    (tmp_path / "empty").mkdir()
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", code, str(repository)],
        env={"PATH": str(tmp_path / "empty"), "PYTHONPATH": os.pathsep.join(sys.path)},
        capture_output=True,
        text=True,
        check=False,
    )
    said = "there is no git program on this machine"
    assert done.stdout.splitlines() == [f"branch main · {said}", said], done.stderr


BROKEN = {
    "silent": ("exit 0", "it does not tell its version"),
    "garbage": ("echo '\033]0;x\007?'; exit 0", "it does not tell its version"),
    "stub": ("echo 'stub: no developer tools were found' >&2; exit 1", "stub: no developer tools were found"),
    "failing": ("exit 3", "it ends with status 3"),
    "killed": ("kill -9 $$", "it ends with status -9"),
}


@pytest.mark.parametrize("kind", BROKEN)
@pytest.mark.parametrize("refresh", ["", "raise"])
def test_a_git_that_does_not_work_is_a_sentence(
    kind: str, refresh: str, repository: Path, tmp_path: Path
) -> None:
    script, why = BROKEN[kind]
    program = tmp_path / "bin" / "git"
    program.parent.mkdir()
    program.write_text(f"#!/bin/sh\n{script}\n")
    program.chmod(0o755)
    code = (
        "import sys, pathlib; from hermes_tui.core.git.facts import *; root = pathlib.Path(sys.argv[1]);"
        "print(repository_facts(root).sentence); print(file_facts(root, root / 'AGENTS.md').sentence);"
        "print(last_commit(root, root / 'AGENTS.md').reason)"
    )
    environ = {"PATH": str(program.parent), "PYTHONPATH": os.pathsep.join(sys.path)}
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", code, str(repository)],
        env=environ | ({"GIT_PYTHON_REFRESH": refresh} if refresh else {}),
        capture_output=True,
        text=True,
        check=False,
    )
    said = f"{program} does not work: {why}"
    assert done.stdout.splitlines() == [f"branch main · {said}", said, said], done.stderr


def test_large_file_is_compared_in_pieces(repository: Path) -> None:
    large = repository / "large.md"
    with large.open("wb") as file:
        file.truncate(65 * 1024 * 1024)
    name = git(repository, "hash-object", "large.md")
    assert compare(large, 0o100644, name) is BlobDifference.NOTHING
    with large.open("r+b") as file:
        file.seek(64 * 1024 * 1024)
        file.write(b"x")
    assert compare(large, 0o100644, name) is BlobDifference.CONTENT
