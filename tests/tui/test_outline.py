"""The rows of the tree, as they read."""

from dataclasses import replace
from pathlib import Path

from hermes_tui.core.prompt.context_file import Verdict
from hermes_tui.core.surveys.survey import Closed, Progress, survey
from hermes_tui.tui.main.palette import offered
from hermes_tui.tui.presentation.detail import exhibit
from hermes_tui.tui.presentation.tree_rows import TreeRow, most_interesting, outline
from hermes_tui.tui.state import Inspection, Search
from support.running_app import MONOREPO, looked
from support.situations import situation
from support.trees import Tree


def _told(rows: tuple[TreeRow, ...], depth: int = 0) -> list[str]:
    told = []
    for row in rows:
        share = "" if row.chain_share is None else f"{row.chain_share:.0%}"
        cells = (f"{'  ' * depth}{row.glyph or '▾'} {row.name}", row.word, row.chars, share, row.note)
        told.append(" | ".join(str(cell) for cell in cells if cell not in ("", None)))
        told += _told(row.children, depth + 1)
    return told


def _searched(inspection: Inspection) -> Inspection:
    startup = inspection.startup
    assert startup is not None
    steps = survey(situation(startup.cwd, ruleset=startup.ruleset, disk=inspection.disk))
    found = tuple(step for step in steps if not isinstance(step, Progress))
    return replace(inspection, search=Search(found, 5))


def test_the_chain_reads_from_the_root_down(tree: Tree) -> None:
    rows = outline(looked(tree(MONOREPO) / "packages/webapp"))
    assert _told(rows) == [
        "▾ tree | git root",
        "  ✓ AGENTS.md | sent | 10 | 0%",
        "▾ packages",
        "  ◐ AGENTS.md | cut | 25529 | 91%",
        "  · CLAUDE.md | not read | 16",
        "▾ webapp | here",
        "  ✗ AGENTS.md | blocked | 42 | 1%",
        "  ○ CLAUDE.md | shadowed | 12",
        f"▾ Home | {tree(MONOREPO) / 'packages/webapp/no-hermes-home'}",
        "  · SOUL.md | not there",
        "▾ Where Hermes looked | 10 places",
    ]


def test_what_hints_bring_comes_after_the_chain_and_what_none_brings_after_that(tree: Tree) -> None:
    files = {**MONOREPO, "packages/webapp/node_modules/x/AGENTS.md": "vendored"}
    rows = outline(_searched(looked(tree(files) / "packages/webapp")))
    names = [row.name for row in rows]
    assert names[-3:] == ["Brought by hints", "No hint can bring", "Where Hermes looked"]
    brought, not_brought = rows[-3], rows[-2]
    assert _told(brought.children) == ["→ src/AGENTS.md | by hint | 12"]
    assert _told(not_brought.children) == [
        "· ../../backend/AGENTS.md | no call",
        "· node_modules/ | excluded | 1 file",
    ]
    assert not not_brought.is_open


def test_files_beside_the_chain_are_sorted_by_name_and_all_are_counted(tree: Tree) -> None:
    names = ("zoo/AGENTS.md", "a/AGENTS.md", "mid/deep/AGENTS.md", "a/b/AGENTS.md", "a-b/AGENTS.md")
    lost = ("vendor/x/AGENTS.md", "vendor/y/AGENTS.md", "w/GEMINI.md", "b/GEMINI.md")
    rows = outline(_searched(looked(tree({".git/": "", **{name: name for name in (*names, *lost)}}))))
    brought, not_brought = rows[-3], rows[-2]
    assert [row.name for row in brought.children] == [
        "a/AGENTS.md",
        "a/b/AGENTS.md",
        "a-b/AGENTS.md",
        "mid/deep/AGENTS.md",
        "zoo/AGENTS.md",
    ]
    assert [row.name for row in not_brought.children] == ["b/GEMINI.md", "vendor/", "w/GEMINI.md"]
    assert not_brought.note == "4"


