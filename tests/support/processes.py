"""Work done without the rights of root, or in a child process with its memory measured."""

import os
import pickle
import resource
import sys
import traceback
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

T = TypeVar("T")

NOBODY = 65534


class Measured(NamedTuple):
    """What a child answered, and how far its memory grew for it."""

    answer: Any
    grown: int
    """Bytes of peak memory above what it had when it began."""


def as_nobody(work: Callable[[], T]) -> T:
    """What *work* returns where files have permissions: root is bound by none."""
    if os.geteuid() != 0:
        return work()
    groups = os.getgroups()
    os.setgroups([])
    os.setegid(NOBODY)
    os.seteuid(NOBODY)
    try:
        return work()
    finally:
        os.seteuid(0)
        os.setegid(0)
        os.setgroups(groups)


def with_memory_measured(work: Callable[[], object]) -> Measured:
    """What *work* returns, and the memory that it took."""

    def measured() -> Measured:
        before = _peak()
        answer = work()
        return Measured(answer, _peak() - before)

    answer: Measured = _in_child(measured)
    return answer


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
        return int(Path("/proc/self/statm").read_text().split()[1]) * resource.getpagesize()
    except OSError:
        return _peak()


def _peak() -> int:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024


def _in_child(work: Callable[[], Any]) -> Any:
    reader, writer = os.pipe()
    sys.stdout.flush()
    sys.stderr.flush()
    child = os.fork()
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
