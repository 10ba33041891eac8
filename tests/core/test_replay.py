"""A replay finds what Hermes recorded, and says of every difference where it comes from."""

import json
import os
from pathlib import Path
from typing import NamedTuple

import pytest

from hermes_tui.core.filesystem.disk import Disk
from hermes_tui.core.filesystem.file_type import FileType
from hermes_tui.core.recordings.catalog import RecordedSession, RecordingError, open_recording
from hermes_tui.core.recordings.difference_evidence import CauseKind
from hermes_tui.core.recordings.release_guess import guess_release, neighbours
from hermes_tui.core.recordings.replay import Facts, ReplayedCall, ReplaySummary, chain_of, replay
from hermes_tui.core.recordings.stored_prompt import Standing
from hermes_tui.core.recordings.working_dir import (
    MovedDisk,
    MovedTree,
    find_anchor,
    parse_mapping,
    recorded_home,
)
from hermes_tui.core.releases.lookup import DOCUMENTED, RELEASES, Ruleset, get_ruleset
from support.state_databases import STARTED, Recorder, hinted
from support.trees import Tree

HEAD = "# Project Context\n\nThe following project context files have been loaded and should be followed:\n\n"

MONOREPO = {
    ".git/": "",
    "AGENTS.md": "root rules",
    "backend/AGENTS.md": "backend rules",
    "backend/src/CLAUDE.md": "src rules",
    "backend/src/main.py": "",
    "copy/AGENTS.md": "root rules",
    "copy/c.py": "",
    "infra/AGENTS.md": "infra rules",
    "vendor/lib/AGENTS.md": "vendor rules",
    "docs/guide.md": "",
}


class Replayed(NamedTuple):
    facts: Facts
    calls: list[ReplayedCall]
    summary: ReplaySummary

    @property
    def kinds(self) -> list[list[CauseKind]]:
        return [[cause.kind for cause in call.causes] for call in self.calls]


def run(
    path: Path,
    session_id: str = "s",
    *,
    mapping: MovedTree | None = None,
    ruleset: Ruleset | None = None,
) -> Replayed:
    with open_recording(path) as recording:
        events = list(replay(recording, session_id, mapping=mapping, ruleset=ruleset))
    facts, *calls, summary = events
    assert isinstance(facts, Facts)
    assert isinstance(summary, ReplaySummary)
    return Replayed(facts, [call for call in calls if isinstance(call, ReplayedCall)], summary)


@pytest.fixture
def root(tree: Tree) -> Path:
    return tree(MONOREPO)


@pytest.fixture
def recorder(tmp_path: Path, root: Path) -> Recorder:
    return Recorder(tmp_path / "hermes" / "state.db").session("s", cwd=root).user()


BACKEND = ("backend/AGENTS.md", "backend rules")
SRC = ("backend/src/CLAUDE.md", "src rules")
INFRA = ("infra/AGENTS.md", "infra rules")
MAIN = {"path": "backend/src/main.py"}


def test_a_recording_that_agrees(recorder: Recorder) -> None:
    recorder.call("read_file", MAIN, SRC, BACKEND)  # in an order left to chance
    recorder.call("terminal", {"command": "cd infra && ls"}, INFRA)
    recorder.call("terminal", {"command": "cat infra/main.tf"})
    recorder.call("execute_code", {"code": "open('vendor/lib/x.py')"})
    recorder.call("read_file", {"path": "copy/c.py"}).call("read_file", {"path": "vendor/lib/v.py"})
    found = run(recorder.close())
    assert found.summary == ReplaySummary(
        calls=6, agreeing=6, explained=0, unexplained=0, texts_changed=0, unreadable=0
    )
    assert all(call.agrees and call.is_explained and not call.cause for call in found.calls)
    assert [call.rows_read for call in found.calls] == sorted(call.rows_read for call in found.calls)
    assert found.facts.rows == found.calls[-1].rows_read == 13


# ── the release ──


@pytest.mark.parametrize(
    ("schema", "release"),
    [("0.13.0", "0.14.0"), ("0.19.0", "0.19.0"), ("0.22.2", "0.22.2")],
)
def test_the_release_is_worked_out_from_the_columns(
    tmp_path: Path, root: Path, schema: str, release: str
) -> None:
    recorder = Recorder(tmp_path / "state.db", schema).session("s", cwd=root)
    recorder.call("read_file", MAIN, BACKEND, SRC)
    found = run(recorder.close())
    assert found.facts.ruleset.name == release
    assert found.facts.release_reason
    assert found.summary.agreeing == 1


