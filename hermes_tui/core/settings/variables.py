"""``${NAME}`` in settings, replaced by what the environment has. No other source is looked into."""

import re
from collections.abc import Iterator, Mapping
from typing import Any

_BEGIN, _END = "${", "}"
_OUR_SOURCE = "env:"
_OTHER_SOURCE = r"[a-z][a-z0-9_-]*:"
_MOST_CHARS = 10_000_000
"""Characters that variables may bring in."""


class TooMuchBroughtError(ValueError):
    """The variables bring in too much to go on; the message is a clause about it."""


class Variables:
    """The variables of an environment."""

    def __init__(self, environ: Mapping[str, str], *, knows_sources: bool) -> None:
        """*knows_sources*: ``${env:NAME}`` is one of the environment; with another word there, it is none."""
        self._environ = environ
        self._knows_sources = knows_sources
        self._brought = 0

    def expanded(self, values: Any) -> Any:
        """*values* with the variables that are set.

        Raises:
            RecursionError: a list or mapping holds itself.
            UnicodeEncodeError: the name of a variable is no text.
            TooMuchBroughtError: what they bring in is too long.
        """
        return self._expanded(values, {})

    def _expanded(self, value: Any, known: dict[int, Any]) -> Any:
        """*known*: what became of values; a small file can name the same ones without end."""
        if isinstance(value, str | dict | list) and id(value) not in known:
            if isinstance(value, str):
                known[id(value)] = self._in_text(value)
            elif isinstance(value, dict):
                known[id(value)] = {name: self._expanded(inner, known) for name, inner in value.items()}
            else:
                known[id(value)] = [self._expanded(inner, known) for inner in value]
        return known.get(id(value), value)

    def _in_text(self, text: str) -> str:
        pieces: list[str] = []
        end = 0
        for begin, behind, name in references(text):
            found = self._value(name)
            if found is None:
                continue
            pieces += (text[end:begin], found)
            end = behind
            self._brought += len(found)
            if self._brought > _MOST_CHARS:
                raise TooMuchBroughtError(f"its variables bring in more than {_MOST_CHARS:,} characters")
        return "".join((*pieces, text[end:])) if pieces else text

    def _value(self, name: str) -> str | None:
        """What stands in place of a reference; ``None``: it stays."""
        if self._knows_sources:
            name = name.strip()
            if name.startswith(_OUR_SOURCE):
                name = name.removeprefix(_OUR_SOURCE).strip()
            elif re.match(_OTHER_SOURCE, name):
                return None
        return self._environ.get(name)


def references(text: str) -> Iterator[tuple[int, int, str]]:
    """Where each ``${NAME}`` begins and ends in *text*, and its name: all up to the next brace, if anything.

    (A regular expression for it takes time by the square of a text that begins many and ends none.)
    """
    begin = text.find(_BEGIN)
    while begin >= 0:
        inner = begin + len(_BEGIN)
        end = text.find(_END, inner)
        if end < 0:
            return
        if end > inner:
            yield begin, end + 1, text[inner:end]
        begin = text.find(_BEGIN, end + 1)
