"""A stored system prompt beside what a session started now would get."""

import re
from pathlib import Path

import pytest

from cases.startup import CASES
from hermes_tui.core.filesystem.disk import Disk
from hermes_tui.core.prompt.startup import HEADER, Startup, inspect
from hermes_tui.core.recordings.stored_prompt import Standing, StoredPrompt, compare_prompt
from hermes_tui.core.releases.lookup import RELEASES, Ruleset, get_ruleset
from support.situations import situation
from support.trees import Files, Tree, grow

LATEST = get_ruleset("latest")
LONG_AGO = 1_000_000.0
"""Before every file of a test was written."""


def around(context: str) -> str:
    """A whole prompt with *context* where Hermes puts it."""
    return f"You are Hermes.\n\n{context.strip()}\n\nConversation started: Tuesday, December 1, 2026"


def looked(cwd: Path, ruleset: Ruleset = LATEST, **settings: object) -> Startup:
    return inspect(
        situation(
            cwd,
            ruleset=ruleset,
            disk=Disk(),
            context_length=settings.get("context_length"),
            max_chars=settings.get("max_chars"),
        ),
        skip_soul=True,
    )


def compared(context: str, startup: Startup) -> StoredPrompt:
    return compare_prompt(around(context), LONG_AGO, startup, Disk())


def standings(stored: StoredPrompt) -> dict[str, Standing]:
    return {section.label: section.standing for section in stored.sections}


# ── with itself ──


@pytest.mark.parametrize("name", CASES)
def test_a_prompt_compared_with_itself_is_current(name: str, tmp_path: Path) -> None:
    case = CASES[name]
    top = grow(tmp_path / "top", case.files).resolve()
    for release in RELEASES:
        startup = inspect(
            situation(
                top / case.cwd,
                ruleset=release,
                home=top / "home",
                context_length=case.context_length,
                max_chars=case.max_chars,
            ),
            skip_soul=case.skip_soul,
        )
        for text in (startup.project_text, startup.prompt_text):
            if text is None:
                continue
            stored = compare_prompt(around(str(text)), LONG_AGO, startup, Disk())
            assert stored.is_current, release.name
            labels = [file.label for file in startup.files if file.in_prompt and file.label != "SOUL.md"]
            assert [section.label for section in stored.sections] == labels
            assert all(section.then == section.now for section in stored.sections)


CUT_CHAIN: Files = {
    ".git/": "",
    "AGENTS.md": "r" * 12_000,
    "a/AGENTS.md": "m" * 6_000,
    "a/b/AGENTS.md": "l" * 12_000,
}


def test_a_chain_that_was_cut_together_is_current(tree: Tree) -> None:
    startup = looked(tree(CUT_CHAIN) / "a/b")
    assert "(directory chain)" in str(startup.project_text)
    assert compared(str(startup.project_text), startup).is_current


def test_a_file_with_the_label_of_another_in_its_text_is_one_section(tree: Tree) -> None:
    root = tree({"AGENTS.md": "use tabs\n\n## CLAUDE.md\n\nis for others\n\n## .cursorrules\n\ntoo\n"})
    startup = looked(root)
    assert standings(compared(str(startup.project_text), startup)) == {"AGENTS.md": Standing.SAME}


def test_an_identity_that_tells_of_context_files_does_not_matter(tree: Tree) -> None:
    startup = looked(tree({"AGENTS.md": "use tabs"}))
    prompt = f"You say things like\n{HEADER.strip()}\n\n## AGENTS.md\n\nno.\n\n{startup.project_text}"
    assert compare_prompt(prompt, LONG_AGO, startup, Disk()).is_current


# ── when something has changed ──


def test_in_a_chain_that_was_cut_together_only_the_changed_file_is_told(tree: Tree) -> None:
    root = tree(CUT_CHAIN)
    then = str(looked(root / "a/b").project_text)
    (root / "a/b/AGENTS.md").write_text("l" * 11_000 + "L" * 1_000)
    stored = compared(then, looked(root / "a/b"))
    assert standings(stored) == {
        "../../AGENTS.md": Standing.SAME,
        "../AGENTS.md": Standing.SAME,
        "AGENTS.md": Standing.CHANGED,
    }
    changed = stored.sections[-1]
    assert (changed.then, changed.now) == ("l" * 4_000, "l" * 3_000 + "L" * 1_000)


def test_a_file_that_fits_now_is_another_text_and_its_neighbours_are_the_same(tree: Tree) -> None:
    root = tree(CUT_CHAIN)
    then = str(looked(root / "a/b").project_text)
    stored = compared(then, looked(root / "a/b", max_chars=40_000))
    assert standings(stored) == {
        "../../AGENTS.md": Standing.SAME,
        "../AGENTS.md": Standing.CHANGED,
        "AGENTS.md": Standing.CHANGED,
    }


def test_a_changed_file_with_the_label_of_another_in_its_text_is_one_section(tree: Tree) -> None:
    root = tree({"AGENTS.md": "use tabs\n\n## CLAUDE.md\n\nis for others\n"})
    then = str(looked(root).project_text)
    (root / "AGENTS.md").write_text("use blanks\n")
    stored = compared(then, looked(root))
    assert standings(stored) == {"AGENTS.md": Standing.CHANGED}
    assert stored.sections[0].then == "## AGENTS.md\n\nuse tabs\n\n## CLAUDE.md\n\nis for others"


