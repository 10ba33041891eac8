"""What the command prints: lists, replays, JSON, and sentences for what is wrong."""

import argparse
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from hermes_tui.commands.replay import add_arguments, run
from hermes_tui.core.recordings.catalog import RecordingError
from hermes_tui.core.settings.settings import SettingsError
from support.state_databases import Recorder, hinted
from support.trees import Tree


def typed(*words: str | Path) -> argparse.Namespace:
    parser = argparse.ArgumentParser()
    add_arguments(parser)
    return parser.parse_args([str(word) for word in words])


def answer(capsys: pytest.CaptureFixture[str], *words: str | Path) -> tuple[int, str]:
    status = run(typed(*words))
    return status, capsys.readouterr().out


def facts(capsys: pytest.CaptureFixture[str], *words: str | Path) -> tuple[int, dict[str, Any]]:
    status, text = answer(capsys, *words, "--json")
    assert text.isascii()
    value: dict[str, Any] = json.loads(text)
    return status, value


@pytest.fixture
def root(tree: Tree) -> Path:
    return tree({".git/": "", "AGENTS.md": "root rules", "a/AGENTS.md": "a rules", "b/AGENTS.md": "b rules"})


@pytest.fixture
def recorder(tmp_path: Path, root: Path) -> Recorder:
    recorder = Recorder(tmp_path / "home" / ".hermes" / "state.db")
    recorder.session("20961002_070640_aaaaaa", cwd=root, title="Mend\x1b[2J it", source="cli").user()
    return recorder.call("read_file", {"path": "a/x.py"}, ("a/AGENTS.md", "a rules"))


def test_sessions_are_listed_from_the_home_of_the_user(
    capsys: pytest.CaptureFixture[str], recorder: Recorder
) -> None:
    recorder.session("20961002_080000_bbbbbb", cwd="/elsewhere", profile_name="work").call("x", {}).close()
    status, text = answer(capsys)
    assert status == 0
    lines = text.splitlines()
    assert lines[0].startswith("20961002_080000_bbbbbb  2096-10-02 ")
    assert lines[0].endswith("1 call  (no title)")
    assert lines[1].startswith("    cli · mock-1 · /elsewhere · profile work · ")
    assert lines[2].endswith("1 call  Mend␛[2J it")
    assert "\x1b" not in text


def test_sessions_are_listed_as_json(capsys: pytest.CaptureFixture[str], recorder: Recorder) -> None:
    path = recorder.close()
    status, value = facts(capsys, "--db", path)
    assert status == 0
    (session,) = value["sessions"]
    assert (session["id"], session["calls"], session["path"]) == ("20961002_070640_aaaaaa", 1, str(path))


