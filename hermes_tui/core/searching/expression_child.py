"""The other end of :mod:`~hermes_tui.core.searching.expressions`: tries them, and dies if one takes long.

Run as a script, without site packages; so it imports nothing of ours. A line of JSON in, a line out:

- ``["find", expression, number, length or null, seconds]``: begin with a text, so many bytes of UTF-8 behind
  the line; ``null``: the one sent before as that number;
- ``["more", seconds]``: go on.

Each answer is a list: the seconds of work that it took, and the offsets ``start, end, start, end``; the last
answer has fewer places than were asked for.
"""

import faulthandler
import json
import os
import re
import signal
import sys
import warnings
from collections.abc import Iterator
from itertools import islice
from math import inf
from time import process_time
from typing import IO

FIRST = 200
"""Places in the first answer."""
MORE = 20_000
"""Places in each further one."""

SLOWED = 10 if hasattr(signal, "setitimer") else 1
"""A second of work may take so many seconds where others are at work too: that is no fault of an expression.
Where work cannot be counted while it is done, time is."""

_LOOK = 0.1
"""Seconds of work after which it looks whether they are used up, and whether somebody is there who asks."""


class Watch:
    """Ends this process in the middle of an expression: Python looks for signals there."""

    def __init__(self) -> None:
        self.until = inf
        """Seconds of work, since the process began, after which it ends."""

    def begin(self, parent: int) -> None:
        """Look from now on; also whether *parent* has ended."""

        def look(*_: object) -> None:
            if os.getppid() != parent or process_time() > self.until:
                os._exit(1)

        if sys.platform != "win32" and hasattr(signal, "setitimer"):
            signal.signal(signal.SIGPROF, look)
            signal.setitimer(signal.ITIMER_PROF, _LOOK, _LOOK)


def serve(requests: IO[bytes], answers: IO[bytes], watch: Watch) -> None:
    """Answer until nobody asks any more."""
    warnings.simplefilter("ignore")
    texts: dict[int, str] = {}
    places: Iterator[tuple[int, int]] = iter(())
    for line in requests:
        request = json.loads(line)
        if request[0] == "find":
            _, expression, number, length, _ = request
            if length is not None:
                texts[number] = requests.read(length).decode("utf-8", "surrogatepass")
            places = _places(expression, texts[number])
        # A watchdog that needs no turn of the interpreter: nothing else ends an expression on every system.
        faulthandler.dump_traceback_later(request[-1] * SLOWED, exit=True)
        count = FIRST if request[0] == "find" else MORE
        begin = process_time()
        watch.until = begin + request[-1]
        offsets = [offset for place in islice(places, count) for offset in place]
        watch.until = inf
        took = process_time() - begin
        faulthandler.cancel_dump_traceback_later()
        answers.write(json.dumps([took, *offsets]).encode("ascii") + b"\n")
        answers.flush()


def _places(expression: str, text: str) -> Iterator[tuple[int, int]]:
    found = re.compile(expression, re.IGNORECASE | re.MULTILINE).finditer(text)
    return (match.span() for match in found if match.end() > match.start())


if __name__ == "__main__":
    watching = Watch()
    watching.begin(os.getppid())
    serve(sys.stdin.buffer, sys.stdout.buffer, watching)
