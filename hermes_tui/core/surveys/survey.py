"""Every context file of a repository, and how a session that starts here could get it.

One walk, nearest directories first, that can be left at any time. It follows no link, stays on one file
system, never enters ``.git`` and looks into directories whose names hints exclude only at the very end.
"""

import os
from collections.abc import Generator, Iterator
from dataclasses import dataclass
from enum import Enum
from pathlib import Path

from hermes_tui.core.hints.home_check import HomeLike
from hermes_tui.core.hints.trace import Visit
from hermes_tui.core.hints.tracker import HintTracker, NoCall, brought
from hermes_tui.core.prompt import verdict_text
from hermes_tui.core.prompt.body import HermesFails
from hermes_tui.core.prompt.context_file import ContextFile, FileKind, Verdict
from hermes_tui.core.prompt.discovery import directory_chain, find_git_root, kind_named, relative
from hermes_tui.core.releases.lookup import RELEASES
from hermes_tui.core.settings.homes import soul_location
from hermes_tui.core.situation import Situation
from hermes_tui.core.surveys.walk import Hits, Progress, known_names, walk_through
from hermes_tui.core.text.phrases import sentence
from hermes_tui.core.toolcalls.calls import ToolCall

__all__ = ["Closed", "Excluded", "FoundFile", "Judge", "Progress", "Reach", "new_judge", "survey"]


