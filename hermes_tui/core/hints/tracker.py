"""Which context files a tool call brings as hints, and what happened in every directory it led to.

A :class:`HintTracker` does what Hermes' tracker does (``rules.md`` sections 2 and 7): it takes the paths
of a call, climbs from each, and appends the context file of every directory that it had not seen.
"""

import os
import shlex
from collections.abc import Collection, Iterator
from pathlib import Path
from typing import NamedTuple

from hermes_tui.core.hints.climb import NEITHER_WAY, Climber, HermesRaises, expanded, has_suffix
from hermes_tui.core.hints.growing import Growing
from hermes_tui.core.hints.home_check import like_home
from hermes_tui.core.hints.loader import HintLoader
from hermes_tui.core.hints.notes import notes_on
from hermes_tui.core.hints.trace import (
    BLANK_LINE,
    CallTrace,
    Climb,
    Hint,
    NameResult,
    NameTried,
    Outcome,
    Rebinding,
    Sent,
    TrackerState,
    Visit,
)
from hermes_tui.core.prompt.discovery import relative
from hermes_tui.core.prompt.startup import Failure
from hermes_tui.core.situation import Situation
from hermes_tui.core.text.phrases import from_home
from hermes_tui.core.text.provenance import Role, TracedText
from hermes_tui.core.toolcalls.calls import ToolCall
from hermes_tui.core.toolcalls.tool_names import TERMINAL
from hermes_tui.core.toolcalls.words import COMMAND_KEY, Word, words_of

__all__ = [
    "Brought",
    "CallTrace",
    "Climb",
    "Hint",
    "HintTracker",
    "NameResult",
    "NameTried",
    "NoCall",
    "Outcome",
    "Rebinding",
    "Sent",
    "TrackerState",
    "Visit",
    "brought",
    "call_that_brings",
]

_BLANK_LINE = TracedText.written(BLANK_LINE, Role.FRAME)


class HintTracker:
    """What one session remembers, and what each call adds to it."""

    def __init__(self, situation: Situation, *, enabled: bool = True) -> None:
        """A tracker as it is at the start of a session. Never raises for what it finds on disk.

        Args:
            situation: where the session works (``~`` is not expanded, as in Hermes), the settings, the disk.
            enabled: ``False`` where context files are switched off for the session.
        """
        self.situation = situation
        self.ruleset = situation.ruleset
        self.disk = situation.disk
        self.enabled = enabled
        self._home = os.fspath(situation.settings.home)
        self._hermes_home = os.fspath(situation.settings.hermes_home)
        self.failure: Failure | None = None
        """This release raises for such a working directory, and has no tracker."""
        directory = situation.anchor or situation.cwd
        try:
            directory = self.disk.resolve(directory)
        except (OSError, RuntimeError, ValueError) as error:
            self.failure = Failure(f"{type(error).__name__}: {error}", directory, hangs=False)
        self._move(directory)

    @property
    def working_dir(self) -> Path:
        """Relative paths are looked for from here; links followed."""
        return self._state.working_dir

    @property
    def has_prompt(self) -> bool:
        """The prompt starts in the directory that the tracker stands in."""
        try:
            return self.disk.resolve(self.situation.cwd) == self.working_dir
        except (OSError, RuntimeError, ValueError):
            return True

    @property
    def why_off(self) -> str:
        """Why no hint is sent at all, as a sentence; or nothing."""
        return self._state.off

    @property
    def state(self) -> TrackerState:
        """All that the tracker remembers."""
        return self._state

    def restore(self, state: TrackerState) -> None:
        """Go back, or forth, to a *state* that this tracker was in."""
        if state.working_dir != self.working_dir:
            self._set_loader(state.working_dir)
        self._state = state

    def check(self, call: ToolCall) -> CallTrace:
        """What Hermes appends to the result of *call*, and why not more."""
        before = self._state
        words = words_of(call, ruleset=self.ruleset)
        if self.failure or before.off:
            notes = (before.off,) if before.off else ()
            return CallTrace(call, words, (), (), None, self.failure, before, before, notes)
        climber = Climber(
            self._loader, before.visited, self._home, self.ruleset, self.disk, has_prompt=self.has_prompt
        )
        try:
            steps = [climber.climb(word) for word in words if word.taken]
        except HermesRaises as problem:
            failure = Failure(str(problem), None, hangs=False)
            return CallTrace(call, words, (), (), None, failure, before, before, ())
        found: dict[Path, Visit] = {}
        sent = before.sent
        for directory in sorted(climber.candidates, key=lambda path: path.parts):
            visit, mark = self._loader.load(directory, sent)
            found[directory] = visit
            if mark and visit.file is not None:
                sent = sent.plus({mark: Sent(visit.file.path, at_startup=False)})
        climbs = tuple(climb.settled(found) for climb in steps)
        hints = tuple(visit.hint for visit in found.values() if visit.hint is not None)
        if found:
            directories = before.directories.plus(dict.fromkeys(found))
            self._state = before._replace(directories=directories, sent=sent)
        return CallTrace(
            call=call,
            words=words,
            climbs=climbs,
            hints=hints,
            traced=_appended(hints),
            failure=None,
            before=before,
            after=self._state,
            notes=tuple(self._notes(call, words, climbs, found.values())),
            meant=None if climbs else self._meant(words),
        )

    def rebind(self, directory: str | os.PathLike[str]) -> Rebinding:
        """Try to move to another working directory, as a change of workspace does."""
        asked = os.fspath(directory)
        before = self._state
        moved, reason = self._rebind(asked)
        return Rebinding(asked, moved, reason, before, self._state)

    def _meant(self, words: tuple[Word, ...]) -> Word | None:
        """The first word of a command that is the name of something there."""
        names = (word for word in words if word.source == COMMAND_KEY and not word.text.startswith("-"))
        return next((word for word in names if self._is_there(word.text)), None)

    def _is_there(self, name: str) -> bool:
        return bool(name) and self.disk.exists(self.working_dir / name)

    def _notes(
        self, call: ToolCall, words: tuple[Word, ...], climbs: tuple[Climb, ...], asked: Collection[Visit]
    ) -> Iterator[str]:
        yield from notes_on(call, words, climbs, asked)
        if not self.enabled and any(visit.hint for visit in asked):
            yield "Context files are switched off for this session; this release sends hints all the same."

    # ── moving ──

    def _rebind(self, asked: str) -> tuple[bool, str]:
        if not self.ruleset.hints.rebinds:
            return (
                False,
                f"Ignored: this release never moves a tracker; it stays in {self._shown(self.working_dir)}.",
            )
        try:
            target = self.disk.resolve(expanded(asked, self._home))
        except (OSError, RuntimeError, ValueError) as error:
            return False, f"Ignored: {asked} leads nowhere ({error})."
        if not self.disk.is_directory(target):
            return False, f"Ignored: {self._shown(target)} is no directory."
        home = like_home(target, self._home)
        if home is not None:
            return False, f"Ignored: {home.why}."
        if target == self.working_dir and self.failure is None:
            return False, "Nothing to do: it is the working directory already. What was sent stays known."
        self.failure = None
        self._move(target)
        said = f"Moved to {self._shown(target)}. What was visited and sent is forgotten"
        return True, f"{said}: hints may be sent again."

    def _shown(self, path: Path) -> str:
        return from_home(path, Path(self._home))

    def _move(self, directory: Path) -> None:
        self._set_loader(directory)
        sent = self._loader.seed() if self.failure is None else {}
        rules, off, home = self.ruleset.hints, "", None
        if not self.enabled and rules.obeys_skip:
            off = "Context files are switched off for this session, and hints with them."
        elif rules.off_at_home:
            home = like_home(directory, self._home)
            off = f"No hints are sent at all: {home.why}." if home is not None else ""
        self._state = TrackerState(directory, Growing({directory: None}), Growing(sent), off, home)

    def _set_loader(self, directory: Path) -> None:
        self._loader = HintLoader(directory, self._home, self._hermes_home, self.ruleset, self.disk)


