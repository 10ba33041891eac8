"""The findings of ``check`` as a list: from this directory, or from every directory of the repository."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from time import monotonic

from textual import on
from textual.app import ComposeResult
from textual.content import Content
from textual.message import Message
from textual.screen import Screen
from textual.widgets import Static

from hermes_tui.core.checks.check import Finding, check
from hermes_tui.core.checks.counting import Counting, baseline_of, counting
from hermes_tui.core.checks.ignored import without_ignored
from hermes_tui.core.configuration.files import NOTHING_CONFIGURED, find_tool_configuration
from hermes_tui.core.settings.settings import SettingsError
from hermes_tui.core.text.terminal_safe import safe
from hermes_tui.tui.commands import EVERY_DIRECTORY, FROM_HERE, Where, bindings, in_places
from hermes_tui.tui.dialogs.code import ExplainDialog
from hermes_tui.tui.jobs.job import Failed, Job
from hermes_tui.tui.messages import DirectoryShown, PlaceWanted
from hermes_tui.tui.presentation.findings import counts, every_line, finding_details, finding_row, start_line
from hermes_tui.tui.presentation.search import offset_of
from hermes_tui.tui.state import Inspection
from hermes_tui.tui.widgets.key_bar import KeyLine
from hermes_tui.tui.widgets.lifetime import Page
from hermes_tui.tui.widgets.line_list import LineList
from hermes_tui.tui.widgets.styled_line import Line, styled, styled_lines

EVERY = 0.1
"""Seconds between two words about how far it is."""


@dataclass
class FindingsMade(Message):
    """How far the check is, or what it found."""

    job: Job
    done: int = 0
    of: int = 0
    findings: tuple[Finding, ...] | None = None
    left_out: tuple[str, ...] = ()
    """How many do not count, in sentences."""


class CheckJob(Job):
    """Checks beside the screen until it is done or left."""

    def __init__(self, target: Screen[None], inspection: Inspection, *, from_every_directory: bool) -> None:
        """Check the directory of *inspection*, on the bytes that it has seen."""

        def work(job: Job) -> None:
            told = 0.0

            def on_progress(done: int, of: int) -> None:
                nonlocal told
                if job.is_left:
                    raise _Left
                if monotonic() - told > EVERY:
                    job.post(FindingsMade(job, done, of))
                    told = monotonic()

            try:
                counted = _counted(inspection, on_progress, from_every_directory=from_every_directory)
            except _Left:
                return
            job.post(FindingsMade(job, findings=counted.findings, left_out=tuple(counted.left_out())))

        super().__init__(target, work)


def _counted(
    inspection: Inspection, on_progress: Callable[[int, int], None], *, from_every_directory: bool
) -> Counting:
    """What ``hermes-tui check`` tells: by the configuration and the baseline of the repository.

    Where these cannot be read any more, all is told: they were right when the screen opened.
    """
    situation, startup = inspection.situation, inspection.startup
    disk, home = situation.disk, situation.settings.home
    try:
        configured = find_tool_configuration(situation.cwd, disk)
    except SettingsError:
        configured = NOTHING_CONFIGURED
    found = check(
        situation,
        from_every_directory=from_every_directory,
        budgets=configured.budgets,
        on_progress=on_progress,
    )
    kept = without_ignored(found, (), configured)
    root = disk.resolve(situation.cwd) if startup is None else startup.git_root or startup.cwd
    ignored = len(found) - len(kept)
    try:
        return counting(kept, root, home, ignored, baseline_of(configured), disk)
    except SettingsError:
        return counting(kept, root, home, ignored, None, disk)


class _Left(Exception):  # noqa: N818 -- no error: somebody went away
    """Nobody waits for the check any more."""


_NO_FINDING = "There is no finding under the cursor."


class FindingsScreen(Page[None]):
    """Findings as a list, the one under the cursor in words below."""

    PLACES = (Where.FINDINGS, Where.EVERYWHERE)
    BINDINGS = bindings(*PLACES)
    AUTO_FOCUS = "#findings"
    CSS_PATH = "../later.tcss"
    CSS = """
    #findings-header { height: 2; padding: 0 1; background: $surface; }
    #findings { height: 1fr; padding: 0 1; }
    #finding { height: auto; min-height: 4; max-height: 45%; padding: 0 2; }
    FindingsScreen.-short #finding { min-height: 1; max-height: 30%; }
    """

    def __init__(self, inspection: Inspection) -> None:
        """Check what *inspection* looked at."""
        super().__init__()
        self._inspection = inspection
        self._from_every = False
        self._findings: tuple[Finding, ...] = ()
        self._so_far: FindingsMade | None = None

    def compose(self) -> ComposeResult:
        """The sums, the findings, one of them in words, the keys."""
        yield Static(id="findings-header")
        findings = LineList(lambda number, width: finding_row(self._findings[number], width), id="findings")
        findings.border_title = "Findings"
        findings.border_subtitle = "severity · code · place · what"
        yield findings
        yield Static(id="finding")
        yield KeyLine(in_places(*self.PLACES))

    def on_mount(self) -> None:
        """Begin."""
        self._begin()

    def on_unmount(self) -> None:
        """Nobody waits any more."""
        self._job.leave()

    def _begin(self) -> None:
        self._findings = ()
        self._problem = ""
        self._job = CheckJob(self, self._inspection, from_every_directory=self._from_every)
        self._so_far = FindingsMade(self._job)
        self.query_one(LineList).show(0, cursor=0)
        self._draw()

    @on(FindingsMade)
    def _checked(self, event: FindingsMade) -> None:
        if event.job is not self._job:
            return
        self._so_far = event
        if event.findings is not None:
            self._findings = event.findings
            self.query_one(LineList).show(len(self._findings), cursor=0)
        self._draw()

    @on(Failed)
    def _failed(self, event: Failed) -> None:
        event.stop()
        if event.job is self._job:
            self._problem = event.said("The check")
            self._draw()

    # ── drawing ──

    def on_resize(self) -> None:
        """Fold anew."""
        self._draw()

    def _draw(self) -> None:
        width = max(1, self.size.width - 2)
        lines = (self._where(width), self._sums())
        header = Content("\n").join(styled(line, width) for line in lines)
        self.query_one("#findings-header", Static).update(header)
        self._tell(self.query_one(LineList).cursor)

    def _where(self, width: int) -> Line:
        options = self._inspection.options
        place = self._inspection.shown(options.directory)
        if self._from_every:
            startup = self._inspection.startup
            root = startup.git_root if startup is not None else None
            return every_line(self._inspection.shown(root or self._cwd), place, width)
        return start_line(place, safe(options.ruleset.name), width)

    def _sums(self) -> Line:
        if self._problem:
            return (("! ", "error bold"), (self._problem, "error"))
        so_far = self._so_far
        if so_far is not None and so_far.findings is not None:
            left_out = ((f"   {safe(said)}", "muted") for said in so_far.left_out)
            return (*counts(self._findings), *left_out)
        done, of = (so_far.done, so_far.of) if so_far is not None else (0, 0)
        if not of:
            return (("looking through the repository …   escape leaves", "muted"),)
        return ((f"{done:,} of {of:,} directories judged …   escape leaves", "muted"),)

    @property
    def _cwd(self) -> Path:
        """The paths of the findings are seen from here."""
        startup = self._inspection.startup
        return startup.cwd if startup is not None else self._inspection.options.directory

    @on(LineList.Moved, "#findings")
    def _moved(self, event: LineList.Moved) -> None:
        self._tell(event.number)

    def _tell(self, number: int) -> None:
        below = self.query_one("#finding", Static)
        if number >= len(self._findings):
            below.update("")
            return
        width = max(20, self.size.width - 5)
        every = self._from_every
        lines = finding_details(self._findings[number], self._cwd, width, from_every_directory=every)
        below.update(styled_lines(lines))

    # ── commands ──

    @property
    def _finding(self) -> Finding | None:
        number = self.query_one(LineList).cursor
        return self._findings[number] if number < len(self._findings) else None

    @on(LineList.Chosen, "#findings")
    def _chosen(self) -> None:
        self.action_go()

    @property
    def place_on_show(self) -> tuple[Path, int] | None:
        """The place of the finding, for the editor."""
        finding, disk = self._finding, self._inspection.disk
        if finding is None or disk.is_directory(finding.path):
            return None
        return finding.path, offset_of(disk.read(finding.path).text or "", finding.line, finding.column)

    def action_go(self) -> None:
        """Go to the place of the finding, in the tree and in the panes."""
        finding = self._finding
        if finding is None:
            self.notify(_NO_FINDING, timeout=3)
            return
        disk = self._inspection.disk
        self.dismiss()
        if disk.is_directory(finding.path):
            self.app.post_message(DirectoryShown(finding.path))
            return
        start = offset_of(disk.read(finding.path).text or "", finding.line, finding.column)
        self.app.post_message(PlaceWanted(finding.path, start, start))

    def action_explain_code(self) -> None:
        """What the code means."""
        if self._finding is None:
            self.notify(_NO_FINDING, timeout=3)
        else:
            self.app.push_screen(ExplainDialog(self._finding.code))

    def action_from_every_directory(self) -> None:
        """Judge the start in every directory of the repository, and back."""
        self._job.leave()
        self._from_every = not self._from_every
        label = FROM_HERE if self._from_every else EVERY_DIRECTORY
        self.query_one(KeyLine).relabel("from_every_directory", label)
        self._begin()

    def action_copy_line(self) -> None:
        """Copy the finding under the cursor."""
        if self._finding is None:
            self.notify(_NO_FINDING, timeout=3)
        else:
            self.app.copy_to_clipboard(safe(self._finding.sentence))
            self.notify("Copied the line.", markup=False, timeout=2)

    def action_back(self) -> None:
        """Close this screen, even before the end of the check."""
        self.dismiss()
