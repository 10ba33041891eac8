"""Answers about files that no step of Hermes looks at, with the whole line that the reader gets.

The facts behind the lines are those of ``rules.md``: sections 1.2 to 1.6 and 2.
"""

from support.trees import Special, Tree, repository
from support.why_questions import line

GIT = {".git/HEAD": ""}
RULE = "run the tests"


def test_linked_work_tree_ends_the_way_up(tree: Tree) -> None:
    root = tree(
        {
            **repository(".git"),
            "AGENTS.md": RULE,
            "w/.git": "gitdir: ../.git/worktrees/w\n",
            ".git/worktrees/w/HEAD": "ref: refs/heads/w\n",
            ".git/worktrees/w/commondir": "../..\n",
        }
    )
    assert line(root, RULE, "w") == (
        "✗ ROOT/AGENTS.md:1:1: not sent: it lies above the git root, where Hermes stops: the working "
        "directory is a linked work tree; the next repository above is ROOT → Write the rule into a new "
        "AGENTS.md, or start Hermes in ROOT/."
    )


def test_parents_file_stays_out_outside_git(tree: Tree) -> None:
    root = tree({"AGENTS.md": RULE, "w/": ""})
    assert line(root, RULE, "w") == (
        "✗ ROOT/AGENTS.md:1:1: not sent: there is no git repository here, so nothing above the "
        "working directory is read → Run git init in ROOT/, or start Hermes there."
    )


def test_agents_md_above_is_not_read_before_the_chain(tree: Tree) -> None:
    root = tree({**GIT, "AGENTS.md": RULE, "w/": ""})
    assert line(root, RULE, "w", "0.19") == (
        "✗ ../AGENTS.md:1:1: not sent: Hermes 0.19.0 reads AGENTS.md in the working directory only → Start "
        "Hermes in ../, or update Hermes: from 0.20.1 on the whole chain is read."
    )
    assert line(root, RULE, "w", "0.20.6") == (
        "✓ ../AGENTS.md:1:1: sent at startup: line 7 of the prompt, characters 115-127, under ../AGENTS.md"
    )
    assert line(root, RULE, "w", "0.22.2") == (
        "✓ ../AGENTS.md:1:1: sent at startup: line 7 of the prompt, characters 115-127, under ../AGENTS.md"
    )


def test_file_beside_the_chain_needs_another_start(tree: Tree) -> None:
    root = tree({**GIT, "backend/AGENTS.md": RULE, "web/": ""})
    assert line(root, RULE, "web", "0.14") == (
        "→ ../backend/AGENTS.md:1:1: by a hint: $ ls ../backend/ brings it, once in a session → To have it "
        "from the start, write it into a new AGENTS.md in the working directory."
    )
    assert line(root, RULE, "web", "0.22.2") == (
        "✗ ../backend/AGENTS.md:1:1: not sent: it lies outside the working directory, and no call can "
        "bring it from here → Start Hermes in ../backend/, or in ../, where $ ls backend/ brings it."
    )


def test_claude_md_above_is_to_be_renamed(tree: Tree) -> None:
    root = tree({**GIT, "CLAUDE.md": RULE, "w/": ""})
    assert line(root, RULE, "w", "0.14") == (
        "→ ../CLAUDE.md:1:1: by a hint: $ ls ../ brings it, once in a session → To have it from the start, "
        "write it into a new AGENTS.md in the working directory."
    )
    assert line(root, RULE, "w", "0.19") == (
        "✗ ../CLAUDE.md:1:1: not sent: CLAUDE.md is read in the working directory only, and this "
        "one lies above it → Start Hermes in ../."
    )
    assert line(root, RULE, "w", "0.22.2") == (
        "✗ ../CLAUDE.md:1:1: not sent: CLAUDE.md is read in the working directory only, and this "
        "one lies above it → Rename it to ../AGENTS.md."
    )


def test_cursor_rules_above_are_to_be_renamed(tree: Tree) -> None:
    root = tree({**GIT, ".cursor/rules/a.mdc": RULE, "w/": ""})
    assert line(root, RULE, "w", "0.22.2") == (
        "✗ ../.cursor/rules/a.mdc:1:1: not sent: Cursor rules are read in the working directory "
        "only, and this one lies above it → Write the rule into a new ../AGENTS.md."
    )


