"""Recorded sessions and replays as the lines that are drawn, in words."""

from pathlib import Path

import pytest

from hermes_tui.core.recordings.catalog import Listed, RecordedSession, open_recording
from hermes_tui.core.recordings.replay import replay
from hermes_tui.core.recordings.replay_events import Facts, ReplayedCall, ReplaySummary
from hermes_tui.core.recordings.working_dir import MovedTree
from hermes_tui.core.toolcalls.calls import ToolCall
from hermes_tui.tui.presentation.replay import (
    CallSeen,
    call_details,
    call_line,
    fits,
    header,
    progress,
    seen,
    session_details,
    session_row,
    short_call,
    stored_lines,
)
from hermes_tui.tui.widgets.line_list import side_by_side
from hermes_tui.tui.widgets.styled_line import plain
from support import posix
from support.state_databases import Recorder
from support.trees import Tree
from support.why_questions import settings_for

HOME = Path("/home/dev")
LISTED = Listed(
    RecordedSession(
        id="20961002_070640_aaaaaa",
        source="cli",
        title="Mend\x1b[2J the [b]build",
        model="mock-1",
        cwd="/home/dev/a/very/long/way/to/the/monorepo",
        started_at=4_000_000_000.0,
        calls=1_234,
        profile="work",
    ),
    Path("/home/dev/.hermes/state.db"),
)


