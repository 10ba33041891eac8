"""The commands that open a screen or a dialog. Each is loaded when it is first opened."""

from pathlib import Path
from typing import TYPE_CHECKING
from weakref import WeakSet

from rich.color import ColorSystem
from textual import on
from textual.reactive import reactive

from hermes_tui.core.releases.lookup import Ruleset
from hermes_tui.core.text.terminal_safe import safe
from hermes_tui.tui.app_drawing import DrawnApp
from hermes_tui.tui.commands import Where
from hermes_tui.tui.main.screen import MainScreen
from hermes_tui.tui.messages import DirectoryShown, PlaceWanted, PromptWanted
from hermes_tui.tui.state import Inspection, Options

if TYPE_CHECKING:
    from hermes_tui.core.comparison.what_if import Supposition
    from hermes_tui.tui.jobs.search import Asked
    from hermes_tui.tui.screens.prompt import PromptScreen

VISITED = 20
"""Files that the tree lists because somebody went there."""


class Openings(DrawnApp):
    """The part of the application that opens things over its state."""

    inspection: reactive[Inspection | None] = reactive(None)
    options: Options
    asked: "Asked | None" = None
    """What was searched for last."""

    def __init__(self, depth: ColorSystem) -> None:
        """Begin with nothing opened, in a terminal of so many colours."""
        super().__init__(depth)
        self._prompts: WeakSet[PromptScreen] = WeakSet()

    def change(self, **values: object) -> None:
        """Replace some of what is known."""
        raise NotImplementedError

    def look(self, directory: Path | None = None, ruleset: Ruleset | None = None) -> None:
        """Look at the disk again, from another directory or by another release if one is given."""
        raise NotImplementedError

    def action_show_prompt(self) -> None:
        """The whole prompt; it may come later than its screen, but not where there is no directory."""
        if self.inspection is not None and self.inspection.problem:
            self._has_looked()
            return
        self._show_prompt()

    @on(PromptWanted)
    def _prompt_wanted(self, event: PromptWanted) -> None:
        self._show_prompt(event.start)

    def _show_prompt(self, start: int | None = None) -> None:
        from hermes_tui.tui.screens.prompt import PromptScreen

        screen = PromptScreen(self.inspection, start)
        self._prompts.add(screen)
        self.push_screen(screen)

    def watch_inspection(self, inspection: Inspection | None) -> None:
        """Tell the prompt; not bound, for Textual keeps what is bound to us until the next look."""
        for screen in self._prompts:
            if screen in self.screen_stack:
                screen.inspection = inspection

    def _has_looked(self) -> bool:
        """There is something to tell of; otherwise say so."""
        inspection = self.inspection
        if inspection is not None and inspection.startup is not None:
            return True
        problem = inspection.problem if inspection is not None else ""
        self.notify(problem or "The context files are still being read.", markup=False, timeout=3)
        return False

    # ── why ──

    @property
    def _main(self) -> MainScreen:
        return next(screen for screen in self.screen_stack if isinstance(screen, MainScreen))

    def action_search(self) -> None:
        """Find a rule as you type."""
        from hermes_tui.tui.jobs.search import Asked
        from hermes_tui.tui.screens.search import SearchScreen

        if self.inspection is None or not self._has_looked():
            return
        screen = SearchScreen(self.inspection, self.asked or Asked(0, "", is_regex=False))

        def remember(_: None) -> None:
            self.asked = screen.asked

        self.push_screen(screen, remember)

    def action_why(self) -> None:
        """Explain the file under the cursor."""
        path = self._main.asked_file
        if self.inspection is None or self.inspection.startup is None or path is None:
            self.notify("Put the cursor on a file: w says why it is sent or not.", markup=False, timeout=3)
            return
        from hermes_tui.tui.screens.why import WhyJob

        WhyJob(self, self.inspection, path)

    def action_history(self) -> None:
        """The commits that changed what becomes of the file under the cursor, or of the whole prompt."""
        if self.inspection is None or not self._has_looked():
            return
        from hermes_tui.tui.screens.history import HistoryScreen

        path = self._main.asked_file
        is_asked_for = path is not None and self.inspection.file(path) is not None
        self.push_screen(HistoryScreen(self.inspection, path if is_asked_for else None))

    def action_findings(self) -> None:
        """Everything that keeps rules out."""
        if self.inspection is None or not self._has_looked():
            return
        from hermes_tui.tui.screens.findings import FindingsScreen

        self.push_screen(FindingsScreen(self.inspection))

    def action_what_if(self) -> None:
        """Suppose that something were otherwise."""
        inspection = self.inspection
        if inspection is None or not self._has_looked():
            return
        from hermes_tui.tui.dialogs.what_if import Asker
        from hermes_tui.tui.screens.what_if import SupposingJob, is_blocked

        def supposed(supposition: "Supposition") -> None:
            SupposingJob(self, inspection, (supposition,))

        path = self._main.asked_file
        Asker(self, inspection, path, supposed).ask(
            is_blocked=path is not None and is_blocked(inspection, path)
        )

    @on(PlaceWanted)
    def _place_wanted(self, event: PlaceWanted) -> None:
        if self.inspection is None:
            return
        if not self._main.lists(event.path):
            self.change(visited=(*self.inspection.visited, event.path)[-VISITED:])
        self._main.go_to_place(event.path, event.start, event.end)

    @on(DirectoryShown)
    def _directory_shown(self, event: DirectoryShown) -> None:
        if not self._main.go_to_directory(event.path):
            said = f"{self.inspection.shown(event.path) if self.inspection else ''} is not on the chain: "
            self.notify(f"{said}c starts a session there.", markup=False, timeout=4)

    # ── the editor ──

    def action_edit(self) -> None:
        """Open the editor at the place that is on show."""
        place: tuple[Path, int] | None = getattr(self.screen, "place_on_show", None)
        inspection = self.inspection
        if place is None or inspection is None:
            self.notify("Put the cursor on a file or a place in one: e opens it in your editor.", timeout=3)
            return
        if inspection.options.at:
            self.notify("What is shown is of a commit: leave --at away to edit the file of today.", timeout=4)
            return
        from hermes_tui.tui.editing import edit

        edit(self, inspection, *place)

    # ── others ──

    def action_show_help(self) -> None:
        """Every key."""
        from hermes_tui.tui.screens.help import HelpScreen

        place, *_ = getattr(self.screen, "PLACES", (Where.MAIN,))
        self.push_screen(HelpScreen(place))

    def action_choose_directory(self) -> None:
        """Ask for another working directory."""
        from hermes_tui.tui.dialogs.directory import DirectoryDialog

        if self.inspection is None:
            return
        screen = self.screen
        suggested = screen.directory if isinstance(screen, MainScreen) else None

        def start(directory: Path | None) -> None:
            if directory is not None:
                self.look(directory)

        self.push_screen(DirectoryDialog(self.inspection, suggested or self.options.directory), start)

    def action_choose_release(self) -> None:
        """Ask for another Hermes release."""
        from hermes_tui.tui.dialogs.release import ReleaseDialog

        def chosen(ruleset: Ruleset | None) -> None:
            if ruleset is not None:
                self.look(ruleset=ruleset)

        advice = "The session goes on with the same calls, by the rules of that release."
        self.push_screen(ReleaseDialog(self.options.ruleset, title="Show Hermes", advice=advice), chosen)

    def action_compare_releases(self) -> None:
        """Ask for a release to put beside this one."""
        from hermes_tui.tui.dialogs.release import ReleaseDialog, other_than
        from hermes_tui.tui.screens.comparison import ComparingJob

        inspection = self.inspection
        if inspection is None or not self._has_looked():
            return

        def chosen(ruleset: Ruleset | None) -> None:
            if ruleset is not None:
                ComparingJob(self, inspection, ruleset)

        now = self.options.ruleset
        advice = f"What would change here from {safe(now.name)} on?"
        dialog = ReleaseDialog(now, title="Compare with", advice=advice, begin=other_than(now))
        self.push_screen(dialog, chosen)
