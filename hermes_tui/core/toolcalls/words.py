"""Which parts of a tool call Hermes takes for paths, and why not the others (``rules.md`` section 2.3)."""

import json
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from hermes_tui.core.releases.lookup import Ruleset
from hermes_tui.core.text.provenance import Span
from hermes_tui.core.toolcalls.calls import ToolCall
from hermes_tui.core.toolcalls.shell_words import ShellWord, navigation_operands, split_blanks, split_words
from hermes_tui.core.toolcalls.tool_names import TERMINAL

PATH_KEYS = ("path", "file_path", "workdir")
"""Arguments that count as a path, whatever the tool."""
COMMAND_KEY = "command"
LONGEST_LOOKED_AT = 131_072
"""Characters of a path or command that is looked at. Linux starts no program with a longer argument."""
CD_OPERAND = "cd or pushd goes there"
CD_OPERAND_IGNORED = 'it has no "/" and no ".", and this release does not read where cd goes'

_ADDRESSES = ("http://", "https://", "git@")
_SHOWN = 200
_ONLY_KEYS = "only path, file_path and workdir count as paths"


class Word(NamedTuple):
    """An argument, or a word of a command."""

    text: str
    """As Hermes sees it, without quotes; may be foreign. What is no text is shown as JSON."""
    source: str
    """The argument that it is, or is in."""
    taken: bool
    """Hermes looks for context files there."""
    reason: str
    """Why it is taken or not, as a sentence without its full stop; may hold foreign text."""
    span: Span | None = None
    """Its place in the command, quotes included."""


def too_long(args: Mapping[str, object]) -> dict[str, int]:
    """The paths and the command in *args* that are too long to be looked at, with their characters."""
    return {
        key: len(value)
        for key in (*PATH_KEYS, COMMAND_KEY)
        if isinstance(value := args.get(key), str) and len(value) > LONGEST_LOOKED_AT
    }


def words_of(call: ToolCall, *, ruleset: Ruleset) -> tuple[Word, ...]:
    """Every argument of *call*, and every word of its command, in order."""
    found: list[Word] = []
    for key, value in call.args.items():
        if key == COMMAND_KEY and call.tool == TERMINAL and isinstance(value, str):
            found.extend(_command_words(value, ruleset))
        else:
            found.append(_argument(call.tool, key, value))
    return tuple(found)


def has_open_quote(call: ToolCall) -> bool:
    """The quotes of the command do not match: Hermes splits it at white space."""
    command = call.args.get(COMMAND_KEY)
    return call.tool == TERMINAL and isinstance(command, str) and split_words(command) is None


def _argument(tool: str, key: str, value: object) -> Word:
    if key in PATH_KEYS:
        if not isinstance(value, str):
            return Word(_shown(value), key, taken=False, reason=f"{key} is no text, and only text counts")
        if not value.strip():
            return Word(value, key, taken=False, reason=f"{key} is empty")
        return Word(value, key, taken=True, reason=f"{key} is a path, whatever the tool")
    text = value if isinstance(value, str) else _shown(value)
    return Word(text, key, taken=False, reason=_why_not(tool, key, value))


def _why_not(tool: str, key: str, value: object) -> str:
    if key == COMMAND_KEY:
        if tool == TERMINAL:
            return "the command is no text, and only text counts"
        return "only a command of the tool terminal is searched for paths"
    if tool == "execute_code" and key == "code":
        return "files that the code opens are not seen: it is not searched for paths"
    if tool == "patch" and key == "patch":
        return f"the file names inside a patch are not seen: {_ONLY_KEYS}"
    if isinstance(value, list | dict):
        return f"{key} is a list or an object, and nothing inside it is seen: {_ONLY_KEYS}"
    return f"{key} is not looked at: {_ONLY_KEYS}"


def _shown(value: object) -> str:
    try:
        text = json.dumps(value, ensure_ascii=False)
    except (TypeError, ValueError, RecursionError):
        text = str(type(value).__name__)
    return text if len(text) <= _SHOWN else f"{text[:_SHOWN]}…"


def _command_words(command: str, ruleset: Ruleset) -> Iterator[Word]:
    words = split_words(command)
    if words is None:
        words = split_blanks(command)
    targets = list(navigation_operands(command))
    reads_cd = ruleset.hints.reads_cd
    for word in words:
        while targets and targets[0].span.start < word.span.start:
            yield from _apart(targets.pop(0), reads_cd=reads_cd)
        if targets and targets[0] == word:
            targets.pop(0)
            yield _command_word(word, reads_cd=reads_cd, is_target=True)
        else:
            yield _command_word(word, reads_cd=reads_cd, is_target=False)
    for target in targets:
        yield from _apart(target, reads_cd=reads_cd)


def _apart(target: ShellWord, *, reads_cd: bool) -> Iterator[Word]:
    """The operand of a ``cd`` that is no word of its own, as in ``cd sub;ls``."""
    if reads_cd:
        yield Word(target.text, COMMAND_KEY, taken=True, reason=CD_OPERAND, span=target.span)


_SLASH = 'it has a "/" in it'
_DOT = 'it has a "." in it'
_FLAG = "it begins with -, like an option"
_ADDRESS = "it is an address"


def _command_word(word: ShellWord, *, reads_cd: bool, is_target: bool) -> Word:
    text = word.text
    if is_target and reads_cd:
        return Word(text, COMMAND_KEY, taken=True, reason=CD_OPERAND, span=word.span)
    if text.startswith("-"):
        taken, reason = False, _FLAG
    elif text.startswith(_ADDRESSES):
        taken, reason = False, _ADDRESS
    elif "/" in text:
        taken, reason = True, _SLASH
    elif "." in text:
        taken, reason = True, _DOT
    elif is_target:
        taken, reason = False, CD_OPERAND_IGNORED
    else:
        taken, reason = False, 'it has no "/" and no "." in it'
    return Word(text, COMMAND_KEY, taken, reason, word.span)
