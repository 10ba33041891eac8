"""Where two texts of one file begin to differ."""

from pathlib import Path

import pytest

from hermes_tui.core.comparison.differences import what_differs, why_unseen
from hermes_tui.core.releases.lookup import get_ruleset
from hermes_tui.core.text.provenance import Role, TracedText

PATH = Path("/work/AGENTS.md")


def sent(*parts: tuple[Role, str]) -> TracedText:
    text = TracedText()
    for role, words in parts:
        is_file = role is Role.FILE
        text += TracedText.of_file(PATH, words) if is_file else TracedText.written(words, role, PATH)
    return text


@pytest.mark.parametrize(
    ("before", "after", "place"),
    [
        ((Role.FILE, "abc"), (Role.FILE, "abc"), ""),
        ((Role.MARKER, "[one]"), (Role.MARKER, "[two]"), "in the marker that stands for what was cut"),
        ((Role.HEADING, "[one]"), (Role.HEADING, "[two]"), "in the heading above it"),
        ((Role.NOTICE, "[one]"), (Role.NOTICE, "[two]"), "in the notice that stands for it"),
        ((Role.FILE, "abc"), (Role.FILE, "abx"), "from character 8 of what is sent on"),
        ((Role.FILE, "abc"), (Role.MARKER, "[one]"), "from character 6 of what is sent on"),
        ((Role.FILE, "abc"), (Role.FILE, "ab"), "from character 8 of what is sent on"),
    ],
)
def test_the_first_difference_is_told_by_who_wrote_it(
    before: tuple[Role, str], after: tuple[Role, str], place: str
) -> None:
    head, tail = (Role.FILE, "first"), (Role.FRAME, "")
    assert what_differs(sent(head, before, tail), sent(head, after, tail)) == place


def test_a_directory_whose_name_hints_leave_out_is_named() -> None:
    """Releases from 0.20.0 on leave out node_modules (rules.md 2.5)."""
    label = "web/node_modules/x/AGENTS.md"
    assert why_unseen(label, get_ruleset("0.22.2")) == (
        "No hint can bring it: it is in node_modules, a name that hints leave out."
    )
    assert why_unseen(label, get_ruleset("0.19")) == "No hint looks there."
