"""What would bring a context file to the session, and the offer to do it."""

from collections.abc import Callable
from pathlib import Path

from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Vertical
from textual.content import Content
from textual.message_pump import MessagePump
from textual.widgets import Static

from hermes_tui.core.prompt.startup import Startup
from hermes_tui.core.reports.session_text import shortened
from hermes_tui.core.reports.startup import shown_path
from hermes_tui.core.sessions.how_to_load import CallToLoad, way_to
from hermes_tui.core.sessions.session import Session
from hermes_tui.core.toolcalls.calls import ToolCall
from hermes_tui.tui.jobs.job import Job
from hermes_tui.tui.messages import ScreenReady
from hermes_tui.tui.widgets.lifetime import Dialog
from hermes_tui.tui.widgets.styled_line import Line, styled_lines


def answer(way: CallToLoad) -> tuple[Line, ...]:
    """The answer in lines."""
    if way.call is not None:
        return (
            (("→ ", "success"), (shortened(way.call.line), "bold")),
            ((shortened(way.sentence), ""),),
        )
    glyph, style = ("✓ ", "success") if way.has_it else ("· ", "warning")
    return (((glyph, style), (shortened(way.sentence), "")),)


class BringingJob(Job):
    """Finds out beside the screen, and opens the dialog that tells."""

    def __init__(
        self,
        target: MessagePump,
        session: Session,
        startup: Startup,
        subagent: Callable[[], Startup],
        path: Path,
        make: Callable[[ToolCall], None],
    ) -> None:
        """Ask about the file at *path*; *make* makes a call."""

        def work(job: Job) -> None:
            way = way_to(path, session, startup, subagent)
            job.post(ScreenReady(BringDialog(way, shown_path(path, session.terms.home), make)))

        super().__init__(target, work)


class BringDialog(Dialog[None]):
    """Tells the shortest call, and makes it."""

    CSS_PATH = "../later.tcss"
    BINDINGS = [  # noqa: RUF012
        Binding("enter", "make", "make the call"),
        Binding("escape", "cancel", "cancel"),
    ]

    def __init__(self, way: CallToLoad, shown: str, make: Callable[[ToolCall], None]) -> None:
        """Tell *way*."""
        super().__init__()
        self._way = way
        self._shown = shown
        self._make = make

    def compose(self) -> ComposeResult:
        """The question as title, the answer, what the keys do."""
        with Vertical(id="bring", classes="dialog") as box:
            box.border_title = Content(f"What would bring {self._shown}?")
            is_offered = self._way.call is not None
            box.border_subtitle = "enter makes the call · escape cancels" if is_offered else "escape closes"
            yield Static(styled_lines(answer(self._way)))

    def action_make(self) -> None:
        """Make the call, if there is one."""
        self.dismiss()
        if self._way.call is not None:
            self._make(self._way.call)

    def action_cancel(self) -> None:
        """Leave it."""
        self.dismiss()