def test_a_name_that_hermes_does_not_know_is_called_so(tree: Tree) -> None:
    files = {".git/": "", "AGENTS.md": "x", "a/GEMINI.md": "x", "a/.hermes.md": "y"}
    rows = outline(_searched(looked(tree(files))))
    (branch,) = [row for row in rows if row.name == "No hint can bring"]
    assert sorted(_told(branch.children)) == ["· a/.hermes.md | no call", "· a/GEMINI.md | name not known"]


def test_what_the_start_tells_of_is_told_and_offered_once(tree: Tree) -> None:
    known = ("GEMINI.md", "CLAUDE.local.md", ".github/copilot-instructions.md")
    files = {".git/": "", "AGENTS.md": "x", "a/GEMINI.md": "x", **dict.fromkeys(known, "y")}
    inspection = _searched(looked(tree(files)))
    assert set(known) <= {file.label for file in inspection.files}
    (branch,) = [row for row in outline(inspection) if row.name == "No hint can bring"]
    listed = exhibit(inspection, branch.key).disk
    assert listed.title == "What would have to change"
    assert listed.document is not None
    assert branch.note == "1"
    told = listed.document.text.splitlines()
    assert [line for line in told if line and not line.startswith(" ")] == ["a/GEMINI.md"]
    labels = [file.label for file in offered(inspection)]
    assert sorted(labels) == sorted({"AGENTS.md", "a/GEMINI.md", *known})


def test_a_file_that_fired_is_lit(tree: Tree) -> None:
    root = tree(MONOREPO)
    fired = frozenset({root / "packages/webapp/src/AGENTS.md"})
    inspection = replace(_searched(looked(root / "packages/webapp")), fired=fired)
    brought = next(row for row in outline(inspection) if row.name == "Brought by hints")
    assert _told(brought.children) == ["★ src/AGENTS.md | fired | 12"]


def test_a_parent_outside_git_is_kept_out(tree: Tree) -> None:
    root = tree({"AGENTS.md": "parent", "sub/": ""})
    rows = outline(looked(root / "sub"))
    kept_out = next(row for row in rows if row.name.startswith("Kept out"))
    assert _told(kept_out.children) == [f"· {root / 'AGENTS.md'} | not read | 6"]


def test_names_in_the_tree_are_harmless(tree: Tree) -> None:
    root = tree({"a\x1b[2J\nb/.git/": "", "a\x1b[2J\nb/AGENTS.md": "x"})
    rows = outline(looked(root / "a\x1b[2J\nb"))
    assert rows[0].name == "a␛[2J␊b"


def test_the_screen_opens_on_what_matters_most(tree: Tree) -> None:
    def opened(directory: Path) -> str:
        startup = looked(directory).startup
        assert startup is not None
        key = most_interesting(startup)
        file = next((file for file in startup.files if str(file.path) == key.place), None)
        return f"{file.verdict.value} {file.label}" if file else key.kind

    root = tree({**MONOREPO, "empty/": "", "plain/AGENTS.md": "plain rule\n"})
    assert opened(root / "packages/webapp") == f"{Verdict.BLOCKED.value} AGENTS.md"
    assert opened(root / "packages") == f"{Verdict.TRUNCATED.value} AGENTS.md"
    assert opened(root / "plain") == f"{Verdict.LOADED.value} AGENTS.md"
    assert opened(root / "empty") == f"{Verdict.LOADED.value} ../AGENTS.md"


def test_where_nothing_loads_the_screen_opens_on_where_hermes_looked(tree: Tree) -> None:
    startup = looked(tree({"sub/": ""}) / "sub").startup
    assert startup is not None
    assert most_interesting(startup).kind == "tried"


def test_a_directory_that_may_not_be_looked_into_is_listed(tree: Tree) -> None:
    root = tree({**MONOREPO, "packages/closed/x": ""})
    inspection = looked(root / "packages/webapp")
    closed = Closed(root / "packages/closed", "../closed\x1b")
    rows = outline(replace(inspection, search=Search((closed,), 5)))
    (not_brought,) = [row for row in rows if row.name == "No hint can bring"]
    assert _told(not_brought.children) == ["! ../closed␛/ | unreadable | no permission"]
