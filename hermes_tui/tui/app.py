"""The application: holds the state, does the slow work beside the screen, hands out commands."""

import signal
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

from textual import on
from textual.app import App, SystemCommand
from textual.message import Message
from textual.reactive import reactive
from textual.screen import Screen

from hermes_tui.tui.background import Failed, Job
from hermes_tui.tui.commands import COMMANDS
from hermes_tui.tui.inspection import Inspection, Options, look
from hermes_tui.tui.main_screen import MainScreen
from hermes_tui.tui.messages import DirectoryWanted, FileWanted, SessionChanged
from hermes_tui.tui.themes import THEMES, first_theme

__all__ = ["Inspector", "Options", "run"]

AT_ONCE = 0.05
"""Seconds that the first picture waits for the first look at the disk."""


class Looked(Message):
    """A look at the disk is done."""

    def __init__(self, job: Job, inspection: Inspection) -> None:
        super().__init__()
        self.job = job
        self.inspection = inspection


class Inspector(App[int]):
    """Shows what Hermes would send from a directory."""

    TITLE = "hermes-tui"
    CSS_PATH = "app.tcss"
    ENABLE_COMMAND_PALETTE = True
    BINDINGS = []  # noqa: RUF012 -- each screen has its own; ctrl+q and ctrl+p come from there

    inspection: reactive[Inspection | None] = reactive(None)

    def __init__(self, options: Options) -> None:
        super().__init__()
        self.options = options
        for theme in THEMES:
            self.register_theme(theme)
        self.theme = first_theme(options.theme)
        self._looking: Job | None = None
        self.set_reactive(Inspector.inspection, self._first_look())

    def _first_look(self) -> Inspection:
        return Inspection(options=self.options)

    def get_default_screen(self) -> Screen[None]:
        """The main screen, bound to the state."""
        return MainScreen().data_bind(inspection=Inspector.inspection)

    def on_mount(self) -> None:
        """Look at the disk; leave on signals as on ``q``."""
        self.look()
        loop = self._loop
        if loop is not None:
            for number in (signal.SIGTERM, signal.SIGHUP):
                loop.add_signal_handler(number, self.exit, 128 + number)

    # ── the state ──

    def look(self, directory: Path | None = None) -> None:
        """Look at the disk, from another directory if one is given."""
        if self._looking is not None:
            self._looking.leave()
        options = self.options if directory is None else replace(self.options, directory=directory)
        self._looking = Job(self, lambda job: job.post(Looked(job, look(options))))

    @on(Looked)
    def _looked(self, event: Looked) -> None:
        if event.job is self._looking:
            self._looking = None
            self.options = event.inspection.options
            self.inspection = event.inspection

    @on(Failed)
    def _failed(self, event: Failed) -> None:
        raise event.error

    @on(SessionChanged)
    def _session_changed(self, event: SessionChanged) -> None:
        if self.inspection is not None:
            self.inspection = replace(self.inspection, traces=event.traces, fired=event.fired)

    @on(DirectoryWanted)
    def _directory_wanted(self, event: DirectoryWanted) -> None:
        self.look(event.directory)

    @on(FileWanted)
    def _file_wanted(self, event: FileWanted) -> None:
        for screen in self.screen_stack:
            if isinstance(screen, MainScreen):
                screen.go_to_file(event.path)

    # ── commands ──

    def get_system_commands(self, screen: Screen[object]) -> Iterable[SystemCommand]:
        """What the palette offers: the same commands as the keys."""
        for command in COMMANDS:
            if command.palette:
                action = command.action
                yield SystemCommand(
                    command.label.capitalize(),
                    command.help,
                    lambda action=action: screen.run_action(action),
                )

    def action_reload(self) -> None:
        """Look at the disk again."""
        self.look()

    def action_leave(self) -> None:
        """Leave."""
        self.exit(0)


def run(options: Options) -> int:
    """Run the application until it is left; returns the exit status."""
    app = Inspector(options)
    result = app.run()
    return app.return_code or 0 if result is None else result
