"""The calls of the session, and what else happened, as a list that changes no more than it must."""

from collections.abc import Iterable, Mapping

from textual.content import Content
from textual.widgets.option_list import Option

from hermes_tui.core.sessions.session import Happened, Step
from hermes_tui.tui.presentation.calls import CallEntry, call_row, event_row
from hermes_tui.tui.widgets.choices import Choices
from hermes_tui.tui.widgets.lifetime import Lasting
from hermes_tui.tui.widgets.styled_line import styled_lines


class CallList(Lasting, Choices):
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

    def __init__(self) -> None:
        """No calls yet."""
        super().__init__(id="calls", markup=False)
        self.rows: tuple[Step | Happened, ...] = ()
        """What the list shows, in order."""
        self.opened: set[int] = set()
        """Numbers of the calls that are shown with every word and directory."""

    @property
    def chosen(self) -> Step | Happened | None:
        """What is under the cursor."""
        index = self.highlighted
        return self.rows[index] if index is not None and index < len(self.rows) else None

    def show(self, happenings: Iterable[Step | Happened], known: Mapping[int, CallEntry], width: int) -> None:
        """Show what happened, as far as it is *known*, folded at *width*."""
        first = next((number for number, entry in known.items() if entry.step.trace.hints), 0)
        self.rows = tuple(row for row in happenings if isinstance(row, Happened) or row.number in known)
        self._fill([self._drawn(row, known, first, width) for row in self.rows])

    def _drawn(self, row: Step | Happened, known: Mapping[int, CallEntry], first: int, width: int) -> Content:
        if isinstance(row, Happened):
            return styled_lines(event_row(row, width))
        is_open, is_first = row.number in self.opened, row.number == first
        return styled_lines(call_row(known[row.number], width, is_open=is_open, is_first_hint=is_first).lines)

    def _fill(self, rows: list[Content]) -> None:
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
