"""Copies of a file: said to be sent only where that one is.

The facts: ``rules.md`` 1.5 (the first of the same text is kept), 2.6 (the working directory's own file counts
as sent, even if it was not).
"""

import pytest

from hermes_tui.core.answering.answers import State
from hermes_tui.core.checking.checks import check
from hermes_tui.core.codes.catalogue import Severity
from support.trees import Files, Tree
from support.why_questions import ask, line, lines, settings_for

GIT = {".git/HEAD": ""}
RULE = "run the tests"
HOSTILE = f"{RULE}\nhavoc\n"
SENT_ONCE = (
    "its text is the same as that of ../AGENTS.md, which is sent in its place → Nothing must be done: it is "
    "sent once. To have it closer to the end, remove it from ../AGENTS.md."
)


def last(said: list[str]) -> str:
    return said[-1].partition(": not sent: ")[2]


def test_a_copy_of_a_file_that_is_sent_is_sent_once(tree: Tree) -> None:
    root = tree({**GIT, "AGENTS.md": RULE, "p/AGENTS.md": f"\n{RULE}\n"})
    assert last(lines(root, RULE, "p", "0.22.2")) == SENT_ONCE


def test_a_copy_of_a_blocked_file_says_that_neither_is_sent(tree: Tree) -> None:
    root = tree({**GIT, "AGENTS.md": HOSTILE, "p/AGENTS.md": f"\n\n{HOSTILE}"})
    answer = ask(root, RULE, "p", "0.22.2").answers[-1]
    assert (answer.code, answer.state) == ("HT044", State.NOT_SENT)
    assert answer.culprit == (
        "its text is the same as that of ../AGENTS.md, and that one does not bring it either: this place is "
        "fine, but line 2 of the same file is not, and the whole file is blocked: line 2, column 1: "
        '"havoc" (known_c2_framework)'
    )
    assert answer.remedy == (
        "Remove this copy, and mend ../AGENTS.md. In line 2: use another word. Then all of it loads."
    )
    place = ask(root, "havoc", "p", "0.22.2").answers[-1]
    assert "blocked by the threat scan for this very place" in place.culprit


def test_a_copy_of_a_file_that_is_cut_at_this_place_says_so_and_elsewhere_not(tree: Tree) -> None:
    text = f"# Begin\n{'a' * 14_500}\n{RULE}\n{'b' * 10_000}\nthe end\n"
    root = tree({**GIT, "AGENTS.md": text, "p/AGENTS.md": f"\r\n\r\n{text}"})
    cut = ask(root, RULE, "p", "0.22.2").answers[-1]
    assert cut.code == "HT044"
    assert cut.culprit.startswith(
        "its text is the same as that of ../AGENTS.md, and that one does not bring it either: cut away by "
        "the cap of one file"
    )
    for words in ("begin", "the end"):
        kept = ask(root, words, "p", "0.22.2").answers
        assert [answer.state for answer in kept] == [State.SENT, State.NOT_SENT]
        assert kept[-1].code == "HT009"


def test_a_copy_of_a_file_that_is_lost_says_so(tree: Tree) -> None:
    files = {
        "AGENTS.md": "a" * 18_000,
        "p/AGENTS.md": RULE,
        "p/q/AGENTS.md": RULE,
        "p/q/r/AGENTS.md": "c" * 9_000,
    }
    root = tree({**GIT, **files})
    answer = ask(root, str(root / "p/q/AGENTS.md"), "p/q/r", "0.22.2").answers[0]
    assert answer.code == "HT044"
    assert "and that one does not bring it either: cut away by the cap of the whole chain" in answer.culprit


@pytest.mark.parametrize(
    ("files", "cwd", "reason"),
    [
        (
            {"AGENTS.md": RULE},
            "p",
            "Not sent again: its text is the same as that of ../AGENTS.md, which is sent.",
        ),
        (
            {"AGENTS.md": HOSTILE},
            "p",
            (
                "Not sent: its text is the same as that of ../AGENTS.md, and that one is blocked: neither is "
                "sent."
            ),
        ),
        (
            {"AGENTS.md": "x" * 21_000},
            "p",
            "Not sent again: its text is the same as that of ../AGENTS.md, which is sent, but cut.",
        ),
    ],
)
def test_the_reason_of_a_copy_tells_what_became_of_the_other(
    tree: Tree, files: dict[str, str], cwd: str, reason: str
) -> None:
    from hermes_tui.core.prompt.startup import inspect_startup
    from hermes_tui.core.rulesets import get_ruleset

    root = tree({**GIT, **files, "p/AGENTS.md": files["AGENTS.md"]})
    startup = inspect_startup(root / cwd, ruleset=get_ruleset("0.22.2"), home=root / "home")
    assert startup.files[1].reason == reason


