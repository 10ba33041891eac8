"""What the model answers to "why was my rule not loaded?".

All text may be foreign: make it harmless (``safe_text``) before it reaches a terminal.
"""

import os
from enum import Enum
from pathlib import Path
from typing import NamedTuple, Self

from hermes_tui.core.codes.catalogue import public_words
from hermes_tui.core.prompt.context_file import Next
from hermes_tui.core.prompt.startup import Startup
from hermes_tui.core.text.provenance import line_of
from hermes_tui.core.text.public_text import Public, if_public, public


class State(Enum):
    """Whether a rule reaches the model."""

    SENT = "sent at startup"
    HINT = "by a hint"
    NOT_SENT = "not sent"

    @property
    def glyph(self) -> str:
        """One character that stands before the line."""
        return {State.SENT: "✓", State.HINT: "→", State.NOT_SENT: "✗"}[self]


class PromptPlace(NamedTuple):
    """Where a rule stands in the prompt, or in what a hint appends."""

    part: str
    """The provenance label of the file."""
    start: int
    """Offset of the first character."""
    end: int
    line: int
    """From 1."""


class Loss(NamedTuple):
    """What stops a file or a place in it, and what to do."""

    code: str
    """See :mod:`hermes_tui.core.codes.catalogue`."""
    culprit: str
    """One sentence that names the winner or the cause; it follows "not sent: "."""
    remedy: str
    """One sentence or two: what to do."""
    then: Next | None = None
    """What stops it afterwards."""
    public: Public | None = None
    """The culprit without content of files, where it has any."""

    @property
    def todo(self) -> str:
        """All that is to be done; may hold words of the file."""
        return self._todo(self.then.reason) if self.then else self.remedy

    @property
    def short_todo(self) -> str:
        """All that is to be done, in a list: the words of what stops it afterwards are not told."""
        return self._todo(self.then.public) if self.then else self.remedy

    @property
    def public_culprit(self) -> Public:
        """The culprit as it can be posted anywhere; what the code means, where no other words of it can."""
        return self.public or if_public(self.culprit, public_words(self.code)[0])

    @property
    def public_todo(self) -> Public:
        """The same of all that is to be done."""
        remedy = if_public(self.remedy, public_words(self.code)[1])
        return public("{} Then look again: {}.", remedy, self.then.public) if self.then else remedy

    def _todo(self, then: str) -> str:
        return f"{self.remedy} Then look again: {then}."


class Answer(NamedTuple):
    """One place where the rule stands, and what becomes of it."""

    path: Path
    shown: Public
    """The path for a reader."""
    line: int
    """From 1; 1 for a whole file."""
    column: int
    start: int
    """Offset in the file's text; for a whole file its beginning and end."""
    end: int
    state: State
    code: str
    """Of what stops it; empty where it is sent at the start."""
    culprit: str
    remedy: str
    """Empty where nothing must be done."""
    place: PromptPlace | None
    """Where it is sent."""
    call: str = ""
    """The shortest call whose hint brings it, as a person types it."""

    @property
    def sentence(self) -> str:
        """The whole line: the place, the culprit, what to do."""
        where = f"{self.shown}:{self.line}:{self.column}"
        todo = f" → {self.remedy}" if self.remedy else ""
        return f"{self.state.glyph} {where}: {self.state.value}: {self.culprit}{todo}"


class Remark(NamedTuple):
    """Something that is not the file's doing (or what git says of it)."""

    code: str
    """Empty for what is no finding."""
    is_seen: bool
    """Seen from here; otherwise a question to check."""
    text: str
    remedy: str = ""

    @property
    def sentence(self) -> str:
        """The whole line."""
        todo = f" → {self.remedy}" if self.remedy else ""
        return f"{'Seen' if self.is_seen else 'Check'}: {self.text}{todo}"


class Near(NamedTuple):
    """A line that is like what was looked for."""

    path: Path
    shown: str
    """The path for a reader."""
    line: int
    text: str
    likeness: float
    """1.0 is the same."""

    @property
    def sentence(self) -> str:
        """The whole line."""
        return f"{self.shown}:{self.line}: {self.text} ({self.likeness:.0%} alike)"


class Reply(NamedTuple):
    """Everything that is to be said to one question."""

    question: str
    is_file: bool
    """The question named a file; otherwise a text."""
    answers: tuple[Answer, ...]
    remarks: tuple[Remark, ...]
    closest: tuple[Near, ...]
    """Where nothing was found: the lines that are most like it."""
    searched: tuple[str, ...]
    """Where nothing was found: every place that was looked at."""
    places: int
    """Of all there are; :attr:`answers` tells some of them where there are many."""
    not_sent: int
    """Places that are not sent at the start."""
    is_whole: bool = True
    """The whole repository was looked through; otherwise the files of the start, which send the text."""
    switched_off: Remark | None = None
    """What switches all rules off for a session that starts here; one of :attr:`remarks`."""

    @property
    def share(self) -> str:
        """How many places there are where not all are told, in a sentence; or nothing."""
        shown = len(self.answers)
        if shown == self.places:
            return ""
        which = f"{self.not_sent:,} of all {self.places:,} are not" if self.not_sent else "all are"
        return f"{shown:,} of {self.places:,} places shown; {which} sent"

    @property
    def is_sent(self) -> bool:
        """At least one place is sent at the start."""
        return self.switched_off is None and self.not_sent < self.places


class Names(NamedTuple):
    """How paths are shown: from one directory for what is in its repository, else from the home."""

    base: Path
    top: Path
    home: Path

    @classmethod
    def around(cls, startup: Startup) -> Self:
        """As somebody reads them who starts a session there."""
        return cls(startup.cwd, startup.git_root or startup.cwd, startup.settings.home)

    def show(self, path: Path) -> Public:
        """The path for a reader."""
        if path == self.top or self.top in path.parents:
            shown = os.path.relpath(path, self.base)
            return Public(
                f"{shown}/" if shown.endswith((".", "..")) else shown
            )  # readable before a full stop
        return self.whole(path)

    def whole(self, path: Path) -> Public:
        """The path from the home, or from the root of the disk: it can be followed from anywhere."""
        return Public(f"~/{path.relative_to(self.home)}" if self.home in path.parents else str(path))

    def directory(self, path: Path) -> Public:
        """A directory for a reader, with a slash at its end, so that it can be told from a file."""
        return Public(f"{self.show(path).rstrip('/')}/")


def place_of(text: str, offset: int) -> tuple[int, int]:
    """Line and column, both from 1, of the character at *offset*."""
    return line_of(text, offset), offset - text.rfind("\n", 0, offset)
