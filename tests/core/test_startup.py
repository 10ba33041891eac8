"""The whole answer for the start of a session: where, what was asked, what fails, which part is whose."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from cases.startup import HEADER
from hermes_tui.core.filesystem.disk import Disk
from hermes_tui.core.prompt.context_file import FileKind, Verdict
from hermes_tui.core.prompt.startup import Startup, StartupPart, inspect
from hermes_tui.core.prompt.truncation import CapSource
from hermes_tui.core.releases.lookup import DOCUMENTED, get_ruleset
from hermes_tui.core.text.provenance import Role, Source, Span
from support.processes import with_memory_measured
from support.situations import situation
from support.trees import Files, Tree

GIT: Files = {"repo/.git/": ""}


def startup_in(
    top: Path,
    cwd: str = "repo",
    version: str = "0.22.2",
    *,
    skip_soul: bool = False,
    skip_context_files: bool = False,
    **settings: Any,
) -> Startup:
    asked = situation(top / cwd, version, home=top / "home", **settings)
    return inspect(asked, skip_soul=skip_soul, skip_context_files=skip_context_files)


# ── where ──


def test_the_answer_says_where_it_looked(tree: Tree) -> None:
    top = tree({**GIT, "repo/a/b/": "", "link": Path("repo/a")}).resolve()
    startup = startup_in(top, "link/b")
    assert startup.cwd == top / "repo" / "a" / "b"
    assert startup.git_root == top / "repo"
    assert startup.chain == (top / "repo", top / "repo" / "a", top / "repo" / "a" / "b")
    assert startup.ruleset is get_ruleset("0.22.2")


def test_outside_git_the_chain_is_the_directory_and_a_note_says_so(tree: Tree) -> None:
    startup = startup_in(tree({"repo/": ""}))
    assert startup.git_root is None
    assert startup.chain == (startup.cwd,)
    assert "Not in a git repository: only the working directory itself is looked at." in startup.notes


def test_a_relative_directory_is_meant_from_here(tree: Tree, monkeypatch: pytest.MonkeyPatch) -> None:
    top = tree({**GIT, "repo/AGENTS.md": "A"}).resolve()
    monkeypatch.chdir(top / "repo")
    assert inspect(situation(".", ruleset=DOCUMENTED)).cwd == top / "repo"
    assert inspect(situation("", ruleset=DOCUMENTED)).prompt == HEADER + "## AGENTS.md\n\nA"


@pytest.mark.parametrize("cwd", ["repo/a\0b", "repo/loop/x"])
def test_a_directory_that_cannot_be_resolved_is_a_failure_and_no_exception(tree: Tree, cwd: str) -> None:
    top = tree({"repo/loop": Path("loop"), "repo/AGENTS.md": "A"})
    startup = startup_in(top, cwd)
    if startup.failure is None:  # from Python 3.13 on a loop resolves to itself
        assert startup.prompt == ""
    else:
        assert startup.prompt is None
        assert startup.failure.what.startswith(("ValueError: ", "RuntimeError: ", "OSError: "))
        assert startup.files == ()
        assert startup.sent == ()
        assert startup.parts() == ()
        assert startup.prompt_ranges(top, 0, 10) == ()


def test_soul_is_found_by_hermes_home_then_home(tree: Tree, monkeypatch: pytest.MonkeyPatch) -> None:
    top = tree({"repo/": "", "home/.hermes/SOUL.md": "home", "other/SOUL.md": "other", "env/SOUL.md": "env"})
    assert startup_in(top).soul_path == top / "home" / ".hermes" / "SOUL.md"
    assert startup_in(top, hermes_home=top / "other").prompt == HEADER + "other"
    monkeypatch.setenv("HERMES_HOME", str(top / "env"))
    assert startup_in(top).prompt == HEADER + "env"
    monkeypatch.setenv("HERMES_HOME", "  ")
    assert startup_in(top).prompt == HEADER + "home"
    monkeypatch.setenv("HOME", str(top / "home"))
    assert inspect(situation(top / "repo", ruleset=DOCUMENTED)).prompt == HEADER + "home"


# ── the prompt and its parts ──


def test_documented_cuts_at_20000_whatever_is_set_and_says_what_it_ignores(tree: Tree) -> None:
    top = tree({**GIT, "repo/AGENTS.md": "x" * 25_000, "repo/a/": ""})
    startup = startup_in(top, "repo/a", "documented", context_length=1_000_000, max_chars=90_000)
    assert startup.prompt == (
        HEADER + "## ../AGENTS.md\n\n" + "x" * 13_983 + "\n\n[...truncated ../AGENTS.md: kept 14000+4000 of "
        "25017 chars. Use file tools to read the full file.]\n\n" + "x" * 4_000
    )
    assert (startup.cap.limit, startup.cap.source) == (20_000, CapSource.FIXED)
    assert len([note for note in startup.notes if "has no effect" in note]) == 2


def test_identity_and_project_are_apart(tree: Tree) -> None:
    top = tree({**GIT, "repo/AGENTS.md": "A", "home/.hermes/SOUL.md": "I am.\n"})
    for skip_soul in (False, True):
        startup = startup_in(top, skip_soul=skip_soul)
        assert str(startup.identity_text) == "I am."
        assert str(startup.project_text) == HEADER + "## AGENTS.md\n\nA"
    assert startup_in(top).prompt == HEADER + "## AGENTS.md\n\nA\nI am."
    assert startup_in(top, skip_soul=True).prompt == HEADER + "## AGENTS.md\n\nA"


def test_without_soul_there_is_no_identity_and_a_note_says_that_hermes_writes_one(tree: Tree) -> None:
    startup = startup_in(tree({**GIT, "repo/AGENTS.md": "A"}))
    assert startup.identity_text is None
    assert any("SOUL.md" in note and "Hermes writes one" in note for note in startup.notes)


def test_a_blocked_soul_is_the_identity(tree: Tree) -> None:
    top = tree({**GIT, "home/.hermes/SOUL.md": "system prompt override"})
    startup = startup_in(top, version="0.20.1")
    assert str(startup.identity_text) == (
        "[BLOCKED: SOUL.md contained potential prompt injection (sys_prompt_override). Content not loaded.]"
    )


def test_skip_context_files_leaves_soul_only(tree: Tree) -> None:
    top = tree({**GIT, "repo/AGENTS.md": "A", "home/.hermes/SOUL.md": "I am."})
    startup = startup_in(top, skip_context_files=True)
    assert startup.prompt == HEADER + "I am."
    (agents,) = [file for file in startup.files if file.kind is FileKind.AGENTS]
    assert agents.verdict is Verdict.OUT_OF_REACH
    assert "switched off" in agents.reason
    assert agents.next is not None
    assert agents.next.verdict is Verdict.LOADED
    assert [tried.path.name for tried in startup.tried] == ["SOUL.md"]
    assert "Context files are switched off: only SOUL.md is sent." in startup.notes


def test_parts_have_no_gap_and_name_their_file(tree: Tree) -> None:
    top = tree(
        {**GIT, "repo/AGENTS.md": "R", "repo/a/AGENTS.md": "L", "home/.hermes/SOUL.md": "I am."}
    ).resolve()
    startup = startup_in(top, "repo/a")
    prompt = startup.prompt or ""
    repo = top / "repo"
    head = len(HEADER)
    assert startup.parts() == (
        StartupPart("written by Hermes", None, 0, head),
        StartupPart("../AGENTS.md", repo / "AGENTS.md", head, head + 20),
        StartupPart("AGENTS.md", repo / "a" / "AGENTS.md", head + 20, head + 36),
        StartupPart("SOUL.md", top / "home" / ".hermes" / "SOUL.md", head + 36, len(prompt)),
    )
    assert [prompt[part.start : part.end] for part in startup.parts()[1:]] == [
        "## ../AGENTS.md\n\nR\n\n",
        "## AGENTS.md\n\nL\n",
        "I am.",
    ]


def test_every_character_leads_to_its_file_and_back(tree: Tree) -> None:
    top = tree(
        {
            **GIT,
            "repo/AGENTS.md": "\n" + "".join(f"# Root {number}\n" for number in range(2_000)),
            "repo/a/AGENTS.md": "\r\n  é leaf\r\nend\r\n",
            "home/.hermes/SOUL.md": "I am.",
        }
    ).resolve()
    startup = startup_in(top, "repo/a", "0.22.2")
    prompt = startup.prompt_text
    assert prompt is not None
    disk = Disk()
    seen = set()
    for offset, character in enumerate(str(prompt)):
        role, path, place = prompt.source(offset)
        seen.add(role)
        if role is Role.FILE:
            assert path is not None
            assert place is not None
            assert (disk.read(path).text or "")[place] == character
            assert Span(offset, offset + 1) in startup.prompt_ranges(path, place, place + 1)
    assert seen == {Role.FILE, Role.HEADING, Role.MARKER, Role.FRAME}
    assert prompt.source(len(HEADER)) == Source(Role.HEADING, top / "repo" / "AGENTS.md", None)


def test_a_lost_stretch_has_no_place_in_the_prompt(tree: Tree) -> None:
    top = tree({**GIT, "repo/AGENTS.md": "a" * 14_000 + "lost" + "b" * 20_000}).resolve()
    startup = startup_in(top, version="0.16")
    assert startup.prompt_ranges(top / "repo" / "AGENTS.md", 14_000, 14_004) == ()
    (span,) = startup.prompt_ranges(top / "repo" / "AGENTS.md", 34_000, 34_004)
    assert span == Span(len(startup.prompt or "") - 4, len(startup.prompt or ""))


def test_chain_chars_is_what_the_joint_cap_measures(tree: Tree) -> None:
    top = tree(
        {**GIT, "repo/AGENTS.md": "r" * 100, "repo/a/AGENTS.md": "l" * 50, "home/.hermes/SOUL.md": "s"}
    )
    assert (
        startup_in(top, "repo/a").chain_chars
        == len("## ../AGENTS.md\n\n") + 100 + 2 + len("## AGENTS.md\n\n") + 50
    )
    assert startup_in(tree({"empty/": ""}), "empty").chain_chars == 0


# ── what was asked ──


def names(startup: Startup, top: Path) -> list[tuple[str, bool, str]]:
    return [(str(tried.path.relative_to(top)), tried.found, tried.result) for tried in startup.tried]


def test_every_name_is_listed_in_the_order_in_which_it_is_asked_for(tree: Tree) -> None:
    top = tree({**GIT, "repo/a/": "", "repo/a/CLAUDE.md": " ", "repo/a/.cursorrules": b"\xff"}).resolve()
    assert names(startup_in(top, "repo/a"), top) == [
        ("repo/a/.hermes.md", False, "not there"),
        ("repo/a/HERMES.md", False, "not there"),
        ("repo/.hermes.md", False, "not there"),
        ("repo/HERMES.md", False, "not there"),
        ("repo/AGENTS.override.md", False, "not there"),
        ("repo/AGENTS.md", False, "not there"),
        ("repo/agents.md", False, "not there"),
        ("repo/a/AGENTS.override.md", False, "not there"),
        ("repo/a/AGENTS.md", False, "not there"),
        ("repo/a/agents.md", False, "not there"),
        ("repo/a/CLAUDE.md", True, "empty"),
        ("repo/a/claude.md", False, "not there"),
        ("repo/a/.cursorrules", True, "cannot be read"),
        ("repo/a/.cursor/rules", False, "not there"),
        ("home/.hermes/SOUL.md", False, "not there"),
    ]


@pytest.mark.parametrize(
    ("files", "said"),
    [
        ({"repo/.cursor/rules/": ""}, [(".cursor/rules", False, "a directory with no .mdc files")]),
        ({"repo/.cursor/rules/x.md": "x"}, [(".cursor/rules", False, "a directory with no .mdc files")]),
        ({"repo/.cursor/rules": "x"}, [(".cursor/rules", False, "no directory")]),
        (
            {"repo/.cursor/rules/a.mdc": "x"},
            [
                (".cursor/rules", True, "a directory with 1 .mdc file"),
                (".cursor/rules/a.mdc", True, "has text"),
            ],
        ),
    ],
)
def test_the_directory_of_cursor_rules_is_asked_for_after_the_file(
    tree: Tree, files: Files, said: list[tuple[str, bool, str]]
) -> None:
    top = tree({**GIT, **files}).resolve()
    asked = names(startup_in(top), top)
    at = [name for name, _, _ in asked].index("repo/.cursorrules")
    assert [(name.removeprefix("repo/"), *rest) for name, *rest in asked[at + 1 : -1]] == said


def test_what_comes_behind_the_winner_is_not_asked_for(tree: Tree) -> None:
    top = tree(
        {
            **GIT,
            "repo/AGENTS.md": "A",
            "repo/agents.md": "x",
            "repo/CLAUDE.md": "x",
            "Agents.md": "x",
        }
    ).resolve()
    assert names(startup_in(top, version="0.19"), top) == [
        ("repo/.hermes.md", False, "not there"),
        ("repo/HERMES.md", False, "not there"),
        ("repo/AGENTS.md", True, "has text"),
        ("home/.hermes/SOUL.md", False, "not there"),
    ]


def test_files_hermes_never_asks_for_are_not_tried(tree: Tree) -> None:
    top = tree({**GIT, "CLAUDE.md": "above", "repo/CLAUDE.md": "parent", "repo/a/Agents.md": "x"}).resolve()
    startup = startup_in(top, "repo/a")
    assert {file.path.name for file in startup.files} == {"CLAUDE.md", "Agents.md"}
    assert not any(tried.found for tried in startup.tried)


# ── what if ──


def test_a_view_shows_what_would_be_sent_without_a_file(tree: Tree) -> None:
    top = tree({**GIT, "repo/AGENTS.md": "system prompt override", "repo/CLAUDE.md": "C"}).resolve()
    disk = Disk()
    agents = top / "repo" / "AGENTS.md"
    blocked = startup_in(top, disk=disk)
    assert blocked.files[0].verdict is Verdict.BLOCKED
    views: dict[str, Callable[[], Disk]] = {
        "## CLAUDE.md\n\nC": lambda: disk.changed(removed=[agents]),
        "## AGENTS.md\n\nsystem prompt override": lambda: disk.changed(unblocked=[agents]),
        "## AGENTS.md\n\nmended": lambda: disk.changed(replaced={agents: "mended\n"}),
    }
    for expected, view in views.items():
        assert startup_in(top, disk=view()).prompt == HEADER + expected
    assert startup_in(top, disk=disk).prompt == blocked.prompt


def test_two_rulesets_judge_the_same_bytes(tree: Tree) -> None:
    top = tree({**GIT, "repo/AGENTS.md": "old"}).resolve()
    disk = Disk()
    startup_in(top, version="0.13", disk=disk)
    (top / "repo" / "AGENTS.md").write_text("new")
    assert startup_in(top, disk=disk).prompt == HEADER + "## AGENTS.md\n\nold"
    assert startup_in(top).prompt == HEADER + "## AGENTS.md\n\nnew"


def test_a_huge_file_takes_at_most_five_times_its_size(tree: Tree) -> None:
    size = 60_000_000
    line = b"# Rules of the house, line after line after line\n"
    top = tree({**GIT, "repo/AGENTS.md": line * (size // len(line) + 1)})
    measured = with_memory_measured(
        lambda: (startup_in(top).files[0].verdict, len(startup_in(top).prompt or ""))
    )
    assert measured.answer[0] is Verdict.TRUNCATED
    assert 18_000 < measured.answer[1] < 20_000
    assert measured.grown <= 5 * size


def test_chain_chars_of_cursor_files_count_their_own_blank_lines(tree: Tree) -> None:
    top = tree({".git/": "", ".cursorrules": "a", ".cursor/rules/b.mdc": "b"})
    startup = inspect(situation(top, ruleset=get_ruleset("0.22.2"), home=top))
    sections = "## .cursorrules\n\na\n\n" + "## .cursor/rules/b.mdc\n\nb\n\n"
    assert startup.chain_chars == len(sections) == 47
