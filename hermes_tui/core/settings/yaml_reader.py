"""YAML as each Hermes release reads it: by the library that the release uses, which alone is imported.

A small text can ask for very much: keys that are merged into each other multiply, and a number of base 60
costs with the square of its length. What a text comes to is counted before it is made, so that reading ends
within a second or two on any text.
"""

import gc
import warnings
from collections.abc import Iterable, Iterator
from typing import Any

from hermes_tui.core.releases.ruleset import YamlReader

_DEEPEST = 1_000
"""Collections inside each other that are read. The libraries in C follow them on the stack, which ends."""

MOST_BYTES = 500_000
"""Of a text that is read; nobody sets that much."""
_MOST_EVENTS = 30_000
"""Values, beginnings and ends that are read by a parser in Python: a second's work."""
_MOST_QUICK_EVENTS = 200_000
"""The same by a parser in C."""
_MOST_PAIRS = 200_000
"""Keys of mappings that merge others, with all that they take over."""
_LONGEST_NUMBER = 10_000
"""Characters of a number of base 60."""
_MERGE = "tag:yaml.org,2002:merge"
_NUMBERS = ("tag:yaml.org,2002:int", "tag:yaml.org,2002:float")

_COLLECTED = gc.get_threshold()
"""How often Python looks for garbage. Two threads may read at once: neither may keep what the other set."""

# Raised for values such as "!!bool maybe", "!!timestamp x" and the 45th of a month.
_BAD_VALUE = (ValueError, LookupError, AttributeError, TypeError, RecursionError, MemoryError)


class InvalidYamlError(ValueError):
    """The text is no YAML; the message tells where and why, as part of a sentence."""


class TooMuchYamlError(ValueError):
    """Hermes may well read the text, but it asks for too much work here; the message is a clause about it."""


def load_yaml(text: str, reader: YamlReader) -> object:
    """What *text* holds for *reader*.

    Raises:
        InvalidYamlError: it cannot be read.
        TooMuchYamlError: it is not read, since it would take too long.
    """
    if len(text) > MOST_BYTES:
        raise TooMuchYamlError(f"it has {len(text):,} characters, and {MOST_BYTES:,} at most are read")
    # All that is made stays until the end: to look for garbage meanwhile takes twice as long as to read.
    gc.set_threshold(0)
    try:
        return _by_ruamel(text) if reader is YamlReader.RUAMEL else _by_pyyaml(text, reader)
    except (InvalidYamlError, TooMuchYamlError):
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
        if loader is not yaml.SafeLoader:
            if _may_be_much(text):
                _check_events(
                    yaml.parse(text, Loader=loader), yaml.CollectionStartEvent, yaml.CollectionEndEvent
                )
            bounded = _bounded(loader)
        else:
            bounded = _counting(_bounded(loader))
        return yaml.load(text, Loader=bounded)  # noqa: S506 -- a SafeLoader
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
        found.Constructor = _bounded(found.Constructor)
        if pure:
            found.Parser = _counting(found.Parser)
        return found

    # About numbers and anchors that Hermes accepts without a word.
    warnings.simplefilter("ignore", YAMLWarning)
    try:
        if _may_be_much(text):
            _check_events(loader(pure=False).parse(text), CollectionStartEvent, CollectionEndEvent)
        return loader(pure=False).load(text)
    except YAMLError:
        pass
    try:
        return loader(pure=True).load(text)
    except YAMLError as error:
        raise _described(error) from None


# ── how much a text comes to ──


def _may_be_much(text: str) -> bool:
    """Every collection begins with one of these, and every value but the first stands behind one."""
    return sum(text.count(mark) for mark in "[{-?:,") > _DEEPEST


def _check_events(events: Iterable[object], start: type[object], end: type[object]) -> None:
    """Counted in the events of a text, which no library follows on the stack.

    Raises:
        InvalidYamlError: it goes too deep.
        TooMuchYamlError: there are too many.
    """
    depth = 0
    for number, event in enumerate(events):
        depth += isinstance(event, start) - isinstance(event, end)
        if depth > _DEEPEST:
            raise InvalidYamlError(f"more than {_DEEPEST:,} collections stand inside each other")
        if number > _MOST_QUICK_EVENTS:
            raise TooMuchYamlError("it holds too many values")


def _counting(parser: Any) -> Any:
    """The class *parser* of either library, with an end to the events that it gives."""

    class Counting(parser):  # type: ignore[misc]
        given = 0

        def get_event(self) -> Any:
            self.given += 1
            if self.given > _MOST_EVENTS:
                raise TooMuchYamlError("it holds too many values")
            return super().get_event()

    return Counting


def _bounded(constructor: Any) -> Any:
    """The class *constructor* of either library; it looks at what it is to make before it does."""

    class Bounded(constructor):  # type: ignore[misc]
        def construct_document(self, node: Any) -> Any:
            _check_nodes(node)
            return super().construct_document(node)

    return Bounded


def _check_nodes(top: Any) -> None:
    """Raises:
    TooMuchYamlError: merged keys multiply, or a number takes too long to work out.
    """
    sizes: dict[int, int] = {}
    total = 0
    for node in _nodes(top):
        if isinstance(node.value, str):
            if len(node.value) > _LONGEST_NUMBER and ":" in node.value and node.tag in _NUMBERS:
                raise TooMuchYamlError(f"a number in it has {len(node.value):,} characters")
        elif node.id == "mapping":
            total += _pairs(node, sizes) - len(node.value)
            if total > _MOST_PAIRS:
                raise TooMuchYamlError("keys that are merged into each other multiply in it")


def _nodes(top: Any) -> Iterator[Any]:
    """Every node once, in the order of the text: what is merged stands before what merges it."""
    seen: set[int] = set()
    waiting = [top]
    while waiting:
        node = waiting.pop()
        if id(node) in seen:
            continue
        seen.add(id(node))
        yield node
        if node.id == "mapping":
            waiting.extend(part for pair in reversed(node.value) for part in reversed(pair))
        elif node.id == "sequence":
            waiting.extend(reversed(node.value))


def _pairs(node: Any, sizes: dict[int, int]) -> int:
    """How many pairs of key and value *node* has with all that it merges."""
    if id(node) not in sizes:
        sizes[id(node)] = len(node.value)  # for one that merges itself
        merged = [value for key, value in node.value if key.tag == _MERGE]
        for value in merged:
            parts = [value] if value.id == "mapping" else value.value if value.id == "sequence" else []
            for part in parts:
                if part.id == "mapping":
                    sizes[id(node)] += _pairs(part, sizes)
    return sizes[id(node)]


def _described(error: Exception) -> InvalidYamlError:
    """The error of either library in one line."""
    # The values of a key that is given twice may be secrets.
    problem = (getattr(error, "problem", None) or "").partition(" with value ")[0]
    mark = getattr(error, "problem_mark", None)
    if mark is None and not problem:
        return InvalidYamlError(" ".join(str(error).split()))
    line = f"line {mark.line + 1}: " if mark else ""
    return InvalidYamlError(f"{line}{' '.join((problem or 'cannot be parsed').split())}")
