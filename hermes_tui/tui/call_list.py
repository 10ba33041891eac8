"""The calls of the session, and what else happened, as a list that changes no more than it must."""

from textual.content import Content
from textual.widgets import OptionList
from textual.widgets.option_list import Option


class CallList(OptionList):
    """The calls so far."""

    SCOPED_CSS = False
    DEFAULT_CSS = """
    #calls {
        height: auto; max-height: 8; border: none; padding: 0;
        background: $background; background-tint: $background 0%;
        scrollbar-size-vertical: 1; scrollbar-color: $panel; scrollbar-background: $background;
        scrollbar-color-hover: $border-blurred; scrollbar-background-hover: $background;
        scrollbar-color-active: $border; scrollbar-background-active: $background;
        & > .option-list--option { padding: 0 1; }
        & > .option-list--option-highlighted { background: $panel; color: $foreground; text-style: none; }
        &:focus > .option-list--option-highlighted {
            background: $primary-muted; color: $foreground; text-style: none;
        }
        &:focus { border: none; background-tint: $background 0%; }
    }
    """

    def fill(self, rows: list[Content]) -> None:
        """Make the list show *rows*, touching only what differs; what is new comes into view."""
        count = self.option_count
        for index in range(min(count, len(rows))):
            if self.get_option_at_index(index).prompt != rows[index]:
                self.replace_option_prompt_at_index(index, rows[index])
        for index in range(count - 1, len(rows) - 1, -1):
            self.remove_option_at_index(index)
        if len(rows) > count:
            self.add_options(Option(row) for row in rows[count:])
        if len(rows) != count and rows:
            self.highlighted = len(rows) - 1
            self.bring_into_view()

    def bring_into_view(self) -> None:
        """Show the call under the cursor from its first line on."""
        self.call_after_refresh(self.scroll_to_highlight, top=True)
