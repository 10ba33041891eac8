"""The commits that changed what the model gets from here, as they are found, and what each did."""

from collections.abc import Iterator
from contextlib import closing
from itertools import islice
from pathlib import Path
from typing import NamedTuple

from textual import on
from textual.app import ComposeResult
from textual.message import Message
from textual.widgets import Static

from hermes_tui.core.comparison.compare import Comparison, compare_starts
from hermes_tui.core.diagnosis.names import Names
from hermes_tui.core.filesystem.disk import Disk
from hermes_tui.core.git.program import GitProblem
from hermes_tui.core.history.history import Step, TextStep, history, history_of_text
from hermes_tui.core.history.log import Commit
from hermes_tui.core.history.revision import SHORT, Repository, repository_around
from hermes_tui.core.reports.history import (
    commit_line,
    edit_words,
    effect_words,
    new_cause,
    text_answer,
    text_step_text,
    turn_in_words,
)
from hermes_tui.core.searching.bad_query import BadQueryError
from hermes_tui.core.searching.text_search import literal, regular
from hermes_tui.core.settings.settings import SettingsError
from hermes_tui.core.text.terminal_safe import safe
from hermes_tui.tui.commands import Where, bindings, in_places
from hermes_tui.tui.jobs.job import Failed, Job
from hermes_tui.tui.presentation.calls import folded
from hermes_tui.tui.screens.comparison import Absent, ReleasesScreen, sums
from hermes_tui.tui.state import Inspection
from hermes_tui.tui.widgets.columns import cut
from hermes_tui.tui.widgets.key_bar import KeyLine
from hermes_tui.tui.widgets.lifetime import Page
from hermes_tui.tui.widgets.line_list import LineList
from hermes_tui.tui.widgets.styled_line import Line, styled, styled_lines

NOT_COMMITTED = "not committed"
_AUTHOR = 18
"""Cells of an author's name."""
_WITH_AUTHOR = 100
"""Cells from which on there is room for it."""


def step_row(found: Step | TextStep, names: Names, width: int) -> Line:
    """One commit in a line: which, when, by whom, what it did, its subject."""
    commit = _step_of(found).commit
    name = f"{commit.name[:SHORT] if commit else NOT_COMMITTED:<{len(NOT_COMMITTED)}} "
    date = f"{commit.date:%Y-%m-%d}  " if commit else " " * 12
    author = f"{cut(safe(commit.author) if commit else '', _AUTHOR)}  "
    effect = turn_in_words(found) if isinstance(found, TextStep) else _shortest(found, names)
    return (
        (name, "accent"),
        (date, "muted"),
        (author if width >= _WITH_AUTHOR else "", ""),
        (f"{effect}  ", "bold"),
        (safe(commit.subject) if commit else "", "muted"),
    )


def _step_of(found: Step | TextStep) -> Step:
    return found.step if isinstance(found, TextStep) else found


def _shortest(step: Step, names: Names) -> str:
    """The first file that it concerns, and how many more."""
    path, before, after = step.changes[0]
    glyphs = " → ".join(side.verdict.glyph if side else "·" for side in (before, after))
    more = f" and {len(step.changes) - 1} more" if len(step.changes) > 1 else ""
    return f"{glyphs}  {safe(names.show(path))}{more}"


def step_details(step: Step | TextStep, names: Names, width: int) -> Iterator[Line]:
    """What the commit under the cursor did to each file, or to the text, and by what."""
    if isinstance(step, TextStep):
        for line in islice(text_step_text(step, names), 1, None):  # the first one is the row
            yield from folded(((line.strip(), ""),), width, 2)
        return
    for change in step.changes:
        yield from folded(((effect_words(change, names), "bold"),), width, 2)
        cause = new_cause(change, step.after)
        if cause:
            yield from folded(((f"  {safe(cause)}", "warning"),), width, 4)
    edits = ", ".join(edit_words(edit, names) for edit in step.edits)
    if edits:
        yield from folded((("by: ", "muted"), (safe(edits), "")), width, 4)


class Words(NamedTuple):
    """Words of a rule, as they were typed in the search."""

    typed: str
    is_regex: bool


class Found(Message):
    """A commit that changed something."""

    def __init__(self, step: Step | TextStep) -> None:
        """Hand it over."""
        super().__init__()
        self.step = step


class Ended(Message):
    """There are no more, or git does not tell."""

    def __init__(self, problem: str = "", limits: tuple[str, ...] = ()) -> None:
        """Say why, if it is not the end, and what was not fetched."""
        super().__init__()
        self.problem = problem
        self.limits = limits