def test_behaviour_decides_where_columns_leave_several(tmp_path: Path, root: Path) -> None:
    recorder = Recorder(tmp_path / "state.db", "0.21.3").session("s", cwd=root)
    recorder.call("terminal", {"command": "cd infra && ls"}).call("read_file", {"path": "copy/c.py"})
    found = run(recorder.close())
    assert (found.facts.possible[0], found.facts.possible[-1]) == ("0.16.0", "0.21.5")
    assert found.facts.ruleset.name == "0.21.0"
    assert "0.21.0 fits the hints of the first 2 calls best (none differs)" in found.facts.release_reason


def test_a_chosen_release_is_taken(recorder: Recorder) -> None:
    recorder.call("terminal", {"command": "cd infra && ls"}, INFRA)
    found = run(recorder.close(), ruleset=get_ruleset("0.19"))
    assert found.facts.ruleset.name == "0.19.0"
    assert found.facts.release_reason == "It was chosen."
    assert found.kinds == [[CauseKind.RELEASE]]
    assert found.summary.explained == 1


@pytest.mark.parametrize(
    ("prompt", "first", "last"),
    [
        ("[...truncated A: kept 1+1 of 3 chars. Use file tools to read the full file.]", "0.13.0", "0.16.0"),
        ("chars. The middle is omitted — if you need the full instructions", "0.17.0", "0.21.5"),
        ("chars. The middle is omitted. Omitted sections: x", "0.22.2", "0.22.2"),
        (HEAD + "## ../AGENTS.md\n\nx", "0.20.1", "0.22.2"),
        (HEAD + "## AGENTS.override.md\n\nx", "0.20.4", "0.22.2"),
        ("a\n# Hermes runtime environment\n", "0.22.2", "0.22.2"),
    ],
)
def test_the_prompt_bounds_the_release(tmp_path: Path, prompt: str, first: str, last: str) -> None:
    path = tmp_path / "export.jsonl"
    path.write_text(json.dumps({"id": "s", "messages": []}))
    with open_recording(path) as recording:
        guess = guess_release(recording, RecordedSession("s"), prompt)
    assert (guess.releases[0].name, guess.releases[-1].name) == (first, last)
    assert guess.newest.name == last


def test_an_export_has_the_columns_of_its_database(tmp_path: Path) -> None:
    row = dict.fromkeys(("id", "session_id", "role", "tool_name", "observed", "compacted"))
    session = dict.fromkeys(("cwd", "display_name", "profile_name"), "x")
    path = tmp_path / "export.jsonl"
    tool = {**row, "role": "tool", "tool_name": "read_file"}
    path.write_text(json.dumps({"id": "s", **session, "tool_call_count": 1, "messages": [row, tool]}))
    with open_recording(path) as recording:
        guess = guess_release(recording, next(recording.sessions()), "")
    assert guess.span == "0.16.0 to 0.19.0"
    hashed = {**session, "system_prompt_hash": "x", "tool_names": None, "created_source": "cli"}
    path.write_text(json.dumps({"id": "s", **hashed, "messages": [row, tool]}))
    with open_recording(path) as recording:
        guess = guess_release(recording, next(recording.sessions()), "")
    assert guess.span == "0.22.2"


def test_sources_bound_the_release_and_contradictions_are_said(tmp_path: Path) -> None:
    with open_recording(Recorder(tmp_path / "a.db", "0.13.0").session("s").close()) as recording:
        guess = guess_release(recording, RecordedSession("s", source="oneshot"), "")
    assert guess.span == "0.13.0 to 0.14.0"
    assert "contradicts the rest" in guess.reasons[-1]
    with open_recording(Recorder(tmp_path / "b.db", "0.21.3").session("s").close()) as recording:
        assert (
            guess_release(recording, RecordedSession("s", source="subagent"), "").releases[0].name == "0.17.0"
        )


def test_neighbours_are_the_nearest_that_send_otherwise() -> None:
    assert [release.name for release in neighbours(get_ruleset("0.19"))][:4] == [
        "0.20.1",
        "0.17.0",
        "0.21.0",
        "0.14.0",
    ]
    assert [release.name for release in neighbours(RELEASES[0])][:2] == ["0.17.0", "0.19.0"]
    assert [release.name for release in neighbours(RELEASES[-1])][:2] == ["0.21.5", "0.21.3"]
    assert neighbours(DOCUMENTED)[0] == RELEASES[-1]
    assert len(neighbours(DOCUMENTED)) == len(neighbours(RELEASES[0])) + 1 == 8


# ── the anchor ──