def test_the_chain_goes_down_so_a_label_from_above_is_part_of_a_text(tree: Tree) -> None:
    root = tree({".git/": "", "AGENTS.md": "R", "a/AGENTS.md": "old\n\n## ../AGENTS.md\n\nquoted\n"})
    then = str(looked(root / "a").project_text)
    (root / "a/AGENTS.md").write_text("new\n")
    assert standings(compared(then, looked(root / "a"))) == {
        "../AGENTS.md": Standing.SAME,
        "AGENTS.md": Standing.CHANGED,
    }


def test_the_quoted_label_of_the_next_file_does_not_end_an_unchanged_one(tree: Tree) -> None:
    root = tree({".git/": "", "AGENTS.md": "R\n\n## AGENTS.md\n\nquoted\n", "a/AGENTS.md": "old"})
    then = str(looked(root / "a").project_text)
    (root / "a/AGENTS.md").write_text("new\n")
    stored = compared(then, looked(root / "a"))
    assert standings(stored) == {"../AGENTS.md": Standing.SAME, "AGENTS.md": Standing.CHANGED}
    assert stored.sections[1].then == "## AGENTS.md\n\nold"


def test_a_file_of_the_chain_that_is_gone_leaves_the_others_as_they_are(tree: Tree) -> None:
    root = tree({".git/": "", "AGENTS.md": "R", "a/AGENTS.md": "M", "a/b/AGENTS.md": "L"})
    then = str(looked(root / "a/b").project_text)
    (root / "a/AGENTS.md").unlink()
    stored = compared(then, looked(root / "a/b"))
    assert standings(stored) == {
        "../../AGENTS.md": Standing.SAME,
        "../AGENTS.md": Standing.GONE,
        "AGENTS.md": Standing.SAME,
    }
    assert stored.sections[1].then == "## ../AGENTS.md\n\nM"


def test_cursor_rules_are_told_apart(tree: Tree) -> None:
    root = tree({".cursorrules": "first", ".cursor/rules/a.mdc": "A", ".cursor/rules/b.mdc": "B"})
    then = str(looked(root).project_text)
    (root / ".cursor/rules/a.mdc").write_text("other")
    (root / ".cursor/rules/c.mdc").write_text("C")
    assert standings(compared(then, looked(root))) == {
        ".cursorrules": Standing.SAME,
        ".cursor/rules/a.mdc": Standing.CHANGED,
        ".cursor/rules/b.mdc": Standing.SAME,
        ".cursor/rules/c.mdc": Standing.NEW,
    }


def test_another_type_that_won_then_is_gone_now(tree: Tree) -> None:
    root = tree({"CLAUDE.md": "C"})
    then = str(looked(root).project_text)
    (root / "AGENTS.md").write_text("A")
    assert standings(compared(then, looked(root))) == {
        "CLAUDE.md": Standing.GONE,
        "AGENTS.md": Standing.NEW,
    }


def test_a_heading_cut_in_two_by_the_joint_cap_is_no_section_of_its_own(tree: Tree) -> None:
    root = tree({".git/": "", "AGENTS.md": "r" * 19_000, "a/AGENTS.md": "m" * 19_000})
    startup = looked(root / "a", max_chars=27_182)  # 70 % of it ends within "## AGENTS.md"
    assert re.search(r"\n\n## A[A-Z]*\n\n\[\.\.\.truncated", str(startup.project_text))
    then = str(startup.project_text)
    (root / "a/AGENTS.md").write_text("m" * 18_999 + "M")
    assert standings(compared(then, looked(root / "a", max_chars=27_182))) == {
        "../AGENTS.md": Standing.SAME,
        "AGENTS.md": Standing.CHANGED,
    }


def test_a_head_that_ends_in_blanks_is_the_same(tree: Tree) -> None:
    root = tree({**CUT_CHAIN, "AGENTS.md": "r" * 11_000 + " " * 2_970 + "\n" * 40 + "r" * 9_000})
    then = str(looked(root / "a/b").project_text)
    (root / "a/b/AGENTS.md").write_text("l" * 11_000 + "L" * 1_000)
    assert standings(compared(then, looked(root / "a/b"))) == {
        "../../AGENTS.md": Standing.SAME,
        "AGENTS.md": Standing.CHANGED,
    }


def test_a_prompt_of_a_few_characters_is_compared_too(tree: Tree) -> None:
    root = tree({"AGENTS.md": "body"})
    startup = looked(root, max_chars=3)
    assert compared(str(startup.project_text), startup).is_current
    then = str(startup.project_text)
    (root / "AGENTS.md").write_text("text")
    assert standings(compared(then, looked(root, max_chars=3))) == {"AGENTS.md": Standing.CHANGED}


def test_where_the_tree_is_elsewhere_nothing_is_said_of_a_new_session(tree: Tree) -> None:
    startup = looked(tree({".git/": ""}) / "gone")
    (section,) = compared(f"{HEADER}## AGENTS.md\n\nuse tabs", startup).sections
    assert section.sentence == (
        f"AGENTS.md is in the session's prompt; there is no directory {startup.cwd} here: say where the tree "
        "is now with --map."
    )
