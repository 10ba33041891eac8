"""Which editor, where neither VISUAL nor EDITOR says one."""

from collections.abc import Sequence

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Vertical
from textual.content import Content
from textual.widgets import OptionList
from textual.widgets.option_list import Option

from hermes_tui.core.text.terminal_safe import safe
from hermes_tui.tui.editors import Editor
from hermes_tui.tui.widgets.choices import Choices
from hermes_tui.tui.widgets.lifetime import Dialog


class EditorDialog(Dialog[Editor | None]):
    """The editors that are installed; the first is offered."""

    CSS_PATH = "../later.tcss"
    BINDINGS = [Binding("escape", "dismiss", "cancel")]  # noqa: RUF012

    def __init__(self, editors: Sequence[Editor]) -> None:
        """Offer *editors*."""
        super().__init__()
        self._editors = tuple(editors)

    def compose(self) -> ComposeResult:
        """A list."""
        with Vertical(classes="dialog") as page:
            page.border_title = "Edit with"
            page.border_subtitle = "enter chooses · escape cancels"
            yield Choices(*(Option(Content(self._row(editor))) for editor in self._editors), id="offers")

    @staticmethod
    def _row(editor: Editor) -> str:
        beside = "  in a window of its own" if editor.is_graphical else ""
        return f"{safe(editor.name)}{beside}"

    @on(OptionList.OptionSelected)
    def _chosen(self, event: OptionList.OptionSelected) -> None:
        self.dismiss(self._editors[event.option_index])
