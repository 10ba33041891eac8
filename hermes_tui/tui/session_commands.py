"""What the main screen hands on to its session pane."""

from textual.screen import Screen

from hermes_tui.tui.session_pane import SessionPane


class SessionCommands(Screen[None]):
    """A screen with a session pane."""

    @property
    def session_pane(self) -> SessionPane:
        """The pane."""
        return self.query_one(SessionPane)

    def action_session_step(self) -> None:
        """The next prepared step."""
        self.session_pane.show()
        self.session_pane.step()

    def action_session_type(self) -> None:
        """To the line where calls are typed."""
        self.session_pane.show()
        self.session_pane.type_call()

    def action_session_undo(self) -> None:
        """Take the last call back."""
        self.session_pane.undo()

    def action_session_reset(self) -> None:
        """Begin again."""
        self.session_pane.reset()
