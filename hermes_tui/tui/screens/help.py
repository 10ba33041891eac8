"""Every key, what the signs mean, and what this screen does not claim. Made from the commands."""

from collections.abc import Iterator

from textual.app import ComposeResult
from textual.binding import Binding
from textual.widgets import Static

from hermes_tui.core.prompt.context_file import Verdict
from hermes_tui.core.reports.startup import NOW
from hermes_tui.core.sessions.events import MEANINGS
from hermes_tui.tui.commands import Where, by_place
from hermes_tui.tui.presentation.calls import folded
from hermes_tui.tui.presentation.tree_rows import STYLES
from hermes_tui.tui.text_view.document import KINDS
from hermes_tui.tui.widgets.lifetime import Dialog
from hermes_tui.tui.widgets.motions import TOLD, ScrollingPage
from hermes_tui.tui.widgets.styled_line import Line, styled_lines

_VERDICTS = {
    Verdict.LOADED: "sent whole",
    Verdict.FLAGGED: "sent although a threat pattern matches: your own SOUL.md",
    Verdict.TRUNCATED: "too long: its middle is lost",
    Verdict.BLOCKED: "a threat pattern matches: a notice is sent in its place",
    Verdict.SHADOWED: "another type of context file was found first",
    Verdict.SUPERSEDED: "another name in the same directory was found first",
    Verdict.DUPLICATE: "the same text is sent already",
    Verdict.EMPTY: "there is nothing in it to send",
    Verdict.LOST: "nothing of it is left after the cap on the whole chain",
    Verdict.UNREADABLE: "Hermes cannot read it",
    Verdict.OUT_OF_REACH: "Hermes does not look there, or does not know the name",
}
HINT_WORDS = {
    ("→", "by hint"): ("not at the start: a tool call brings it, and the verdict says which", "accent"),
    ("★", "fired"): ("a call of the session has brought it", "success"),
    ("·", "no call"): ("no tool call can bring it from here", "muted"),
    ("·", "name not known"): ("Hermes never asks for that name", "muted"),
    ("·", "excluded"): ("in a directory whose name hints leave out", "muted"),
}
"""The same for files beside the chain."""
_CONTEXT_LIST = (
    "Hermes' own /context (0.21.4 on) is made beside the prompt, not from it. Where it says what the prompt "
    "does not bear out, the verdict tells. And always: it lists the files as they are now, though the "
    "running session may hold an older prompt, and it never lists hints."
)
"""The two ways in which the list differs that no tree can show (``rules.md`` 4, items 10 and 11)."""
_SIGNS = {
    "lost": "not sent: lost to a cap",
    "threat": "what the threat scan objects to",
    "front": "taken away before sending (front matter)",
    "heading": "the heading that Hermes writes above a file",
    "marker": "stands for what was cut away",
    "notice": "stands for a blocked file",
}


_KEY = 20
"""Cells of the first column."""


def help_lines(width: int) -> Iterator[Line]:
    """The whole page, folded at *width*: what goes on stands below its beginning."""
    for line in _rows():
        yield from folded(line, width, _KEY if len(line) > 1 else 2) if line else ((),)


def _rows() -> Iterator[Line]:
    for where, commands in by_place():
        yield _heading(where.value)
        for command in commands:
            yield _row(" or ".join(command.shown_keys), command.help)
        yield ()
    yield _heading("Typed in the session besides calls")
    for typed, meaning in MEANINGS.items():
        yield _row(typed, meaning)
    yield _row("cd DIR", "a new session in another directory")
    yield ()
    yield _heading("In every list, tree and text")
    for keys, words in TOLD:
        yield _row(keys, words)
    yield ()
    yield _heading("Verdicts")
    for verdict, words in _VERDICTS.items():
        yield _row(f"{verdict.glyph} {verdict.word}", words, STYLES.get(verdict, "muted"))
    for (glyph, word), (words, style) in HINT_WORDS.items():
        yield _row(f"{glyph} {word}", words, style)
    yield ()
    yield _heading("Signs beside a text")
    for kind, words in _SIGNS.items():
        yield _row(KINDS[kind].sign, words)
    yield ()
    yield _heading("Hermes' /context")
    yield ((f"  {_CONTEXT_LIST}", ""),)
    yield ()
    yield ((NOW, "muted"),)
    yield (("Tokens are estimates (~): Hermes' own formula, a quarter of the characters.", "muted"),)


def _heading(words: str) -> Line:
    return ((words, "accent bold"),)


def _row(key: str, words: str, style: str = "bold") -> Line:
    """A key or a sign, and what it does; a longer one keeps a blank behind it."""
    return ((f"  {key:<{_KEY - 3}} ", style), (words, ""))


class HelpScreen(Dialog[None]):
    """The page, over whatever was there."""

    CSS_PATH = "../later.tcss"
    BINDINGS = [Binding("escape,q,question_mark,f1,enter", "dismiss", "close")]  # noqa: RUF012

    def __init__(self, where: Where) -> None:
        """Open at the keys of the screen that it is asked from."""
        super().__init__()
        self._where = where

    def compose(self) -> ComposeResult:
        """One scrolling page."""
        with ScrollingPage(id="help", classes="dialog") as page:
            page.border_title = "Help"
            page.border_subtitle = "escape closes"
            yield Static(id="help-text")

    def on_mount(self) -> None:
        """Fold it as soon as the width is known, and begin where the keys are."""
        self.call_after_refresh(self._begin)

    def _begin(self) -> None:
        lines = self._fold()
        heading = _heading(self._where.value)
        if heading in lines:
            top = lines.index(heading)
            self.call_after_refresh(self.query_one("#help").scroll_to, y=top, animate=False)

    def on_resize(self) -> None:
        """Fold anew."""
        self.call_after_refresh(self._fold)

    def _fold(self) -> list[Line]:
        lines = list(help_lines(self.query_one("#help").scrollable_content_region.width))
        self.query_one("#help-text", Static).update(styled_lines(lines))
        return lines
