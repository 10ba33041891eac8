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

CHOICES = (DOCUMENTED, *reversed(RELEASES))
"""What is offered: the documentation first, then the newest release."""


def choice_line(ruleset: Ruleset, now: Ruleset) -> Content:
    """A release, the one that is shown now marked, and what began with it."""
    mark = "●" if ruleset.name == now.name else " "
    return Content.assemble(
        (f"{mark} {ruleset.name:<12}", "bold" if mark == "●" else ""),
        (ruleset.news, "$foreground-muted"),
    )


class ReleaseDialog(ModalScreen[Ruleset | None]):
    """Offers every release that is known."""

    CSS_PATH = "later.tcss"
    BINDINGS = [Binding("escape", "cancel", "cancel")]  # noqa: RUF012

    def __init__(self, now: Ruleset, *, title: str, advice: str) -> None:
        """Ask *title*, with *now* marked."""
        super().__init__()
        self._now = now
        self._title = title
        self._advice = advice

    def compose(self) -> ComposeResult:
        """The releases below a line that says what for."""
        with Vertical(id="release", classes="dialog") as box:
            box.border_title = Content(self._title)
            box.border_subtitle = "enter chooses · escape cancels"
            yield Static(Content.styled(self._advice, "$foreground-muted"))
            options = OptionList(id="releases", markup=False)
            options.add_options(Option(choice_line(choice, self._now)) for choice in CHOICES)
            yield options

    def on_mount(self) -> None:
        """Begin at the release that is shown."""
        names = [choice.name for choice in CHOICES]
        options = self.query_one(OptionList)
        options.highlighted = names.index(self._now.name) if self._now.name in names else 0
        options.focus()

    @on(OptionList.OptionSelected)
    def _chosen(self, event: OptionList.OptionSelected) -> None:
        self.dismiss(CHOICES[event.option_index])

    def action_cancel(self) -> None:
        """Leave it as it is."""
        self.dismiss(None)
