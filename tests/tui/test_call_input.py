"""Typing calls: completion, history, and what is never written down."""

import json
import time
from pathlib import Path

import pytest

from hermes_tui.core.toolcalls.tool_names import TOOLS
from hermes_tui.tui.main.session.call_input import CallSuggester
from hermes_tui.tui.main.session.completion import completion, names_below
from hermes_tui.tui.main.session.history import MOST, History, history_path, may_be_kept
from support import posix
from support.running_app import PATIENCE
from support.trees import Tree

NAMES = {
    "": ("AGENTS.md", "backend/", "src/", "my docs/", ".github/", "it's/", "\x1b[2J/"),
    "src/": ("components/", "main.py", ".env"),
    "my docs/": ("a.txt",),
}


def completed(line: str) -> str | None:
    return completion(line, lambda directory: NAMES.get(directory, ()))


@pytest.mark.parametrize(
    ("line", "whole"),
    [
        ("rea", "read_file "),
        ("read_file b", "read_file backend/"),
        ("read_file src/", "read_file src/components/"),
        ("read_file src/m", "read_file src/main.py"),
        ("search_files pattern=x path=src/c", "search_files pattern=x path=src/components/"),
        ("$ cat src/m", "$ cat src/main.py"),
        ("src/comp", "src/components/"),
        ("bac", "backend/"),
        ("$ ls my\\ d", "$ ls my\\ docs/"),
        ("$ ls my", "$ ls my\\ docs/"),
        ("$ cat my\\ docs/", "$ cat my\\ docs/a.txt"),
        ("$ cat .g", "$ cat .github/"),
        ("$ cat src/.", "$ cat src/.env"),
        ("", None),
        ("$ ls ", None),
        ("$ ls it", None),
        ("$ ls \x1b", None),
        ("src/main.py", None),
        ("nowhere/x", None),
        ("read_file", None),
    ],
)
def test_a_line_is_completed_from_tools_and_names(line: str, whole: str | None) -> None:
    assert completed(line) == whole


def test_every_tool_is_reached_by_its_first_letters() -> None:
    assert {completed(tool[:-1]) for tool in TOOLS} <= {f"{tool} " for tool in TOOLS}


def test_names_come_from_the_disk_and_nowhere_is_no_error(tree: Tree) -> None:
    top = tree({"src/a.py": "", "src/b/": "", "file": ""})
    assert sorted(names_below(top, "src/")) == ["a.py", "b/"]
    assert names_below(top, "file/") == ()
    assert names_below(top, "\0") == ()
    assert names_below(top, "~nosuchuser/") == ()


def test_history_goes_back_and_comes_again_to_what_was_being_typed() -> None:
    history = History(None)
    for line in ("one/a", "two/b", "one/a"):
        history.add(line)
    assert history.lines == ("two/b", "one/a")
    assert [history.older("half"), history.older("x"), history.older("x")] == ["one/a", "two/b", None]
    assert [history.newer(), history.newer(), history.newer()] == ["one/a", "half", None]


def written(path: Path, count: int) -> list[str]:
    """The lines in the file, once there are so many: it is written beside the screen."""
    lines: list[str] = []
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        if path.exists():
            lines = [json.loads(line) for line in path.read_text().splitlines()]
            if len(lines) == count:
                break
        time.sleep(0.01)
    return lines


def test_history_is_kept_in_a_file_that_only_the_user_reads(tmp_path: Path) -> None:
    path = tmp_path / "state" / "hermes-tui" / "calls.jsonl"
    history = History(path)
    history.add("read_file a/b.py")
    assert written(path, 1) == ["read_file a/b.py"]
    assert path.stat().st_mode & 0o777 == 0o600
    assert History(path).lines == ("read_file a/b.py",)


def test_the_text_of_a_file_is_never_written_down(tmp_path: Path) -> None:
    path = tmp_path / "calls.jsonl"
    history = History(path)
    history.add('write_file {"path": "a", "content": "secret"}')
    history.add("execute_code print('secret')")
    history.add("$ ls a/")
    assert written(path, 1) == ["$ ls a/"]
    assert len(history.lines) == 3
    assert not may_be_kept("$ echo " + "x" * 500)
    assert not may_be_kept("ls backend")
    assert may_be_kept("cd ../..")


def test_history_is_bounded_and_a_damaged_file_is_no_error(tmp_path: Path) -> None:
    path = tmp_path / "calls.jsonl"
    path.write_text('"a/b"\nnonsense\n[1]\n""\n"c/d"\n')
    history = History(path)
    assert history.lines == ("a/b", "c/d")
    for number in range(MOST + 20):
        history.add(f"x/{number}")
    assert len(history.lines) == MOST
    assert history.lines[-1] == f"x/{MOST + 19}"


def test_a_history_that_cannot_be_written_or_read_is_silent(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    history = History(tmp_path / "file" / "calls.jsonl")
    history.add("a/b")
    pipe = tmp_path / "pipe"
    posix.os.mkfifo(pipe)
    assert History(pipe).lines == ()
    assert history.lines == ("a/b",)


def test_the_file_lies_in_the_users_state_directory(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    assert history_path() == tmp_path / "state" / "hermes-tui" / "calls.jsonl"


@pytest.mark.parametrize(
    ("typed", "whole"), [("/comp", "/compress"), ("--re", "--resume"), ("/reb", "/rebind ")]
)
async def test_the_line_of_an_event_is_completed(tmp_path: Path, typed: str, whole: str) -> None:
    suggester = CallSuggester(lambda: tmp_path)
    assert await suggester.get_suggestion(typed) == whole
