"""The place of the session on the main screen: what stands in it is loaded after the first picture."""

from typing import TYPE_CHECKING

from textual.containers import Vertical
from textual.reactive import reactive

from hermes_tui.tui.state import Inspection
from hermes_tui.tui.widgets.lifetime import Lasting

if TYPE_CHECKING:
    from hermes_tui.tui.main.session.pane import SessionPane


class SessionPlace(Lasting, Vertical):
    """A box that the session pane moves into."""

    SCOPED_CSS = False
    DEFAULT_CSS = """
    #session {
        height: auto; min-height: 4; max-height: 60%;
        border: round $border-blurred; border-title-color: $foreground-muted;
        border-subtitle-color: $foreground-disabled; background: $background;
    }
    #session:focus-within { border: round $border; border-title-color: $text-accent; }
    .-narrow #session, .-zoomed #session { display: none; max-height: 100%; }
    .-narrow.-pane-session #session, .-zoomed.-pane-session #session { display: block; height: 1fr; }
    .-narrow.-pane-session #body, .-zoomed.-pane-session #body { display: none; }
    .-lower #session, .-flat #session { display: none; max-height: 100%; }
    .-lower.-pane-session #session, .-flat.-pane-session #session { display: block; height: 1fr; }
    .-lower.-pane-session #body, .-flat.-pane-session #body { display: none; }
    """

    inspection: reactive[Inspection | None] = reactive(None)

    def __init__(self, inspection: Inspection | None) -> None:
        """Keep the place free."""
        super().__init__(id="session")
        self._pane: SessionPane | None = None
        self.set_reactive(SessionPlace.inspection, inspection)
        self.border_title = "Session"

    def on_mount(self) -> None:
        """Let the first picture be drawn."""
        self.call_after_refresh(self._move_in)

    def _move_in(self) -> None:
        if not self.is_attached:  # left before there was a session
            return
        from hermes_tui.tui.main.session.pane import SessionPane  # not for the first picture

        self._pane = SessionPane(self.inspection).data_bind(SessionPlace.inspection)
        self.mount(self._pane)

    @property
    def pane(self) -> "SessionPane | None":
        """What stands here, once it does, with everything in it."""
        return self._pane if self._pane is not None and self._pane.is_mounted else None

    def focus(self, scroll_visible: bool = True) -> "SessionPlace":  # noqa: ARG002, FBT001, FBT002 - Textual's
        """The pane takes the focus where it is best."""
        if self.pane is not None:
            self.pane.go_in()
        return self
