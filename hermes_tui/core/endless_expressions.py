"""Expressions that may take for ever: no thread can stop one, and it holds up every other.

Python's ``re`` tries every way to share the characters among repetitions in a repetition: ``(a+)+b`` takes
twice as long with every further ``a``.
"""

import importlib
import re
import warnings
from typing import Any

_PARSER = "re._parser"
"""Not for everybody, but there from 3.11 on; without it nothing is objected to."""
_FEW = 16
"""Repetitions so few that they do no harm."""


def may_be_endless(expression: str) -> bool:
    """A repetition without a bound stands inside another one."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            parsed = importlib.import_module(_PARSER).parse(expression)
    except (ImportError, re.error, OverflowError, RecursionError):
        return False
    return _nests(parsed, is_repeated=False)


def _nests(part: Any, *, is_repeated: bool) -> bool:
    """Looks through what the parser gives: operators with lists, tuples and numbers below them."""
    if isinstance(part, tuple) and part and str(part[0]) in ("MAX_REPEAT", "MIN_REPEAT"):
        _, most, inner = part[1]
        repeats = int(most) > _FEW
        return (repeats and is_repeated) or _nests(inner, is_repeated=is_repeated or repeats)
    if isinstance(part, str | int) or part is None:
        return False
    try:
        return any(_nests(inner, is_repeated=is_repeated) for inner in part)
    except TypeError:
        return False
