"""Context files in the palette: go to one by a part of its name."""

from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import NamedTuple

from textual.command import DiscoveryHit, Hit, Hits, Provider
from textual.content import Content
from textual.fuzzy import FuzzySearch

from hermes_tui.core.text.terminal_safe import safe
from hermes_tui.tui.messages import FileWanted
from hermes_tui.tui.presentation.tree_rows import hint_face
from hermes_tui.tui.state import Inspection


class Offered(NamedTuple):
    """A file that one can go to. All text in it is harmless."""

    path: Path
    label: str
    verdict: str
    """Glyph and word."""


def offered(inspection: Inspection) -> Iterator[Offered]:
    """The files of the start, then those beside the chain; each once."""
    told = set()
    for file in inspection.files:
        told.add(file.path)
        yield Offered(file.path, safe(file.label), f"{file.verdict.glyph} {file.verdict.word}")
    for found in inspection.hint_files:
        if found.path not in told:
            told.add(found.path)
            glyph, word, _ = hint_face(found, inspection)
            yield Offered(found.path, safe(found.label), f"{glyph} {word}")


class FileProvider(Provider):
    """Offers the context files of the screen that shows them."""

    async def discover(self) -> Hits:
        """Those of the start, before anything is typed."""
        inspection = self._inspection
        for file in offered(inspection) if inspection else ():
            if inspection is not None and inspection.file(file.path) is not None:
                yield DiscoveryHit(_shown(file, Content(file.label)), self._going(file), text=file.label)

    async def search(self, query: str) -> Hits:
        """Those whose label fits what is typed."""
        fuzzy = FuzzySearch()
        inspection = self._inspection
        for file in offered(inspection) if inspection else ():
            score, places = fuzzy.match(query, file.label)
            if score > 0:
                label = Content(file.label)  # Textual's own matcher reads what it marks as markup
                for place in places:
                    label = label.stylize("bold", place, place + 1)
                yield Hit(score, _shown(file, label), self._going(file), text=file.label)

    @property
    def _inspection(self) -> Inspection | None:
        found = getattr(self.screen, "inspection", None)
        return found if isinstance(found, Inspection) else None

    def _going(self, file: Offered) -> Callable[[], object]:
        return partial(self.app.post_message, FileWanted(file.path))


def _shown(file: Offered, label: Content) -> Content:
    return Content.assemble("Go to ", label, (f"  {file.verdict}", "$foreground-muted"))
