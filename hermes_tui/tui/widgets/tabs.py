"""One line of tabs, for screens with room for one pane only."""

from textual import events
from textual.app import RenderResult
from textual.content import Content
from textual.message import Message
from textual.reactive import reactive
from textual.widget import Widget


class PaneTabs(Widget):
    """Draws the names of the panes, and tells which one was clicked."""

    chosen: reactive[str] = reactive("")

    class Chosen(Message):
        """A tab was clicked."""

        def __init__(self, pane: str) -> None:
            """Say which."""
            super().__init__()
            self.pane = pane

    def __init__(self, panes: tuple[tuple[str, str], ...]) -> None:
        """A tab for each pane: the id of its widget, and what it is called."""
        super().__init__(id="tabs")
        self._panes = panes

    def render(self) -> RenderResult:
        """The names, the chosen one set off; brackets say it without colour."""
        parts: list[tuple[str, str]] = []
        for number, (pane, title) in enumerate(self._panes, 1):
            is_chosen = pane == self.chosen
            words = f"[{number} {title}]" if is_chosen else f" {number} {title} "
            parts.append((words, "$text-accent bold" if is_chosen else "$foreground-muted"))
        return Content.assemble(*parts)

    def on_click(self, event: events.Click) -> None:
        """Find the tab at the pointer."""
        place = event.get_content_offset(self)
        if place is None:
            return
        right = 0
        for number, (pane, title) in enumerate(self._panes, 1):
            right += len(f" {number} {title} ")
            if place.x < right:
                self.post_message(self.Chosen(pane))
                return
