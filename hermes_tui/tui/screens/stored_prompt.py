"""The context files in a stored system prompt, each beside what a session started now would get."""

from textual import on
from textual.app import ComposeResult
from textual.widgets import Static

from hermes_tui.core.recordings.stored_prompt import Standing, StoredPrompt
from hermes_tui.core.text.terminal_safe import safe
from hermes_tui.tui.commands import Where, bindings, in_places
from hermes_tui.tui.presentation.calls import folded
from hermes_tui.tui.text_view.text_pair import TextPair
from hermes_tui.tui.widgets.key_bar import KeyLine
from hermes_tui.tui.widgets.lifetime import Page
from hermes_tui.tui.widgets.line_list import LineList
from hermes_tui.tui.widgets.styled_line import Line, styled_lines

_SIGNS = {
    Standing.SAME: ("=", "success"),
    Standing.CHANGED: ("≠", "warning"),
    Standing.GONE: ("-", "warning"),
    Standing.NEW: ("+", "warning"),
}


def _section_row(stored: StoredPrompt, number: int) -> Line:
    """One file and what became of it."""
    section = stored.sections[number]
    sign, style = _SIGNS[section.standing]
    return ((f"{sign} ", style), (safe(section.label), "bold"), (f"  {section.standing.value}", style))


class StoredScreen(Page[None]):
    """The files as a list, then and now below."""

    PLACES = (Where.RELEASES, Where.EVERYWHERE)
    BINDINGS = bindings(*PLACES)
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (100, "-wide")]  # noqa: RUF012
    AUTO_FOCUS = "#sections"
    CSS_PATH = "../later.tcss"
    CSS = """
    #sections { height: auto; max-height: 30%; padding: 0 1; }
    #section-why { height: auto; max-height: 4; padding: 0 2; }
    StoredScreen.-short #sections { min-height: 3; }
    StoredScreen.-short #section-why { max-height: 15%; }
    """

    def __init__(self, stored: StoredPrompt) -> None:
        """Show *stored*."""
        super().__init__()
        self._stored = stored

    def compose(self) -> ComposeResult:
        """The files, why, both texts, the keys."""
        sections = LineList(lambda number, _: _section_row(self._stored, number), id="sections")
        sections.border_title = "Context files in the stored prompt"
        sections.styles.height = min(8, len(self._stored.sections) + 2)
        yield sections
        yield Static(id="section-why")
        yield TextPair()
        yield KeyLine(in_places(*self.PLACES))

    def on_mount(self) -> None:
        """Begin with the first that differs."""
        titles = ("In the session's prompt", "A session started now")
        for pane, title in zip(self.query_one(TextPair).panes, titles, strict=True):
            pane.border_title = title
            pane.placeholder = "Nothing of it."
        rows = self.query_one(LineList)
        sections = self._stored.sections
        rows.show(len(sections))
        differing = (number for number, one in enumerate(sections) if one.standing is not Standing.SAME)
        rows.call_after_refresh(rows.go_to, next(differing, 0))

    @on(LineList.Moved, "#sections")
    def _moved(self, event: LineList.Moved) -> None:
        section = self._stored.sections[event.number]
        width = max(20, self.size.width - 5)
        why = folded(((safe(section.sentence), ""),), width, 0)
        self.query_one("#section-why", Static).update(styled_lines(why))
        self.query_one(TextPair).show(section.then or None, section.now or None)

    def action_next_change(self) -> None:
        """Go to the next difference in both texts."""
        self.query_one(TextPair).step(forward=True)

    def action_previous_change(self) -> None:
        """Go to the difference before."""
        self.query_one(TextPair).step(forward=False)

    def action_back(self) -> None:
        """Close this screen."""
        self.dismiss()
