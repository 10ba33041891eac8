"""What the model was given in a session, in order: the startup files, every hint, and what is in force now.

Hints stay in the conversation until an event takes them out of it; the tracker may remember them longer
(:mod:`~hermes_tui.core.sessions.events`). What it remembers and the model does not is told as missing.
"""

from collections.abc import Callable, Iterator
from enum import Enum
from pathlib import Path
from typing import NamedTuple

from hermes_tui.core.hints.trace import TrackerState
from hermes_tui.core.prompt.context_file import ContextFile, FileKind, Verdict
from hermes_tui.core.prompt.startup import Startup
from hermes_tui.core.sessions.events import Effect, Memory, Prompt, Talk
from hermes_tui.core.sessions.session import Happened, Session, Step
from hermes_tui.core.text.tokens import estimate_tokens


class What(Enum):
    """What a line of the timeline is about."""

    PROMPT = "prompt"
    HINT = "hint"
    EVENT = "event"


class Given(NamedTuple):
    """A context file that the model was given."""

    label: str
    """As Hermes prints it; foreign."""
    path: Path
    verdict: Verdict
    """What became of it: sent, cut, blocked."""
    chars: int
    """Characters of its section, or of the hint with the blank line before it."""

    @property
    def words(self) -> str:
        """What the model has of it, in words."""
        return "blocked, the notice only" if self.verdict is Verdict.BLOCKED else self.verdict.word


class Moment(NamedTuple):
    """Something that changed what the model has."""

    what: What
    place: str
    """``start``, ``call 3``, or the line of an event; may be foreign."""
    given: tuple[Given, ...] = ()
    """The files of a prompt, or the one of a hint."""
    chars: int = 0
    tokens: int = 0
    total_chars: int = 0
    """Characters of context files that the model has after this."""
    total_tokens: int = 0
    sentence: str = ""
    """What an event did; foreign."""
    gone: str = ""
    """Which event took it out of the conversation; empty while it is in force."""
    silent: bool = False
    """It is gone, and the tracker still counts it as sent: no call brings it again."""


class Timeline(NamedTuple):
    """The moments of a session, each with what has become of it since."""

    moments: tuple[Moment, ...]

    @property
    def in_force(self) -> tuple[Moment, ...]:
        """What the model has now."""
        return tuple(moment for moment in self.moments if moment.given and not moment.gone)

    @property
    def missing(self) -> tuple[Moment, ...]:
        """Hints that the model has no more, and that no call brings again."""
        return tuple(moment for moment in self.moments if moment.silent)

    @property
    def chars(self) -> int:
        """Characters of context files that the model has now."""
        return sum(moment.chars for moment in self.in_force)

    @property
    def tokens(self) -> int:
        """The same, estimated."""
        return sum(moment.tokens for moment in self.in_force)


def timeline(session: Session, startup: Startup, subagent: Callable[[], Startup]) -> Timeline:
    """The timeline of *session*.

    Args:
        session: what happened.
        startup: the start in the directory where it began.
        subagent: what a subagent gets there; asked only if one was given any
            (:func:`~hermes_tui.core.prompt.inspect.inspect_subagent`).
    """
    story = _Story(startup, subagent)
    if session.terms.enabled:
        story.prompt("start")
    for happening in session.happenings:
        if isinstance(happening, Step):
            story.call(happening)
        else:
            story.event(happening)
    return Timeline(tuple(story.told(session.state)))


class _Held:
    """What the model of one agent has: numbers of moments, and their size.

    Kept, not found anew: looking through all of it at each event grows with its square.
    """

    def __init__(self) -> None:
        self.prompts: list[int] = []
        self.hints: list[int] = []
        self.chars = self.tokens = 0

    @property
    def numbers(self) -> list[int]:
        """Of all of it."""
        return self.prompts + self.hints


