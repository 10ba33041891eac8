"""The calls of a recording come once, in order, unwrapped and with what they brought."""

import json
from collections.abc import Iterable
from pathlib import Path

import pytest

from hermes_tui.core.recordings.calls import Ending, RecordedCall, recorded_calls
from hermes_tui.core.recordings.catalog import RecordedRow, open_recording
from hermes_tui.core.recordings.results import find_hints
from hermes_tui.core.toolcalls.calls import ToolCall
from support.state_databases import STARTED, Recorder, hinted

READ = ("read_file", {"path": "a/x.py"})
OTHER = ("read_file", {"path": "b/x.py"})


def calls_in(path: Path, *session_ids: str) -> list[RecordedCall]:
    with open_recording(path) as recording:
        return list(recorded_calls(row for name in session_ids for row in recording.rows(name)))


def asked(*calls: tuple[str, object], ids: Iterable[str] = ("c1", "c2", "c3")) -> RecordedRow:
    entries = [
        {
            "id": name,
            "function": {"name": tool, "arguments": args if isinstance(args, str) else json.dumps(args)},
        }
        for (tool, args), name in zip(calls, ids, strict=False)
    ]
    return RecordedRow("s", "assistant", tool_calls=json.dumps(entries))


def only(*rows: RecordedRow) -> RecordedCall:
    (call,) = recorded_calls(rows)
    return call


def test_arguments_are_decoded_twice_and_results_are_paired_by_id(tmp_path: Path) -> None:
    recorder = Recorder(tmp_path / "state.db").session("s").user()
    first, second = recorder.request(READ, OTHER)
    recorder.result(second, "read_file", hinted("{}", ("b/AGENTS.md", "B")))
    recorder.result(first, "read_file", hinted("{}", ("a/AGENTS.md", "A")))
    found = calls_in(recorder.close(), "s")
    assert [(call.call, sorted(call.labels)) for call in found] == [
        (ToolCall(*READ), ["a/AGENTS.md"]),
        (ToolCall(*OTHER), ["b/AGENTS.md"]),
    ]
    assert [call.number for call in found] == [1, 2]
    assert found[0].timestamp == STARTED + 4


def test_up_to_0_14_results_have_no_tool_name(tmp_path: Path) -> None:
    recorder = Recorder(tmp_path / "state.db", "0.13.0").session("s")
    recorder.call(*READ, ("a/AGENTS.md", "A"))
    (call,) = calls_in(recorder.close(), "s")
    assert call.labels == {"a/AGENTS.md"}


def test_an_in_place_compaction_writes_the_last_calls_twice_and_they_count_once(tmp_path: Path) -> None:
    recorder = Recorder(tmp_path / "state.db").session("s")
    old = {"active": 0, "compacted": 1}
    recorder.request(READ, ids=["c1"], **old)
    recorder.result("c1", "read_file", hinted("{}", ("a/AGENTS.md", "A")), **old)
    recorder.request(OTHER, ids=["c2"], **old)
    recorder.result("c2", "read_file", hinted("{}", ("b/AGENTS.md", "B")), **old)
    recorder.user("a summary")
    recorder.request(OTHER, ids=["c2"])
    recorder.result("c2", "read_file", "{}")
    recorder.request(("read_file", {"path": "c/x.py"}), ids=["c3"])
    found = calls_in(recorder.close(), "s")
    assert [call.call.args["path"] for call in found] == ["a/x.py", "b/x.py", "c/x.py"]
    assert [sorted(call.labels) for call in found] == [["a/AGENTS.md"], ["b/AGENTS.md"], []]


def test_undone_calls_stay_since_the_tracker_saw_them(tmp_path: Path) -> None:
    recorder = Recorder(tmp_path / "state.db").session("s")
    recorder.call(*READ, ("a/AGENTS.md", "A"), active=0, compacted=0).call(*OTHER)
    found = calls_in(recorder.close(), "s")
    assert [call.is_undone for call in found] == [True, False]


def test_ids_that_repeat_are_paired_with_the_nearest_request(tmp_path: Path) -> None:
    recorder = Recorder(tmp_path / "state.db").session("s")
    for path, label in (("a/x.py", "a/AGENTS.md"), ("b/x.py", "b/AGENTS.md"), ("b/x.py", "")):
        recorder.request(("read_file", {"path": path}), ids=["call_0"])
        recorder.result("call_0", "read_file", hinted("{}", (label, "T")) if label else "{}")
    found = calls_in(recorder.close(), "s")
    assert [(call.call.args["path"], sorted(call.labels)) for call in found] == [
        ("a/x.py", ["a/AGENTS.md"]),
        ("b/x.py", ["b/AGENTS.md"]),
        ("b/x.py", []),
    ]


