"""What a person types or pastes, as a tool call of Hermes.

A path alone is a ``read_file`` of it; ``terminal`` and ``$`` take the rest of the line as it stands. What
looks like a shell command without them, or like a slip, is answered with the line that was probably meant.
"""

import itertools
import json
import re
import shlex
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from hermes_tui.core.toolcalls.pasted import (
    CallError,
    arguments_of,
    calls_of_json,
    decoded,
    is_json,
    read_arguments,
)
from hermes_tui.core.toolcalls.shell_words import ShellWord, split_words
from hermes_tui.core.toolcalls.tool_names import (
    COMMANDS,
    MAY_BE_BARE,
    TAKE_THE_REST,
    TERMINAL,
    TOOLS,
    similar_tool,
)

__all__ = ["CallError", "ParsedLine", "Suggestion", "ToolCall", "lines_of", "parse_call", "parse_calls"]

_NAME = re.compile(r"[A-Za-z_][\w.-]*")
_PAIR = re.compile(r"([A-Za-z_]\w*)=(.*)", re.DOTALL)
_NAMED = re.compile(r"([a-z_]+)=(.*)", re.DOTALL)
_SINGLE = re.compile(r"'[^']*+'")
_DOUBLE = re.compile(r'"(?>(?:[^"\\]|\\.)*)"', re.DOTALL)
_VARIABLE = re.compile(r"\$[A-Z_{(]")
_BARE = re.compile(r"[^-\s\"'\\=|&;<>$`][^\s\"'\\=|&;<>$`]*")
_LINE_END = re.compile(r"\r\n|\r|\n")
_CALLED = re.compile(r"([A-Za-z_][\w.-]*)\((.*)", re.DOTALL)


class ToolCall(NamedTuple):
    """A call as the model makes it."""

    tool: str
    args: Mapping[str, object]

    @property
    def line(self) -> str:
        """How a person would type it; :func:`parse_call` makes the same call of it."""
        for line in self._short_lines():
            try:
                if parse_call(line) == self:
                    return line
            except CallError:
                continue
        if _NAME.fullmatch(self.tool):
            return f"{self.tool} {_as_json(dict(self.args))}"
        return _as_json({"name": self.tool, "arguments": dict(self.args)})

    def _short_lines(self) -> Iterator[str]:
        values = self.args.values()
        if not all(isinstance(value, str) and value and value.isprintable() for value in values):
            return
        first = TOOLS.get(self.tool, ("",))[0]
        if set(self.args) == {first}:
            value = str(self.args[first])
            if self.tool == TERMINAL:
                yield f"$ {value}"
            yield f"{self.tool} {shlex.quote(value)}"
        if self.tool != TERMINAL:
            yield " ".join((self.tool, *(f"{key}={shlex.quote(str(self.args[key]))}" for key in self.args)))


class Suggestion(NamedTuple):
    """What was typed is no call, but close to one."""

    line: str
    """What was probably meant."""
    why: str
    """One sentence."""


class ParsedLine(NamedTuple):
    """One line of a paste."""

    number: int
    """Its number in what was pasted, from 1."""
    line: str
    result: ToolCall | Suggestion | CallError


def parse_call(line: str) -> ToolCall | Suggestion:
    """The call that *line* stands for, or the line that was probably meant.

    Raises:
        CallError: it is neither.
    """
    text = line.strip()
    if not text:
        raise CallError("nothing is typed: give a path, or a tool and its arguments")
    if is_json(text):
        calls = calls_of_json(decoded(text, "the call"))
        if len(calls) != 1:
            raise CallError(f"these are {len(calls)} calls: paste them on lines of their own")
        return ToolCall(*calls[0])
    if text[0] == "$" and not _VARIABLE.match(text):
        return _terminal(text[1:], "$")
    called = _CALLED.match(text)
    if called is not None and not _is_path_of(text, called[1]):
        return ToolCall(called[1], read_arguments(called[1], called[2], len(called[1]) + 2))
    name = _NAME.match(text)
    if name is None:
        return _without_tool(text)
    rest = text[name.end() :]
    if rest and not rest[0].isspace():
        return _without_tool(text)
    return _with_name(name[0], rest.strip(), text)


