"""Arguments that name files and that Hermes' tracker never looks at (``sessions.md`` section 2)."""

import re
from collections.abc import Iterator

from hermes_tui.core.hints.trace import CallTrace
from hermes_tui.core.text.phrases import listed
from hermes_tui.core.toolcalls.tool_names import TERMINAL
from hermes_tui.core.toolcalls.words import PATH_KEYS, Word

_V4A_FILE = re.compile(r"^\*\*\* (?:(?:Update|Add|Delete) File|Move to): (.+?)\s*$", re.MULTILINE)
_MOST_FILES = 3

_UNSEEN = frozenset((
    *("code", "script", "data", "paths", "file", "files", "filename", "filenames", "file_glob", "uri", "url"),
    *("directory", "dir", "cwd", "relative_path", "source", "destination", "src", "dst", "workspace_path"),
    *("image_url", "video_url", "input_image", "input_images", "output_path"),
))  # fmt: skip


def unseen_arguments(trace: CallTrace) -> Iterator[str]:
    """What of the call Hermes does not look at although it names files, a sentence each."""
    call = trace.call
    if call.tool == "execute_code":
        yield "Files that the code opens are not seen: execute_code brings no rules."
        return
    patch = call.args.get("patch")
    if call.tool == "patch" and isinstance(patch, str):
        files = list(dict.fromkeys(_V4A_FILE.findall(patch)))
        more = f", and {len(files) - _MOST_FILES} more" if len(files) > _MOST_FILES else ""
        named = f" ({', '.join(files[:_MOST_FILES])}{more})" if files else ""
        yield f"The files named inside a patch{named} are not seen: it brings no rules."
        return
    keys = [
        word.source for word in trace.words if word.source in _UNSEEN and _names_something(word, call.tool)
    ]
    if keys:
        verb = "is" if len(keys) == 1 else "are"
        counted = f"only {listed(list(PATH_KEYS))} count as paths, if they are text"
        yield f"{listed(keys)} {verb} not seen: {counted}."


def _names_something(word: Word, tool: str) -> bool:
    return not word.taken and tool != TERMINAL and ("/" in word.text or "." in word.text)
