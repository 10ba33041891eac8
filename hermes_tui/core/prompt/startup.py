"""What a session that starts in a directory gets into its prompt, and why (``rules.md`` section 1)."""

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from hermes_tui.core.filesystem.disk import Disk
from hermes_tui.core.prompt.body import HermesFails
from hermes_tui.core.prompt.context_file import ContextFile, FileKind, Verdict
from hermes_tui.core.prompt.discovery import directory_chain, find_git_root
from hermes_tui.core.prompt.loader import Loader, Tried
from hermes_tui.core.prompt.truncation import Cap, find_cap
from hermes_tui.core.releases.lookup import Ruleset
from hermes_tui.core.settings.homes import soul_location
from hermes_tui.core.settings.settings import Settings
from hermes_tui.core.situation import Situation
from hermes_tui.core.text.provenance import Role, Span, TracedText, joined

HEADER = (
    "# Project Context\n\nThe following project context files have been loaded and should be followed:\n\n"
)


class Failure(NamedTuple):
    """This release would not get as far as a prompt."""

    what: str
    """The exception as Python prints it, or what it waits for: "it is a pipe"."""
    path: Path | None
    hangs: bool
    """It would wait for ever; otherwise it raises."""

    @property
    def is_refused(self) -> bool:
        """It may not look at :attr:`path`: its directory lacks a permission."""
        return self.what.startswith(PermissionError.__name__)


class StartupPart(NamedTuple):
    """A stretch of the prompt that belongs together."""

    title: str
    """Provenance label of the file, or what Hermes' own words are there for."""
    path: Path | None
    start: int
    end: int


class Startup(NamedTuple):
    """The whole answer for the start of a session in one directory."""

    situation: Situation
    """What was asked, the directory with links followed."""
    git_root: Path | None
    chain: tuple[Path, ...]
    """The directories from the git root to the working directory; outside git the latter alone."""
    cap: Cap
    soul_path: Path
    files: tuple[ContextFile, ...]
    """Every candidate, in the order in which Hermes looks; what it never looks at comes last."""
    tried: tuple[Tried, ...]
    """Every name and directory that was asked for, in order."""
    prompt_text: TracedText | None
    """What ``build_context_files_prompt`` returns, with the origin of every character."""
    project_text: TracedText | None
    """The same without ``SOUL.md``: how a session gets it, with ``SOUL.md`` as identity before it."""
    identity_text: TracedText | None
    """``SOUL.md`` as identity; ``None`` where Hermes uses its built-in one."""
    failure: Failure | None
    notes: tuple[str, ...]
    """What else a reader must know, each in a sentence."""

    @property
    def cwd(self) -> Path:
        """Where the session starts, links followed."""
        return self.situation.cwd

    @property
    def ruleset(self) -> Ruleset:
        """The release that was asked."""
        return self.situation.ruleset

    @property
    def settings(self) -> Settings:
        """The release, the homes, the cap."""
        return self.situation.settings

    @property
    def disk(self) -> Disk:
        """What was seen of the file system."""
        return self.situation.disk

    @property
    def prompt(self) -> str | None:
        """Exactly what Hermes' ``build_context_files_prompt`` returns; ``None`` only with a failure."""
        return None if self.prompt_text is None else str(self.prompt_text)

    @property
    def sent(self) -> tuple[ContextFile, ...]:
        """The files of which something is in the prompt."""
        return tuple(file for file in self.files if file.verdict.is_sent)

    @property
    def chain_chars(self) -> int:
        """Characters of the project files together before the joint cap, headings and blank lines
        included."""
        told = [file for file in self.files if file.in_prompt or file.verdict is Verdict.LOST]
        cut = next((file.joint_cut for file in told if file.joint_cut is not None), None)
        if cut is not None:
            return cut.total
        return len(self.project_text) - len(HEADER) if self.project_text else 0

    def prompt_ranges(self, file: Path, start: int, end: int) -> tuple[Span, ...]:
        """Where the characters *start* to *end* of *file*, as on disk, stand in the prompt."""
        return (self.prompt_text or TracedText()).ranges(file, start, end)

    def parts(self) -> tuple[StartupPart, ...]:
        """The prompt by origin, without gaps."""
        return parts_of(self.prompt_text or TracedText(), self.files)


def parts_of(text: TracedText, files: Iterable[ContextFile]) -> tuple[StartupPart, ...]:
    """Stretches of *text* that are about one file each, or Hermes' own words."""
    labels = {file.path: file.label for file in files}
    found: list[StartupPart] = []
    for start, run in text.placed():
        end = start + run.stop - run.start
        if found and (found[-1].path == run.path or (run.role is Role.FRAME and not run.text.strip())):
            found[-1] = found[-1]._replace(end=end)
        else:
            title = labels.get(run.path, run.path.name) if run.path else "written by Hermes"
            found.append(StartupPart(title, run.path, start, end))
    return tuple(found)


