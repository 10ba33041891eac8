"""The forms of JSON that sessions are written in (``sessions.md`` 1.2, 1.8, 1.9), as sessions and rows."""

import json
import re
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from pathlib import Path

from hermes_tui.core.recordings.foreign_values import count_of, number_of, text_of
from hermes_tui.core.recordings.model import JSON_PREFIX, RecordedRow, RecordedSession

_TAGGED = re.compile(r"<tool_(call|response)>\s*(.*?)\s*</tool_\1>", re.DOTALL)
JsonObject = Mapping[str, object]


def exported_session(path: Path, number: int, value: JsonObject) -> RecordedSession:
    """What an export or a snapshot says of its session."""
    config = value.get("model_config")
    if isinstance(config, str):
        config = _decoded(config)
    calls = value.get("tool_call_count")
    return RecordedSession(
        id=text_of(value.get("id") or value.get("session_id")) or f"{path.stem}-{number}",
        source=text_of(value.get("source") or value.get("platform")),
        title=text_of(value.get("title")),
        model=text_of(value.get("model")),
        cwd=text_of(value.get("cwd")),
        started_at=_time(value.get("started_at") or value.get("session_start")),
        ended_at=_time(value.get("ended_at")),
        end_reason=text_of(value.get("end_reason")),
        parent_id=text_of(value.get("parent_session_id")),
        calls=count_of(calls) if isinstance(calls, int) else _count_calls(value.get("messages")),
        profile=text_of(value.get("profile_name")),
        config=config if isinstance(config, dict) else {},
    )


def trajectory_session(path: Path, number: int, value: JsonObject) -> RecordedSession:
    """What a trajectory says of its session."""
    metadata = value.get("metadata")
    more = metadata if isinstance(metadata, dict) else {}
    turns = objects(value.get("conversations"))
    return RecordedSession(
        id=f"{path.stem}-{number}",
        source="trajectory",
        model=text_of(value.get("model") or more.get("model")),
        started_at=_time(value.get("timestamp") or more.get("timestamp")),
        calls=sum(
            text_of(turn.get("value")).count("<tool_call>") for turn in turns if turn.get("from") == "gpt"
        ),
    )


def _count_calls(messages: object) -> int:
    lists = [message.get("tool_calls") for message in objects(messages)]
    return sum(len(calls) for calls in lists if isinstance(calls, list))


# ── rows ──


def message_row(session_id: str, message: JsonObject) -> RecordedRow:
    """A message as OpenAI and Hermes' exports write it."""
    content = message.get("content")
    return RecordedRow(
        session_id=session_id,
        role=text_of(message.get("role")),
        content="" if content is None else _content(content),
        tool_calls=message.get("tool_calls"),
        tool_call_id=text_of(message.get("tool_call_id")),
        tool_name=text_of(message.get("tool_name") or message.get("name")),
        timestamp=_time(message.get("timestamp")),
        active=message.get("active") not in (0, False),
        compacted=bool(message.get("compacted")),
    )


def trace_rows(session_id: str, line: JsonObject) -> Iterator[RecordedRow]:
    """A line as Claude Code writes it; its time is that of the export, and not used."""
    message = line.get("message")
    if not isinstance(message, dict):
        return
    content = message.get("content")
    blocks = objects(content)
    results = [block for block in blocks if block.get("type") == "tool_result"]
    for block in results:
        text = _content(block.get("content"))
        yield RecordedRow(session_id, "tool", text, tool_call_id=text_of(block.get("tool_use_id")))
    if results:
        return
    calls = [
        {"id": block.get("id"), "function": {"name": block.get("name"), "arguments": block.get("input")}}
        for block in blocks
        if block.get("type") == "tool_use"
    ]
    yield RecordedRow(session_id, text_of(message.get("role")), tool_calls=calls or None)


def turn_rows(session_id: str, turn: JsonObject) -> Iterator[RecordedRow]:
    """A turn of a trajectory (ShareGPT)."""
    role = {"human": "user", "gpt": "assistant", "tool": "tool"}.get(text_of(turn.get("from")), "system")
    value = text_of(turn.get("value"))
    tagged = [(found[1], _decoded(found[2])) for found in _TAGGED.finditer(value)]
    if role == "assistant":
        calls = [
            {"function": {"name": call.get("name"), "arguments": call.get("arguments")}}
            for tag, call in tagged
            if tag == "call" and isinstance(call, dict)
        ]
        yield RecordedRow(session_id, role, tool_calls=calls or None)
    elif role == "tool":
        for tag, result in tagged:
            if tag == "response" and isinstance(result, dict):
                content = result.get("content")
                text = content if isinstance(content, str) else json.dumps(content)
                yield RecordedRow(session_id, role, text, tool_name=text_of(result.get("name")))
    else:
        yield RecordedRow(session_id, role)


def _content(value: object) -> str:
    """What a message holds, as Hermes' database has it."""
    return value if isinstance(value, str) else JSON_PREFIX + json.dumps(value)


def _decoded(text: str) -> object:
    """The JSON value; none where it cannot be read."""
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None


def objects(value: object) -> list[JsonObject]:
    """The objects in a list."""
    return [item for item in value if isinstance(item, dict)] if isinstance(value, list) else []


def _time(value: object) -> float | None:
    """Seconds since 1970, from a number or from a date."""
    if not isinstance(value, str):
        return number_of(value)
    try:
        found = datetime.fromisoformat(value)
        return (found if found.tzinfo else found.astimezone(UTC)).timestamp()
    except (ValueError, OverflowError, OSError):  # no time, or one that the system cannot tell of
        return None
