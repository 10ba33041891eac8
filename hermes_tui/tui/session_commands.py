"""What the main screen hands on to its session."""

from textual.screen import Screen

from hermes_tui.tui.session_place import SessionPlace


class SessionCommands(Screen[None]):
    """A screen with a place for the session."""

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
