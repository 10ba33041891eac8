"""What the main screen hands on to its session."""

from pathlib import Path
from typing import TYPE_CHECKING

from hermes_tui.core.text.terminal_safe import safe
from hermes_tui.tui.main.session.slot import SessionPlace
from hermes_tui.tui.widgets.lifetime import Page

if TYPE_CHECKING:
    from hermes_tui.core.recordings.catalog import Listed
    from hermes_tui.core.sessions.steps import Planned


class SessionCommands(Page[None]):
    """A screen with a place for the session."""

    @property
    def asked_file(self) -> Path | None:
        """The context file that commands are about."""
        return None

    def action_session_step(self) -> None:
        """The next prepared step; where there is room for one pane only, the session is seen."""
        place = self.query_one(SessionPlace)
        if not place.display or not place.region:
            place.focus()
        if place.pane is not None:
            place.pane.step()

    def action_session_type(self) -> None:
        """To the line where calls are typed."""
        pane = self.query_one(SessionPlace).pane
        if pane is not None:
            pane.type_call()

    def action_session_undo(self) -> None:
        """Take the last call back."""
        pane = self.query_one(SessionPlace).pane
        if pane is not None:
            pane.undo()

    def action_session_reset(self) -> None:
        """Begin again."""
        pane = self.query_one(SessionPlace).pane
        if pane is not None:
            pane.reset()

    def action_session_end(self) -> None:
        """Make all that is planned."""
        pane = self.query_one(SessionPlace).pane
        if pane is not None:
            pane.to_end()

    def action_session_save(self) -> None:
        """Write it to a file."""
        pane = self.query_one(SessionPlace).pane
        if pane is not None:
            from hermes_tui.tui.main.session.dialogs import ask_where_to_write

            ask_where_to_write(pane)

    def action_session_timeline(self) -> None:
        """What the model was given when."""
        pane = self.query_one(SessionPlace).pane
        if pane is not None:
            from hermes_tui.tui.main.session.dialogs import show_timeline

            show_timeline(pane)

    def action_bring(self) -> None:
        """What would bring the file under the cursor."""
        pane, path = self.query_one(SessionPlace).pane, self.asked_file
        if pane is None or path is None:
            self.notify("Put the cursor on a file: b asks which call would bring it.", timeout=3)
            return
        from hermes_tui.tui.main.session.dialogs import ask_what_brings

        ask_what_brings(pane, path)

    def action_recordings(self) -> None:
        """The sessions that Hermes recorded."""
        inspection = self.query_one(SessionPlace).inspection
        if inspection is not None:
            from hermes_tui.tui.screens.recordings import RecordingsScreen

            self.app.push_screen(RecordingsScreen(inspection, self._take_over, self._follow))

    def action_session_follow(self) -> None:
        """The session that Hermes is running, or no more of it."""
        self._follow(None)

    def _follow(self, listed: "Listed | None") -> None:
        """Calls of a session that runs are seen as they are made."""
        place = self.query_one(SessionPlace)
        if place.pane is not None:
            if not place.display or not place.region:
                place.focus()
            place.pane.follow(listed)

    def _take_over(self, directory: Path, plan: "tuple[Planned, ...]", release: str) -> None:
        """Calls of another session are offered: let them be seen."""
        place = self.query_one(SessionPlace)
        if place.pane is not None:
            place.pane.take_over(directory, plan)
            count = len(plan)
            calls = "1 call is" if count == 1 else f"{count:,} calls are"
            said = f"{calls} offered: s makes the next one, E all of them."
            shown = place.inspection.options.ruleset.name if place.inspection is not None else release
            if shown != release:
                said += f" By the rules of {safe(shown)}; recorded by {safe(release)}: v switches."
            self.notify(said, markup=False, timeout=8)
