"""What happens to a session besides tool calls, and what of it the tracker remembers (``sessions.md`` 3).

Hermes forgets what it has sent only where it builds a new agent; the model forgets at other times. Where the
two differ, a rule is missing and no call brings it again.
"""

import re
import shlex
from collections.abc import Callable
from enum import Enum
from typing import NamedTuple

from hermes_tui.core.releases.lookup import Ruleset, first_with
from hermes_tui.core.sessions.other_commands import NAMES, builds_prompt, what_it_does


class EventKind(Enum):
    """The events that are told apart, by the line that stands for each in a session file."""

    NEW = "/new"
    OTHER = "/resume"
    BRANCH = "/branch"
    COMPACTION = "/compress"
    PROCESS = "--resume"
    REBUILT = "/reasoning"
    EVICTED = "/evict"
    IGNORE_RULES = "--ignore-rules"
    SUBAGENT = "/subagent"
    PARENT = "/parent"
    REBIND = "/rebind"
    COMMAND = "/model"
    """Another command of Hermes, with what stands behind it."""


_LINES = {
    EventKind.NEW: ("/new", "/clear"),
    EventKind.OTHER: ("/resume",),
    EventKind.BRANCH: ("/branch",),
    EventKind.COMPACTION: ("/compress", "/compact"),
    EventKind.PROCESS: ("--resume", "-c", "hermes --resume", "hermes -c", "/restart"),
    EventKind.REBUILT: ("/reasoning", "/fast"),
    EventKind.EVICTED: ("/evict",),
    EventKind.IGNORE_RULES: ("--ignore-rules", "hermes --ignore-rules", "/ignore-rules"),
    EventKind.SUBAGENT: ("/subagent",),
    EventKind.PARENT: ("/parent",),
}
_KINDS = {line: kind for kind, lines in _LINES.items() for line in lines}

MEANINGS = {
    "/new": "a new session in the same process",
    "/resume": "another session in the same process",
    "/branch": "a copy of the session in the same process",
    "/compress": "the conversation is compacted",
    "--resume": "the session goes on in a new process",
    "/reasoning": "the command line builds its agent anew",
    "/evict": "a messenger lets go of its agent",
    "--ignore-rules": "a new process without context files",
    "/subagent": "a subagent starts; /parent comes back",
    "/parent": "the subagent is done",
    "/rebind DIR": "the workspace changes",
    "/model NAME": "another model, or any other command of Hermes",
}
"""What each line stands for, in a few words."""


class SessionEvent(NamedTuple):
    """Something that happens to a session."""

    kind: EventKind
    directory: str = ""
    """Where :attr:`EventKind.REBIND` goes, as typed; may be foreign."""
    typed: str = ""
    """The whole line of an :attr:`EventKind.COMMAND`; may be foreign."""

    @property
    def line(self) -> str:
        """As a session file has it."""
        if self.typed:
            return self.typed
        where = f" {shlex.quote(self.directory)}" if self.directory else ""
        return f"{self.kind.value}{where}"


class Memory(Enum):
    """What becomes of the tracker."""

    KEPT = "the tracker goes on"
    NEW = "a new tracker"
    OWN = "a tracker of its own"
    PARENT = "the parent's tracker goes on"
    MOVED = "the tracker moves"


class Prompt(Enum):
    """What becomes of the context files in the system prompt."""

    KEPT = "stays"
    BUILT = "is built from the files of now"
    NONE = "has no context files"
    UNKNOWN = "is another session's, which is not known here"
    PARENT = "is the parent's again"


class Talk(Enum):
    """What becomes of the hints in the conversation."""

    KEPT = "stays"
    GONE = "is left behind"
    SUMMARISED = "is summarised away"
    PARENT = "is the parent's again"


class Effect(NamedTuple):
    """What an event does in a release."""

    memory: Memory
    prompt: Prompt
    talk: Talk
    sentence: str
    """For a reader."""
    skips: bool | None = None
    """Context files are switched off from here on, or on again; ``None``: as before."""


def read_event(line: str) -> SessionEvent | None:
    """The event that a typed line stands for; ``None`` where it stands for none."""
    words = line.split()
    if not words:
        return None
    kind = _KINDS.get(" ".join(words))
    if kind is not None:
        return SessionEvent(kind)
    if words[0] in NAMES and words[0] not in _KINDS:
        return SessionEvent(EventKind.COMMAND, typed=" ".join(words))
    if words[0] != EventKind.REBIND.value or len(words) == 1:
        return None
    try:
        given = shlex.split(line)
    except ValueError:
        return None
    return SessionEvent(EventKind.REBIND, given[1]) if len(given) == 2 else None


def mistaken_event(line: str, is_there: Callable[[str], bool]) -> str | None:
    """Why a line that is meant as an event is none, in a sentence; ``None``: it is meant as something else.

    Args:
        is_there: asked whether something stands at a path; what stands there is meant as a path.
    """
    words = line.split()
    known = next((" ".join(words[:end]) for end in (2, 1) if " ".join(words[:end]) in _KINDS), None)
    if known is not None and len(words) > len(known.split()):
        return f"{known} takes nothing behind it"
    if words[:1] == [EventKind.REBIND.value]:
        one = "takes one directory, and one with blanks in it goes in quotes"
        return f"/rebind {one if len(words) > 1 else 'needs a directory: /rebind DIR'}"
    if not words or not _LIKE_AN_EVENT.fullmatch(words[0]) or is_there(words[0]):
        return None
    import difflib

    lines = [*_KINDS, EventKind.REBIND.value]
    close = difflib.get_close_matches(words[0].lower(), lines, 1, cutoff=0.7)
    if not close and len(words) > 1:
        return None
    meant = f"did you mean {close[0]}?" if close else f"there are {', '.join(MEANINGS)}"
    is_path = words[0].startswith("/") and len(words) == 1
    how = f"{'' if close else '.'} To read that path: read_file {words[0]}" if is_path else ""
    return f"there is no {words[0]}; {meant}{how}"


