"""The line at the bottom: the keys that work here, each a click as well."""

from collections.abc import Sequence

from textual import events
from textual.actions import parse
from textual.app import RenderResult
from textual.content import Content
from textual.reactive import reactive
from textual.widget import Widget

from hermes_tui.tui.commands import Command

BACK = "back"
"""The action that leaves a screen."""


class KeyLine(Widget):
    """Draws the commands that are meant for the footer, as many as there is room for.

    One widget for all: Textual's own footer makes one for each key, and makes them anew with every focus.
    """

    GAP = 3

    first: reactive[tuple[str, ...]] = reactive(())
    """Actions that come first: those of the pane that is worked in."""
    idle: reactive[tuple[str, ...]] = reactive(())
    """Actions that would find nothing now: their keys say so, and are not shown."""

    def __init__(self, commands: Sequence[Command]) -> None:
        """Show those of the *commands* that ask for a place in the footer, or are among the first."""
        super().__init__()
        self._commands = list(commands)
        self._labels: dict[str, str] = {}
        self._drawn: list[Command] = []
        """Those that the line shows, or would show in a wider terminal."""

    def on_mount(self) -> None:
        """Draw anew where other keys work."""
        self.screen.bindings_updated_signal.subscribe(self, lambda _: self._look_again())

    def relabel(self, action: str, label: str) -> None:
        """Say what the key does now, where it goes there and back."""
        self._labels[action] = label
        self.refresh()

    def _label(self, command: Command) -> str:
        return self._labels.get(command.action, command.label)

    def _look_again(self) -> None:
        if self._offered() != self._drawn:
            self.refresh()

    def _offered(self) -> list[Command]:
        """Those that would do something now."""
        first = [command for command in self._commands if command.action in self.first]
        others = [command for command in self._commands if command.footer and command not in first]
        return [
            command
            for command in (*first, *others)
            if command.action not in self.idle and self._works(command)
        ]

    def _works(self, command: Command) -> bool:
        owner = self.app if command.action.startswith("app.") else self.screen
        _, name, parameters = parse(command.action)
        return owner.check_action(name, parameters) is True

    def render(self) -> RenderResult:
        """Keys set off from what they do."""
        parts: list[tuple[str, str] | str] = []
        self._drawn = self._offered()
        for command, _, _ in self._placed():
            parts += [(command.first_key, "$text-accent bold"), f" {self._label(command)}", " " * self.GAP]
        return Content.assemble(*parts)

    def _placed(self) -> list[tuple[Command, int, int]]:
        """Each command with its cells; where room is short the way back, help and quit are kept longest."""
        kept = self._offered()
        while len(kept) > 2 and self._width(kept) > self.content_size.width:
            others = [command for command in kept[:-2] if command.action != BACK]
            kept.remove(others[-1] if others else kept[-2])
        placed, left = [], 0
        for command in kept:
            right = left + self._cells(command)
            placed.append((command, left, right))
            left = right + self.GAP
        return placed

    def _width(self, commands: list[Command]) -> int:
        return sum(self._cells(command) + self.GAP for command in commands) - self.GAP

    async def on_click(self, event: events.Click) -> None:
        """Do what was clicked."""
        place = event.get_content_offset(self)
        for command, left, right in self._placed():
            if place is not None and left <= place.x < right:
                await self.screen.run_action(command.action)

    def _cells(self, command: Command) -> int:
        return len(command.first_key) + 1 + len(self._label(command))
