"""Seeded damage to recordings and files of calls, and every command that reads them.

A short run stands among the plain tests; ``pytest -m fuzz --mutations 2000 tests/fuzz`` is the long one.
"""

import json
import shutil
import sqlite3
from collections.abc import Callable, Mapping
from pathlib import Path
from random import Random

import pytest

from hermes_tui.core.prompt.startup import HEADER
from support.answering_mutations import answer_of, state_of
from support.mutations import mutated
from support.processes import children_of_this
from support.state_databases import Recorder
from support.trees import Tree

FEW = 20
"""Mutations of the plain run, of each kind of file."""
CALLS = """\
a/x.py
# a comment
read_file path=a/x.py
$ cat a/y.py && cd a
cd a
/new
{"name": "read_file", "arguments": {"path": "x.py"}}
[{"name": "terminal", "arguments": {"command": "ls ../a"}}]
/rebind ..
--resume
/subagent
/parent
/compress
"""
ODD = (
    *(float("inf"), float("nan"), -1, 2**63 - 1, 10.5, "", "nan", "1e999", "x" * 5_000, b"\xff\xfe\0"),
    *("\0json:[[[", "{", "[]", '[{"function": 5}]', "null", "../" * 2_000, b"", None, "\ud7ff\ue000"),
)
"""Values that a column can hold in SQLite, whatever its type."""


@pytest.fixture
def root(tree: Tree, monkeypatch: pytest.MonkeyPatch) -> Path:
    root = tree({".git/": "", "AGENTS.md": "use tabs\n", "a/AGENTS.md": "a rules\n", "home/.hermes/": ""})
    monkeypatch.setenv("HOME", str(root / "home"))
    monkeypatch.chdir(root)
    return root


def recorded(root: Path, path: Path) -> Path:
    """A small database with two sessions that follow each other, and calls."""
    path.unlink(missing_ok=True)
    recorder = Recorder(path)
    prompt = f"You are Hermes.\n\n{HEADER}## AGENTS.md\n\nuse tabs\n\nCurrent working directory: {root}\n"
    recorder.session(
        "first", cwd=root, prompt=prompt, end_reason="compression", title="one", tool_call_count=2
    )
    recorder.message("user", "go")
    recorder.call("read_file", {"path": "a/x.py"}, ("a/AGENTS.md", "a rules"))
    recorder.call("terminal", {"command": "cat a/y.py"})
    recorder.session("second", cwd=root, parent_session_id="first", title="two")
    recorder.call("read_file", {"path": "a/z.py"}, ("a/AGENTS.md", "other rules"))
    return recorder.close()


def exports(root: Path) -> dict[str, bytes]:
    """A file of each form that sessions are exported in."""
    function = {"name": "read_file", "arguments": '{"path": "a/x.py"}'}
    messages: list[Mapping[str, object]] = [
        {"role": "user", "content": "go"},
        {
            "role": "assistant",
            "tool_calls": [{"id": "c", "type": "function", "function": function}],
            "timestamp": 5.5,
        },
        {"role": "tool", "content": [{"type": "text", "text": "x"}], "tool_call_id": "c"},
    ]
    session = {
        "source": "cli",
        "started_at": 1.5,
        "cwd": str(root),
        "model_config": "{}",
        "tool_call_count": 1,
    }
    use = {"type": "tool_use", "id": "c1", "name": "read_file", "input": {"path": "a/x.py"}}
    trace = {"sessionId": "t", "cwd": str(root), "timestamp": "2026-11-30T08:00:00Z", "type": "assistant"}
    call = '<tool_call>\n{"name": "read_file", "arguments": {"path": "a/x.py"}}\n</tool_call>'
    snapshot = {"session_id": "s", "platform": "cli", "session_start": "2026-11-30T08:00:00+00:00"}
    forms: Mapping[str, list[Mapping[str, object]]] = {
        "export.jsonl": [{"id": name, **session, "messages": messages} for name in ("a", "b")],
        "trace.jsonl": [{**trace, "message": {"role": "assistant", "content": [use]}}] * 2,
        "trajectory.jsonl": [{"conversations": [{"from": "gpt", "value": call}], "timestamp": "bad"}],
        "transcript.jsonl": messages,
    }
    found = {name: "\n".join(map(json.dumps, lines)).encode() for name, lines in forms.items()}
    whole = {**snapshot, "system_prompt": f"Current working directory: {root}\n", "messages": messages}
    return {**found, "session_s.json": json.dumps(whole, indent=1).encode()}


