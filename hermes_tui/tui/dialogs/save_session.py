"""Where the session is written to, as a file that ``hermes-tui session`` and ``--session`` read."""

import os
from pathlib import Path

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Vertical
from textual.content import Content
from textual.widgets import Input, Static

from hermes_tui.core.filesystem.portable import user_home
from hermes_tui.core.reports.startup import shown_path
from hermes_tui.core.sessions.file import write_session
from hermes_tui.core.sessions.session import Session
from hermes_tui.core.text.terminal_safe import safe
from hermes_tui.tui.dialogs.directory import expanded
from hermes_tui.tui.widgets.lifetime import Dialog
from hermes_tui.tui.widgets.safe_input import SafeInput

NAME = "hermes-session.txt"
ADVICE = "One call a line, for hermes-tui session FILE. It begins in {}."


def save(session: Session, path: Path, inspected: tuple[Path, ...]) -> str:
    """Write *session* to a new file; why not, in a sentence, or nothing.

    Nothing is written below a directory that is *inspected*, and no file is replaced.
    """
    try:
        place = path.parent.resolve()
        if any(top == place or top in place.parents for top in inspected):
            return "That is inside the inspected directory, where nothing is written."
        with path.open("x", encoding="utf-8", errors="surrogateescape") as file:
            file.write(write_session(session))
    except FileExistsError:
        return f"{safe(path.name)} is there already: choose another name."
    except (OSError, RuntimeError, ValueError) as error:
        return f"It cannot be written: {safe(getattr(error, 'strerror', None) or str(error))}."
    return ""


def _real_home() -> Path:
    """The home of the person at the keyboard."""
    return user_home(os.environ)


class SaveDialog(Dialog[Path | None]):
    """Asks for a file, and goes on asking until it is written."""

    CSS_PATH = "../later.tcss"
    BINDINGS = [Binding("escape", "cancel", "cancel")]  # noqa: RUF012

    def __init__(
        self, session: Session, inspected: tuple[Path, ...], directory: Path, home: Path | None
    ) -> None:
        """Offer to write *session*; typed paths count from *directory*.

        What is said of the session has its *home* as ``~``. That of the demonstration is removed at the end,
        so that the file goes to the home of whoever sits there.
        """
        super().__init__()
        self._session = session
        self._inspected = inspected
        self._directory = directory
        self._home = home

    def compose(self) -> ComposeResult:
        """The line, and what is said about it."""
        with Vertical(id="save", classes="dialog") as box:
            box.border_title = "Write the session to"
            box.border_subtitle = "enter writes · escape cancels"
            own = _real_home()
            offered = f"~/{NAME}" if own == self._home else str(own / NAME)
            yield SafeInput(offered, id="typed", select_on_focus=False)
            start = shown_path(self._session.legs[0].started_in, self._home)
            yield Static(Content(ADVICE.format(start)), id="answer")

    def on_mount(self) -> None:
        """What is typed comes in place of what is offered."""
        self.query_one("#typed", Input).select_all()

    @on(Input.Submitted, "#typed")
    def _submitted(self, event: Input.Submitted) -> None:
        path = expanded(event.value, self._directory, _real_home())
        problem = save(self._session, path, self._inspected)
        if problem:
            self.query_one("#answer", Static).update(Content.styled(problem, "$text-error"))
        else:
            self.dismiss(path)

    def action_cancel(self) -> None:
        """Leave it."""
        self.dismiss(None)
