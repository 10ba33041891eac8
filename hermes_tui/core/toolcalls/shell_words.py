"""A command line in words, split exactly as Hermes splits it, and where each word stands.

Hermes uses Python's ``shlex`` twice: once for the words, and once, in releases that read ``cd``, with
shell operators and comments set apart. The expressions below accept what it accepts, faster and with
places (``rules.md`` section 2.3; the tests compare them with ``shlex`` itself).
"""

import re
from typing import NamedTuple

from hermes_tui.core.text.provenance import Span

_BLANKS = " \t\r\n"
# Nothing taken is given back. For a group that is (?>(?:...)*): in (?:...)*+ Python before 3.11.5 errs.
_QUOTED = r"""\\.|'[^']*+'|"(?>(?:[^"\\]|\\.)*)\""""
_WORD = re.compile(rf"""[ \t\r\n]*+((?>(?:[^ \t\r\n\\'"]|{_QUOTED})+))(?=[ \t\r\n]|\Z)""", re.DOTALL)
_BETWEEN = r"(?>(?:[ \t\r\n]++|\#[^\n]*+\n?+)*)"
_TOKEN = re.compile(
    rf"""{_BETWEEN}
    (?:(?P<operator>[();<>|&]++)|(?P<word>(?>(?:[^ \t\r\n\\'"\#();<>|&]|{_QUOTED})+)))""",
    re.DOTALL | re.VERBOSE,
)
_REST = re.compile(rf"{_BETWEEN}\Z")
_PLAIN = re.compile(r"\S+")
_PIECE = re.compile(rf"""[^\\'"]++|{_QUOTED}""", re.DOTALL)
_ESCAPED_IN_QUOTES = re.compile(r'\\([\\"])')

_NAVIGATION = ("cd", "pushd")
_QUOTING = str.maketrans("", "", "\\'\"")
_SEPARATORS = frozenset(("&&", "||", "|", ";", "&", ";;", "|&", "(", ")"))


class ShellWord(NamedTuple):
    """One word, its quotes taken off."""

    text: str
    span: Span
    """Its place in the command, quotes included."""


def split_words(command: str) -> tuple[ShellWord, ...] | None:
    """The words as a POSIX shell has them, comments included; ``None`` where a quote is left open."""
    found = []
    position, end = 0, len(command.rstrip(_BLANKS))
    while position < end:
        match = _WORD.match(command, position)
        if match is None:
            return None
        found.append(ShellWord(_unquoted(match[1]), Span(*match.span(1))))
        position = match.end()
    return tuple(found)


def split_blanks(command: str) -> tuple[ShellWord, ...]:
    """The pieces between white space, quotes and all: what counts where a quote is left open."""
    return tuple(ShellWord(match[0], Span(*match.span())) for match in _PLAIN.finditer(command))


def navigation_operands(command: str) -> tuple[ShellWord, ...]:
    """Where ``cd`` and ``pushd`` go: the operand of each that begins a part of the command."""
    bare = command.translate(_QUOTING) if "'" in command or '"' in command or "\\" in command else command
    if not any(name in bare for name in _NAVIGATION):  # most commands: spared the tokens
        return ()
    tokens = _tokens(command)
    if tokens is None:
        return ()
    found = []
    begins = True
    for number, token in enumerate(tokens):
        if token.text in _SEPARATORS:
            begins = True
            continue
        if begins and token.text in _NAVIGATION:
            operand = _operand(tokens, number + 1)
            if operand is not None:
                found.append(operand)
        begins = False
    return tuple(found)


def _operand(tokens: list[ShellWord], start: int) -> ShellWord | None:
    for number in range(start, len(tokens)):
        token = tokens[number]
        if token.text in _SEPARATORS:
            return None
        if not token.text.startswith("-"):
            return token if token.text else None
    return None


def _tokens(command: str) -> list[ShellWord] | None:
    """Words and operators, comments left out; ``None`` where a quote is left open."""
    found = []
    position = 0
    while match := _TOKEN.match(command, position):
        operator = match["operator"]
        if operator is not None:
            found.append(ShellWord(operator, Span(*match.span("operator"))))
        else:
            found.append(ShellWord(_unquoted(match["word"]), Span(*match.span("word"))))
        position = match.end()
    return found if _REST.match(command, position) else None


def _unquoted(word: str) -> str:
    if "\\" not in word and "'" not in word and '"' not in word:
        return word
    pieces = []
    for match in _PIECE.finditer(word):
        piece = match[0]
        if piece[0] == "\\":
            pieces.append(piece[1:])
        elif piece[0] == "'":
            pieces.append(piece[1:-1])
        elif piece[0] == '"':
            pieces.append(_ESCAPED_IN_QUOTES.sub(r"\1", piece[1:-1]))
        else:
            pieces.append(piece)
    return "".join(pieces)
