"""What a difference between recording and replay is judged by, and what speaks for a cause."""

import os
from collections.abc import Callable
from enum import Enum
from pathlib import Path
from typing import NamedTuple

from hermes_tui.core.filesystem.disk import Disk
from hermes_tui.core.hints.trace import CallTrace
from hermes_tui.core.recordings.calls import RecordedCall
from hermes_tui.core.recordings.stored_prompt import day_of
from hermes_tui.core.recordings.working_dir import Anchor, today
from hermes_tui.core.releases.lookup import Ruleset


class CauseKind(Enum):
    """The causes there are."""

    RESET = "tracker reset"
    CHANGED = "files changed since"
    GONE = "not there any more"
    ANCHOR_GONE = "working directory gone"
    SWITCHED_OFF = "switched off"
    EARLIER_SESSION = "sent in an earlier session"
    RELEASE = "another release"
    MOVED_ANCHOR = "another working directory"
    REWRITTEN = "arguments rewritten"
    SPILLED = "result replaced"
    NO_RESULT = "no result recorded"
    CHANCE = "left to chance"
    LOOKALIKE = "perhaps no hint"
    OPEN = "open"


class DifferenceCause(NamedTuple):
    """Why recorded and simulated hints differ."""

    kind: CauseKind
    sentence: str
    """For a reader; foreign."""
    is_question: bool = False
    """It is something to check, and explains nothing by itself."""


class CauseTest(NamedTuple):
    """A difference, and where to look for its cause."""

    call: RecordedCall
    trace: CallTrace
    anchor: Anchor
    disk: Disk
    ruleset: Ruleset
    is_settled: bool
    """The recording leaves no doubt about the release."""
    agreeing: Callable[[], tuple[Ruleset, ...]]
    """The nearest release whose replay of the whole session gives what is recorded here, if any does."""
    possible: frozenset[str]
    """Names of the releases that may have made the recording."""
    has_hints: Callable[[], bool]
    """Any hint at all is recorded in the session."""
    switched_off: str
    """What speaks for context files having been switched off, as a sentence."""
    off_is_proved: bool
    """It says so of files that were there when the session began."""
    earlier: Callable[[str], str]
    """How a session just before this one in the same process came to a label, as a sentence."""
    before: dict[str, int]
    """Calls that would have brought a label today, and did not."""


def file_meant(label: str, anchor: Anchor) -> Path:
    """The file that a label means."""
    if label.startswith("~/"):
        return Path(os.path.expanduser(label))  # only releases up to 0.14 print such labels
    return Path(anchor.recorded, label)


def changed(label: str, case: CauseTest) -> DifferenceCause | None:
    """That the file of *label* was written after the call."""
    written = written_after(file_meant(label, case.anchor), case)
    return (
        DifferenceCause(CauseKind.CHANGED, f"{written} It may not have been there yet.") if written else None
    )


def written_after(path: Path, case: CauseTest) -> str:
    """That a file was written or put there after the call, as a sentence; or nothing."""
    asked = case.call.timestamp
    try:
        facts = today(case.disk, path).stat()
    except (OSError, ValueError):
        return ""
    name = os.path.relpath(path, case.anchor.recorded)
    if asked is None:
        return ""
    if facts.st_mtime > asked:
        return f"{name} was last written on {day_of(facts.st_mtime)}, after this call of {day_of(asked)}."
    if facts.st_ctime > asked:
        return (
            f"{name} was put where it is, or renamed, on {day_of(facts.st_ctime)}, after this call "
            f"of {day_of(asked)}."
        )
    return ""


def other_release(case: CauseTest) -> DifferenceCause | None:
    """That another release gives just what is recorded."""
    agreeing = case.agreeing()
    if not agreeing:
        return None
    names = " and ".join(release.name for release in agreeing)
    is_possible = any(release.name in case.possible for release in agreeing)
    if is_possible or not case.is_settled:
        return DifferenceCause(
            CauseKind.RELEASE, f"Another release did this: {names} would send just what is recorded."
        )
    return DifferenceCause(
        CauseKind.RELEASE,
        f"{names} would send just what is recorded, though the recording looks like {case.ruleset.name}. "
        "Was the session continued with another release?",
        is_question=True,
    )


def doubtful_anchor(case: CauseTest) -> DifferenceCause | None:
    """That the tracker may have stood elsewhere."""
    if not case.anchor.doubt:
        return None
    sentence = f"{case.anchor.doubt} Was that another directory than {case.anchor.recorded}?"
    return DifferenceCause(CauseKind.MOVED_ANCHOR, sentence, is_question=True)


def rewritten(case: CauseTest) -> DifferenceCause | None:
    """That something in the arguments is masked."""
    masked = next((note for note in case.call.notes if "masked" in note), "")
    return (
        DifferenceCause(CauseKind.REWRITTEN, f"{masked} Was a path in it?", is_question=True)
        if masked
        else None
    )
