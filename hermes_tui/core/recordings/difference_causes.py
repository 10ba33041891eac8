"""Why a recorded call and its replay differ: the causes, and the evidence for them.

Sources: ``sessions.md`` sections 3 and 9.

What the evidence settles is a cause; what it cannot settle is a question that says what to check. A question
alone leaves the difference unexplained.
"""

import os
from collections.abc import Callable, Iterator
from enum import Enum
from pathlib import Path
from typing import NamedTuple

from hermes_tui.core.filesystem.disk import Disk
from hermes_tui.core.hints.trace import CallTrace, Outcome, Visit
from hermes_tui.core.recordings.calls import Ending, RecordedCall
from hermes_tui.core.recordings.stored_prompt import day_of
from hermes_tui.core.recordings.working_dir import Anchor, today
from hermes_tui.core.releases.lookup import Ruleset, last_without


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
    earlier: Callable[[str], str]
    """How a session just before this one in the same process came to a label, as a sentence."""
    before: dict[str, int]
    """Calls that would have brought a label today, and did not."""


def causes_of(case: CauseTest) -> tuple[DifferenceCause, ...]:
    """The causes of a difference, one or more for each label, the same once."""
    recorded, simulated = case.call.labels, frozenset(hint.label for hint in case.trace.hints)
    if case.call.ending is Ending.NONE:
        sentence = "No result is recorded: the process ended before the call did, or it still runs."
        return (DifferenceCause(CauseKind.NO_RESULT, sentence),)
    if not case.disk.is_directory(Path(case.anchor.recorded)):
        return (_anchor_gone(case.anchor),)
    if recorded != simulated and _is_chance(case, recorded, simulated):
        sentence = (
            "Files of the same text lie on the way, and Hermes keeps directories in no order: chance decides "
            "which of them is sent."
        )
        return (DifferenceCause(CauseKind.CHANCE, sentence),)
    found = [_why_not_recorded(label, case) for label in sorted(simulated - recorded)]
    found += [_why_recorded(label, case) for label in sorted(recorded - simulated)]
    return tuple(dict.fromkeys(found))


def _anchor_gone(anchor: Anchor) -> DifferenceCause:
    if "/.worktrees/" in f"{anchor.recorded}/":
        what = f"The worktree {anchor.recorded} is gone: Hermes removes it at the end of a session."
        remedy = f"Make it again, or point to a checkout with --map ({_KEY})."
        return DifferenceCause(CauseKind.ANCHOR_GONE, f"{what} {remedy}")
    place = anchor.today if anchor.mapped else anchor.recorded
    what = f"There is no directory {place} here"
    return DifferenceCause(CauseKind.ANCHOR_GONE, f"{what}: say where the tree is now with --map ({_KEY}).")


_KEY = "m in the inspector"


def _is_chance(case: CauseTest, recorded: frozenset[str], simulated: frozenset[str]) -> bool:
    """The same number of files was sent, and those that differ have the same text."""
    twins = {
        visit.file.label: visit.file.winner
        for visit in case.trace.visits
        if visit.outcome is Outcome.DUPLICATE and visit.file is not None
    }
    sent = {hint.label: hint.file.path for hint in case.trace.hints}
    extra, missing = recorded - simulated, simulated - recorded
    return (
        bool(extra)
        and len(extra) == len(missing)
        and all(any(twins.get(label) == sent[other] for other in missing) for label in extra)
    )


# ── the replay sends a hint that is not recorded ──


def _why_not_recorded(label: str, case: CauseTest) -> DifferenceCause:
    for found in _reasons_for_silence(label, case):
        if found is not None:
            return found
    raise AssertionError  # the last reason always holds


def _reasons_for_silence(label: str, case: CauseTest) -> Iterator[DifferenceCause | None]:
    if case.call.is_spilled and not case.ruleset.records_before_spilling:
        yield DifferenceCause(
            CauseKind.SPILLED,
            "The result was so large that a preview took its place, and with it the hint: up to "
            f"{last_without(lambda one: one.records_before_spilling)} it is recorded only after that.",
        )
    if not case.is_settled:
        yield _other_release(case)
    yield _changed(label, case)
    if case.is_settled:
        yield _other_release(case)
    if not case.has_hints():
        if case.switched_off and case.ruleset.hints.obeys_skip:
            yield DifferenceCause(
                CauseKind.SWITCHED_OFF,
                f"Context files were switched off for this session. {case.switched_off}",
            )
        if case.ruleset.hints.obeys_skip:
            home = ", or was its working directory like a home" if case.ruleset.hints.off_at_home else ""
            yield DifferenceCause(
                CauseKind.SWITCHED_OFF,
                "No hint at all is recorded in this session. Were context files switched off "
                "(--ignore-rules, cron without a working directory, skip_context_files of a messenger)"
                f"{home}?",
                is_question=True,
            )
    earlier = case.earlier(label)
    if earlier:
        yield DifferenceCause(CauseKind.EARLIER_SESSION, earlier)
    yield _doubtful_anchor(case)
    yield _rewritten(case)
    yield DifferenceCause(
        CauseKind.OPEN,
        f"{label} would be sent, and nothing recorded says why it was not. Was the file there on "
        f"{day_of(case.call.timestamp)}? Did an earlier session in the same process visit its directory "
        "(/new)? Did the tools run on another machine (docker, ssh)?",
        is_question=True,
    )


