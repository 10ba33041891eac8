"""The application: holds the state, starts the slow work beside the screen, hands out commands."""

import asyncio
import contextlib
import gc
from collections.abc import Iterable
from dataclasses import replace
from functools import partial
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING

from rich.color import ColorSystem
from textual import on
from textual.app import SystemCommand
from textual.screen import Screen

from hermes_tui.core.releases.lookup import Ruleset
from hermes_tui.core.text.terminal_safe import safe
from hermes_tui.end_signals import ENDING
from hermes_tui.tui.app_actions import Openings
from hermes_tui.tui.commands import KEYMAP, Where, in_places, pressing_bindings
from hermes_tui.tui.jobs.inspect import Look, Looked, look_again
from hermes_tui.tui.jobs.job import Failed
from hermes_tui.tui.main.screen import MainScreen
from hermes_tui.tui.messages import (
    DirectoryWanted,
    Edited,
    FactsWanted,
    FileWanted,
    ScreenReady,
    SessionChanged,
)
from hermes_tui.tui.state import Inspection, Options
from hermes_tui.tui.terminal_hangup import watch_terminal
from hermes_tui.tui.themes import depth_here, kept_theme
from hermes_tui.tui.widgets import breakpoints

if TYPE_CHECKING:
    from hermes_tui.tui.jobs.supervisor import Diagnosed, FileTold, RepositoryTold, SideWork
    from hermes_tui.tui.jobs.survey import Searched
    from hermes_tui.tui.jobs.watch import CannotWatch, DiskChanged

__all__ = ["Inspector", "Options", "run"]

LATER = 0.1
"""Seconds from the first picture to the search, git and the watch."""
AT_ONCE = 0.05
"""Seconds that the first picture waits for the first look at the disk."""
HELD = 1.0
"""Seconds that what is typed waits for it: one that came too early would be lost, the next misread."""


