"""Everything that a key does, once: key, action, palette entry, footer, help and README come from here."""

import unicodedata
from collections.abc import Iterator, Mapping
from difflib import get_close_matches
from enum import Enum
from typing import NamedTuple

from textual.binding import Binding, BindingType
from textual.keys import KEY_NAME_REPLACEMENTS, Keys


class Where(Enum):
    """Where a command works."""

    MAIN = "On the main screen"
    TEXT = "In a text"
    SESSION = "In the session"
    CALL = "With a call opened"
    TIMELINE = "In the timeline"
    RECORDINGS = "In the list of recorded sessions"
    REPLAY = "In a replay"
    PROMPT = "In the whole prompt"
    SEARCH = "In the search"
    WHY = "With a file explained"
    FINDINGS = "In the findings"
    WHAT_IF = "With what would be"
    RELEASES = "With two releases side by side"
    HISTORY = "In the history"
    EVERYWHERE = "Everywhere"


class Command(NamedTuple):
    """One thing that a person can do."""

    action: str
    """Textual's action; what begins with ``app.`` is the application's."""
    keys: str
    """Keys as Textual names them, the first one shown."""
    label: str
    """A word or two for the footer and the palette."""
    help: str
    """What it does, in a sentence without a full stop."""
    where: Where
    footer: bool = False
    """Shown in the footer."""
    palette: bool = True
    """Makes sense without a key: offered in the command palette."""
    priority: bool = False
    """Works even while something is being typed."""

    @property
    def id(self) -> str:
        """What it is called in a keymap: ``main.why``; empty for what must stay where it is."""
        if self.priority:
            return ""
        action = self.action.removeprefix("app.").replace("(", "_").rstrip(")").replace("-", "back_")
        return f"{self.where.name.lower()}.{action}"

    @property
    def shown_keys(self) -> tuple[str, ...]:
        """The keys as people write them: each does the same."""
        keys = KEYMAP.get(self.id, self.keys)
        return tuple(_SHOWN.get(key.strip(), key.strip()) for key in keys.split(","))

    @property
    def first_key(self) -> str:
        """The key that is shown where there is room for one."""
        return self.shown_keys[0]

    @property
    def binding(self) -> Binding:
        """The keys and what the footer says about them."""
        return Binding(
            self.keys,
            self.action,
            self.label,
            show=self.footer,
            key_display=self.first_key,
            priority=self.priority,
            id=self.id or None,
        )


KEYMAP: dict[str, str] = {}
"""Other keys, by :attr:`Command.id`; filled once, from the user's configuration."""

_SHOWN = {
    "question_mark": "?",
    "colon": ":",
    "slash": "/",
    "exclamation_mark": "!",
    "left_square_bracket": "[",
    "right_square_bracket": "]",
}

EVERY_DIRECTORY = "every directory"
FROM_HERE = "from here only"
"""What the key that judges every directory does, and what it does then."""