# ── hints ──


def test_a_copy_below_of_a_file_that_is_sent_needs_nothing(tree: Tree) -> None:
    root = tree({**GIT, "AGENTS.md": RULE, "b/AGENTS.md": RULE})
    assert line(root, str(root / "b/AGENTS.md"), release="0.22.2") == (
        "✗ b/AGENTS.md:1:1: not sent: its text is the same as that of AGENTS.md, which is sent at the start "
        "→ Nothing must be done: it is sent once."
    )


def test_a_copy_below_of_a_file_that_was_shadowed_reaches_nobody(tree: Tree) -> None:
    root = tree({**GIT, ".hermes.md": "h", "AGENTS.md": RULE, "b/AGENTS.md": RULE})
    assert line(root, str(root / "b/AGENTS.md"), release="0.22.2") == (
        "✗ b/AGENTS.md:1:1: not sent: its text is the same as that of AGENTS.md, which counts as sent and is "
        "not: .hermes.md was found first, and Hermes sends one type of context file only → Say something of "
        "its own in it, or remove AGENTS.md: then it is no copy any more."
    )


def test_a_copy_below_of_a_blocked_file_is_to_go_and_the_other_to_be_mended(tree: Tree) -> None:
    root = tree({**GIT, "AGENTS.md": HOSTILE, "b/AGENTS.md": HOSTILE})
    assert line(root, str(root / "b/AGENTS.md"), release="0.22.2") == (
        "✗ b/AGENTS.md:1:1: not sent: its text is the same as that of AGENTS.md, and that one does not bring "
        'it either: blocked by the threat scan: line 2, column 1: "havoc" (known_c2_framework) → Remove this '
        "copy, and mend AGENTS.md. In line 2: use another word. Then all of it loads."
    )


def test_a_copy_below_of_a_file_that_was_shadowed_may_be_blocked_then(tree: Tree) -> None:
    root = tree({**GIT, ".hermes.md": "h", "AGENTS.md": HOSTILE, "b/AGENTS.md": HOSTILE})
    assert line(root, str(root / "b/AGENTS.md"), release="0.22.2").endswith(
        "then it is no copy any more. Then look again: without AGENTS.md it would be blocked: line 2, column "
        '1: "havoc" (known_c2_framework).'
    )


def test_copies_below_come_by_one_call_once(tree: Tree) -> None:
    root = tree({**GIT, "b/AGENTS.md": RULE, "b/c/AGENTS.md": RULE})
    assert line(root, str(root / "b/c/AGENTS.md"), release="0.22.2") == (
        "✗ b/c/AGENTS.md:1:1: not sent: its text is the same as that of b/AGENTS.md, which the same call "
        "brings → Nothing must be done: it is sent once."
    )


# ── check ──


@pytest.mark.parametrize(
    ("files", "cwd", "expected"),
    [
        ({"AGENTS.md": RULE, "p/AGENTS.md": RULE}, "p", {"HT009": Severity.NOTE}),
        ({"AGENTS.md": "x" * 21_000, "p/AGENTS.md": "x" * 21_000}, "p", {"HT009": Severity.NOTE}),
        ({"AGENTS.md": HOSTILE, "p/AGENTS.md": HOSTILE}, "p", {"HT044": Severity.ERROR}),
        ({"AGENTS.md": HOSTILE, "p/AGENTS.md": HOSTILE}, "", {"HT044": Severity.ERROR}),
        ({".hermes.md": "h", "AGENTS.md": RULE, "b/AGENTS.md": RULE}, "", {"HT044": Severity.ERROR}),
        ({"b/AGENTS.md": RULE, "b/c/AGENTS.md": RULE}, "", {"HT009": Severity.NOTE}),
    ],
)
def test_check_counts_a_copy_as_an_error_where_neither_is_sent(
    tree: Tree, files: Files, cwd: str, expected: dict[str, Severity]
) -> None:
    root = tree({**GIT, **files})
    found = check(root / cwd, settings=settings_for("0.22.2"), environ={})
    copies = [finding for finding in found if finding.code in ("HT009", "HT044")]
    assert {finding.code: finding.severity for finding in copies} == expected
    assert not any("havoc" in finding.message + finding.remedy for finding in found)
