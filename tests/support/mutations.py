"""Seeded damage to the bytes of a file, for whoever reads files of strangers."""

from collections.abc import Callable
from random import Random

_ODD = (
    b"",
    b"\0",
    b"\xff\xfe",
    b"\n",
    b"\r\n",
    b"../" * 50,
    b"-1",
    b"9" * 400,
    b"1e999",
    b"\x1b]0;t\x07",
    b"%s%n",
    b"/dev/zero",
    b"ref: ",
    b"[include]\n\tpath = ",
    b"'\"\\",
    "\u202e\u200b\U000e0041".encode(),
    b"\xf0\x28\x8c\xbc",
)
"""What readers stumble over."""
_LONG = 20_000


def mutated(data: bytes, random: Random) -> bytes:
    """*data* with one to four changes: bits, bytes, pieces that are cut, doubled, moved or foreign."""
    for _ in range(random.randint(1, 4)):
        data = random.choice(_CHANGES)(data, random)
    return data


def _flip(data: bytes, random: Random) -> bytes:
    if not data:
        return data
    at = random.randrange(len(data))
    return data[:at] + bytes((data[at] ^ (1 << random.randrange(8)),)) + data[at + 1 :]


def _put(data: bytes, random: Random) -> bytes:
    at = random.randint(0, len(data))
    return data[:at] + random.choice(_ODD) + data[at:]


def _over(data: bytes, random: Random) -> bytes:
    at = random.randint(0, len(data))
    piece = random.choice(_ODD)
    return data[:at] + piece + data[at + len(piece) :]


def _cut(data: bytes, random: Random) -> bytes:
    begin, end = sorted((random.randint(0, len(data)), random.randint(0, len(data))))
    return data[:begin] + data[end:]


def _end(data: bytes, random: Random) -> bytes:
    return data[: random.randint(0, len(data))]


def _double(data: bytes, random: Random) -> bytes:
    begin, end = sorted((random.randint(0, len(data)), random.randint(0, len(data))))
    return data[:end] + data[begin:end] * random.randint(1, 5) + data[end:]


def _swap_lines(data: bytes, random: Random) -> bytes:
    lines = data.splitlines(keepends=True)
    random.shuffle(lines)
    return b"".join(lines)


def _rubbish(data: bytes, random: Random) -> bytes:
    at = random.randint(0, len(data))
    return data[:at] + random.randbytes(random.randint(1, 64)) + data[at:]


def _lengthen(data: bytes, random: Random) -> bytes:
    at = random.randint(0, len(data))
    return data[:at] + random.choice((b"a", b" ", b"\n", b"[", b"\0")) * random.randint(1, _LONG) + data[at:]


_CHANGES: tuple[Callable[[bytes, Random], bytes], ...] = (
    _flip,
    _flip,
    _put,
    _over,
    _cut,
    _end,
    _double,
    _swap_lines,
    _rubbish,
    _lengthen,
)
