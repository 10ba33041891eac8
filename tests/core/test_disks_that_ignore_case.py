"""Disks on which a name matches in any case or form of letters: one file is one row, as Hermes asks for it.

What is sent there is held against the real releases by ``conformance/test_folding_disks.py``.
"""

import json
import os
import unicodedata
from pathlib import Path

import pytest

from hermes_tui.commands.printing import print_startup
from hermes_tui.core.checks.check import check
from hermes_tui.core.filesystem.disk import Disk
from hermes_tui.core.git.facts import LastCommit, file_facts, last_commit
from hermes_tui.core.hints.tracker import HintTracker
from hermes_tui.core.prompt.startup import Startup, inspect
from hermes_tui.core.releases.lookup import RELEASES, get_ruleset
from hermes_tui.core.reports.hints import HintListing, list_hints
from hermes_tui.core.situation import Situation
from hermes_tui.core.toolcalls.calls import ToolCall
from support.folding_fake import FoldingDisk
from support.git_repositories import git, use_nobodys_configuration
from support.hint_trackers import visit_of
from support.situations import situation
from support.trees import Files, Tree, grow
from support.why_questions import ask, lines, settings_for

GIT: Files = {".git/HEAD": "ref: refs/heads/main\n", ".git/objects/": "", ".git/refs/": ""}
APART, ONE = "u\u0308", "\u00fc"
"""The same letter, as macOS may list it and as people type it."""


class Place:
    """A tree on a disk that ignores case, and how to look at that disk."""

    def __init__(self, tree: Tree, *, is_real: bool) -> None:
        self._tree = tree
        self._is_real = is_real

    def grown(self, files: Files) -> tuple[Path, Disk]:
        root = self._tree(files).resolve()
        return root, Disk() if self._is_real else FoldingDisk(root, _folded)


def _folded(name: str) -> str:
    return unicodedata.normalize("NFC", name).casefold()


@pytest.fixture(params=["fake", "real"])
def place(request: pytest.FixtureRequest, tree: Tree) -> Place:
    is_real = request.param == "real"
    return Place(request.getfixturevalue("folding_tree") if is_real else tree, is_real=is_real)


def need_folded_forms(directory: Path, disk: Disk) -> None:
    if not disk.exists(directory.with_name(ONE)):
        pytest.skip("this disk ignores case, and counts the form of letters")


def rows(startup: Startup) -> list[tuple[str, str]]:
    return [(file.label, file.verdict.word) for file in startup.files]


def said(root: Path, cwd: str = "", *, from_every_directory: bool = False) -> list[str]:
    settings = settings_for()
    found = check(
        Situation(root / cwd, settings, Disk()), environ={}, from_every_directory=from_every_directory
    )
    return [finding.sentence for finding in found]


def listing(root: Path, cwd: str) -> HintListing:
    settings, disk = settings_for(), Disk()
    return list_hints(inspect(Situation(root / cwd, settings, disk)))


# ── what is one entry ──


def test_a_listing_says_what_a_file_is_called(place: Place) -> None:
    root, disk = place.grown({"Agents.md": "Use tabs.\n"})
    assert disk.read(root / "AGENTS.md").text == "Use tabs.\n"
    assert disk.listed(root / "AGENTS.md") == "Agents.md"
    assert disk.listed(root / "Agents.md") == "Agents.md"
    assert disk.listed(root / "CLAUDE.md") == "CLAUDE.md"
    assert disk.is_one_entry(root / "AGENTS.md", root / "agents.MD")
    assert not disk.is_one_entry(root / "CLAUDE.md", root / "claude.md")  # neither is there
    assert disk.under_name(root / "Agents.md", ("CLAUDE.md", "AGENTS.md")) == root / "AGENTS.md"
    assert disk.ignores_case(root)


def test_a_name_has_one_form_in_a_listing(place: Place) -> None:
    root, disk = place.grown({f"{APART}/x": ""})
    need_folded_forms(root / APART, disk)
    assert disk.listed(root / ONE) == disk.listed(root / APART)
    assert disk.is_one_entry(root / ONE / "x", root / APART / "X")


