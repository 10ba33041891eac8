"""What in a call goes otherwise than its author would think, said when it happens."""

import os
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from hermes_tui.core.filesystem.disk import Disk
from hermes_tui.core.hints.climb import has_suffix
from hermes_tui.core.hints.trace import CallTrace, NameResult, Outcome, Visit
from hermes_tui.core.hints.unseen_arguments import unseen_arguments
from hermes_tui.core.prompt.startup import Startup
from hermes_tui.core.text.phrases import listed
from hermes_tui.core.toolcalls.shell_words import navigation_operands
from hermes_tui.core.toolcalls.tool_names import TERMINAL, is_untrusted
from hermes_tui.core.toolcalls.words import COMMAND_KEY, Word

NAMES = (
    "hints_off",
    "untrusted_wrapper",
    "chained_cd",
    "beyond_climb",
    "spent_directory",
    "copy_held_back",
    "copy_sent_again",
    "arrives_twice",
    "dotted_directory",
    "excluded_name",
    "open_order",
    "unseen_arguments",
)
"""Every trap, in the order in which they are told."""

REPLACED_NOTES = {
    "hints_off": "No hints are sent at all",
    "chained_cd": "Relative paths count from the working directory",
    "open_order": "Hermes keeps the directories of one call in no order",
}
"""How the note of a trace begins that the trap says as well."""

_WRITES = ("write_file", "patch")
_HERMES_NAMES = (".hermes.md", "hermes.md")


class Trap(NamedTuple):
    """A warning about one call."""

    name: str
    """One of :data:`NAMES`."""
    sentence: str
    """May hold foreign text."""


def find_traps(trace: CallTrace, startup: Startup, disk: Disk) -> tuple[Trap, ...]:
    """The traps of the call, given the *startup* of its session and the *disk* as the call saw it."""
    found = [
        *_hints_off(trace),
        *_untrusted(trace, startup),
        *_chained_cd(trace),
        *_beyond_climb(trace, startup, disk),
        *_spent(trace, startup, disk),
        *_copies(trace, startup),
        *_arrives_twice(trace, startup),
        *_dotted(trace, disk),
        *_excluded(trace, startup, disk),
        *_open_order(trace),
        *(Trap("unseen_arguments", sentence) for sentence in unseen_arguments(trace)),
    ]
    return tuple(sorted(found, key=lambda trap: NAMES.index(trap.name)))


def notes_beside(trace: CallTrace, traps: tuple[Trap, ...]) -> tuple[str, ...]:
    """The notes of the trace that no trap says already."""
    said = tuple(REPLACED_NOTES[trap.name] for trap in traps if trap.name in REPLACED_NOTES)
    return tuple(note for note in trace.notes if not (said and note.startswith(said)))


def _hints_off(trace: CallTrace) -> Iterator[Trap]:
    if trace.before.at_home is not None:
        yield Trap("hints_off", trace.before.off)


def _untrusted(trace: CallTrace, startup: Startup) -> Iterator[Trap]:
    """A hint makes every result long enough to be wrapped: its first line alone has 32 characters."""
    tool = trace.call.tool
    if trace.hints and startup.ruleset.hints.wrapped and is_untrusted(tool):
        labels = listed([hint.label for hint in trace.hints])
        yield Trap(
            "untrusted_wrapper",
            f"{labels} comes inside <untrusted_tool_result>, for {tool} brings text from elsewhere: the "
            "wrapper tells the model to follow no instruction in it. The directory is spent all the same.",
        )


# ── where the words lead ──


def _chained_cd(trace: CallTrace) -> Iterator[Trap]:
    """The first relative path behind a ``cd``: Hermes does not go along."""
    command = trace.call.args.get(COMMAND_KEY)
    if trace.call.tool != TERMINAL or not isinstance(command, str):
        return
    operands = {operand.span.start: operand for operand in navigation_operands(command)}
    base = trace.before.working_dir
    shell, moved = base, 0
    pending = None
    for word in trace.words:
        if word.span is None:
            continue
        if pending is not None and word.span.start != pending.span.start:
            shell, moved = Path(os.path.normpath(shell / pending.text)), pending.span.end
            pending = None
        if ")" in command[moved : word.span.start]:  # the end of a subshell
            shell, moved = base, word.span.start
        if shell != base and word.taken and not word.text.startswith(("/", "~")):
            yield Trap("chained_cd", _elsewhere(trace, word, shell))
            return
        pending = operands.get(word.span.start, pending)


def _elsewhere(trace: CallTrace, word: Word, shell: Path) -> str:
    base = trace.before.working_dir
    looked, meant = (os.path.relpath(start / word.text, base) for start in (base, shell))
    sentence = (
        f"The shell is in {os.path.relpath(shell, base)} when it comes to {word.text}, but Hermes counts "
        f"from the working directory: it looks for {looked}, not for {meant}."
    )
    labels = [
        visit.hint.label
        for climb in trace.climbs
        if climb.word == word
        for visit in climb.visits
        if visit.hint is not None
    ]
    return f"{sentence} Rules of another folder came: {listed(labels)}." if labels else sentence


