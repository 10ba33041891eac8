"""Work done without the rights of root, or in a child process with its memory measured."""

import ctypes
import os
import pickle
import sys
import traceback
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

import pytest

from support import posix

T = TypeVar("T")

NOBODY = 65534

_LIBC = ctypes.CDLL(None, use_errno=True)
_PAST_PERMISSIONS = 1 << 1 | 1 << 2
"""``CAP_DAC_OVERRIDE`` and ``CAP_DAC_READ_SEARCH``: see capabilities(7)."""


class _Capabilities(ctypes.Structure):
    """What a thread may do beyond others, 32 of them: ``__user_cap_data_struct`` of capget(2)."""

    _fields_ = (
        ("effective", ctypes.c_uint32),
        ("permitted", ctypes.c_uint32),
        ("inheritable", ctypes.c_uint32),
    )


class Measured(NamedTuple):
    """What a child answered, and how far its memory grew for it."""

    answer: Any
    grown: int
    """Bytes of peak memory above what it had when it began."""


def as_nobody(work: Callable[[], T]) -> T:
    """What *work* returns to somebody whom the permissions of files bind: root is bound by none.

    Whoever runs the tests stays the owner of their files, so no directory above them and no module still to
    be imported is closed to *work*. Programs that it starts are not bound.
    """
    if os.geteuid() != 0:
        return work()
    if not hasattr(_LIBC, "capset"):
        pytest.skip("root cannot be bound by permissions on this system")
    before = _capabilities()
    bound = (_Capabilities * 2)(*before)
    bound[0].effective &= ~_PAST_PERMISSIONS
    _set_capabilities(bound)
    try:
        return work()
    finally:
        _set_capabilities(before)


def with_memory_measured(work: Callable[[], object]) -> Measured:
    """What *work* returns, and the memory that it took."""

    def measured() -> Measured:
        before = _peak()
        answer = work()
        return Measured(answer, _peak() - before)

    answer: Measured = _in_child(measured)
    return answer


def _capabilities() -> "ctypes.Array[_Capabilities]":
    found = (_Capabilities * 2)()
    _ask_for_capabilities("capget", found)
    return found


def _set_capabilities(wanted: "ctypes.Array[_Capabilities]") -> None:
    _ask_for_capabilities("capset", wanted)


def _ask_for_capabilities(call: str, data: "ctypes.Array[_Capabilities]") -> None:
    header = (ctypes.c_uint32 * 2)(0x20080522, 0)  # the third version; of this thread
    if getattr(_LIBC, call)(header, data):
        raise OSError(ctypes.get_errno(), f"{call} fails")


def children_of_this() -> list[int]:
    """The numbers of the processes that this one has started and that are there still; Linux tells them."""
    return [
        int(number)
        for task in Path("/proc/self/task").glob("*/children")
        for number in task.read_text().split()
    ]


def memory_now() -> int:
    """Bytes of memory that this process has, or had at most where the system tells only that."""
    try:
        return int(Path("/proc/self/statm").read_text().split()[1]) * int(posix.resource.getpagesize())
    except OSError:
        return _peak()


def _peak() -> int:
    used: int = posix.resource.getrusage(posix.resource.RUSAGE_SELF).ru_maxrss
    return used if sys.platform == "darwin" else used * 1024


def _in_child(work: Callable[[], Any]) -> Any:
    reader, writer = os.pipe()
    sys.stdout.flush()
    sys.stderr.flush()
    child = posix.os.fork()
    if child == 0:
        status = 1
        try:
            os.close(reader)
            answer = pickle.dumps(work())
            with os.fdopen(writer, "wb") as out:
                out.write(answer)
            status = 0
        except BaseException:  # noqa: BLE001, RUF100 -- nothing may get past the fork
            traceback.print_exc()
        finally:
            os._exit(status)
    os.close(writer)
    with os.fdopen(reader, "rb") as received:
        data = received.read()
    _, status = os.waitpid(child, 0)
    assert status == 0, f"the child ended with status {status}; see its traceback"
    return pickle.loads(data)  # noqa: S301 -- from our own child
