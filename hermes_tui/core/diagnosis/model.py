"""What the model answers to "why was my rule not loaded?".

All text may be foreign: make it harmless (``safe_text``) before it reaches a terminal.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from enum import Enum
from functools import cache
from pathlib import Path
from typing import NamedTuple

from hermes_tui.core.codes.catalogue import public_words
from hermes_tui.core.diagnosis.actions import Action, Place
from hermes_tui.core.diagnosis.ways import Way
from hermes_tui.core.text.phrases import sentence
from hermes_tui.core.text.public_text import (
    NOTHING,
    Public,
    filled,
    if_public,
    public,
    public_list,
    public_sentence,
)


class State(Enum):
    """Whether a rule reaches the model."""

    SENT = "sent"
    PARTLY = "partly sent"
    ON_CALL = "on a call"
    NOT_SENT = "not sent"

    @property
    def glyph(self) -> str:
        """One character that stands before the line."""
        return {State.SENT: "✓", State.PARTLY: "◐", State.ON_CALL: "→", State.NOT_SENT: "✗"}[self]


class PromptPlace(NamedTuple):
    """Where a rule stands in the prompt, or in what a hint appends."""

    part: str
    """The provenance label of the file."""
    start: int
    """Offset of the first character."""
    end: int
    line: int
    """From 1."""


class Obstacle(NamedTuple):
    """What stops a file or a place in it."""

    code: str
    """See :mod:`hermes_tui.core.codes.catalogue`."""
    cause: str
    """One sentence that names the winner or the cause; it follows "not sent: "."""
    ways: tuple[Way, ...] = ()
    """What somebody may do about it, untried; none where nothing is to be done."""
    note: str = ""
    """What else there is to say to somebody who wants to change it, in a sentence."""
    public: Public | None = None
    """The cause without content of files, where it has any."""

    @property
    def public_cause(self) -> Public:
        """The cause as it can be posted anywhere; what the code means, where no other words of it can."""
        return if_public(self.public or self.cause, public_words(self.code)[0])


class Remedy(NamedTuple):
    """What brings a rule, as it was tried on a view of the disk."""

    steps: tuple[Way, ...]
    """One after the other."""
    state: State
    """How the rule gets to the model afterwards."""
    call: str = ""
    """The call that brings it then."""
    effects: tuple[Public, ...] = ()
    """What else changes, each as a clause: ``AGENTS.md would be cut``."""
    is_tried: bool = True
    """``False``: it could not be tried from here."""

    @property
    def actions(self) -> tuple[Action, ...]:
        """All of them, in order."""
        return tuple(action for step in self.steps for action in step.actions)

    @property
    def words(self) -> str:
        """All of it as a clause, without the call; public where all of its steps are."""
        said: str = self.steps[0].words
        for step in self.steps[1:]:
            said = filled("{}, then {}", said, step.words)
        return filled("{} ({} then)", said, public_list(self.effects)) if self.effects else said


@dataclass(frozen=True, kw_only=True)
class Diagnosis:
    """One place where a rule stands, what becomes of it, and what brings it to the model."""

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
    obstacle: Obstacle | None = None
    """What stops it first; ``None`` where it is sent."""
    detail: str = ""
    """How it is sent, as part of a sentence; empty where :attr:`obstacle` says all."""
    place: PromptPlace | None = None
    """Where it is sent."""
    call: str = ""
    """The shortest call whose hint brings it, as a person types it."""
    asked: Place | None = None
    """What the remedies bring; ``None`` where nothing stops it."""
    find_remedies: Callable[[], tuple[Remedy, ...]] = field(default=tuple, repr=False, compare=False)
    """Tries the ways out; asked once."""

    def __post_init__(self) -> None:
        # Not a cached_property: in Python 3.11 one trial would hold up those of all others, and the screen.
        object.__setattr__(self, "find_remedies", cache(self.find_remedies))

    @property
    def code(self) -> str:
        """Of what stops it; empty where it is sent at the start."""
        return self.obstacle.code if self.obstacle is not None else ""

    @property
    def cause(self) -> str:
        """What stops it, or how it is sent: the sentence without its beginning."""
        return "; ".join(said for said in (self.detail, self.obstacle.cause if self.obstacle else "") if said)

    @property
    def remedies(self) -> tuple[Remedy, ...]:
        """What brings it, the simplest first; tried when it is first asked for."""
        return self.find_remedies()

    @property
    def remedy(self) -> str:
        """What to do, in a sentence or two; empty where nothing is to be done."""
        return advice(self.remedies, self.obstacle.note if self.obstacle is not None else "")

    @property
    def sentence(self) -> str:
        """The whole line: the place, the cause, what to do."""
        return self.said()

    def said(self, beside: str = "") -> str:
        """The whole line, with *beside* behind the place."""
        where = f"{self.shown}:{self.line}:{self.column}{beside}"
        todo = f" → {self.remedy}" if self.remedy else ""
        return f"{self.state.glyph} {where}: {self.state.value}: {self.cause}{todo}"


def untried(ways: tuple[Way, ...]) -> tuple[Remedy, ...]:
    """The *ways* as they are, for what is no place in a file and cannot be tried."""
    return tuple(Remedy((way,), State.NOT_SENT, is_tried=False) for way in ways)


def advice(remedies: tuple[Remedy, ...], note: str) -> str:
    """Remedies as a sentence that offers them, with what else there is to say."""
    calls = tuple(dict.fromkeys(remedy.call for remedy in remedies))
    if len(calls) == 1:
        said = ", or ".join(remedy.words for remedy in remedies)
        more = f"Then {calls[0]} brings it." if calls[0] else ""
    else:  # each its own
        said, more = ", or ".join(_with_call(remedy) for remedy in remedies), ""
    return " ".join(words for words in (sentence(said) if said else "", more, note) if words)


def public_advice(remedies: tuple[Remedy, ...], code: str) -> Public:
    """The same as it can be posted anywhere; what helps against the *code*, where no other words can be."""
    said = NOTHING
    for remedy in remedies:
        if not isinstance(remedy.words, Public):
            return public_words(code)[1]
        said = public("{}, or {}", said, remedy.words) if said else remedy.words
    return public_sentence(said) if said else NOTHING


def _with_call(remedy: Remedy) -> str:
    return f"{remedy.words} (then {remedy.call} brings it)" if remedy.call else remedy.words


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


_MANY = 10
"""So many places of one file that have the same cause get one line together."""


class Reply(NamedTuple):
    """Everything that is to be said to one question."""

    question: str
    is_file: bool
    """The question named a file; otherwise a text."""
    answers: tuple[Diagnosis, ...]
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

    beyond: Mapping[tuple[Path, bool], int] = {}
    """By file, and whether they are sent: places that are counted and not in :attr:`answers`."""

    @property
    def lines(self) -> Iterator[str]:
        """A line for each answer; one for all of a file that have the same cause, where they are many."""
        groups = self._alike()
        causes = Counter((path, state is State.SENT) for path, state, _ in groups)
        for (path, state, _), answers in groups.items():
            if len(answers) < _MANY:
                yield from (answer.sentence for answer in answers)
                continue
            same = (path, state is State.SENT)
            count = f"{len(answers) + self.beyond.get(same, 0):,}" if causes[same] == 1 else "many"
            yield answers[0].said(f" (the first of {count} such places in this file)")

    def _alike(self) -> dict[tuple[Path, State, str], list[Diagnosis]]:
        groups: dict[tuple[Path, State, str], list[Diagnosis]] = {}
        for answer in self.answers:
            groups.setdefault((answer.path, answer.state, answer.code), []).append(answer)
        return groups

    @property
    def share(self) -> str:
        """How many places there are where not each has a line, in a sentence; or nothing."""
        if len(self.answers) == self.places and all(len(alike) < _MANY for alike in self._alike().values()):
            return ""
        if not self.not_sent:
            return f"all {self.places:,} places are sent"
        which = f"{self.not_sent:,} of" if self.not_sent < self.places else "none of"
        return f"{which} {self.places:,} places {'are not' if self.not_sent < self.places else 'are'} sent"

    @property
    def is_sent(self) -> bool:
        """At least one place is sent at the start."""
        return self.switched_off is None and self.not_sent < self.places
