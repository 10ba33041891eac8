"""The main screen: tree, texts, verdict; which panes are seen is for the style sheet to say."""

from pathlib import Path
from typing import TYPE_CHECKING

from textual import on
from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.reactive import reactive
from textual.widget import Widget

from hermes_tui.core.text.terminal_safe import safe
from hermes_tui.tui.commands import Where, bindings, in_places
from hermes_tui.tui.main.file_tree import ChainTree
from hermes_tui.tui.main.header import Header
from hermes_tui.tui.main.session.actions import SessionCommands
from hermes_tui.tui.main.session.slot import SessionPlace
from hermes_tui.tui.messages import FactsWanted
from hermes_tui.tui.presentation.detail import Exhibit, empty, exhibit
from hermes_tui.tui.presentation.tree_rows import file_key, hint_key
from hermes_tui.tui.screens.disk_and_sent import DiskAndSent, idle_keys
from hermes_tui.tui.state import Inspection, Key
from hermes_tui.tui.widgets import breakpoints
from hermes_tui.tui.widgets.key_bar import KeyLine
from hermes_tui.tui.widgets.styled_line import plain
from hermes_tui.tui.widgets.tabs import PaneTabs

if TYPE_CHECKING:
    from hermes_tui.tui.main.palette import FileProvider

PANES = (
    ("tree", "Files"),
    ("disk", "On disk"),
    ("sent", "Sent"),
    ("verdict", "Verdict"),
    ("session", "Session"),
)
"""Id of the widget that takes the focus, and what its tab is called."""

FIRST_KEYS = {
    "disk": ("next_mark",),
    "sent": ("next_mark",),
    "session": ("session_type", "session_timeline"),
}
"""The commands that a pane is there for: said first while it is worked in."""


def _files_to_go_to() -> "type[FileProvider]":
    from hermes_tui.tui.main.palette import FileProvider  # not for the first picture

    return FileProvider


