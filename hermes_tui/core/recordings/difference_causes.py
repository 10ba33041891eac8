"""Why a recorded call and its replay differ: the causes, and the evidence for them.

Sources: ``sessions.md`` sections 3 and 9.

What the evidence settles is a cause; what it cannot settle is a question that says what to check. A question
alone leaves the difference unexplained.
"""

import os
from collections.abc import Iterator
from pathlib import Path

from hermes_tui.core.hints.trace import Outcome, Visit
from hermes_tui.core.recordings.calls import Ending
from hermes_tui.core.recordings.difference_evidence import (
    CauseKind,
    CauseTest,
    DifferenceCause,
    changed,
    doubtful_anchor,
    file_meant,
    other_release,
    rewritten,
    written_after,
)
from hermes_tui.core.recordings.stored_prompt import day_of
from hermes_tui.core.recordings.working_dir import Anchor
from hermes_tui.core.releases.lookup import last_without


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
    found = [cause for label in sorted(simulated - recorded) for cause in _why_not_recorded(label, case)]
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


def _why_not_recorded(label: str, case: CauseTest) -> Iterator[DifferenceCause]:
    """The first cause that holds; where files were switched off, that they changed since as well."""
    off = _off(case)
    if off is not None and case.off_is_proved:
        yield off
        since = changed(label, case)
        if since is not None:
            yield since
        return
    yield next(found for found in _reasons_for_silence(label, case, off) if found is not None)


def _off(case: CauseTest) -> DifferenceCause | None:
    """That context files were switched off, where no hint came and something speaks for it."""
    if not case.switched_off or not case.ruleset.hints.obeys_skip or case.has_hints():
        return None
    sentence = f"Context files were switched off for this session. {case.switched_off}"
    return DifferenceCause(CauseKind.SWITCHED_OFF, sentence)


def _reasons_for_silence(
    label: str, case: CauseTest, off: DifferenceCause | None
) -> Iterator[DifferenceCause | None]:
    if case.call.is_spilled and not case.ruleset.records_before_spilling:
        yield DifferenceCause(
            CauseKind.SPILLED,
            "The result was so large that a preview took its place, and with it the hint: up to "
            f"{last_without(lambda one: one.records_before_spilling)} it is recorded only after that.",
        )
    if not case.is_settled:
        yield other_release(case)
    yield changed(label, case)
    if case.is_settled:
        yield other_release(case)
    yield off
    if not case.has_hints() and case.ruleset.hints.obeys_skip:
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
    yield doubtful_anchor(case)
    yield rewritten(case)
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
    if os.path.isabs(label) and not case.ruleset.hints.outside:
        yield DifferenceCause(
            CauseKind.MOVED_ANCHOR,
            f"{label} is a whole path: Hermes writes it so where the file is outside the directory that the "
            f"tracker stands in. That was another one than {case.anchor.recorded}, which the prompt names.",
        )
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
        yield other_release(case)
    visit = next((visit for visit in case.trace.visits if visit.directory == directory), None)
    if visit is not None:
        yield _of_visit(label, visit, case)
    yield other_release(case)
    if case.call.is_wrapped:
        yield DifferenceCause(
            CauseKind.LOOKALIKE,
            f"The result is free text, as {case.call.call.tool} returns it. Is the line about {label} "
            "part of what was read, and no hint?",
            is_question=True,
        )
    yield doubtful_anchor(case)
    yield rewritten(case)
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
        written = written_after(path, case)
        if written:
            return DifferenceCause(
                CauseKind.CHANGED, f"{label} was sent then. {written} Today: {visit.reason}"
            )
    return None
