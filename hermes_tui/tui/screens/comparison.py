"""Two starts side by side, of two Hermes releases: what an upgrade changes."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

from textual import on
from textual.app import ComposeResult
from textual.content import Content
from textual.message_pump import MessagePump
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from hermes_tui.core.comparison.compare import (
    BelowChange,
    Comparison,
    FileChange,
    PartChange,
    compare_releases,
    way_in_words,
)
from hermes_tui.core.comparison.differences import what_differs
from hermes_tui.core.prompt.context_file import ContextFile
from hermes_tui.core.prompt.startup import Startup
from hermes_tui.core.releases.lookup import Ruleset
from hermes_tui.core.reports.startup import counted, failure_sentence, shown_path
from hermes_tui.core.settings.settings import find_again
from hermes_tui.core.surveys.survey import FoundFile, Reach
from hermes_tui.core.text.phrases import characters, sentence
from hermes_tui.core.text.provenance import TracedText
from hermes_tui.core.text.terminal_safe import safe
from hermes_tui.core.text.tokens import estimate_tokens
from hermes_tui.tui.commands import Where, bindings, in_places
from hermes_tui.tui.jobs.job import Job
from hermes_tui.tui.messages import ScreenReady
from hermes_tui.tui.state import Inspection
from hermes_tui.tui.text_view.text_pair import TextPair
from hermes_tui.tui.widgets.choices import Choices
from hermes_tui.tui.widgets.key_bar import KeyLine
from hermes_tui.tui.widgets.lifetime import Page
from hermes_tui.tui.widgets.styled_line import Line, styled, styled_lines


class ChangeRow(NamedTuple):
    """One thing that the second side does otherwise."""

    line: Line
    """What it is, in words."""
    why: tuple[Line, ...]
    """What each side says about it."""
    before: str | None
    after: str | None
    path: Path | None = None
    """The file that it is about."""


class Absent(NamedTuple):
    """How it is said that a side has nothing to tell of a file."""

    verdict: str
    reason: str


UNKNOWN = Absent("not known", "does not know of it")


def changes(
    comparison: Comparison, absent: Callable[[Path], Absent] = lambda _: UNKNOWN
) -> tuple[ChangeRow, ...]:
    """What differs: files first, then parts of the prompt that no file tells of, then hints."""
    names = comparison.names
    found = [_file_change(change, names, absent(change.path)) for change in comparison.files]
    told = {_label(change) for change in comparison.files}
    found += [
        ChangeRow(
            (("prompt  ", "muted"), (safe(part.title), "")),
            _why(names, *(_of_part(side, part.title, text) for side, text in _sides(comparison, part))),
            part.before,
            part.after,
        )
        for part in comparison.parts
        if part.title not in told
    ]
    found += [_below_change(change, names) for change in comparison.below]
    found += [
        ChangeRow((("call    ", "muted"), (safe(hint.call.line), "")), (), hint.before, hint.after)
        for hint in comparison.hints
    ]
    return tuple(found)


def _sides(comparison: Comparison, part: PartChange) -> Iterator[tuple[Startup, str | None]]:
    yield comparison.before, part.before
    yield comparison.after, part.after


def _of_part(startup: Startup, title: str, text: str | None) -> str:
    """What one side says of a part of the prompt: why its file is sent so, and how much of it."""
    reason = next((file.reason for file in startup.files if file.label == title), "")
    size = "nothing of it is in the prompt" if text is None else f"{characters(len(text))} in the prompt"
    return f"{reason} {sentence(size)}".strip()


def _why(names: tuple[str, str], before: str, after: str, differs: str = "") -> tuple[Line, ...]:
    """What each side says, once where both say the same; then where their texts part."""
    if before == after:
        both: tuple[Line, ...] = ((("both: ", "muted"), (safe(before), "")),)
        return (*both, (("they differ ", "muted"), (f"{differs}.", "warning"))) if differs else both
    return tuple(
        ((f"{safe(name)}: ", "muted"), (safe(said), ""))
        for name, said in zip(names, (before, after), strict=True)
    )


def _below_change(change: BelowChange, names: tuple[str, str]) -> ChangeRow:
    def text(found: FoundFile | None) -> TracedText:
        return found.file.section if found and found.file else TracedText()

    def sent(found: FoundFile | None) -> str | None:
        return str(found.file.section) if found and found.file and found.state is Reach.HINT else None

    ways = f"{way_in_words(change.before)} → {way_in_words(change.after)}"
    line: Line = (("hint    ", "muted"), (f"{safe(change.label)}  ", "bold"), (ways, "accent"))
    why = _why(
        names,
        *change.reasons,
        what_differs(text(change.before), text(change.after)),
    )
    return ChangeRow(line, why, sent(change.before), sent(change.after))


def _label(change: FileChange) -> str:
    file = change.after or change.before
    return file.label if file else ""


def _file_change(change: FileChange, names: tuple[str, str], absent: Absent) -> ChangeRow:
    def verdict(file: ContextFile | None) -> str:
        return f"{file.verdict.glyph} {file.verdict.word}" if file else absent.verdict

    def sent(file: ContextFile | None) -> str | None:
        return str(file.section) if file and file.in_prompt else None

    line: Line = (
        (f"{safe(_label(change))}  ", "bold"),
        (f"{verdict(change.before)} → {verdict(change.after)}", "accent"),
    )
    before, after = (file.reason if file else absent.reason for file in (change.before, change.after))
    differs = (
        what_differs(change.before.section, change.after.section) if change.before and change.after else ""
    )
    why = _why(names, before, after, differs)
    return ChangeRow(line, why, sent(change.before), sent(change.after), change.path)


def header(comparison: Comparison, home: Path | None = None) -> tuple[Line, ...]:
    """Where, and how much each release sends."""
    before, after = comparison.before, comparison.after
    first: Line = (
        (f"{safe(before.ruleset.title)} → {safe(after.ruleset.name)}", "accent bold"),
        (f"   {shown_path(before.cwd, home)}", "muted"),
    )
    return (first, *sums(comparison))


def sums(comparison: Comparison) -> Iterator[Line]:
    """How much each side sends."""
    for name, startup in zip(comparison.names, (comparison.before, comparison.after), strict=True):
        said = f"{counted(startup) or 'no context file'} · ~{estimate_tokens(startup.prompt or ''):,} tokens"
        if startup.failure:
            said = failure_sentence(startup, startup.failure)
        yield ((f"{safe(name):<12}", "muted"), (said, ""))


class ComparingJob(Job):
    """Compares beside the screen, and opens the screen that shows it."""

    def __init__(self, target: MessagePump, inspection: Inspection, other: Ruleset) -> None:
        """Put *other* beside the release of *inspection*, with the session's calls."""
        options = inspection.options
        session = inspection.session

        def work(job: Job) -> None:
            comparison = compare_releases(
                inspection.situation,
                options.settings,
                find_again(options.settings.by_release(other, "chosen here"), inspection.disk),
                session.again if session is not None else (),
            )
            job.post(ScreenReady(ReleasesScreen(comparison, options.home)))

        super().__init__(target, work)


