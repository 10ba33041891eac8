"""A session goes forth and back as a value, and comes back from a file as it went."""

from pathlib import Path

import pytest

from hermes_tui.core.filesystem.disk import Disk
from hermes_tui.core.releases.lookup import get_ruleset
from hermes_tui.core.sessions.disk_changes import changes_since
from hermes_tui.core.sessions.file import read_line, read_session, write_session
from hermes_tui.core.sessions.session import (
    PlannedCall,
    PlannedMove,
    Session,
    Terms,
    begin_session,
)
from hermes_tui.core.toolcalls.calls import CallError, Suggestion, ToolCall
from support.situations import settings_by
from support.trees import Tree

LATEST = get_ruleset("0.22.2")

FILES = {
    ".git/": "",
    "AGENTS.md": "Root rules.\n",
    "src/AGENTS.md": "Source rules.\n",
    "src/ui/AGENTS.md": "Screen rules.\n",
    "docs/guide.txt": "",
}


def read(path: str) -> ToolCall:
    return ToolCall("read_file", {"path": path})


def session_in(directory: Path, *planned: ToolCall | PlannedMove) -> Session:
    plan = [PlannedCall(step) if isinstance(step, ToolCall) else step for step in planned]
    return begin_session(directory, Terms(settings_by(LATEST)), plan=plan)


def labels(session: Session) -> list[list[str]]:
    return [[hint.label for hint in trace.hints] for trace in session.traces]


def test_each_call_gives_a_new_session_and_leaves_the_old_one_alone(tree: Tree) -> None:
    start = session_in(tree(FILES))
    one = start.call(read("src/main.py"))
    two = one.call(read("src/other.py"))
    assert (len(start.steps), len(one.steps), len(two.steps)) == (0, 1, 2)
    assert labels(two) == [["src/AGENTS.md"], []]
    assert labels(one.call(read("src/other.py"))) == labels(two)


