"""Every key, what the signs mean, and what this screen does not claim. Made from the commands."""

from collections.abc import Iterator
from textwrap import wrap

from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Static

from hermes_tui.core.prompt.files import Verdict
from hermes_tui.core.report import NOW
from hermes_tui.core.sessions.events import MEANINGS
from hermes_tui.tui.commands import by_place
from hermes_tui.tui.lines import Line, styled_lines
from hermes_tui.tui.marks import KINDS
from hermes_tui.tui.outline import STYLES

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
"""The two ways in which the list differs that no tree can show (``rules.md`` section 4, 10 and 11)."""
_SIGNS = {
    "lost": "not sent: lost to a cap",
    "threat": "what the threat scan objects to",
    "front": "taken away before sending (front matter)",
    "heading": "the heading that Hermes writes above a file",
    "marker": "stands for what was cut away",
    "notice": "stands for a blocked file",
}


def help_lines() -> Iterator[Line]:
    """The whole page."""
    for where, commands in by_place():
        yield ((where.value, "accent bold"),)
        for command in commands:
            first, *more = wrap(command.help, 52)
            yield ((f"  {command.shown_keys:<16}", "bold"), (first, ""))
            for words in more:
                yield ((f"{'':18}{words}", ""),)
        yield ()
    yield (("Typed in the session besides calls", "accent bold"),)
    for typed, meaning in MEANINGS.items():
        yield ((f"  {typed:<16}", "bold"), (meaning, ""))
    yield (("  cd DIR          ", "bold"), ("a new session in another directory", ""))
    yield ()
    yield (("In the tree", "accent bold"),)
    yield (("  ↑ ↓             ", "bold"), ("go from row to row; the texts follow", ""))
    yield (("  space           ", "bold"), ("open or close a branch", ""))
    yield ()
    yield (("Verdicts", "accent bold"),)
    for verdict, words in _VERDICTS.items():
        yield ((f"  {verdict.glyph} {verdict.word:<14}", STYLES.get(verdict, "muted")), (words, ""))
    for (glyph, word), (words, style) in HINT_WORDS.items():
        yield ((f"  {glyph} {word:<14}", style), (words, ""))
    yield ()
    yield (("Signs beside a text", "accent bold"),)
    for kind, words in _SIGNS.items():
        yield ((f"  {KINDS[kind].sign}               ", "bold"), (words, ""))
    yield ()
    yield (("Hermes' /context", "accent bold"),)
    for words in wrap(_CONTEXT_LIST, 70):
        yield ((f"  {words}", ""),)
    yield ()
    yield ((NOW, "muted"),)
    yield (("Tokens are estimates (~): Hermes' own formula, a quarter of the characters.", "muted"),)


class HelpScreen(ModalScreen[None]):
    """The page, over whatever was there."""

    CSS_PATH = "later.tcss"
    BINDINGS = [Binding("escape,q,question_mark,f1,enter", "dismiss", "close")]  # noqa: RUF012

    def compose(self) -> ComposeResult:
        """One scrolling page."""
        with VerticalScroll(id="help", classes="dialog") as page:
            page.border_title = "Help"
            page.border_subtitle = "escape closes"
            yield Static(styled_lines(help_lines()))
