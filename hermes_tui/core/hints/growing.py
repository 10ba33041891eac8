"""A mapping that never changes, and of which a larger one is made at the cost of what is new."""

from collections.abc import Iterator, Mapping
from itertools import islice
from threading import Lock
from typing import TypeVar

K = TypeVar("K")
V = TypeVar("V")

_GROWING = Lock()
"""One mapping may be enlarged by two threads; reading needs no lock, for what is there never moves."""


class Growing(Mapping[K, V]):
    """The first entries of a table that it shares with those that were made of it.

    A session keeps what its tracker remembered at each call: as copies, that grows with the square of the
    calls.
    """

    __slots__ = ("_keys", "_length", "_table")

    def __init__(self, first: Mapping[K, V]) -> None:
        self._keys = list(first)
        self._table = {key: (place, value) for place, (key, value) in enumerate(first.items())}
        self._length = len(first)

    def plus(self, more: Mapping[K, V]) -> "Growing[K, V]":
        """This one with *more*; a key that is known keeps its value."""
        with _GROWING:
            # Where the table has gone on without this one (somebody went back), both cannot share its end.
            grown = Growing(self) if len(self._keys) > self._length else self._twin()
            for key, value in more.items():
                if key not in grown._table:
                    grown._table[key] = (len(grown._keys), value)
                    grown._keys.append(key)
            grown._length = len(grown._keys)
        return grown

    def _twin(self) -> "Growing[K, V]":
        twin: Growing[K, V] = Growing.__new__(Growing)
        twin._keys, twin._table, twin._length = self._keys, self._table, self._length
        return twin

    def __getitem__(self, key: K) -> V:
        place, value = self._table[key]
        if place >= self._length:
            raise KeyError(key)
        return value

    def __iter__(self) -> Iterator[K]:
        return islice(self._keys, self._length)

    def __len__(self) -> int:
        return self._length

    def __repr__(self) -> str:
        return f"{type(self).__name__}({dict(self)!r})"
