"""Sessions in files of JSON: exports, traces, trajectories, snapshots (``sessions.md`` 1.2, 1.8 and 1.9).

A file is read line by line; of each session only the place in the file is remembered. A snapshot is one
value over many lines, and is read whole.
"""

import json
import os
import re
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple, Self

from hermes_tui.core.recordings import Row, Session
from hermes_tui.core.snapshots import RecordingError

_LONGEST = 256 << 20
"""Bytes of a line, or of a file that is one value."""
_TAGGED = re.compile(r"<tool_(call|response)>\s*(.*?)\s*</tool_\1>", re.DOTALL)
_Object = Mapping[str, object]


class _Place(NamedTuple):
    session: Session
    offset: int
    """Where its line begins."""
    prompt: str


class FileRecording:
    """A file of JSON or of JSON lines that holds sessions."""

    def __init__(self, path: Path) -> None:
        """Read *path* once, to know what is in it.

        Raises:
            RecordingError: it cannot be read, or holds no sessions.
        """
        self.path = path
        self.kind = ""
        self._places: dict[str, _Place] = {}
        self._whole: _Object | None = None
        self._last: tuple[int, _Object] | None = None
        """The line that was read last, and where it begins."""
        for number, (offset, value) in enumerate(self._values(), 1):
            self._note(number, offset, value)
            if self.kind in ("trace", "transcript"):
                break  # one session, over all lines
        if not self._places:
            raise RecordingError(f"{path} holds no recorded session")

    # ── what is asked of a recording ──

    def columns(self, table: str) -> frozenset[str]:
        """Those of the database that an export was made of: it has every column of its rows (section 1.8)."""
        if self.kind != "export" or not self._places:
            return frozenset()
        value = self._value(next(iter(self._places.values())))
        messages = _objects(value.get("messages"))
        return frozenset(value if table == "sessions" else (messages[0] if messages else ()))

    def has_value(self, table: str, column: str, session_id: str) -> bool:
        """The session, or a message of it, holds something there."""
        if self.kind != "export":
            return False
        value = self._value(self._places[session_id])
        rows = [value] if table == "sessions" else _objects(value.get("messages"))
        return any(row.get(column) not in (None, 0, "") for row in rows)

    def sessions(self) -> Iterator[Session]:
        """Every session, the newest first."""
        sessions = [place.session for place in self._places.values()]
        return iter(sorted(sessions, key=lambda session: session.started_at or 0.0, reverse=True))

    def prompt(self, session_id: str) -> str:
        """The stored system prompt; traces and trajectories have none."""
        return self._places[session_id].prompt

    def count_rows(self, session_id: str) -> int:
        """Nobody counted them."""
        del session_id
        return 0

    def rows(self, session_id: str) -> Iterator[Row]:
        """The messages of a session in order."""
        place = self._places[session_id]
        if self.kind == "trace":
            for _, line in self._values():
                yield from _trace_rows(session_id, line)
            return
        if self.kind == "transcript":
            for _, line in self._values():
                yield _message(session_id, line)
            return
        value = self._value(place)
        if self.kind == "trajectory":
            for turn in _objects(value.get("conversations")):
                yield from _turn_rows(session_id, turn)
        else:
            for message in _objects(value.get("messages")):
                yield _message(session_id, message)

    def close(self) -> None:
        """Nothing is held open."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    # ── reading ──

    def _values(self) -> Iterator[tuple[int, _Object]]:
        try:
            with open(self.path, "rb", opener=_opened_without_waiting) as file:
                number = 0
                while True:
                    offset = file.tell()
                    line = file.readline(_LONGEST)
                    if not line:
                        return
                    number += 1
                    if len(line) == _LONGEST:
                        raise RecordingError(f"{self.path}: line {number} is longer than {_LONGEST >> 20} MB")
                    if not line.strip():
                        continue
                    try:
                        value = json.loads(line)
                    except (ValueError, RecursionError):
                        if number == 1:
                            yield 0, self._read_whole()
                            return
                        raise RecordingError(
                            f"{self.path} is damaged or cut short: line {number} is no JSON"
                        ) from None
                    if not isinstance(value, dict):
                        raise RecordingError(
                            f"{self.path} holds no recorded session: line {number} is no object"
                        )
                    yield offset, value
        except OSError as error:
            raise RecordingError(f"{self.path} cannot be read: {error.strerror or error}") from None

    def _read_whole(self) -> _Object:
        if self.path.stat().st_size > _LONGEST:
            raise RecordingError(f"{self.path} is one value of more than {_LONGEST >> 20} MB")
        try:
            value = json.loads(self.path.read_bytes())
        except (ValueError, RecursionError) as error:
            raise RecordingError(f"{self.path} is no JSON, or is cut short: {error}") from None
        if not isinstance(value, dict):
            raise RecordingError(f"{self.path} holds no recorded session: it is no object")
        self._whole = value
        return value

    def _value(self, place: _Place) -> _Object:
        if self._whole is not None:
            return self._whole
        if self._last is None or self._last[0] != place.offset:
            self._last = (place.offset, self._line_at(place.offset))
        return self._last[1]

    def _line_at(self, offset: int) -> _Object:
        try:
            with self.path.open("rb") as file:
                file.seek(offset)
                value = json.loads(file.readline(_LONGEST))
        except (OSError, ValueError, RecursionError):
            value = None
        if not isinstance(value, dict):
            raise RecordingError(f"{self.path} changed while it was read: try again")
        return value

    def _note(self, number: int, offset: int, value: _Object) -> None:
        if "conversations" in value:
            kind, session = "trajectory", _trajectory(self.path, number, value)
        elif isinstance(value.get("messages"), list):
            kind = "snapshot" if "session_start" in value else "export"
            session = _exported(self.path, number, value)
        elif "sessionId" in value and "message" in value:
            kind = "trace"
            session = Session(id=_text(value.get("sessionId")), source="trace", cwd=_text(value.get("cwd")))
        elif "role" in value:
            kind, session = "transcript", Session(id=self.path.stem, source="transcript")
        else:
            raise RecordingError(f"{self.path} holds no recorded session: line {number} is of no known form")
        self.kind = self.kind or kind
        if self.kind == kind:
            prompt = _text(value.get("system_prompt")) if kind in ("snapshot", "export") else ""
            self._places.setdefault(session.id, _Place(session, offset, prompt))


def _opened_without_waiting(path: str, flags: int) -> int:
    return os.open(path, flags | os.O_NONBLOCK | os.O_CLOEXEC)


# ── sessions ──


def _exported(path: Path, number: int, value: _Object) -> Session:
    config = value.get("model_config")
    if isinstance(config, str):
        try:
            config = json.loads(config or "{}")
        except (ValueError, RecursionError):
            config = {}
    calls = value.get("tool_call_count")
    return Session(
        id=_text(value.get("id") or value.get("session_id")) or f"{path.stem}-{number}",
        source=_text(value.get("source") or value.get("platform")),
        title=_text(value.get("title")),
        model=_text(value.get("model")),
        cwd=_text(value.get("cwd")),
        started_at=_time(value.get("started_at") or value.get("session_start")),
        ended_at=_time(value.get("ended_at")),
        end_reason=_text(value.get("end_reason")),
        parent_id=_text(value.get("parent_session_id")),
        calls=calls if isinstance(calls, int) else _count_calls(value.get("messages")),
        profile=_text(value.get("profile_name")),
        config=config if isinstance(config, dict) else {},
    )


def _trajectory(path: Path, number: int, value: _Object) -> Session:
    metadata = value.get("metadata")
    more = metadata if isinstance(metadata, dict) else {}
    turns = _objects(value.get("conversations"))
    return Session(
        id=f"{path.stem}-{number}",
        source="trajectory",
        model=_text(value.get("model") or more.get("model")),
        started_at=_time(value.get("timestamp") or more.get("timestamp")),
        calls=sum(
            _text(turn.get("value")).count("<tool_call>") for turn in turns if turn.get("from") == "gpt"
        ),
    )


def _count_calls(messages: object) -> int:
    lists = [message.get("tool_calls") for message in _objects(messages)]
    return sum(len(calls) for calls in lists if isinstance(calls, list))


# ── rows ──


def _message(session_id: str, message: _Object) -> Row:
    """A message as OpenAI and Hermes' exports write it."""
    content = message.get("content")
    return Row(
        session_id=session_id,
        role=_text(message.get("role")),
        content=content
        if isinstance(content, str)
        else ("" if content is None else "\0json:" + json.dumps(content)),
        tool_calls=message.get("tool_calls"),
        tool_call_id=_text(message.get("tool_call_id")),
        tool_name=_text(message.get("tool_name") or message.get("name")),
        timestamp=_time(message.get("timestamp")),
        active=message.get("active") not in (0, False),
        compacted=bool(message.get("compacted")),
    )


