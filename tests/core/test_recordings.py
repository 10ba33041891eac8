"""Recorded sessions are found, listed and read, and their files stay as they are."""

import hashlib
import json
import os
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from hermes_tui.core.filesystem.portable import bytes_on_disk
from hermes_tui.core.recordings import sqlite_copy
from hermes_tui.core.recordings.catalog import (
    Listing,
    RecordingError,
    choose,
    find_databases,
    list_sessions,
    open_recording,
)
from hermes_tui.core.recordings.sqlite_snapshot import Snapshot
from support import posix
from support.processes import as_nobody, with_memory_measured
from support.state_databases import GENERATIONS, RELEASES, STARTED, Recorder


def fingerprint(directory: Path) -> dict[str, tuple[str, int, int]]:
    """Every file with its content, its time and its inode."""
    return {
        path.name: (
            hashlib.sha256(path.read_bytes()).hexdigest(),
            path.stat().st_mtime_ns,
            path.stat().st_ino,
        )
        for path in sorted(directory.iterdir())
    }


@pytest.mark.parametrize("release", RELEASES)
def test_every_schema_generation_is_read(tmp_path: Path, release: str) -> None:
    recorder = Recorder(tmp_path / "state.db", release)
    recorder.session("20261130_090000_abcdef", cwd="/repo", title="Mend the build").user()
    recorder.call("read_file", {"path": "a/x.py"}).close()
    with open_recording(tmp_path / "state.db") as recording:
        (session,) = recording.sessions()
        assert (session.id, session.title, session.model) == (
            "20261130_090000_abcdef",
            "Mend the build",
            "mock-1",
        )
        assert session.cwd == ("/repo" if RELEASES.index(release) >= RELEASES.index("0.16.0") else "")
        assert session.calls == 1
        assert "Current working directory: /repo" in recording.prompt(session.id)
        assert [row.role for row in recording.rows(session.id)] == ["user", "assistant", "tool"]
        assert all(row.active and not row.compacted for row in recording.rows(session.id))


def test_homes_that_may_not_be_looked_into_are_named_and_hide_no_other(tmp_path: Path) -> None:
    root = tmp_path
    for place in (".hermes", "closed", "home/profiles/a", "home/profiles/b", "other/profiles/c"):
        Recorder(root / place / "state.db").session(place).close()
    for place in ("closed", "home/profiles/a", "other/profiles"):
        (root / place).chmod(0)

    def looked(*given: str) -> tuple[list[str], list[str]]:
        environ = {"HOME": str(root), "HERMES_HOME": str(root / "closed")}
        databases = find_databases(root / given[0]) if given else find_databases(None, environ)
        listing = list_sessions(databases)
        problems = [problem.replace(str(root), "ROOT") for problem in listing.problems]
        return [listed.session.id for listed in listing.sessions], problems

    found = as_nobody(lambda: [looked(), looked("closed"), looked("home"), looked("other")])
    for place in ("closed", "home/profiles/a", "other/profiles"):
        (root / place).chmod(0o755)
    denied = "cannot be read: Permission denied"
    assert found == [
        ([".hermes"], [f"ROOT/closed/state.db {denied}"]),
        ([], [f"ROOT/closed/state.db {denied}"]),
        (["home/profiles/b"], [f"ROOT/home/profiles/a/state.db {denied}"]),
        ([], [f"ROOT/other/profiles/state.db {denied}"]),
    ]


def test_the_version_number_is_not_trusted(tmp_path: Path) -> None:
    recorder = Recorder(tmp_path / "state.db", "0.13.0").session("s", cwd="/repo")
    recorder.connection.execute("UPDATE schema_version SET version = 31")
    recorder.close()
    with open_recording(tmp_path / "state.db") as recording:
        assert [session.cwd for session in recording.sessions()] == [""]


