"""The text of a file, or why there is none. A pipe or a device is never opened, and nothing is waited for."""

import codecs
import io
import os
import stat
import time
from enum import Enum
from pathlib import Path
from typing import NamedTuple

from hermes_tui.core.filesystem.file_type import FileType, Node
from hermes_tui.core.filesystem.portable import READING
from hermes_tui.core.text.public_text import NOTHING, Public, public

MOST = 1_000_000_000
"""Bytes of a file that are read. Nobody writes that many rules; a sparse file can claim any number."""
_UTF16 = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
_PIECE = 1_000_000
_MOSTLY = 0.7
_NO_TEXT = frozenset(range(0x20)) - frozenset(b"\t\n\v\f\r\x1b") | {0x7F}
"""Bytes that stand in no text of one byte a character."""
_WINDOWS = range(0x80, 0xA0)
"""Letters and quotes in what Windows writes, control characters in Latin-1."""
_NOT_IN_WINDOWS = frozenset(b"\x81\x8d\x8f\x90\x9d")


class Unreadable(Enum):
    """Why a file gives no text."""

    NOT_UTF8 = "not UTF-8"
    NOT_PERMITTED = "no permission"
    CLOSED = "in a directory that may not be looked into"
    DIRECTORY = "a directory"
    ENDLESS = "a pipe or device"
    TOO_LARGE = "too large to look into"
    """This inspector does not read it; what Hermes makes of it is not known."""
    FAILED = "cannot be read"


class Content(NamedTuple):
    """What reading one file gives."""

    text: str | None
    """Decoded as UTF-8, line ends as ``\\n``, a byte order mark kept; ``None``: see :attr:`why`."""
    why: Unreadable | None = None
    detail: str = ""
    """The reason as part of a sentence; may hold foreign text."""
    shown: str = ""
    """For a file that is not UTF-8: its text to look at, of UTF-16 or with the bad bytes written out."""
    size: int = 0
    """Bytes."""
    seconds: float = 0.0
    """How long reading took."""
    encoding: Public = NOTHING
    """For a file that is not UTF-8: what iconv may call it; empty where it is no text."""
    crlf: bool = False
    """Some line ends were ``\\r\\n`` or ``\\r``."""

    @property
    def to_look_at(self) -> str:
        """The text; of a file that is not UTF-8 what can be shown of it."""
        return self.shown if self.text is None else self.text

    @property
    def consequence(self) -> Public:
        """What Hermes does where there is no text, as a clause."""
        if self.why is Unreadable.TOO_LARGE:
            return public("what Hermes makes of so much is not known; it is shown as if it were not there")
        return public("Hermes goes on as if it were not there")


def read(path: Path, node: Node) -> Content:
    """The text of the file at *path*, where *node* stands; never raises."""
    if node.kind is FileType.DIRECTORY:
        return Content(None, Unreadable.DIRECTORY, "it is a directory")
    if node.kind is FileType.ENDLESS:
        return Content(None, Unreadable.ENDLESS, "it is a pipe or a device, not a file")
    if node.kind is FileType.NULL:
        return Content("", detail="it is the null device, not a file")
    if node.kind is FileType.DENIED:
        return Content(None, Unreadable.CLOSED, "no permission to look into its directory")
    if node.kind is not FileType.FILE:
        return Content(None, Unreadable.FAILED, _why_no_file(node))
    started = time.monotonic()
    try:
        # Between the look and the opening a file may have become a pipe: opening that must not wait.
        handle = os.open(path, READING)
        with os.fdopen(handle, "rb", buffering=0) as file:
            facts = os.fstat(handle)
            if not stat.S_ISREG(facts.st_mode):
                return Content(None, Unreadable.ENDLESS, "it has become something else than a file")
            if facts.st_size > MOST:
                return too_large(facts.st_size)
            data = _all_of(file, facts.st_size)
        if data is None:
            return Content(
                None, Unreadable.ENDLESS, "reading it waits for something to come, as from a device"
            )
        if len(data) > MOST:
            return too_large(len(data))
        return decoded(data, time.monotonic() - started)
    except PermissionError:
        return Content(None, Unreadable.NOT_PERMITTED, "no permission to read it", size=node.size)
    except OSError as error:
        return Content(None, Unreadable.FAILED, error.strerror or str(error), size=node.size)
    except MemoryError:
        return Content(
            None, Unreadable.TOO_LARGE, "there is not enough memory to look into it", size=node.size
        )


def too_large(size: int, most: int = MOST) -> Content:
    """What is told of a file of *size* bytes where *most* are read."""
    detail = f"it has {size:,} bytes, and this inspector reads {most:,} at most"
    return Content(None, Unreadable.TOO_LARGE, detail, size=size)


def _all_of(file: io.FileIO, size: int) -> bytes | None:
    """The bytes of a file, one more than :data:`MOST` at most; ``None`` where it would wait."""
    data = file.read(size + 1)
    pieces = [data]
    total = len(data or b"")
    while data and total <= MOST:  # what the system makes up has no size, and a file may grow
        data = file.read(_PIECE)
        pieces.append(data)
        total += len(data or b"")
    if None in pieces:
        return None
    return pieces[0] if len(pieces) <= 2 and not data else b"".join(piece for piece in pieces if piece)


def _why_no_file(node: Node) -> str:
    if node.broken_link:
        return f"it is {node.link_words}"
    if node.kind is FileType.ABSENT:
        return "there is nothing"
    return f"it is a {node.kind.value}"


def decoded(data: bytes, seconds: float) -> Content:
    """What the bytes of a file are as text, where reading them took so many *seconds*."""
    size = len(data)
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        encoding = _encoding(data)
        return Content(
            None,
            Unreadable.NOT_UTF8,
            _bad_byte(data, error.start),
            shown=_with_unix_line_ends(_made_readable(data, encoding)),
            encoding=encoding,
            size=size,
            seconds=seconds,
        )
    if "\r" not in text:
        return Content(text, size=size, seconds=seconds)
    return Content(_with_unix_line_ends(text), size=size, seconds=seconds, crlf=True)


def _with_unix_line_ends(text: str) -> str:
    return text.replace("\r\n", "\n").replace("\r", "\n")


def _made_readable(data: bytes, encoding: str) -> str:
    return data.decode(encoding if encoding.startswith("UTF-16") else "utf-8", "backslashreplace")


def _bad_byte(data: bytes, offset: int) -> str:
    line = data.count(b"\n", 0, offset) + 1
    where = f"byte 0x{data[offset]:02x} at offset {offset:,}, line {line:,}"
    if data.startswith(_UTF16):
        return f"it is UTF-16, not UTF-8 ({where})"
    return f"it is not UTF-8 ({where})"


def _encoding(data: bytes) -> Public:
    """What bytes that are not UTF-8 may be, as iconv calls it; empty for what is no text."""
    if data.startswith(_UTF16):
        return public("UTF-16")
    for name, zeros in ((public("UTF-16LE"), data[1::2]), (public("UTF-16BE"), data[::2])):
        if zeros.count(0) > len(zeros) * _MOSTLY and not len(data) % 2:
            return name
    if not _NO_TEXT.isdisjoint(data):
        return NOTHING
    high = {byte for byte in data if byte in _WINDOWS}
    is_windows = high and high.isdisjoint(_NOT_IN_WINDOWS)
    return public("CP1252") if is_windows else public("LATIN1")
