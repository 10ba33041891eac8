"""Values of Hermes' ``state.db``, whatever stands there."""

import json
from collections.abc import Mapping

from hermes_tui.core.recordings.foreign_values import number_of, text_of
from hermes_tui.core.recordings.model import RecordedRow

LONGEST_CONFIG = 100_000
"""Characters of a session's ``model_config`` that are read."""
AN_ID = "CAST(? AS TEXT)"
"""A value that was an id: bytes, for an id may be no text."""


def identifier(value: object) -> str:
    """An id, from which its bytes can be had again."""
    return value.decode("utf-8", "surrogateescape") if isinstance(value, bytes) else text_of(value)


def as_bytes(identifier: str) -> bytes:
    return identifier.encode("utf-8", "surrogateescape")


def row_of(session_id: str, place: int, values: tuple[object, ...], unread: tuple[str, ...]) -> RecordedRow:
    role, content, tool_calls, tool_call_id, tool_name, timestamp, active, compacted = values
    return RecordedRow(
        session_id=session_id,
        role=text_of(role),
        content=text_of(content),
        tool_calls=tool_calls if tool_calls is None else text_of(tool_calls),
        tool_call_id=text_of(tool_call_id),
        tool_name=text_of(tool_name),
        timestamp=number_of(timestamp),
        active=active is None or bool(active),
        compacted=bool(compacted),
        unread=unread,
        place=place,
    )


_NO_CONFIG: Mapping[str, object] = {}


def config_of(value: object) -> Mapping[str, object]:
    text = text_of(value)
    if len(text) > LONGEST_CONFIG or text in ("", "{}"):
        return _NO_CONFIG
    try:
        config = json.loads(text)
    except (ValueError, RecursionError):
        return _NO_CONFIG
    return config if isinstance(config, dict) else _NO_CONFIG