@pytest.fixture(autouse=True)
def greenwich(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TZ", "UTC")
    posix.time.tzset()


def replayed(tree: Tree, tmp_path: Path) -> tuple[Facts, list[CallSeen], ReplaySummary]:
    """Three calls of which two differ, in a tree that has changed since."""
    root = tree({".git/": "", "AGENTS.md": "new rules", "a/AGENTS.md": "a", "b/x.py": ""})
    prompt = (
        "You are Hermes.\n\n# Project Context\n\nThe following project context files have been loaded and "
        f"should be followed:\n\n## AGENTS.md\n\nold rules\n\nCurrent working directory: {root}\n"
    )
    recorder = Recorder(tmp_path / "state.db").session("s1", cwd=root, prompt=prompt, title="Work").user()
    recorder.call("read_file", {"path": "a/x.py"}, ("a/AGENTS.md", "a"))
    recorder.call("read_file", {"path": "b/x.py"}, ("b/AGENTS.md", "b"))
    recorder.call("write_file", {"path": "c.py", "content": "x" * 1_000}, ("\x1b[2J/AGENTS.md", "x"))
    facts: list[Facts] = []
    calls: list[CallSeen] = []
    summaries: list[ReplaySummary] = []
    with open_recording(recorder.close()) as recording:
        for event in replay(recording, "s1", settings=settings_for(home=tmp_path, hermes_home=tmp_path)):
            if isinstance(event, Facts):
                facts.append(event)
            elif isinstance(event, ReplayedCall):
                calls.append(seen(event))
            else:
                summaries.append(event)
    return facts[0], calls, summaries[0]


def words(*lines: object) -> list[str]:
    return plain(lines).split("\n")  # type: ignore[arg-type]


@pytest.mark.parametrize("width", [60, 78, 118, 198])
def test_a_session_is_one_line_of_any_width(width: int) -> None:
    (line,) = words(session_row(LISTED, width, HOME))
    assert line.startswith("2096-10-02 07:06   1,234  Mend␛[2J")
    assert line.endswith("monorepo")
    assert len(line) <= width


def test_the_line_of_a_session_shows_title_model_and_directory() -> None:
    (line,) = words(session_row(LISTED, 118, HOME))
    assert line == (
        "2096-10-02 07:06   1,234  Mend␛[2J the [b]build                   mock-1           "
        "~/a/very/long/way/to/the/monorepo"
    )


def test_a_subagent_is_marked_and_a_session_without_a_title_shown_by_its_id() -> None:
    session = LISTED.session._replace(title="", source="subagent")
    assert "↳ 20961002_070640_aaaaaa" in words(session_row(LISTED._replace(session=session), 118, HOME))[0]


def test_what_else_is_known_stands_below() -> None:
    assert words(*session_details(LISTED, 60, HOME)) == [
        "session  20961002_070640_aaaaaa",
        "from     cli, profile work",
        "began    Tuesday, 2096-10-02 07:06",
        "in       ~/a/very/long/way/to/the/monorepo",
        "file     ~/.hermes/state.db",
    ]


@pytest.mark.parametrize("typed", ["", "mend", "MOCK mono", "work cli", "aaaaaa  build"])
def test_the_filter_finds_every_word_anywhere(typed: str) -> None:
    assert fits(LISTED, typed)
    assert not fits(LISTED, f"{typed} nothing-like-it")


def test_progress_is_a_bar_then_the_sum(tree: Tree, tmp_path: Path) -> None:
    facts, _, summary = replayed(tree, tmp_path)
    assert words(progress(None, 0, 0, None, 80)) == ["reading …"]
    half = words(progress(facts._replace(rows=1_000), 500, 120, None, 80))[0]
    assert half == "███████████████░░░░░░░░░░░░░░░ 500 of 1,000 rows · 120 calls · escape leaves"
    assert words(progress(facts, 9, 3, summary, 80)) == [
        "≠ 1 of 3 calls agrees · 2 differ, and the cause is known"
    ]


def test_the_header_says_which_session_where_and_by_which_rules(tree: Tree, tmp_path: Path) -> None:
    facts, _, _ = replayed(tree, tmp_path)
    assert words(*header(LISTED, None, 80, HOME)) == [
        "Replay  Mend␛[2J the [b]build   Tuesday, 2096-10-02 07:06"
    ]
    first, anchor, rules = words(*header(LISTED, facts, 2_000, HOME))
    narrow = [line.strip() for line in words(*header(LISTED, facts, 60, HOME))]
    assert all(len(line) <= 60 for line in narrow)
    assert " ".join(narrow[2:]) == rules.strip(), "the reason is whole at any width"
    assert first.startswith("Replay  Mend")
    assert anchor == f"anchor  {facts.anchor.recorded}"
    assert rules.startswith("rules   0.22.2  ")
    moved = facts._replace(anchor=facts.anchor._replace(mapped=True, today=Path("/srv/repo")))
    assert words(*header(LISTED, moved, 2_000, HOME))[1].endswith(", now /srv/repo")


def test_the_session_still_runs_on_the_rules_of_its_day(tree: Tree, tmp_path: Path) -> None:
    facts, _, _ = replayed(tree, tmp_path)
    (line,) = words(*stored_lines(facts))
    assert line.startswith("≠ The session still runs on the AGENTS.md of Tuesday, 2096-10-02")


def test_each_call_is_a_line_with_what_only_one_side_has(tree: Tree, tmp_path: Path) -> None:
    _, calls, _ = replayed(tree, tmp_path)
    assert [words(call_line(call, 80))[0] for call in calls] == [
        "✓     1  read_file a/x.py → a/AGENTS.md",
        "≠     2  read_file b/x.py → -b/AGENTS.md",
        "≠     3  write_file c.py → -␛[2J/AGENTS.md",
    ]
    for call in calls:
        assert len(words(call_line(call, 30))[0]) <= 30


def test_long_arguments_are_not_kept(tree: Tree, tmp_path: Path) -> None:
    _, calls, _ = replayed(tree, tmp_path)
    assert calls[2].call.args == {"path": "c.py"}


def test_below_both_sets_stand_side_by_side_with_the_cause(tree: Tree, tmp_path: Path) -> None:
    _, calls, _ = replayed(tree, tmp_path)
    assert words(*call_details(calls[0], 70)) == [
        "Recorded                            Simulated, on the files of now",
        "= a/AGENTS.md                       = a/AGENTS.md",
    ]
    lines = words(*call_details(calls[1], 70))
    assert lines[1] == "- b/AGENTS.md"
    assert lines[2].startswith("cause (not there any more): b/AGENTS.md was sent then; the file")


def test_columns_of_different_length_keep_their_place() -> None:
    left = ((("one", ""),), (("a very long line indeed", ""),))
    right = ((("x", ""),), (("y", ""),), (("z", ""),))
    assert words(*side_by_side(left, right, 20)) == ["one        x", "a very l…  y", "           z"]


def test_a_moved_tree_is_named_by_its_new_place(tree: Tree, tmp_path: Path) -> None:
    root = tree({"AGENTS.md": "rules", "a/AGENTS.md": "a"})
    recorder = Recorder(tmp_path / "state.db").session("s1", cwd="/gone/repo").user()
    recorder.call("read_file", {"path": "a/x.py"}, ("a/AGENTS.md", "a"))
    with open_recording(recorder.close()) as recording:
        events = list(replay(recording, "s1", mapping=MovedTree("", root), settings=settings_for()))
    assert events[-1] == ReplaySummary(1, 1, 0, 0, 0, 0)


def test_a_long_command_is_kept_for_it_is_looked_at() -> None:
    command = f"cat a/x.py {'b' * 400}"
    short = short_call(ToolCall("terminal", {"command": command, "note": "n" * 400}))
    assert short == ToolCall("terminal", {"command": command})
