"""Why a file is sent or not: every answer with its remedy, what was seen, what remains to be checked."""

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from textual import on
from textual.app import ComposeResult
from textual.message import Message
from textual.message_pump import MessagePump
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from hermes_tui.core.diagnosis.model import Diagnosis, Remark, Reply
from hermes_tui.core.diagnosis.why import why
from hermes_tui.core.text.terminal_safe import safe
from hermes_tui.tui.commands import Where, bindings, in_places
from hermes_tui.tui.dialogs.code import ExplainDialog
from hermes_tui.tui.jobs.job import Failed, Job
from hermes_tui.tui.messages import PlaceWanted, ScreenReady
from hermes_tui.tui.presentation.calls import folded
from hermes_tui.tui.presentation.search import answer_lines, copied
from hermes_tui.tui.state import Inspection
from hermes_tui.tui.widgets.choices import Choices
from hermes_tui.tui.widgets.key_bar import KeyLine
from hermes_tui.tui.widgets.lifetime import Page
from hermes_tui.tui.widgets.styled_line import Line, styled, styled_lines

WIDEST = 120
"""Cells of a line that is still easy to read."""


class AnswerEntry(NamedTuple):
    """One thing that there is to say. All text is harmless."""

    lines: tuple[Line, ...]
    said: str
    """The whole line, for copying."""
    code: str = ""
    answer: Diagnosis | None = None
    """The place that it is about."""


def reply_entries(reply: Reply, width: int) -> Iterator[AnswerEntry]:
    """What makes the rest of it idle, the answers, what was seen, the questions."""
    off = reply.switched_off
    if off is not None:
        yield _remark_entry(off, width)
    for answer in reply.answers:
        yield AnswerEntry(tuple(answer_lines(answer, width)), copied(answer), answer.code, answer)
    if not reply.answers:
        said = f"{safe(reply.question)} is not there any more."
        yield AnswerEntry(((("! ", "error"), (said, "")),), said)
    for remark in sorted(reply.remarks, key=lambda remark: not remark.is_seen):
        if remark != off:
            yield _remark_entry(remark, width)


def _remark_entry(remark: Remark, width: int) -> AnswerEntry:
    return AnswerEntry(tuple(_remark_lines(remark, width)), safe(remark.sentence), remark.code)


def _remark_lines(remark: Remark, width: int) -> Iterator[Line]:
    word, style = ("• seen", "warning") if remark.code else ("• seen", "muted")
    if not remark.is_seen:
        word, style = "? to check", "accent"
    yield ((word, f"{style} bold"), (f"   {remark.code}" if remark.code else "", "muted"))
    yield from folded(((f"  {safe(remark.text)}", ""),), width, 2)
    if remark.remedy:
        yield from folded((("  → ", "accent"), (safe(remark.remedy), "")), width, 4)


class Explained(Message):
    """An answer that was asked for again."""

    def __init__(self, reply: Reply) -> None:
        """Hand it over."""
        super().__init__()
        self.reply = reply


class WhyJob(Job):
    """Finds the answer beside the screen, and opens the screen that shows it."""

    def __init__(
        self,
        target: MessagePump,
        inspection: Inspection,
        path: Path,
        screen: "WhyScreen | None" = None,
    ) -> None:
        """Ask about the file at *path*; for a *screen* that is open ask git as well."""

        def work(job: Job) -> None:
            reply = why(
                str(path),
                inspection.situation,
                with_git=screen is not None,
            )
            job.post(
                Explained(reply) if screen is not None else ScreenReady(WhyScreen(inspection, path, reply))
            )

        super().__init__(target, work)


