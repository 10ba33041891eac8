"""The line where tool calls are typed: history, completion, and pastes of many lines."""

import asyncio
import contextlib
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from threading import Thread

from textual import events
from textual.actions import SkipAction
from textual.binding import Binding
from textual.message import Message
from textual.suggester import Suggester

from hermes_tui.core.sessions.events import MEANINGS
from hermes_tui.core.toolcalls.calls import lines_of
from hermes_tui.tui.main.session.completion import completion, names_below
from hermes_tui.tui.main.session.history import History
from hermes_tui.tui.widgets.safe_input import SafeInput


class CallSuggester(Suggester):
    """Completes from the disk, in a thread that nobody waits for at the end."""

    def __init__(self, working_dir: Callable[[], Path | None]) -> None:
        """Names count from the working directory as it is then."""
        super().__init__(use_cache=False, case_sensitive=True)
        self._working_dir = working_dir

    async def get_suggestion(self, value: str) -> str | None:
        """The line as it probably goes on."""
        working_dir = self._working_dir()
        if working_dir is None or not value:
            return None
        event = next((line for line in MEANINGS if len(value) > 2 and line.startswith(value)), None)
        if event is not None:
            return event.removesuffix("DIR")
        loop = asyncio.get_running_loop()
        answer: asyncio.Future[str | None] = loop.create_future()

        def tell(found: str | None) -> None:
            if not answer.done():
                answer.set_result(found)

        def work() -> None:
            found = completion(value, lambda typed: names_below(working_dir, typed))
            with contextlib.suppress(RuntimeError):  # the application has ended
                loop.call_soon_threadsafe(tell, found)

        Thread(target=work, daemon=True).start()
        return await answer


class CallInput(SafeInput):
    """Takes one call a line."""

    BINDINGS = [  # noqa: RUF012
        Binding("up", "older", "older", show=False),
        Binding("down", "newer", "newer", show=False),
        Binding("tab", "complete", "complete", show=False),
        Binding("escape", "leave_line", "leave", show=False),
    ]

    @dataclass
    class Pasted(Message):
        """Several lines came at once."""

        text: str

    @dataclass
    class Left(Message):
        """The user is done with typing."""

    def __init__(self, working_dir: Callable[[], Path | None], *, id: str) -> None:  # noqa: A002 - Textual's name
        """Complete from the working directory."""
        super().__init__(
            placeholder="a path, a tool and its arguments, $ command, cd directory, /new, /compress",
            suggester=CallSuggester(working_dir),
            select_on_focus=False,
            compact=True,
            id=id,
        )
        self.history = History(None)

    def take(self, line: str) -> None:
        """Put a line in place of what is typed."""
        self.value = line
        self.cursor_position = len(line)

    def action_older(self) -> None:
        """The line typed before."""
        line = self.history.older(self.value)
        if line is not None:
            self.take(line)

    def action_newer(self) -> None:
        """The line typed after."""
        line = self.history.newer()
        if line is not None:
            self.take(line)

    def action_complete(self) -> None:
        """Take the ghost text; what is typed is not left, as its next letters would be commands."""
        if not self.value:
            raise SkipAction
        if self._suggestion and self.cursor_at_end:
            self.take(self._suggestion)

    async def _on_key(self, event: events.Key) -> None:
        """The key that leads here does nothing here: no call begins with it."""
        if event.character == ":" and not self.value:
            event.stop()
            event.prevent_default()

    def action_leave_line(self) -> None:
        """Back to the calls."""
        self.post_message(self.Left())

    def _on_paste(self, event: events.Paste) -> None:
        """Textual keeps what its idea of a first line is; here each line is a call, and kept whole."""
        event.stop()
        event.prevent_default()
        lines = [line for line in lines_of(event.text) if line.strip()]
        if len(lines) > 1:
            self.post_message(self.Pasted(event.text))
        elif lines:
            self.replace(lines[0], *self.selection)