# ── a hint is recorded that the replay does not send ──


def _why_recorded(label: str, case: CauseTest) -> DifferenceCause:
    for found in _reasons_for_hint(label, case):
        if found is not None:
            return found
    raise AssertionError  # the last reason always holds


def _reasons_for_hint(label: str, case: CauseTest) -> Iterator[DifferenceCause | None]:
    path = file_meant(label, case.anchor)
    directory = path.parent
    if not case.disk.is_directory(directory):
        yield DifferenceCause(CauseKind.GONE, f"{label} was sent then; its directory is not there any more.")
    if not case.disk.exists(path):
        yield DifferenceCause(CauseKind.GONE, f"{label} was sent then; the file is not there any more.")
    if label in case.before:
        yield DifferenceCause(
            CauseKind.CHANGED,
            f"Call {case.before[label]} would bring {label} today. Then this call brought it: the file "
            "or its directory was not there yet.",
        )
    if not case.is_settled:
        yield _other_release(case)
    visit = next((visit for visit in case.trace.visits if visit.directory == directory), None)
    if visit is not None:
        yield _of_visit(label, visit, case)
    yield _other_release(case)
    if case.call.is_wrapped:
        yield DifferenceCause(
            CauseKind.LOOKALIKE,
            f"The result is free text, as {case.call.call.tool} returns it. Is the line about {label} "
            "part of what was read, and no hint?",
            is_question=True,
        )
    yield _doubtful_anchor(case)
    yield _rewritten(case)
    if visit is None:
        yield DifferenceCause(
            CauseKind.REWRITTEN,
            f"Nothing in the arguments leads to {label}. Does a plugin or middleware rewrite them? "
            "Hermes' tracker sees what it makes of them, and the recording has what the model wrote.",
            is_question=True,
        )
    yield DifferenceCause(
        CauseKind.OPEN,
        f"{label} was sent, and today's rules say: {visit.reason if visit else ''} "
        "Did the session run on under another release, or was its tracker reset?",
        is_question=True,
    )


def _of_visit(label: str, visit: Visit, case: CauseTest) -> DifferenceCause | None:
    """The directory was looked at, and gave something else."""
    others = [visit.file.path] if visit.file is not None else []
    if visit.file is not None and visit.file.winner is not None:
        others.append(visit.file.winner)
    for path in (file_meant(label, case.anchor), *others):
        written = _written_after(path, case)
        if written:
            return DifferenceCause(
                CauseKind.CHANGED, f"{label} was sent then. {written} Today: {visit.reason}"
            )
    return None


# ── evidence ──


def file_meant(label: str, anchor: Anchor) -> Path:
    """The file that a label means."""
    if label.startswith("~/"):
        return Path(os.path.expanduser(label))  # only releases up to 0.14 print such labels
    return Path(anchor.recorded, label)


def _changed(label: str, case: CauseTest) -> DifferenceCause | None:
    written = _written_after(file_meant(label, case.anchor), case)
    return (
        DifferenceCause(CauseKind.CHANGED, f"{written} It may not have been there yet.") if written else None
    )


def _written_after(path: Path, case: CauseTest) -> str:
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


def _other_release(case: CauseTest) -> DifferenceCause | None:
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


def _doubtful_anchor(case: CauseTest) -> DifferenceCause | None:
    if not case.anchor.doubt:
        return None
    sentence = f"{case.anchor.doubt} Was that another directory than {case.anchor.recorded}?"
    return DifferenceCause(CauseKind.MOVED_ANCHOR, sentence, is_question=True)


def _rewritten(case: CauseTest) -> DifferenceCause | None:
    masked = next((note for note in case.call.notes if "masked" in note), "")
    return (
        DifferenceCause(CauseKind.REWRITTEN, f"{masked} Was a path in it?", is_question=True)
        if masked
        else None
    )
