"""What a code of a finding means."""

from collections.abc import Iterator

from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import VerticalScroll
from textual.widgets import Static

from hermes_tui.core.codes.catalogue import Code, get_code
from hermes_tui.core.text.terminal_safe import safe
from hermes_tui.tui.presentation.findings import SEVERITIES
from hermes_tui.tui.widgets.lifetime import Dialog
from hermes_tui.tui.widgets.styled_line import Line, styled_lines


def code_lines(code: Code) -> Iterator[Line]:
    """The meaning, an example, the remedy."""
    glyph, style = SEVERITIES[code.severity]
    yield ((f"{glyph} {code.severity.value}", f"{style} bold"), (f"  {safe(code.title)}", "bold"))
    yield ()
    yield ((safe(code.meaning), ""),)
    yield ()
    yield (("Example  ", "muted"), (safe(code.example), ""))
    yield ()
    yield (("→ ", "accent"), (safe(code.mend), ""))


class ExplainDialog(Dialog[None]):
    """Tells it over whatever was there."""

    CSS_PATH = "../later.tcss"
    BINDINGS = [Binding("escape,enter,q,e", "dismiss", "close")]  # noqa: RUF012

    def __init__(self, code: str) -> None:
        """Explain *code*."""
        super().__init__()
        self._code = get_code(code)

    def compose(self) -> ComposeResult:
        """One scrolling page."""
        with VerticalScroll(id="explained", classes="dialog") as page:
            page.border_title = self._code.id
            page.border_subtitle = "escape closes"
            yield Static(styled_lines(code_lines(self._code)))
