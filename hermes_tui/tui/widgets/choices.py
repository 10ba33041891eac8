"""A list to choose from that asks for no row while it has no room."""

from textual._widget_navigation import Direction
from textual.widgets import OptionList

from hermes_tui.tui.widgets.motions import motions


class Choices(OptionList):
    """As Textual's, which ends the application where a page is wanted of a list without a cell."""

    BINDINGS = motions("cursor_up", "cursor_down", "first", "last")

    def action_half_page(self, by: int) -> None:
        """Half of what is seen, up or down; past what cannot be chosen."""
        for _ in range(max(1, self.scrollable_content_region.height // 2)):
            at = self.highlighted
            (self.action_cursor_down if by > 0 else self.action_cursor_up)()
            if self.highlighted is None or at is None or (self.highlighted - at) * by < 0:
                self.highlighted = at  # the list begins anew after its end
                return

    def _move_page(self, direction: Direction) -> None:
        if self.scrollable_content_region:
            super()._move_page(direction)