def test_what_a_child_session_repeats_of_its_parent_counts_once(tmp_path: Path) -> None:
    recorder = Recorder(tmp_path / "state.db", "0.16.0").session("parent", end_reason="compression")
    recorder.request(READ, ids=["c1"])
    recorder.result("c1", "read_file", hinted("{}", ("a/AGENTS.md", "A")))
    recorder.session("child", parent_session_id="parent")
    recorder.request(READ, ids=["c1"])
    recorder.result("c1", "read_file", hinted("{}", ("a/AGENTS.md", "A")))
    recorder.request(OTHER, ids=["c2"])
    found = calls_in(recorder.close(), "parent", "child")
    assert [(call.session_id, call.call.args["path"]) for call in found] == [
        ("parent", "a/x.py"),
        ("child", "b/x.py"),
    ]


@pytest.mark.parametrize(
    ("args", "expected"),
    [
        ({"name": "read_file", "arguments": {"path": "a/x.py"}}, ToolCall(*READ)),
        ({"name": "read_file", "arguments": '{"path": "a/x.py"}'}, ToolCall(*READ)),
        ({"calls": [{"name": "read_file", "arguments": {"path": "a/x.py"}}]}, ToolCall(*READ)),
        ({"calls": '[{"name": "read_file", "arguments": {"path": "a/x.py"}}]'}, ToolCall(*READ)),
        ({"calls": {"name": "read_file", "arguments": {"path": "a/x.py"}}}, ToolCall(*READ)),
        ({"name": "read_file"}, ToolCall("read_file", {})),
        ({"name": "read_file", "arguments": "{broken"}, ToolCall("read_file", {})),
        ({"calls": "broken"}, ToolCall("tool_call", {"calls": "broken"})),
        ({"calls": []}, ToolCall("tool_call", {"calls": []})),
    ],
)
def test_a_bridge_call_is_unwrapped(args: object, expected: ToolCall) -> None:
    assert only(asked(("tool_call", args))).call == expected


def test_a_bridge_call_of_several_is_not_unwrapped() -> None:
    batch = {"calls": [{"name": "read_file", "arguments": {"path": "a/x.py"}}] * 2}
    call = only(asked(("tool_call", batch)))
    assert call.call == ToolCall("tool_call", batch)
    assert call.notes == ("Several calls in one: the tracker sees none of them.",)


@pytest.mark.parametrize("broken", ['{"path": "a/x.py"', "[1]", "nonsense", "[" * 100_000])
def test_arguments_that_cannot_be_read_are_none(broken: str) -> None:
    call = only(asked(("read_file", broken)))
    assert call.call == ToolCall("read_file", {})
    assert "the tracker saw none" in call.notes[0]


def test_masked_arguments_are_said() -> None:
    masked = only(asked(("terminal", {"command": "cat a/*** && ls"})))
    assert masked.notes == ("Something in its arguments may be masked (0.15.2 to 0.17 do that).",)
    assert only(asked(("patch", {"patch": "*** Begin Patch"}))).notes == ()


def test_calls_that_are_no_calls_are_passed_over() -> None:
    for broken in ('{"a": 1}', "nonsense", '["x"]', [None]):
        assert list(recorded_calls([RecordedRow("s", "assistant", tool_calls=broken)])) == []
    odd = only(
        RecordedRow("s", "assistant", tool_calls=[{"id": 5, "function": {"name": None, "arguments": None}}])
    )
    assert odd.call == ToolCall("", {})


def test_a_call_without_a_result_and_one_that_was_skipped_are_told_apart() -> None:
    skipped = "[Tool execution cancelled — read_file was skipped due to user interrupt]"
    rows = [
        asked(READ, OTHER, READ),
        RecordedRow("s", "tool", skipped, tool_call_id="c1"),
        RecordedRow("s", "tool", "{}", tool_call_id="c2"),
    ]
    found = list(recorded_calls(rows))
    assert [call.ending for call in found] == [Ending.SKIPPED, Ending.RESULT, Ending.NONE]


def test_results_without_ids_come_in_the_order_of_the_calls() -> None:
    rows = [
        RecordedRow(
            "s",
            "assistant",
            tool_calls=[{"function": {"name": "read_file", "arguments": {"path": p}}} for p in "ab"],
        ),
        RecordedRow("s", "tool", hinted("{}", ("a/AGENTS.md", "A"))),
        RecordedRow("s", "tool", hinted("{}", ("b/AGENTS.md", "B")), tool_call_id="x"),
    ]
    assert [sorted(call.labels) for call in recorded_calls(rows)] == [["a/AGENTS.md"], ["b/AGENTS.md"]]


