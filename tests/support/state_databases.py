"""Databases like those that Hermes wrote, of every schema generation (``sessions.md`` section 1.3)."""

import json
import sqlite3
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple, Self

STARTED = 4_000_000_000.0
"""When recorded sessions begin: in 2096, so that no file of a test was written since."""


class Generation(NamedTuple):
    """What one generation of the schema added."""

    release: str
    """The first release that has it."""
    version: int
    sessions: tuple[str, ...] = ()
    messages: tuple[str, ...] = ()


GENERATIONS = (
    Generation(
        "0.13.0",
        11,
        sessions=(
            *("id TEXT PRIMARY KEY", "source TEXT NOT NULL", "model TEXT", "model_config TEXT"),
            *("system_prompt TEXT", "parent_session_id TEXT", "started_at REAL NOT NULL", "ended_at REAL"),
            *("end_reason TEXT", "message_count INTEGER DEFAULT 0", "tool_call_count INTEGER DEFAULT 0"),
            "title TEXT",
        ),
        messages=(
            *("id INTEGER PRIMARY KEY AUTOINCREMENT", "session_id TEXT NOT NULL", "role TEXT NOT NULL"),
            *("content TEXT", "tool_call_id TEXT", "tool_calls TEXT", "tool_name TEXT"),
            *("timestamp REAL NOT NULL", "token_count INTEGER", "finish_reason TEXT", "reasoning TEXT"),
        ),
    ),
    Generation("0.15.2", 13, messages=("platform_message_id TEXT", "observed INTEGER DEFAULT 0")),
    Generation(
        "0.16.0",
        14,
        sessions=(
            "cwd TEXT",
            "archived INTEGER NOT NULL DEFAULT 0",
            "rewind_count INTEGER NOT NULL DEFAULT 0",
        ),
        messages=("active INTEGER NOT NULL DEFAULT 1",),
    ),
    Generation(
        "0.18.0",
        17,
        sessions=("git_branch TEXT", "git_repo_root TEXT"),
        messages=("compacted INTEGER NOT NULL DEFAULT 0",),
    ),
    Generation("0.18.2", 19, sessions=("display_name TEXT", "origin_json TEXT")),
    Generation(
        "0.19.0",
        22,
        sessions=("profile_name TEXT",),
        messages=("effect_disposition TEXT", "api_content TEXT"),
    ),
    Generation(
        "0.20.0",
        25,
        sessions=("system_prompt_hash TEXT",),
        messages=("display_kind TEXT", "display_metadata TEXT"),
    ),
    Generation("0.20.6", 26, messages=("_compressed_summary INTEGER NOT NULL DEFAULT 0",)),
    Generation(
        "0.21.3",
        30,
        sessions=("tool_names TEXT",),
        messages=("display_identity BLOB", "display_order INTEGER"),
    ),
    Generation(
        "0.22.2",
        31,
        sessions=("created_source TEXT",),
        messages=(
            "message_uid TEXT",
            "absorbed_message_uids TEXT",
            "tool_call_uids TEXT",
            "tool_call_uid TEXT",
        ),
    ),
)
RELEASES = tuple(generation.release for generation in GENERATIONS)


def hinted(result: Mapping[str, object] | str, *hints: tuple[str, str]) -> str:
    """A tool result with hints behind it, as section 1.7 has them."""
    text = result if isinstance(result, str) else json.dumps(result)
    return text + "".join(f"\n\n[Subdirectory context discovered: {label}]\n{body}" for label, body in hints)