def lines_of(text: str) -> list[str]:
    """The lines of a paste or a file: terminals paste a carriage return, Windows writes both."""
    return _LINE_END.split(text)


def parse_calls(text: str) -> tuple[ParsedLine, ...]:
    """Each line of a paste; blank lines and lines that begin with ``#`` are passed over.

    A paste that is one JSON value over several lines, as recordings have it, is read as a whole.
    """
    whole = text.strip()
    lines = lines_of(text)
    if whole[:1] in ("{", "[") and len(lines_of(whole)) > 1:
        try:
            calls = calls_of_json(json.loads(whole))
        except (ValueError, RecursionError):
            pass
        else:
            return tuple(ParsedLine(1, call.line, call) for call in itertools.starmap(ToolCall, calls))
    found: list[ParsedLine] = []
    for number, line in enumerate(lines, 1):
        bare = line.strip()
        if bare and not bare.startswith("#"):
            found.extend(_parsed(number, bare))
    return tuple(found)


def _parsed(number: int, line: str) -> Iterator[ParsedLine]:
    try:
        if line.startswith("[") and is_json(line):
            for call in calls_of_json(decoded(line, "the calls")):
                yield ParsedLine(number, line, ToolCall(*call))
        else:
            yield ParsedLine(number, line, parse_call(line))
    except CallError as error:
        yield ParsedLine(number, line, error)


# ── a tool's name first ──


def _with_name(name: str, rest: str, text: str) -> ToolCall | Suggestion:
    if is_json(rest) and rest[0] == "{":
        if name != TERMINAL and name not in COMMANDS:
            return ToolCall(name, arguments_of(decoded(rest, f"what follows {name}", text.index("{")), name))
        args = _object(rest)  # otherwise a group of shell commands
        if args is not None:
            return ToolCall(name, args)
    if name == TERMINAL:
        return _named_terminal(rest) or _terminal(rest, name)
    if name in TOOLS:
        return _known(name, rest, text)
    words = split_words(rest)
    if words and name not in COMMANDS and (name.startswith("mcp_") or "_" in name):
        pairs = [_PAIR.fullmatch(word.text) for word in words]
        if all(pairs):
            return ToolCall(name, {pair[1]: pair[2] for pair in pairs if pair is not None})
    return _without_tool(text)


def _terminal(command: str, sign: str) -> ToolCall:
    if not command.strip():
        raise CallError(f"a command is missing behind {sign}: for example $ ls backend/")
    return ToolCall(TERMINAL, {"command": command.strip()})


def _named_terminal(rest: str) -> ToolCall | Suggestion | None:
    """The call where its command is given by name; ``None``: all of *rest* is the command."""
    words = split_words(rest)
    pairs = [_NAMED.fullmatch(word.text) for word in words or ()]
    args = {pair[1]: pair[2] for pair in pairs if pair is not None}
    if "command" not in args:
        return None
    if all(pairs):
        return ToolCall(TERMINAL, dict(args))
    if pairs[0] is not None and pairs[0][1] == "command":
        command = rest.removeprefix("command=")
        return Suggestion(f"$ {command}", "Behind command= a command with blanks goes in quotes.")
    return None


def _object(text: str) -> dict[str, object] | None:
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        return None
    return value if isinstance(value, dict) else None


def _known(name: str, rest: str, text: str) -> ToolCall:
    positional = TOOLS[name]
    if not rest:
        if name in MAY_BE_BARE:
            return ToolCall(name, {})
        raise CallError(f"{name} needs a {positional[0]}: for example {_example(name)}")
    words = split_words(rest)
    if name in TAKE_THE_REST and not (words and all(_PAIR.fullmatch(word.text) for word in words)):
        return ToolCall(name, {positional[0]: rest})
    if words is None:
        raise CallError(f"a quote is not closed: {_open_quote(rest, len(text) - len(rest))}")
    return ToolCall(name, _named(name, words, positional))