def database_is_mutated(root: Path, count: int) -> None:
    sound = recorded(root, root / "sound.db")
    path = root / "home/.hermes/state.db"
    commands = ("replay",), ("replay", "--json"), ("replay", "first"), ("replay", "second", "--json")
    for number in range(count):
        random = Random(f"database {number}")
        shutil.copy(sound, path)
        if number % 2:
            path.write_bytes(mutated(path.read_bytes(), random))
        else:
            _with_odd_values(path, random)
        words = (
            *commands[number // 2 % len(commands)],
            *(("--db", str(path)) if random.random() < 0.5 else ()),
        )
        _hold(root, words, f"mutation {number} of state.db")


def _with_odd_values(path: Path, random: Random) -> None:
    with sqlite3.connect(path) as database:
        for _ in range(random.randint(1, 4)):
            table = random.choice(("sessions", "messages"))
            columns = [row[1] for row in database.execute(f"PRAGMA table_info({table})")]
            row = random.randint(1, 6)
            try:
                sql = f"UPDATE {table} SET {random.choice(columns)} = ? WHERE rowid = ?"  # noqa: S608
                database.execute(sql, (random.choice(ODD), row))
                if random.random() < 0.2:
                    database.execute(f"ALTER TABLE {table} DROP COLUMN {random.choice(columns)}")
            except sqlite3.Error:  # a key, or a column that may not be empty
                continue
    database.close()


def export_is_mutated(root: Path, count: int) -> None:
    forms = exports(root)
    for number in range(count):
        random = Random(f"export {number}")
        name = random.choice(sorted(forms))
        path = root / name
        path.write_bytes(mutated(forms[name], random))
        session = random.choice(((), ("a",), ("s",), ("t",), ("trajectory-1",), ("transcript",)))
        words = (
            "replay",
            *session,
            "--export",
            str(path),
            *random.choice(((), ("--json",), ("--map", f"={root}"))),
        )
        _hold(root, words, f"mutation {number} of {name}")
        path.unlink()


def calls_are_mutated(root: Path, count: int) -> None:
    for number in range(count):
        random = Random(f"calls {number}")
        (root / "calls.txt").write_bytes(mutated(CALLS.encode(), random))
        words = (
            ("session", "calls.txt"),
            ("session", "calls.txt", "--json"),
            ("--session", "calls.txt"),
            ("compare", "0.19", "0.22.2", "--session", "calls.txt"),
        )[number % 4]
        _hold(root, words, f"mutation {number} of a session file")


def _hold(root: Path, words: tuple[str, ...], why: str) -> None:
    before = state_of([root])
    answer_of(words, why)
    assert state_of([root]) == before, f"{why}: something was written"


KINDS: dict[str, Callable[[Path, int], None]] = {
    "state.db": database_is_mutated,
    "exports": export_is_mutated,
    "session files": calls_are_mutated,
}


@pytest.mark.parametrize("kind", KINDS)
def test_recordings_of_any_contents_are_answered(root: Path, kind: str) -> None:
    others = set(children_of_this())
    KINDS[kind](root, FEW)
    assert set(children_of_this()) <= others


@pytest.mark.fuzz
@pytest.mark.parametrize("kind", KINDS)
def test_recordings_of_very_many_contents_are_answered(
    root: Path, kind: str, pytestconfig: pytest.Config
) -> None:
    others = set(children_of_this())
    KINDS[kind](root, pytestconfig.getoption("--mutations"))
    assert set(children_of_this()) <= others