def test_excluded_directory_gives_no_hint(tree: Tree) -> None:
    root = tree({**GIT, "build/AGENTS.md": RULE})
    assert line(root, RULE, "", "0.19") == (
        "→ build/AGENTS.md:1:1: by a hint: $ ls build/ brings it, once in a session (the slash is needed: "
        "Hermes sees no path in ls build) → To have it from the start, write it into a new AGENTS.md in "
        "the working directory."
    )
    assert line(root, RULE, "", "0.20.6") == (
        "→ build/AGENTS.md:1:1: by a hint: $ ls build/ brings it, once in a session (the slash is needed: "
        "Hermes sees no path in ls build) → To have it from the start, write it into a new AGENTS.md in "
        "the working directory."
    )
    assert line(root, RULE, "", "0.22.2") == (
        "✗ build/AGENTS.md:1:1: not sent: it lies in a directory called build, and no hint comes from "
        "there → Write the rule into a new AGENTS.md, or rename build/."
    )


def test_hermes_md_below_is_asked_for_by_nobody(tree: Tree) -> None:
    root = tree({**GIT, "b/.hermes.md": RULE})
    assert line(root, RULE) == (
        "✗ b/.hermes.md:1:1: not sent: Hermes looks for .hermes.md from the working directory up to the "
        "git root, and no hint asks for it → Write the rule into a new b/AGENTS.md, or start Hermes in b/."
    )


def test_cursor_rules_below_are_asked_for_by_nobody(tree: Tree) -> None:
    root = tree({**GIT, "b/.cursor/rules/x.mdc": RULE})
    assert line(root, RULE) == (
        "✗ b/.cursor/rules/x.mdc:1:1: not sent: Cursor rules are read from .cursor/rules/*.mdc of the "
        "working directory only, and no hint asks for them → Write the rule into a new b/AGENTS.md."
    )


def test_soul_md_in_a_project_is_read_by_nobody(tree: Tree) -> None:
    root = tree({**GIT, "b/SOUL.md": RULE})
    assert line(root, RULE) == (
        "✗ b/SOUL.md:1:1: not sent: SOUL.md is read from HERMES_HOME only → Write the rule into a new "
        "b/AGENTS.md, or into ~/.hermes/SOUL.md."
    )


def test_import_is_not_expanded(tree: Tree) -> None:
    root = tree({**GIT, "CLAUDE.md": "# C\nSee @docs/rules.md for more.\n", "docs/rules.md": RULE})
    assert line(root, RULE) == (
        "✗ docs/rules.md:1:1: not sent: line 2 of CLAUDE.md imports it, and Hermes sends that "
        "line as it stands → Put the text itself into CLAUDE.md."
    )


def test_directory_with_a_dot_in_its_name_is_taken_for_a_file(tree: Tree) -> None:
    root = tree({**GIT, "v1.2/AGENTS.md": RULE})
    assert line(root, RULE, "", "0.22.2") == (
        "→ v1.2/AGENTS.md:1:1: by a hint: $ ls v1.2/AGENTS.md brings it, once in a session (not ls v1.2/: "
        "a name with a dot is taken for a file) → To have it from the start, write it into a new AGENTS.md "
        "in the working directory."
    )


def test_pipe_hangs_early_releases(tree: Tree) -> None:
    root = tree({**GIT, "AGENTS.md": Special("pipe"), "CLAUDE.md": RULE})
    assert line(root, RULE, "", "0.19") == (
        "✗ CLAUDE.md:1:1: not sent: Hermes 0.19.0 waits for ever here at AGENTS.md: it is a pipe or a "
        "device, not a file → Remove AGENTS.md, or update Hermes."
    )
    assert line(root, RULE, "", "0.22.2") == (
        "✓ CLAUDE.md:1:1: sent at startup: line 7 of the prompt, characters 112-124, under CLAUDE.md"
    )


def test_words_that_hermes_wrote_are_said_to_be_its_own(tree: Tree) -> None:
    root = tree({**GIT, "AGENTS.md": "a" * 30_000})
    assert line(root, "truncated AGENTS.md") == (
        "✓ prompt:9:5: sent at startup: the marker that stands for what was cut away of "
        "AGENTS.md → hermes-tui why AGENTS.md tells more."
    )


def test_copilot_instructions_are_an_unknown_name(tree: Tree) -> None:
    root = tree({**GIT, ".github/copilot-instructions.md": RULE})
    assert line(root, RULE) == (
        "✗ .github/copilot-instructions.md:1:1: not sent: Hermes does not know the name "
        "copilot-instructions.md → Move it to AGENTS.md."
    )
