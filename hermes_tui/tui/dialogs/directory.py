"""Where the next session should start: typed, with completion."""

import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from textual import events, on
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Vertical
from textual.content import Content
from textual.message import Message
from textual.widgets import Input, OptionList, Static
from textual.widgets.option_list import Option

from hermes_tui.core.filesystem.disk import Disk
from hermes_tui.core.filesystem.portable import user_home
from hermes_tui.core.text.phrases import from_home
from hermes_tui.core.text.terminal_safe import safe
from hermes_tui.tui.jobs.job import Job
from hermes_tui.tui.state import Inspection, why_no_directory
from hermes_tui.tui.widgets.choices import Choices
from hermes_tui.tui.widgets.lifetime import Dialog
from hermes_tui.tui.widgets.safe_input import SafeInput

_ADVICE = "That is a new session: it remembers no hint of this one."
LISTED = 50
"""Directories that are offered at once."""


@dataclass
class Completions(Message):
    """Directories that begin like what was typed."""

    typed: str
    names: tuple[str, ...]


def expanded(typed: str, cwd: Path, home: Path | None) -> Path:
    """The path that was meant: ``~`` is the home, what is relative counts from *cwd*."""
    base = home or user_home(os.environ)
    if typed == "~" or typed.startswith("~/"):
        return base / typed[2:]
    return Path(os.path.normpath(cwd / typed)) if typed else cwd


def nearest(directory: Path) -> Path:
    """*directory*, or what is left above it if it is gone; nobody starts in ``.cursor`` and the like."""
    disk = Disk()
    if disk.is_directory(directory):
        return directory
    above = (path for path in directory.parents if not path.name.startswith("."))
    return next((path for path in above if disk.is_directory(path)), Path("/"))


def completions(typed: str, cwd: Path, home: Path | None) -> Iterator[str]:
    """Names of directories that go on from what was typed; hidden ones only when asked for."""
    head, _, begun = typed.rpartition("/")
    directory = expanded(f"{head}/" if "/" in typed else "", cwd, home)
    try:
        with os.scandir(directory) as entries:
            names = sorted(entry.name for entry in entries if _is_offered(entry, begun))
    except (OSError, ValueError):
        return
    yield from names[:LISTED]


def _is_offered(entry: "os.DirEntry[str]", begun: str) -> bool:
    try:
        is_directory = entry.is_dir()
    except OSError:
        return False
    is_wanted = begun.startswith(".") or not entry.name.startswith(".")
    return is_directory and is_wanted and entry.name.startswith(begun)


class DirectoryDialog(Dialog[Path | None]):
    """Asks for a directory, and goes on asking until there is one."""

    CSS_PATH = "../later.tcss"
    BINDINGS = [  # noqa: RUF012
        Binding("escape", "cancel", "cancel"),
        Binding("tab", "complete", "complete", priority=True),
        Binding("down", "into_list", "choose", show=False),
    ]

    def __init__(self, inspection: Inspection, suggested: Path) -> None:
        """Offer a directory to begin with."""
        super().__init__()
        self._inspection = inspection
        self._suggested = from_home(nearest(suggested), inspection.options.home).rstrip("/") + "/"
        self._job: Job | None = None
        self._names: tuple[str, ...] = ()
        self._offered: str | None = None
        """What the offers go on from."""
        self._completes = False
        """Tab was pressed before the offers came."""

    def compose(self) -> ComposeResult:
        """The line, what fits, and why it will not do."""
        with Vertical(id="directory", classes="dialog") as box:
            box.border_title = "Start a session in"
            box.border_subtitle = "escape cancels · enter starts · tab completes"
            yield SafeInput(self._suggested, id="typed", select_on_focus=False)
            yield Static(_ADVICE, id="answer")
            yield Choices(id="offers", markup=False)

    def on_mount(self) -> None:
        """What is typed comes in place of what is offered."""
        self.query_one("#typed", Input).select_all()

    @on(Input.Changed, "#typed")
    def _changed(self, event: Input.Changed) -> None:
        self.query_one("#answer", Static).update(_ADVICE)
        if self._job is not None:
            self._job.leave()
        typed, cwd, home = event.value, self._inspection.options.directory, self._inspection.options.home

        def work(job: Job) -> None:
            job.post(Completions(typed, tuple(completions(typed, cwd, home))))

        self._job = Job(self, work)

    @on(Completions)
    def _offer(self, event: Completions) -> None:
        if event.typed != self.query_one("#typed", Input).value:
            return
        self._names, self._offered = event.names, event.typed
        offers = self.query_one("#offers", OptionList)
        offers.clear_options()
        offers.add_options(Option(Content(f"{safe(name)}/")) for name in event.names)
        if self._completes:
            self.action_complete()

    @on(Input.Submitted, "#typed")
    def _submitted(self, event: Input.Submitted) -> None:
        options = self._inspection.options
        path = expanded(event.value, options.directory, options.home)
        problem = why_no_directory(path, Disk(), options.home)
        if problem:
            self.query_one("#answer", Static).update(Content.styled(problem, "$text-error"))
        else:
            self.dismiss(path)

    @on(OptionList.OptionSelected, "#offers")
    def _chosen(self, event: OptionList.OptionSelected) -> None:
        self._take(self._names[event.option_index])
        self.query_one("#typed").focus()

    def action_complete(self) -> None:
        """Go on as far as all offers agree; with one left, into it."""
        typed = self.query_one("#typed", Input).value
        self._completes = self._offered != typed
        if self._completes or not self._names:
            return
        begun = typed.rpartition("/")[2]
        shared = os.path.commonprefix(self._names)  # noqa: RUF071 -- of names, not of paths
        if len(self._names) == 1 or shared == begun:
            self._take(self._names[0])
        else:
            self._set(f"{typed[: len(typed) - len(begun)]}{shared}")

    def _take(self, name: str) -> None:
        typed = self.query_one("#typed", Input).value
        begun = typed.rpartition("/")[2]
        self._set(f"{typed[: len(typed) - len(begun)]}{name}/")

    def _set(self, value: str) -> None:
        line = self.query_one("#typed", Input)
        line.value = value
        line.cursor_position = len(value)

    def action_into_list(self) -> None:
        """Choose with the arrow keys."""
        offers = self.query_one("#offers", OptionList)
        if self._names and not offers.has_focus:
            offers.focus()
            offers.highlighted = 0

    def action_cancel(self) -> None:
        """Stay where we are."""
        self.dismiss(None)

    def on_unmount(self, _: events.Unmount) -> None:
        """Ask for no more names."""
        if self._job is not None:
            self._job.leave()