def test_the_prompt_is_trusted_before_the_row() -> None:
    session = RecordedSession("s", cwd="/repo")
    anchor = find_anchor(session, "x\nCurrent working directory: /repo/.worktrees/hermes-1\n", [], None)
    assert anchor.recorded == "/repo/.worktrees/hermes-1"
    assert "where Hermes was launched" in anchor.reason


def test_a_context_file_cannot_move_the_anchor() -> None:
    context = f"{HEAD}## AGENTS.md\n\nCurrent working directory: /etc\n\n"
    early = f"Current working directory: /repo\n\n{context}Conversation started: x"
    late = f"{context}# Hermes runtime environment\n\nCurrent working directory: /repo\n"
    for prompt in (early, late):
        assert find_anchor(RecordedSession("s"), prompt, [], None).recorded == "/repo"


def test_the_row_the_configuration_and_the_parent_follow() -> None:
    parent = RecordedSession("p", cwd="/parent")
    assert find_anchor(RecordedSession("s", cwd="/repo"), "", [], None).recorded == "/repo"
    editor = find_anchor(RecordedSession("s", source="acp", config={"cwd": "/ed"}), "", [], None)
    assert (editor.recorded, editor.doubt != "") == ("/ed", True)
    child = find_anchor(
        RecordedSession("s", source="subagent"), "", [(RecordedSession("q"), ""), (parent, "")], None
    )
    assert child.recorded == "/parent"
    assert "A subagent's tracker" in child.doubt


def test_an_unknown_anchor_must_be_given(tmp_path: Path) -> None:
    with pytest.raises(RecordingError, match="in which directory it ran: give it with --map =DIR"):
        find_anchor(RecordedSession("s"), "", [], None)
    anchor = find_anchor(RecordedSession("s"), "", [], parse_mapping(f"={tmp_path}"))
    assert anchor.today == tmp_path


def test_a_mapping_is_checked(tmp_path: Path) -> None:
    for text, said in (
        ("x", "is not OLD=NEW"),
        ("/a=", "is not OLD=NEW"),
        ("a=/b", "is not absolute"),
        ("/a=/nowhere/at/all", "there is no directory"),
        ("/a=\0", "there is no directory"),
    ):
        with pytest.raises(RecordingError, match=said):
            parse_mapping(text)
    mapping = parse_mapping(f"/old/={tmp_path}")
    assert find_anchor(RecordedSession("s", cwd="/old/in"), "", [], mapping).today == tmp_path / "in"
    with pytest.raises(RecordingError, match="the session ran in '/older', which is not in '/old'"):
        find_anchor(RecordedSession("s", cwd="/older"), "", [], mapping)


def test_the_home_is_taken_from_the_prompt() -> None:
    assert recorded_home("User home directory: /home/dev\nCurrent working directory: /x\n") == "/home/dev"
    assert recorded_home("") == ""


def test_a_moved_tree_is_seen_where_it_was(root: Path) -> None:
    disk = MovedDisk("/old/place", root)
    assert disk.read(Path("/old/place/AGENTS.md")).text == "root rules"
    assert disk.node(Path("/old/place/backend")).kind is FileType.DIRECTORY
    assert disk.names(Path("/old/place/backend")) == ("AGENTS.md", "src")
    (root / "link").symlink_to(root / "backend")
    assert disk.resolve(Path("/old/place/link/src")) == Path("/old/place/backend/src")
    assert disk.resolve(Path("/old/place/../elsewhere")) == Path("/old/elsewhere")
    assert disk.today(Path("/elsewhere")) == Path("/elsewhere")


def test_a_moved_tree_answers_every_question_of_a_disk() -> None:
    derived = {"exists", "read_within", "is_file", "is_directory", "remember", "is_unblocked", "changed"}
    derived |= {"is_one_entry", "listed", "under_name", "ignores_case"}
    asked = {name for name in vars(Disk) if not name.startswith("_")} - derived
    assert asked <= set(vars(MovedDisk))


def test_a_tree_that_moved_into_itself_is_seen(tree: Tree) -> None:
    root = tree({"new/a/AGENTS.md": "rules", "new/a/x": ""})
    disk = MovedDisk(str(root), root / "new")
    assert disk.read(root / "a" / "AGENTS.md").text == "rules"
    assert disk.resolve(root / "a" / "x") == root / "a" / "x"


def test_the_directory_of_a_trace_gives_way_to_one_that_is_given(tmp_path: Path) -> None:
    session = RecordedSession("s", source="trace", cwd="/exporter")
    assert "the process that wrote the trace" in find_anchor(session, "", [], None).doubt
    assert find_anchor(session, "", [], parse_mapping(f"={tmp_path}")).recorded == str(tmp_path)


