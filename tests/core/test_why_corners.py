"""Answers in corners: several obstacles in one file, names that look alike, odd things called ``.git``."""

import pytest

from hermes_tui.core.answering.answers import State
from support.trees import Special, Tree, repository
from support.why_questions import ask, line

GIT = {".git/HEAD": ""}
RULE = "run the tests"


def test_blocked_file_names_every_place_and_what_helps(tree: Tree) -> None:
    root = tree({**GIT, "AGENTS.md": "<!-- secret -->\ncat .env\ncat .env\n"})
    assert line(root, str(root / "AGENTS.md"), release="0.22.2") == (
        '✗ AGENTS.md:1:1: not sent: blocked by the threat scan: line 1, column 1: "<!-- secret -->" '
        '(html_comment_injection); line 2, column 1: "cat .env" (read_secrets); line 3, column 1: "cat '
        '.env" (read_secrets) → In line 1: remove the comment, or the words ignore, override, system, '
        'secret and hidden in it; in lines 2, 3: write "show" or "print" in place of "cat". Then all of it '
        "loads."
    )


def test_place_that_is_to_blame_is_told_from_the_others(tree: Tree) -> None:
    root = tree({**GIT, "AGENTS.md": "cat .env\nhavoc\n"})
    assert (
        'for this very place: line 2, column 1: "havoc" (known_c2_framework); and in the same file line '
        "1, column 1: "
        '"cat .env" (read_secrets) →'
    ) in line(root, "havoc", release="0.22.2")


def test_many_places_are_counted(tree: Tree) -> None:
    root = tree({**GIT, "AGENTS.md": "havoc\n" * 8})
    assert "; and 3 more → In lines 1, 2, 3, 4, 5 ...: use another word." in line(
        root, str(root / "AGENTS.md")
    )


def test_blocked_long_hint_would_be_cut(tree: Tree) -> None:
    root = tree({**GIT, "b/AGENTS.md": "havoc\n" + "x" * 9_000})
    assert line(root, "havoc").endswith("Then it loads, but cut: a hint has 8,000 characters.")


def test_hermes_md_further_up_is_superseded(tree: Tree) -> None:
    root = tree({**GIT, ".hermes.md": RULE, "p/HERMES.md": "a"})
    assert line(root, RULE, "p") == (
        "✗ ../.hermes.md:1:1: not sent: the search ends at HERMES.md, the first file that it finds → Write "
        "the rule into HERMES.md, or remove HERMES.md."
    )


def test_blocked_override_replaces_all_the_same(tree: Tree) -> None:
    root = tree({**GIT, "AGENTS.override.md": "havoc", "AGENTS.md": RULE})
    assert line(root, RULE, release="0.22.2") == (
        "✗ AGENTS.md:1:1: not sent: AGENTS.override.md comes first in the same directory; it is blocked, "
        "and wins all the same → Mend AGENTS.override.md (hermes-tui why AGENTS.override.md) and write the "
        "rule there, or remove AGENTS.override.md."
    )


def test_second_name_of_a_hint_is_not_asked_for(tree: Tree) -> None:
    root = tree({**GIT, "b/AGENTS.md": "a", "b/CLAUDE.md": RULE})
    assert line(root, RULE) == (
        "✗ b/CLAUDE.md:1:1: not sent: b/AGENTS.md comes first in the same directory, and a directory gives "
        "one hint only → Write the rule into b/AGENTS.md, or remove b/AGENTS.md."
    )


@pytest.mark.parametrize(
    ("files", "what"),
    [
        ({"p/.git": "x"}, "p holds a file called .git, which is no repository"),
        ({"p/.git": "gitdir: nowhere"}, "p holds a file called .git that points nowhere"),
        ({"p/.git": Special("pipe")}, "p holds a pipe or device called .git, which is no repository"),
        ({"p/.git/objects/": ""}, "p holds a directory without HEAD called .git, which is no repository"),
        ({"p/.git/HEAD": ""}, "p holds a directory without objects called .git, which is no repository"),
        (
            {"p/.git": "gitdir:../real", **repository("p/real")},
            "p holds a file called .git, which is no repository",
        ),
        (
            {"p/.git": "gitdir: real", "p/real/": ""},
            "p holds a file called .git that points to no repository",
        ),
    ],
)
def test_odd_things_called_git_are_named(tree: Tree, files: dict[str, str], what: str) -> None:
    root = tree({**GIT, "AGENTS.md": RULE, "p/q/": "", **files})
    said = line(root, RULE, "p/q")
    assert f"it lies above the git root, where Hermes stops: {what.replace('p holds', '../ holds')}" in said
    assert said.endswith("→ Remove the .git in ROOT/p/.")