def test_an_empty_directory_ignores_case_as_the_one_above_does(place: Place) -> None:
    root, disk = place.grown({"Sub/1/": ""})
    assert disk.ignores_case(root / "Sub" / "1")


def test_where_case_counts_two_spellings_are_two_files(tmp_path: Path) -> None:
    root = grow(tmp_path / "x", {"AGENTS.md": "one", "pkg/": "", "link/Agents.md": Path("AGENTS.md")})
    if (root / "agents.md").exists():
        pytest.skip("this disk ignores case")
    grow(root, {"agents.md": "two", "link/AGENTS.md": "text"})
    os.link(root / "AGENTS.md", root / "Agents.md")
    disk = Disk()
    assert not disk.is_one_entry(root / "AGENTS.md", root / "agents.md")
    assert not disk.is_one_entry(root / "AGENTS.md", root / "Agents.md")  # a hard link
    assert not disk.is_one_entry(root / "link" / "AGENTS.md", root / "link" / "Agents.md")
    assert not disk.is_one_entry(root / "AGENTS.md", root / "pkg" / "AGENTS.md")
    assert not disk.ignores_case(root)
    assert disk.listed(root / "AGENTS.md") == "AGENTS.md"


def test_where_case_counts_no_directory_is_listed_to_find_out(
    tree: Tree, monkeypatch: pytest.MonkeyPatch
) -> None:
    root = tree({**GIT, "AGENTS.md": "root", "pkg/AGENTS.md": "pkg", "pkg/CLAUDE.md": "claude"})
    if (root / "agents.md").exists():
        pytest.skip("this disk ignores case")
    listed: list[object] = []

    def list_directory(path: object) -> list[str]:
        listed.append(path)
        return []

    monkeypatch.setattr(os, "listdir", list_directory)
    inspect(Situation(root / "pkg", settings_for(), Disk()))
    assert listed == []


# ── the start of a session ──


@pytest.mark.parametrize("name", ["AGENTS.md", "agents.md", "Agents.md", "AGENTS.MD"])
@pytest.mark.parametrize("release", [RELEASES[0].name, "documented", RELEASES[-1].name])
def test_one_file_is_one_row(place: Place, name: str, release: str) -> None:
    root, disk = place.grown({**GIT, f"pkg/{name}": "Use tabs.\n"})
    startup = inspect(Situation(root / "pkg", settings_for(release), disk))
    assert rows(startup) == [("AGENTS.md", "sent")]
    assert startup.prompt is not None
    assert startup.prompt.endswith("## AGENTS.md\n\nUse tabs.")


@pytest.mark.parametrize(
    ("files", "cwd", "expected"),
    [
        ({"Agents.md": " \n", "Claude.md": "c"}, "", [("AGENTS.md", "empty"), ("CLAUDE.md", "sent")]),
        ({".Hermes.md": "h", "hermes.MD": "p"}, "", [(".hermes.md", "sent"), ("HERMES.md", "superseded")]),
        ({"Agents.md": Path("nowhere")}, "", [("AGENTS.md", "unreadable")]),
        ({"AGENT.MD": "a"}, "", [("AGENT.MD", "not read")]),
        ({"Claude.MD": "c", "pkg/x": ""}, "pkg", [("../CLAUDE.md", "not read")]),
        ({".Cursor/Rules/x.mdc": "c"}, "", [(".cursor/rules/x.mdc", "sent")]),
        ({".Github/Copilot-Instructions.MD": "c"}, "", [(".github/Copilot-Instructions.MD", "not read")]),
    ],
)
def test_each_file_is_told_once(
    place: Place, files: Files, cwd: str, expected: list[tuple[str, str]]
) -> None:
    root, disk = place.grown({**GIT, **files})
    assert rows(inspect(Situation(root / cwd, settings_for(), disk))) == expected


def test_a_directory_may_be_typed_in_another_form(place: Place) -> None:
    root, disk = place.grown({**GIT, f"{APART}/Agents.md": "here\n", "AGENTS.md": "root\n"})
    need_folded_forms(root / APART, disk)
    startup = inspect(Situation(root / ONE, settings_for(), disk))
    assert rows(startup) == [("../AGENTS.md", "sent"), ("AGENTS.md", "sent")]