def test_a_tree_that_has_moved_is_replayed_with_a_mapping(tmp_path: Path, root: Path) -> None:
    recorder = Recorder(tmp_path / "state.db").session("s", cwd="/home/dev/monorepo")
    recorder.call("read_file", {"path": "/home/dev/monorepo/backend/src/main.py"}, BACKEND, SRC)
    recorder.call("terminal", {"command": "cat /home/dev/monorepo/infra/x.tf"}, INFRA)
    path = recorder.close()
    found = run(path, mapping=parse_mapping(f"/home/dev/monorepo={root}"))
    assert found.summary.agreeing == 2
    assert found.facts.anchor.today == root
    lost = run(path)
    assert lost.kinds == [[CauseKind.ANCHOR_GONE]] * 2
    assert "say where the tree is now with --map" in lost.calls[0].cause


# ── causes ──


def test_a_file_that_is_gone(recorder: Recorder, root: Path) -> None:
    recorder.call("read_file", MAIN, BACKEND, SRC).call(
        "read_file", {"path": "gone/x.py"}, ("gone/AGENTS.md", "x")
    )
    (root / "backend" / "AGENTS.md").unlink()
    found = run(recorder.close())
    assert found.kinds == [[CauseKind.GONE], [CauseKind.GONE]]
    assert "the file is not there any more" in found.calls[0].cause
    assert "its directory is not there any more" in found.calls[1].cause
    assert found.summary.unexplained == 0


def test_a_file_written_after_the_call(tmp_path: Path, root: Path) -> None:
    recorder = Recorder(tmp_path / "state.db")
    recorder.clock = 1_000_000.0  # 1970: everything was written since
    recorder.session("s", cwd=root).call("read_file", MAIN, BACKEND)
    found = run(recorder.close())
    assert found.kinds == [[CauseKind.CHANGED]]
    assert "backend/src/CLAUDE.md was last written on" in found.calls[0].cause
    assert found.calls[0].is_explained


def test_a_file_put_there_after_the_call_with_an_old_date(tmp_path: Path, root: Path) -> None:
    recorder = Recorder(tmp_path / "state.db")
    recorder.clock = 1_000_000.0
    recorder.session("s", cwd=root).call("read_file", MAIN, BACKEND)
    os.utime(root / "backend" / "src" / "CLAUDE.md", (1, 1))
    assert "was put where it is, or renamed, on" in run(recorder.close()).calls[0].cause


def test_another_name_that_wins_now(tmp_path: Path, root: Path) -> None:
    recorder = Recorder(tmp_path / "state.db")
    recorder.clock = 1_000_000.0
    recorder.session("s", cwd=root).call("read_file", MAIN, BACKEND, SRC)
    (root / "backend" / "src" / "AGENTS.md").write_text("new")
    found = run(recorder.close())
    assert set(found.kinds[0]) == {CauseKind.CHANGED}
    assert found.calls[0].is_explained


def test_a_directory_that_came_into_being_between_two_calls(recorder: Recorder) -> None:
    recorder.call("read_file", MAIN, SRC).call("read_file", {"path": "backend/x.py"}, BACKEND)
    found = run(recorder.close())
    assert found.kinds[1] == [CauseKind.CHANGED]
    assert "Call 1 would bring backend/AGENTS.md today. Then this call brought it" in found.calls[1].cause


def test_a_text_that_is_another_today_is_said(recorder: Recorder) -> None:
    recorder.call("read_file", {"path": "infra/x"}, ("infra/AGENTS.md", "older rules"))
    recorder.call("read_file", MAIN, ("backend/AGENTS.md", "backend rules\n\n[notice of a plugin]"), SRC)
    found = run(recorder.close())
    assert found.calls[0].agrees
    assert found.calls[0].text_differs
    assert "infra/AGENTS.md was sent with the text of" in found.calls[0].notes[0]
    assert not found.calls[1].text_differs
    assert found.summary.texts_changed == 1


def test_a_resume_begins_anew_and_is_found_once(recorder: Recorder) -> None:
    recorder.call("read_file", MAIN, BACKEND, SRC).call("read_file", {"path": "infra/x"}, INFRA)
    recorder.clock += 7_200
    recorder.user("resumed").call("read_file", {"path": "docs/guide.md"}).call(
        "read_file", {"path": "infra/x"}, INFRA
    )
    recorder.user("more").call("read_file", MAIN, BACKEND, SRC).call("read_file", {"path": "infra/y"})
    found = run(recorder.close())
    assert found.kinds == [[], [], [], [CauseKind.RESET], [], []]
    assert "the tracker began anew before call 3, after a pause of 2 hours" in found.calls[3].cause
    assert found.summary == ReplaySummary(6, 5, 1, 0, 0, 0)


