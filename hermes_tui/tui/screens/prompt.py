"""The whole prompt: its parts beside its text."""

from textual import events, on
from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.content import Content
from textual.reactive import reactive
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from hermes_tui.core.reports.startup import when
from hermes_tui.tui.commands import Where, bindings, in_places
from hermes_tui.tui.messages import FileWanted
from hermes_tui.tui.presentation.prompt import PromptView, as_returned, as_session, part_line, totals
from hermes_tui.tui.state import Inspection
from hermes_tui.tui.text_view.text_view import TextPane
from hermes_tui.tui.widgets.choices import Choices
from hermes_tui.tui.widgets.key_bar import KeyLine
from hermes_tui.tui.widgets.lifetime import Page
from hermes_tui.tui.widgets.styled_line import styled, styled_lines


class PromptScreen(Page[None]):
    """Shows what all of it is, part by part."""

    PLACES = (Where.PROMPT, Where.EVERYWHERE)
    BINDINGS = bindings(*PLACES)
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (100, "-wide"), (160, "-huge")]  # noqa: RUF012
    AUTO_FOCUS = "#parts"
    CSS_PATH = "../later.tcss"

    inspection: reactive[Inspection | None] = reactive(None)
    is_returned: reactive[bool] = reactive(default=False)
    """The return value instead of what a session gets."""

    def __init__(self, inspection: Inspection | None, start: int | None = None) -> None:
        """Show what a session gets, or the return value from its character *start* on."""
        super().__init__()
        self.set_reactive(PromptScreen.inspection, inspection)
        self._start = start
        if start is not None:
            self.set_reactive(PromptScreen.is_returned, value=True)

    def compose(self) -> ComposeResult:
        """Header, parts, text, keys."""
        yield Static(id="prompt-header")
        with Horizontal(id="prompt-body"):
            parts = Choices(id="parts", markup=False)
            parts.border_title = "Parts"
            yield parts
            yield TextPane(id="prompt-text")
        yield KeyLine(in_places(*self.PLACES))

    def on_mount(self) -> None:
        """Show the form."""
        self._show()
        if self._start is not None:
            self.query_one(TextPane).focus()
            self.call_after_refresh(self.query_one(TextPane).point_at, self._start)

    def watch_inspection(self, old: Inspection | None, new: Inspection | None) -> None:
        """Another look at the disk."""
        if self.is_mounted and old is not new:
            self._show()

    def watch_is_returned(self) -> None:
        """The other form."""
        if self.is_mounted:
            self._show()

    @property
    def view(self) -> PromptView | None:
        """The form that is shown."""
        startup = self.inspection.startup if self.inspection else None
        if startup is None:
            return None
        return as_returned(startup) if self.is_returned else as_session(startup)

    def _show(self) -> None:
        view = self.view
        startup = self.inspection.startup if self.inspection else None
        pane = self.query_one(TextPane)
        if view is None or startup is None:
            return
        pane.border_title = Content(view.title)
        pane.placeholder = "Nothing is sent from here: the prompt has no context from files."
        pane.show(view.document)
        header = ((view.title, "accent bold"), ("   ", ""), *totals(view))
        self.query_one("#prompt-header", Static).update(
            styled_lines((header, *view.notes, ((when(startup), "muted"),)))
        )
        self._list_parts(view)

    def _list_parts(self, view: PromptView) -> None:
        parts = self.query_one("#parts", OptionList)
        at = parts.highlighted or 0
        width = parts.scrollable_content_region.width - 2
        parts.clear_options()
        parts.add_options(Option(styled(part_line(part, width))) for part in view.parts)
        if view.parts:
            parts.highlighted = min(at, len(view.parts) - 1)

    def on_resize(self, _: events.Resize) -> None:
        """Fit the columns."""
        view = self.view
        if view is not None:
            self.call_after_refresh(self._list_parts, view)

    @on(OptionList.OptionHighlighted)
    def _highlighted(self, event: OptionList.OptionHighlighted) -> None:
        view = self.view
        if view is not None and event.option_index < len(view.parts):
            self.query_one(TextPane).scroll_to_offset(view.parts[event.option_index].start)

    @on(OptionList.OptionSelected)
    def _selected(self, event: OptionList.OptionSelected) -> None:
        view = self.view
        path = view.parts[event.option_index].path if view is not None else None
        if path is not None:
            self.app.post_message(FileWanted(path))
            self.dismiss()

    def action_switch_form(self) -> None:
        """What a session gets, or the return value."""
        self.is_returned = not self.is_returned

    def action_open_part(self) -> None:
        """Show the file of the part under the cursor."""
        self.query_one("#parts", OptionList).action_select()

    def action_back(self) -> None:
        """Close this screen."""
        self.dismiss()