class MainScreen(SessionCommands):
    """Everything about one working directory."""

    PLACES = (Where.MAIN, Where.TEXT, Where.EVERYWHERE)
    BINDINGS = bindings(*PLACES)
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (100, "-wide"), (160, "-huge"), (200, "-vast")]  # noqa: RUF012
    VERTICAL_BREAKPOINTS = breakpoints.PANES
    AUTO_FOCUS = "#tree"
    COMMANDS = {_files_to_go_to}  # noqa: RUF012

    inspection: reactive[Inspection | None] = reactive(None)
    selected: reactive[Key | None] = reactive(None)
    exhibit: reactive[Exhibit] = reactive(empty)
    pane: reactive[str] = reactive("tree")
    """Which pane is seen where there is room for one only."""
    first_keys: reactive[tuple[str, ...]] = reactive(())
    """What the line of keys begins with."""
    idle_keys: reactive[tuple[str, ...]] = reactive(())
    """What it leaves out."""
    zoomed: reactive[bool] = reactive(default=False)

    def __init__(self, inspection: Inspection) -> None:
        """Show the first inspection, in the first picture already."""
        super().__init__()
        self.set_reactive(MainScreen.inspection, inspection)
        if inspection.opening is not None:
            self.set_reactive(MainScreen.selected, inspection.opening.key)
        self.set_reactive(MainScreen.exhibit, self._exhibit())
        self._choose_pane("tree")

    def compose(self) -> ComposeResult:
        """State flows down: each part is bound to what it shows."""
        yield Header(self.inspection).data_bind(MainScreen.inspection)
        yield PaneTabs(PANES).data_bind(chosen=MainScreen.pane)
        with Horizontal(id="body"):
            yield ChainTree(self.inspection, self.selected).data_bind(MainScreen.inspection)
            yield DiskAndSent(self.exhibit).data_bind(MainScreen.exhibit)
        yield SessionPlace(self.inspection).data_bind(MainScreen.inspection)
        keys = KeyLine(in_places(*self.PLACES))
        yield keys.data_bind(first=MainScreen.first_keys, idle=MainScreen.idle_keys)

    # ── state ──

    def watch_inspection(self, old: Inspection | None, new: Inspection | None) -> None:
        """Another look at the disk: open on what matters most, or stay where the user is."""
        if new is None or old is new:
            return
        startup, before = new.startup, old.startup if old is not None else None
        is_elsewhere = startup is not None and (before is None or before.cwd != startup.cwd)
        if is_elsewhere and new.opening is not None:
            self.selected = new.opening.key
        if old is None or self._is_concerned(old, new):
            self._refresh_exhibit()
        if startup is not before:  # what was found out about the file held for the look before
            self.set_timer(0.2, self._ask_about_file)

    def _is_concerned(self, old: Inspection, new: Inspection) -> bool:
        """What is on show depends on what changed."""
        if old.startup is not new.startup or old.problem != new.problem:
            return True
        kind, path = self.exhibit.key.kind, self.exhibit.path
        if path is not None and (
            old.git.get(path) != new.git.get(path) or old.diagnoses.get(path) is not new.diagnoses.get(path)
        ):
            return True
        if kind == "home":
            return old.options.settings != new.options.settings
        if kind == "directory":
            return old.repository is not new.repository
        return kind != "file"

    def watch_selected(self, old: Key | None, new: Key | None) -> None:
        """Show the row under the cursor."""
        if old != new:
            self._refresh_exhibit()
            self.set_timer(0.2, self._ask_about_file)

    def on_mount(self) -> None:
        """Ask about the first file, once there is a picture."""
        self.set_timer(0.5, self._ask_about_file)

    def _ask_about_file(self) -> None:
        """What brings a file and what git says of it is asked where it is looked at a little longer."""
        if self.asked_file is not None:
            self.app.post_message(FactsWanted(self.asked_file))

    def _refresh_exhibit(self) -> None:
        self.exhibit = self._exhibit()
        self.idle_keys = idle_keys(self.exhibit, self.pane)

    def _exhibit(self) -> Exhibit:
        inspection = self.inspection
        if inspection is None:
            return empty()
        key = self.selected or empty().key
        opening = inspection.opening
        if (
            isinstance(opening, Exhibit)
            and opening.key == key
            and not inspection.git
            and not inspection.diagnoses
            and not inspection.traces
        ):
            return opening
        return exhibit(inspection, key)

    @property
    def directory(self) -> Path | None:
        """The directory under the cursor; of a file the one that its rules are about."""
        key = self.selected
        if key is None or key.kind not in ("directory", "file", "hint"):
            return None
        path = Path(key.place)
        if key.kind == "directory" or self.inspection is None:
            return path
        from hermes_tui.core.prompt.discovery import owner  # not for the first picture

        return owner(path, self.inspection.options.ruleset)

    @property
    def asked_file(self) -> Path | None:
        """The context file under the cursor."""
        return None if self.exhibit.key.kind in ("directory", "home") else self.exhibit.path

    @property
    def place_on_show(self) -> tuple[Path, int] | None:
        """The file under the cursor, and where an editor begins: what was gone to, or its first mark."""
        path = self.asked_file
        return (path, self.query_one(DiskAndSent).place) if path is not None else None

    def go_to_file(self, path: Path) -> None:
        """Show a context file, in the tree and in the panes."""
        key = self._key_of(path)
        self.query_one(ChainTree).go_to(key)
        self.selected = key
        self._focus("disk")

    def _key_of(self, path: Path) -> Key:
        """The row of a file: of the start, or beside the chain."""
        inspection = self.inspection
        is_known = inspection is not None and inspection.file(path) is not None
        return file_key(path) if is_known else hint_key(path)

    def lists(self, path: Path) -> bool:
        """The tree has a row for the file."""
        return self.query_one(ChainTree).has(self._key_of(path))

    def go_to_place(self, path: Path, start: int, end: int) -> None:
        """Show characters of a file, in the tree and in the panes."""
        key = self._key_of(path)
        self.query_one(ChainTree).go_to(key)
        self.selected = key
        self._focus("disk")
        comparison = self.query_one(DiskAndSent)
        comparison.call_after_refresh(comparison.point_at, start, end)

    def go_to_directory(self, path: Path) -> bool:
        """Show a directory of the chain, or Hermes' home; ``False`` where it is none."""
        keys = (Key(kind, str(path)) for kind in ("directory", "home"))
        key = next((key for key in keys if self.query_one(ChainTree).go_to(key)), None)
        if key is None:
            return False
        self.selected = key
        self._focus("tree")
        return True

    @on(ChainTree.Moved)
    def _moved(self, event: ChainTree.Moved) -> None:
        self.selected = event.key

    @on(ChainTree.Opened)
    def _opened(self, event: ChainTree.Opened) -> None:
        self.selected = event.key
        self._choose_pane("disk")
        self.query_one("#disk").focus()

    # ── panes ──

    def watch_pane(self, pane: str) -> None:
        """Let the style sheet know."""
        self._choose_pane(pane)

    def watch_zoomed(self) -> None:
        """Let the style sheet know."""
        self.set_class(self.zoomed, "-zoomed")

    def _choose_pane(self, pane: str) -> None:
        self.pane = pane
        self.first_keys = FIRST_KEYS.get(pane, ())
        self.idle_keys = idle_keys(self.exhibit, pane)
        for name, _ in PANES:
            self.set_class(name == pane, f"-pane-{name}")

    def on_descendant_focus(self) -> None:
        """The pane that is worked in is the one that is seen."""
        focused = self.focused
        names = {name for name, _ in PANES}
        while isinstance(focused, Widget):
            if focused.id in names:
                self._choose_pane(focused.id or "tree")
                return
            focused = focused.parent if isinstance(focused.parent, Widget) else None

    @on(PaneTabs.Chosen)
    def _tab_chosen(self, event: PaneTabs.Chosen) -> None:
        self._focus(event.pane)

    def _focus(self, pane: str) -> None:
        self._choose_pane(pane)
        self.query_one(f"#{pane}").focus()

    def action_show_pane(self, number: int) -> None:
        """Go to a pane by its number."""
        if number <= len(PANES):
            self._focus(PANES[number - 1][0])

    def action_next_pane(self) -> None:
        """Go to the next pane."""
        self._step(1)

    def action_previous_pane(self) -> None:
        """Go to the pane before."""
        self._step(-1)

    def _step(self, by: int) -> None:
        names = [name for name, _ in PANES]
        self._focus(names[(names.index(self.pane) + by) % len(names)])

    def action_zoom(self) -> None:
        """Give the pane the whole screen, and back."""
        self.zoomed = not self.zoomed

    # ── texts ──

    def action_open(self) -> None:
        """Go to the text of the file under the cursor."""
        self._focus("disk")

    def action_next_mark(self) -> None:
        """Go to the next mark."""
        self.query_one(DiskAndSent).next_mark(forward=True)

    def action_previous_mark(self) -> None:
        """Go to the mark before."""
        self.query_one(DiskAndSent).next_mark(forward=False)

    def action_wrap(self) -> None:
        """Fold long lines, or let them run on."""
        self.query_one(DiskAndSent).wrap()

    def action_copy(self) -> None:
        """Copy what is selected, else the verdict if it has the focus, else the path."""
        text = self.get_selected_text()
        what = "the selected text"
        if not text and self.pane != "verdict" and self.exhibit.path is not None:
            text, what = safe(str(self.exhibit.path)), "the path"
        if not text:
            listed = self.exhibit.disk.document
            parts = (plain(self.exhibit.panel), listed.text if listed and self.pane != "verdict" else "")
            text, what = "\n\n".join(filter(None, parts)), "the verdict"
        if text:
            self.app.copy_to_clipboard(text)
            self.notify(f"Copied {what}.", markup=False, timeout=2)