def test_an_empty_database_of_hermes_lists_nothing(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    path = Recorder(tmp_path / "state.db").close()
    assert answer(capsys, "--db", path) == (0, "No recorded session.\n")


def test_a_profile_that_cannot_be_read_does_not_hide_the_rest(
    capsys: pytest.CaptureFixture[str], recorder: Recorder
) -> None:
    home = recorder.close().parent
    (home / "profiles" / "work").mkdir(parents=True)
    (home / "profiles" / "work" / "state.db").write_bytes(b"")
    status, text = answer(capsys, "--home", home)
    assert status == 0
    assert "aaaaaa" in text
    assert "Note: " in text
    assert run(typed("2096", "--home", home)) == 0
    assert "is empty: nothing is recorded" in capsys.readouterr().err


def test_a_replay_as_text(capsys: pytest.CaptureFixture[str], recorder: Recorder, root: Path) -> None:
    recorder.call("terminal", {"command": "cat b/x \x1b]0;evil\x07" + "y" * 300}, ("b/AGENTS.md", "older"))
    recorder.call("read_file", {"path": "gone/x"}, ("gone/AGENTS.md", "x")).close()
    status, text = answer(capsys, "2096")
    assert status == 0
    lines = text.splitlines()
    assert lines[0].startswith("session 20961002_070640_aaaaaa · Mend␛[2J it · 2096-10-02 ")
    assert lines[1] == f"anchor {root} · The stored prompt says so."
    assert lines[2].startswith("rules: 0.22.2 · The column created_source in sessions is filled in")
    assert "✓    1  read_file a/x.py" in lines
    assert "        → a/AGENTS.md" in lines
    assert "        note: b/AGENTS.md was sent with the text of" in text
    assert "≠    3  read_file gone/x" in lines
    assert "        recorded:  gone/AGENTS.md" in lines
    assert "        simulated: nothing" in lines
    assert "        cause (not there any more): gone/AGENTS.md was sent then; its directory is not" in text
    assert lines[-1] == (
        "2 of 3 calls agree · 1 differs, and the cause is known · 1 brought a text that is another one today"
    )
    assert "\x1b" not in text
    assert max(map(len, lines)) < 400


def test_a_replay_as_json(capsys: pytest.CaptureFixture[str], recorder: Recorder, root: Path) -> None:
    recorder.call("read_file", {"path": "b/x.py"}).close()
    status, value = facts(capsys, "20961002_070640_aaaaaa")
    assert status == 1
    first, second = value["calls"]
    assert first["tool"] == "read_file"
    assert first["args"] == {"path": "a/x.py"}
    assert first["recorded"] == first["simulated"] == ["a/AGENTS.md"]
    assert first["cause"] is None
    assert (second["recorded"], second["simulated"]) == ([], ["b/AGENTS.md"])
    assert second["cause"].startswith("b/AGENTS.md would be sent")
    assert not second["explained"]
    assert value["session"]["id"] == "20961002_070640_aaaaaa"
    assert value["anchor"]["recorded"] == str(root)
    assert value["anchor"]["reason"] == "The stored prompt says so."
    assert value["release"]["name"] == "0.22.2"
    assert value["release"]["possible"] == ["0.22.2"]
    assert value["prompt"]["has_context"] is False
    assert value["summary"] == {
        "calls": 2,
        "agreeing": 1,
        "explained": 0,
        "unexplained": 1,
        "texts_changed": 0,
        "unreadable": 0,
    }


def test_a_session_without_calls_is_whole_json_all_the_same(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, root: Path
) -> None:
    path = Recorder(tmp_path / "state.db").session("s", cwd=root).close()
    status, value = facts(capsys, "s", "--db", path)
    assert (status, value["calls"], value["summary"]["calls"]) == (0, [], 0)
    assert answer(capsys, "s", "--db", path)[1].endswith("No tool call is recorded.\n")


def test_a_moved_tree_and_a_chosen_release(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, root: Path
) -> None:
    recorder = Recorder(tmp_path / "x.db").session(
        "s", cwd="/old/repo", source="acp", end_reason="compression"
    )
    recorder.call("read_file", {"path": "a/x.py"}, ("a/AGENTS.md", "a rules"))
    recorder.session("t", cwd="/old/repo", source="acp", parent_session_id="s")
    path = recorder.close()
    status, text = answer(capsys, "s", "--db", path, "--map", f"/old={root.parent}", "--hermes", "0.18.1")
    assert status == 0
    assert "session s · 2096" in text
    assert "they had one tracker: s, t" in text
    assert f"anchor /old/repo, now {root.parent}/repo" in text
    assert "    Up to 0.21.5 the tracker of a acp session stood" in text
    assert "rules: 0.18.1 · It was chosen." in text
    assert "    0.18.1 behaves like 0.18.0" in text


def test_an_export_is_replayed(capsys: pytest.CaptureFixture[str], tmp_path: Path, root: Path) -> None:
    call = {"id": "c", "function": {"name": "read_file", "arguments": '{"path": "a/x.py"}'}}
    messages = [
        {"role": "assistant", "tool_calls": [call]},
        {"role": "tool", "tool_call_id": "c", "content": hinted("{}", ("a/AGENTS.md", "a rules"))},
    ]
    path = tmp_path / "out.jsonl"
    path.write_text(json.dumps({"id": "s", "cwd": str(root), "messages": messages}))
    status, text = answer(capsys, "s", "--export", path)
    assert status == 0
    assert "No system prompt is stored." in text
    assert text.endswith("1 of 1 call agrees\n")


def test_a_subagent_is_said_to_be_one(capsys: pytest.CaptureFixture[str], tmp_path: Path, root: Path) -> None:
    recorder = (
        Recorder(tmp_path / "state.db")
        .session("s", cwd=root, source="subagent")
        .call("read_file", {"path": "a/x"})
    )
    status, text = answer(capsys, "s", "--db", recorder.close())
    assert status == 0
    assert "a subagent: it has a tracker of its own" in text
    assert "Context files are switched off for this session" in text


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--db", "/nowhere/state.db"], "/nowhere/state.db cannot be read: No such file"),
        (["--export", "/nowhere/x.jsonl"], "/nowhere/x.jsonl cannot be read: No such file"),
        (["--home", "/nowhere"], "--home: '/nowhere' is not a directory"),
        ([], "there is no state.db in HERMES_HOME, ~/.hermes or a profile"),
        (["--hermes", "0.1"], "--hermes: Hermes 0.1 is older"),
        (["--map", "x"], "--map: 'x' is not OLD=NEW"),
        (["x", "--db", "\0"], "is no path"),
    ],
)
def test_what_is_wrong_is_a_sentence(words: list[str], said: str) -> None:
    with pytest.raises(SettingsError, match=said):
        run(typed(*words))


