"""How a line with a tool call probably goes on: tool names, then names below the working directory."""

import itertools
import os
import re
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

from hermes_tui.core.text.terminal_safe import safe
from hermes_tui.core.toolcalls.tool_names import TOOLS

MOST = 2_000
"""Names of one directory that are looked at."""

Names = Callable[[str], Iterable[str]]
"""The names in a directory as it was typed, those of directories with a slash behind them."""

_LAST = re.compile(r"(?:\\.|[^\s\\])*\Z")
_KEY = re.compile(r"(?:path|file_path|workdir)=")
_PLAIN = re.compile(r"[^\s'\"\\$`&;|<>*?(){}\[\]~#!]+/?")


def completion(line: str, names: Names) -> str | None:
    """The whole line as it probably goes on; ``None`` where nothing fits."""
    match = _LAST.search(line)
    begun = match[0] if match else ""
    before = line[: len(line) - len(begun)]
    if not before.strip() and begun and "/" not in begun:
        tool = next((tool for tool in TOOLS if tool.startswith(begun)), None)
        if tool is not None:
            return f"{before}{tool} " if tool != begun else None
    key = _KEY.match(begun)
    if key is not None:
        before, begun = before + key[0], begun[key.end() :]
    found = next(_paths(begun, names), None) if begun else None
    return before + found if found is not None and found != begun else None


def _paths(begun: str, names: Names) -> Iterator[str]:
    """Paths that go on from what was typed; hidden ones only when asked for."""
    head, slash, tail = begun.rpartition("/")
    for name in sorted(names(head.replace("\\ ", " ") + slash)):
        typed = name.replace(" ", "\\ ")
        is_plain = _PLAIN.fullmatch(name.replace(" ", "_")) is not None and safe(name) == name
        if is_plain and typed.startswith(tail) and (tail.startswith(".") or not name.startswith(".")):
            yield f"{head}{slash}{typed}"


def names_below(working_dir: Path, typed: str) -> tuple[str, ...]:
    """The names in a directory on disk; none where it cannot be listed."""
    try:
        with os.scandir(working_dir / Path(typed).expanduser()) as entries:
            return tuple(
                f"{entry.name}/" if entry.is_dir() else entry.name
                for entry in itertools.islice(entries, MOST)
            )
    except (OSError, ValueError, RuntimeError):
        return ()