class WhyScreen(Page[None]):
    """Every answer about one file."""

    PLACES = (Where.WHY, Where.EVERYWHERE)
    BINDINGS = bindings(*PLACES)
    AUTO_FOCUS = "#answers"
    CSS_PATH = "../later.tcss"
    CSS = """
    #why-header { height: 1; padding: 0 1; background: $surface; }
    #answers {
        height: 1fr; padding: 0 1; background: $background; background-tint: $background 0%;
        border: round $border-blurred; border-title-color: $foreground-muted;
        scrollbar-size-vertical: 1; scrollbar-color: $panel; scrollbar-background: $background;
        scrollbar-background-hover: $background;
        &:focus { border: round $border; border-title-color: $text-accent; }
    }
    """

    def __init__(self, inspection: Inspection, path: Path, reply: Reply) -> None:
        """Show the *reply* about *path*."""
        super().__init__()
        self._inspection = inspection
        self._path = path
        self._reply = reply
        self._entries: tuple[AnswerEntry, ...] = ()
        self._job: Job | None = None

    def compose(self) -> ComposeResult:
        """Which file, the answers, the keys."""
        yield Static(id="why-header")
        answers = Choices(id="answers", markup=False)
        answers.border_title = "Why"
        yield answers
        yield KeyLine(in_places(*self.PLACES))

    def on_mount(self) -> None:
        """Show the answer."""
        self._fill()

    def on_resize(self) -> None:
        """Fold anew."""
        self._fill()

    def on_unmount(self) -> None:
        """Nobody waits for git any more."""
        if self._job is not None:
            self._job.leave()

    def _fill(self) -> None:
        answers = self.query_one(OptionList)
        at = answers.highlighted or 0
        width = min(WIDEST, max(20, self.size.width - 6))
        self._entries = tuple(reply_entries(self._reply, width))
        answers.clear_options()
        answers.add_options(Option(styled_lines((*entry.lines, ()))) for entry in self._entries)
        answers.highlighted = min(at, len(self._entries) - 1)
        asking: Line = (("   asking git …", "accent"),) if self._job is not None else ()
        shown = self._inspection.shown(self._path)
        header: Line = (("why  ", "accent bold"), (shown, "bold"), *asking)
        self.query_one("#why-header", Static).update(styled(header, max(1, self.size.width - 2)))

    @property
    def _entry(self) -> AnswerEntry | None:
        number = self.query_one(OptionList).highlighted
        return self._entries[number] if number is not None and number < len(self._entries) else None

    @on(OptionList.OptionSelected, "#answers")
    def _selected(self) -> None:
        self.action_go()

    @property
    def place_on_show(self) -> tuple[Path, int] | None:
        """The place under the cursor, for the editor."""
        entry = self._entry
        answer = entry.answer if entry is not None else None
        return (answer.path, answer.start) if answer is not None else (self._path, 0)

    def action_go(self) -> None:
        """Go to the place, in the tree and in the panes."""
        entry = self._entry
        if entry is None or entry.answer is None:
            self.notify("This line has no place of its own.", timeout=3)
            return
        self.dismiss()
        self.app.post_message(PlaceWanted(entry.answer.path, entry.answer.start, entry.answer.start))

    def action_ask_git(self) -> None:
        """Ask git as well: tracked, ignored, changed, by whom and when."""
        if self._inspection.options.at:
            self.notify("Git is asked about the files of today, not of a revision.", timeout=3)
        elif self._job is None:
            self._job = WhyJob(self, self._inspection, self._path, self)
            self._fill()

    @on(Failed)
    def _failed(self) -> None:
        self._job = None
        self._fill()

    @on(Explained)
    def _explained(self, event: Explained) -> None:
        self._job = None
        self._reply = event.reply
        self._fill()

    def action_explain_code(self) -> None:
        """What the code means."""
        entry = self._entry
        if entry is None or not entry.code:
            self.notify("This line has no code: what it says is all there is to it.", timeout=3)
        else:
            self.app.push_screen(ExplainDialog(entry.code))

    def action_copy_line(self) -> None:
        """Copy the answer under the cursor."""
        if self._entry is not None:
            self.app.copy_to_clipboard(self._entry.said)
            self.notify("Copied the line.", markup=False, timeout=2)

    def action_back(self) -> None:
        """Close this screen."""
        self.dismiss()
