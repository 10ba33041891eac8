"""What the model says about one context file."""

from enum import Enum
from pathlib import Path
from typing import NamedTuple

from hermes_tui.core.filesystem.file_content import Content
from hermes_tui.core.prompt.truncation import Cut
from hermes_tui.core.text.provenance import Span, TracedText
from hermes_tui.core.text.public_text import Public, public
from hermes_tui.core.threats.scan import Threat


class FileKind(Enum):
    """Which of Hermes' context types a file belongs to."""

    HERMES = "hermes"
    AGENTS = "agents"
    CLAUDE = "claude"
    CURSOR = "cursor"
    SOUL = "soul"
    HINT = "hint"
    UNKNOWN = "unknown"
    """A name that Hermes does not know."""


class Verdict(Enum):
    """What became of a context file."""

    LOADED = "loaded"
    FLAGGED = "flagged"
    """Sent whole although a threat pattern matched: the user's own ``SOUL.md`` from 0.21.4 on."""
    TRUNCATED = "truncated"
    BLOCKED = "blocked"
    SHADOWED = "shadowed"
    SUPERSEDED = "superseded"
    DUPLICATE = "duplicate"
    EMPTY = "empty"
    LOST = "lost"
    UNREADABLE = "unreadable"
    OUT_OF_REACH = "out of reach"

    @property
    def is_sent(self) -> bool:
        """Some of the file's own text is in the prompt."""
        return self in (Verdict.LOADED, Verdict.FLAGGED, Verdict.TRUNCATED)

    @property
    def is_joined(self) -> bool:
        """The file, or the notice that stands for it, was joined with the others of its type."""
        return self in (Verdict.LOADED, Verdict.TRUNCATED, Verdict.BLOCKED, Verdict.LOST)

    @property
    def glyph(self) -> str:
        """One character that stands before the word; the first ones are those of Hermes' ``/context``."""
        return _GLYPHS[self]

    @property
    def word(self) -> Public:
        """What a reader is told, in a word or two."""
        return _WORDS.get(self, public("{}", self))


_GLYPHS = {
    Verdict.LOADED: "✓",
    Verdict.FLAGGED: "⚠",
    Verdict.TRUNCATED: "◐",
    Verdict.BLOCKED: "✗",
    Verdict.SHADOWED: "○",
    Verdict.SUPERSEDED: "○",
    Verdict.DUPLICATE: "=",
    Verdict.EMPTY: "∅",
    Verdict.LOST: "◌",
    Verdict.UNREADABLE: "!",
    Verdict.OUT_OF_REACH: "·",
}
_WORDS = {
    Verdict.LOADED: public("sent"),
    Verdict.TRUNCATED: public("cut"),
    Verdict.OUT_OF_REACH: public("not read"),
}


class Cause(Enum):
    """The step that took characters of a file away."""

    BYTE_ORDER_MARK = "byte order mark"
    WHITE_SPACE = "white space around the text"
    FRONT_MATTER = "front matter"
    LEGACY_SECTION = "section that Hermes removes from SOUL.md"
    THREAT = "threat scan"
    FILE_CAP = "cap of one file"
    JOINT_CAP = "cap of the whole chain"
    """The second cut: the joined chain, or all Cursor files together."""
    NOT_SENT = "not sent"


class Lost(NamedTuple):
    """Characters of the file on disk that are not sent, and the step that took them."""

    start: int
    end: int
    cause: Cause


class Heading(NamedTuple):
    """A Markdown heading that a cut took away."""

    line: int
    """Its line in the file on disk, from 1; 0 where Hermes wrote it."""
    text: str


class Next(NamedTuple):
    """What would become of a file if the first obstacle were gone."""

    verdict: Verdict
    reason: str
    """A part of a sentence; may hold words of the file."""
    public: Public
    """The same without words of the file, so that it can be posted anywhere."""


class ContextFile(NamedTuple):
    """One candidate, and what became of it.

    All text may be foreign: make it harmless (``safe_text``) before it reaches a terminal.
    """

    kind: FileKind
    label: str
    """Provenance label, as Hermes prints it: ``AGENTS.md``, ``../AGENTS.md``."""
    path: Path
    verdict: Verdict
    reason: str
    """The verdict in a sentence for somebody new to Hermes."""
    why: str
    """What the verdict alone does not tell, as part of a sentence: why it cannot be read, where it lies."""
    content: Content
    """The file on disk."""
    section: TracedText
    """What is sent for this file before the joint cap: heading, text or notice, marker."""
    kept: tuple[Span, ...] = ()
    """Characters of the file on disk that are in the prompt."""
    lost: tuple[Lost, ...] = ()
    """Characters of the file on disk that are not, in order."""
    threats: tuple[Threat, ...] = ()
    headings_lost: tuple[Heading, ...] = ()
    in_prompt: tuple[Span, ...] = ()
    """Where all that is sent for it, heading, marker and notice included, stands in the prompt."""
    winner: Path | None = None
    """The file that shadows or supersedes it, or that it is a duplicate of."""
    winners: tuple[Path, ...] = ()
    """All files that must be gone before this one is taken, where others shadow or supersede it, in the order
    in which Hermes takes them."""
    next: Next | None = None
    cut: Cut | None = None
    """What its own cap did to it, or would do where it is not sent."""
    joint_cut: Cut | None = None
    """What the cap on the whole chain, or on all Cursor files, did where some of it was taken."""
    contradiction: str = ""
    """What Hermes' own ``/context`` says of it where the prompt does not bear that out, in a sentence."""

    @property
    def text(self) -> str:
        """The text on disk to look at; of one that is not UTF-8 what can be shown."""
        return self.content.to_look_at

    @property
    def chars(self) -> int:
        """Characters on disk; none where it is no text, or cannot be read."""
        return len(self.content.text or "")

    @property
    def sent_chars(self) -> int:
        """Characters of the file on disk that are in the prompt."""
        return sum(span.end - span.start for span in self.kept)