def test_columns_of_a_future_release_do_not_matter(tmp_path: Path) -> None:
    recorder = Recorder(tmp_path / "state.db").session("s", cwd="/repo")
    recorder.connection.execute("ALTER TABLE sessions ADD COLUMN mood TEXT DEFAULT 'fine'")
    recorder.connection.execute("UPDATE schema_version SET version = 99")
    recorder.close()
    with open_recording(tmp_path / "state.db") as recording:
        assert [session.cwd for session in recording.sessions()] == ["/repo"]


def test_a_future_layout_is_one_sentence(tmp_path: Path) -> None:
    recorder = Recorder(tmp_path / "state.db")
    recorder.connection.execute("ALTER TABLE messages RENAME COLUMN content TO parts")
    recorder.close()
    with pytest.raises(
        RecordingError, match="a way that is not known here: its table 'messages' has no content"
    ):
        open_recording(tmp_path / "state.db")


def test_rows_come_by_id_and_not_by_time(tmp_path: Path) -> None:
    recorder = Recorder(tmp_path / "state.db").session("s")
    for number in range(200):
        recorder.message("user", str(number), timestamp=STARTED - number)
    recorder.close()
    with open_recording(tmp_path / "state.db") as recording:
        assert [row.content for row in recording.rows("s")] == [str(number) for number in range(200)]
        assert recording.count_rows("s") == 200


def test_text_that_is_not_utf8_is_read_all_the_same(tmp_path: Path) -> None:
    recorder = Recorder(tmp_path / "state.db").session("s")
    recorder.message("user", "x")
    recorder.connection.execute("UPDATE messages SET content = CAST(X'41FF42' AS TEXT)")
    recorder.close()
    with open_recording(tmp_path / "state.db") as recording:
        assert [row.content for row in recording.rows("s")] == ["A\ufffdB"]


def test_of_an_endless_message_the_end_is_read_and_told(tmp_path: Path) -> None:
    recorder = Recorder(tmp_path / "state.db").session("s")
    recorder.message("tool", "\0json:" + "a" * 5_000_000 + "the end")
    recorder.message("tool", "the next").close()
    with open_recording(tmp_path / "state.db") as recording:
        long, following = recording.rows("s")
    assert long.content == "a" * (4 * 1_048_576 - 7) + "the end"
    assert long.unread == ("The content of this message is 5 MB long: only its end was read.",)
    assert (following.content, following.unread) == ("the next", ())


# ── read only ──


def test_a_database_at_rest_leaves_no_trace(tmp_path: Path) -> None:
    home = tmp_path / "hermes"
    recorder = Recorder(home / "state.db")
    recorder.connection.execute("PRAGMA journal_mode=WAL")
    recorder.session("s", cwd="/repo").call("read_file", {"path": "a/x.py"}).close()
    before = fingerprint(home)
    assert list(before) == ["state.db"]
    with open_recording(home / "state.db") as recording:
        assert len(list(recording.rows("s"))) == 2
        assert fingerprint(home) == before
    assert fingerprint(home) == before


def test_a_database_in_a_directory_that_cannot_be_written_is_read(tmp_path: Path) -> None:
    home = tmp_path / "hermes"
    recorder = Recorder(home / "state.db")
    recorder.connection.execute("PRAGMA journal_mode=WAL")
    recorder.session("s", cwd="/repo")
    (home / "copy").mkdir()
    for name in ("state.db", "state.db-wal"):  # as it lies there when Hermes was killed
        (home / "copy" / name).write_bytes((home / name).read_bytes())
    recorder.close()
    for place in (tmp_path, home, home / "copy"):
        place.chmod(0o555)

    def read() -> list[str]:
        found = []
        for path in (home / "state.db", home / "copy" / "state.db"):
            with open_recording(path) as recording:
                found += [session.id for session in recording.sessions()]
        return found

    try:
        assert as_nobody(read) == ["s", "s"]
    finally:
        for place in (tmp_path, home, home / "copy"):
            place.chmod(0o755)


