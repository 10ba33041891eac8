"""The other end of :mod:`hermes_tui.core.expressions`: tries expressions, and dies where one takes too long.

Run as a script, without site packages; so it imports nothing of ours. A line of JSON in, a line out:

- ``["find", expression, number, text or null, seconds]``: begin with a text; ``null``: the one sent before as
  that number;
- ``["more", seconds]``: go on.

Each answer is a list of places, ``[start, end]``; one that is shorter than :data:`PORTION` is the last.
"""

import json
import re
import signal
import sys
import warnings
from collections.abc import Iterator
from itertools import islice
from typing import IO

PORTION = 200
"""Places in one answer."""


def serve(requests: IO[bytes], answers: IO[bytes]) -> None:
    """Answer until nobody asks any more."""
    warnings.simplefilter("ignore")
    texts: dict[int, str] = {}
    places: Iterator[tuple[int, int]] = iter(())
    for line in requests:
        request = json.loads(line)
        if request[0] == "find":
            _, expression, number, text, _ = request
            if text is not None:
                texts[number] = text
            places = _places(expression, texts[number])
        signal.setitimer(signal.ITIMER_REAL, request[-1])  # no handler: the alarm ends the process
        answer = list(islice(places, PORTION))
        signal.setitimer(signal.ITIMER_REAL, 0)
        answers.write(json.dumps(answer).encode("ascii") + b"\n")
        answers.flush()


def _places(expression: str, text: str) -> Iterator[tuple[int, int]]:
    found = re.compile(expression, re.IGNORECASE | re.MULTILINE).finditer(text)
    return (match.span() for match in found if match.end() > match.start())


if __name__ == "__main__":
    serve(sys.stdin.buffer, sys.stdout.buffer)
