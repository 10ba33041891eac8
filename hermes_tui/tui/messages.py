"""What the parts of the screen tell the application. State comes back through reactives."""

from pathlib import Path
from typing import TYPE_CHECKING

from textual.message import Message
from textual.screen import Screen

if TYPE_CHECKING:
    from hermes_tui.core.releases.lookup import Ruleset
    from hermes_tui.core.sessions.session import Session


class SessionChanged(Message):
    """The session is another one now; the tree lights up the files that fired."""

    def __init__(self, session: "Session") -> None:
        """Hand it over."""
        super().__init__()
        self.session = session

    def can_replace(self, message: Message) -> bool:
        """Only the last state matters."""
        return isinstance(message, SessionChanged)


class DirectoryWanted(Message):
    """Start a session in another directory."""

    def __init__(self, directory: Path, ruleset: "Ruleset | None" = None) -> None:
        """Say where, and by which release if it is another one."""
        super().__init__()
        self.directory = directory
        self.ruleset = ruleset


class FactsWanted(Message):
    """Ask what brings the file that is looked at, and what git says of it."""

    def __init__(self, path: Path) -> None:
        """Say which."""
        super().__init__()
        self.path = path

    def can_replace(self, message: Message) -> bool:
        """Only the last file is looked at."""
        return isinstance(message, FactsWanted)


class ScreenReady(Message):
    """What a screen is to show has been worked out; it can be opened."""

    def __init__(self, screen: Screen[None]) -> None:
        """Hand it over."""
        super().__init__()
        self.screen = screen


class FileWanted(Message):
    """Show a context file: in the tree, and in the panes."""

    def __init__(self, path: Path) -> None:
        """Say which."""
        super().__init__()
        self.path = path


class PlaceWanted(Message):
    """Show characters of a context file: in the tree, and in the panes."""

    def __init__(self, path: Path, start: int, end: int) -> None:
        """Say which; offsets are those of the file on disk."""
        super().__init__()
        self.path = path
        self.start = start
        self.end = end


class PromptWanted(Message):
    """Show a place of what ``build_context_files_prompt`` returns."""

    def __init__(self, start: int) -> None:
        """Say at which character."""
        super().__init__()
        self.start = start


class DirectoryShown(Message):
    """Show a directory of the chain: in the tree, and in the panes."""

    def __init__(self, path: Path) -> None:
        """Say which."""
        super().__init__()
        self.path = path


class Edited(Message):
    """The editor has ended: the files may be others."""
