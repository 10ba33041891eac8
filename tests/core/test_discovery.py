"""Where Hermes looks, in which order (``rules.md`` 1.2 to 1.6)."""

import os
from pathlib import Path

import pytest

from hermes_tui.core.filesystem.disk import Disk
from hermes_tui.core.prompt.body import HermesFails
from hermes_tui.core.prompt.discovery import (
    agents_candidates,
    claude_candidates,
    cursor_modules,
    cursor_rules,
    directory_chain,
    find_git_root,
    hermes_candidates,
    label_of,
    relative,
)
from hermes_tui.core.releases.lookup import Ruleset, get_ruleset
from support.processes import as_nobody
from support.trees import Entry, Mode, Special, Tree

LATEST = get_ruleset("0.22.2")
ROOT = Path("/repo")
CWD = Path("/repo/a/b")


def root_of(directory: Path, ruleset: Ruleset = LATEST) -> Path | None:
    return find_git_root(directory, ruleset, Disk())


@pytest.mark.parametrize(
    ("name", "entry"),
    [
        ("repo/.git/", ""),
        ("repo/.git/HEAD", "ref: refs/heads/main\n"),
        ("repo/.git", "gitdir: ../elsewhere/.git/worktrees/x\n"),
        ("repo/.git", "gitdir: /nowhere\n"),
        ("repo/.git", ""),
        ("repo/.git", Path("..")),
        ("repo/.git", Special("pipe")),
    ],
    ids=["empty directory", "repository", "worktree", "file to nowhere", "empty file", "link", "pipe"],
)
def test_anything_called_git_makes_a_root(tree: Tree, name: str, entry: Entry) -> None:
    top = tree({name: entry, "repo/a/b/": ""})
    assert root_of(top / "repo" / "a" / "b") == top / "repo"
    assert root_of(top / "repo") == top / "repo"


@pytest.mark.parametrize("target", ["nowhere", ".git"], ids=["dangling", "loop"])
def test_a_git_link_that_leads_nowhere_is_no_root(tree: Tree, target: str) -> None:
    top = tree({".git/": "", "nested/.git": Path(target), "nested/a/": ""})
    assert root_of(top / "nested" / "a") == top


def test_the_nearest_root_counts_as_for_a_submodule(tree: Tree) -> None:
    top = tree({".git/": "", "sub/.git": "gitdir: ../.git/modules/sub", "sub/a/": ""})
    assert root_of(top / "sub" / "a") == top / "sub"


def test_a_git_that_may_not_be_looked_at_raises_up_to_0_21_0_and_is_none_from_0_21_3(
    tree: Tree,
) -> None:
    top = tree({".git/": "", "closed/": Mode(0o000), "closed/.git/": ""})
    denied = top / "closed"

    def look(version: str) -> str:
        try:
            return str(root_of(denied, get_ruleset(version)))
        except HermesFails as failure:
            return f"{failure.what} at {failure.path}"

    answers = as_nobody(lambda: {version: look(version) for version in ("0.13", "0.21.0", "0.21.3", "0.22")})
    raised = f"PermissionError: [Errno 13] Permission denied: '{denied}/.git' at {denied}/.git"
    assert answers == {"0.13": raised, "0.21.0": raised, "0.21.3": str(top), "0.22": str(top)}


def test_the_chain_goes_from_the_root_down_and_is_the_directory_alone_outside_git() -> None:
    assert directory_chain(CWD, ROOT) == (ROOT, ROOT / "a", CWD)
    assert directory_chain(ROOT, ROOT) == (ROOT,)
    assert directory_chain(CWD, None) == (CWD,)


def test_hermes_files_are_asked_for_from_the_directory_up_to_the_root() -> None:
    found = list(hermes_candidates(CWD, ROOT, LATEST))
    assert {candidate.label for candidate in found} == {".hermes.md", "HERMES.md"}
    assert [str(candidate.path) for candidate in found] == [
        "/repo/a/b/.hermes.md",
        "/repo/a/b/HERMES.md",
        "/repo/a/.hermes.md",
        "/repo/a/HERMES.md",
        "/repo/.hermes.md",
        "/repo/HERMES.md",
    ]
    assert {candidate.label for candidate in hermes_candidates(CWD, ROOT, LATEST)} == {
        ".hermes.md",
        "HERMES.md",
    }