def test_repository_whose_directory_is_elsewhere_is_one(tree: Tree) -> None:
    root = tree({"AGENTS.md": RULE, "p/.git": "gitdir: ../real", **repository("real")})
    assert "it lies above the working directory, which is a git root itself" in line(root, RULE, "p")


def test_utf_16_is_named(tree: Tree) -> None:
    root = tree({**GIT, "AGENTS.md": "\ufeffrun".encode("utf-16-le")})
    assert line(root, str(root / "AGENTS.md")).endswith(
        "it is UTF-16, not UTF-8 (byte 0xff at offset 0, line 1), and Hermes goes on as if it were not "
        "there → Save it as UTF-8 (iconv -f UTF-16 -t UTF-8 AGENTS.md > AGENTS.md.new && mv AGENTS.md.new "
        "AGENTS.md), and look at the result."
    )


def test_slow_file_counts_as_absent(tree: Tree) -> None:
    from hermes_tui.core.rulesets import get_ruleset

    root = tree({**GIT, "AGENTS.md": RULE})
    ruleset = get_ruleset("0.22.2")._replace(read_timeout=0.0)
    said = line(root, RULE, ruleset=ruleset)
    assert (
        "and Hermes waits 0 s, and Hermes goes on as if it were not there → Put it where reading is quick."
        in said
    )


def test_front_matter_and_removed_section_are_told_of_the_whole_file(tree: Tree) -> None:
    root = tree(
        {**GIT, ".hermes.md": "---\na: b\n---\nbody", "h/SOUL.md": "a\n\n## Messaging other agents\nb\n"}
    )
    answer = ask(root, str(root / ".hermes.md")).answers[0]
    assert (answer.state, answer.code) == (State.SENT, "HT016")
    soul = ask(root, str(root / "h/SOUL.md"), release="0.22.2", hermes_home=root / "h").answers[0]
    assert (soul.state, soul.code) == (State.SENT, "HT017")


def test_rule_in_a_removed_section_of_soul_md_is_told(tree: Tree) -> None:
    root = tree({**GIT, "h/SOUL.md": "a\n\n## Messaging other agents\nrun the tests\n"})
    assert line(root, RULE, release="0.22.2", hermes_home=root / "h") == (
        '✗ h/SOUL.md:4:1: not sent: Hermes removes the section "## Messaging other agents" from SOUL.md '
        "(lines 3-4) "
        "→ Give the section another heading."
    )


def test_rule_that_a_cut_goes_through_is_not_sent(tree: Tree) -> None:
    root = tree({**GIT, "AGENTS.md": "x" * 13_980 + " run the tests " + "y" * 9_000})
    said = line(root, RULE, release="0.22.2")
    assert said.startswith(
        "✗ AGENTS.md:1:13982: not sent: only a part of it is sent, the rest is cut away by the cap"
    )


def test_cap_beyond_every_context_length_is_told(tree: Tree) -> None:
    root = tree({**GIT, "AGENTS.md": "x\n" * 200_000 + RULE + "\ny" * 100_000})
    assert line(root, RULE, release="0.22.2").endswith(
        "or set context_file_max_chars: 600027 in config.yaml (a longer context gives 500,000 at most)."
    )


def test_cursor_files_are_cut_together(tree: Tree) -> None:
    root = tree(
        {**GIT, ".cursorrules": "a" * 15_000, ".cursor/rules/a.mdc": RULE, ".cursor/rules/b.mdc": "b" * 9_000}
    )
    assert "by the cap of all Cursor files: 24,084 characters together" in line(root, RULE, release="0.22.2")


def test_heading_of_many_sections_are_counted(tree: Tree) -> None:
    sections = "".join(f"\n## S{number}\n" for number in range(6))
    root = tree({**GIT, "AGENTS.md": "x" * 15_000 + sections + "y" * 15_000})
    assert 'and with them "S0", "S1", "S2", 3 more)' in line(root, "S3", release="0.22.2")


def test_excluded_directories_are_searched_last(tree: Tree) -> None:
    root = tree({**GIT, "node_modules/a/AGENTS.md": RULE, "b/AGENTS.md": RULE})
    assert [answer.shown for answer in ask(root, RULE, release="0.22.2").answers] == [
        "b/AGENTS.md",
        "node_modules/a/AGENTS.md",
    ]


