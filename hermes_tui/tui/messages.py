"""What the parts of the screen tell the application. Frozen; state comes back through reactives."""

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from textual.message import Message

if TYPE_CHECKING:
    from hermes_tui.core.hints import CallTrace


@dataclass
class SessionChanged(Message):
    """The session's calls are these now; the tree lights up the files that fired."""

    traces: "tuple[CallTrace, ...]"
    fired: frozenset[Path]
    """Context files whose text came with a call."""

    def can_replace(self, message: Message) -> bool:
        """Only the last state matters."""
        return isinstance(message, SessionChanged)


@dataclass
class DirectoryWanted(Message):
    """Start a session in another directory."""

    directory: Path


@dataclass
class FactsWanted(Message):
    """Ask git about the file that is looked at."""

    path: Path

    def can_replace(self, message: Message) -> bool:
        """Only the last file is looked at."""
        return isinstance(message, FactsWanted)


@dataclass
class FileWanted(Message):
    """Show a context file: in the tree, and in the panes."""

    path: Path