class NoCall(NamedTuple):
    """No call brings a file, and why."""

    reason: str
    """A sentence."""
    visit: Visit | None = None
    """What its directory would give instead."""


class Brought(NamedTuple):
    """A call brings a file."""

    call: ToolCall
    hint: Hint
    """What it brings."""


def call_that_brings(file: Path, situation: Situation) -> ToolCall | NoCall:
    """The shortest call that brings *file* to a session that has just started."""
    found = brought(file, HintTracker(situation))
    return found.call if isinstance(found, Brought) else found


def brought(file: Path, tracker: HintTracker) -> Brought | NoCall:
    """The shortest call that brings *file* to the session of *tracker*, which stays as it is."""
    if tracker.failure is not None:
        return NoCall(f"No session can start in that working directory: {tracker.failure.what}.")
    if tracker.why_off:
        return NoCall(tracker.why_off)
    if file.name not in tracker.ruleset.hints.names:
        return NoCall(f"Hermes never asks a directory for {file.name} when it looks for hints.")
    try:
        directory = tracker.disk.resolve(file.parent)
    except (OSError, RuntimeError, ValueError) as error:
        return NoCall(f"Its directory leads nowhere: {error}.")
    call = ToolCall(TERMINAL, {"command": f"ls {_typed(directory, file.name, tracker.working_dir)}"})
    before = tracker.state
    trace = tracker.check(call)
    tracker.restore(before)
    if trace.failure is not None:
        return NoCall(f"This release fails on such a call: {trace.failure.what}.")
    for hint in trace.hints:
        if hint.file.path == directory / file.name:
            return Brought(call, hint)
    visit = next((visit for visit in trace.visits if visit.directory == directory), None)
    return NoCall(_why_no_call(file, directory, visit, tracker), visit)


def _typed(directory: Path, name: str, working_dir: Path) -> str:
    """The shortest word that begins a climb in *directory*."""
    path = relative(directory, working_dir)
    if path.startswith("~"):  # "./~" would be somebody's home as well
        path = str(directory)
    elif path.startswith(("-", "http:", "https:", "git@")):
        path = f"./{path}"
    return shlex.quote(f"{path}/{name}" if has_suffix(directory.name) else f"{path}/")


def _why_no_call(file: Path, directory: Path, visit: Visit | None, tracker: HintTracker) -> str:
    if directory == tracker.working_dir and not tracker.has_prompt:
        return f"It is in the directory that hints count from itself. {NEITHER_WAY}"
    if directory == tracker.working_dir:
        return "It is in the working directory itself: what is there comes at the start, never as a hint."
    if visit is None:
        return "No path leads to its directory."
    if visit.outcome is Outcome.MISSING:
        return "There is no such directory."
    tried = visit.passed_over(file.name)
    if tried is not None:
        return f"Hermes cannot use it: {tried.detail or tried.result.value}."
    if visit.file is not None and visit.file.path.name != file.name:
        return f"{visit.file.path.name} in the same directory comes first, and only one of them is sent."
    return visit.reason


def _appended(hints: tuple[Hint, ...]) -> TracedText | None:
    if not hints:
        return None
    return TracedText(tuple(run for hint in hints for run in (*_BLANK_LINE.runs, *hint.text.runs)))