_LIKE_AN_EVENT = re.compile(r"(?:/|--)[A-Za-z][\w-]*")


def effect_of(event: SessionEvent, ruleset: Ruleset) -> Effect:
    """What *event* does in the release of *ruleset*; of a rebinding only what holds wherever it goes."""
    match event.kind:
        case EventKind.NEW:
            return Effect(
                Memory.KEPT,
                Prompt.BUILT,
                Talk.GONE,
                "The command line goes on with the same agent: directories that were visited stay silent, "
                "though the new conversation has none of their rules.",
            )
        case EventKind.OTHER:
            return Effect(
                Memory.KEPT,
                Prompt.UNKNOWN,
                Talk.GONE,
                "The command line goes on with the same agent: what was visited stays silent in the other "
                "session as well. A new process would begin anew: --resume.",
            )
        case EventKind.BRANCH:
            return Effect(
                Memory.KEPT, Prompt.KEPT, Talk.KEPT, "The same agent goes on with a copy: nothing changes."
            )
        case EventKind.COMPACTION:
            where = "the same session" if ruleset.compacts_in_place else "a child session"
            return Effect(
                Memory.KEPT,
                Prompt.BUILT,
                Talk.SUMMARISED,
                f"Results are summarised, and hints with them; it goes on in {where} with the same tracker, "
                "so none of them is sent again. The prompt is built anew.",
            )
        case EventKind.PROCESS:
            return Effect(
                Memory.NEW,
                Prompt.KEPT,
                Talk.KEPT,
                f"A new tracker: hints come a second time. {_stored_prompt(ruleset)}",
                skips=False,
            )
        case EventKind.REBUILT:
            return Effect(
                Memory.NEW,
                Prompt.KEPT,
                Talk.KEPT,
                "The command line builds a new agent, and with it a new tracker: hints come a second time "
                f"({_rebuilding(ruleset)}).",
            )
        case EventKind.EVICTED:
            return Effect(
                Memory.NEW,
                Prompt.KEPT,
                Talk.KEPT,
                "A messenger lets go of its agent after an hour, with /model, or when many chats are open: "
                "a new tracker, and hints come a second time.",
            )
        case EventKind.IGNORE_RULES:
            hints = "no hint comes" if ruleset.hints.obeys_skip else "hints come all the same"
            return Effect(
                Memory.NEW,
                Prompt.NONE,
                Talk.GONE,
                f"A new process without context files; in this release {hints}.",
                skips=True,
            )
        case EventKind.SUBAGENT:
            return _subagent(ruleset)
        case EventKind.PARENT:
            return Effect(
                Memory.PARENT,
                Prompt.PARENT,
                Talk.PARENT,
                "The parent goes on with its own tracker; it learns nothing of what the subagent visited.",
            )
        case EventKind.COMMAND:
            name = event.line.split()[0]
            prompt = Prompt.BUILT if builds_prompt(name, ruleset) else Prompt.KEPT
            return Effect(Memory.KEPT, prompt, Talk.KEPT, what_it_does(name, ruleset))
        case EventKind.REBIND:
            return Effect(Memory.MOVED, Prompt.KEPT, Talk.KEPT, "")


def _rebuilding(ruleset: Ruleset) -> str:
    """How much is known of a rebuilt agent."""
    if ruleset.rebuilding_was_read:
        return "read in the code of this release"
    read = first_with(lambda release: release.rebuilding_was_read)
    return f"read in the code of {read}; this release was not checked"


def _stored_prompt(ruleset: Ruleset) -> str:
    """What makes a release build the prompt of a resumed session anew."""
    if not ruleset.checks_stored_model:
        return "The stored prompt is used as it is, whatever changed on disk."
    unless = "the model" if not ruleset.checks_stored_cwd else "the model or the working directory"
    return f"The stored prompt is used as it is, whatever changed on disk, unless {unless} is another."


def _subagent(ruleset: Ruleset) -> Effect:
    hints = "no hint comes" if ruleset.hints.obeys_skip else "hints come"
    limit = (
        f" They are cut at {ruleset.flat_cap:,} characters unless the configuration says otherwise."
        if ruleset.subagents_get_startup and ruleset.cap_from_config
        else ""
    )
    prompt = Prompt.BUILT if ruleset.subagents_get_startup else Prompt.NONE
    files = (
        "a copy of the startup files in its prompt"
        if ruleset.subagents_get_startup
        else "no startup file in its prompt"
    )
    return Effect(
        Memory.OWN,
        prompt,
        Talk.GONE,
        f"A subagent has a tracker of its own, where Hermes was started. In this release {hints}, and it has "
        f"{files}.{limit}",
        skips=True,
    )