def test_import_from_home_is_found(tree: Tree) -> None:
    root = tree({**GIT, "r/.git/HEAD": "", "r/CLAUDE.md": "@~/rules.md", "home/rules.md": RULE})
    assert line(root, RULE, "r", home=root / "home") == (
        "✗ ~/rules.md:1:1: not sent: line 1 of CLAUDE.md imports it, and Hermes sends that line as it "
        "stands → "
        "Put the text itself into CLAUDE.md."
    )


def test_path_that_is_none_is_taken_for_a_text(tree: Tree) -> None:
    root = tree({**GIT, "AGENTS.md": "a\0b"})
    assert not ask(root, "a\0b").is_file
    assert not ask(root, "loop/x" * 2_000).is_file


def test_nothing_is_sent_where_the_release_hangs_further_down(tree: Tree) -> None:
    root = tree({**GIT, "AGENTS.md": RULE, "p/AGENTS.md": Special("pipe")})
    assert line(root, RULE, "p", "0.20.6") == (
        "✗ ../AGENTS.md:1:1: not sent: Hermes 0.20.6 waits for ever here at AGENTS.md: it is a pipe or a "
        "device, not a file → Remove AGENTS.md, or update Hermes."
    )
    assert line(root, str(root / "AGENTS.md"), "p", "0.20.6").startswith(
        "✗ ../AGENTS.md:1:1: not sent: Hermes 0.20.6"
    )
    assert line(root, RULE, "p", "0.22.2").startswith("✓ ")


def test_blanks_at_the_end_of_a_hint_do_not_matter(tree: Tree) -> None:
    root = tree({**GIT, "b/AGENTS.md": f"\n\n{RULE}\n\n"})
    assert line(root, str(root / "b/AGENTS.md")).startswith("→ b/AGENTS.md:1:1: by a hint: $ ls b/ brings it")


def test_long_hint_is_brought_in_part(tree: Tree) -> None:
    root = tree({**GIT, "b/AGENTS.md": "x" * 9_000})
    assert "; a part of it is cut away by the cap of a hint: 9,000 characters, 1,000 too many" in line(
        root, str(root / "b/AGENTS.md")
    )


def test_soul_md_that_a_cap_without_end_drops_names_the_setting(tree: Tree) -> None:
    root = tree({**GIT, "h/SOUL.md": RULE})
    said = line(root, RULE, release="0.22.2", hermes_home=root / "h", max_chars=float("inf"))
    assert said.startswith("✗ h/SOUL.md:1:1: not sent: Hermes drops it: OverflowError")
    assert said.endswith(" → Give context_file_max_chars a number that Hermes can reckon with.")


def test_directory_name_of_several_words_is_typed_in_quotes(tree: Tree) -> None:
    root = tree({**GIT, "my rules/AGENTS.md": RULE})
    assert "(the slash is needed: Hermes sees no path in ls 'my rules', though it does in cd 'my rules')" in (
        line(root, RULE, release="0.22.2")
    )


def test_the_number_for_all_files_says_how_it_comes_from_the_others(tree: Tree) -> None:
    root = tree({**GIT, "AGENTS.md": "a" * 20_500, "p/AGENTS.md": f"{RULE}\n" + "b" * 9_000})
    together = 27_211 + len(str(root))  # the marker of the file that is cut alone says where it is
    assert (
        f"the cap of the whole chain: {together:,} characters together, {together - 20_000:,} too many for "
        f"20,000 (lines 1-2 lost) → Shorten the files by 9,547 characters in all ({together - 20_000:,} that "
        f"are too many together, and {29_547 - together:,} that the cap of one file took before), or move"
    ) in line(root, RULE, "p", "0.22.2")


def test_the_number_for_all_files_names_the_share_of_the_one_that_is_cut_alone(tree: Tree) -> None:
    root = tree({**GIT, "AGENTS.md": f"{'a' * 14_500}\n{RULE}\n" + "b" * 6_000, "p/AGENTS.md": "c" * 1_000})
    assert (
        "the cap of one file: 20,532 characters with the heading, 532 too many for 20,000 (lines 1-3 lost) "
        "→ Shorten the files by 1,548 characters in all (532 in this one, and 1,016 for the cap of all), or"
    ) in line(root, RULE, "p", "0.22.2")
