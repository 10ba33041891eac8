"""The choice of a theme: each is shown while it is the one under the cursor."""

from collections.abc import Callable
from functools import partial
from typing import Any, cast

from textual import on
from textual.app import App
from textual.command import Command, DiscoveryHit, Hit, Hits, Provider
from textual.widgets import OptionList

from hermes_tui.tui.widgets.lifetime import Palette

__all__ = ["ThemePalette"]


class ThemePalette(Palette):
    """Shows the theme under the cursor, and the one from before where none is chosen."""

    def __init__(self, app: App[Any], choose: Callable[[str], None]) -> None:
        """Choose among the themes of an *app*; *choose* is called with the name of the chosen one."""
        super().__init__(providers=[_Themes], placeholder="Search for themes…")
        self.choose = choose
        self.before = app.theme
        """The theme that was shown before."""

    @on(OptionList.OptionHighlighted)
    def _show(self, event: OptionList.OptionHighlighted) -> None:
        if isinstance(event.option, Command):
            self.app.theme = event.option.hit.text or self.before

    def put_back(self) -> None:
        """Show the theme that was shown before."""
        self.app.theme = self.before


class _Themes(Provider):
    """All themes by name; the one that was shown before comes first, so that opening changes nothing."""

    async def discover(self) -> Hits:
        palette = cast(ThemePalette, self.app.screen)
        for name in sorted(self.app.available_themes, key=lambda name: (name != palette.before, name)):
            yield DiscoveryHit(name, partial(palette.choose, name), name)

    async def search(self, query: str) -> Hits:
        palette, matcher = cast(ThemePalette, self.app.screen), self.matcher(query)
        for name in sorted(self.app.available_themes):
            if (match := matcher.match(name)) > 0:
                yield Hit(match, matcher.highlight(name), partial(palette.choose, name), name)
