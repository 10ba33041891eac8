"""``why`` answers each question of the table ``cases/why`` with its lines, word for word."""

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from cases.why import SUBJECTS
from cases.why.case import Case, Line
from hermes_tui.core.diagnosis.model import State
from support.trees import Tree
from support.why_questions import ask, printed

ASKED = [
    pytest.param(case, release, id=f"{subject}: {name} ({release})")
    for subject, cases in SUBJECTS.items()
    for name, case in cases.items()
    for release in case.says
]


@pytest.mark.parametrize(("case", "release"), ASKED)
def test_the_reader_gets_these_lines(tree: Tree, case: Case, release: str) -> None:
    root = tree(case.files).resolve()
    asked = str(root / case.asked) if isinstance(case.asked, Path) else case.asked
    reply = ask(root, asked, case.cwd, release, **in_tree(case.options, root))
    assert_same([printed(answer.sentence, root) for answer in reply.answers], case.says[release], root)
    if case.codes is not None:
        assert tuple(answer.code for answer in reply.answers) == case.codes
    if case.seen is not None:
        seen = [printed(remark.sentence, root) for remark in reply.remarks if remark.is_seen]
        assert_same(seen, case.seen, root)
    if all(answer.state is not State.SENT for answer in reply.answers):
        assert all(remark.is_seen for remark in reply.remarks), "nothing is to be asked of what is not sent"
    if case.searched is not None:
        assert set(reply.searched) == case.searched


def assert_same(lines: list[str], expected: tuple[Line, ...], root: Path) -> None:
    """Every line is the one that is expected, in this order."""
    right = [printed(line(root) if callable(line) else line, root) for line in expected]
    whole = [text if matches(text, line) else line for text, line in zip(lines, right, strict=False)]
    assert lines == whole + right[len(lines) :]


def matches(text: str, expected: str) -> bool:
    """*text* is *expected*, where ``…`` stands for any words."""
    return re.fullmatch(".*".join(re.escape(part) for part in expected.split("…")), text) is not None


def in_tree(value: Any, root: Path) -> Any:
    """*value* with the tree's path for ``ROOT``."""
    if isinstance(value, Mapping):
        return {name: in_tree(inner, root) for name, inner in value.items()}
    if isinstance(value, str | Path):
        return type(value)(str(value).replace("ROOT", str(root)))
    return value


@pytest.mark.parametrize(
    ("text", "expected", "is_same"),
    [
        ("✓ AGENTS.md: sent", "✓ AGENTS.md: sent", True),
        ("✓ AGENTS.md: sent", "✓ …: sent", True),
        ("✓ AGENTS.md: sent", "✓ AGENTS.md: sent.", False),
        ("✓ AGENTS.md: sent", "AGENTS.md: sent", False),
        ("✓ AGENTS.md: sent", "✗ …", False),
        ("✓ AGENTS.md: sent", "✓ AGENTS_md: sent", False),
    ],
)
def test_a_wrong_line_would_be_noticed(text: str, expected: str, is_same: bool) -> None:
    assert matches(text, expected) is is_same


@pytest.mark.parametrize("lines", [[], ["✓ a"], ["✓ a", "✗ b", "✗ c"], ["✗ b", "✓ a"]])
def test_a_line_too_few_or_too_many_would_be_noticed(tmp_path: Path, lines: list[str]) -> None:
    with pytest.raises(AssertionError):
        assert_same(lines, ("✓ a", "✗ …"), tmp_path)