def test_turns_are_counted_by_requests_of_the_user() -> None:
    user = RecordedRow("s", "user", "go")
    found = list(recorded_calls([user, asked(READ), asked(OTHER), user, asked(READ)]))
    assert [call.turn for call in found] == [1, 1, 2]


# ── hints in results ──


def result(content: str, tool: str = "read_file") -> RecordedCall:
    return only(asked((tool, {})), RecordedRow("s", "tool", content, tool_call_id="c1"))


def test_several_hints_are_divided_by_the_next_marker() -> None:
    call = result(hinted({"content": "x"}, ("a/AGENTS.md", "A\n\nmore"), ("a/b/CLAUDE.md", "B")))
    assert [(hint.label, hint.text) for hint in call.hints] == [
        ("a/AGENTS.md", "A\n\nmore"),
        ("a/b/CLAUDE.md", "B"),
    ]


def test_labels_outside_and_blocked_files_count() -> None:
    blocked = "[BLOCKED: AGENTS.md contained potential prompt injection (x). Content not loaded.]"
    call = result(
        hinted("{}", ("~/p/AGENTS.md", blocked), ("/srv/.cursorrules", "x"), ("a b/agents.md", "y"))
    )
    assert call.labels == {"~/p/AGENTS.md", "/srv/.cursorrules", "a b/agents.md"}


@pytest.mark.parametrize(
    "behind",
    [
        "\n\nUser guidance: hurry",
        "\n\n[OUT-OF-BAND USER MESSAGE id=1]\nhurry\n[/OUT-OF-BAND USER MESSAGE]",
        "\n</untrusted_tool_result>",
    ],
)
def test_what_follows_a_hint_is_not_its_text(behind: str) -> None:
    (hint,) = find_hints("\n\n[Subdirectory context discovered: a/AGENTS.md]\nA\nB" + behind)
    assert hint.text == "A\nB"


def test_a_warning_before_the_hint_does_not_hide_it() -> None:
    call = result('{"a": 1}\n\n[Tool loop warning: again]' + hinted("", ("a/AGENTS.md", "A")))
    assert call.labels == {"a/AGENTS.md"}


def test_hints_inside_the_untrusted_wrapper_count_and_are_marked() -> None:
    hint = hinted("", ("a/AGENTS.md", "A"))
    text = f'<untrusted_tool_result source="x">\nread it\n{hint}\n</untrusted_tool_result>'
    call = result(text, "mcp__files__read")
    assert call.labels == {"a/AGENTS.md"}
    assert call.is_wrapped
    assert not result(hinted("{}", ("a/AGENTS.md", "A"))).is_wrapped


def test_a_marker_in_the_json_of_a_result_is_what_a_file_says() -> None:
    quoted = json.dumps({"content": "\n[Subdirectory context discovered: a/AGENTS.md]\nA"})
    assert result(quoted).labels == frozenset()
    indented = '{"content":\n"x",\n"y": "[Subdirectory context discovered: a/AGENTS.md]"\n}'
    assert result(indented).labels == frozenset()


def test_a_marker_that_names_no_context_file_is_none() -> None:
    assert result("\n[Subdirectory context discovered: a/README.md]\nA").labels == frozenset()


def test_a_raw_list_as_content_is_decoded() -> None:
    parts = [
        {"type": "text", "text": hinted("seen", ("a/AGENTS.md", "A"))},
        {"type": "image_url", "image_url": "x"},
    ]
    call = result("\0json:" + json.dumps(parts), "vision_analyze")
    assert call.labels == {"a/AGENTS.md"}
    assert not call.is_wrapped
    assert result("\0json:broken").labels == frozenset()


def test_a_raw_list_passes_through_a_database(tmp_path: Path) -> None:
    recorder = Recorder(tmp_path / "state.db").session("s")
    (call_id,) = recorder.request(READ)
    parts = [{"type": "text", "text": hinted("seen", ("a/AGENTS.md", "A"))}]
    recorder.result(call_id, "read_file", "\0json:" + json.dumps(parts))
    (call,) = calls_in(recorder.close(), "s")
    assert call.labels == {"a/AGENTS.md"}


def test_a_spilled_result_is_marked() -> None:
    assert result("<persisted-output>\nPreview").is_spilled
