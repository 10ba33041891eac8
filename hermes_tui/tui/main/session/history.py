"""The lines that were typed, from one time to the next."""

import contextlib
import json
from pathlib import Path
from threading import Lock, Thread

from hermes_tui.core.sessions.file import read_line
from hermes_tui.core.sessions.session import PlannedCall
from hermes_tui.core.toolcalls.calls import CallError, Suggestion
from hermes_tui.tui.user_files import keep_text, kept_text

MOST = 200
"""Lines that are kept."""
LONGEST = 500
"""Characters of a line that is kept beyond this time."""

# What stands in these arguments is a place or a search; others may hold a file's text, which is never kept.
_KEPT = frozenset(("path", "file_path", "workdir", "command", "pattern", "name"))


class History:
    """Typed lines, newest last, and the one that is looked at."""

    def __init__(self, path: Path | None) -> None:
        """Begin with what the file at *path* holds; ``None``: remember for this time only."""
        self._path = path
        self._lines: list[str] = _read(path) if path else []
        self._at = len(self._lines)
        self._draft = ""
        self._lock = Lock()

    @property
    def lines(self) -> tuple[str, ...]:
        """Every line, newest last."""
        return tuple(self._lines)

    def add(self, line: str) -> None:
        """Remember a line, once; write it down where it cannot hold a file's text."""
        if line in self._lines:
            self._lines.remove(line)
        self._lines = [*self._lines, line][-MOST:]
        self._at = len(self._lines)
        self._draft = ""
        if self._path is not None:
            Thread(target=self._write, args=(self._path, list(self._lines)), daemon=True).start()

    def older(self, typed: str) -> str | None:
        """The line before; *typed* is kept until one comes back to it."""
        if self._at == len(self._lines):
            self._draft = typed
        if self._at == 0:
            return None
        self._at -= 1
        return self._lines[self._at]

    def newer(self) -> str | None:
        """The line after; at the end what was being typed."""
        if self._at >= len(self._lines):
            return None
        self._at += 1
        return self._lines[self._at] if self._at < len(self._lines) else self._draft

    def _write(self, path: Path, lines: list[str]) -> None:
        """Replace the file."""
        kept = [line for line in lines if may_be_kept(line)]
        with self._lock:
            keep_text(path, "".join(f"{json.dumps(line)}\n" for line in kept))


def may_be_kept(line: str) -> bool:
    """The line holds names and searches only."""
    if len(line) > LONGEST:
        return False
    try:
        step = read_line(line, Path())
    except CallError:
        return False
    if isinstance(step, Suggestion):
        return False
    return not isinstance(step, PlannedCall) or _KEPT.issuperset(step.call.args)


def history_path() -> Path:
    """Where the lines are kept."""
    from platformdirs import user_state_path

    return user_state_path("hermes-tui") / "calls.jsonl"


def _read(path: Path) -> list[str]:
    found = []
    for line in kept_text(path, MOST * LONGEST).splitlines():
        with contextlib.suppress(ValueError):
            value = json.loads(line)
            if isinstance(value, str) and value:
                found.append(value)
    return found[-MOST:]
