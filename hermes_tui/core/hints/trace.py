"""What one tool call did to the hint tracker, as frozen data.

All text may be foreign: make it harmless (``safe_text``) before it reaches a terminal.
"""

from collections.abc import Set as AbstractSet
from enum import Enum
from pathlib import Path
from typing import NamedTuple

from hermes_tui.core.hints.growing import Growing
from hermes_tui.core.hints.home_check import HomeLike
from hermes_tui.core.prompt.context_file import ContextFile
from hermes_tui.core.prompt.startup import Failure
from hermes_tui.core.text.provenance import Span, TracedText
from hermes_tui.core.toolcalls.calls import ToolCall
from hermes_tui.core.toolcalls.words import Word

BLANK_LINE = "\n\n"
"""Stands before each hint in a tool result."""


class Outcome(Enum):
    """What came of one directory on a climb."""

    FIRED = "fired"
    CUT = "fired, cut"
    BLOCKED = "blocked"
    """A notice is sent in place of the file."""
    DUPLICATE = "duplicate"
    """Its text was sent before: nothing is sent, and no other name is asked for."""
    NO_FILE = "no context file"
    VISITED = "already visited"
    EXCLUDED = "excluded"
    OUTSIDE = "outside"
    MISSING = "no such directory"
    NOT_A_DIRECTORY = "not a directory"
    DENIED = "not permitted"
    BEYOND = "beyond the climb"
    """Above the last level that Hermes looks at."""

    @property
    def fired(self) -> bool:
        """Something is appended to the tool result."""
        return self in (Outcome.FIRED, Outcome.CUT, Outcome.BLOCKED)


class NameResult(Enum):
    """What asking a directory for one file name gave."""

    SENT = "sent"
    BLOCKED = "blocked"
    DUPLICATE = "duplicate"
    ABSENT = "not there"
    EMPTY = "empty"
    NO_FILE = "not a file"
    """A directory, a pipe, a device: Hermes asks for regular files."""
    UNREADABLE = "cannot be read"
    """Not UTF-8, no permission, too slow."""
    HANGS = "never comes back"
    """Reading it waits for ever, and Hermes with it."""
    LINK_OUTSIDE = "a link that leads outside"
    DENY_LIST = "on the read deny-list"


_TAKEN = (NameResult.SENT, NameResult.BLOCKED, NameResult.DUPLICATE)


class NameTried(NamedTuple):
    """A name that a directory was asked for."""

    name: str
    result: NameResult
    detail: str = ""
    """More about it, as part of a sentence."""


class Hint(NamedTuple):
    """What one directory adds to the tool result."""

    directory: Path
    label: str
    """The file's path as Hermes prints it."""
    file: ContextFile
    text: TracedText
    """The line that names the file, and its text or the notice in its place."""

    @property
    def appended(self) -> str:
        """The same as it is appended, with the blank line before it."""
        return f"{BLANK_LINE}{self.text}"


class Visit(NamedTuple):
    """One directory on a climb."""

    directory: Path
    shown: str
    """Relative to the working directory where it is inside, ``.`` for itself; otherwise absolute."""
    outcome: Outcome
    reason: str
    """One sentence for somebody new to Hermes."""
    excluded_by: str = ""
    """The directory name that keeps Hermes out."""
    names: tuple[NameTried, ...] = ()
    """Names that were asked for, in order; Hermes stops at the first that has any text."""
    file: ContextFile | None = None
    """The file that decided: sent, cut, blocked or a duplicate."""
    hint: Hint | None = None

    def passed_over(self, name: str) -> NameTried | None:
        """Why Hermes went on from the file *name* to the next one; ``None`` where it did not get there, or
        took it."""
        tried = next((tried for tried in self.names if tried.name == name), None)
        if tried is None or tried.result in _TAKEN:
            return None
        is_nothing = tried.result is NameResult.ABSENT and not tried.detail
        return None if is_nothing and self.file is not None else tried


class Climb(NamedTuple):
    """From one word to the directories that it leads to."""

    word: Word
    start: Path | None
    """The first directory; ``None`` where the word leads nowhere."""
    visits: tuple[Visit, ...]
    """A visit a level, the deepest first. Two climbs of a call that meet share the visit."""
    note: str = ""
    """How the word led to its start, where that may surprise, or why it leads nowhere; a sentence."""


class Sent(NamedTuple):
    """A text that is not sent again."""

    path: Path
    at_startup: bool
    """It is the working directory's own file, which counts as sent."""


class TrackerState(NamedTuple):
    """All that a tracker remembers from one call to the next."""

    working_dir: Path
    directories: Growing[Path, None]
    """Those of :attr:`visited`."""
    sent: Growing[str, Sent]
    """Texts that are not sent again, by their SHA-256."""
    off: str = ""
    """Why no hint is sent at all, as a sentence."""
    at_home: HomeLike | None = None
    """The working directory counts as a home, and that is why."""

    @property
    def visited(self) -> AbstractSet[Path]:
        """Directories that are not tried again."""
        return self.directories.keys()


class CallTrace(NamedTuple):
    """What one call brought, and why it did not bring more."""

    call: ToolCall
    words: tuple[Word, ...]
    """Every argument and every word of the command."""
    climbs: tuple[Climb, ...]
    """One for each word that is taken as a path."""
    hints: tuple[Hint, ...]
    """In the order in which they are appended."""
    traced: TracedText | None
    """What is appended to the tool result, and where each character came from."""
    failure: Failure | None
    """This release raises on such a call."""
    before: TrackerState
    after: TrackerState
    notes: tuple[str, ...] = ()
    """What else a reader must know, each in a sentence."""
    meant: Word | None = None
    """Where no word is taken as a path: the first that is the name of something there all the same."""

    @property
    def text(self) -> str | None:
        """Exactly what Hermes appends to the tool result."""
        return None if self.traced is None else str(self.traced)

    @property
    def visits(self) -> tuple[Visit, ...]:
        """Every directory once, in the order of the climbs."""
        return tuple({id(visit): visit for climb in self.climbs for visit in climb.visits}.values())

    @property
    def hint_spans(self) -> tuple[Span, ...]:
        """Where each hint stands in :attr:`text`."""
        spans, end = [], 0
        for hint in self.hints:
            start = end + len(BLANK_LINE)
            end = start + len(hint.text)
            spans.append(Span(start, end))
        return tuple(spans)


class Rebinding(NamedTuple):
    """An attempt to move the tracker to another working directory."""

    directory: str
    """As it was asked for."""
    moved: bool
    reason: str
    """What happened and why, as a sentence."""
    before: TrackerState
    after: TrackerState
