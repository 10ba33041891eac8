"""What should be otherwise: a list to choose from, and a number where one is wanted."""

from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

from textual import on
from textual.app import App, ComposeResult
from textual.binding import Binding
from textual.containers import Vertical
from textual.content import Content
from textual.widgets import Input, OptionList, Static
from textual.widgets.option_list import Option

from hermes_tui.core.comparison.what_if import (
    Supposition,
    by_release,
    started_in,
    taken_away,
    unblocked,
    with_cap,
    with_context_length,
)
from hermes_tui.core.releases.lookup import Ruleset
from hermes_tui.tui.dialogs.directory import DirectoryDialog
from hermes_tui.tui.dialogs.release import ReleaseDialog, other_than
from hermes_tui.tui.state import Inspection
from hermes_tui.tui.widgets.choices import Choices
from hermes_tui.tui.widgets.lifetime import Dialog
from hermes_tui.tui.widgets.safe_input import SafeInput


class Choice(NamedTuple):
    """One thing that can be supposed."""

    words: str
    """Harmless."""
    chosen: Callable[[], None]


class Asker:
    """Asks what is to be supposed."""

    def __init__(
        self,
        app: App[Any],
        inspection: Inspection,
        path: Path | None,
        then: Callable[[Supposition], None],
    ) -> None:
        """Ask about *path* among others; *then* is told."""
        self._app = app
        self._inspection = inspection
        self._path = path
        self._then = then

    def ask(self, *, is_blocked: bool) -> None:
        """Open the list."""

        def chosen(choice: Choice | None) -> None:
            if choice is not None:
                choice.chosen()

        self._app.push_screen(WhatIfDialog(tuple(self._choices(is_blocked=is_blocked))), chosen)

    def _choices(self, *, is_blocked: bool) -> list[Choice]:
        found: list[Choice] = []
        path = self._path
        if path is not None:
            shown = self._inspection.label(path)
            if is_blocked:
                found.append(
                    Choice(
                        f"the threat scan found nothing in {shown}",
                        lambda: self._then(unblocked(path, shown)),
                    )
                )
            found.append(Choice(f"{shown} were not there", lambda: self._then(taken_away(path, shown))))
        return [
            *found,
            Choice("the model had another context length …", self._ask_context_length),
            Choice("context_file_max_chars were another number …", self._ask_cap),
            Choice("the session started in another directory …", self._ask_directory),
            Choice("it were another Hermes release …", self._ask_release),
        ]

    def _ask_context_length(self) -> None:
        self._ask_number("Context length of the model, in tokens", "200,000", with_context_length)

    def _ask_cap(self) -> None:
        self._ask_number("context_file_max_chars", "20,000", with_cap)

    def _ask_number(self, title: str, example: str, supposition: Callable[[int], Supposition]) -> None:
        def typed(number: int | None) -> None:
            if number is not None:
                self._then(supposition(number))

        self._app.push_screen(NumberDialog(title, example), typed)

    def _ask_directory(self) -> None:
        def chosen(directory: Path | None) -> None:
            if directory is not None:
                self._then(started_in(directory, self._inspection.shown(directory)))

        self._app.push_screen(DirectoryDialog(self._inspection, self._inspection.options.directory), chosen)

    def _ask_release(self) -> None:
        def chosen(ruleset: Ruleset | None) -> None:
            if ruleset is not None:
                self._then(by_release(ruleset))

        now = self._inspection.options.ruleset
        advice = "Before and after are shown side by side."
        begin = other_than(now)
        dialog = ReleaseDialog(now, title="What if it were Hermes", advice=advice, begin=begin)
        self._app.push_screen(dialog, chosen)


class WhatIfDialog(Dialog[Choice | None]):
    """Offers what can be supposed."""

    CSS_PATH = "../later.tcss"
    BINDINGS = [Binding("escape", "cancel", "cancel")]  # noqa: RUF012

    def __init__(self, choices: tuple[Choice, ...]) -> None:
        """Offer *choices*."""
        super().__init__()
        self._choices = choices

    def compose(self) -> ComposeResult:
        """The choices below a line that says what happens."""
        with Vertical(id="what-if", classes="dialog") as box:
            box.border_title = "What if …"
            box.border_subtitle = "enter chooses · escape cancels"
            yield Static(
                Content.styled(
                    "Nothing is touched: what would be sent is shown beside what is sent now.",
                    "$foreground-muted",
                )
            )
            options = Choices(id="releases", markup=False)
            options.add_options(Option(Content(f"… {choice.words}")) for choice in self._choices)
            yield options

    def on_mount(self) -> None:
        """Begin with the first."""
        options = self.query_one(OptionList)
        options.highlighted = 0
        options.focus()

    @on(OptionList.OptionSelected)
    def _chosen(self, event: OptionList.OptionSelected) -> None:
        self.dismiss(self._choices[event.option_index])

    def action_cancel(self) -> None:
        """Leave it as it is."""
        self.dismiss(None)


class NumberDialog(Dialog[int | None]):
    """Asks for a number above 0, and goes on asking until there is one."""

    CSS_PATH = "../later.tcss"
    BINDINGS = [Binding("escape", "cancel", "cancel")]  # noqa: RUF012

    def __init__(self, title: str, example: str) -> None:
        """Ask *title*; *example* shows what is meant."""
        super().__init__()
        self._title = title
        self._example = example

    def compose(self) -> ComposeResult:
        """The line, and why it will not do."""
        with Vertical(id="number", classes="dialog") as box:
            box.border_title = Content(self._title)
            box.border_subtitle = "enter shows · escape cancels"
            yield SafeInput(id="typed", placeholder=self._example)
            yield Static(id="answer")

    @on(Input.Submitted, "#typed")
    def _submitted(self, event: Input.Submitted) -> None:
        digits = event.value.strip().replace(",", "").replace("_", "")
        number = int(digits) if digits.isascii() and digits.isdigit() and len(digits) <= _DIGITS else 0
        if number > 0:
            self.dismiss(number)
        else:
            said = Content.styled("A whole number above 0, please.", "$text-error")
            self.query_one("#answer", Static).update(said)

    def action_cancel(self) -> None:
        """Leave it as it is."""
        self.dismiss(None)


_DIGITS = 12