def test_outside_git_hermes_files_are_asked_for_up_to_the_top_until_0_17() -> None:
    old = [candidate.path.parent for candidate in hermes_candidates(CWD, None, get_ruleset("0.17"))]
    new = [candidate.path.parent for candidate in hermes_candidates(CWD, None, get_ruleset("0.18"))]
    assert old == [directory for directory in (CWD, Path("/repo/a"), ROOT, Path("/")) for _ in range(2)]
    assert new == [CWD, CWD]


def labels(version: str, git_root: Path | None = ROOT) -> list[list[str]]:
    found = agents_candidates(CWD, git_root, get_ruleset(version))
    return [[candidate.label for candidate in candidates] for _, candidates in found]


def test_agents_files_are_asked_for_in_the_directory_alone_until_0_20_0() -> None:
    assert labels("0.13") == [["AGENTS.md", "agents.md"]]
    assert labels("0.20.0") == [["AGENTS.md", "agents.md"]]


def test_agents_files_form_a_chain_from_0_20_1_labelled_from_the_directory() -> None:
    assert labels("0.20.1") == [
        ["../../AGENTS.md", "../../agents.md"],
        ["../AGENTS.md", "../agents.md"],
        ["AGENTS.md", "agents.md"],
    ]
    assert labels("0.20.1", None) == [["AGENTS.md", "agents.md"]]


def test_an_override_comes_first_from_0_20_4() -> None:
    assert labels("0.20.4", None) == [["AGENTS.override.md", "AGENTS.md", "agents.md"]]
    assert labels("0.22.2")[0] == ["../../AGENTS.override.md", "../../AGENTS.md", "../../agents.md"]


def test_claude_files_are_asked_for_in_the_directory_alone() -> None:
    assert [candidate.path for candidate in claude_candidates(CWD, LATEST)] == [
        CWD / "CLAUDE.md",
        CWD / "claude.md",
    ]


def test_cursor_rules_come_by_path_and_not_from_below(tree: Tree) -> None:
    top = tree(
        {
            ".cursor/rules/b.mdc": "",
            ".cursor/rules/Z.mdc": "",
            ".cursor/rules/.hid.mdc": "",
            ".cursor/rules/a.mdc/": "",
            ".cursor/rules/deep/c.mdc": "",
            ".cursor/rules/d.MDC": "",
            ".cursor/rules/e.md": "",
            ".cursor/rules/.mdc": "",
        }
    )
    found = [candidate.label for candidate in cursor_modules(top, LATEST, Disk())]
    assert [label for label in found if label != ".cursor/rules/a.mdc"] == [
        ".cursor/rules/.hid.mdc",
        ".cursor/rules/.mdc",
        ".cursor/rules/Z.mdc",
        ".cursor/rules/b.mdc",
    ]


def test_without_a_rules_directory_only_cursorrules_is_asked_for(tree: Tree) -> None:
    top = tree({".cursor/rules": "a file"})
    assert cursor_rules(top, LATEST).path == top / ".cursorrules"
    assert list(cursor_modules(top, LATEST, Disk())) == []


def test_a_label_in_a_directory_of_its_own_is_relative() -> None:
    assert label_of(CWD / "AGENTS.md", CWD) == "AGENTS.md"
    assert label_of(ROOT / "AGENTS.md", CWD) == "../../AGENTS.md"
    assert label_of(Path("/repo/AGENTS.md"), Path("/repo/missing/x")) == "../../AGENTS.md"


@pytest.mark.parametrize("base", ["/a/b/c", "/a", "/", "/x"])
@pytest.mark.parametrize("path", ["/a/b/c", "/a/b/c/d/e", "/a/b/f", "/a/bc", "/a", "/", "/f", "/a/b"])
def test_relative_path_is_that_of_the_standard_library(path: str, base: str) -> None:
    assert relative(Path(path), Path(base)) == os.path.relpath(path, base)