# ── what if ──


def test_a_file_that_is_taken_away_is_gone_under_all_its_names(place: Place) -> None:
    root, disk = place.grown({**GIT, "agents.md": "a\n", "sub/Agents.md": "s\n", "CLAUDE.md": "c\n"})
    view = disk.changed(removed=(root / "AGENTS.md", root / "SUB"))
    assert rows(inspect(Situation(root, settings_for(), view))) == [("CLAUDE.md", "sent")]
    assert view.names(root) == (".git", "CLAUDE.md")
    assert not view.exists(root / "sub" / "agents.md")


def test_a_text_that_is_supposed_has_all_names(place: Place) -> None:
    root, disk = place.grown({**GIT, "Agents.md": "as it is\n"})
    view = disk.changed(replaced={root / "AGENTS.md": "as supposed\n", root / "CLAUDE.md": "new\n"})
    startup = inspect(Situation(root, settings_for(), view))
    assert rows(startup) == [("AGENTS.md", "sent"), ("CLAUDE.md", "shadowed")]
    assert startup.prompt is not None
    assert startup.prompt.endswith("as supposed")
    assert view.names(root) == (".git", "Agents.md", "CLAUDE.md")
    assert view.read(root / "claude.md").text == "new\n"


# ── hints ──


def test_a_directory_gives_one_hint_under_the_name_that_is_asked_for(place: Place) -> None:
    root, disk = place.grown({**GIT, "sub/agents.md": "hint\n", "empty/Agents.md": "", "sub/x.py": ""})
    tracker = HintTracker(situation(root, ruleset=get_ruleset("latest"), disk=disk, home=root / "nobody"))
    trace = tracker.check(ToolCall("read_file", {"path": "sub/x.py"}))
    assert [hint.label for hint in trace.hints] == ["sub/AGENTS.md"]
    trace = tracker.check(ToolCall("terminal", {"command": "ls empty/"}))
    visit = visit_of(trace, "empty")
    assert visit.reason == "No context file that can be used (AGENTS.md: empty)."


def test_what_the_walk_finds_has_the_name_that_hermes_asks_for(folding_tree: Tree) -> None:
    root = folding_tree(
        {
            **GIT,
            "agents.md": "root\n",
            "pkg/Agents.md": "here\n",
            "pkg/sub/AGENTS.MD": "hint\n",
            "pkg/sub/claude.md": "second\n",
            "pkg/sub/.Cursor/Rules/x.mdc": "cursor\n",
            "pkg/nested/.GIT/HEAD": "",
            "pkg/nested/Agents.md": "nested\n",
        }
    )
    for cwd in ("pkg", "PKG"):  # however the directory is typed
        found = listing(root, cwd)
        assert [each.label for each in found.brought] == ["nested/AGENTS.md", "sub/AGENTS.md"], cwd
        assert found.brought[0].repository == root / cwd / "nested"
        assert [each.label for each in found.not_brought] == ["sub/.cursor/rules/x.mdc", "sub/CLAUDE.md"], cwd


# ── what is said ──


def test_check_says_what_linux_would_not_find(folding_tree: Tree) -> None:
    files = {"Agents.md": "root\n", "pkg/agents.md": "here\n", "pkg/sub/AGENTS.MD": "hint\n"}
    root = folding_tree({**GIT, **files})
    todo = "→ Rename it to AGENTS.md, in a git repository with git mv."
    but = "Hermes finds it because this disk ignores case, and not on Linux"
    assert said(root, "pkg") == [
        f"../AGENTS.md:1:1: warning HT027: its name on disk is Agents.md: {but} {todo}",
        f"sub/AGENTS.md:1:1: warning HT027: its name on disk is AGENTS.MD: {but} {todo}",
    ]


def test_show_says_what_linux_would_not_find(folding_tree: Tree, capsys: pytest.CaptureFixture[str]) -> None:
    root = folding_tree({**GIT, "Agents.md": "root\n"})
    print_startup(Situation(root, settings_for(), Disk()), as_json=False)
    sentence = (
        "AGENTS.md: its name on disk is Agents.md: Hermes finds it because this disk ignores case, and not "
        "on Linux. Rename it to AGENTS.md, in a git repository with git mv."
    )
    assert capsys.readouterr().out.splitlines()[-1] == sentence
    print_startup(Situation(root, settings_for(), Disk()), as_json=True)
    assert json.loads(capsys.readouterr().out)["notes"][-1] == sentence