class Reach(Enum):
    """How a context file gets to a session that starts in the working directory."""

    ON_CHAIN = "on the chain"
    """Asked for at the start: its verdict is in :class:`~hermes_tui.core.prompt.startup.Startup`."""
    HINT = "a hint brings it"
    NO_CALL = "no call can"
    NEAR_MISS = "near miss"
    """Named or placed so that Hermes never asks for it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FoundFile:
    """A context file, or what somebody may take for one. The names may be foreign text."""

    path: Path
    label: str
    """The path from the working directory, ``../api/AGENTS.md``."""
    kind: FileKind
    state: Reach
    call: ToolCall | None
    """The shortest call that brings it; only with :attr:`Reach.HINT`."""
    file: ContextFile | None
    """What a hint makes of it: sent, cut, blocked, a copy of another; ``None`` where none gets so far."""
    reason: str
    """Why it is so, in a sentence or two, and what would have to change."""
    visit: Visit | None = None
    """What its directory gave a call that went there and did not bring it."""
    repository: Path | None = None
    """The nested repository that it is in: a session started there sees nothing above that directory."""

    @property
    def word(self) -> str:
        """How it gets to a session, in a word or two."""
        if self.state is Reach.NEAR_MISS and self.kind is FileKind.UNKNOWN:
            return "name not known"
        return {Reach.ON_CHAIN: "at the start", Reach.HINT: "by hint"}.get(self.state, "no call")


@dataclass(frozen=True, slots=True)
class Excluded:
    """A directory whose name hints exclude, with context files in it."""

    directory: Path
    label: str
    """The path from the working directory."""
    count: int
    """Files in it, at any depth, that a hint would bring if the directory had another name."""

    @property
    def reason(self) -> str:
        """The line that stands for all of them."""
        files = "1 context file" if self.count == 1 else f"{self.count:,} context files"
        return f"{self.label}: {files}, no hint can bring {'it' if self.count == 1 else 'them'}"


@dataclass(frozen=True, slots=True)
class Closed:
    """A directory that may not be listed: there may be context files in it."""

    directory: Path
    label: str
    """The path from the working directory."""

    @property
    def reason(self) -> str:
        """What is known of it."""
        return f"{self.label}: no permission to look into it; what is in it is not known"


def survey(situation: Situation) -> Generator[Progress | FoundFile | Excluded | Closed, None, None]:
    """Look through the repository around the working directory; outside git through that alone.

    What is below it comes first, level by level, then what is beside it, up to the git root. The walk
    itself asks the file system afresh, the situation's disk is for what is found. Directories that vanish
    are passed over. Between two steps nothing is held open: ``close()`` leaves at any time.

    Yields:
        Files as they are found, and :class:`Progress` at least every 500 directories; then the directories
        that may not be listed, and last of all the excluded ones that hold any, one each.
    """
    ruleset = situation.ruleset
    judge = new_judge(situation)
    start = judge.chain[-1]
    walk = walk_through(ruleset, judge.chain, situation.disk)
    for top in reversed(judge.chain):
        for step in walk.below(top):
            yield from _answers(step, judge)
    yield from (Closed(Path(directory), os.path.relpath(directory, start)) for directory in walk.closed)
    for directory in walk.excluded:
        count = 0
        for step in walk.inside(directory):
            if isinstance(step, Progress):
                yield step
            else:
                count += sum(name in ruleset.hints.names for name in step.names)
        if count:
            yield Excluded(Path(directory), os.path.relpath(directory, start), count)


def new_judge(situation: Situation) -> "Judge":
    """Who says of one file how it gets to a session that starts there."""
    settings, disk = situation.settings, situation.disk
    try:
        start = disk.resolve(situation.cwd)
        root = find_git_root(start, situation.ruleset, disk)
    except (HermesFails, OSError, RuntimeError, ValueError):
        start, root = Path(os.path.abspath(situation.cwd)), None
    tracker = HintTracker(situation._replace(cwd=start))
    return Judge(start, root, tracker, soul_location(settings.home, settings.hermes_home, situation.ruleset))


def _answers(step: Progress | Hits, judge: "Judge") -> Iterator[Progress | FoundFile]:
    if isinstance(step, Progress):
        yield step
        return
    repository = Path(step.repository) if step.repository else None
    for name in step.names:
        yield judge.judge(Path(step.directory, name), repository)


# ── what is found ──


class Judge:
    """Says how a file gets to a session in one working directory."""

    def __init__(
        self,
        cwd: Path,
        root: Path | None,
        tracker: HintTracker,
        soul_path: Path,
    ) -> None:
        self.chain = directory_chain(cwd, root)
        self._cwd = cwd
        self._tracker = tracker
        self._rules = tracker.ruleset
        self._soul_path = soul_path
        self._cursor_directory = cwd / self._rules.cursor_directory

    @property
    def at_home(self) -> HomeLike | None:
        """The working directory counts as a home, and so no hint is sent at all."""
        return self._tracker.state.at_home

    def judge(self, path: Path, repository: Path | None) -> FoundFile:
        """What is to be said of *path*, which lies in the nested *repository*."""
        kind = self._kind(path)
        call: ToolCall | None = None
        file: ContextFile | None = None
        visit: Visit | None = None
        if self._is_asked_for(path, kind):
            state, reason = Reach.ON_CHAIN, _ASKED
        elif path.name not in self._rules.hints.names:
            state, reason = Reach.NEAR_MISS, self._why_missed(path, kind)
        else:
            answer = brought(path, self._tracker)
            if isinstance(answer, NoCall):
                state, visit, file, reason = Reach.NO_CALL, answer.visit, None, answer.reason
                if visit is not None and visit.file is not None and visit.file.path == path:
                    file = visit.file
                reason = self._why_not(path, kind) or reason
            else:
                state, call, file = Reach.HINT, answer.call, answer.hint.file
                reason = self._how(path, file)
        if repository is not None:
            reason = f"{reason} It is in {self._label(repository)}, a git repository of its own: {_NESTED}"
        return FoundFile(
            path=path,
            label=self._label(path),
            kind=kind,
            state=state,
            call=call,
            file=file,
            reason=reason,
            visit=visit,
            repository=repository,
        )

    def judge_inside(self, excluded: Path) -> Iterator[FoundFile]:
        """What is to be said of each file in a directory whose name hints leave out."""
        for step in walk_through(self._rules, self.chain, self._tracker.disk).inside(os.fspath(excluded)):
            if isinstance(step, Hits):
                for name in step.names:
                    yield self.judge(Path(step.directory, name), None)

    def _label(self, path: Path) -> str:
        return relative(path, self._cwd)

    def _kind(self, path: Path) -> FileKind:
        return FileKind.SOUL if path == self._soul_path else kind_named(path.name, self._rules)

    def _is_asked_for(self, path: Path, kind: FileKind) -> bool:
        """Hermes asks for it when a session starts in the working directory."""
        directory = path.parent
        match kind:
            case FileKind.HERMES:
                return directory in self.chain
            case FileKind.AGENTS:
                return directory == self._cwd or (self._rules.agents_chain and directory in self.chain)
            case FileKind.CLAUDE:
                return directory == self._cwd
            case FileKind.CURSOR:
                return directory == (self._cursor_directory if path.suffix == ".mdc" else self._cwd)
            case _:
                return kind is FileKind.SOUL

    def _how(self, path: Path, file: ContextFile) -> str:
        """What a call brings of *path*."""
        what = "the notice that it is blocked" if file.verdict is Verdict.BLOCKED else "it, once in a session"
        reason = f"A call that touches {self._label(path.parent)} brings {what}."
        return reason if file.verdict is Verdict.LOADED else f"{reason} {file.reason}"

    def _why_not(self, path: Path, kind: FileKind) -> str:
        """Why no hint comes from there; empty where that is not the reason."""
        base = self._tracker.working_dir
        if self._rules.hints.outside or self._tracker.why_off or path.is_relative_to(base):
            return ""
        if base != self._cwd:
            return f"No call can: it is outside {self._label(base)}, where hints count from."
        if path.parent in self.chain:
            return sentence(verdict_text.AGENTS_ABOVE if kind is FileKind.AGENTS else verdict_text.CWD_ONLY)
        where = os.path.relpath(path.parent, self.chain[0])
        return f"No call can from here: it is outside the working directory. Start in {where} or above."

    def _why_missed(self, path: Path, kind: FileKind) -> str:
        name = path.name
        if kind is FileKind.HERMES:
            return (
                f"Hermes looks for {name} from the working directory up to the git root, and no hint asks "
                "for it."
            )
        if name.lower().endswith(".mdc"):
            return (
                f"Cursor rules are read from {self._rules.cursor_directory}/*.mdc of the working directory "
                "only, and no hint asks for them."
            )
        if name == "SOUL.md":
            return "SOUL.md is read from HERMES_HOME only, never from a project."
        for release in RELEASES:
            if name in release.agents_names:
                return f"This release does not know {name}; Hermes {release.name} and later do."
        known = {known.lower(): known for known in reversed(known_names(self._rules))}
        if name.lower() in known:
            return f"Hermes asks for {known[name.lower()]} in exactly this spelling, and never for {name}."
        return f"Hermes does not know the name {name}."


_ASKED = "Hermes asks for it when a session starts here; its verdict says what became of it."
_NESTED = "a session started there sees nothing of what is above that directory."
