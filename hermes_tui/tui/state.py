"""What the whole screen shows, as one frozen value that is replaced whole."""

from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, Protocol

from hermes_tui.core.filesystem.disk import Disk
from hermes_tui.core.filesystem.file_type import FileType
from hermes_tui.core.prompt.context_file import ContextFile
from hermes_tui.core.prompt.startup import Startup
from hermes_tui.core.releases.lookup import Ruleset
from hermes_tui.core.reports.startup import shown_path
from hermes_tui.core.settings.settings import Settings
from hermes_tui.core.situation import Situation
from hermes_tui.core.text.terminal_safe import safe

if TYPE_CHECKING:
    from hermes_tui.core.diagnosis.model import Diagnosis
    from hermes_tui.core.git.facts import FileFacts, RepositoryFacts
    from hermes_tui.core.hints.tracker import CallTrace
    from hermes_tui.core.sessions.session import Session
    from hermes_tui.core.sessions.steps import Planned
    from hermes_tui.core.surveys.survey import Closed, Excluded, FoundFile
    from hermes_tui.demo import Step


class Key(NamedTuple):
    """What a row is about; the same over every reload."""

    kind: str
    """``file``, ``directory``, ``home``, ``hint``, ``group`` or ``tried``."""
    place: str
    """Its path, or the group's name."""


class Opening(Protocol):
    """What a screen opens on, made beside it."""

    @property
    def key(self) -> Key:
        """The row that it is about."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """What was asked for on the command line."""

    directory: Path
    """Where the session would start."""
    settings: Settings
    """Which release, home and cap apply."""
    theme: str | None = None
    session: "tuple[Step | Planned, ...]" = ()
    """Prepared steps of a session, offered one by one (the demonstration, or a session file)."""
    anchor: Path | None = None
    """Where hints count from, as in :class:`~hermes_tui.core.situation.Situation`."""
    at: str = ""
    """The git revision that is shown, as it was typed; empty: the disk as it is."""

    @property
    def ruleset(self) -> Ruleset:
        """The release that is shown."""
        return self.settings.ruleset

    @property
    def home(self) -> Path:
        """The user's home."""
        return self.settings.home

    @property
    def hermes_home(self) -> Path:
        """Where ``SOUL.md`` and ``config.yaml`` are."""
        return self.settings.hermes_home


class Search(NamedTuple):
    """How far the background search for what hints could bring has come."""

    found: "tuple[FoundFile | Excluded | Closed, ...]" = ()
    directories: int = 0
    """Directories looked at so far."""
    is_running: bool = False
    """More may come."""
    was_left: bool = False
    """Stopped before its end."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Inspection:
    """One look at the disk, and what became known since. Two are equal only if they are the same."""

    options: Options
    """With the working directory as it is now."""
    startup: Startup | None = None
    """``None`` until the first look is done."""
    disk: Disk = field(default_factory=Disk)
    problem: str = ""
    """Why there is nothing to look at, in a sentence."""
    opening: Opening | None = None
    """What to open on, made beside the screen: for a big file that takes a while."""
    search: Search = Search()  # noqa: RUF009 -- a tuple, never changed
    session: "Session | None" = None
    """The session so far; ``None`` until it has begun."""
    fired: frozenset[Path] = frozenset()
    """Context files that its calls have brought."""
    visited: tuple[Path, ...] = ()
    """Files that somebody went to and that the tree would not list."""
    repository: "RepositoryFacts | None" = None
    diagnoses: "dict[Path, Diagnosis]" = field(default_factory=dict)
    """Files that were diagnosed, with the remedies that work; replaced, never changed."""
    git: "dict[Path, FileFacts]" = field(default_factory=dict)
    """What git says about single files, as far as it was asked; replaced, never changed."""

    @property
    def situation(self) -> Situation:
        """What was asked: where a session would start, the settings, and the disk as it was seen."""
        return Situation(self.options.directory, self.options.settings, self.disk, self.options.anchor)

    @property
    def reading(self) -> str:
        """What is being found out as long as there is no :attr:`startup`."""
        what = "context files" if self.options.settings.is_read else "settings, then the context files"
        return f"Reading the {what} …"

    @property
    def files(self) -> tuple[ContextFile, ...]:
        """Every candidate at the start of a session."""
        return self.startup.files if self.startup else ()

    @property
    def traces(self) -> "tuple[CallTrace, ...]":
        """The session's tool calls so far."""
        return self.session.traces if self.session is not None else ()

    def file(self, path: Path) -> ContextFile | None:
        """The candidate at *path*."""
        return next((file for file in self.files if file.path == path), None)

    @property
    def hint_files(self) -> "tuple[FoundFile, ...]":
        """What the search found beside the chain, and what somebody went to."""
        from hermes_tui.core.surveys.survey import FoundFile, Reach

        found = tuple(
            found
            for found in self.search.found
            if isinstance(found, FoundFile) and found.state is not Reach.ON_CHAIN
        )
        return (*found, *self.visited_files)

    @property
    def visited_files(self) -> "tuple[FoundFile, ...]":
        """What is to be said of the files that somebody went to."""
        if not self.visited or self.startup is None:
            return ()
        from hermes_tui.core.surveys.survey import new_judge

        judge = new_judge(self.startup.situation)
        return tuple(judge.judge(path, None) for path in self.visited)

    def label(self, path: Path) -> str:
        """A context file for people, seen from the working directory where it is known."""
        file = self.file(path)
        found = next((found for found in self.hint_files if found.path == path), None)
        label = file.label if file is not None else found.label if found is not None else ""
        return safe(label) or self.shown(path)

    def shown(self, path: Path) -> str:
        """A path for people."""
        return shown_path(path, self.options.home)


def why_no_directory(directory: Path, disk: Disk, home: Path | None) -> str:
    """Why no session can start in *directory*, in a sentence; empty where one can."""
    shown = shown_path(directory, home)
    node = disk.node(directory)
    if node.kind is FileType.DIRECTORY:
        return ""
    if node.broken_link:
        return f"{shown} is {safe(node.link_words)}."
    if node.kind is FileType.ABSENT:
        return f"{shown} does not exist, or is no longer there."
    if node.kind is FileType.DENIED:
        return f"{shown} may not be looked at: no permission."
    return f"{shown} is not a directory but a {node.kind.value}."
