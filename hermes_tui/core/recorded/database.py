"""Sessions in Hermes' ``state.db``, of every release from 0.13 on (``sessions.md`` sections 1.3 to 1.5).

Columns are probed, never inferred from a version number: databases of all releases differ only in columns
that are there or not, and one may hold rows of several releases.
Statements are put together from names that stand in this file; what is foreign goes in as a value.
"""

import json
from array import array
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Self

from hermes_tui.core.recorded.sessions import RecordingError, Row, Session
from hermes_tui.core.recorded.snapshots import Snapshot

_BATCH = 64
"""Rows read at once: a result holds up to some 100,000 characters."""
_LONGEST = 16 << 20
"""Bytes of one message that are read. Hints stand at the end of a result, so the end is what counts."""
_NEEDED = {"sessions": ("id",), "messages": ("session_id", "role", "content", "tool_calls", "tool_call_id")}


class SessionDatabase:
    """A ``state.db``, read as it was when it was opened."""

    kind = "state.db"

    def __init__(self, path: Path) -> None:
        """Open *path*.

        Raises:
            RecordingError: it cannot be read, or is not Hermes'.
        """
        self.path = path
        self._snapshot = Snapshot(path)
        self._columns: dict[str, frozenset[str]] = {}
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

    def sessions(self) -> Iterator[Session]:
        """Every session, the newest first."""
        wanted = (
            "id",
            "source",
            "title",
            "model",
            "cwd",
            "started_at",
            "ended_at",
            "end_reason",
            "parent_session_id",
            "tool_call_count",
            "profile_name",
            "model_config",
        )
        there = self.columns("sessions")
        chosen = ", ".join(name if name in there else "NULL" for name in wanted)
        order = "started_at DESC, id DESC" if "started_at" in there else "id DESC"
        for row in self._snapshot.rows(f"SELECT {chosen} FROM sessions ORDER BY {order}"):  # noqa: S608
            yield Session(
                id=_text(row[0]),
                source=_text(row[1]),
                title=_text(row[2]),
                model=_text(row[3]),
                cwd=_text(row[4]),
                started_at=_number(row[5]),
                ended_at=_number(row[6]),
                end_reason=_text(row[7]),
                parent_id=_text(row[8]),
                calls=int(_number(row[9]) or 0),
                profile=_text(row[10]),
                config=_config(row[11]),
            )

    def prompt(self, session_id: str) -> str:
        """The stored system prompt, in the session's row or among the shared ones (0.20.0)."""
        there = self.columns("sessions")
        own = "system_prompt" if "system_prompt" in there else "NULL"
        shared = "NULL"
        if "system_prompt_hash" in there and {"hash", "prompt"} <= self.columns("system_prompts"):
            shared = "(SELECT prompt FROM system_prompts WHERE hash = system_prompt_hash)"
        sql = f"SELECT COALESCE({own}, {shared}) FROM sessions WHERE id = ?"  # noqa: S608
        rows = self._snapshot.rows(sql, (session_id,))
        return _text(rows[0][0]) if rows else ""

    def has_value(self, table: str, column: str, session_id: str) -> bool:
        """A row of the session holds something in *column*; ``compacted`` counts where it is not 0."""
        if column not in self.columns(table):
            return False
        key = "id" if table == "sessions" else "session_id"
        holds = f"{column} IS NOT NULL AND {column} NOT IN (0, '')"
        sql = f"SELECT 1 FROM {table} WHERE {key} = ? AND {holds} LIMIT 1"  # noqa: S608
        return bool(self._snapshot.rows(sql, (session_id,)))

    def count_rows(self, session_id: str) -> int:
        """Rows of the session."""
        return int(
            str(
                self._snapshot.rows("SELECT count(*) FROM messages WHERE session_id = ?", (session_id,))[0][0]
            )
        )

    def rows(self, session_id: str) -> Iterator[Row]:
        """The session's messages by id, never by time: archived and undone ones too (section 1.5)."""
        there = self.columns("messages")
        key = "id" if "id" in there else "rowid"
        # Ids first: sorting whole rows, or passing over those of others, costs with the database's size.
        ids = array("q")
        sql = f"SELECT {key} FROM messages WHERE session_id = ?"  # noqa: S608
        for row in self._snapshot.rows(sql, (session_id,)):
            if isinstance(row[0], int):
                ids.append(row[0])
        ordered = array("q", sorted(ids))
        content = (
            f"CASE WHEN length(CAST(content AS BLOB)) > {_LONGEST} "
            f"THEN substr(CAST(content AS BLOB), -{_LONGEST}) ELSE content END"
        )
        wanted = (
            "role",
            content,
            "tool_calls",
            "tool_call_id",
            "tool_name",
            "timestamp",
            "active",
            "compacted",
        )
        chosen = ", ".join(name if name in there or name is content else "NULL" for name in wanted)
        for start in range(0, len(ordered), _BATCH):
            batch = ordered[start : start + _BATCH]
            marks = ",".join("?" * len(batch))
            sql = f"SELECT {chosen} FROM messages WHERE {key} IN ({marks}) ORDER BY {key}"  # noqa: S608
            for found in self._snapshot.rows(sql, batch):
                yield Row(
                    session_id=session_id,
                    role=_text(found[0]),
                    content=_text(found[1]),
                    tool_calls=found[2] if found[2] is None else _text(found[2]),
                    tool_call_id=_text(found[3]),
                    tool_name=_text(found[4]),
                    timestamp=_number(found[5]),
                    active=found[6] is None or bool(found[6]),
                    compacted=bool(found[7]),
                )

    def close(self) -> None:
        """Let go of the file."""
        self._snapshot.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def _text(value: object) -> str:
    if value is None:
        return ""
    return value.decode("utf-8", "replace") if isinstance(value, bytes) else str(value)


def _number(value: object) -> float | None:
    if isinstance(value, int | float):
        return float(value)
    try:
        return float(str(value)) if value else None
    except ValueError:
        return None


def _config(value: object) -> Mapping[str, object]:
    try:
        config = json.loads(_text(value) or "{}")
    except (ValueError, RecursionError):
        return {}
    return config if isinstance(config, dict) else {}
