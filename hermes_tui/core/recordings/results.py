"""The result of a recorded tool call: its text, and the hints behind it (``sessions.md`` 1.7)."""

import json
import re
from collections import deque
from collections.abc import Iterator
from pathlib import PureWindowsPath
from typing import NamedTuple

from hermes_tui.core.recordings.model import JSON_PREFIX
from hermes_tui.core.releases.lookup import RELEASES
from hermes_tui.core.toolcalls.tool_names import TERMINAL

_MARKER = re.compile(r"^\[Subdirectory context discovered: (.+)\]$", re.MULTILINE)
_HINT_NAMES = frozenset(name for release in RELEASES for name in release.hints.names)
_ENDS = re.compile(
    r"</untrusted_tool_result>|\[OUT-OF-BAND USER MESSAGE|User guidance: ",
)
"""What may follow a hint in the same result."""


class RecordedHint(NamedTuple):
    """A hint in a tool result."""

    label: str
    """The file's path as Hermes printed it; foreign."""
    text: str
    """What follows the line that names the file; foreign."""


WITH_JSON = frozenset(("read_file", "write_file", "patch", "search_files", "execute_code", TERMINAL))
"""Tools whose results are one line of JSON, in which no line of a file can pass for a hint's."""


def find_hints(text: str) -> tuple[RecordedHint, ...]:
    """The hints in *text*; several are divided by blank lines."""
    found = [match for match in _MARKER.finditer(text) if PureWindowsPath(match[1]).name in _HINT_NAMES]
    hints = []
    for match, following in zip(found, [*found[1:], None], strict=False):
        block = text[match.end() + 1 : following.start() if following else len(text)]
        end = _ENDS.search(block)
        hints.append(RecordedHint(match[1], (block[: end.start()] if end else block).rstrip("\n")))
    return tuple(hints)


def result_text(content: str) -> tuple[str, bool]:
    """The text of a result, and whether it was a list of parts."""
    if not content.startswith(JSON_PREFIX):
        return content, False
    try:
        value = json.loads(content[len(JSON_PREFIX) :])
    except (ValueError, RecursionError):
        return content, False
    return "\n\n".join(_texts(value)), True


def _texts(value: object) -> Iterator[str]:
    """Every text in a value of parts."""
    waiting = deque([value])
    while waiting:
        one = waiting.popleft()
        if isinstance(one, str):
            yield one
        elif isinstance(one, list):
            waiting.extendleft(reversed(one))
        elif isinstance(one, dict):
            waiting.extendleft(
                reversed([item for key, item in one.items() if key not in ("type", "image_url")])
            )


def behind_json(text: str) -> tuple[str, bool]:
    """What follows the JSON value that a result begins with, and whether there is no such value."""
    begin = len(text) - len(text.lstrip())
    if text[begin : begin + 1] in ("{", "["):
        if "[Subdirectory context discovered: " not in text:
            return "", False
        try:
            _, end = json.JSONDecoder().raw_decode(text, begin)
        except (ValueError, RecursionError):
            return text, True
        return text[end:], False
    return text, True
