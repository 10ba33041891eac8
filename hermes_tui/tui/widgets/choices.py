"""A list to choose from that asks for no row while it has no room."""

from textual._widget_navigation import Direction
from textual.widgets import OptionList


class Choices(OptionList):
    """As Textual's, which ends the application where a page is wanted of a list without a cell."""

    def _move_page(self, direction: Direction) -> None:
        if self.scrollable_content_region:
            super()._move_page(direction)
