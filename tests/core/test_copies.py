"""Copies of a file: said to be sent only where that one is.

The facts: ``rules.md`` 1.5 (the first of the same text is kept), 2.6 (the working directory's own file counts
as sent, even if it was not).
"""

import pytest

from hermes_tui.core.checks.check import check
from hermes_tui.core.codes.catalogue import Severity
from hermes_tui.core.filesystem.disk import Disk
from hermes_tui.core.situation import Situation
from support.situations import situation
from support.trees import Files, Tree
from support.why_questions import settings_for

GIT = {".git/HEAD": ""}
RULE = "run the tests"
HOSTILE = f"{RULE}\nhavoc\n"


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
    from hermes_tui.core.prompt.startup import inspect
    from hermes_tui.core.releases.lookup import get_ruleset

    root = tree({**GIT, **files, "p/AGENTS.md": files["AGENTS.md"]})
    startup = inspect(situation(root / cwd, ruleset=get_ruleset("0.22.2"), home=root / "home"))
    assert startup.files[1].reason == reason


# ── hints ──


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
    found = check(Situation(root / cwd, settings_for("0.22.2"), Disk()), environ={})
    copies = [finding for finding in found if finding.code in ("HT009", "HT044")]
    assert {finding.code: finding.severity for finding in copies} == expected
    assert not any("havoc" in finding.message + finding.remedy for finding in found)
