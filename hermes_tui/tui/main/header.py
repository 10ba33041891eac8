"""The lines at the top, drawn."""

from collections.abc import Iterator

from textual.app import RenderResult
from textual.content import Content
from textual.geometry import Size
from textual.reactive import reactive
from textual.widget import Widget

from hermes_tui.tui.presentation.header import bar, header_rows, legend, notes, segments, what, where
from hermes_tui.tui.state import Inspection
from hermes_tui.tui.widgets.styled_line import Line, styled


class Header(Widget):
    """Draws these lines."""

    inspection: reactive[Inspection | None] = reactive(None)

    def __init__(self, inspection: Inspection | None) -> None:
        """Show an inspection from the first picture on."""
        super().__init__(id="summary")
        self.set_reactive(Header.inspection, inspection)

    @property
    def _has_notes(self) -> bool:
        return self.inspection is not None and bool(self.inspection.options.settings.notes)

    def watch_inspection(self, old: Inspection | None, new: Inspection | None) -> None:
        """A note takes a line of its own."""
        if old is not None and new is not None and old.options.settings.notes != new.options.settings.notes:
            self.refresh(layout=True)

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:  # noqa: ARG002
        """As many rows as there is room for."""
        return header_rows(viewport.height, has_notes=self._has_notes)

    def render(self) -> RenderResult:
        """The lines, each cut at the edge."""
        inspection = self.inspection
        if inspection is None:
            return ""
        return Content("\n").join(self._lines(inspection))

    def _lines(self, inspection: Inspection) -> Iterator[Content]:
        width = self.content_size.width
        yield self._styled(where(inspection, width))
        yield self._styled(what(inspection, width))
        if inspection.options.settings.notes:
            yield self._styled(notes(inspection))
        startup = inspection.startup
        if startup is not None and segments(startup):
            yield self._styled(bar(startup, width))
            yield self._styled(legend(startup))

    def _styled(self, line: Line) -> Content:
        return styled(line, self.content_size.width)