WRITER = """
import sqlite3, sys
connection = sqlite3.connect(sys.argv[1], timeout=0, isolation_level=None)
connection.execute("PRAGMA journal_mode=" + sys.argv[2])
connection.execute("PRAGMA wal_autocheckpoint=20")
connection.execute("PRAGMA synchronous=OFF")
print("ready", flush=True)
for line in sys.stdin:
    busy = 0
    for number in range(int(line)):
        try:
            connection.execute(
                "INSERT INTO messages (session_id, role, content, timestamp) VALUES ('s', 'user', ?, 1)",
                ("x" * 3000,),
            )
            if number % 50 == 49 and sys.argv[2] == "WAL":
                busy += connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()[0]
        except sqlite3.OperationalError:
            busy += 1
    print(busy, flush=True)
"""


class Writer:
    """Hermes at work in another process."""

    def __init__(self, path: Path, mode: str) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-c", WRITER, str(path), mode],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        assert self.answer() == "ready"

    def begin(self, rows: int) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(f"{rows}\n")
        self.process.stdin.flush()

    def answer(self) -> str:
        assert self.process.stdout is not None
        return self.process.stdout.readline().strip()

    def __enter__(self) -> "Writer":
        return self

    def __exit__(self, *_: object) -> None:
        self.process.communicate(timeout=20)


def test_beside_a_live_writer_the_latest_rows_are_seen_and_nothing_is_touched(tmp_path: Path) -> None:
    home = tmp_path / "hermes"
    Recorder(home / "state.db").session("s").close()
    with Writer(home / "state.db", "WAL") as writer:
        writer.begin(3)
        assert writer.answer() == "0"
        before = fingerprint(home)
        assert set(before) == {"state.db", "state.db-wal", "state.db-shm"}
        with open_recording(home / "state.db") as recording:
            assert recording.count_rows("s") == 3  # they are in the log alone
            assert fingerprint(home) == before
        assert fingerprint(home) == before


@pytest.mark.parametrize("mode", ["WAL", "DELETE"])
def test_a_writer_never_waits_for_a_reader(tmp_path: Path, mode: str) -> None:
    path = tmp_path / "hermes" / "state.db"
    Recorder(path).session("s").close()
    counts = []
    with Writer(path, mode) as writer:
        writer.begin(3000)
        deadline = time.monotonic() + 20
        while time.monotonic() < deadline:
            try:
                with open_recording(path) as recording:
                    counts.append(recording.count_rows("s"))
                    rows = list(recording.rows("s"))
                    assert all(row.content == "x" * 3000 for row in rows)
                    assert len(rows) >= counts[-1]
            except RecordingError as error:
                if "written to without a pause" not in str(error):
                    raise
            if counts and counts[-1] == 3000:
                break
        assert writer.answer() == "0"
    assert counts == sorted(counts)
    assert counts[-1] == 3000
    assert not [name for name in path.parent.iterdir() if name.name.startswith("hermes-tui")]


def test_what_changed_while_it_was_read_is_read_again_from_a_copy(tmp_path: Path) -> None:
    path = tmp_path / "state.db"
    Recorder(path).session("s").message("user", "one").close()
    with open_recording(path) as recording:
        rows = recording.rows("s")
        connection = sqlite3.connect(path)
        connection.execute("UPDATE messages SET content = 'two'")
        connection.commit()
        connection.close()
        os.utime(path, ns=(1, 1))  # however coarse the clock of the file system
        assert [row.content for row in rows] == ["two"]


def test_an_unfinished_transaction_is_undone_in_the_copy_only(tmp_path: Path) -> None:
    path = tmp_path / "hermes" / "state.db"
    Recorder(path).session("s").message("user", "before").close()
    script = (
        "import sqlite3, sys, os\n"
        "c = sqlite3.connect(sys.argv[1], isolation_level=None)\n"
        "c.execute('PRAGMA cache_size=1'); c.execute('BEGIN')\n"
        "c.execute(\"UPDATE messages SET content = 'after'\")\n"
        'for n in range(50): c.execute("INSERT INTO messages (session_id, role, content, timestamp)'
        " VALUES ('s', 'user', ?, 1)\", ('y' * 4000,))\n"
        "os._exit(0)\n"
    )
    subprocess.run([sys.executable, "-c", script, str(path)], check=True)
    assert (path.parent / "state.db-journal").stat().st_size > 0
    before = fingerprint(path.parent)
    with open_recording(path) as recording:
        assert [row.content for row in recording.rows("s")] == ["before"]
    assert fingerprint(path.parent) == before


