"""Keys that hands know from elsewhere, the same in every list, tree and text beside the arrows."""

from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll

TOLD = (
    ("↑ ↓  or  k j", "a row up, a row down"),
    ("home end  or  g G", "to the beginning, to the end"),
    ("pgup pgdn", "a page up, a page down"),
    ("ctrl+u ctrl+d", "half a page up, half a page down"),
    ("← → - +", "in the tree: close or open a branch, or go to the one above"),
    ("space", "in the tree: open or close a branch"),
)
"""What they do, for the help."""


def motions(up: str, down: str, first: str, last: str) -> list[BindingType]:
    """The bindings, for a widget whose own actions these are; ``half_page`` is its action as well."""
    keys = {"k": up, "j": down, "g": first, "G": last, "ctrl+u": "half_page(-1)", "ctrl+d": "half_page(1)"}
    return [Binding(key, action, show=False) for key, action in keys.items()]


SCROLLING = motions("scroll_up", "scroll_down", "scroll_home", "scroll_end")
"""For what scrolls and has no cursor."""


class ScrollingPage(VerticalScroll, can_focus=True):
    """Text that scrolls by these keys as well."""

    BINDINGS = SCROLLING

    def action_half_page(self, by: int) -> None:
        """Half of what is seen, up or down."""
        self.scroll_relative(y=by * max(1, self.scrollable_content_region.height // 2), animate=False)