class Recorder:
    """Writes a ``state.db`` as a release would."""

    def __init__(self, path: Path, release: str = "0.22.2") -> None:
        self.path = path
        self.release = release
        path.parent.mkdir(parents=True, exist_ok=True)
        known = GENERATIONS[: RELEASES.index(release) + 1]
        self._columns = {
            "sessions": [column for generation in known for column in generation.sessions],
            "messages": [column for generation in known for column in generation.messages],
        }
        self.connection = sqlite3.connect(path, isolation_level=None)
        self.connection.execute("PRAGMA synchronous=OFF")
        self.connection.execute("CREATE TABLE schema_version (version INTEGER NOT NULL)")
        self.connection.execute("INSERT INTO schema_version VALUES (?)", (known[-1].version,))
        for table, columns in self._columns.items():
            self.connection.execute(f"CREATE TABLE {table} ({', '.join(columns)})")
        if self._has("sessions", "system_prompt_hash"):
            self.connection.execute(
                "CREATE TABLE system_prompts (hash TEXT PRIMARY KEY, prompt TEXT NOT NULL)"
            )
        self.connection.execute("CREATE INDEX idx_messages_session ON messages(session_id, timestamp)")
        self.session_id = ""
        self.clock = STARTED
        self._ids = 0

    def _has(self, table: str, column: str) -> bool:
        return any(one.split()[0] == column for one in self._columns[table])

    def _insert(self, table: str, values: Mapping[str, object]) -> None:
        there = {name: value for name, value in values.items() if self._has(table, name)}
        marks = ", ".join("?" * len(there))
        sql = f"INSERT INTO {table} ({', '.join(there)}) VALUES ({marks})"  # noqa: S608
        self.connection.execute(sql, tuple(there.values()))

    def session(
        self, session_id: str, *, cwd: Path | str = "", prompt: str | None = None, **values: object
    ) -> Self:
        """Begin a session; what follows belongs to it."""
        self.session_id = session_id
        if prompt is None and cwd:
            prompt = f"You are Hermes.\n\nCurrent working directory: {cwd}\n\nConversation started: today"
        row: dict[str, object] = {
            "id": session_id,
            "source": "cli",
            "started_at": self.clock,
            "model": "mock-1",
            "model_config": "{}",
            "cwd": str(cwd) or None,
            "created_source": "cli",
            "system_prompt": prompt,
        }
        if prompt and self._has("sessions", "system_prompt_hash"):
            self.connection.execute(
                "INSERT OR IGNORE INTO system_prompts VALUES (?, ?)", (session_id, prompt)
            )
            row |= {"system_prompt": None, "system_prompt_hash": session_id}
        self._insert("sessions", row | values)
        return self

    def message(self, role: str, content: str | None = "", **values: object) -> Self:
        """A row of any kind."""
        self.clock += 1
        row: dict[str, object] = {
            "session_id": self.session_id,
            "role": role,
            "content": content,
            "timestamp": self.clock,
        }
        self._insert("messages", row | values)
        return self

    def user(self, text: str = "go on") -> Self:
        """What the user says: a new turn."""
        return self.message("user", text)

    def request(
        self, *calls: tuple[str, object], ids: Sequence[str] = (), **values: object
    ) -> tuple[str, ...]:
        """The model asks for calls; returns their ids."""
        names = tuple(ids) or tuple(f"call_{self._ids + number}" for number in range(len(calls)))
        self._ids += len(calls)
        entries = [
            {
                "id": name,
                "type": "function",
                "function": {"name": tool, "arguments": args if isinstance(args, str) else json.dumps(args)},
            }
            for name, (tool, args) in zip(names, calls, strict=True)
        ]
        self.message("assistant", "", tool_calls=json.dumps(entries), **values)
        self.connection.execute(
            "UPDATE sessions SET tool_call_count = tool_call_count + ? WHERE id = ?",
            (len(calls), self.session_id),
        )
        return names

    def result(self, call_id: str, tool: str, content: str, **values: object) -> Self:
        """The result of a call."""
        name = None if self.release == "0.13.0" else tool  # section 1.4: filled in from 0.15.2 on
        return self.message("tool", content, tool_call_id=call_id, tool_name=name, **values)

    def call(self, tool: str, args: object, *hints: tuple[str, str], **values: object) -> Self:
        """A call with its result."""
        (call_id,) = self.request((tool, args), ids=(), **values)
        return self.result(call_id, tool, hinted({"content": "1|x", "total_lines": 1}, *hints), **values)

    def close(self) -> Path:
        """Write everything to the file."""
        self.connection.close()
        return self.path