def inspect(situation: Situation, *, skip_soul: bool = False, skip_context_files: bool = False) -> Startup:
    """What Hermes would send to a session that starts there. Never raises for what it finds on disk.

    Args:
        situation: the directory, which need not exist, the settings and the disk.
        skip_soul: leave ``SOUL.md`` out of the prompt, as a session does that has it as identity.
        skip_context_files: project files are switched off for this session.
    """
    settings, disk, ruleset = situation.settings, situation.disk, situation.ruleset
    cap = find_cap(ruleset, context_length=settings.context_length, max_chars=settings.max_chars)
    soul_path = soul_location(settings.home, settings.hermes_home, ruleset)
    start = situation.cwd
    root: Path | None = None
    try:
        start = disk.resolve(start)
        root = find_git_root(start, ruleset, disk)
    except (OSError, RuntimeError, ValueError) as error:
        return _failed(_failure(error), start, (), cap, soul_path, situation)
    except HermesFails as error:  # asking for the root: what lies here is still to be seen
        loader = Loader(start, None, ruleset, disk, cap)
        loader.list_what_was_not_sent(error, soul_path)
        return _failed(_failure(error), start, loader.files(TracedText()), cap, soul_path, situation)
    loader = Loader(start, root, ruleset, disk, cap)
    asked = loader.tried
    failure: Failure | None = None
    project: TracedText | None = None
    identity: TracedText | None = None
    try:
        if not skip_context_files:
            project = loader.load_project()
        identity = loader.load_soul(soul_path)
    except HermesFails as error:
        if skip_soul and error.path == soul_path:
            loader.note_soul_that_fails(error)
        else:
            failure = _failure(error)
            loader = Loader(start, root, ruleset, disk, cap)
            loader.list_what_was_not_sent(error, soul_path)
    prompt = _prompt(project, None if skip_soul else identity)
    loader.list_what_is_not_looked_at(switched_off=skip_context_files)
    files = loader.files(TracedText() if failure else _prompt(project, identity))
    if ruleset.lists_context and not skip_context_files:
        from hermes_tui.core.prompt.context_command import with_contradictions

        files = with_contradictions(files, cap, ruleset)
    return Startup(
        situation=situation._replace(cwd=start),
        git_root=root,
        chain=directory_chain(start, root),
        cap=cap,
        soul_path=soul_path,
        files=files,
        tried=tuple(asked),
        prompt_text=None if failure else prompt,
        project_text=None if failure else _prompt(project, None),
        identity_text=None if failure or not identity else identity,
        failure=failure,
        notes=tuple(_notes(ruleset, cap, loader, skip_context_files=skip_context_files)),
    )


def inspect_subagent(situation: Situation) -> Startup:
    """What a subagent of such a session gets where the release gives it startup files.

    It has no ``SOUL.md``, and the model's context length does not raise its cap (``rules.md`` 5.3).
    """
    return inspect(
        situation._replace(settings=situation.settings._replace(context_length=None)), skip_soul=True
    )


def _prompt(project: TracedText | None, soul: TracedText | None) -> TracedText:
    sections = [section for section in (project, soul) if section]
    if not sections:
        return TracedText()
    return TracedText.written(HEADER, Role.FRAME) + joined(TracedText.written("\n", Role.FRAME), sections)


def _failure(error: Exception) -> Failure:
    if isinstance(error, HermesFails):
        return Failure(error.what, error.path, error.hangs)
    return Failure(f"{type(error).__name__}: {error}", None, hangs=False)


def _failed(
    failure: Failure,
    cwd: Path,
    files: tuple[ContextFile, ...],
    cap: Cap,
    soul_path: Path,
    situation: Situation,
) -> Startup:
    return Startup(
        situation=situation._replace(cwd=cwd),
        git_root=None,
        chain=(cwd,),
        cap=cap,
        soul_path=soul_path,
        files=files,
        tried=(),
        prompt_text=None,
        project_text=None,
        identity_text=None,
        failure=failure,
        notes=(),
    )


def _notes(ruleset: Ruleset, cap: Cap, loader: Loader, *, skip_context_files: bool) -> Iterator[str]:
    if ruleset.note:
        yield ruleset.note
    yield from (ignored.sentence for ignored in cap.ignored)
    if skip_context_files:
        yield "Context files are switched off: only SOUL.md is sent."
    if loader.git_root is None:
        yield "Not in a git repository: only the working directory itself is looked at."
    if not any(file.kind is FileKind.SOUL for file in loader.drafts):
        yield "There is no SOUL.md: Hermes writes one with a text of its own when it first starts."
    if any(file.verdict is Verdict.BLOCKED for file in loader.drafts):
        yield "A blocked file still wins its type: only the notice is sent in its place."