# fmt: off
COMMANDS = (
    Command("open", "enter", "open", "go to the text of the file under the cursor",
            Where.MAIN, footer=True, palette=False),
    Command("app.show_prompt", "p", "prompt", "read the whole prompt, part by part", Where.MAIN, footer=True),
    Command("app.search", "slash", "search", "find a rule as you type: each place with its verdict",
            Where.MAIN, footer=True),
    Command("app.why", "w", "why", "say why the file under the cursor is sent or not, and what to do",
            Where.MAIN, footer=True),
    Command("app.findings", "exclamation_mark", "findings",
            "list everything that keeps rules out of the prompt", Where.MAIN, footer=True),
    Command("app.edit", "e", "edit",
            "open the place that is shown in your editor: VISUAL, EDITOR, or one you choose",
            Where.MAIN, footer=True),
    Command("app.what_if", "i", "what if",
            "suppose that something were otherwise, and see what would be sent", Where.MAIN),
    Command("app.choose_directory", "c", "directory",
            "start a session in another directory: the one under the cursor, or one you type",
            Where.MAIN, footer=True),
    Command("app.choose_release", "v", "release", "choose the Hermes release that is shown",
            Where.MAIN, footer=True),
    Command("app.history", "h", "history",
            "list the commits that changed what becomes of the file under the cursor, or of the whole prompt",
            Where.MAIN),
    Command("app.compare_releases", "V", "compare",
            "see what another Hermes release would do otherwise here", Where.MAIN),
    Command("app.reload", "r", "reload", "look at the disk again", Where.MAIN, footer=True),
    Command("next_pane", "tab", "pane", "go to the next pane", Where.MAIN, footer=True, palette=False),
    Command("previous_pane", "shift+tab", "pane before", "go to the pane before", Where.MAIN, palette=False),
    Command("show_pane(1)", "1", "files", "show the files", Where.MAIN),
    Command("show_pane(2)", "2", "on disk", "show the text on disk", Where.MAIN),
    Command("show_pane(3)", "3", "sent", "show what is sent to the model", Where.MAIN),
    Command("show_pane(4)", "4", "verdict", "show the verdict", Where.MAIN),
    Command("show_pane(5)", "5", "session", "show the session", Where.MAIN),
    Command("session_type", "colon", "call", "type a tool call, and see which rules it brings",
            Where.MAIN, footer=True),
    Command("session_step", "s", "step", "make the next call of the prepared session", Where.MAIN),
    Command("session_undo", "u", "undo", "take the last call back", Where.MAIN),
    Command("session_reset", "R", "reset", "begin the session again", Where.MAIN),
    Command("session_end", "E", "to the end", "make all calls of the prepared session", Where.MAIN),
    Command("session_save", "S", "write session", "write the session to a file, a call a line", Where.MAIN),
    Command("session_timeline", "T", "timeline",
            "see what the model was given when, and what is in force now", Where.MAIN),
    Command("bring", "b", "what brings it", "ask which call would bring the file under the cursor",
            Where.MAIN),
    Command("recordings", "o", "recorded sessions",
            "replay a session that Hermes recorded, beside the rules of today", Where.MAIN),
    Command("session_follow", "F", "follow",
            "follow the session that Hermes is running, call by call; again: no more of it", Where.MAIN),
    Command("zoom", "z", "zoom", "give the pane the whole screen, and back", Where.MAIN),
    Command("copy", "y", "copy", "copy the selected text, else the verdict if you are there, else the path",
            Where.MAIN),
    Command("app.leave_search", "x", "stop search", "stop the search for what hints could bring", Where.MAIN),
    Command("next_mark", "n", "next mark", "go to the next place that is cut, blocked or written by Hermes",
            Where.TEXT, footer=True),
    Command("previous_mark", "N", "previous mark", "go to the mark before", Where.TEXT),
    Command("wrap", "W", "wrap", "fold long lines, or let them run on", Where.TEXT),
    Command("open_call", "enter", "open", "the text that was appended, beside the file on disk",
            Where.SESSION, palette=False),
    Command("toggle_details", "d", "details", "every word and directory of the call, and why", Where.SESSION,
            palette=False),
    Command("next_pane", "tab", "on disk", "go to the text on disk, to the verdict, and back", Where.CALL,
            footer=True, palette=False),
    Command("next_file", "right_square_bracket", "next file", "the next file that the call brought",
            Where.CALL, footer=True),
    Command("previous_file", "left_square_bracket", "file before", "the file before", Where.CALL),
    Command("back", "escape", "back", "close this screen", Where.CALL, footer=True, palette=False),
    Command("open_moment", "enter", "open", "the call that brought it, or the prompt", Where.TIMELINE,
            footer=True, palette=False),
    Command("back", "escape", "back", "close this screen", Where.TIMELINE, footer=True, palette=False),
    Command("open_session", "enter", "replay", "replay the session under the cursor", Where.RECORDINGS,
            footer=True, palette=False),
    Command("follow_session", "ctrl+f,f", "follow",
            "follow the session under the cursor: each call as it is made (f in the list)", Where.RECORDINGS,
            footer=True, palette=False),
    Command("back", "escape", "back", "close this screen", Where.RECORDINGS, footer=True, palette=False),
    Command("back", "escape", "back", "leave the replay, even before its end", Where.REPLAY, footer=True,
            palette=False),
    Command("next_difference", "n", "next", "go to the next call that differs, or has a note",
            Where.REPLAY, footer=True),
    Command("previous_difference", "N", "difference before", "go to the difference before", Where.REPLAY),
    Command("only_differences", "d", "differences", "show only what differs, and back", Where.REPLAY,
            footer=True),
    Command("take_over", "s", "take over", "offer its calls in the session pane", Where.REPLAY, footer=True),
    Command("here", "m", "here", "replay it in the directory that the main screen shows, and back",
            Where.REPLAY, footer=True),
    Command("stored_prompt", "p", "its prompt",
            "the context files in its prompt, beside what would load today", Where.REPLAY, footer=True),
    Command("switch_form", "s", "other form",
            "what a session gets, or the return value of build_context_files_prompt",
            Where.PROMPT, footer=True),
    Command("open_part", "enter", "go to the file", "show the file of the part under the cursor",
            Where.PROMPT, footer=True, palette=False),
    Command("back", "escape", "back", "close this screen", Where.PROMPT, footer=True, palette=False),
    Command("go", "enter", "go there", "go to the place under the cursor, in the tree and in the panes",
            Where.SEARCH, footer=True, palette=False),
    Command("app.edit", "ctrl+o,e", "edit", "open your editor at the place", Where.SEARCH, footer=True),
    Command("back", "escape", "back", "close this screen", Where.SEARCH, footer=True, palette=False),
    Command("switch_regex", "ctrl+r", "expression", "take the words as a regular expression, and back",
            Where.SEARCH, footer=True),
    Command("history", "ctrl+t,h", "since when",
            "list the commits since which the words are sent, or are not (h in the list)", Where.SEARCH),
    Command("type_query", "slash", "words", "back to the words, from the list (tab goes there)",
            Where.SEARCH, palette=False),
    Command("copy_line", "ctrl+y,y", "copy",
            "copy the place under the cursor with its verdict (y in the list)", Where.SEARCH, footer=True),
    Command("go", "enter", "go there", "go to the place, in the tree and in the panes",
            Where.WHY, footer=True, palette=False),
    Command("app.edit", "e", "edit", "open your editor at the place", Where.WHY, footer=True),
    Command("back", "escape", "back", "close this screen", Where.WHY, footer=True, palette=False),
    Command("ask_git", "a", "ask git", "ask git as well: tracked, ignored, changed, by whom and when",
            Where.WHY, footer=True),
    Command("explain_code", "c", "code", "say what the code means, and how to mend it",
            Where.WHY, footer=True),
    Command("copy_line", "y", "copy", "copy the answer under the cursor", Where.WHY, footer=True),
    Command("go", "enter", "go there", "go to the place of the finding, in the tree and in the panes",
            Where.FINDINGS, footer=True, palette=False),
    Command("app.edit", "e", "edit", "open your editor at the place", Where.FINDINGS, footer=True),
    Command("back", "escape", "back", "close this screen, even before the end of the check",
            Where.FINDINGS, footer=True, palette=False),
    Command("from_every_directory", "a", EVERY_DIRECTORY,
            "judge the start in every directory of the repository, and back", Where.FINDINGS, footer=True),
    Command("explain_code", "c", "code", "say what the code means, and how to mend it",
            Where.FINDINGS, footer=True),
    Command("copy_line", "y", "copy", "copy the finding under the cursor", Where.FINDINGS, footer=True),
    Command("go", "enter", "go there", "show the file as it is now", Where.WHAT_IF, footer=True,
            palette=False),
    Command("back", "escape", "back", "take all of it back", Where.WHAT_IF, footer=True, palette=False),
    Command("next_change", "n", "next", "go to the next difference, in both texts",
            Where.WHAT_IF, footer=True),
    Command("previous_change", "N", "difference before", "go to the difference before", Where.WHAT_IF),
    Command("suppose_more", "i", "and if", "suppose something else besides", Where.WHAT_IF, footer=True),
    Command("take_back", "u", "take back", "take the last supposition back", Where.WHAT_IF, footer=True),
    Command("copy_line", "y", "copy", "copy the difference under the cursor", Where.WHAT_IF, footer=True),
    Command("next_change", "n", "next", "go to the next difference, in both texts",
            Where.RELEASES, footer=True),
    Command("previous_change", "N", "difference before", "go to the difference before", Where.RELEASES),
    Command("back", "escape", "back", "close this screen", Where.RELEASES, footer=True, palette=False),
    Command("app.change_theme", "t", "theme", "choose the colours", Where.EVERYWHERE),
    Command("app.command_palette", "ctrl+p", "commands", "find any command by its name, or go to a file",
            Where.EVERYWHERE, palette=False),
    Command("app.show_help", "question_mark,f1", "help", "show every key", Where.EVERYWHERE, footer=True),
    Command("open_step", "enter", "compare", "see what was sent before the commit and after it, side by side",
            Where.HISTORY, footer=True, palette=False),
    Command("copy_commit", "y", "copy", "copy the name of the commit", Where.HISTORY, footer=True),
    Command("back", "escape", "back", "close this screen", Where.HISTORY, footer=True, palette=False),
    Command("app.leave", "q", "quit", "leave", Where.EVERYWHERE, footer=True),
    Command("app.suspend_process", "ctrl+z", "suspend", "give the terminal to the shell; fg comes back",
            Where.EVERYWHERE, palette=False, priority=True),
    Command("app.leave", "ctrl+c,ctrl+q", "quit", "leave, even while typing",
            Where.EVERYWHERE, palette=False, priority=True),
)
# fmt: on