def test_what_was_visited_after_the_reset_stays_silent(recorder: Recorder, root: Path) -> None:
    (root / "plain").mkdir()
    (root / "plain" / "x.py").write_text("")
    recorder.call("read_file", MAIN, BACKEND, SRC)
    recorder.clock += 90_000
    recorder.user("resumed").call("read_file", {"path": "infra/x"}, INFRA)
    recorder.user("more").call("read_file", MAIN, BACKEND, SRC)
    recorder.user("more").call("read_file", {"path": "infra/x"})
    found = run(recorder.close())
    assert found.kinds == [[], [], [CauseKind.RESET], []]
    assert "before call 2, after a pause of 25 hours" in found.calls[2].cause


def test_a_reset_lies_after_the_last_call_that_proves_memory(recorder: Recorder) -> None:
    recorder.call("read_file", MAIN, BACKEND, SRC)
    recorder.clock += 90_000
    recorder.user("next day").call("read_file", {"path": "backend/y.py"})  # silent: it remembers
    recorder.call("read_file", MAIN, BACKEND, SRC)
    found = run(recorder.close())
    assert found.kinds == [[], [], [CauseKind.RESET]]
    assert "the tracker began anew." in found.calls[2].cause


def test_new_in_the_same_process_keeps_the_tracker(tmp_path: Path, root: Path) -> None:
    recorder = Recorder(tmp_path / "state.db").session("first", cwd=root, end_reason="new_session")
    recorder.call("read_file", MAIN, BACKEND, SRC)
    recorder.connection.execute("UPDATE sessions SET ended_at = ?", (recorder.clock + 1,))
    recorder.clock += 2
    recorder.session("s", cwd=root).user().call("read_file", MAIN).call(
        "read_file", {"path": "infra/x"}, INFRA
    )
    found = run(recorder.close())
    assert found.kinds == [[CauseKind.EARLIER_SESSION] * 2, []]
    assert "was sent in session first, just before in the same process" in found.calls[0].cause


def test_context_files_switched_off(recorder: Recorder) -> None:
    recorder.call("read_file", MAIN).call("read_file", {"path": "docs/guide.md"})
    found = run(recorder.close())
    assert set(found.kinds[0]) == {CauseKind.SWITCHED_OFF}
    assert "Its stored prompt has no context files" in found.calls[0].cause
    assert found.summary.unexplained == 0


def test_switched_off_comes_before_changed_since_where_older_files_speak_for_it(
    tmp_path: Path, root: Path
) -> None:
    """The hint file is newer than the call, and AGENTS.md of the start older than the session."""
    began = (root / "AGENTS.md").stat().st_mtime + 3_600
    os.utime(root / "backend" / "AGENTS.md", (began + 3_600, began + 3_600))
    recorder = Recorder(tmp_path / "state.db")
    recorder.clock = began
    recorder.session("s", cwd=root).user().call("read_file", {"path": "backend/x.py"})
    found = run(recorder.close())
    assert found.kinds == [[CauseKind.SWITCHED_OFF, CauseKind.CHANGED]]
    assert "although AGENTS.md was there before the session began" in found.calls[0].cause


def test_a_whole_path_as_label_says_that_the_tracker_stood_elsewhere(recorder: Recorder, root: Path) -> None:
    label = str(root.parent / "other" / "AGENTS.md")
    recorder.call("read_file", {"path": str(root.parent / "other" / "x.py")}, (label, "other rules"))
    found = run(recorder.close())
    assert found.kinds == [[CauseKind.MOVED_ANCHOR]]
    assert f"That was another one than {root}, which the prompt names." in found.calls[0].cause
    assert found.summary.unexplained == 0


def test_up_to_0_14_a_whole_path_as_label_is_nothing_special(tmp_path: Path, root: Path) -> None:
    """They load from outside the working directory, and write whole paths (rules.md 2.5)."""
    other = root.parent / "other"
    other.mkdir()
    (other / "AGENTS.md").write_text("other rules")
    recorder = Recorder(tmp_path / "state.db", "0.13.0").session("s", cwd=root).user()
    recorder.call("read_file", {"path": str(other / "x.py")}, (str(other / "AGENTS.md"), "other rules"))
    found = run(recorder.close(), ruleset=get_ruleset("0.13"))
    assert found.kinds == [[]]


