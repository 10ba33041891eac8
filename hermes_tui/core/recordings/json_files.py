"""Sessions in files of JSON: exports, traces, trajectories, snapshots (``sessions.md`` 1.2, 1.8 and 1.9).

A file is read line by line; of each session only the place in the file is remembered. A snapshot is one
value over many lines, and is read whole.
"""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple, Self

from hermes_tui.core.filesystem.portable import opened_without_waiting
from hermes_tui.core.recordings.foreign_values import text_of
from hermes_tui.core.recordings.json_formats import (
    JsonObject,
    exported_session,
    message_row,
    objects,
    trace_rows,
    trajectory_session,
    turn_rows,
)
from hermes_tui.core.recordings.model import RecordedRow, RecordedSession, RecordingError

_LONGEST = 64 << 20
"""Bytes of a line, or of a file that is one value."""
_MOST_BRACKETS = 1_500_000
_MOST_COMMAS = 3_000_000
"""In such a value: each list in it takes some 70 bytes of memory, each number or word some 60."""


class _JsonPlace(NamedTuple):
    session: RecordedSession
    offset: int
    """Where its line begins."""


class FileRecording:
    """A file of JSON or of JSON lines that holds sessions."""

    def __init__(self, path: Path) -> None:
        """Read *path* once, to know what is in it.

        Raises:
            RecordingError: it cannot be read, or holds no sessions.
        """
        self.path = path
        self.kind = ""
        self._places: dict[str, _JsonPlace] = {}
        self._whole: JsonObject | None = None
        self._last: tuple[int, JsonObject] | None = None
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
        messages = objects(value.get("messages"))
        return frozenset(value if table == "sessions" else (messages[0] if messages else ()))

    def has_value(self, table: str, column: str, session_id: str) -> bool:
        """The session, or a message of it, holds something there."""
        if self.kind != "export":
            return False
        value = self._value(self._places[session_id])
        rows = [value] if table == "sessions" else objects(value.get("messages"))
        return any(row.get(column) not in (None, 0, "") for row in rows)

    def sessions(self) -> Iterator[RecordedSession]:
        """Every session, the newest first."""
        sessions = [place.session for place in self._places.values()]
        return iter(sorted(sessions, key=lambda session: session.started_at or 0.0, reverse=True))

    def prompt(self, session_id: str) -> str:
        """The stored system prompt; traces and trajectories have none."""
        if self.kind not in ("snapshot", "export"):
            return ""
        return text_of(self._value(self._places[session_id]).get("system_prompt"))

    def notes(self, session_id: str) -> tuple[str, ...]:
        """All of it is read."""
        del session_id
        return ()

    def count_rows(self, session_id: str) -> int:
        """Nobody counted them."""
        del session_id
        return 0

    def rows(self, session_id: str) -> Iterator[RecordedRow]:
        """The messages of a session in order."""
        place = self._places[session_id]
        if self.kind == "trace":
            for _, line in self._values():
                yield from trace_rows(session_id, line)
            return
        if self.kind == "transcript":
            for _, line in self._values():
                yield message_row(session_id, line)
            return
        value = self._value(place)
        if self.kind == "trajectory":
            for turn in objects(value.get("conversations")):
                yield from turn_rows(session_id, turn)
        else:
            for message in objects(value.get("messages")):
                yield message_row(session_id, message)

    def close(self) -> None:
        """Nothing is held open."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    # ── reading ──

    def _values(self) -> Iterator[tuple[int, JsonObject]]:
        try:
            with open(self.path, "rb", opener=opened_without_waiting) as file:
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
                    self._check(line)
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

    def _read_whole(self) -> JsonObject:
        if self.path.stat().st_size > _LONGEST:
            raise RecordingError(f"{self.path} is one value of more than {_LONGEST >> 20} MB")
        data = self.path.read_bytes()
        self._check(data)
        try:
            value = json.loads(data)
        except RecursionError:
            raise RecordingError(f"{self.path} cannot be read: it nests too deep") from None
        except ValueError as error:
            raise RecordingError(f"{self.path} is no JSON, or is cut short: {error}") from None
        if not isinstance(value, dict):
            raise RecordingError(f"{self.path} holds no recorded session: it is no object")
        self._whole = value
        return value

    def _check(self, data: bytes) -> None:
        if (
            len(data) > _MOST_BRACKETS and data.count(b"[") + data.count(b"{") > _MOST_BRACKETS
        ) or data.count(b",") > _MOST_COMMAS:
            raise RecordingError(f"{self.path} is not read: it holds more values than a session has")

    def _value(self, place: _JsonPlace) -> JsonObject:
        if self._whole is not None:
            return self._whole
        if self._last is None or self._last[0] != place.offset:
            self._last = (place.offset, self._line_at(place.offset))
        return self._last[1]

    def _line_at(self, offset: int) -> JsonObject:
        try:
            with self.path.open("rb") as file:
                file.seek(offset)
                value = json.loads(file.readline(_LONGEST))
        except (OSError, ValueError, RecursionError):
            value = None
        if not isinstance(value, dict):
            raise RecordingError(f"{self.path} changed while it was read: try again")
        return value

    def _note(self, number: int, offset: int, value: JsonObject) -> None:
        if "conversations" in value:
            kind, session = "trajectory", trajectory_session(self.path, number, value)
        elif isinstance(value.get("messages"), list):
            kind = "snapshot" if "session_start" in value else "export"
            session = exported_session(self.path, number, value)
        elif "sessionId" in value and "message" in value:
            kind = "trace"
            session = RecordedSession(
                id=text_of(value.get("sessionId")), source="trace", cwd=text_of(value.get("cwd"))
            )
        elif "role" in value:
            kind, session = "transcript", RecordedSession(id=self.path.stem, source="transcript")
        else:
            raise RecordingError(f"{self.path} holds no recorded session: line {number} is of no known form")
        self.kind = self.kind or kind
        if self.kind == kind:
            self._places.setdefault(session.id, _JsonPlace(session, offset))
