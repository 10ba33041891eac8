"""Sessions in Hermes' ``state.db``, of every release from 0.13 on (``sessions.md`` sections 1.3 to 1.5).

Columns are probed, never inferred from a version number: databases of all releases differ only in columns
that are there or not, and one may hold rows of several releases.
Statements are put together from names that stand in this file; what is foreign goes in as a value.
"""

from array import array
from collections.abc import Iterator
from pathlib import Path
from typing import Self

from hermes_tui.core.recordings.foreign_values import count_of, number_of, size_in_words, text_of
from hermes_tui.core.recordings.model import RecordedRow, RecordedSession, RecordingError
from hermes_tui.core.recordings.sqlite_snapshot import Snapshot, TooLongError
from hermes_tui.core.recordings.state_values import (
    AN_ID,
    LONGEST_CONFIG,
    as_bytes,
    config_of,
    identifier,
    row_of,
)

_BATCH = 16
"""Messages read at once: a result holds up to some 100,000 characters."""
_SESSIONS = 256
"""Sessions read at once."""
_LONGEST = 4 << 20
"""Bytes of one message that are read. Hints stand at the end of a result, so the end is what counts."""
_FARTHEST = 64 << 20
"""Bytes of a message whose end is looked for: that is found by going through all of it."""
_LONGEST_FACT = 4_096
"""Characters of a text about a session; a path has no more."""
_SHARED = 4_096
"""Texts about sessions of which equal ones are kept once."""
_NEEDED = {"sessions": ("id",), "messages": ("session_id", "role", "content", "tool_calls", "tool_call_id")}
_FACTS = ("source", "title", "model", "cwd", "end_reason", "profile_name")
_TEXT = f"substr({{0}}, 1, {_LONGEST_FACT + 1})"
_NUMBER = "CASE WHEN typeof({0}) IN ('integer', 'real') THEN {0} ELSE substr({0}, 1, 40) END"
_NUMBERS = ("started_at", "ended_at", "tool_call_count")
_LONG = ("content", "tool_calls")
"""Values of a message that may have any length."""
_MESSAGE = ("role", "content", "tool_calls", "tool_call_id", "tool_name", "timestamp", "active", "compacted")


