"""What is configured, and where each value comes from."""

from collections.abc import Iterator
from typing import Any, NamedTuple

from hermes_tui.core.configuration.files import REPOSITORY_FILE, ToolConfiguration
from hermes_tui.core.configuration.keys import BUDGETS, KEYS, PathRule
from hermes_tui.core.configuration.reading import Origin
from hermes_tui.core.filesystem.disk import Disk
from hermes_tui.core.settings.keys import CONTEXT_LENGTH, MAX_CHARS
from hermes_tui.core.settings.settings import Settings
from hermes_tui.core.text.phrases import from_home
from hermes_tui.core.text.terminal_safe import safe

SCHEMA = 1
"""Version of the JSON; a field may be added without a new one."""
_DEFAULT = "default"
_OPTION = "option"
_USUAL = {"fail-on": "error"}
_TABLES = {"budgets": BUDGETS}


class Row(NamedTuple):
    """One value."""

    key: str
    value: object
    """``None``: nothing is said."""
    origin: Origin | str
    """A file and a line, or why it is so."""


def rows(settings: Settings, configured: ToolConfiguration, disk: Disk) -> Iterator[Row]:
    """Every key of a file, with the value that applies and where it comes from."""
    typed = settings.typed
    for name, value, setting in (
        ("hermes", settings.ruleset.name, ""),
        ("context-length", settings.context_length, CONTEXT_LENGTH),
        ("max-chars", settings.max_chars, MAX_CHARS),
    ):
        is_ours = typed is not None and name.replace("-", "_") in typed.origins
        origin: Origin | str | None = configured.origin(name, disk) if is_ours else None
        if origin is None and name == "hermes":
            origin = settings.origin
        elif origin is None and setting in settings.origins:
            origin = Origin(settings.origins[setting], None)
        elif origin is None:
            origin = _DEFAULT if value is None else _OPTION
        yield Row(name, value, origin)
    for key in KEYS:
        if key not in ("hermes", "context-length", "max-chars"):
            for name in (f"{key}.{part}" for part in _TABLES[key]) if key in _TABLES else (key,):
                value = configured.values.get(name, _USUAL.get(name))
                yield Row(name, value, configured.origin(name, disk) or _DEFAULT)


def configuration_text(settings: Settings, configured: ToolConfiguration, disk: Disk) -> Iterator[str]:
    """For a person: the files, then a line for each key."""
    named = [safe(from_home(path, settings.home)) for path in configured.files]
    yield f"files: {', '.join(named)}" if named else f"no {REPOSITORY_FILE} here, and no config.toml of yours"
    told = [
        (row.key, _shown(row.value), _where(row.origin, settings)) for row in rows(settings, configured, disk)
    ]
    widths = [max(len(line[column]) for line in told) for column in (0, 1)]
    for key, value, where in told:
        yield f"{key:<{widths[0]}}  {value:<{min(40, widths[1])}}  {where}".rstrip()


def configuration_json(settings: Settings, configured: ToolConfiguration, disk: Disk) -> dict[str, Any]:
    """The same for a program."""
    return {
        "schema": SCHEMA,
        "files": [str(path) for path in configured.files],
        "values": [
            {
                "key": row.key,
                "value": _plain(row.value),
                "path": str(row.origin.path) if isinstance(row.origin, Origin) else None,
                "line": row.origin.line if isinstance(row.origin, Origin) else None,
                "origin": str(row.origin),
            }
            for row in rows(settings, configured, disk)
        ],
        "notes": list(settings.notes),
    }


def _where(origin: Origin | str, settings: Settings) -> str:
    if isinstance(origin, str):
        return safe(origin)
    place = from_home(origin.path, settings.home)
    return safe(place if origin.line is None else f"{place}:{origin.line}")


def _shown(value: object) -> str:
    if value is None:
        return "-"
    if isinstance(value, int) and not isinstance(value, bool):
        return f"{value:,}"
    if isinstance(value, dict):
        return safe(", ".join(f"{name} = {one}" for name, one in value.items()))
    if isinstance(value, tuple):
        parts = (
            f"{' '.join(one.ignore)} in {' '.join(one.paths)}" if isinstance(one, PathRule) else str(one)
            for one in value
        )
        return safe(", ".join(parts))
    return safe(str(value))


def _plain(value: object) -> object:
    if isinstance(value, PathRule):
        return {"paths": list(value.paths), "ignore": list(value.ignore)}
    if isinstance(value, tuple):
        return [_plain(one) for one in value]
    return dict(value) if isinstance(value, dict) else value
