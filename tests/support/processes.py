"""Work done without the rights of root, or in a child process with its memory measured."""

import os
import pickle
import sys
import traceback
from collections.abc import Callable
from typing import Any, NamedTuple, TypeVar

from support import posix

T = TypeVar("T")

NOBODY = 65534


class Measured(NamedTuple):
    """What a child answered, and how far its memory grew for it."""

    answer: Any
    grown: int
    """Bytes of peak memory above what it had when it began."""


def as_nobody(work: Callable[[], T]) -> T:
    """What *work* returns where files have permissions: root is bound by none."""
    if posix.os.geteuid() != 0:
        return work()
    groups = posix.os.getgroups()
    posix.os.setgroups([])
    posix.os.setegid(NOBODY)
    posix.os.seteuid(NOBODY)
    try:
        return work()
    finally:
        posix.os.seteuid(0)
        posix.os.setegid(0)
        posix.os.setgroups(groups)


def with_memory_measured(work: Callable[[], object]) -> Measured:
    """What *work* returns, and the memory that it took."""

    def measured() -> Measured:
        before = _peak()
        answer = work()
        return Measured(answer, _peak() - before)

    answer: Measured = _in_child(measured)
    return answer


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
