"""What a hint tracker remembers: going back, moving, and working directories that cannot be."""

from pathlib import Path

import pytest

from hermes_tui.core.filesystem.disk import Disk
from hermes_tui.core.hints.tracker import HintTracker, NoCall, call_that_brings
from hermes_tui.core.releases.lookup import RELEASES, get_ruleset
from support.hint_trackers import LATEST, called, fired, tracker
from support.situations import situation
from support.trees import Tree


def test_a_state_can_be_gone_back_to(tree: Tree) -> None:
    session = tracker(tree({"a/AGENTS.md": "a", "b/AGENTS.md": "b"}))
    start = session.state
    first = session.check(called("a/x.py"))
    second = session.check(called("b/x.py"))
    assert (first.before, first.after, second.before) == (start, second.before, first.after)
    assert fired(session.check(called("a/x.py"))) == ""
    session.restore(first.before)
    assert fired(session.check(called("a/x.py"))) == "a/AGENTS.md"
    session.restore(second.before)
    assert fired(session.check(called("a/x.py"))) == ""
    assert fired(session.check(called("b/x.py"))) == "b/AGENTS.md"


def test_no_state_changes_by_what_comes_after_it(tree: Tree) -> None:
    root = tree({f"{name}/AGENTS.md": name for name in "abc"})
    session = tracker(root)
    start = session.state
    states = [start]
    for name in "abc":  # each goes on from the same start, the last from a state that others have left behind
        session.restore(start)
        states.append(session.check(called(f"{name}/x.py")).after)
    session.restore(states[1])
    states.append(session.check(called("c/x.py")).after)
    led = [set(), {"a"}, {"b"}, {"c"}, {"a", "c"}]
    assert [state.visited for state in states] == [{root, *(root / name for name in names)} for names in led]
    assert [{sent.path.parent.name for sent in state.sent.values()} for state in states] == led
    assert [len(state.sent) for state in states] == [len(names) for names in led]
    assert not any(digest in start.sent for digest in states[-1].sent)


def test_a_file_that_appears_in_a_visited_directory_is_never_sent(tree: Tree) -> None:
    root = tree({"a/x.py": ""})
    session = tracker(root)
    session.check(called("a/x.py"))
    (root / "a" / "AGENTS.md").write_text("new")
    later = tracker(root, disk=Disk())
    assert fired(later.check(called("a/x.py"))) == "a/AGENTS.md"
    later.restore(session.state)
    assert fired(later.check(called("a/x.py"))) == ""


def test_a_directory_that_was_not_there_is_not_visited(tree: Tree) -> None:
    root = tree({})
    session = tracker(root)
    session.check(called("a/x.py"))
    assert session.state.visited == {root}


def test_a_working_directory_that_cannot_be_is_a_failure_and_no_exception() -> None:
    session = HintTracker(situation("/a\0b", ruleset=LATEST))
    assert session.failure is not None
    assert session.failure.what.startswith("ValueError: ")
    trace = session.check(called("a/x.py"))
    assert (trace.failure, trace.text) == (session.failure, None)
    assert isinstance(
        call_that_brings(Path("/a/AGENTS.md"), situation(Path("/a\0b"), ruleset=LATEST, disk=Disk())), NoCall
    )


def test_a_process_whose_directory_is_gone_has_no_tracker(
    tree: Tree, monkeypatch: pytest.MonkeyPatch
) -> None:
    root = tree({"gone/": ""})
    monkeypatch.chdir(root / "gone")
    (root / "gone").rmdir()
    for working_dir in ("", "."):
        session = HintTracker(situation(working_dir, ruleset=LATEST))
        assert session.failure is not None
        assert session.failure.what.startswith("FileNotFoundError: ")


def test_an_empty_working_directory_is_the_process_own(tree: Tree, monkeypatch: pytest.MonkeyPatch) -> None:
    root = tree({"a/AGENTS.md": "a"})
    monkeypatch.chdir(root)
    assert HintTracker(situation("", ruleset=LATEST)).working_dir == root


# ── moving ──


def test_a_tracker_that_moves_forgets_what_was_sent(tree: Tree) -> None:
    root = tree({"one/a/AGENTS.md": "same", "two/a/AGENTS.md": "same", "two/AGENTS.md": "two"})
    session = tracker(root / "one")
    assert fired(session.check(called("a/x.py"))) == "a/AGENTS.md"
    moved = session.rebind(root / "two")
    assert moved.moved
    assert (moved.before.working_dir, moved.after.working_dir) == (root / "one", root / "two")
    assert fired(session.check(called("a/x.py"))) == "a/AGENTS.md"
    session.restore(moved.before)
    assert session.working_dir == root / "one"
    assert fired(session.check(called("a/x.py"))) == ""
    session.rebind(root / "two")
    again = session.rebind(root / "two")
    assert not again.moved
    assert again.reason.startswith("Nothing to do")


def test_moving_expands_a_tilde(tree: Tree) -> None:
    root = tree({"home/p/a/AGENTS.md": "a", "w/": ""})
    session = HintTracker(situation(root / "w", ruleset=LATEST, home=root / "home"))
    assert session.rebind("~/p").moved
    assert session.working_dir == root / "home" / "p"


@pytest.mark.parametrize(
    ("directory", "why"),
    [
        ("{root}/missing", "is no directory"),
        ("{root}/file", "is no directory"),
        ("~", "is your home directory"),
        ("~nosuchuser", "leads nowhere"),
        ("/a\0b", "leads nowhere"),
    ],
)
def test_moving_to_what_is_no_project_is_ignored(directory: str, why: str, tree: Tree) -> None:
    root = tree({"w/a/AGENTS.md": "a", "home/": "", "file": ""})
    session = HintTracker(situation(root / "w", ruleset=LATEST, home=root / "home"))
    session.check(called("a/x.py"))
    before = session.state
    result = session.rebind(directory.format(root=root))
    assert not result.moved
    assert why in result.reason
    assert session.state == before


def test_moving_out_of_a_home_brings_hints_back(tree: Tree) -> None:
    root = tree({"home/p/a/AGENTS.md": "a"})
    session = HintTracker(situation(root / "home", ruleset=LATEST, home=root / "home"))
    assert session.why_off
    assert session.rebind(root / "home" / "p").moved
    assert fired(session.check(called("a/x.py"))) == "a/AGENTS.md"


def test_releases_before_0_22_2_never_move(tree: Tree) -> None:
    root = tree({"one/": "", "two/": ""})
    for release in RELEASES[:-1]:
        result = tracker(root / "one", release).rebind(root / "two")
        assert (result.moved, result.before) == (False, result.after)
        assert result.reason == f"Ignored: this release never moves a tracker; it stays in {root}/one."


def test_directories_below_the_home_are_told_from_there(tree: Tree) -> None:
    root = tree({"home/one/a/": "", "home/two/": "", "home/file": ""})
    home = root / "home"
    session = HintTracker(situation(home / "one", ruleset=LATEST, home=home))
    assert session.rebind(home / "file").reason == "Ignored: ~/file is no directory."
    assert session.rebind("~/two").reason.startswith("Moved to ~/two. ")
    older = HintTracker(situation(home / "one", ruleset=get_ruleset("0.18"), home=home))
    assert older.rebind("~/two").reason == "Ignored: this release never moves a tracker; it stays in ~/one."