class HistoryScreen(Page[None]):
    """Commits as a list, what the one under the cursor did in words below."""

    PLACES = (Where.HISTORY, Where.EVERYWHERE)
    BINDINGS = bindings(*PLACES)
    AUTO_FOCUS = "#steps"
    CSS = """
    #history-header { height: 1; padding: 0 1; background: $surface; }
    #steps { height: 1fr; padding: 0 1; }
    #step { height: 8; padding: 0 2; overflow-y: auto; scrollbar-size-vertical: 1; }
    HistoryScreen.-short #step { height: 30%; max-height: 8; }
    """

    def __init__(self, inspection: Inspection, file: Path | None = None, words: Words | None = None) -> None:
        """Of *file*, of *words* in any file, or of all that is sent."""
        super().__init__()
        self._inspection = inspection
        self._file = file
        self._words = words
        self._steps: list[Step | TextStep] = []
        self._said = "looking through the commits …"
        situation = inspection.situation
        startup = inspection.startup
        root = startup.git_root if startup is not None and startup.git_root is not None else situation.cwd
        self._names = Names(situation.cwd, root, inspection.options.home)
        self._job: Job | None = None

    def compose(self) -> ComposeResult:
        """What is asked, the commits, what one did, the keys."""
        yield Static(id="history-header")
        steps = LineList(lambda number, width: step_row(self._steps[number], self._names, width), id="steps")
        steps.border_title = "Commits that changed it, newest first"
        yield steps
        yield Static(id="step")
        yield KeyLine(in_places(*self.PLACES))

    def on_mount(self) -> None:
        """Begin to look."""
        self._job = Job(self, self._look)
        self._draw_header()

    def on_unmount(self) -> None:
        """Nobody waits for git any more."""
        if self._job is not None:
            self._job.leave()

    def _look(self, job: Job) -> None:
        try:
            with closing(repository_around(self._inspection.situation._replace(disk=Disk()))) as repository:
                for step in self._found_in(repository, job):
                    if job.is_left:
                        return
                    job.post(Found(step))
                job.post(Ended(limits=tuple(repository.limits())))
        except (BadQueryError, GitProblem, SettingsError) as problem:
            job.post(Ended(safe(str(problem))))

    def _found_in(self, repository: Repository, job: Job) -> Iterator[Step | TextStep]:
        words = self._words
        if words is None:
            return history(repository, self._file)
        query = regular(words.typed, lambda: not job.is_left) if words.is_regex else literal(words.typed)
        return history_of_text(repository, query)

    def on_resize(self) -> None:
        """Fold anew."""
        self._draw_header()
        self._tell()

    def _draw_header(self) -> None:
        what = "all that is sent from here"
        if self._file is not None:
            what = safe(self._names.show(self._file))
        elif self._words is not None:
            what = f'"{safe(self._words.typed)}"'
        header: Line = (("history  ", "accent bold"), (what, "bold"), (f"   {self._said}", "muted"))
        self.query_one("#history-header", Static).update(styled(header, max(1, self.size.width - 2)))

    @on(Found)
    def _found(self, event: Found) -> None:
        self._steps.append(event.step)
        self.query_one(LineList).show(len(self._steps))
        if len(self._steps) == 1:
            if isinstance(event.step, TextStep):  # the newest one is the answer
                self._said = text_answer(event.step)
                self._draw_header()
            self._tell()

    @on(Ended)
    def _ended(self, event: Ended) -> None:
        count = len(self._steps)
        said = event.problem or ("1 commit" if count == 1 else f"{count or 'no'} commits")
        newest = self._steps[0] if self._steps else None
        answer = [text_answer(newest)] if isinstance(newest, TextStep) else []
        self._said = "   ".join((*answer, said, *event.limits))
        self._draw_header()

    @on(Failed)
    def _failed(self, event: Failed) -> None:
        self._ended(Ended(event.said("The history")))

    @property
    def _step(self) -> Step | TextStep | None:
        number = self.query_one(LineList).cursor
        return self._steps[number] if number < len(self._steps) else None

    @on(LineList.Moved, "#steps")
    def _tell(self) -> None:
        step = self._step
        lines = step_details(step, self._names, max(20, self.size.width - 6)) if step is not None else ()
        self.query_one("#step", Static).update(styled_lines(tuple(lines)))

    @on(LineList.Chosen, "#steps")
    def _chosen(self) -> None:
        self.action_open_step()

    def action_open_step(self) -> None:
        """See what was sent before the commit and after it, side by side."""
        found = self._step
        if found is None:
            return
        step = _step_of(found)
        if step.before is None or step.after is None:
            self.notify("There is nothing to compare it with: the directory was not there before.", timeout=3)
            return
        name = step.commit.name[:SHORT] if step.commit else ""
        compared = compare_starts(step.before, step.after, ("before", name or "now"))
        self.app.push_screen(CommitScreen(compared, self._inspection.options.home, step.commit))

    def action_copy_commit(self) -> None:
        """Copy the name of the commit."""
        found = self._step
        commit = _step_of(found).commit if found is not None else None
        if commit is not None:
            self.app.copy_to_clipboard(commit.name)
            self.notify("Copied the commit.", markup=False, timeout=2)

    def action_back(self) -> None:
        """Close this screen."""
        self.dismiss()


class CommitScreen(ReleasesScreen):
    """What is sent before a commit and after it."""

    def __init__(self, comparison: Comparison, home: Path, commit: Commit | None) -> None:
        """Of a *commit*; ``None``: of what is not committed yet."""
        super().__init__(comparison, home)
        self._commit = commit

    @property
    def header(self) -> tuple[Line, ...]:
        """Which commit, and how much is sent on each side of it."""
        since = commit_line(self._commit) if self._commit else "since the last commit"
        first: Line = (("what changed  ", "muted"), (since, "accent bold"))
        return (first, *sums(self._comparison))

    @property
    def titles(self) -> tuple[str, str]:
        """Over the two texts."""
        return "Sent before", f"Sent with {self._commit.name[:SHORT]}" if self._commit else "Sent now"

    @property
    def same(self) -> str:
        """Said where nothing differs."""
        return "The same is sent before and after."

    def absent(self, path: Path) -> Absent:  # noqa: ARG002 -- the same for every file here
        """What is said of a file that one side does not have."""
        return Absent("not there", "It is not there.")
