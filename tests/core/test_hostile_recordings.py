"""Recordings whose values are anything: each is bounded and told, and the rest is shown."""

import json
import os
import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest

from hermes_tui.cli import main
from hermes_tui.core.recordings import sqlite_snapshot
from hermes_tui.core.recordings.catalog import list_sessions, open_recording
from hermes_tui.core.recordings.model import RecordingError
from support.state_databases import Recorder
from support.trees import Tree

MESSAGE = 6_000_000
"""Bytes of a message that is far too long."""


def said(capsys: pytest.CaptureFixture[str], *words: str, status: int = 0) -> str:
    assert main(words) == status
    written = capsys.readouterr()
    return written.out if status < 2 else written.err


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "state.db"


@pytest.mark.parametrize(
    "value", [float("inf"), float("-inf"), float("nan"), -5, "nan", "1e999", b"\xff", "many"]
)
@pytest.mark.parametrize("column", ["tool_call_count", "started_at", "ended_at"])
def test_a_number_that_is_none_is_told_as_nothing(
    path: Path, capsys: pytest.CaptureFixture[str], column: str, value: object
) -> None:
    recorder = Recorder(path).session("s", cwd="/srv/repo")
    recorder.connection.execute(f"UPDATE sessions SET {column} = ifnull(?, 0)", (value,))  # noqa: S608
    recorder.close()
    assert "s  " in said(capsys, "replay", "--db", str(path))
    (session,) = json.loads(said(capsys, "replay", "--db", str(path), "--json"))["sessions"]
    assert (session["id"], session["calls"]) == ("s", 0)
    assert "NaN" not in said(capsys, "replay", "--db", str(path), "s", "--json")


def test_an_id_that_is_no_text_is_found_by_its_bytes(path: Path, tree: Tree) -> None:
    root = tree({"a/AGENTS.md": "a rules\n"})
    recorder = Recorder(path).session("s", cwd=root).call("read_file", {"path": "a/x.py"})
    for sql in (
        "UPDATE sessions SET id = CAST(? AS TEXT)",
        "UPDATE messages SET session_id = CAST(? AS TEXT)",
    ):
        recorder.connection.execute(sql, (b"s\xff\xfe",))
    recorder.close()
    with open_recording(path) as recording:
        (session,) = recording.sessions()
        assert len(list(recording.rows(session.id))) == recording.count_rows(session.id) > 0
        assert "Current working directory" in recording.prompt(session.id)