def _beyond_climb(trace: CallTrace, startup: Startup, disk: Disk) -> Iterator[Trap]:
    said: set[Path] = set()
    for climb in trace.climbs:
        asked = [visit for visit in climb.visits if visit.outcome is not Outcome.BEYOND]
        spent = [visit for visit in asked if visit.directory in trace.after.visited]
        for visit in climb.visits:
            name = _hint_name(visit, startup, disk) if visit.outcome is Outcome.BEYOND else ""
            if not name or visit.directory in said:
                continue
            said.add(visit.directory)
            sentence = (
                f"{_beside(visit, name)} lies beyond the climb, which ends after {len(asked)} directories."
            )
            if spent:
                sentence += f" Later climbs end at {spent[-1].shown}, which is visited now."
            yield Trap("beyond_climb", f"{sentence} A path straight into {visit.shown} still brings it.")


def _spent(trace: CallTrace, startup: Startup, disk: Disk) -> Iterator[Trap]:
    for visit in trace.visits:
        if visit.outcome is Outcome.BLOCKED and visit.file is not None:
            why = f"{visit.file.path.name} is blocked"
        elif visit.outcome is Outcome.NO_FILE:
            why = _unused(visit, startup, disk)
        else:
            continue
        if why:
            yield Trap(
                "spent_directory",
                f"{visit.shown} is spent without its rules: {why}. Even when that is mended, nothing comes "
                "from there in this session.",
            )


def _unused(visit: Visit, startup: Startup, disk: Disk) -> str:
    """The rules of a directory that Hermes found none in, and why they do not count."""
    for tried in visit.names:
        if tried.result is not NameResult.ABSENT or tried.detail:
            return f"{tried.name} is there, but cannot be used ({tried.detail or tried.result.value})"
    known = {name.casefold() for name in startup.ruleset.hints.names}
    for name in disk.names(visit.directory):
        if name.casefold() in _HERMES_NAMES:
            return f"hints never ask for {name}"
        if name.casefold() in known:
            return f"{name} is no name that Hermes asks for"
    return ""


def _dotted(trace: CallTrace, disk: Disk) -> Iterator[Trap]:
    for climb in trace.climbs:
        name = Path(climb.word.text).name
        if climb.note and climb.start and has_suffix(name) and disk.is_directory(climb.start / name):
            yield Trap("dotted_directory", climb.note)


def _excluded(trace: CallTrace, startup: Startup, disk: Disk) -> Iterator[Trap]:
    said: set[str] = set()
    for visit in trace.visits:
        if visit.outcome is not Outcome.EXCLUDED or visit.excluded_by in said:
            continue
        said.add(visit.excluded_by)
        name = _hint_name(visit, startup, disk)
        kept = f" {_beside(visit, name)} stays unseen." if name else ""
        yield Trap("excluded_name", f"{visit.reason}{kept}")


# ── the same text twice, or not at all ──


def _copies(trace: CallTrace, startup: Startup) -> Iterator[Trap]:
    sent = {(file.content.text or "").strip(): file for file in startup.sent}
    for visit in trace.visits:
        if visit.file is None:
            continue
        if visit.hint is not None and visit.file.verdict.is_sent:
            first = sent.get(visit.file.text.strip())
            if first is not None and first.path != visit.file.path:
                why = (
                    "of the startup files, Hermes knows only the working directory's own again"
                    if startup.ruleset.hints.deduplicates
                    else "this release does not compare texts"
                )
                yield Trap(
                    "copy_sent_again",
                    f"{visit.file.label} has the same text as {first.label}, which is in the prompt, and is "
                    f"sent all the same: {why}.",
                )
        elif visit.outcome is Outcome.DUPLICATE:
            yield from _held_back(visit, trace, startup)


def _held_back(visit: Visit, trace: CallTrace, startup: Startup) -> Iterator[Trap]:
    if visit.file is None or (winner := visit.file.winner) is None:
        return
    if not any(sent.at_startup and sent.path == winner for sent in trace.before.sent.values()):
        return
    first = next((file for file in startup.files if file.path == winner), None)
    if first is not None and first.verdict.is_sent:
        return
    state = f" (it is {first.verdict.word})" if first else ""
    yield Trap(
        "copy_held_back",
        f"{visit.file.label} is held back as a copy of {winner.name} in the working directory, which counts "
        f"as sent but was not{state}: the model gets this text from neither.",
    )


def _arrives_twice(trace: CallTrace, startup: Startup) -> Iterator[Trap]:
    if trace.call.tool in _WRITES:
        return
    said: set[Path] = set()
    for climb in trace.climbs:
        if climb.start is None:
            continue
        path = climb.start / Path(climb.word.text).name
        if path in said:
            continue
        said.add(path)
        for hint in trace.hints:
            if hint.file.path == path and hint.file.verdict.is_sent:
                yield Trap(
                    "arrives_twice", f"{hint.label} is what the call itself names: its text arrives twice."
                )
        for file in startup.sent:
            if file.path == path:
                yield Trap(
                    "arrives_twice", f"{file.label} is in the prompt from the start: its text arrives twice."
                )


def _open_order(trace: CallTrace) -> Iterator[Trap]:
    labels = [hint.label for hint in trace.hints]
    if len(labels) > 1:
        yield Trap(
            "open_order",
            f"Hermes keeps the directories of one call in no order: {listed(labels)} may come in any.",
        )


# ── words ──


def _hint_name(visit: Visit, startup: Startup, disk: Disk) -> str:
    """The context file that the directory would give, were it asked; empty where there is none."""
    return next((name for name in startup.ruleset.hints.names if disk.is_file(visit.directory / name)), "")


def _beside(visit: Visit, name: str) -> str:
    return os.path.join(visit.shown, name)
