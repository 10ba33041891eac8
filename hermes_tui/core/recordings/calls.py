"""The tool calls of a recorded session in order, with what they brought (``sessions.md`` 1.4, 1.5, 1.7).

Rows go in and calls come out one by one; nothing else of the session is kept.
"""

import json
import re
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from enum import Enum
from hashlib import blake2b
from typing import NamedTuple

from hermes_tui.core.recordings.model import RecordedRow
from hermes_tui.core.recordings.results import WITH_JSON, RecordedHint, behind_json, find_hints, result_text
from hermes_tui.core.toolcalls.calls import ToolCall
from hermes_tui.core.toolcalls.words import COMMAND_KEY, PATH_KEYS, too_long

_BRIDGE = "tool_call"
_SKIPPED = re.compile(r"\s*\[Tool execution (?:cancelled|skipped) — \S+ was (?:skipped|not started)\b")
"""Written in place of a result that an interrupt prevented [code 0.13, 0.19, 0.22.2]."""
_SPILLED = "<persisted-output>"


class Ending(Enum):
    """What is recorded as the result of a call."""

    RESULT = "a result"
    NONE = "no result"
    """The process ended, or the session still runs."""
    SKIPPED = "skipped"
    """An interrupt came before the call started: the tracker never saw it (section 3)."""


class RecordedCall(NamedTuple):
    """A call, and what was recorded of it. All text is foreign."""

    number: int
    """From 1."""
    session_id: str
    call: ToolCall
    """As the tracker saw it, without the bridge that it may have come through."""
    turn: int
    """Which request of the user it belongs to, from 0."""
    timestamp: float | None
    """Seconds since 1970; of the result, else of the request for the call."""
    ending: Ending
    hints: tuple[RecordedHint, ...]
    is_wrapped: bool = False
    """The result is free text that may itself hold a line like a hint's: of a web page or another server."""
    is_spilled: bool = False
    """The result was replaced by a preview of it."""
    is_undone: bool = False
    """Taken back by the user; the tracker has seen it all the same."""
    notes: tuple[str, ...] = ()
    """What was special about reading it, each in a sentence."""

    @property
    def labels(self) -> frozenset[str]:
        """The hints as a set: their order is left to chance (section 3)."""
        return frozenset(hint.label for hint in self.hints)


class _Pending(NamedTuple):
    call_id: str
    key: bytes
    name: str
    call: ToolCall
    row: RecordedRow
    turn: int
    notes: tuple[str, ...]


def recorded_calls(
    rows: Iterable[RecordedRow], on_unreadable: Callable[[RecordedRow], None] = lambda _: None
) -> Iterator[RecordedCall]:
    """The calls in *rows*, those of one session or of a chain of them in order.

    *on_unreadable* is told of a row that has calls of which nothing can be read.
    """
    reader = CallReader(on_unreadable)
    for row in rows:
        yield from reader.take(row)
    yield from reader.rest()


class CallReader:
    """Takes the rows of a session, or of a chain of them, in order; gives each call once its result is there.

    A compaction writes the last calls once more, with the same ids: each counts where it comes first.
    """

    def __init__(
        self,
        on_unreadable: Callable[[RecordedRow], None] = lambda _: None,
        is_replaced: Callable[[int], bool] = lambda _: False,
    ) -> None:
        """Read from the beginning.

        Args:
            on_unreadable: told of a row that has calls of which nothing can be read.
            is_replaced: says of a row's place that a compaction has taken it away since it was read, so that
                a row like it is its copy. Only who reads while Hermes writes needs to know.
        """
        self._on_unreadable = on_unreadable
        self._is_replaced = is_replaced
        self._archived: set[bytes] = set()
        self._earlier: set[bytes] = set()
        """Calls of the sessions before this one in the chain."""
        self._here: dict[bytes, int] = {}
        """Those of this one, each with its place."""
        self._pending: deque[_Pending] = deque()
        self._results: dict[str, deque[RecordedRow]] = {}
        self._number = self._turn = 0
        self._session: str | None = None

    def take(self, row: RecordedRow) -> Iterator[RecordedCall]:
        """The calls that are complete with this row."""
        if row.session_id != self._session or row.role in ("assistant", "user"):
            yield from self.rest()
        if row.session_id != self._session:
            self._session = row.session_id
            self._earlier |= self._here.keys()
            self._here = {}
        if row.role == "user":
            self._turn += 1
        elif row.role == "tool":
            self._results.setdefault(row.tool_call_id, deque()).append(row)
            while self._pending and self._results.get(self._pending[0].call_id) and self._pending[0].call_id:
                yield self._settled()
        elif row.role == "assistant" and row.unread and not row.tool_calls:
            self._on_unreadable(row)
        elif row.role == "assistant" and row.tool_calls:
            self._take_calls(row)

    def rest(self) -> Iterator[RecordedCall]:
        """The calls that wait, as no result with their id comes any more."""
        while self._pending:
            yield self._settled()
        self._results = {}

    def _take_calls(self, row: RecordedRow) -> None:
        calls = _calls_in(row)
        if calls is None:
            self._on_unreadable(row)
        for one in _pending(calls or [], row, self._turn):
            if one.call_id and self._is_known(one.key):
                continue
            if row.compacted and not row.active:
                self._archived.add(one.key)
            self._here[one.key] = row.place
            self._pending.append(one)

    def _is_known(self, key: bytes) -> bool:
        """It is the copy of a call that has been read."""
        if key in self._archived or key in self._earlier:
            return True
        return key in self._here and self._is_replaced(self._here[key])

    def _settled(self) -> RecordedCall:
        one, results = self._pending.popleft(), self._results
        waiting = results.get(one.call_id) or (results.get("") if one.call_id else _any(results))
        self._number += 1
        return _recorded(one, waiting.popleft() if waiting else None, self._number)