def test_totals_count_what_is_appended(tree: Tree) -> None:
    session = session_in(tree(FILES)).call(read("src/ui/a.py")).call(read("docs/guide.txt"))
    # "\n\n[Subdirectory context discovered: LABEL]\n" and the stripped text, twice (rules.md 2.8)
    chars = sum(
        len(f"\n\n[Subdirectory context discovered: {label}]\n{text}")
        for label, text in (("src/AGENTS.md", "Source rules."), ("src/ui/AGENTS.md", "Screen rules."))
    )
    assert [step.chars for step in session.steps] == [chars, 0]
    assert session.chars == chars
    assert session.tokens == session.steps[0].tokens == -(-chars // 4)


def test_many_calls_at_once_are_the_same_as_one_by_one(tree: Tree) -> None:
    start = session_in(tree(FILES))
    calls = [read("src/ui/a.py"), read("src/b.py"), read("docs/guide.txt")]
    one_by_one = start
    for call in calls:
        one_by_one = one_by_one.call(call)
    assert labels(start.calls(calls)) == labels(one_by_one)
    assert start.calls(calls).chars == one_by_one.chars


def test_undo_forgets_what_the_call_visited(tree: Tree) -> None:
    session = session_in(tree(FILES)).call(read("src/main.py"))
    again = session.undo().call(read("src/main.py"))
    assert labels(again) == [["src/AGENTS.md"]]
    assert session.undo().fired == frozenset()
    assert not session.undo().can_undo
    assert session.undo().undo() == session.undo()


def test_a_plan_is_stepped_forward_and_back_and_run_to_its_end(tree: Tree) -> None:
    top = tree(FILES)
    move = PlannedMove("cd src", top / "src")
    start = session_in(top, read("src/main.py"), move, read("ui/a.py"))
    one = start.forward()
    assert labels(one) == [["src/AGENTS.md"]]
    assert one.plan[0] == move
    moved = one.forward()
    assert moved.working_dir == top / "src"
    assert moved.steps == ()
    end = moved.forward()
    assert labels(end) == [["ui/AGENTS.md"]]
    assert end.plan == ()
    assert end.forward() == end
    assert labels(start.to_end()) == labels(end)
    assert end.undo().undo() == one
    assert end.undo().undo().undo().plan == start.plan


def test_typed_calls_between_planned_ones_are_not_offered_again(tree: Tree) -> None:
    start = session_in(tree(FILES), read("src/main.py"))
    session = start.call(read("docs/guide.txt")).forward()
    assert session.reset().plan == start.plan
    assert session.undo().plan == start.plan
    assert session.undo().undo().plan == start.plan


def test_reset_takes_back_a_planned_move_and_keeps_another(tree: Tree) -> None:
    top = tree(FILES)
    planned = session_in(top, read("src/main.py"), PlannedMove("cd src", top / "src"), read("ui/a.py"))
    assert planned.to_end().reset().working_dir == top
    assert planned.to_end().reset().plan == planned.plan
    assert session_in(top).moved(top / "src").reset().working_dir == top / "src"


def test_a_note_is_shown_under_the_release_that_it_was_written_for(tree: Tree) -> None:
    plan = (
        PlannedCall(read("src/main.py"), "It comes.", release="0.22.2"),
        PlannedCall(read("docs/guide.txt"), "Nothing comes."),
    )
    session = begin_session(tree(FILES), Terms(settings_by(LATEST)), plan=plan).to_end()
    assert [step.note for step in session.steps] == ["It comes.", "Nothing comes."]
    older = session.under(Terms(settings_by(get_ruleset("0.19"))))
    assert [step.note for step in older.steps] == ["", "Nothing comes."]
    again = older.under(Terms(settings_by(LATEST)))
    assert [step.note for step in again.steps] == ["It comes.", "Nothing comes."]


def test_notes_stay_behind_where_somebody_moves(tree: Tree) -> None:
    root = tree(FILES)
    plan = (PlannedCall(read("src/main.py"), "It comes."), PlannedCall(read("docs/guide.txt"), "Nothing."))
    moved = begin_session(root, Terms(settings_by(LATEST)), plan=plan).forward().moved(root / "src")
    assert [step.note for step in moved.to_end().steps] == ["", ""]
    assert [step.note for step in moved.undo().to_end().steps] == ["It comes.", "Nothing."]


def test_steps_made_at_once_leave_what_was_planned(tree: Tree) -> None:
    top = tree(FILES)
    start = begin_session(
        top, Terms(settings_by(LATEST)), plan=(PlannedCall(read("docs/guide.txt"), "Nothing."),)
    )
    steps = (
        PlannedCall(read("src/main.py")),
        PlannedMove("cd src", top / "src"),
        PlannedCall(read("ui/a.py")),
    )
    session = start.at_once(steps)
    assert session.working_dir == top / "src"
    assert [trace.call for trace in session.traces] == [read("ui/a.py")]
    assert session.plan == start.plan
    assert session.to_end().steps[-1].note == ""  # which tells of another directory
    assert session.undo().undo().undo().plan == (*steps, *start.plan)
    assert session.reset().started_in == top
    assert start.at_once(steps[:1]).plan == start.plan


def test_after_a_move_the_same_calls_are_offered_again(tree: Tree) -> None:
    top = tree(FILES)
    session = session_in(top, read("docs/guide.txt")).call(read("ui/a.py"))
    moved = session.moved(top / "src")
    assert moved.steps == ()
    assert moved.plan == (PlannedCall(read("ui/a.py"), again=True), *session.plan)
    assert labels(moved.forward()) == [["ui/AGENTS.md"]]
    assert moved.undo() == session


def test_each_call_sees_the_disk_as_it_is_then(tree: Tree) -> None:
    top = tree(FILES)
    session = session_in(top).call(read("docs/guide.txt"))
    (top / "src" / "AGENTS.md").write_text("Other rules.\n")
    assert session.call(read("src/a.py")).traces[-1].text is not None
    assert "Other rules." in (session.call(read("src/a.py")).traces[-1].text or "")


def test_a_given_disk_is_what_every_call_sees(tree: Tree) -> None:
    top = tree(FILES)
    view = Disk().changed(removed=[top / "src" / "AGENTS.md"])
    session = begin_session(top, Terms(settings_by(LATEST), disk=view))
    assert labels(session.call(read("src/a.py")).call(read("src/ui/a.py"))) == [[], ["src/ui/AGENTS.md"]]


def test_a_file_that_changed_after_the_call_is_told(tree: Tree) -> None:
    top = tree(FILES)
    trace = session_in(top).call(read("src/ui/a.py")).traces[0]
    assert changes_since(trace, Disk()) == ()
    (top / "src" / "AGENTS.md").write_text("New rules.\n")
    (top / "src" / "ui" / "AGENTS.md").unlink()
    assert changes_since(trace, Disk()) == (
        "src/ui/AGENTS.md is gone since.",
        "src/AGENTS.md has changed since.",
    )


def test_a_file_that_came_after_the_call_is_told(tree: Tree) -> None:
    top = tree(FILES)
    trace = session_in(top).call(read("docs/guide.txt")).traces[0]
    (top / "docs" / "AGENTS.md").write_text("Too late.\n")
    assert changes_since(trace, Disk()) == ("docs/AGENTS.md was added since.",)


def test_a_release_without_a_session_here_says_so(tree: Tree) -> None:
    top = tree({"loop": Path("loop")})
    session = begin_session(top / "loop", Terms(settings_by(get_ruleset("0.13.0"))))
    assert session.failure is not None
    assert labels(session.call(read("a/b.py"))) == [[]]


def test_the_same_calls_are_made_under_another_release(tree: Tree) -> None:
    top = tree({**FILES, "src/vendor/AGENTS.md": "Foreign."})
    session = session_in(top, read("src/main.py"), read("docs/guide.txt")).forward()
    session = session.call(read("src/vendor/x.py"))
    assert labels(session) == [["src/AGENTS.md"], []]
    older = session.under(Terms(settings_by(get_ruleset("0.19"))))
    assert labels(older) == [["src/AGENTS.md"], ["src/vendor/AGENTS.md"]]
    assert older.plan == session.plan
    assert labels(older.under(session.terms)) == labels(session)
    assert labels(session.moved(top / "src").under(older.terms).undo()) == labels(older)


# ── as a file ──


def test_a_session_is_written_and_read_back(tree: Tree) -> None:
    top = tree({**FILES, "my docs/a.txt": ""})
    session = session_in(top).calls([
        read("src/main.py"),
        ToolCall("terminal", {"command": "cat 'my docs/a.txt' | head"}),
        ToolCall("search_files", {"path": "src", "pattern": "TO DO"}),
        ToolCall("patch", {"patch": "*** Update File: a.py\n+x", "mode": "patch"}),
    ])  # fmt: skip
    session = session.moved(top / "my docs").call(read("a.txt"))
    text = write_session(session)
    assert text == (
        "read_file src/main.py\n"
        "$ cat 'my docs/a.txt' | head\n"
        "search_files path=src pattern='TO DO'\n"
        'patch {"patch": "*** Update File: a.py\\n+x", "mode": "patch"}\n'
        "cd 'my docs'\n"
        "read_file a.txt\n"
    )
    found = read_session(text, top)
    assert found.skipped == ()
    assert session_in(top)._replace(plan=found.plan).to_end().traces == session.traces
    assert write_session(session_in(top)._replace(plan=found.plan).to_end()) == text


def test_a_carriage_return_ends_a_line_and_a_call_keeps_its_number() -> None:
    found = read_session("a/b.py\rcd x\r\n\rls backend\r/new\rc/d\u2028.py", Path("/work"))
    assert [step.line for step in found.plan][:3] == ["read_file a/b.py", "cd x", "/new"]
    assert found.numbers == (1, 2, 5, 6)
    assert [line.number for line in found.skipped] == [4]


def test_lines_of_json_are_calls_too() -> None:
    text = (
        '{"name": "read_file", "arguments": {"path": "a/b.py"}}\n'
        "# a remark\n\n"
        '{"function": {"name": "terminal", "arguments": "{\\"command\\": \\"ls a/\\"}"}}\n'
    )
    found = read_session(text, Path("/work"))
    assert [step.line for step in found.plan] == ["read_file a/b.py", "$ ls a/"]


def test_moves_follow_each_other_and_know_the_home() -> None:
    found = read_session("cd a\ncd ../b\n cd ~/c \ncd\ncd /d/../e\n", Path("/work"), home=Path("/home/ann"))
    assert [step.directory for step in found.plan if isinstance(step, PlannedMove)] == [
        Path("/work/a"),
        Path("/work/b"),
        Path("/home/ann/c"),
        Path("/home/ann"),
        Path("/e"),
    ]


def test_a_line_that_is_no_step_is_named_with_its_number() -> None:
    found = read_session("a/b.py\ncd x\n\nls backend\nread_file 'a\n", Path("/work"))
    assert [step.line for step in found.plan] == ["read_file a/b.py", "cd x"]
    assert [(line.number, line.line, line.why) for line in found.skipped] == [
        (4, "ls backend", "This looks like a shell command, and those begin with $. Write: $ ls backend"),
        (5, "read_file 'a", "a quote is not closed: ' at column 11"),
    ]


def test_cd_alone_moves_and_with_more_it_is_a_command() -> None:
    here = Path("/work")
    assert read_line("cd ../x", here) == PlannedMove("cd ../x", Path("/x"))
    assert read_line("cd 'a b'", here) == PlannedMove("cd 'a b'", Path("/work/a b"))
    meant = read_line("cd a && ls b/", here)
    assert isinstance(meant, Suggestion)
    assert meant.line == "$ cd a && ls b/"
    with pytest.raises(CallError, match="nobody here is called nosuchuser"):
        read_line("cd ~nosuchuser/x", here)


def test_a_path_with_blanks_that_is_there_is_what_was_meant(tree: Tree) -> None:
    root = tree({"a b/page.tsx": "", "it's here.md": ""})
    for typed, line in {"a b/page.tsx": "'a b/page.tsx'", "it's here.md": """'it'"'"'s here.md'"""}.items():
        meant = read_line(typed, root)
        assert isinstance(meant, Suggestion)
        assert meant == (f"read_file {line}", "There is such a file, and a path with blanks goes in quotes.")
        (skipped,) = read_session(typed, root).skipped
        assert skipped.why.endswith(f"Write: read_file {line}")
    meant = read_line("a b/other.tsx", root)
    assert isinstance(meant, Suggestion)
    assert meant.line == "$ a b/other.tsx"


def test_of_a_long_session_the_last_calls_can_be_kept_with_all_that_was_brought(tree: Tree) -> None:
    root = tree(FILES)
    whole = session_in(root).calls([read("src/ui/a.py"), read("docs/guide.txt"), read("src/b.py")])
    recent = whole.recent(1)
    assert [step.number for step in recent.steps] == [3]
    assert recent.fired == whole.fired == {root / "src/AGENTS.md", root / "src/ui/AGENTS.md"}
    assert (recent.calls_made, recent.hints_sent, recent.chars) == (3, 2, whole.chars)
    after = recent.call(read("src/ui/c.py"))
    assert [step.number for step in after.steps] == [3, 4]
    assert labels(after) == [[], []]
    assert whole.recent(3) is whole
    assert after.recent(1).calls_made == 4
