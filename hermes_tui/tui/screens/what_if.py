"""What would be sent if something were otherwise, beside what is sent now."""

from collections.abc import Iterator
from pathlib import Path

from textual import on
from textual.message import Message
from textual.message_pump import MessagePump
from textual.widgets import OptionList

from hermes_tui.core.comparison.compare import Comparison
from hermes_tui.core.comparison.what_if import NOT_NOW, Supposition, sentence, suppose
from hermes_tui.core.prompt.context_file import Verdict
from hermes_tui.core.sessions.steps import PlannedCall
from hermes_tui.core.text.terminal_safe import safe
from hermes_tui.tui.commands import Where, bindings
from hermes_tui.tui.dialogs.what_if import Asker
from hermes_tui.tui.jobs.job import Failed, Job
from hermes_tui.tui.messages import FileWanted, ScreenReady
from hermes_tui.tui.presentation.calls import folded
from hermes_tui.tui.screens.comparison import Absent, ReleasesScreen, sums
from hermes_tui.tui.state import Inspection
from hermes_tui.tui.widgets.styled_line import Line, plain


def supposed(inspection: Inspection, suppositions: tuple[Supposition, ...]) -> Comparison:
    """What they change, in the prompt and for the session; for a file beside the chain for the call that
    brings it as well."""
    about = {supposition.path for supposition in suppositions}
    calls = (found.call for found in inspection.hint_files if found.path in about and found.call is not None)
    session = inspection.session
    plan = (*(session.again if session is not None else ()), *map(PlannedCall, calls))
    return suppose(inspection.situation, suppositions, plan)


def what_if_header(
    comparison: Comparison, suppositions: tuple[Supposition, ...], width: int
) -> Iterator[Line]:
    """That it is not so, what is supposed, and how much each side sends."""
    words: Line = ((f" {NOT_NOW} ", "bar-warning bold"), (f"  {safe(sentence(suppositions))}", "bold"))
    yield from folded(words, width, 2)
    caps = [safe(startup.cap.explanation) for startup in (comparison.before, comparison.after)]
    said = f"{caps[0]}, as it is now" if caps[0] == caps[1] else f"{caps[0]} → {caps[1]}"
    yield ((f"{'cap':<12}", "muted"), (said, ""))
    yield from sums(comparison)


def is_blocked(inspection: Inspection, path: Path) -> bool:
    """The threat scan keeps the file out."""
    file = inspection.file(path)
    if file is None:
        found = (found.file for found in inspection.hint_files if found.path == path)
        file = next(found, None)
    return file is not None and file.verdict is Verdict.BLOCKED


class Supposed(Message):
    """Another set of suppositions was worked out."""

    def __init__(self, comparison: Comparison, suppositions: tuple[Supposition, ...]) -> None:
        """Hand it over."""
        super().__init__()
        self.comparison = comparison
        self.suppositions = suppositions


class SupposingJob(Job):
    """Works it out beside the screen, and opens the screen that shows it, or tells the one that is open."""

    def __init__(
        self,
        target: MessagePump,
        inspection: Inspection,
        suppositions: tuple[Supposition, ...],
        screen: "WhatIfScreen | None" = None,
    ) -> None:
        """Suppose all of *suppositions*; *screen* is open already."""

        def work(job: Job) -> None:
            comparison = supposed(inspection, suppositions)
            if screen is None:
                job.post(ScreenReady(WhatIfScreen(inspection, comparison, suppositions)))
            else:
                job.post(Supposed(comparison, suppositions))

        super().__init__(target, work)


class WhatIfScreen(ReleasesScreen):
    """Before and after; nothing of it touches the disk."""

    PLACES = (Where.WHAT_IF, Where.EVERYWHERE)
    BINDINGS = bindings(*PLACES)
    CSS = """
    WhatIfScreen #releases-header {
        height: auto; max-height: 6; padding: 0 1; background: $surface; border-left: thick $warning;
    }
    WhatIfScreen.-short #releases-header { max-height: 30%; }
    WhatIfScreen #text-after, WhatIfScreen #text-after:focus {
        border: double $warning; border-title-color: $text-warning; border-title-style: bold;
    }
    """

    def __init__(
        self, inspection: Inspection, comparison: Comparison, suppositions: tuple[Supposition, ...]
    ) -> None:
        """Show what *suppositions* change."""
        super().__init__(comparison, inspection.options.home)
        self._inspection = inspection
        self._suppositions = suppositions
        self._job: Job | None = None

    @property
    def header(self) -> tuple[Line, ...]:
        """That it is not so, and what is supposed."""
        return tuple(what_if_header(self._comparison, self._suppositions, max(20, self.size.width - 4)))

    @property
    def titles(self) -> tuple[str, str]:
        """Over the two texts."""
        return "Sent now", f"{NOT_NOW}: it would be sent"

    def absent(self, path: Path) -> Absent:
        """It is away, or the session would not ask for it."""
        is_away = any(one.is_away and one.path == path for one in self._suppositions)
        return Absent("not there", "it is not there") if is_away else Absent("not asked for", "not asked for")

    @property
    def same(self) -> str:
        """Said where nothing differs."""
        calls = " and the session's calls bring the same" if self._inspection.traces else ""
        return f"It would change nothing: the same is sent{calls}."

    @on(Supposed)
    def _supposed(self, event: Supposed) -> None:
        self._job = None
        self._suppositions = event.suppositions
        self.show(event.comparison)

    @on(Failed)
    def _failed(self) -> None:
        self._job = None

    # ── commands ──

    def action_suppose_more(self) -> None:
        """Suppose something else besides; of a file that is away there is nothing more to suppose."""
        path = self.change.path if self.change is not None else None
        supposed_of = [one for one in self._suppositions if one.path is not None and one.path == path]
        if any(one.is_away for one in supposed_of):
            path = None
        Asker(self.app, self._inspection, path, self._add).ask(
            is_blocked=path is not None and not supposed_of and is_blocked(self._inspection, path)
        )

    def _add(self, supposition: Supposition) -> None:
        self._work_out((*self._suppositions, supposition))

    def action_take_back(self) -> None:
        """Take the last supposition back; without one Hermes does what it does now."""
        if len(self._suppositions) == 1:
            self.dismiss()
        else:
            self._work_out(self._suppositions[:-1])

    def _work_out(self, suppositions: tuple[Supposition, ...]) -> None:
        if self._job is not None:
            self._job.leave()
        self._job = SupposingJob(self, self._inspection, suppositions, self)

    @on(OptionList.OptionSelected, "#changes")
    def _selected(self) -> None:
        self.action_go()

    def action_go(self) -> None:
        """Show the file as it is now."""
        change = self.change
        if change is None or change.path is None:
            self.notify("This line is about no file of its own.", timeout=3)
            return
        self.dismiss()
        self.app.post_message(FileWanted(change.path))

    def action_copy_line(self) -> None:
        """Copy the difference under the cursor, and that it is none of today."""
        change = self.change
        if change is None:
            self.notify("Nothing would change: there is no line to copy.", timeout=3)
            return
        said = f"{NOT_NOW}, {safe(sentence(self._suppositions))}: {plain((change.line,))}"
        self.app.copy_to_clipboard(said)
        self.notify("Copied the line.", markup=False, timeout=2)