def _any(results: dict[str, deque[RecordedRow]]) -> deque[RecordedRow] | None:
    """Results of calls without an id come in the order of the calls."""
    return next((rows for rows in results.values() if rows), None)


def _recorded(one: _Pending, result: RecordedRow | None, number: int) -> RecordedCall:
    text, is_parts = result_text(result.content) if result is not None else ("", False)
    ending = Ending.RESULT
    if result is None:
        ending = Ending.NONE
    elif _SKIPPED.match(text):
        ending = Ending.SKIPPED
    rest, is_free = behind_json(text)
    hints = find_hints(rest)
    notes = list(one.notes)
    if result is not None and one.name == _BRIDGE and result.tool_name and one.call.tool == _BRIDGE:
        notes.append(f"The call went through the bridge; its result is that of {result.tool_name}.")
    row = result if result is not None else one.row
    return RecordedCall(
        number=number,
        session_id=one.row.session_id,
        call=one.call,
        turn=one.turn,
        timestamp=row.timestamp if row.timestamp is not None else one.row.timestamp,
        ending=ending,
        hints=hints,
        is_wrapped=bool(hints) and is_free and not is_parts and one.call.tool not in WITH_JSON,
        is_spilled=_SPILLED in text,
        is_undone=not one.row.active and not one.row.compacted,
        notes=tuple(notes) if result is None else (*notes, *result.unread),
    )


# ── calls ──


def _calls_in(row: RecordedRow) -> list[object] | None:
    """The calls of a row, as they are recorded; ``None``: they cannot be read."""
    calls: object = row.tool_calls
    if isinstance(calls, str):
        try:
            calls = json.loads(calls)
        except (ValueError, RecursionError):
            return None
    if calls is None:
        return []
    return calls if isinstance(calls, list) else None


def _pending(calls: list[object], row: RecordedRow, turn: int) -> Iterator[_Pending]:
    for entry in calls:
        if not isinstance(entry, dict):
            continue
        function = entry.get("function")
        given = function if isinstance(function, dict) else entry
        name = str(given.get("name") or "")
        raw = given.get("arguments")
        args, notes = _arguments(raw)
        call, more = _unwrapped(name, args)
        call_id = str(entry.get("id") or entry.get("call_id") or "")
        key = blake2b(repr((call_id, name, raw)).encode("utf-8", "surrogatepass"), digest_size=12).digest()
        yield _Pending(call_id, key, name, call, row, turn, (*notes, *more))


def _arguments(raw: object) -> tuple[dict[str, object], tuple[str, ...]]:
    """The arguments as the tracker saw them, which are none where they cannot be read."""
    value = raw
    if isinstance(raw, str):
        try:
            value = json.loads(raw) if raw.strip() else {}
        except (ValueError, RecursionError):
            return {}, ("Its arguments are no JSON, so the tracker saw none.",)
    if value is None:
        return {}, ()
    if not isinstance(value, dict):
        return {}, ("Its arguments are no object, so the tracker saw none.",)
    long = too_long(value)
    if long:
        left = {key: inner for key, inner in value.items() if key not in long}
        said = (f"Its {key} has {size:,} characters, and is not looked at." for key, size in long.items())
        return left, tuple(said)
    if any("***" in str(value.get(key, "")) for key in (*PATH_KEYS, COMMAND_KEY)):
        return value, ("Something in its arguments may be masked (0.15.2 to 0.17 do that).",)
    return value, ()


def _unwrapped(name: str, args: dict[str, object]) -> tuple[ToolCall, tuple[str, ...]]:
    """The call inside a bridge call (0.16); several in one stay as they are, and the tracker sees nothing."""
    if name != _BRIDGE:
        return ToolCall(name, args), ()
    inner: object = args
    if "calls" in args:
        batch = args["calls"]
        if isinstance(batch, str):
            try:
                batch = json.loads(batch)
            except (ValueError, RecursionError):
                batch = None
        if isinstance(batch, list) and len(batch) > 1:
            return ToolCall(name, args), ("Several calls in one: the tracker sees none of them.",)
        inner = batch[0] if isinstance(batch, list) and batch else batch
    if not isinstance(inner, dict) or not isinstance(inner.get("name"), str):
        return ToolCall(name, args), ()
    unwrapped, notes = _arguments(inner.get("arguments"))
    return ToolCall(str(inner["name"]), unwrapped), notes
