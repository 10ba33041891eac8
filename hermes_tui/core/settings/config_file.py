"""The configuration as a release uses it: ``config.yaml`` read and put right, and the managed one above it.

Seen by running the releases (0.17 to 0.22.2; ``sessions.md`` 5.1). Nothing here raises for what a file
holds, and no variable is looked up but in the environment: the values in Hermes' ``.env`` are secrets.
"""

from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

from hermes_tui.core.filesystem.disk import Disk
from hermes_tui.core.filesystem.file_content import Unreadable
from hermes_tui.core.releases.lookup import Ruleset, YamlReader
from hermes_tui.core.settings.keys import CONTEXT_LENGTH, MAX_CHARS, READ_TIMEOUT, shown_value
from hermes_tui.core.settings.variables import TooMuchBroughtError, Variables, references
from hermes_tui.core.settings.yaml_reader import MOST_BYTES

NAME = "config.yaml"
_GOOD_COPIES = Path("backups") / "config"
"""Below the home: what ``config.yaml`` was when it could last be read."""
_MANAGED_VARIABLE = "HERMES_MANAGED_DIR"
_MANAGED = Path("/etc/hermes")

_GOOD = f"{NAME}.good."
_AS_IF_ABSENT = "and the answer is given as if it were not there"

_Values = dict[str, Any]


class Configuration(NamedTuple):
    """What the files come to."""

    values: Mapping[str, Any]
    """Everything that is set, as Hermes uses it."""
    context_length: object
    """``model.context_length`` as a whole number; what cannot be one as it is."""
    origins: Mapping[str, Path]
    """The file that each of the settings about context files comes from."""
    managed: Path | None
    """The managed one of them, where it is in force."""
    sources: tuple[Path, ...]
    """Every file that decides, there or not."""
    notes: tuple[str, ...]
    """What is not used or comes from elsewhere, each in a sentence; foreign text stands behind a colon."""


class _UnusableError(Exception):
    """Hermes goes on without this file; the message is the reason."""


class _UnreadError(Exception):
    """Hermes may use this file, but it is not read here; the message is the reason."""


class _LostError(Exception):
    """Hermes fails when it puts the values right, and goes on without any; the message is the reason."""


def configuration_paths(hermes_home: Path, ruleset: Ruleset, environ: Mapping[str, str]) -> tuple[Path, ...]:
    """The files that are read for the home *hermes_home*, there or not: its own, and the managed one."""
    own = hermes_home / NAME
    return (own,) if ruleset.managed_yaml is None else (own, _managed_path(environ))


def _managed_path(environ: Mapping[str, str]) -> Path:
    given = environ.get(_MANAGED_VARIABLE, "").strip()
    return (Path(given) if given else _MANAGED) / NAME


def find_configuration(
    hermes_home: Path, ruleset: Ruleset, environ: Mapping[str, str], disk: Disk
) -> Configuration:
    """What is set for the home *hermes_home*."""
    return _Reading(hermes_home, ruleset, environ, disk).configuration()