class ReleasesScreen(Page[None]):
    """The differences as a list, and both texts of the one under the cursor."""

    PLACES = (Where.RELEASES, Where.EVERYWHERE)
    BINDINGS = bindings(*PLACES)
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (100, "-wide"), (160, "-huge")]  # noqa: RUF012
    AUTO_FOCUS = "#changes"
    CSS_PATH = "../later.tcss"

    def __init__(self, comparison: Comparison, home: Path) -> None:
        """Show *comparison*, paths in *home* with ``~``."""
        super().__init__()
        self._home = home
        self._comparison = comparison
        self._changes: tuple[ChangeRow, ...] = ()

    def compose(self) -> ComposeResult:
        """Header, list, why, both texts, keys."""
        yield Static(id="releases-header")
        yield Choices(id="changes", markup=False)
        yield Static(id="change-why")
        yield TextPair()
        yield KeyLine(in_places(*self.PLACES))

    # ── what is said ──

    @property
    def header(self) -> tuple[Line, ...]:
        """What is compared, and how much each side sends."""
        return header(self._comparison, self._home)

    @property
    def titles(self) -> tuple[str, str]:
        """Over the two texts."""
        before, after = self._comparison.names
        return f"Sent by {safe(before)}", f"Sent by {safe(after)}"

    @property
    def same(self) -> str:
        """Said where nothing differs."""
        return "Both releases send the same from here."

    def absent(self, path: Path) -> Absent:  # noqa: ARG002 -- the same for every file here
        """What is said of a file that one side does not tell of."""
        return UNKNOWN

    @property
    def first(self) -> int:
        """The difference to begin with: one whose texts can be seen."""
        seen = (at for at, one in enumerate(self._changes) if one.before != one.after)
        return next(seen, 0)

    def on_mount(self) -> None:
        """Begin with the first difference."""
        self.show(self._comparison)

    def show(self, comparison: Comparison) -> None:
        """Show another comparison."""
        self._comparison = comparison
        self._changes = changes(comparison, self.absent)
        self._draw_header()
        listed = self.query_one("#changes", OptionList)
        count = len(self._changes)
        listed.border_title = f"{count} difference{'' if count == 1 else 's'}"
        listed.clear_options()
        listed.add_options(Option(styled(change.line)) for change in self._changes)
        if not self._changes:
            listed.add_option(Option(Content(self.same), disabled=True))
        texts = self.query_one(TextPair)
        for pane, title in zip(texts.panes, self.titles, strict=True):
            pane.border_title = Content(title)
            pane.placeholder = "Nothing of it is sent." if self._changes else "Nothing is sent."
        if not self._changes:
            texts.show(comparison.before.prompt or None, comparison.after.prompt or None)
        self.query_one("#change-why", Static).update("")
        if self._changes:
            listed.highlighted = self.first

    def on_resize(self) -> None:
        """Cut anew."""
        self._draw_header()

    def _draw_header(self) -> None:
        width = max(1, self.size.width - 3)
        header = Content("\n").join(styled(line, width) for line in self.header)
        self.query_one("#releases-header", Static).update(header)

    @property
    def change(self) -> ChangeRow | None:
        """The difference under the cursor."""
        number = self.query_one("#changes", OptionList).highlighted
        return self._changes[number] if number is not None and number < len(self._changes) else None

    @on(OptionList.OptionHighlighted, "#changes")
    def _highlighted(self, event: OptionList.OptionHighlighted) -> None:
        if event.option_index >= len(self._changes):
            return
        change = self._changes[event.option_index]
        self.query_one("#change-why", Static).update(styled_lines(change.why))
        self.query_one(TextPair).show(change.before, change.after)

    def action_next_change(self) -> None:
        """Go to the next difference in both texts."""
        self.query_one(TextPair).step(forward=True)

    def action_previous_change(self) -> None:
        """Go to the difference before."""
        self.query_one(TextPair).step(forward=False)

    def action_back(self) -> None:
        """Close this screen."""
        self.dismiss()
