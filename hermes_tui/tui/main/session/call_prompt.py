"""Where calls are typed: the line, and below it what is wrong with it or what was probably meant."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from textual import on
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.content import Content
from textual.message import Message
from textual.widgets import Input, Static

from hermes_tui.core.filesystem.disk import Disk
from hermes_tui.core.reports.session_text import shortened
from hermes_tui.core.sessions.file import read_line, read_session
from hermes_tui.core.sessions.session import Planned, PlannedMove
from hermes_tui.core.toolcalls.calls import CallError, Suggestion
from hermes_tui.tui.main.session.call_input import CallInput
from hermes_tui.tui.state import why_no_directory
from hermes_tui.tui.widgets.styled_line import Line, styled

MOST_SAID = 3
"""Lines that there is room for below the one that is typed."""


@dataclass(frozen=True, slots=True)
class SuggestionPlace:
    """What typed paths count from."""

    working_dir: Path
    home: Path | None


class CallLine(Vertical):
    """Reads what is typed or pasted."""

    DEFAULT_CSS = """
    CallLine { height: auto; }
    CallLine #call { padding: 0 1; background: $panel; }
    CallLine #answer-line { height: auto; max-height: 3; padding: 0 1; }
    CallLine #answer-line.-empty { display: none; }
    """

    @dataclass
    class Entered(Message):
        """These steps are to be made."""

        steps: tuple[Planned, ...]
        is_paste: bool = False
        """They belong together, as those of a session file."""

    def __init__(self, place: Callable[[], SuggestionPlace | None]) -> None:
        """Paths count from *place* as it is when something is entered."""
        super().__init__()
        self._place = place
        self._suggested = ""

    def compose(self) -> ComposeResult:
        """The line, and what is said about it."""
        yield CallInput(self._working_dir, id="call")
        yield Static(id="answer-line", classes="-empty")

    def _working_dir(self) -> Path | None:
        place = self._place()
        return place.working_dir if place else None

    @on(Input.Changed, "#call")
    def _changed(self, event: Input.Changed) -> None:
        event.stop()
        self._say()

    @on(Input.Submitted, "#call")
    def _submitted(self, event: Input.Submitted) -> None:
        event.stop()
        line = self._suggested or event.value
        if self._suggested.endswith(" "):  # something is missing behind it
            self.query_one(CallInput).take(self._suggested)
        elif line.strip():
            self._enter(line)

    def _enter(self, line: str) -> None:
        place = self._place()
        if place is None:
            return
        try:
            step = read_line(line, place.working_dir, home=place.home)
        except CallError as error:
            self._object(str(error))
            return
        if isinstance(step, Suggestion):
            takes: Line = (("enter", "accent bold"), (" takes ", ""), (shortened(step.line), "bold"))
            self._say((("? ", "warning"), (f"{shortened(step.why)} ", ""), *takes))
            self._suggested = step.line
            return
        problem = ""
        if isinstance(step, PlannedMove):
            problem = why_no_directory(step.directory, Disk(), place.home)
        if problem:
            self._object(problem)
            return
        field = self.query_one(CallInput)
        field.history.add(line.strip())
        field.take("")
        self.post_message(self.Entered((step,)))

    @on(CallInput.Pasted)
    def _pasted(self, event: CallInput.Pasted) -> None:
        event.stop()
        place = self._place()
        if place is None:
            return
        found = read_session(event.text, place.working_dir, home=place.home)
        self.post_message(self.Entered(found.plan, is_paste=True))
        count = len(found.skipped)
        shown = found.skipped if count <= MOST_SAID else found.skipped[: MOST_SAID - 1]
        said = [f"line {line.number} is no call: {line.why}" for line in shown]
        more = [f"and {count - len(said):,} more lines are none"] if count > len(said) else []
        if said:
            self._object(*said, *more)

    def _object(self, *sentences: str) -> None:
        width = max(20, self.size.width - 2) if len(sentences) > 1 else None
        lines: list[Line] = [(("! ", "error"), (shortened(sentence), "error")) for sentence in sentences]
        self._say(*lines, width=width)

    def _say(self, *lines: Line, width: int | None = None) -> None:
        self._suggested = ""
        answer = self.query_one("#answer-line", Static)
        answer.set_class(not lines, "-empty")
        answer.update(Content("\n").join(styled(line, width) for line in lines))