def test_copies_are_taken_away(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    place = tmp_path / "tmp"
    place.mkdir()
    monkeypatch.setattr("tempfile.tempdir", str(place))
    Recorder(tmp_path / "state.db").session("s").close()
    with Writer(tmp_path / "state.db", "WAL") as writer:
        writer.begin(1)
        writer.answer()
        with Snapshot(tmp_path / "state.db"):
            assert len(list(place.iterdir())) == 1
        assert not list(place.iterdir())


def test_no_room_for_a_copy_is_one_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("shutil.disk_usage", lambda _: _NoRoom())
    Recorder(tmp_path / "state.db").session("s").close()
    (tmp_path / "state.db-wal").write_bytes(b"x" * 100)
    with pytest.raises(RecordingError, match="must be copied before it is read, and there is no room"):
        open_recording(tmp_path / "state.db")


class _NoRoom:
    free = 0


def test_a_sparse_copy_stays_sparse(tmp_path: Path) -> None:
    assert posix.os.SEEK_HOLE  # else the system tells nobody where holes are
    source = tmp_path / "source"
    with source.open("wb") as file:
        file.write(b"begin")
        file.seek(50 << 20)
        file.write(b"end")
    sqlite_copy._copy(source, tmp_path / "target")
    assert (tmp_path / "target").stat().st_size == source.stat().st_size
    assert bytes_on_disk(tmp_path / "target") < 10 << 20
    with (tmp_path / "target").open("rb") as file:
        assert file.read(5) == b"begin"
        file.seek(50 << 20)
        assert file.read() == b"end"


# ── what cannot be read ──


def _truncated(path: Path) -> None:
    recorder = Recorder(path).session("s")
    for _ in range(200):
        recorder.message("user", "x" * 2000)
    recorder.close()
    os.truncate(path, 40_000)


def _scrambled(path: Path) -> None:
    _truncated(path)
    data = bytearray(path.read_bytes())
    data[100:] = b"\xa5" * (len(data) - 100)
    path.write_bytes(data)


def _foreign(path: Path) -> None:
    connection = sqlite3.connect(path)
    connection.execute("CREATE TABLE t (x)")
    connection.close()


@pytest.mark.parametrize(
    ("make", "said"),
    [
        (lambda path: path.write_bytes(b""), "is empty: nothing is recorded in it"),
        (
            lambda path: path.write_bytes(b"not a database at all, but long enough" * 9),
            "is no SQLite database",
        ),
        (lambda path: path.write_bytes(b"SQLite format 3\0" + b"\xff" * 500), "no SQLite database|damaged"),
        (Path.mkdir, "is a directory"),
        (lambda pipe: posix.os.mkfifo(pipe), "is no regular file"),  # noqa: PLW0108 -- skips when it is run
        (str, "cannot be read: No such file"),
        (_foreign, "has no table 'sessions': it is no database of Hermes"),
        (_scrambled, "is damaged or cut short"),
    ],
)
def test_what_is_no_recording_is_one_clear_sentence(
    tmp_path: Path, make: Callable[[Path], object], said: str
) -> None:
    path = tmp_path / "state.db"
    make(path)
    with pytest.raises(RecordingError, match=said) as caught, open_recording(path) as recording:
        list(recording.sessions())
    assert str(path) in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_database_cut_short_says_so_when_the_missing_part_is_reached(tmp_path: Path) -> None:
    _truncated(tmp_path / "state.db")
    with (
        pytest.raises(RecordingError, match="is damaged or cut short"),
        open_recording(tmp_path / "state.db") as recording,
    ):
        list(recording.rows("s"))


def test_a_copy_that_never_succeeds_is_one_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = Recorder(tmp_path / "state.db").session("s").close()
    (tmp_path / "state.db-wal").write_bytes(b"x" * 100)
    numbers = iter(range(100))
    monkeypatch.setattr(sqlite_copy, "_state", lambda *_: (next(numbers),))
    with pytest.raises(RecordingError, match="is written to without a pause: try again"):
        open_recording(path)


def test_a_log_that_may_not_be_read_is_one_sentence(tmp_path: Path) -> None:
    path = Recorder(tmp_path / "state.db").session("s").close()
    (tmp_path / "state.db-wal").mkdir()
    (tmp_path / "state.db-wal" / "x").write_text("")
    with pytest.raises(RecordingError, match="cannot be copied to be read: Is a directory"):
        open_recording(path)


def test_where_holes_and_shared_blocks_are_unknown_bytes_are_copied(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delattr(os, "SEEK_DATA")
    monkeypatch.delattr(os, "SEEK_HOLE")
    monkeypatch.delattr(os, "copy_file_range")
    (tmp_path / "source").write_bytes(b"abc" * 1_000_000)
    sqlite_copy._copy(tmp_path / "source", tmp_path / "target")
    assert (tmp_path / "target").read_bytes() == b"abc" * 1_000_000


def test_large_copies_do_not_go_where_memory_may_be(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sqlite_copy, "_LARGE", 0)
    path = Recorder(tmp_path / "state.db").session("s").close()
    with sqlite_copy.room(path) as place:
        assert place.startswith("/var/tmp/")


def test_a_lock_of_another_process_does_not_matter(tmp_path: Path) -> None:
    path = tmp_path / "state.db"
    Recorder(path).session("s").close()
    holder = sqlite3.connect(path, isolation_level=None)
    holder.execute("BEGIN EXCLUSIVE")
    with open_recording(path) as recording:
        assert [session.id for session in recording.sessions()] == ["s"]
    holder.execute("COMMIT")
    holder.close()


def test_memory_does_not_grow_with_the_database(tmp_path: Path) -> None:
    path = tmp_path / "state.db"
    recorder = Recorder(path).session("other")
    recorder.connection.execute("BEGIN")
    for _ in range(60):
        recorder.message("user", "x" * 1_000_000)
    recorder.session("s").call("read_file", {"path": "a/x.py"})
    recorder.connection.execute("COMMIT")
    recorder.close()
    os.truncate(path, 2 << 30)  # the rest is a hole

    def read() -> int:
        with open_recording(path) as recording:
            return len(list(recording.sessions())) + len(list(recording.rows("s")))

    measured = with_memory_measured(read)
    assert measured.answer == 4
    assert measured.grown < 30 << 20


# ── finding and choosing ──


def test_databases_of_every_home_and_profile_are_found(tmp_path: Path) -> None:
    user, custom = tmp_path / "user", tmp_path / "custom"
    wanted = [
        custom / "state.db",
        custom / "profiles" / "work" / "state.db",
        user / ".hermes" / "state.db",
        user / ".hermes" / "profiles" / "play" / "state.db",
    ]
    for path in wanted:
        Recorder(path).close()
    (user / ".hermes" / "profiles" / "empty").mkdir()
    assert list(find_databases(environ={"HOME": str(user), "HERMES_HOME": str(custom)})) == wanted
    assert list(find_databases(environ={"HOME": str(user)})) == wanted[2:]
    assert list(find_databases(custom, environ={"HOME": str(user)})) == wanted[:2]
    profile = {"HOME": str(tmp_path), "HERMES_HOME": str(custom / "profiles" / "work")}
    assert set(find_databases(environ=profile)) == set(wanted[:2])


def test_the_newest_session_comes_first_over_all_files(tmp_path: Path) -> None:
    for number, name in enumerate(("a", "b")):
        recorder = Recorder(tmp_path / name / "state.db", RELEASES[-1 - number])
        for minute in range(3):
            recorder.session(f"{name}{minute}", started_at=STARTED + 60 * minute + number)
        recorder.close()
    (tmp_path / "c.db").write_bytes(b"")
    listing = list_sessions([tmp_path / "a" / "state.db", tmp_path / "b" / "state.db", tmp_path / "c.db"])
    assert [listed.session.id for listed in listing.sessions] == ["b2", "a2", "b1", "a1", "b0", "a0"]
    assert len(listing.problems) == 1
    assert "is empty" in listing.problems[0]


@pytest.fixture
def listing(tmp_path: Path) -> Listing:
    recorder = Recorder(tmp_path / "state.db")
    recorder.session("20261130_090000_aaaaaa", title="Mend the build")
    recorder.session("20261130_100000_bbbbbb", title="20261130")
    recorder.session("20261201_110000_cccccc")
    return list_sessions([recorder.close()])


@pytest.mark.parametrize(
    ("wanted", "found"),
    [
        ("20261130_090000_aaaaaa", "20261130_090000_aaaaaa"),
        ("20261201", "20261201_110000_cccccc"),
        ("mend the BUILD", "20261130_090000_aaaaaa"),
        ("Mend", "20261130_090000_aaaaaa"),
        ("20261130", "20261130_100000_bbbbbb"),  # a whole title is meant before the beginning of an id
    ],
)
def test_a_session_is_chosen_by_id_beginning_or_title(listing: Listing, wanted: str, found: str) -> None:
    assert choose(listing, wanted).session.id == found


def test_a_choice_that_is_none_or_several_is_a_sentence(listing: Listing) -> None:
    with pytest.raises(
        RecordingError, match="2 sessions are meant by '2026113': 20261130_100000_bbbbbb, 2026"
    ):
        choose(listing, "2026113")
    for wanted in ("nothing", "", " "):
        with pytest.raises(RecordingError, match=r"there is no session .* among 3 recorded ones"):
            choose(listing, wanted)
    with pytest.raises(RecordingError, match="since none is recorded here"):
        choose(Listing(()), "x")


# ── files of JSON ──


def _export(path: Path, *sessions: object) -> Path:
    path.write_text("".join(json.dumps(session) + "\n" for session in sessions))
    return path


CALL = {"id": "c1", "type": "function", "function": {"name": "read_file", "arguments": '{"path": "a/x.py"}'}}


def test_an_export_holds_several_sessions(tmp_path: Path) -> None:
    messages = [
        {"role": "user", "content": "go"},
        {"role": "assistant", "content": None, "tool_calls": [CALL], "timestamp": 5.0},
        {"role": "tool", "content": [{"type": "text", "text": "x"}], "tool_call_id": "c1"},
    ]
    path = _export(
        tmp_path / "out.jsonl",
        {
            "id": "a",
            "source": "cli",
            "started_at": 1.0,
            "cwd": "/repo",
            "system_prompt": "P",
            "messages": messages,
        },
        {"id": "b", "source": "cli", "started_at": 2.0, "model_config": '{"cwd": "/x"}', "messages": []},
    )
    with open_recording(path) as recording:
        assert recording.kind == "export"
        assert [session.id for session in recording.sessions()] == ["b", "a"]
        assert [dict(session.config) for session in recording.sessions()] == [{"cwd": "/x"}, {}]
        assert [session.calls for session in recording.sessions()] == [0, 1]
        assert recording.prompt("a") == "P"
        rows = list(recording.rows("a"))
    assert [row.role for row in rows] == ["user", "assistant", "tool"]
    assert rows[2].content.startswith("\0json:")


def test_a_trace_is_one_session_without_times(tmp_path: Path) -> None:
    common = {"sessionId": "t", "cwd": "/where/exported", "timestamp": "2026-11-30T08:00:00Z"}
    use = {"type": "tool_use", "id": "c1", "name": "read_file", "input": {"path": "a/x.py"}}
    result = {"type": "tool_result", "tool_use_id": "c1", "content": "done"}
    path = _export(
        tmp_path / "trace.jsonl",
        {**common, "type": "user", "message": {"role": "user", "content": "go"}},
        {**common, "type": "assistant", "message": {"role": "assistant", "content": [use]}},
        {**common, "type": "user", "message": {"role": "user", "content": [result]}},
    )
    with open_recording(path) as recording:
        (session,) = recording.sessions()
        assert (recording.kind, session.id, session.cwd) == ("trace", "t", "/where/exported")
        rows = list(recording.rows("t"))
    assert [(row.role, row.tool_call_id, row.timestamp) for row in rows] == [
        ("user", "", None),
        ("assistant", "", None),
        ("tool", "c1", None),
    ]


def test_a_trajectory_has_calls_and_results_in_its_text(tmp_path: Path) -> None:
    asked = '<tool_call>\n{"name": "read_file", "arguments": {"path": "a/x.py"}}\n</tool_call>'
    answered = '<tool_response>\n{"tool_call_id": "c", "name": "read_file", "content": "x"}\n</tool_response>'
    turns = [
        ("system", "tools"),
        ("human", "go"),
        ("gpt", f"{asked}\n{asked}"),
        ("tool", f"{answered}\n{answered}"),
    ]
    path = _export(
        tmp_path / "trajectories.jsonl",
        {
            "conversations": [{"from": who, "value": text} for who, text in turns],
            "model": "m",
            "timestamp": "bad",
        },
    )
    with open_recording(path) as recording:
        (session,) = recording.sessions()
        assert (recording.kind, session.id, session.calls) == ("trajectory", "trajectories-1", 2)
        rows = list(recording.rows(session.id))
    assert [row.role for row in rows] == ["system", "user", "assistant", "tool", "tool"]


def test_a_snapshot_over_many_lines_is_read(tmp_path: Path) -> None:
    path = tmp_path / "session_s.json"
    value = {
        "session_id": "s",
        "model": "m",
        "platform": "cli",
        "session_start": "2026-11-30T08:00:00+00:00",
        "system_prompt": "P",
        "messages": [{"role": "assistant", "tool_calls": [CALL]}, {"role": "tool", "name": "read_file"}],
    }
    path.write_text(json.dumps(value, indent=2))
    with open_recording(path) as recording:
        (session,) = recording.sessions()
        assert (recording.kind, session.id, session.started_at) == ("snapshot", "s", 1_796_025_600.0)
        assert [row.tool_name for row in recording.rows("s")] == ["", "read_file"]


def test_a_transcript_of_the_gateway_is_one_session(tmp_path: Path) -> None:
    path = _export(
        tmp_path / "20260101_000000_aa.jsonl", {"role": "user", "content": "go"}, {"role": "assistant"}
    )
    with open_recording(path) as recording:
        assert [session.id for session in recording.sessions()] == ["20260101_000000_aa"]
        assert recording.kind == "transcript"
        assert len(list(recording.rows("20260101_000000_aa"))) == 2


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('{"a": 1}', "line 1 is of no known form"),
        ('{"a": ', "is no JSON, or is cut short"),
        ("[1]", "line 1 is no object"),
        ('{"id": "a", "messages": []}\n{"id": "b", "mess', "damaged or cut short: line 2 is no JSON"),
        ("\n\n{}", "of no known form"),
    ],
)
def test_a_file_that_is_no_recording_is_one_sentence(tmp_path: Path, text: str, said: str) -> None:
    path = tmp_path / "x.jsonl"
    path.write_text(text)
    with pytest.raises(RecordingError, match=said):
        open_recording(path)


def test_generations_are_in_order() -> None:
    versions = [generation.version for generation in GENERATIONS]
    assert versions == sorted(versions)
