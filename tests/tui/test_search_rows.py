"""What the search, the answers and the findings look like, as plain text."""

from dataclasses import replace
from pathlib import Path

import pytest
from rich.cells import cell_len

from hermes_tui.core.checks.findings import Finding
from hermes_tui.core.codes.catalogue import CODES
from hermes_tui.core.comparison.compare import compare_releases
from hermes_tui.core.comparison.what_if import with_cap
from hermes_tui.core.diagnosis.model import Diagnosis, Obstacle, Remark, Reply, State, untried
from hermes_tui.core.diagnosis.search_results import Result
from hermes_tui.core.diagnosis.ways import Way
from hermes_tui.core.filesystem.disk import Disk
from hermes_tui.core.situation import Situation
from hermes_tui.core.text.public_text import Public
from hermes_tui.tui.dialogs.code import code_lines
from hermes_tui.tui.presentation.findings import counts, finding_details, finding_row
from hermes_tui.tui.presentation.search import copied, excerpt, offset_of, result_details, result_row
from hermes_tui.tui.screens.what_if import what_if_header
from hermes_tui.tui.screens.why import reply_entries
from hermes_tui.tui.widgets.styled_line import plain
from support.trees import Tree
from support.why_questions import settings_for

EVIL = "\x1b]52;c;x\x07\u202e[@click=app.leave]x[/]"


def answer(state: State = State.NOT_SENT, shown: str = "packages/webapp/CLAUDE.md") -> Diagnosis:
    return Diagnosis(
        path=Path("/r/CLAUDE.md"),
        shown=Public(shown),
        line=12,
        column=3,
        start=100,
        end=104,
        state=state,
        obstacle=Obstacle("HT005", "../AGENTS.md was found first, and Hermes sends one type of project file"),
        find_remedies=lambda: untried((Way("write the rule into ../AGENTS.md"),)),
        place=None,
    )


RESULT = Result(answer(), "always run the ", "tests", " before you push anything anywhere")

WIDE = (
    "✗ not sent  packages/webapp/CLAUDE.md:12       always run the tests before you push …  "
    "../AGENTS.md was found first, …"
)
NARROW = """\
✗ not sent  …/webapp/CLAUDE.md:12    always run the tests before you push…"""
DETAILS = """\
✗ not sent  packages/webapp/CLAUDE.md:12:3   HT005
  ../AGENTS.md was found first, and Hermes sends one type of
  project file
  → Write the rule into ../AGENTS.md."""


def test_a_row_tells_verdict_place_words_and_where_there_is_room_why() -> None:
    assert plain((result_row(RESULT, 118),)) == WIDE
    assert plain((result_row(RESULT, 74),)) == NARROW


def test_the_details_tell_all_of_it() -> None:
    assert plain(result_details(RESULT, 62)) == DETAILS
    assert copied(RESULT.answer) == (
        "✗ packages/webapp/CLAUDE.md:12:3: not sent: ../AGENTS.md was found first, and Hermes sends one "
        "type of project file → Write the rule into ../AGENTS.md."
    )


@pytest.mark.parametrize("width", [1, 2, 5, 12, 40, 200])
@pytest.mark.parametrize("found", ["tests", "日本語" * 30, EVIL, "a\nb"])
def test_an_excerpt_fills_its_room_and_keeps_what_was_found(width: int, found: str) -> None:
    words = plain((excerpt(Result(answer(), "before " * 20, found, " after" * 20), width),))
    assert cell_len(words) <= width
    assert not set("\x1b\x07\n\u202e") & set(words)
    if found == "tests" and width >= 5:
        assert "tests" in words


def test_an_offset_is_that_of_line_and_column() -> None:
    text = "ab\ncd\n"
    assert [offset_of(text, *place) for place in ((1, 1), (1, 2), (2, 2), (9, 1), (2, 99))] == [0, 1, 4, 0, 6]


# ── findings ──


def finding(code: str = "HT005", text: str = "../AGENTS.md was found first") -> Finding:
    return Finding(
        code=code,
        path=Path("/r/a/CLAUDE.md"),
        shown=Public("a/CLAUDE.md"),
        line=1,
        column=1,
        message=Public("m"),
        text=text,
        find_remedies=lambda: untried((Way("remove it"),)),
        directories=("/r/a", "/r/b"),
    )


def test_a_finding_is_told_by_sign_word_code_and_place() -> None:
    assert plain((finding_row(finding(), 76),)) == (
        "✗ error   HT005  a/CLAUDE.md:1            ../AGENTS.md was found first"
    )
    details = plain(finding_details(finding(), Path("/r"), 70, from_every_directory=True))
    assert details == (
        "✗ error  HT005  shadowed by a file of another type  a/CLAUDE.md:1:1\n"
        "  ../AGENTS.md was found first\n"
        "  → Remove it.\n"
        "  from a/, b/"
    )
    assert plain((counts((finding(), finding("HT029"))),)) == "✗ 1 error   · 1 note"
    assert "Nothing is lost here" in plain((counts(()),))


def test_a_hostile_finding_is_inert() -> None:
    hostile = replace(
        finding(text=EVIL),
        shown=Public(EVIL),
        find_remedies=lambda: untried((Way(EVIL),)),
        directories=(f"/r/{EVIL}",),
    )
    lines = [finding_row(hostile, 90), *finding_details(hostile, Path("/r"), 60, from_every_directory=True)]
    assert not set("\x1b\x07\u202e") & set(plain(lines))


def test_every_code_can_be_explained() -> None:
    for code in CODES:
        page = plain(code_lines(code))
        assert code.title in page
        assert "Example" in page


# ── answers ──


def test_answers_come_first_then_what_was_seen_then_the_questions() -> None:
    remarks = (
        Remark("", is_seen=False, text="is it a session of the gateway?", remedy="Inspect that directory."),
        Remark("HT037", is_seen=True, text="TERMINAL_CWD is /x", remedy="Unset it."),
    )
    reply = Reply("CLAUDE.md", True, (answer(),), remarks, (), (), 1, 0)
    entries = list(reply_entries(reply, 80))
    assert [plain(entry.lines) for entry in entries] == [
        plain(result_details(RESULT, 80)),
        "• seen   HT037\n  TERMINAL_CWD is /x\n  → Unset it.",
        "? to check\n  is it a session of the gateway?\n  → Inspect that directory.",
    ]
    assert [entry.code for entry in entries] == ["HT005", "HT037", ""]


def test_a_file_that_is_gone_is_said_to_be() -> None:
    (entry,) = reply_entries(Reply(EVIL, False, (), (), (), (), 0, 0), 80)
    assert "is not there any more" in entry.said
    assert "\x1b" not in entry.said


def test_what_is_supposed_says_first_that_it_is_not_so(tree: Tree) -> None:
    root = tree({".git/": "", "AGENTS.md": "a"})
    settings = settings_for("0.22.2")
    comparison = compare_releases(Situation(root, settings, Disk()), settings, settings)._replace(
        names=("now", "then")
    )
    lines = plain(what_if_header(comparison, (with_cap(5_000),), 90)).splitlines()
    assert lines[0] == " NOT WHAT HERMES DOES NOW   if context_file_max_chars were 5,000"
    assert [line.split()[0] for line in lines[1:]] == ["cap", "now", "then"]
