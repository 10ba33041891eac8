"""The commands that open a screen or a dialog. Each is loaded when it is first opened."""

from pathlib import Path

from textual.app import App
from textual.reactive import reactive

from hermes_tui.core.rulesets import Ruleset
from hermes_tui.core.safe_text import safe
from hermes_tui.tui.inspection import Inspection, Options
from hermes_tui.tui.main_screen import MainScreen


class Openings(App[int]):
    """The part of the application that opens things over its state."""

    inspection: reactive[Inspection | None] = reactive(None)
    options: Options

    def look(self, directory: Path | None = None, ruleset: Ruleset | None = None) -> None:
        """Look at the disk again, from another directory or by another release if one is given."""
        raise NotImplementedError

    def action_show_prompt(self) -> None:
        """The whole prompt."""
        self.call_later(self._show_prompt)  # bound to our state, whoever asked for it

    def _show_prompt(self) -> None:
        from hermes_tui.tui.prompt_screen import PromptScreen

        self.push_screen(PromptScreen().data_bind(inspection=Openings.inspection))

    def action_show_help(self) -> None:
        """Every key."""
        from hermes_tui.tui.help_screen import HelpScreen

        self.push_screen(HelpScreen())

    def action_choose_directory(self) -> None:
        """Ask for another working directory."""
        from hermes_tui.tui.directory_dialog import DirectoryDialog

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
        from hermes_tui.tui.release_dialog import ReleaseDialog

        def chosen(ruleset: Ruleset | None) -> None:
            if ruleset is not None:
                self.look(ruleset=ruleset)

        advice = "The session goes on with the same calls, by the rules of that release."
        self.push_screen(ReleaseDialog(self.options.ruleset, title="Show Hermes", advice=advice), chosen)

    def action_compare_releases(self) -> None:
        """Ask for a release to put beside this one."""
        from hermes_tui.tui.release_dialog import ReleaseDialog
        from hermes_tui.tui.releases_screen import ComparingJob

        inspection = self.inspection
        if inspection is None or inspection.startup is None:
            return

        def chosen(ruleset: Ruleset | None) -> None:
            if ruleset is not None:
                ComparingJob(self, inspection, ruleset)

        advice = f"What would change here from {safe(self.options.ruleset.name)} on?"
        self.push_screen(ReleaseDialog(self.options.ruleset, title="Compare with", advice=advice), chosen)