class SessionDatabase:
    """A ``state.db``, read as it was when it was opened."""

    kind = "state.db"

    def __init__(self, path: Path, *, beside_writer: bool = False) -> None:
        """Open *path*; *beside_writer* as in :class:`~hermes_tui.core.recordings.sqlite_snapshot.Snapshot`.

        Raises:
            RecordingError: it cannot be read, or is not Hermes'.
        """
        self.path = path
        self._snapshot = Snapshot(path, beside_writer=beside_writer)
        self._columns: dict[str, frozenset[str]] = {}
        self._shared: dict[str, str] = {}
        self._long_rows: dict[int, RecordedRow] = {}
        """Those that take long to read, and of which little is kept."""
        try:
            self._probe()
        except BaseException:
            self._snapshot.close()
            raise

    def _probe(self) -> None:
        for table, needed in _NEEDED.items():
            missing = [column for column in needed if column not in self.columns(table)]
            if not self.columns(table):
                raise RecordingError(f"{self.path} has no table {table!r}: it is no database of Hermes")
            if missing:
                raise RecordingError(
                    f"{self.path} is laid out in a way that is not known here: its table {table!r} "
                    f"has no {', '.join(missing)}"
                )

    def columns(self, table: str) -> frozenset[str]:
        """The columns of *table*; none if there is no such table."""
        if table not in self._columns:
            is_table = self._snapshot.rows(
                "SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = ?", (table,)
            )
            rows = self._snapshot.rows(f"PRAGMA table_info({table})") if is_table else []
            self._columns[table] = frozenset(str(row[1]) for row in rows)
        return self._columns[table]

    def sessions(self) -> Iterator[RecordedSession]:
        """Every session, the newest first."""
        there = self.columns("sessions")
        order = "rowid DESC"
        if "started_at" in there:
            is_number = "typeof(started_at) IN ('integer', 'real')"
            order = f"CASE WHEN {is_number} THEN started_at END DESC, {order}"
        # Their places first: sorting whole rows costs with the database's size.
        places = self._snapshot.numbers(f"SELECT rowid FROM sessions ORDER BY {order}")  # noqa: S608
        for start in range(0, len(places), _SESSIONS):
            yield from self._sessions_at(places[start : start + _SESSIONS])

    def _sessions_at(self, places: "array[int]") -> Iterator[RecordedSession]:
        """The sessions at some places, in that order."""
        there = self.columns("sessions")
        texts = ", ".join(_TEXT.format(name) if name in there else "NULL" for name in _FACTS)
        numbers = ", ".join(_NUMBER.format(name) if name in there else "NULL" for name in _NUMBERS)
        ids = ", ".join(
            f"substr(CAST({name} AS BLOB), 1, {_LONGEST_FACT})" if name in there else "NULL"
            for name in ("id", "parent_session_id")
        )
        config = f"substr(model_config, 1, {LONGEST_CONFIG + 1})" if "model_config" in there else "NULL"
        marks = ",".join("?" * len(places))
        sql = f"SELECT rowid, {ids}, {numbers}, {config}, {texts} FROM sessions WHERE rowid IN ({marks})"  # noqa: S608
        try:
            found = {row[0]: row for row in self._snapshot.rows(sql, places)}
        except TooLongError:
            if len(places) > 1:
                for number in range(len(places)):
                    yield from self._sessions_at(places[number : number + 1])
            else:
                yield self._session_without(places[0])
            return
        for place in places:
            if place in found:
                _, own, parent, started, ended, calls, configured, *facts = found[place]
                source, title, model, cwd, reason, profile = (self._fact(fact) for fact in facts)
                yield RecordedSession(
                    id=identifier(own),
                    source=source,
                    title=title,
                    model=model,
                    cwd=cwd,
                    started_at=number_of(started),
                    ended_at=number_of(ended),
                    end_reason=reason,
                    parent_id=identifier(parent),
                    calls=count_of(calls),
                    profile=profile,
                    config=config_of(configured),
                )

    def _session_without(self, place: int) -> RecordedSession:
        """A session of which some value is too long: its id, if nothing else."""
        try:
            rows = self._snapshot.rows(
                f"SELECT substr(CAST(id AS BLOB), 1, {_LONGEST_FACT}) FROM sessions WHERE rowid = ?",  # noqa: S608
                (place,),
            )
        except TooLongError:
            rows = []
        found = identifier(rows[0][0]) if rows else ""
        return RecordedSession(found, title="(what is recorded of it is too long to read)")

    def _fact(self, value: object) -> str:
        """A text about a session; equal ones are one."""
        text = text_of(value)
        if len(text) > _LONGEST_FACT:
            text = f"{text[:200]}… (more than {_LONGEST_FACT:,} characters)"
        if len(self._shared) > _SHARED:
            self._shared.clear()
        return self._shared.setdefault(text, text)

    def prompt(self, session_id: str) -> str:
        """The stored system prompt, in the session's row or among the shared ones (0.20.0)."""
        try:
            return self._prompt(session_id)
        except TooLongError:
            return ""

    def notes(self, session_id: str) -> tuple[str, ...]:
        """What is not read of the session, each in a sentence."""
        try:
            self._prompt(session_id)
        except TooLongError:
            return ("The stored prompt is too long, and is not read.",)
        return ()

    def _prompt(self, session_id: str) -> str:
        there = self.columns("sessions")
        own = "system_prompt" if "system_prompt" in there else "NULL"
        shared = "NULL"
        if "system_prompt_hash" in there and {"hash", "prompt"} <= self.columns("system_prompts"):
            shared = "(SELECT prompt FROM system_prompts WHERE hash = system_prompt_hash)"
        sql = f"SELECT COALESCE({own}, {shared}) FROM sessions WHERE id = {AN_ID}"  # noqa: S608
        rows = self._snapshot.rows(sql, (as_bytes(session_id),))
        return text_of(rows[0][0]) if rows else ""

    def has_value(self, table: str, column: str, session_id: str) -> bool:
        """A row of the session holds something in *column*; ``compacted`` counts where it is not 0."""
        if column not in self.columns(table):
            return False
        key = "id" if table == "sessions" else "session_id"
        holds = f"{column} IS NOT NULL AND {column} NOT IN (0, '')"
        sql = f"SELECT 1 FROM {table} WHERE {key} = {AN_ID} AND {holds} LIMIT 1"  # noqa: S608
        try:
            return bool(self._snapshot.rows(sql, (as_bytes(session_id),)))
        except TooLongError:
            return True

    def count_rows(self, session_id: str) -> int:
        """Rows of the session."""
        sql = f"SELECT count(*) FROM messages WHERE session_id = {AN_ID}"  # noqa: S608
        return count_of(self._snapshot.rows(sql, (as_bytes(session_id),))[0][0])

    def rows(self, session_id: str) -> Iterator[RecordedRow]:
        """The session's messages by id, never by time: archived and undone ones too (section 1.5)."""
        there = self.columns("messages")
        order = "CASE WHEN typeof(id) = 'integer' THEN id END, rowid" if "id" in there else "rowid"
        # Their places first: passing over those of others costs with the database's size.
        sql = f"SELECT rowid FROM messages WHERE session_id = {AN_ID} ORDER BY {order}"  # noqa: S608
        yield from self._rows_at_all(self._snapshot.numbers(sql, (as_bytes(session_id),)), session_id)

    def _rows_at_all(self, places: "array[int]", session_id: str) -> Iterator[RecordedRow]:
        """The messages at many places, read in small parts."""
        for start in range(0, len(places), _BATCH):
            yield from self._rows_at(places[start : start + _BATCH], session_id)

    def _rows_at(self, places: "array[int]", session_id: str) -> Iterator[RecordedRow]:
        """The messages at some places, in that order."""
        there = self.columns("messages")
        chosen = ", ".join(name if name in there else "NULL" for name in _MESSAGE)
        marks = ",".join("?" * len(places))
        sql = f"SELECT rowid, {chosen} FROM messages WHERE rowid IN ({marks})"  # noqa: S608
        try:
            found = {row[0]: row[1:] for row in self._snapshot.rows(sql, places)}
        except TooLongError:
            for place in places:
                yield self._long_row(place, session_id)
            return
        for place in places:
            if place in found:
                yield row_of(session_id, place, found[place], ())

    def _long_row(self, place: int, session_id: str) -> RecordedRow:
        """A message of which some values may be very long, with what is not read of them.

        What stands behind a long value in a row is found by going through all of it: so the rest is asked for
        at once, and once.
        """
        if place in self._long_rows:
            return self._long_rows[place]
        there = self.columns("messages")
        values = dict.fromkeys(_MESSAGE)
        unread: list[str] = []
        short = [name for name in _MESSAGE if name in there and name not in _LONG]
        try:
            sql = f"SELECT {', '.join(short)} FROM messages WHERE rowid = ?"  # noqa: S608
            (found,) = self._snapshot.rows(sql, (place,)) or ((None,) * len(short),)
            values.update(zip(short, found, strict=True))
        except TooLongError:
            unread.append("Something else than a text in this message is too long: it was not read.")
        for name in _LONG:
            try:
                rows = self._snapshot.rows(f"SELECT {name} FROM messages WHERE rowid = ?", (place,))  # noqa: S608
                values[name] = rows[0][0] if rows else None
            except TooLongError:
                most = _LONGEST if name == "content" else 0
                size, values[name] = self._snapshot.end_of("messages", name, place, most, _FARTHEST)
                what = "only its end was read" if values[name] else "it was not read"
                unread.append(f"The {name} of this message is {size_in_words(size)} long: {what}.")
        row = row_of(session_id, place, tuple(values.values()), tuple(unread))
        if len(row.content) < _LONGEST_FACT and len(self._long_rows) < _SHARED:
            self._long_rows[place] = row
        return row

    def close(self) -> None:
        """Let go of the file."""
        self._snapshot.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