def use_keymap(keymap: Mapping[str, str]) -> None:
    """Have other keys from now on: before the application begins.

    Raises:
        ValueError: there is no such command, or no such key; the message is a sentence.
    """
    known = [command.id for command in COMMANDS if command.id]
    for name, keys in keymap.items():
        if name not in known:
            close = get_close_matches(name, known, 1)
            meant = f"did you mean {close[0]}?" if close else f"there are {', '.join(known)}"
            raise ValueError(f"there is no command {name!r}; {meant}")
        for key in keys.split(","):
            if not _is_key(key.strip()):
                raise ValueError(f"{name}: {key.strip()!r} is no key; keys are such as x, f5, ctrl+e")
    KEYMAP.clear()
    KEYMAP.update(keymap)


def _is_key(name: str) -> bool:
    """Textual knows a key of that name: a character, the Unicode name of one, or such as ``ctrl+f5``."""
    *modifiers, key = name.split("+") if name != "+" else [name]
    if not set(modifiers) <= {"ctrl", "shift", "alt", "super", "meta"}:
        return False
    if len(key) == 1 or key in KEY_NAME_REPLACEMENTS.values() or any(key == one.value for one in Keys):
        return True
    try:
        return bool(unicodedata.lookup(key.replace("_", " ")))
    except KeyError:
        return False


def bindings(*places: Where) -> list[BindingType]:
    """The bindings of the commands that work in these places."""
    return [command.binding for command in in_places(*places)]


def pressing_bindings() -> list[BindingType]:
    """The bindings of the commands that work even while something is being typed."""
    return [command.binding for command in COMMANDS if command.priority]


def in_places(*places: Where) -> list[Command]:
    """The commands that work in these places, in the order of the places."""
    return [command for place in places for command in COMMANDS if command.where is place]


def by_place() -> Iterator[tuple[Where, list[Command]]]:
    """The commands of each place, in order."""
    for where in Where:
        found = in_places(where)
        if found:
            yield where, found


def readme_table() -> str:
    """The keys as the README shows them; that ``escape`` goes back is said once."""
    lines = ["| key | what it does |", "|---|---|"]
    for where, commands in by_place():
        lines.append(f"| **{where.value}** | |")
        if where is Where.EVERYWHERE:
            lines.append("| `escape` | go back |")
        told = (command for command in commands if command.keys != "escape")
        for command in told:
            keys = " or ".join(f"`{key}`" for key in command.shown_keys)
            lines.append(f"| {keys} | {command.help} |")
    return "\n".join(lines)
