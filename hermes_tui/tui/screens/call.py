"""One call, opened: the exact text appended to its result beside the files on disk."""

from pathlib import Path

from textual.app import ComposeResult
from textual.binding import Binding
from textual.content import Content
from textual.widgets import Static

from hermes_tui.core.reports.session_text import Tone, call_report, shortened, sized
from hermes_tui.core.reports.startup import shown_path
from hermes_tui.core.text.provenance import TracedText
from hermes_tui.core.text.terminal_safe import safe
from hermes_tui.tui.commands import Where, bindings, in_places
from hermes_tui.tui.presentation.calls import STYLES, CallEntry, folded
from hermes_tui.tui.presentation.detail import Exhibit, Side
from hermes_tui.tui.presentation.documents import disk_document, links, sent_document
from hermes_tui.tui.screens.disk_and_sent import DiskAndSent, idle_keys
from hermes_tui.tui.state import Key
from hermes_tui.tui.widgets import breakpoints
from hermes_tui.tui.widgets.key_bar import KeyLine
from hermes_tui.tui.widgets.lifetime import Page
from hermes_tui.tui.widgets.styled_line import Line, styled

PANES = ("sent", "disk", "verdict")
"""In the order of their key: what was appended comes first."""


def _call_exhibit(entry: CallEntry, number: int, width: int) -> Exhibit:
    """What to show of the call's hint *number*, from 0; the words below folded at *width*."""
    trace = entry.step.trace
    hint = trace.hints[number]
    text = trace.traced or TracedText()
    report = call_report(entry.step, entry.traps, entry.changes)
    panel: list[Line] = [((safe(hint.file.reason), ""),)]
    for told in (*report.warnings, *report.details):
        indent = 2 * (told.tone is Tone.WORD) + 4 * told.deeper
        line: Line = ((f"{'':{indent}}{told.glyph} {told.text}", STYLES[told.tone]),)
        panel.extend(folded(line, width, indent + 2))
    return Exhibit(
        key=Key("call", f"{entry.step.number}"),
        disk=Side(f"On disk: {safe(hint.label)}", disk_document(hint.file)),
        sent=Side(f"Appended to the result of call {entry.step.number}", sent_document(text, hint.file.path)),
        links=links(text, hint.file.path),
        panel=tuple(panel),
        path=hint.file.path,
    )


class CallScreen(Page[None]):
    """Shows a call that brought something."""

    PLACES = (Where.CALL, Where.TEXT, Where.EVERYWHERE)
    BINDINGS = [  # noqa: RUF012
        *bindings(*PLACES),
        Binding("shift+tab", "previous_pane", show=False),
    ]
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (100, "-wide"), (160, "-huge")]  # noqa: RUF012
    VERTICAL_BREAKPOINTS = breakpoints.PANES
    AUTO_FOCUS = "#sent"
    CSS = """
    CallScreen #call-header { height: 2; padding: 0 1; background: $surface; }
    """

    def __init__(self, entry: CallEntry, home: Path | None) -> None:
        """Show the first of the call's hints."""
        super().__init__()
        self._entry = entry
        self._home = home
        self._number = 0
        self._pane = "sent"

    def compose(self) -> ComposeResult:
        """The call, the texts, the keys."""
        yield Static(id="call-header")
        yield DiskAndSent(_call_exhibit(self._entry, 0, self.app.size.width - 8))
        yield KeyLine(in_places(*self.PLACES))

    def on_mount(self) -> None:
        """Show what was appended."""
        self._show_pane("sent")
        self._show(0)

    def on_resize(self) -> None:
        """Fold the words anew."""
        self._show(self._number)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:  # noqa: ARG002
        """Keys that can do nothing are not offered."""
        return action not in ("next_file", "previous_file") or len(self._entry.step.trace.hints) > 1

    def action_back(self) -> None:
        """Back to the session."""
        self.dismiss()

    def action_next_file(self) -> None:
        """The next file that the call brought."""
        self._show(self._number + 1)

    def action_previous_file(self) -> None:
        """The file before."""
        self._show(self._number - 1)

    def _show(self, number: int) -> None:
        trace = self._entry.step.trace
        self._number = number % len(trace.hints)
        self._show_header()
        comparison = self.query_one(DiskAndSent)
        comparison.exhibit = _call_exhibit(self._entry, self._number, self.app.size.width - 8)
        comparison.sent.scroll_to_offset(trace.hint_spans[self._number].start)
        self._show_keys()

    def _show_keys(self) -> None:
        shown = self.query_one(DiskAndSent).exhibit
        if shown is not None:
            self.query_one(KeyLine).idle = idle_keys(shown, self._pane)

    def _show_header(self) -> None:
        step = self._entry.step
        count = len(step.trace.hints)
        call: Line = ((f"Call {step.number}  ", "muted"), (shortened(step.trace.call.line), "bold"))
        file = f"file {self._number + 1} of {count}   " if count > 1 else ""
        size: Line = (
            (f"{sized(step.chars, step.tokens)} appended to its result   ", "success"),
            (file, "accent"),
            (f"in {shown_path(step.trace.before.working_dir, self._home)}", "muted"),
        )
        width = self.app.size.width - 2
        header = Content("\n").join((styled(call, width), styled(size, width)))
        self.query_one("#call-header", Static).update(header)

    def action_next_mark(self) -> None:
        """Go to the next mark."""
        self.query_one(DiskAndSent).next_mark(forward=True)

    def action_previous_mark(self) -> None:
        """Go to the mark before."""
        self.query_one(DiskAndSent).next_mark(forward=False)

    def action_wrap(self) -> None:
        """Fold long lines, or let them run on."""
        self.query_one(DiskAndSent).wrap()

    def action_next_pane(self) -> None:
        """Go to the next pane."""
        self._show_pane(PANES[(PANES.index(self._pane) + 1) % len(PANES)])

    def action_previous_pane(self) -> None:
        """Go to the pane before."""
        self._show_pane(PANES[PANES.index(self._pane) - 1])

    def _show_pane(self, pane: str) -> None:
        self._pane = pane
        for name in PANES:
            self.set_class(name == pane, f"-pane-{name}")
        self.query_one(f"#{pane}").focus()
        self._show_keys()