def _named(name: str, words: tuple[ShellWord, ...], positional: tuple[str, ...]) -> dict[str, object]:
    values: list[str] = []
    args: dict[str, object] = {}
    for word in words:
        pair = _PAIR.fullmatch(word.text)
        if pair is not None:
            args[pair[1]] = pair[2]
        else:
            values.append(word.text)
    if name == "search_files" and len(values) == 2:
        positional = ("pattern", "path")
    if len(values) > len(positional):
        one = "one value" if len(positional) == 1 else f"{len(positional)} values"
        raise CallError(
            f"{name} takes {one} without a name, and these are {len(values)}: put quotes around what has "
            f"blanks in it, or give names as in {_example(name)}"
        )
    if name == "skill_view" and len(values) == 1 and "/" in values[0]:
        positional = ("file_path",)
    return dict(zip(positional, values, strict=False)) | args


def _example(name: str) -> str:
    key = TOOLS[name][0]
    if name == "search_files":
        return "search_files path=src pattern=TODO"
    if key in ("path", "workdir"):
        return f"{name} {key}=backend/src" if key == "workdir" else f"{name} backend/src/main.py"
    return f"{name} {key}=..."


def _open_quote(text: str, before: int) -> str:
    """Where the quote stands that is not closed."""
    position = 0
    while position < len(text):
        sign = text[position]
        if sign == "\\":
            position += 1
        elif sign in "'\"":
            match = (_SINGLE if sign == "'" else _DOUBLE).match(text, position)
            if match is None:
                return f"{sign} at column {before + position + 1}"
            position = match.end() - 1
        position += 1
    return "the line ends in a backslash"


# ── no tool's name ──


def _without_tool(text: str) -> ToolCall | Suggestion:
    words = split_words(text)
    if words is None:
        return Suggestion(f"$ {text}", "A shell command begins with $.")
    first = words[0].text
    if len(words) == 1:
        return _one_word(text, first)
    if first not in COMMANDS:
        meant = similar_tool(first)
        if meant is not None:
            line = f"{meant} {text[words[0].span.end :].strip()}"
            return Suggestion(line, f"There is no tool called {first}; {meant} comes close.")
        if all(_is_path(word.text) for word in words) and not first.startswith(("./", "../", "/")):
            return Suggestion(f"$ cat {text}", "One path is a read_file; for several use a shell command.")
        if _may_be_one_path(words):
            why = (
                f'A shell command begins with $, a path with blanks in it goes in quotes: read_file "{text}".'
            )
            return Suggestion(f"$ {text}", why)
    return Suggestion(f"$ {text}", "This looks like a shell command, and those begin with $.")


def _may_be_one_path(words: tuple[ShellWord, ...]) -> bool:
    """Words of one path with blanks: no options, and an ending."""
    return _is_path(words[-1].text) and all(_BARE.fullmatch(word.text) for word in words)


def _is_path_of(text: str, name: str) -> bool:
    """What looks like a call of *name* is a path such as ``app(old)/page.tsx``."""
    return name not in TOOLS and not text.endswith(")") and _is_path(text) and bool(_BARE.fullmatch(text))


def _one_word(text: str, word: str) -> ToolCall | Suggestion:
    if word.startswith(("http://", "https://", "git@")):
        return Suggestion(f"$ curl {text}", "That is an address and no path; a shell command begins with $.")
    if _is_path(word):
        return ToolCall("read_file", {"path": word})
    if word in COMMANDS:
        return Suggestion(f"$ {text}", f"{word} is a shell command, and those begin with $.")
    meant = similar_tool(word)
    if meant is not None:
        return Suggestion(f"{meant} ", f"There is no tool called {word}; {meant} comes close.")
    return Suggestion(f"read_file {text}", f"A path alone needs a / or a dot in it; {word} has neither.")


def _is_path(word: str) -> bool:
    return "/" in word or "." in word or word == "~"


def _as_json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, default=str)