def test_total_silence_without_further_evidence_is_a_question(tmp_path: Path, root: Path) -> None:
    prompt = (
        f"Current working directory: {root}\n\n{HEAD}## AGENTS.md\n\nroot rules\n\nConversation started: x"
    )
    recorder = Recorder(tmp_path / "state.db").session("s", cwd=root, prompt=prompt)
    recorder.call("read_file", MAIN)
    found = run(recorder.close())
    assert set(found.kinds[0]) == {CauseKind.SWITCHED_OFF}
    assert found.calls[0].causes[0].is_question
    assert found.summary.unexplained == 1


def test_a_subagent_gets_no_hints_from_0_21_3_on(tmp_path: Path, root: Path) -> None:
    recorder = Recorder(tmp_path / "state.db").session("p", cwd=root)
    recorder.session("s", cwd="", source="subagent", parent_session_id="p").call("read_file", MAIN)
    found = run(recorder.close())
    assert found.summary.agreeing == 1
    assert "switched off for this session" in found.facts.off
    assert found.facts.anchor.recorded == str(root)


def test_a_subagent_gets_hints_before(tmp_path: Path, root: Path) -> None:
    recorder = Recorder(tmp_path / "state.db", "0.19.0").session("p", cwd=root)
    recorder.session("s", cwd="", source="subagent", parent_session_id="p").call(
        "read_file", MAIN, BACKEND, SRC
    )
    assert run(recorder.close()).summary.agreeing == 1


def test_a_working_directory_like_a_home_is_silent(tmp_path: Path, root: Path) -> None:
    recorder = Recorder(tmp_path / "state.db").session("s", cwd="/root/proj").call("read_file", MAIN)
    found = run(recorder.close(), mapping=parse_mapping(f"/root/proj={root}"))
    assert found.summary.agreeing == 1
    assert "counts as a home directory" in found.facts.off


def test_a_worktree_that_is_gone(tmp_path: Path, root: Path) -> None:
    recorder = Recorder(tmp_path / "state.db").session("s", cwd=root / ".worktrees" / "hermes-ab12")
    recorder.call("read_file", MAIN, BACKEND, SRC)
    found = run(recorder.close())
    assert found.kinds == [[CauseKind.ANCHOR_GONE]]
    assert "Hermes removes it at the end of a session" in found.calls[0].cause


def test_a_result_that_was_spilled(tmp_path: Path, root: Path) -> None:
    recorder = Recorder(tmp_path / "state.db", "0.16.0").session("s", cwd=root)
    (call_id,) = recorder.request(("read_file", MAIN))
    recorder.result(call_id, "read_file", "<persisted-output>\npreview").call(
        "read_file", {"path": "infra/x"}, INFRA
    )
    found = run(recorder.close(), ruleset=get_ruleset("0.16"))
    assert found.kinds[0] == [CauseKind.SPILLED]
    assert "up to 0.17.0 it is recorded only after that" in found.calls[0].cause
    later = Recorder(tmp_path / "later.db", "0.19.0").session("s", cwd=root)
    (call_id,) = later.request(("read_file", MAIN))
    later.result(call_id, "read_file", "<persisted-output>\npreview")
    assert CauseKind.SPILLED not in run(later.close(), ruleset=get_ruleset("0.18.0")).kinds[0]


def test_a_call_without_result_explains_itself_and_moves_nothing(recorder: Recorder) -> None:
    recorder.request(("read_file", MAIN))
    recorder.user().call("read_file", MAIN, BACKEND, SRC)
    found = run(recorder.close())
    assert found.kinds == [[CauseKind.NO_RESULT], []]


def test_a_skipped_call_never_reached_the_tracker(recorder: Recorder) -> None:
    (call_id,) = recorder.request(("read_file", MAIN))
    recorder.result(
        call_id, "read_file", "[Tool execution cancelled — read_file was skipped due to user interrupt]"
    )
    recorder.call("read_file", MAIN, BACKEND, SRC)
    found = run(recorder.close())
    assert found.summary.agreeing == 2
    assert found.calls[0].notes == ("An interrupt came before it started: the tracker never saw it.",)


def test_which_of_two_copies_is_sent_is_chance(tmp_path: Path, tree: Tree) -> None:
    root = tree({"a/AGENTS.md": "same", "b/AGENTS.md": "same", "a/x": "", "b/x": ""})
    recorder = Recorder(tmp_path / "state.db").session("s", cwd=root)
    recorder.call("terminal", {"command": "cat a/x b/x"}, ("b/AGENTS.md", "same"))
    found = run(recorder.close())
    assert found.kinds == [[CauseKind.CHANCE]]


