"""Work beside the screen. It never touches a widget: it posts messages."""

import contextlib
from collections.abc import Callable
from threading import Event, Thread

from textual.message import Message
from textual.message_pump import MessagePump

from hermes_tui.core.text.terminal_safe import safe


class Job:
    """Work in a thread that does not keep the program alive, as a worker's thread would.

    A read from a network disk that hangs must not hold up leaving the program.
    """

    def __init__(self, target: MessagePump, work: "Callable[[Job], None]") -> None:
        """Begin *work*; its messages go to *target*."""
        self._target = target
        self._stop = Event()
        self._done = Event()
        Thread(target=self._run, args=(work,), daemon=True).start()

    def _run(self, work: "Callable[[Job], None]") -> None:
        try:
            work(self)
        except Exception as error:
            self.post(Failed(self, error))
        finally:
            self._done.set()

    def wait(self, seconds: float) -> bool:
        """Wait for the end of the work, no longer than that; says whether it came."""
        return self._done.wait(max(0.0, seconds))

    @property
    def stop_event(self) -> Event:
        """Set once the work was left, for those who can wait for it."""
        return self._stop

    @property
    def is_left(self) -> bool:
        """Nobody waits for the work any more."""
        return self._stop.is_set()

    def leave(self) -> None:
        """Ask the work to end, and drop what it still says."""
        self._stop.set()

    def post(self, message: Message) -> None:
        """Tell the target something, unless the work was left, or nobody is there any more."""
        if not self.is_left and self._target.is_running:
            with contextlib.suppress(RuntimeError):  # the application has ended meanwhile
                self._target.post_message(message)


class Failed(Message):
    """A job raised what nobody expected.

    The application says so; whoever waits for the job takes it too, so as not to wait for ever.
    """

    def __init__(self, job: Job, error: Exception) -> None:
        super().__init__()
        self.job = job
        self.error = error

    def said(self, what: str) -> str:
        """That *what* ended, in a sentence that is harmless."""
        return f"{what} ended early ({safe(f'{type(self.error).__name__}: {self.error}')})."