class _Reading:
    """One reading of all the files."""

    def __init__(self, home: Path, ruleset: Ruleset, environ: Mapping[str, str], disk: Disk) -> None:
        self._home = home
        self._ruleset = ruleset
        self._environ = environ
        self._disk = disk
        self._sources = [home / NAME]
        self._notes: list[str] = []

    def configuration(self) -> Configuration:
        origins: dict[str, Path] = {}
        above_all: Path | None = None
        try:
            path, own = self._own()
            values = self._put_right(own)
            origins.update(dict.fromkeys(_settings_of(values), path))
            managed = self._managed()
            if managed is not None:
                above_all, above = managed
                values = self._merged(values, above)
                origins.update(dict.fromkeys(_settings_of(above), above_all))
        except _LostError as error:
            self._notes.append(f"{NAME} is not used: {error}")
            values, origins, above_all = {}, {}, None
        except _UnreadError as error:
            self._notes.append(f"{NAME} is not read, {_AS_IF_ABSENT}: {error}")
            values, origins, above_all = {}, {}, None
        return Configuration(
            values=values,
            context_length=self._whole(_length_in(values)),
            origins=origins,
            managed=above_all,
            sources=tuple(self._sources),
            notes=tuple(self._notes),
        )

    # ── the user's own ──

    def _own(self) -> tuple[Path, _Values]:
        """The values of ``config.yaml`` or of the copy that stands in for it, with the file's path."""
        path = self._home / NAME
        if not self._disk.exists(path):
            return path, {}
        try:
            values = self._mapping(path, self._ruleset.config_yaml, drops_bom=self._ruleset.codec_drops_bom)
            _check_turns(values)
        except _UnusableError as error:
            return self._stand_in(path, str(error))
        except _UnreadError as error:
            self._notes.append(f"{NAME} is not read, {_AS_IF_ABSENT}: {error}")
            return path, {}
        return path, values

    def _stand_in(self, path: Path, problem: str) -> tuple[Path, _Values]:
        if self._ruleset.keeps_good_copies:
            directory = self._home / _GOOD_COPIES
            copies = [
                name
                for name in self._disk.names(directory)
                if name.startswith(_GOOD) and self._disk.is_file(directory / name)
            ]
            if copies:
                copy = directory / copies[-1]
                self._sources.append(copy)
                try:
                    values = _mapping_or_error(self._loaded(copy, self._ruleset.config_yaml, drops_bom=False))
                except _UnreadError as error:
                    self._notes.append(
                        f"{NAME} is broken, and its last good copy is not read, {_AS_IF_ABSENT}: "
                        f"{copy}: {error}"
                    )
                except _UnusableError as error:
                    self._notes.append(f"The last good copy of {NAME} is not used: {copy}: {error}")
                else:
                    self._notes.append(
                        f"{NAME} is broken, and Hermes goes on with its last good copy, "
                        f"{_GOOD_COPIES / copies[-1]}: {problem}"
                    )
                    return copy, values
        self._notes.append(f"{NAME} is not used: {problem}")
        return path, {}

    def _put_right(self, values: _Values) -> _Values:
        """What Hermes makes of the values of a user.

        Raises:
            _LostError: it fails on them.
        """
        if not _can_be_mapping(values.get("agent")):
            raise _LostError(
                f"agent is {shown_value(values['agent'])}, not a mapping, and Hermes fails on that"
            )
        return self._expanded(_with_root_length(values))

    # ── the managed one ──

    def _managed(self) -> tuple[Path, _Values] | None:
        reader = self._ruleset.managed_yaml
        if reader is None:
            return None
        path = _managed_path(self._environ)
        self._sources.append(path)
        if not self._disk.exists(path):
            return None
        try:
            values = self._mapping(path, reader, drops_bom=self._ruleset.codec_drops_bom)
        except _UnusableError as error:
            self._notes.append(f"The managed configuration is not used: {path}: {error}")
            return None
        except _UnreadError as error:
            self._notes.append(f"The managed configuration is not read, {_AS_IF_ABSENT}: {path}: {error}")
            return None
        if self._ruleset.managed_root_length:
            values = _with_root_length(values)
            if isinstance(values.get("model"), str):
                values = {**values, "model": {"default": values["model"]}}
        return path, self._expanded(values)

    def _merged(
        self, below: _Values, above: _Values, known: dict[tuple[int, int], _Values] | None = None
    ) -> _Values:
        """*above* over *below*, mapping by mapping; *known*: what was merged, which may be named often."""
        known = {} if known is None else known
        pair = (id(below), id(above))
        if pair in known:
            return known[pair]
        found = known[pair] = dict(below)
        for name, value in above.items():
            was = below.get(name)
            if isinstance(was, dict) and isinstance(value, dict):
                found[name] = self._merged(was, value, known)
            elif not isinstance(was, dict) or value is not None or self._ruleset.managed_nothing_counts:
                found[name] = value
        return found

    # ── reading ──

    def _mapping(self, path: Path, reader: YamlReader, *, drops_bom: bool) -> _Values:
        return _mapping_or_error(self._loaded(path, reader, drops_bom=drops_bom) or {})

    def _loaded(self, path: Path, reader: YamlReader, *, drops_bom: bool) -> object:
        content = self._disk.read_within(path, MOST_BYTES)
        if content.text is None:
            raise (_UnreadError if content.why is Unreadable.TOO_LARGE else _UnusableError)(content.detail)
        from hermes_tui.core.settings.yaml_reader import InvalidYamlError, TooMuchYamlError, load_yaml

        try:
            return load_yaml(content.text.removeprefix("\ufeff") if drops_bom else content.text, reader)
        except InvalidYamlError as error:
            raise _UnusableError(str(error)) from None
        except TooMuchYamlError as error:
            raise _UnreadError(str(error)) from None

    # ── variables ──

    def _expanded(self, values: _Values) -> _Values:
        """*values* with the variables that are set.

        Raises:
            _LostError: there is no end to them: a list that holds itself.
            _UnreadError: they bring in too much.
        """
        variables = Variables(self._environ, knows_sources=self._ruleset.expands_env_source)
        try:
            expanded: _Values = variables.expanded(values)
        except RecursionError:
            raise _LostError("a list or mapping in it holds itself, and Hermes fails on that") from None
        except UnicodeEncodeError:
            raise _LostError("the name of a variable in it is no text, and Hermes fails on that") from None
        except TooMuchBroughtError as error:
            raise _UnreadError(str(error)) from None
        return expanded

    def _whole(self, length: Any) -> object:
        """The context length as an agent takes it."""
        if isinstance(length, str) and any(references(length)):
            self._notes.append(
                f"{CONTEXT_LENGTH} asks for a variable that is not set here; Hermes takes those of its .env "
                f"as well, which is not read: {shown_value(length)}"
            )
            return None
        try:
            return None if length is None else int(length)
        except (TypeError, ValueError):
            return length
        except OverflowError:
            self._notes.append(f"{CONTEXT_LENGTH} is infinite, and Hermes fails when it begins a session")
            return length