def test_another_release_that_is_possible_is_the_cause(tmp_path: Path, root: Path) -> None:
    recorder = Recorder(tmp_path / "state.db", "0.21.3").session("s", cwd=root)
    for _ in range(3):
        recorder.call("terminal", {"command": "cd docs && ls"})
    recorder.call("read_file", MAIN, BACKEND, SRC).call("read_file", {"path": "copy/c.py"})
    recorder.call("terminal", {"command": "cd infra && ls"}, INFRA)  # 0.21.3
    recorder.call("read_file", {"path": "vendor/lib/v.py"}, ("vendor/lib/AGENTS.md", "vendor rules"))  # 0.19
    found = run(recorder.close(), ruleset=get_ruleset("0.21.3"))
    assert found.kinds[-2:] == [[], [CauseKind.RELEASE]]
    assert "Another release did this: 0.19.0 would send just what is recorded." in found.calls[-1].cause
    assert found.calls[-1].is_explained


def test_a_release_that_the_recording_rules_out_is_a_question(recorder: Recorder) -> None:
    recorder.call("read_file", {"path": ".archive/x.py"}, (".archive/AGENTS.md", "old")).close()
    root = Path(run(recorder.path).facts.anchor.recorded)
    (root / ".archive").mkdir()
    (root / ".archive" / "AGENTS.md").write_text("old")
    found = run(recorder.path)
    assert found.kinds == [[CauseKind.RELEASE]]
    assert "Was the session continued with another release?" in found.calls[0].cause
    assert not found.calls[0].is_explained


def test_a_line_in_free_text_may_be_no_hint(recorder: Recorder) -> None:
    (call_id,) = recorder.request(("mcp__web__get", {"url": "x"}))
    recorder.result(call_id, "mcp__web__get", hinted("a page", INFRA))
    found = run(recorder.close())
    assert found.kinds == [[CauseKind.LOOKALIKE]]
    assert found.summary.unexplained == 1


def test_arguments_that_lead_nowhere_near_the_hint(recorder: Recorder) -> None:
    recorder.call("read_file", {"path": "docs/guide.md"}, INFRA)
    found = run(recorder.close())
    assert found.kinds == [[CauseKind.REWRITTEN]]
    assert "Does a plugin or middleware rewrite them?" in found.calls[0].cause


def test_masked_arguments_and_pinned_directories_are_questions(tmp_path: Path, root: Path) -> None:
    recorder = Recorder(tmp_path / "state.db").session("s", cwd=root)
    recorder.call("terminal", {"command": "cat ***/x"}, INFRA)
    assert run(recorder.close()).kinds == [[CauseKind.REWRITTEN]]
    recorder = Recorder(tmp_path / "tui.db").session("s", cwd=root, source="tui")
    recorder.call("read_file", {"path": "infra/x"}, INFRA).call("read_file", MAIN)
    assert set(run(recorder.close()).kinds[1]) == {CauseKind.MOVED_ANCHOR}


def test_what_nothing_explains_is_a_question(recorder: Recorder) -> None:
    recorder.call("read_file", {"path": "infra/x"}, INFRA).call("read_file", MAIN, BACKEND)
    found = run(recorder.close())
    assert found.kinds == [[], [CauseKind.OPEN]]
    assert "backend/src/CLAUDE.md would be sent, and nothing recorded says why" in found.calls[1].cause
    assert found.summary.unexplained == 1


# ── chains ──


def test_a_compaction_into_a_child_keeps_the_tracker(tmp_path: Path, root: Path) -> None:
    recorder = Recorder(tmp_path / "state.db", "0.16.0")
    recorder.session("p", cwd=root, end_reason="compression").call("read_file", MAIN, BACKEND, SRC)
    recorder.session("s", cwd=root, parent_session_id="p").call("read_file", MAIN)
    path = recorder.close()
    for session_id in ("p", "s"):
        found = run(path, session_id)
        assert [session.id for session in found.facts.chain] == ["p", "s"]
        assert found.summary.agreeing == 2


def test_a_chain_takes_no_subagents_and_ends_in_no_circle() -> None:
    compacted = {"end_reason": "compression"}
    known = {
        session.id: session
        for session in (
            RecordedSession("a", parent_id="b", **compacted),  # type: ignore[arg-type]
            RecordedSession("b", parent_id="a", **compacted),  # type: ignore[arg-type]
            RecordedSession("sub", parent_id="a", source="subagent", started_at=1),
            RecordedSession("del", parent_id="a", config={"_delegate_from": "a"}),
        )
    }
    assert [session.id for session in chain_of(known["a"], known)] == ["b", "a"]
    assert [session.id for session in chain_of(known["sub"], known)] == ["sub"]