def test_a_text_of_a_megabyte_is_shortened_and_said_to_be(
    path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    Recorder(path).session("s", cwd="/srv/repo", title="t" * 1_000_000).close()
    text = said(capsys, "replay", "--db", str(path))
    assert f"{'t' * 200}… (more than 4,096 characters)" in text
    assert len(text) < 2_000


def test_of_a_session_too_long_to_read_the_id_is_told(path: Path) -> None:
    Recorder(path).session("s", title="t" * 5_000_000).session("other", title="o").close()
    sessions = [one.session for one in list_sessions([path]).sessions]
    assert {one.id: one.title for one in sessions} == {
        "s": "(what is recorded of it is too long to read)",
        "other": "o",
    }


def test_a_message_that_is_too_long_is_told_and_the_rest_is_shown(
    path: Path, tree: Tree, capsys: pytest.CaptureFixture[str]
) -> None:
    root = tree({".git/": "", "a/AGENTS.md": "a rules\n", "b/AGENTS.md": "b rules\n"})
    recorder = Recorder(path).session("s", cwd=root)
    recorder.call("read_file", {"path": "a/x.py"}, ("a/AGENTS.md", "a rules"))
    recorder.connection.execute(
        "UPDATE messages SET content = CAST(zeroblob(?) AS TEXT) WHERE role = 'tool'", (MESSAGE,)
    )
    recorder.call("read_file", {"path": "b/x.py"}, ("b/AGENTS.md", "b rules"))
    recorder.message("assistant", "")
    recorder.connection.execute(
        "UPDATE messages SET tool_calls = CAST(zeroblob(?) AS TEXT) WHERE id = last_insert_rowid()",
        (MESSAGE,),
    )
    recorder.close()
    text = said(capsys, "replay", "--db", str(path), "s", status=1)
    assert "note: The content of this message is 6 MB long: only its end was read." in text
    assert "→ b/AGENTS.md" in text
    assert "the calls of 1 row cannot be read" in text


def test_a_prompt_that_is_too_long_is_said_to_be_unread(
    path: Path, tree: Tree, capsys: pytest.CaptureFixture[str]
) -> None:
    root = tree({".git/": "", "AGENTS.md": "rules\n"})
    Recorder(path, "0.19.0").session("s", cwd=root, prompt="x" * 5_000_000).close()
    text = said(capsys, "replay", "--db", str(path), "s")
    assert "Note: The stored prompt is too long, and is not read." in text
    assert "No system prompt is stored." in text


def test_arguments_of_a_megabyte_are_not_looked_at(
    path: Path, tree: Tree, capsys: pytest.CaptureFixture[str]
) -> None:
    root = tree({".git/": "", "a/AGENTS.md": "a rules\n"})
    recorder = Recorder(path).session("s", cwd=root)
    recorder.call("terminal", {"command": "cat " + "a/" * 500_000}).close()
    text = said(capsys, "replay", "--db", str(path), "s")
    assert "Its command has 1,000,004 characters, and is not looked at." in text


# ── schemas ──


def _laid_out(path: Path, sql: str) -> None:
    database = sqlite3.connect(path)
    database.executescript(sql)
    database.close()


MESSAGES = (
    "CREATE TABLE messages (id INTEGER PRIMARY KEY, session_id, role, content, tool_calls, tool_call_id);"
)
ENDLESS = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i AS id FROM n"


@pytest.mark.parametrize(
    ("sql", "what"),
    [
        (f"CREATE VIEW sessions AS {ENDLESS};{MESSAGES}", "has no table 'sessions'"),
        (f"CREATE TABLE sessions (id TEXT PRIMARY KEY) WITHOUT ROWID;{MESSAGES}", "no such column: rowid"),
        (
            "CREATE TABLE sessions (id);CREATE TABLE messages (id);",
            "'messages' has no session_id, role, content",
        ),
    ],
)
def test_a_schema_that_is_not_hermes_is_one_sentence(
    path: Path, capsys: pytest.CaptureFixture[str], sql: str, what: str
) -> None:
    _laid_out(path, sql)
    assert what in said(capsys, "replay", "--db", str(path), status=2)


def test_columns_that_are_worked_out_are_not_asked_for(
    path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Each takes longer than a value may be, for every row."""
    big = "TEXT GENERATED ALWAYS AS (hex(zeroblob(10000000))) VIRTUAL"
    _laid_out(
        path,
        f"CREATE TABLE sessions (id TEXT, title {big}, cwd {big}, source TEXT); {MESSAGES}"  # noqa: S608
        "INSERT INTO sessions (id, source) VALUES ('s', 'cli');"
        "CREATE TRIGGER t AFTER INSERT ON sessions BEGIN SELECT 1; END;",
    )
    assert "s  when is unknown" in said(capsys, "replay", "--db", str(path))


def test_a_question_without_end_is_given_up(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sqlite_snapshot, "_LONGEST_QUESTION", 0.2)
    Recorder(path).session("s").close()
    with sqlite_snapshot.Snapshot(path) as snapshot:
        with pytest.raises(RecordingError, match="is not read: one question takes SQLite more than"):
            snapshot.rows(f"SELECT count(*) FROM ({ENDLESS})")  # noqa: S608
        assert snapshot.rows("SELECT id FROM sessions") == [("s",)]


def test_a_schema_whose_names_are_no_text_is_one_sentence(path: Path) -> None:
    Recorder(path).session("s").close()
    data = path.read_bytes()
    assert b"CREATE TABLE sessions" in data
    path.write_bytes(data.replace(b"CREATE TABLE sessions", b"CREATE TABLX \xff\xfeions"))
    with pytest.raises(RecordingError):
        list(open_recording(path).sessions())


# ── how much is held ──


def test_the_list_is_told_as_it_is_read(path: Path) -> None:
    """The first sessions come before the last are read."""
    recorder = Recorder(path).session("first")
    recorder.connection.execute(
        "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 3000) "
        "INSERT INTO sessions (id, source, started_at) SELECT 's' || i, 'cli', 4000000000 + i FROM n"
    )
    recorder.close()
    with open_recording(path) as recording:
        sessions = recording.sessions()
        assert [next(sessions).id for _ in range(3)] == ["s3000", "s2999", "s2998"]
        assert len(list(sessions)) == 2_998


def test_a_chain_of_very_many_sessions_is_followed_once(
    path: Path, tree: Tree, capsys: pytest.CaptureFixture[str]
) -> None:
    root = tree({".git/": ""})
    recorder = Recorder(path).session("s0", cwd=root)
    recorder.connection.execute(
        "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 3000) "
        "INSERT INTO sessions (id, source, started_at, parent_session_id) "
        "SELECT 's' || i, 'cli', 4000000000 + i, 's' || (i - 1) FROM n"
    )
    recorder.connection.execute("UPDATE sessions SET end_reason = 'compression' WHERE id <> 's3000'")
    recorder.connection.execute("UPDATE sessions SET parent_session_id = 's3000' WHERE id = 's0'")
    recorder.close()
    answer = json.loads(said(capsys, "replay", "--db", str(path), "s1500", "--json"))
    assert len(answer["chain"]) == 3_001


# ── what is no recording ──


def _pipe(path: Path) -> None:
    os.mkfifo(path)


def _device(path: Path) -> None:
    path.symlink_to("/dev/zero")


def _terminal(path: Path) -> None:
    _, terminal = os.openpty()
    path.symlink_to(os.ttyname(terminal))


def _text(path: Path) -> None:
    path.write_text("some words of a text\n" * 3_000_000)


def _sparse(path: Path) -> None:
    path.write_bytes(b"{")
    os.truncate(path, 5 << 30)


@pytest.mark.parametrize("option", ["--db", "--export"])
@pytest.mark.parametrize("make", [_pipe, _device, _terminal, Path.mkdir, _text, _sparse])
def test_what_is_no_recording_is_said_at_once(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], make: Callable[[Path], None], option: str
) -> None:
    make(tmp_path / "there")
    text = said(capsys, "replay", option, str(tmp_path / "there"), status=2)
    assert text.startswith(f"hermes-tui: {tmp_path / 'there'}")
    assert text.count("\n") == 1


@pytest.mark.parametrize("make", [_pipe, _device, _terminal, Path.mkdir, _text, _sparse])
def test_what_is_no_file_of_calls_is_said_at_once(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], make: Callable[[Path], None]
) -> None:
    make(tmp_path / "there")
    for words in (["session", str(tmp_path / "there")], ["--session", str(tmp_path / "there")]):
        text = said(capsys, *words, str(tmp_path), status=2)
        assert text.startswith(f"hermes-tui: '{tmp_path / 'there'}'")
        assert text.count("\n") == 1


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("a/x.py\n" * 20_001, "has more than 20,000 lines"),
        ("[" + ", ".join(['{"name": "a"}'] * 20_001) + "]", "holds more than 20,000 calls"),
        ("$ cat " + "a/" * 100_000, "its command has 200,004 characters: 131,072 are the most"),
    ],
)
def test_a_session_file_of_too_much_is_said_to_be(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], text: str, what: str
) -> None:
    (tmp_path / "calls").write_text(text)
    assert what in said(capsys, "session", str(tmp_path / "calls"), str(tmp_path), status=2)


def test_a_line_of_more_values_than_a_session_has_is_not_taken_in(tmp_path: Path) -> None:
    (tmp_path / "x.json").write_text('{"id": "a", "messages": [' + "[]," * 2_000_000 + "[]]}")
    with pytest.raises(RecordingError, match="it holds more values than a session has"):
        open_recording(tmp_path / "x.json")