def test_a_home_of_damaged_databases_only_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "state.db").write_bytes(b"")
    with pytest.raises(RecordingError, match="is empty"):
        run(typed("--home", tmp_path))


def test_the_parser_of_the_command_loads_no_database() -> None:
    script = (
        "import argparse, sys\n"
        "from hermes_tui.commands.replay import add_arguments\n"
        "add_arguments(argparse.ArgumentParser())\n"
        "slow = {'sqlite3', 'tempfile', 'hermes_tui.core.recordings.replay', 'textual'}\n"
        "sys.exit(bool(slow & set(sys.modules)))"
    )
    assert subprocess.run([sys.executable, "-c", script], check=False).returncode == 0


def test_a_directory_that_only_the_prompt_tells_is_listed_too(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    recorder = Recorder(tmp_path / "home" / ".hermes" / "state.db", release="0.13.0")
    prompt = "You are Hermes.\n\nCurrent working directory: /srv/repo\n"
    recorder.session("20961002_080000_bbbbbb", prompt=prompt).call("x", {}).close()
    status, text = answer(capsys)
    assert status == 0
    assert " · /srv/repo · " in text
    _, listing = facts(capsys)
    assert [session["cwd"] for session in listing["sessions"]] == ["/srv/repo"]


def test_a_file_of_calls_is_no_export(tmp_path: Path) -> None:
    calls = tmp_path / "calls.txt"
    calls.write_text("src/x.py\n")
    with pytest.raises(RecordingError, match="txt is no export, trace, trajectory or snapshot"):
        run(typed("--export", calls))
    with pytest.raises(RecordingError, match="is no SQLite database"):
        run(typed("--db", calls))


def test_the_only_session_is_not_counted(recorder: Recorder) -> None:
    recorder.close()
    with pytest.raises(RecordingError, match="there is no session 'zzz' where one is recorded"):
        run(typed("zzz"))


@pytest.mark.parametrize("broken", ["[[[[", '{"a": 1}', "[" * 100_000, "3"])
def test_calls_that_cannot_be_read_are_counted(
    broken: str, capsys: pytest.CaptureFixture[str], recorder: Recorder
) -> None:
    recorder.connection.execute("UPDATE messages SET tool_calls = ? WHERE tool_calls IS NOT NULL", (broken,))
    recorder.connection.commit()
    path = recorder.close()
    status, text = answer(capsys, "2096", "--db", path)
    assert status == 1
    assert text.splitlines()[-1] == "The calls of 1 row cannot be read; no other is recorded."
    status, value = facts(capsys, "2096", "--db", path)
    assert (status, value["summary"]["unreadable"]) == (1, 1)


def test_calls_that_cannot_be_read_are_told_beside_others(
    capsys: pytest.CaptureFixture[str], recorder: Recorder
) -> None:
    recorder.call("read_file", {"path": "b/x.py"}).call("read_file", {"path": "b/x.py"})
    recorder.connection.execute(
        "UPDATE messages SET tool_calls = '[[' WHERE id IN "
        "(SELECT id FROM messages WHERE tool_calls IS NOT NULL ORDER BY id DESC LIMIT 2)"
    )
    recorder.connection.commit()
    text = answer(capsys, "2096", "--db", recorder.close())[1]
    assert text.splitlines()[-1] == "1 of 1 call agrees · the calls of 2 rows cannot be read"


def test_an_export_that_nests_too_deep_is_said_to(tmp_path: Path) -> None:
    path = tmp_path / "deep.json"
    path.write_text('{"a": ' * 100_000)
    with pytest.raises(RecordingError, match=r"deep\.json cannot be read: it nests too deep"):
        run(typed("--export", path))