class _Story:
    """Tells a session from its beginning."""

    def __init__(self, startup: Startup, subagent: Callable[[], Startup]) -> None:
        self._startup = startup
        self._subagent = subagent
        self._moments: list[Moment] = []
        self._held = _Held()
        self._asleep: list[_Held] = []
        """The same for each agent whose subagent is at work."""

    def prompt(self, place: str) -> None:
        """The system prompt is built from the files of now."""
        if self._asleep:  # a subagent's: without SOUL.md, and with a cap of its own
            startup = self._subagent()
            files = [file for file in startup.files if file.in_prompt and file.kind is not FileKind.SOUL]
            parts = [startup.project_text]
        else:
            files = [file for file in self._startup.files if file.in_prompt]
            parts = [self._startup.project_text, self._startup.identity_text]
        chars = sum(len(part) for part in parts if part)
        tokens = sum(estimate_tokens(str(part)) for part in parts if part)
        given = tuple(_given(file, len(file.section)) for file in files)
        self._add(Moment(What.PROMPT, place, given), chars, tokens)

    def call(self, step: Step) -> None:
        """A call was made."""
        for hint in step.trace.hints:
            text = hint.appended
            given = _given(hint.file, len(text))._replace(label=hint.label)
            moment = Moment(What.HINT, f"call {step.number}", (given,))
            self._add(moment, len(text), estimate_tokens(text))

    def event(self, happened: Happened) -> None:
        """Something else happened."""
        effect, line = happened.effect, happened.event.line
        if effect.memory is Memory.OWN:
            self._asleep.append(self._held)
            self._held = _Held()
        elif effect.memory is Memory.PARENT:
            self._leave(self._held.numbers, line)
            self._held = self._asleep.pop()
        else:
            if effect.talk in (Talk.GONE, Talk.SUMMARISED):
                self._leave(self._held.hints, line)
                self._held.hints = []
            if effect.prompt is not Prompt.KEPT:
                self._leave(self._held.prompts, line)
                self._held.prompts = []
        self._add(Moment(What.EVENT, line, sentence=_in_short(effect)), 0, 0)
        if effect.prompt is Prompt.BUILT:
            self.prompt(line)

    def _leave(self, numbers: list[int], line: str) -> None:
        for number in numbers:
            moment = self._moments[number]
            self._moments[number] = moment._replace(gone=line)
            self._held.chars -= moment.chars
            self._held.tokens -= moment.tokens

    def _add(self, moment: Moment, chars: int, tokens: int) -> None:
        held = self._held
        if moment.given:
            kind = held.hints if moment.what is What.HINT else held.prompts
            kind.append(len(self._moments))
            held.chars += chars
            held.tokens += tokens
        self._moments.append(
            moment._replace(chars=chars, tokens=tokens, total_chars=held.chars, total_tokens=held.tokens)
        )

    def told(self, state: TrackerState) -> Iterator[Moment]:
        """The moments, with what has become of each by now."""
        asleep = {number for held in self._asleep for number in held.numbers}
        had = {given.path for number in self._held.numbers for given in self._moments[number].given}
        last = {given.path: number for number, moment in enumerate(self._moments) for given in moment.given}
        for number, moment in enumerate(self._moments):
            if number in asleep:
                yield moment._replace(gone="/subagent")
            elif moment.gone and moment.what is What.HINT:
                path = moment.given[0].path
                is_silent = path not in had and last[path] == number and path.parent in state.visited
                yield moment._replace(silent=is_silent)
            else:
                yield moment


def _in_short(effect: Effect) -> str:
    """What an event did to tracker, prompt and conversation."""
    is_quiet = effect.prompt is Prompt.KEPT and effect.talk is Talk.KEPT
    if is_quiet and effect.memory in (Memory.KEPT, Memory.MOVED):
        return effect.sentence
    prompt, talk = effect.prompt.value, effect.talk.value
    return f"{effect.memory.value}; the prompt {prompt}; the conversation {talk}"


def _given(file: ContextFile, chars: int) -> Given:
    return Given(file.label, file.path, file.verdict, chars)
