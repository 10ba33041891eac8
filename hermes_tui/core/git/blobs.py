"""A file on disk against the blob of a commit, by hash: nothing is run, no blob is read."""

import errno
import hashlib
import os
import stat
from enum import Enum
from pathlib import Path

from hermes_tui.core.filesystem.file_content import MOST
from hermes_tui.core.filesystem.portable import NO_LINK, READING

_LINK_MODE = 0o120000
"""The mode of a blob that holds where a symbolic link points."""

_NORMALISED_BYTES = 64 * 1024 * 1024
"""Larger files are not compared again without their line ends."""

_CHUNK = 1024 * 1024
_SHA1_DIGITS = 40


class BlobDifference(Enum):
    """What is different."""

    NOTHING = "nothing"
    LINE_ENDS = "line ends"
    CONTENT = "content"
    UNKNOWN = "unknown"
    """The file cannot be read, or changes while it is."""


def compare(path: Path, mode: int, name: str) -> BlobDifference:
    """Compare the file at *path* with the blob called *name* (all digits, SHA-1 or SHA-256) of *mode*.

    Never raises, and opens no pipe or device. A file that is gone, or became a link, has another content.
    """
    try:
        facts = os.lstat(path)
        if stat.S_ISLNK(facts.st_mode) != (mode == _LINK_MODE):
            return BlobDifference.CONTENT
        if mode == _LINK_MODE:
            same = _blob_name(os.fsencode(os.readlink(path)), name) == name
            return BlobDifference.NOTHING if same else BlobDifference.CONTENT
        if not stat.S_ISREG(facts.st_mode):
            return BlobDifference.CONTENT
        return _compare_file(path, name)
    except OSError as error:
        gone = error.errno in (errno.ENOENT, errno.ENOTDIR)
        return BlobDifference.CONTENT if gone else BlobDifference.UNKNOWN


def _compare_file(path: Path, name: str) -> BlobDifference:
    handle = os.open(path, READING | NO_LINK)
    with os.fdopen(handle, "rb") as file:
        facts = os.fstat(handle)
        size = facts.st_size
        if not stat.S_ISREG(facts.st_mode) or size > MOST:
            return BlobDifference.UNKNOWN
        if size > _NORMALISED_BYTES:
            digest = _digest(size, name)
            read = 0
            while chunk := file.read(_CHUNK):
                read += len(chunk)
                digest.update(chunk)
            if read != size:
                return BlobDifference.UNKNOWN
            return BlobDifference.NOTHING if digest.hexdigest() == name else BlobDifference.CONTENT
        data = file.read() or b""
    if _blob_name(data, name) == name:
        return BlobDifference.NOTHING
    unix = data.replace(b"\r\n", b"\n")
    if name in (_blob_name(unix, name), _blob_name(unix.replace(b"\n", b"\r\n"), name)):
        return BlobDifference.LINE_ENDS
    return BlobDifference.CONTENT


def _blob_name(data: bytes, like: str) -> str:
    """What git would call the blob of these bytes, by the hash that *like* is of."""
    digest = _digest(len(data), like)
    digest.update(data)
    return digest.hexdigest()


def _digest(size: int, like: str) -> "hashlib._Hash":
    kind = "sha1" if len(like) == _SHA1_DIGITS else "sha256"
    digest = hashlib.new(kind, usedforsecurity=False)
    digest.update(b"blob %d\0" % size)
    return digest
