"""Which Hermes release the screen shows, or is compared with."""

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Vertical
from textual.content import Content
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from hermes_tui.core.releases.lookup import DOCUMENTED, RELEASES, Ruleset
from hermes_tui.tui.presentation.calls import folded
from hermes_tui.tui.widgets.choices import Choices
from hermes_tui.tui.widgets.lifetime import Dialog, Lasting
from hermes_tui.tui.widgets.styled_line import Line, styled_lines

CHOICES = (DOCUMENTED, *reversed(RELEASES))
"""What is offered: the documentation first, then the newest release."""


NAME = 12
"""Cells of the longest name, and a gap."""


def choice_lines(ruleset: Ruleset, now: Ruleset, width: int) -> tuple[Line, ...]:
    """A release, the one that is shown now marked, and what began with it, folded beside the name."""
    mark = "●" if ruleset.name == now.name else " "
    name = (f"{mark} {ruleset.name:<{NAME}}", "bold" if mark == "●" else "")
    return tuple(folded((name, (ruleset.news, "muted")), width, 2 + NAME))


def other_than(now: Ruleset) -> Ruleset:
    """What one would put beside *now*: the latest release, or the one before it."""
    return RELEASES[-2] if now.name == RELEASES[-1].name else RELEASES[-1]


class ReleaseList(Lasting, Choices):
    """Every release that is known, folded to its width."""

    def __init__(self, now: Ruleset, begin: Ruleset) -> None:
        """Mark *now*, and put the cursor on *begin*."""
        super().__init__(id="releases", markup=False)
        self._now = now
        self._width = 0
        self._fill()
        names = [choice.name for choice in CHOICES]
        self.highlighted = names.index(begin.name) if begin.name in names else 0

    def on_resize(self) -> None:
        """Fold anew, and keep the cursor in sight."""
        if self._width != self.scrollable_content_region.width:
            self._width = self.scrollable_content_region.width
            self._fill()
        self.call_after_refresh(self.scroll_to_highlight)

    def _fill(self) -> None:
        for number, choice in enumerate(CHOICES):
            prompt = styled_lines(choice_lines(choice, self._now, self._width))
            if number < self.option_count:
                self.replace_option_prompt_at_index(number, prompt)
            else:
                self.add_option(Option(prompt))


class ReleaseDialog(Dialog[Ruleset | None]):
    """Offers every release that is known."""

    CSS_PATH = "../later.tcss"
    BINDINGS = [Binding("escape", "cancel", "cancel")]  # noqa: RUF012

    def __init__(self, now: Ruleset, *, title: str, advice: str, begin: Ruleset | None = None) -> None:
        """Ask *title*, with *now* marked, and the cursor on *begin* or else there."""
        super().__init__()
        self._now = now
        self._begin = begin or now
        self._title = title
        self._advice = advice

    def compose(self) -> ComposeResult:
        """The releases below a line that says what for."""
        with Vertical(id="release", classes="dialog") as box:
            box.border_title = Content(self._title)
            box.border_subtitle = "enter chooses · escape cancels"
            yield Static(Content.styled(self._advice, "$foreground-muted"))
            yield ReleaseList(self._now, self._begin)

    @on(OptionList.OptionSelected)
    def _chosen(self, event: OptionList.OptionSelected) -> None:
        self.dismiss(CHOICES[event.option_index])

    def action_cancel(self) -> None:
        """Leave it as it is."""
        self.dismiss(None)
