"""Every key of a configuration file: what its value must be, and which file may hold it."""

from collections.abc import Callable, Mapping
from typing import NamedTuple

from hermes_tui.core.releases.lookup import get_ruleset
from hermes_tui.core.settings.settings import INSTALLED

_MOST = 10**15
"""Characters or tokens: no file has so many."""


class WrongValueError(ValueError):
    """A value cannot be used; the message goes on after the name of its key."""


class PathRule(NamedTuple):
    """Codes that do not count for some files."""

    paths: tuple[str, ...]
    """Patterns as in ``.gitignore``, from the directory of the file that holds them."""
    ignore: tuple[str, ...]


class Budgets(NamedTuple):
    """Characters from which on there is a finding."""

    file: int | None = None
    chain: int | None = None
    hint: int | None = None


NO_BUDGETS = Budgets()


class Key(NamedTuple):
    """One key."""

    taken: Callable[[object], object]
    """The value as it is used; raises :class:`WrongValueError`."""
    what: str
    in_repository: bool = True
    """A repository's own file may hold it: it cannot harm whoever looks at that repository."""
    in_user: bool = True
    """The user's own file may hold it."""


def _text(value: object) -> str:
    if not isinstance(value, str) or not value.strip():
        raise WrongValueError("must be a text")
    return value


def _release(value: object) -> str:
    if not isinstance(value, str):
        raise WrongValueError('must be a text, such as "0.22.2"')
    if value != INSTALLED:
        try:
            get_ruleset(value)
        except ValueError as error:
            raise WrongValueError(f"cannot be used: {error}") from None
    return value


def _count(value: object) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or not 1 <= value <= _MOST:
        raise WrongValueError(f"must be a whole number from 1 to {_MOST:,}")
    return value


def _severity(value: object) -> str:
    if value not in ("warning", "error"):
        raise WrongValueError('must be "warning" or "error"')
    return str(value)


def _texts(value: object) -> tuple[str, ...]:
    if not isinstance(value, list) or not all(isinstance(one, str) and one.strip() for one in value):
        raise WrongValueError("must be a list of texts")
    return tuple(value)


def _codes(value: object) -> tuple[str, ...]:
    from hermes_tui.core.codes.catalogue import get_code  # 2 ms, which a file without codes need not pay

    try:
        return tuple(get_code(name).id for name in _texts(value))
    except WrongValueError:
        raise WrongValueError('must be a list of codes, such as ["HT005"]') from None
    except ValueError as error:
        raise WrongValueError(f"cannot be used: {error}") from None


def _table_of_texts(value: object) -> Mapping[str, str]:
    if not isinstance(value, dict) or not all(isinstance(one, str) for one in value.values()):
        raise WrongValueError("must be a table of texts")
    return value


PER_PATH: dict[str, Key] = {
    "paths": Key(_texts, "patterns as in .gitignore"),
    "ignore": Key(_codes, "codes that do not count there"),
}
"""Keys of each ``[[per-path]]``."""

BUDGETS: dict[str, Key] = {
    "file": Key(_count, "characters of one context file"),
    "chain": Key(_count, "characters of all that is sent at the start"),
    "hint": Key(_count, "characters of one file that a tool call brings"),
}
"""Keys of ``[budgets]``; a finding (HT047) above them."""

KEYS: dict[str, Key] = {
    "hermes": Key(_release, "the Hermes release that is shown"),
    "context-length": Key(_count, "of the model, in tokens"),
    "max-chars": Key(_count, "Hermes' context_file_max_chars"),
    "fail-on": Key(_severity, "check exits with 1 on such findings, or worse ones"),
    "ignore": Key(_codes, "codes that check leaves out"),
    "baseline": Key(_text, "file of findings that check leaves out", in_user=False),
    "per-path": Key(lambda value: value, "codes that check leaves out for some files", in_user=False),
    "budgets": Key(lambda value: value, "characters from which on check has a finding"),
    "theme": Key(_text, "colours of the screen", in_repository=False),
    "keymap": Key(_table_of_texts, "other keys for the commands of the screen", in_repository=False),
}
"""Keys of a file."""
