"""What a signal does that asks for the end: the program ends in silence and order, with the right status."""

import signal
from types import FrameType

ENDING = tuple(getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name))
"""Signals that ask a program to end; Windows has no SIGHUP."""


class Ended(SystemExit):
    """A signal came. Uncaught it ends the program without a word, wherever it came, even in an import."""


def end_on_signals() -> None:
    """From now on a signal of :data:`ENDING` raises :class:`Ended`, with the status that a shell expects.

    What is ignored stays so, as under ``nohup``. A second signal finds the system's own way to end.
    """
    for number in ENDING:
        if signal.getsignal(number) is not signal.SIG_IGN:
            signal.signal(number, _end)


def end_at_once() -> None:
    """From now on a signal ends the program as the system does: nothing is left to be put in order."""
    for number in ENDING:
        if signal.getsignal(number) is _end:
            signal.signal(number, signal.SIG_DFL)


def _end(number: int, _: FrameType | None) -> None:
    end_at_once()
    raise Ended(128 + number)
