"""A line to type in that draws nothing a terminal would obey, whatever is pasted or completed."""

from rich.text import Text
from textual.widgets import Input

from hermes_tui.core.text.terminal_safe import safe


class SafeInput(Input):
    """An input whose every character is shown as one harmless character; its value stays as typed."""

    @property
    def _value(self) -> Text:
        """The value as it is drawn: what acts or hides is one sign, so that the cursor keeps its place."""
        return Text(one_for_one(self.value), no_wrap=True, overflow="ignore", end="")


def one_for_one(text: str) -> str:
    """Harmless text of the same number of characters."""
    if safe(text) == text:
        return text
    return "".join(_sign(character) for character in text)


def _sign(character: str) -> str:
    shown = safe(character)
    return shown if len(shown) == 1 else "\ufffd"
