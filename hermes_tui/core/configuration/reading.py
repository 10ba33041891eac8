"""Reads one configuration file: each key and value is checked, and what is wrong is told with its line."""

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from hermes_tui.core.configuration.keys import BUDGETS, KEYS, PER_PATH, Key, PathRule, WrongValueError
from hermes_tui.core.filesystem.disk import Disk
from hermes_tui.core.settings.settings import SettingsError
from hermes_tui.core.text.phrases import as_typed

_MOST_BYTES = 50_000
_MOST_DOTS = 500
"""``a.a.a.a`` takes ``tomllib`` a minute if it is long enough."""
_MOST_TRIES = 50
"""Beginnings of a file that are read to find the line of a key."""


class Origin(NamedTuple):
    """Where a value stands."""

    path: Path
    line: int | None
    """From 1; ``None`` where it was not found."""

    def __str__(self) -> str:
        """As compilers write it."""
        return str(self.path) if self.line is None else f"{self.path}:{self.line}"


class File:
    """One file, the repository's or the user's."""

    def __init__(self, path: Path, disk: Disk, *, is_users: bool) -> None:
        """Take the text of the file at *path*.

        Raises:
            SettingsError: it cannot be read.
        """
        self._path = path
        self._is_users = is_users
        content = disk.read_within(path, _MOST_BYTES)
        if content.text is None:
            raise SettingsError(f"{path} cannot be used: {content.detail or 'it cannot be read'}")
        if content.text.count(".") > _MOST_DOTS:
            raise SettingsError(f"{path} cannot be used: it has more than {_MOST_DOTS} dots")
        self._text = content.text

    def values(self) -> dict[str, object]:
        """All that it holds, checked; of a table as ``budgets.file``.

        Raises:
            SettingsError: a key or a value is wrong; names file and line.
        """
        try:
            read = tomllib.loads(self._text)
        except (ValueError, RecursionError) as error:
            place = re.search(r"\(at line (\d+)", str(error))
            said = str(error) or "it is nested too deeply"
            raise SettingsError(f"{self._path}{f':{place[1]}' if place else ''}: no TOML: {said}") from None
        return dict(self._checked(read))

    def _checked(self, read: dict[str, object]) -> Iterator[tuple[str, object]]:
        for name, value in read.items():
            key = self._key(KEYS, (name,))
            if name == "budgets":
                for part, count in self._table(value, (name,)).items():
                    yield f"{name}.{part}", self._value(self._key(BUDGETS, (name, part)), count, (name, part))
            elif name == "per-path":
                yield name, self._path_rules(value)
            else:
                yield name, self._value(key, value, (name,))

    def _path_rules(self, value: object) -> tuple[PathRule, ...]:
        if not isinstance(value, list):
            raise self._error(("per-path",), "per-path must be tables: [[per-path]]")
        rules = []
        for number, table in enumerate(value):
            found = {}
            for part, one in self._table(table, ("per-path",)).items():
                where = ("per-path", str(number), part)
                found[part] = self._value(self._key(PER_PATH, where), one, where)
            missing = [part for part in PER_PATH if part not in found]
            if missing:
                raise self._error(("per-path", str(number)), f"[[per-path]] needs {missing[0]}")
            rules.append(PathRule(**found))  # type: ignore[arg-type] # both were checked
        return tuple(rules)

    def _key(self, known: dict[str, Key], where: tuple[str, ...]) -> Key:
        name = where[-1]
        if name not in known:
            import difflib

            close = difflib.get_close_matches(name, known, 1)
            others = f'did you mean "{close[0]}"?' if close else f"there are {', '.join(known)}"
            raise self._error(where, f"there is no key {as_typed(name)}; {others}")
        key = known[name]
        if not (key.in_user if self._is_users else key.in_repository):
            other = "each user's own config.toml" if not self._is_users else "a repository's .hermes-tui.toml"
            raise self._error(where, f"{name} may stand in {other} only")
        return key

    def _value(self, key: Key, value: object, where: tuple[str, ...]) -> object:
        try:
            return key.taken(value)
        except WrongValueError as error:
            raise self._error(where, f"{where[-1]} {error}") from None

    def _table(self, value: object, where: tuple[str, ...]) -> dict[str, object]:
        if not isinstance(value, dict):
            raise self._error(where, f"{where[-1]} must be a table")
        return value

    def _error(self, where: tuple[str, ...], said: str) -> SettingsError:
        return SettingsError(f"{Origin(self._path, line_of(self._text, where))}: {said}")


def line_of(text: str, where: tuple[str, ...]) -> int | None:
    """The line on which the key at *where* begins; ``tomllib`` does not tell.

    It is the first one that a beginning of the file needs to have the key: tried at the lines that name it.
    """

    def has(count: int) -> bool | None:
        """Whether the first *count* lines have it; ``None``: they end in the middle of something."""
        try:
            found: object = tomllib.loads("\n".join(lines[:count]))
        except (ValueError, RecursionError):
            return None
        for part in where:
            if isinstance(found, list):
                found = {str(number): one for number, one in enumerate(found)}
            if not isinstance(found, dict) or part not in found:
                return False
            found = found[part]
        return True

    lines = text.split("\n")
    name = next((part for part in reversed(where) if not part.isdigit()), "")
    naming = [number for number, line in enumerate(lines) if name in line]
    tries = 0
    for number in naming:
        if has(number) is not False:  # in the middle of something, or it is there already
            continue
        for end in range(number + 1, len(lines) + 1):
            tries += 1
            if tries > _MOST_TRIES:
                return None
            known = has(end)
            if known is not None:
                break
        else:
            continue
        if known:
            return number + 1
    return None
