"""Every finding by a code that stays the same.

``hermes-tui explain``, the README's list and the rules of a SARIF report come from one table.
"""

from collections.abc import Iterator

from hermes_tui.core.codes.table import CODES, Code, Severity
from hermes_tui.core.text.public_text import Public

__all__ = ["CODES", "Code", "Severity", "code_list", "code_table", "explained", "get_code", "public_words"]

_WHEN = {"HT040": "`--git`", "HT042": "`why` only", "HT043": "`why` only", "HT047": "`[budgets]`"}
"""Codes that ``check`` has not, or only if it is asked."""
_BY_ID = {code.id: code for code in CODES}


def get_code(name: str) -> Code:
    """The code called *name*, however it is spelled: ``ht1`` is ``HT001``.

    Raises:
        ValueError: there is none; the message is a sentence.
    """
    digits = name.strip().upper().removeprefix("HT")
    found = _BY_ID.get(f"HT{int(digits):03}") if digits.isascii() and digits.isdigit() else None
    if found is None:
        raise ValueError(f"there is no code {name!r}: they go from {CODES[0].id} to {CODES[-1].id}")
    return found


def public_words(name: str) -> tuple[Public, Public]:
    """What the code called *name* is about and how it is mended: where more would tell words of a file."""
    code = get_code(name)
    return Public(code.title), Public(code.mend)


def explained(code: Code) -> Iterator[str]:
    """All that there is to say about *code*, in lines."""
    yield f"{code.id}  {code.title} ({code.severity.value})"
    yield ""
    yield code.meaning
    yield f"Example: {code.example}"
    yield f"To mend it: {code.mend}"


def code_list() -> Iterator[str]:
    """One line a code."""
    for code in CODES:
        yield f"{code.id}  {code.severity.value:<7}  {code.title}"


def code_table() -> Iterator[str]:
    """The list for the README, in Markdown."""
    yield "| code | severity | what |"
    yield "|---|---|---|"
    for code in CODES:
        when = f" ({_WHEN[code.id]})" if code.id in _WHEN else ""
        yield f"| `{code.id}` | {code.severity.value} | {code.title}{when} |"
