"""The timeline of the session: what the model was given when, and what it has now."""

from pathlib import Path

from textual import on
from textual.app import ComposeResult
from textual.widgets import Static

from hermes_tui.core.reports.session_text import shortened, sized
from hermes_tui.core.reports.startup import shown_path
from hermes_tui.core.reports.timeline import title
from hermes_tui.core.sessions.timeline import Moment, Timeline, What
from hermes_tui.core.text.terminal_safe import safe
from hermes_tui.tui.commands import Where, bindings, in_places
from hermes_tui.tui.presentation.calls import CallEntry, folded
from hermes_tui.tui.presentation.tree_rows import STYLES
from hermes_tui.tui.widgets.columns import cut
from hermes_tui.tui.widgets.key_bar import KeyLine
from hermes_tui.tui.widgets.lifetime import Page
from hermes_tui.tui.widgets.line_list import LineList
from hermes_tui.tui.widgets.styled_line import Line, styled, styled_lines

_PLACE = 13
_WITH_TOKENS = 100
"""Cells from which on there is room for the tokens of all that the model has."""
_BAR = 12
"""Cells of the bar that stands for what the model has."""


def moment_row(timeline: Timeline, number: int, width: int) -> Line:
    """One moment in a line: where, what, its size, and a bar for all that the model has then."""
    moment = timeline.moments[number]
    place = (f"{cut(safe(moment.place), _PLACE)} ", "accent" if moment.what is What.EVENT else "muted")
    if moment.what is What.EVENT:
        return (place, (shortened(moment.sentence), "italic"))
    glyph, style = _face(moment)
    most = max((one.total_chars for one in timeline.moments), default=0) or 1
    cells = max(1, round(moment.total_chars / most * _BAR)) if moment.total_chars else 0
    size = f"{moment.chars:>+8,}"
    total = f"{moment.total_chars:>9,}"
    if width >= _WITH_TOKENS:
        tokens = f"~{moment.total_tokens:,}"
        total += f"{tokens:>9}"
    room = width - len(place[0]) - len(size) - len(total) - _BAR - 2
    name = title(moment)
    if moment.gone:
        name += f"  gone with {safe(moment.gone)}{', not sent again' if moment.silent else ''}"
    shown = styled(((f"{glyph} {name}", ""),), max(8, room)).plain
    return (
        place,
        (f"{shown:<{max(8, room)}}", style),
        (size, style),
        (total, "muted"),
        ("  ", ""),
        ("━" * cells, "accent"),
        ("·" * (_BAR - cells), "free"),
    )


def _face(moment: Moment) -> tuple[str, str]:
    if moment.silent:
        return "◌", "warning"
    if moment.gone:
        return "·", "muted"
    if moment.what is What.PROMPT:
        return "✓", "success"
    verdict = moment.given[0].verdict
    return verdict.glyph, STYLES.get(verdict, "muted")


def header(timeline: Timeline, directory: Path, home: Path | None) -> tuple[Line, ...]:
    """What the model has now, in numbers."""
    hints = sum(moment.what is What.HINT for moment in timeline.in_force)
    missing = len(timeline.missing)
    said: list[tuple[str, str]] = [
        (f"{timeline.chars:,} characters (~{timeline.tokens:,} tokens) in force", "success"),
        (f" · {hints} hint{'' if hints == 1 else 's'}", ""),
    ]
    if missing:
        said.append((f" · {missing} gone that no call brings again", "warning"))
    return (
        (("Timeline", "accent bold"), (f"   session in {shown_path(directory, home)}", "muted")),
        tuple(said),
    )


def details(moment: Moment, width: int) -> tuple[Line, ...]:
    """What is to say of the moment under the cursor."""
    if moment.what is What.EVENT:
        return tuple(folded(((shortened(moment.sentence), ""),), width, 0))
    lines: list[Line] = []
    for given in moment.given:
        where = f"{given.words}, {given.chars:,} characters"
        lines.append(((safe(given.label), "bold"), (f"  {where}", "muted")))
    lines.append(((f"{sized(moment.chars, moment.tokens)} · {moment.total_chars:,} in all then", "muted"),))
    if moment.silent:
        said = (
            f"Gone with {safe(moment.gone)}, and the tracker still counts it as sent: no call brings it "
            "again. A new process (--resume) begins anew."
        )
        lines.extend(folded(((said, "warning"),), width, 0))
    elif moment.gone:
        lines.append(((f"Gone with {safe(moment.gone)}.", "muted"),))
    return tuple(lines)


class TimelineScreen(Page[None]):
    """Moments as a list, the one under the cursor in words below."""

    PLACES = (Where.TIMELINE, Where.EVERYWHERE)
    BINDINGS = bindings(*PLACES)
    AUTO_FOCUS = "#moments"
    CSS = """
    #timeline-header { height: 2; padding: 0 1; background: $surface; }
    #timeline-header { text-wrap: nowrap; text-overflow: ellipsis; }
    #moments { height: 1fr; padding: 0 1; }
    #moment { height: 6; padding: 0 2; }
    TimelineScreen.-short #moment { height: 30%; max-height: 6; }
    """

    def __init__(
        self, timeline: Timeline, entries: dict[int, CallEntry], directory: Path, home: Path | None
    ) -> None:
        """Show *timeline*; *entries* are the calls that it tells of."""
        super().__init__()
        self._timeline = timeline
        self._entries = entries
        self._directory = directory
        self._home = home

    def compose(self) -> ComposeResult:
        """The sums, the moments, what is to say, the keys."""
        yield Static(styled_lines(header(self._timeline, self._directory, self._home)), id="timeline-header")
        moments = LineList(lambda number, width: moment_row(self._timeline, number, width), id="moments")
        moments.border_title = "What the model was given"
        moments.caption = lambda width: f"characters · in all{' · ~tokens' if width >= _WITH_TOKENS else ''}"
        yield moments
        yield Static(id="moment")
        yield KeyLine(in_places(*self.PLACES))

    def on_mount(self) -> None:
        """Begin with the last moment."""
        count = len(self._timeline.moments)
        moments = self.query_one(LineList)
        moments.show(count)
        moments.call_after_refresh(moments.go_to, count - 1)

    def on_resize(self) -> None:
        """Fold the words anew."""
        self._tell(self.query_one(LineList).cursor)

    @on(LineList.Moved, "#moments")
    def _moved(self, event: LineList.Moved) -> None:
        self._tell(event.number)

    def _tell(self, number: int) -> None:
        if self._timeline.moments:
            lines = details(self._timeline.moments[number], max(20, self.size.width - 5))
            self.query_one("#moment", Static).update(styled_lines(lines))

    @on(LineList.Chosen, "#moments")
    def _chosen(self, event: LineList.Chosen) -> None:
        moment = self._timeline.moments[event.number]
        if moment.what is What.PROMPT:
            self.app.call_later(self.app.run_action, "app.show_prompt")
        elif moment.what is What.HINT:
            from hermes_tui.tui.screens.call import CallScreen

            entry = self._entries.get(int(moment.place.removeprefix("call ")))
            if entry is not None:
                self.app.push_screen(CallScreen(entry, self._home))

    def action_open_moment(self) -> None:
        """Open what the moment under the cursor brought."""
        self.query_one(LineList).action_choose()

    def action_back(self) -> None:
        """Close this screen."""
        self.dismiss()
