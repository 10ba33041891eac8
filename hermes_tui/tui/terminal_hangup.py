"""Leaves on a signal, and when the terminal is gone: no signal need say so, and Textual reads on for ever."""

import contextlib
import os
import sys
from collections.abc import Callable
from threading import Thread
from time import sleep

from hermes_tui.core.filesystem.portable import HANG_UP, wait_for_hang_up

STATUS = 128 + HANG_UP
"""What a shell calls the exit status of a program that its terminal ended."""
PATIENCE = 3.0
"""Seconds for leaving in order: then the process ends as it is."""


def watch_terminal(leave: Callable[[int], object], *, is_web: bool) -> None:
    """Wait beside the screen for the end of the terminal; *leave* is called from that thread.

    In a browser (*is_web*) it is a server's pipes. Nothing is read: asked for no event at all, a system still
    tells of a line that was hung up.
    """
    streams = (sys.__stdin__, sys.__stdout__, sys.__stderr__)
    files = [stream.fileno() for stream in streams if stream is not None and (is_web or stream.isatty())]
    if files:
        Thread(target=_wait, args=(files, leave), name="terminal", daemon=True).start()


def _wait(files: list[int], leave: Callable[[int], object]) -> None:
    if not wait_for_hang_up(files[0]):
        return  # a system that does not tell
    _let_go(files)
    with contextlib.suppress(RuntimeError):  # the loop has ended
        leave(STATUS)
    sleep(PATIENCE)
    os._exit(STATUS)


def _let_go(files: list[int]) -> None:
    """What is still written goes nowhere: an error would end the thread that others wait for."""
    nowhere = os.open(os.devnull, os.O_RDWR)
    for file in files:
        with contextlib.suppress(OSError):
            os.dup2(nowhere, file)
