"""YAML as each Hermes release reads it: by the library that the release uses, which alone is imported."""

import gc
import warnings
from collections.abc import Iterable
from typing import Any

from hermes_tui.core.ruleset import YamlReader

_DEEPEST = 1_000
"""Collections inside each other that are read. The libraries in C follow them on the stack, which ends."""

_COLLECTED = gc.get_threshold()
"""How often Python looks for garbage. Two threads may read at once: neither may keep what the other set."""

# Raised for values such as "!!bool maybe", "!!timestamp x" and the 45th of a month.
_BAD_VALUE = (ValueError, LookupError, AttributeError, TypeError, RecursionError, MemoryError)


class InvalidYamlError(ValueError):
    """The text is no YAML; the message tells where and why, as part of a sentence."""


def load_yaml(text: str, reader: YamlReader) -> object:
    """What *text* holds for *reader*.

    Raises:
        InvalidYamlError: it cannot be read.
    """
    # All that is made stays until the end: to look for garbage meanwhile takes twice as long as to read.
    gc.set_threshold(0)
    try:
        return _by_ruamel(text) if reader is YamlReader.RUAMEL else _by_pyyaml(text, reader)
    except InvalidYamlError:
        raise
    except _BAD_VALUE as error:
        raise InvalidYamlError(f"a value cannot be read ({type(error).__name__}: {error})") from None
    finally:
        gc.set_threshold(*_COLLECTED)


def _by_pyyaml(text: str, reader: YamlReader) -> object:
    import yaml

    loader: Any = yaml.SafeLoader
    try:
        if reader is YamlReader.LIBYAML:
            loader = getattr(yaml, "CSafeLoader", loader)  # PyYAML may have been built without
            if _may_be_deep(text):
                events = yaml.parse(text, Loader=loader)
                _check_depth(events, yaml.CollectionStartEvent, yaml.CollectionEndEvent)
        return yaml.load(text, Loader=loader)  # noqa: S506 -- a SafeLoader
    except yaml.YAMLError as error:
        raise _described(error) from None


def _by_ruamel(text: str) -> object:
    """By its parser in C, and by that in Python where the former refuses: Hermes takes either answer."""
    from ruamel.yaml import YAML
    from ruamel.yaml.error import YAMLError, YAMLWarning
    from ruamel.yaml.events import CollectionEndEvent, CollectionStartEvent

    def loader(*, pure: bool) -> Any:
        found = YAML(typ="safe", pure=pure)
        found.version = (1, 1)
        return found

    # About numbers and anchors that Hermes accepts without a word.
    warnings.simplefilter("ignore", YAMLWarning)
    try:
        if _may_be_deep(text):
            _check_depth(loader(pure=False).parse(text), CollectionStartEvent, CollectionEndEvent)
        return loader(pure=False).load(text)
    except YAMLError:
        pass
    try:
        return loader(pure=True).load(text)
    except YAMLError as error:
        raise _described(error) from None


def _may_be_deep(text: str) -> bool:
    """Every collection begins with one of these."""
    return sum(text.count(mark) for mark in "[{-?:") > _DEEPEST


def _check_depth(events: Iterable[object], start: type[object], end: type[object]) -> None:
    """Counted in the events of a text, which no library follows on the stack.

    Raises:
        InvalidYamlError: it goes too deep.
    """
    depth = 0
    for event in events:
        depth += isinstance(event, start) - isinstance(event, end)
        if depth > _DEEPEST:
            raise InvalidYamlError(f"more than {_DEEPEST:,} collections stand inside each other")


def _described(error: Exception) -> InvalidYamlError:
    """The error of either library in one line."""
    # The values of a key that is given twice may be secrets.
    problem = (getattr(error, "problem", None) or "").partition(" with value ")[0]
    mark = getattr(error, "problem_mark", None)
    if mark is None and not problem:
        return InvalidYamlError(" ".join(str(error).split()))
    line = f"line {mark.line + 1}: " if mark else ""
    return InvalidYamlError(f"{line}{' '.join((problem or 'cannot be parsed').split())}")
