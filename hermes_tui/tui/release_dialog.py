"""Which Hermes release the screen shows, or is compared with."""

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Vertical
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from hermes_tui.core.rulesets import DOCUMENTED, RELEASES, Ruleset
from hermes_tui.tui.lines import Line, styled_lines
from hermes_tui.tui.trace_rows import folded

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


class ReleaseDialog(ModalScreen[Ruleset | None]):
    """Offers every release that is known."""

    CSS_PATH = "later.tcss"
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
            yield OptionList(id="releases", markup=False)

    def on_mount(self) -> None:
        """Begin at the release that is asked about."""
        names = [choice.name for choice in CHOICES]
        self._fill(names.index(self._begin.name) if self._begin.name in names else 0)
        self.query_one(OptionList).focus()

    def on_resize(self) -> None:
        """Fold anew."""
        self._fill(self.query_one(OptionList).highlighted)

    def _fill(self, cursor: int | None) -> None:
        options = self.query_one(OptionList)
        width = options.scrollable_content_region.width
        options.clear_options()
        options.add_options(
            Option(styled_lines(choice_lines(choice, self._now, width))) for choice in CHOICES
        )
        options.highlighted = cursor
        options.call_after_refresh(options.scroll_to_highlight)

    @on(OptionList.OptionSelected)
    def _chosen(self, event: OptionList.OptionSelected) -> None:
        self.dismiss(CHOICES[event.option_index])

    def action_cancel(self) -> None:
        """Leave it as it is."""
        self.dismiss(None)