def test_why_says_what_linux_would_not_find(folding_tree: Tree) -> None:
    root = folding_tree({**GIT, "Agents.md": "root\n"})
    for asked in ("AGENTS.md", "root"):
        reply = ask(root, asked)
        sentences = [answer.sentence for answer in reply.answers]
        told = "\n".join((*sentences, *(f"{each.text} {each.remedy}" for each in reply.remarks)))
        assert told.count("its name on disk is Agents.md") == 1, told
        assert told.count("ename it to AGENTS.md, in a git repository with git mv") == 1, told


def test_check_names_the_directory_of_cursor_rules(folding_tree: Tree) -> None:
    root = folding_tree({**GIT, ".Cursor/Rules/x.mdc": "rule\n"})
    (line,) = said(root)
    assert line.startswith(
        ".cursor/rules/x.mdc:1:1: warning HT027: its name on disk is .Cursor/Rules/x.mdc: "
    )
    assert line.endswith("→ Rename it to .cursor/rules/x.mdc, in a git repository with git mv.")


def test_check_has_nothing_to_say_of_names_that_hermes_asks_for_everywhere(folding_tree: Tree) -> None:
    root = folding_tree(
        {**GIT, "agents.md": "root\n", "pkg/AGENTS.md": "here\n", "pkg/sub/agents.md": "hint\n"}
    )
    assert said(root, "pkg") == []
    assert said(root, "PKG", from_every_directory=True) == []


def test_a_file_may_be_asked_about_in_any_spelling(folding_tree: Tree) -> None:
    root = folding_tree({**GIT, "pkg/Agents.md": "here\n", "pkg/sub/agents.md": "hint\n"})
    for name in ("AGENTS.md", "agents.md", "Agents.md", "../PKG/AGENTS.MD"):
        (line,) = lines(root, name, "pkg")
        assert line.startswith("✓ AGENTS.md:1:1: sent: "), name
    (line,) = lines(root, "SUB/Agents.md", "pkg")
    assert line.startswith("→ sub/AGENTS.md:1:1: on a call: $ ls sub/ brings it")


# ── git ──


def test_git_is_asked_under_the_name_that_it_has(folding_tree: Tree, monkeypatch: pytest.MonkeyPatch) -> None:
    use_nobodys_configuration(monkeypatch)
    root = folding_tree({"pkg/Agents.md": "here\n"})
    git(root, "init", "--quiet")
    git(root, "add", ".")
    git(root, "commit", "--quiet", "--message=Rules")
    facts = file_facts(root, root / "pkg" / "AGENTS.md")
    assert facts.sentence == "tracked · unchanged since the last commit"
    commit = last_commit(root, root / "pkg" / "AGENTS.md")
    assert isinstance(commit, LastCommit)
    assert commit.summary == "Rules"


def test_an_import_may_be_written_in_any_spelling(folding_tree: Tree) -> None:
    root = folding_tree(
        {**GIT, "AGENTS.md": "See @agents.MD and @Docs/More.md here.\n", "docs/more.md": "M1\n"}
    )
    (line,) = lines(root, "see")
    assert line.startswith("✓ AGENTS.md:1:1: ")
    (line,) = lines(root, "M1")
    assert line.startswith("✗ docs/more.md:1:1: not sent: line 1 of AGENTS.md imports it, ")


def test_the_walk_knows_a_directory_that_is_typed_in_another_form(folding_tree: Tree) -> None:
    root = folding_tree({**GIT, f"{APART}/AGENTS.md": "here\n", f"{APART}/sub/AGENTS.md": "hint\n"})
    need_folded_forms(root / APART, Disk())
    found = listing(root, ONE)
    assert [each.label for each in found.brought] == ["sub/AGENTS.md"]
    assert found.not_brought == ()
    assert said(root, ONE) == []