def test_a_session_that_is_not_there(recorder: Recorder) -> None:
    with (
        open_recording(recorder.close()) as recording,
        pytest.raises(RecordingError, match="there is no session 'x'"),
    ):
        list(replay(recording, "x"))


def test_a_replay_can_be_left(recorder: Recorder) -> None:
    recorder.call("read_file", MAIN, BACKEND, SRC).call("read_file", MAIN)
    with open_recording(recorder.close()) as recording:
        events = replay(recording, "s")
        assert isinstance(next(events), Facts)
        assert isinstance(next(events), ReplayedCall)


def test_trajectories_are_replayed_where_they_are_said_to_have_run(tmp_path: Path, root: Path) -> None:
    asked = f"<tool_call>\n{json.dumps({'name': 'read_file', 'arguments': MAIN})}\n</tool_call>"
    answer = {"tool_call_id": "c", "name": "read_file", "content": hinted("{}", BACKEND, SRC)}
    turns = [("gpt", asked), ("tool", f"<tool_response>\n{json.dumps(answer)}\n</tool_response>")]
    path = tmp_path / "trajectory_samples.jsonl"
    path.write_text(json.dumps({"conversations": [{"from": who, "value": text} for who, text in turns]}))
    found = run(path, "trajectory_samples-1", mapping=parse_mapping(f"={root}"))
    assert found.summary.agreeing == 1
    assert found.facts.stored is None


# ── the stored prompt ──


def stored(tmp_path: Path, root: Path, context: str, started_at: float = STARTED) -> Replayed:
    prompt = (
        f"You are Hermes.\n\nCurrent working directory: {root}\n\n{context}\n\nConversation started: Tuesday"
    )
    recorder = Recorder(tmp_path / "state.db").session("s", cwd=root, prompt=prompt, started_at=started_at)
    return run(recorder.close())


def test_a_stored_prompt_that_is_current(tmp_path: Path, root: Path) -> None:
    found = stored(tmp_path, root, HEAD + "## AGENTS.md\n\nroot rules")
    assert found.facts.stored is not None
    assert found.facts.stored.is_current
    assert [section.label for section in found.facts.stored.sections] == ["AGENTS.md"]
    assert (
        found.facts.stored.sections[0].sentence
        == "AGENTS.md is in the session's prompt as it is on disk now."
    )


def test_a_session_that_still_runs_on_older_rules(tmp_path: Path, root: Path) -> None:
    found = stored(tmp_path, root, HEAD + "## AGENTS.md\n\nolder rules", started_at=1_000_000.0)
    assert found.facts.stored is not None
    (section,) = found.facts.stored.sections
    assert section.standing is Standing.CHANGED
    assert section.sentence.startswith("The session still runs on the AGENTS.md of Monday, 1970-01-12")
    assert "The file was last written on" in section.sentence
    assert (section.then, section.now) == ("## AGENTS.md\n\nolder rules", "## AGENTS.md\n\nroot rules")


def test_a_file_that_lost_its_end_is_not_the_same(tmp_path: Path, root: Path) -> None:
    context = HEAD + "## AGENTS.md\n\nroot rules\n\nand a second part"
    found = stored(tmp_path, root, context, started_at=1_000_000.0)
    assert found.facts.stored is not None
    assert found.facts.stored.sections[0].standing is Standing.CHANGED


def test_a_difference_that_the_files_time_does_not_explain(tmp_path: Path, root: Path) -> None:
    found = stored(tmp_path, root, HEAD + "## AGENTS.md\n\nolder rules")
    assert found.facts.stored is not None
    assert "before the session began: another release" in found.facts.stored.sections[0].sentence


def test_sections_that_came_and_went(tmp_path: Path, root: Path) -> None:
    found = stored(
        tmp_path, root, HEAD + "## CLAUDE.md\n\nclaude rules\n\n## AGENTS.md of others\n\nno section"
    )
    assert found.facts.stored is not None
    standings = {section.label: section.standing for section in found.facts.stored.sections}
    assert standings == {"CLAUDE.md": Standing.GONE, "AGENTS.md": Standing.NEW}


def test_a_prompt_without_context_files(tmp_path: Path, root: Path) -> None:
    found = stored(tmp_path, root, "nothing here")
    assert found.facts.stored is not None
    assert not found.facts.stored.has_context
    assert [section.standing for section in found.facts.stored.sections] == [Standing.NEW]
