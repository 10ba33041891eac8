"""A program in a real pseudo-terminal: what it writes, byte by byte, and keys typed to it."""

import os
import re
import select
import shlex
import struct
import subprocess
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from types import TracebackType

from support import posix

PATIENCE = 60.0
"""Seconds that anything is waited for; what comes earlier is not waited for any longer."""

_CONTROL = re.compile(
    rb"\x1b\[[0-?]*[ -/]*[@-~]|\x1b[()][A-Za-z0-9]|\x1b[=>78cM]|\x1b[PX^_].*?\x1b\\", re.DOTALL
)
# What Textual asks the terminal at the start; a real one answers, and so does this one.
_ANSWERS = {
    b"\x1b[c": b"\x1b[?64;1;2c",
    b"\x1b[6n": b"\x1b[1;1R",
    b"\x1b[?2026$p": b"\x1b[?2026;2$y",
}


class Terminal:
    """Runs *command* in a pseudo-terminal of *size* (columns, rows)."""

    def __init__(
        self,
        command: Sequence[str],
        *,
        size: tuple[int, int] = (120, 40),
        environment: Mapping[str, str] | None = None,
        directory: Path | None = None,
    ) -> None:
        self.raw = b""
        """All that the program has written."""
        self._master, slave = posix.pty.openpty()
        columns, rows = size
        posix.fcntl.ioctl(slave, posix.termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
        self.started = time.perf_counter()
        self._process = subprocess.Popen(
            command,
            stdin=slave,
            stdout=slave,
            stderr=slave,
            cwd=directory,
            env={**os.environ, "TERM": "xterm-256color", **(environment or {})},
            start_new_session=True,
        )
        os.close(slave)

    def __enter__(self) -> "Terminal":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._process.kill()
        self._process.wait()
        if self._master >= 0:
            os.close(self._master)

    @property
    def pid(self) -> int:
        """The program's process."""
        return self._process.pid

    @property
    def text(self) -> str:
        """What was written, without the sequences that move and colour it."""
        return _CONTROL.sub(b"", self.raw).decode("utf-8", "replace")

    def send(self, keys: str) -> None:
        """Type *keys*."""
        os.write(self._master, keys.encode())

    def go_away(self) -> None:
        """Be gone, as a terminal whose window is closed; the program may be in a session of its own."""
        os.close(self._master)
        self._master = -1

    def read(self, seconds: float = 0.05) -> bytes:
        """What the program writes next; nothing if it is silent for so long, or has ended."""
        if self._master < 0:
            time.sleep(seconds)
            return b""
        ready, _, _ = select.select([self._master], [], [], seconds)
        if not ready:
            return b""
        try:
            piece = os.read(self._master, 1 << 16)
        except OSError:  # the other side is closed
            return b""
        self.raw += piece
        for question, answer in _ANSWERS.items():
            if question in piece:
                os.write(self._master, answer)
        return piece

    def wait_for(self, condition: str | Callable[[str], bool], seconds: float = PATIENCE) -> float:
        """Read until the text holds *condition* or meets it; returns the seconds since the start.

        Raises:
            TimeoutError: it did not come; the message ends with what was seen.
        """
        holds = (lambda text: condition in text) if isinstance(condition, str) else condition
        end = time.perf_counter() + seconds
        while not holds(self.text):
            if time.perf_counter() > end:
                raise TimeoutError(f"{condition!r} did not come within {seconds} s: …{self.text[-2000:]}")
            self.read()
        return time.perf_counter() - self.started

    def settle(self, quiet: float = 0.3) -> None:
        """Read until the program is silent for *quiet* seconds, and not for want of a processor."""
        while self.read(quiet) or self._is_at_work():
            pass

    def _is_at_work(self) -> bool:
        """Whether a thread of it runs or waits to run, as far as the system tells: see proc(5)."""
        states = []
        for thread in Path(f"/proc/{self.pid}/task").glob("*/stat"):
            with suppress(OSError):  # it may have ended
                states.append(thread.read_text().rpartition(")")[2].split()[0])
        return "R" in states

    def forget(self) -> None:
        """Drop what was written so far."""
        self.raw = b""

    def wait(self, seconds: float = PATIENCE) -> int:
        """The exit status, once the program has ended; the negative signal that ended it.

        Raises:
            TimeoutError: it runs on.
        """
        end = time.perf_counter() + seconds
        while self._process.poll() is None:
            if time.perf_counter() > end:
                raise TimeoutError(f"still running after {seconds} s")
            self.read(0.02)
        while self.read(0.05):
            pass
        return self._process.wait()

    def signal(self, number: int) -> None:
        """Send the program a signal."""
        self._process.send_signal(number)


class Tmux:
    """Runs *command* in a real tmux of *size* (columns, rows), and tells what that shows."""

    def __init__(self, socket: Path, command: Sequence[str], *, size: tuple[int, int]) -> None:
        self._tmux = ("tmux", "-f", os.devnull, "-S", str(socket))
        self._begin = ("-u", "new-session", "-d", "-x", str(size[0]), "-y", str(size[1]), shlex.join(command))

    def __enter__(self) -> "Tmux":
        self._run(*self._begin)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._run("kill-server")

    def _run(self, *arguments: str) -> str:
        # Readline, which pytest imports, gives processes COLUMNS and LINES that `os.environ` has not.
        done = subprocess.run(
            (*self._tmux, *arguments),
            capture_output=True,
            text=True,
            timeout=PATIENCE,
            check=False,
            env=dict(os.environ),
        )
        return done.stdout

    def send(self, *keys: str) -> None:
        """Type keys by tmux's names for them."""
        self._run("send-keys", *keys)

    def lines(self) -> list[str]:
        """What stands on the screen."""
        return self._run("capture-pane", "-p").splitlines()

    def wait_for(self, words: str) -> None:
        """Wait until the screen says *words*.

        Raises:
            TimeoutError: it does not; the message says what it says instead.
        """
        end = time.perf_counter() + PATIENCE
        while not any(words in line for line in self.lines()):
            if time.perf_counter() > end:
                raise TimeoutError("\n".join(self.lines()))
            time.sleep(0.05)

    def at_rest(self, quiet: float = 0.5) -> list[str]:
        """What stands on the screen once that stays the same for *quiet* seconds."""
        seen, since = self.lines(), time.perf_counter()
        while time.perf_counter() - since < quiet:
            time.sleep(0.1)
            now = self.lines()
            if now != seen:
                seen, since = now, time.perf_counter()
        return seen
