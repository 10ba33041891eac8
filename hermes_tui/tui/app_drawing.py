"""How the application is drawn: in which colours, and only what changed."""

from typing import TYPE_CHECKING, Any

from rich.color import ColorSystem
from rich.console import RenderableType
from textual import on
from textual._compositor import CompositorUpdate
from textual.app import App
from textual.command import CommandPalette
from textual.filter import LineFilter, Monochrome
from textual.screen import Screen

from hermes_tui.tui.changed_cells import OnlyChanges, ShownCells
from hermes_tui.tui.readable import Readable, WithoutColours
from hermes_tui.tui.themes import MISSING, first_theme, keep_theme, themes_at
from hermes_tui.tui.widgets.lifetime import LastingApp

if TYPE_CHECKING:
    from hermes_tui.tui.widgets.theme_palette import ThemePalette


class DrawnApp(LastingApp[int]):
    """The part of the application that draws."""

    def __init__(self, depth: ColorSystem) -> None:
        """Draw for a terminal of so many colours."""
        super().__init__()
        self._shown = ShownCells()
        self._themes: ThemePalette | None = None
        self._last_filter = WithoutColours() if self.no_color else Readable(depth)
        for theme in themes_at(depth):
            self.register_theme(theme)

    def begin_in(self, wanted: str | None, last: str) -> None:
        """Take a theme before anything is drawn: as a change it would have the style sheet parsed twice."""
        name = first_theme(wanted, last)
        known = name if name in self.available_themes else first_theme(None)
        self.set_reactive(App.theme, known)
        self.stylesheet.set_variables(self.get_css_variables())

    def search_themes(self) -> None:
        """The themes, to be found by name; each is shown while it is under the cursor."""
        from hermes_tui.tui.widgets.theme_palette import ThemePalette

        self._themes = ThemePalette(self, self._choose_theme)
        self.push_screen(self._themes)

    @on(CommandPalette.Closed)
    def _palette_closed(self, event: CommandPalette.Closed) -> None:
        if self._themes is not None and not event.option_selected:
            self._themes.put_back()
        self._themes = None

    def _choose_theme(self, name: str) -> None:
        self.theme = name
        if not self.is_headless:
            keep_theme(name)

    def get_theme_variable_defaults(self) -> dict[str, str]:
        """What our style sheets ask for and not every theme has."""
        return MISSING

    def get_line_filters(self) -> list[LineFilter]:
        """Textual's, and ours after them; where no colours are wanted, greys are none either."""
        filters = [each for each in super().get_line_filters() if not isinstance(each, Monochrome)]
        return [*filters, self._last_filter]

    def _display(self, screen: Screen[Any], renderable: RenderableType | None) -> None:
        """As Textual's; what the terminal shows already is not written again."""
        drawn: Any = renderable  # Textual's types do not tell that an update is none
        if isinstance(drawn, CompositorUpdate):
            drawn = OnlyChanges(drawn, self._shown)
        super()._display(screen, drawn)

    def draw_anew(self, _: object = None) -> None:
        """Somebody else had the terminal."""
        self._shown.forget()
        self.refresh(layout=True)