class Inspector(Openings):
    """Shows what Hermes would send from a directory."""

    TITLE = "hermes-tui"
    CSS_PATH = "app.tcss"
    VERTICAL_BREAKPOINTS = breakpoints.LISTS
    BINDINGS = pressing_bindings()
    """What works over every dialog; the rest is each screen's own."""

    def __init__(
        self, options: Options, last_theme: str = "", depth: ColorSystem = ColorSystem.TRUECOLOR
    ) -> None:
        """Begin to look at the disk at once, in the colours of the last time if none are asked for."""
        super().__init__(depth)
        self.options = options
        self._looking: Look | None = Look(self, options)
        self.set_keymap(KEYMAP)
        self.hold_typed()
        self._side_work: SideWork | None = None
        self._asked_about: Path | None = None
        self.begin_in(options.theme, last_theme)

    def get_default_screen(self) -> Screen[None]:
        """The main screen, bound to the state; a quick look is waited for, so that nothing is drawn twice."""
        inspection = Inspection(options=self.options)
        looking = self._looking
        if looking is not None and looking.wait(looking.begun + AT_ONCE - monotonic()) and looking.seen:
            inspection, self._looking = looking.seen, None
            self.options = inspection.options
        self.set_reactive(Inspector.inspection, inspection)
        return MainScreen(inspection).data_bind(inspection=Inspector.inspection)

    def on_load(self) -> None:
        """Leave on signals as on ``q``, before the terminal is touched."""
        for number in ENDING:
            with contextlib.suppress(NotImplementedError, RuntimeError):  # Windows; no main thread
                asyncio.get_running_loop().add_signal_handler(number, self.exit, 128 + number)

    def on_mount(self) -> None:
        """Begin what can wait."""
        self.call_after_refresh(_collect_again)
        looking = self._looking
        if looking is not None and looking.seen:  # done before there was anybody to tell
            self._take(looking.seen)
        if self._looking is None:
            self.let_typed_through()
        self.set_timer(HELD, self.let_typed_through)
        self.set_timer(LATER, self._begin_side_work)
        self.app_resume_signal.subscribe(self, self.draw_anew)
        if self._loop is not None and not self.is_headless:
            watch_terminal(partial(self._loop.call_soon_threadsafe, self.exit), is_web=self.is_web)

    def on_unmount(self) -> None:
        """Leave what goes on beside the screen: a watch is one of few that the system has."""
        if self._side_work is not None:
            self._side_work.leave()

    # ── the state ──

    def look(self, directory: Path | None = None, ruleset: Ruleset | None = None) -> None:
        """Look at the disk again, from another directory or by another release if one is given."""
        options = self.options
        if self._looking is not None:  # what it was to show is still wanted
            self._looking.leave()
            options = self._looking.options
        if directory is not None:
            options = replace(options, directory=directory)
        if ruleset is not None:
            options = replace(options, settings=options.settings.by_release(ruleset, "chosen here"))
        self._looking = Look(self, options, look_again)

    @on(Looked)
    def _looked(self, event: Looked) -> None:
        if event.job is self._looking:
            self._take(event.inspection)

    def _take(self, new: Inspection) -> None:
        """Another look takes over; in the same directory the session goes on."""
        self._looking = None
        old = self.inspection
        if old is not None and old.options.directory == new.options.directory:
            new = replace(
                new, search=old.search, session=old.session, fired=old.fired, repository=old.repository
            )
        self.options = new.options
        self.inspection = new
        self.let_typed_through()
        if self._side_work is not None:
            self._side_work.begin(new)

    def _begin_side_work(self) -> None:
        """There is a picture: now for what can wait, and for the modules that it needs."""
        from hermes_tui.tui.jobs.supervisor import SideWork

        self._side_work = SideWork(self, lambda: self.inspection, lambda found: self.change(search=found))
        if self._looking is None and self.inspection is not None:
            self._side_work.begin(self.inspection)
        if self._asked_about is not None:  # on a busy machine, before there was anybody to ask
            self._side_work.ask_about(self._asked_about)

    def change(self, **values: object) -> None:
        """Replace some of what is known."""
        if self.inspection is not None:
            self.inspection = replace(self.inspection, **values)  # type: ignore[arg-type]

    # Named as Textual finds them, for their classes are not imported yet.

    def on_searched(self, event: "Searched") -> None:
        """The search has come further."""
        if self._side_work is not None:
            self._side_work.searched(event.job, event.search)

    def on_repository_told(self, event: "RepositoryTold") -> None:
        """Git answered."""
        if not event.job.is_left:
            self.change(repository=event.facts)

    def on_file_told(self, event: "FileTold") -> None:
        """Git answered about a file."""
        if self.inspection is not None and not event.job.is_left:
            self.change(git={**self.inspection.git, event.path: event.facts})

    def on_diagnosed(self, event: "Diagnosed") -> None:
        """What brings a file was tried."""
        if self.inspection is not None and not event.job.is_left:
            self.change(diagnoses={**self.inspection.diagnoses, event.path: event.diagnosis})

    def on_disk_changed(self, event: "DiskChanged") -> None:
        """Look again by itself."""
        if not event.job.is_left:
            names = sorted({safe(path.name) for path in event.paths})
            self.say(f"Changed on disk, read again: {', '.join(names)}")
            self.look()

    def on_cannot_watch(self, event: "CannotWatch") -> None:
        """Say that nothing will be seen by itself."""
        if not event.job.is_left:
            self.say(safe(event.why), is_bad=True)

    @on(Failed)
    def _failed(self, event: Failed) -> None:
        """A defect of ours: without a first look there is nothing to show; what goes on beside it may end."""
        if isinstance(event.job, Look):
            raise event.error
        if self._side_work is not None:
            self._side_work.failed(event.job)
        self.say(event.said("Something beside the screen"), is_bad=True)

    @on(SessionChanged)
    def _session_changed(self, event: SessionChanged) -> None:
        self.change(session=event.session, fired=event.session.fired)

    @on(DirectoryWanted)
    def _directory_wanted(self, event: DirectoryWanted) -> None:
        self.look(event.directory, event.ruleset)

    @on(FileWanted)
    def _file_wanted(self, event: FileWanted) -> None:
        for screen in self.screen_stack:
            if isinstance(screen, MainScreen):
                screen.go_to_file(event.path)

    @on(Edited)
    def _edited(self) -> None:
        self.look()

    @on(ScreenReady)
    def _screen_ready(self, event: ScreenReady) -> None:
        self.push_screen(event.screen)

    @on(FactsWanted)
    def _facts_wanted(self, event: FactsWanted) -> None:
        self._asked_about = event.path
        if self._side_work is not None:
            self._side_work.ask_about(event.path)

    def say(self, sentence: str, *, is_bad: bool = False) -> None:
        """A word at the edge of the screen; never read as markup."""
        self.notify(sentence, markup=False, severity="warning" if is_bad else "information", timeout=4)

    # ── commands ──

    def get_system_commands(self, screen: Screen[object]) -> Iterable[SystemCommand]:
        """What the palette offers: the same commands as the keys."""
        places = getattr(screen, "PLACES", (Where.EVERYWHERE,))
        for command in in_places(*places):
            if command.palette:
                action = command.action
                yield SystemCommand(
                    command.label.capitalize(),
                    command.help,
                    lambda action=action: screen.run_action(action),
                )

    def action_reload(self) -> None:
        """Look at the disk again, search again, and draw what a terminal may have lost."""
        self.draw_anew()
        if self._side_work is not None:
            self._side_work.search_again()
        self.look()

    def action_leave_search(self) -> None:
        """Stop the search for what hints could bring."""
        if self._side_work is not None and not self._side_work.leave_search():
            self.say("No search is under way; r begins another.")

    def action_leave(self) -> None:
        """Leave."""
        self.exit(0)

    async def action_quit(self) -> None:
        """Leave; what Textual's own bindings ask for."""
        self.exit(0)


def _collect_again() -> None:
    """What is there now stays to the end: the collector need not look at it each time."""
    gc.freeze()
    gc.enable()


def run(options: Options, *, mouse: bool = True) -> int:
    """Run the application until it is left, without the *mouse* if so asked; returns the exit status."""
    gc.disable()  # Nothing is to be collected before the first picture; `on_mount` goes on.
    app = Inspector(options, kept_theme(), depth_here())
    result = app.run(mouse=mouse)
    gc.freeze()  # Python would look through all that was read once more: seconds where that is much.
    return app.return_code or 0 if result is None else result