def _mapping_or_error(value: object) -> _Values:
    if not isinstance(value, dict):
        raise _UnusableError(f"it holds a {type(value).__name__}, not a mapping")
    return value


def _check_turns(values: _Values) -> None:
    """``max_turns`` at the root is moved below ``agent``, while the file is still being read."""
    if "max_turns" in values and not _can_be_mapping(values.get("agent")):
        raise _UnusableError(f"agent is {shown_value(values['agent'])}, not a mapping")


def _can_be_mapping(value: Any) -> bool:
    """Python's ``dict`` takes it; nothing and zero stand for an empty one."""
    try:
        dict(value or {})
    except (TypeError, ValueError):
        return False
    return True


def _with_root_length(values: _Values) -> _Values:
    """*values* with a ``context_length`` at the root moved below ``model``, where that has none."""
    length, model = values.get("context_length"), values.get("model")
    if not length or _length_in(values):
        return values
    inner = model if isinstance(model, dict) else {"default": model} if model else {}
    return {**values, "model": {**inner, "context_length": length}}


def _length_in(values: Mapping[str, Any]) -> Any:
    model = values.get("model")
    return model.get("context_length") if isinstance(model, dict) else None


def _settings_of(values: _Values) -> list[str]:
    """Which settings about context files *values* decide."""
    names = [name for name in (MAX_CHARS, READ_TIMEOUT) if name in values]
    model = values.get("model")
    if "model" in values and (not isinstance(model, dict) or "context_length" in model):
        names.append(CONTEXT_LENGTH)
    return names