def _trace_rows(session_id: str, line: _Object) -> Iterator[Row]:
    """A line as Claude Code writes it; its time is that of the export, and not used."""
    message = line.get("message")
    if not isinstance(message, dict):
        return
    content = message.get("content")
    blocks = _objects(content)
    results = [block for block in blocks if block.get("type") == "tool_result"]
    for block in results:
        given = block.get("content")
        text = given if isinstance(given, str) else "\0json:" + json.dumps(given)
        yield Row(session_id, "tool", text, tool_call_id=_text(block.get("tool_use_id")))
    if results:
        return
    calls = [
        {"id": block.get("id"), "function": {"name": block.get("name"), "arguments": block.get("input")}}
        for block in blocks
        if block.get("type") == "tool_use"
    ]
    yield Row(session_id, _text(message.get("role")), tool_calls=calls or None)


def _turn_rows(session_id: str, turn: _Object) -> Iterator[Row]:
    """A turn of a trajectory (ShareGPT)."""
    role = {"human": "user", "gpt": "assistant", "tool": "tool"}.get(_text(turn.get("from")), "system")
    value = _text(turn.get("value"))
    tagged = [(found[1], _decoded(found[2])) for found in _TAGGED.finditer(value)]
    if role == "assistant":
        calls = [
            {"function": {"name": call.get("name"), "arguments": call.get("arguments")}}
            for tag, call in tagged
            if tag == "call" and isinstance(call, dict)
        ]
        yield Row(session_id, role, tool_calls=calls or None)
    elif role == "tool":
        for tag, result in tagged:
            if tag == "response" and isinstance(result, dict):
                content = result.get("content")
                text = content if isinstance(content, str) else json.dumps(content)
                yield Row(session_id, role, text, tool_name=_text(result.get("name")))
    else:
        yield Row(session_id, role)


def _decoded(text: str) -> object:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None


def _objects(value: object) -> list[_Object]:
    return [item for item in value if isinstance(item, dict)] if isinstance(value, list) else []


def _text(value: object) -> str:
    return "" if value is None else str(value)


def _time(value: object) -> float | None:
    """Seconds since 1970, from a number or from a date."""
    if isinstance(value, int | float) and not isinstance(value, bool):
        return float(value)
    if not isinstance(value, str) or not value:
        return None
    try:
        found = datetime.fromisoformat(value)
    except ValueError:
        return None
    return (found if found.tzinfo else found.astimezone(UTC)).timestamp()
