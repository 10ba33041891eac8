"""The history of what the model gets, as plain text and as JSON. Text is harmless to a terminal."""

from collections.abc import Iterator
from typing import Any

from hermes_tui.core.comparison.compare import FileChange
from hermes_tui.core.diagnosis.diagnose import Diagnoser
from hermes_tui.core.diagnosis.model import State
from hermes_tui.core.diagnosis.names import Names
from hermes_tui.core.history.history import Edited, Standing, Step, TextStep, lost_to_caps
from hermes_tui.core.history.log import Commit
from hermes_tui.core.history.revision import SHORT
from hermes_tui.core.prompt.context_file import ContextFile
from hermes_tui.core.prompt.startup import Startup
from hermes_tui.core.text.phrases import capitalised
from hermes_tui.core.text.terminal_safe import safe

SCHEMA = 1
"""Version of the JSON; a field may be added without a new one."""

_STATES = {State.SENT: "✓ sent", None: "· in no file that is read"}


def commit_line(commit: Commit | None) -> str:
    """Which commit, when, by whom, and its subject."""
    if commit is None:
        return "not committed yet"
    return f"{commit.name[:SHORT]}  {commit.date:%Y-%m-%d}  {safe(commit.author)}  {safe(commit.subject)}"


def step_text(step: Step, names: Names) -> Iterator[str]:
    """The commit, and below it what it did to each file, and by what."""
    yield commit_line(step.commit)
    for change in step.changes:
        yield f"    {effect_words(change, names)}"
        cause = new_cause(change, step.after)
        if cause:
            yield f"        {safe(cause)}"
    edits = ", ".join(edit_words(edit, names) for edit in step.edits)
    if edits:
        yield f"    by: {safe(edits)}"


def effect_words(change: FileChange, names: Names) -> str:
    """What became of a file: ``AGENTS.md ✓ sent → ◐ cut, 312 characters lost``."""
    old, new = _verdict(change.before), _verdict(change.after)
    said = f"{safe(names.show(change.path))} {f'{new}, its text changed' if old == new else f'{old} → {new}'}"
    before, after = (lost_to_caps(file) if file else 0 for file in (change.before, change.after))
    if after:
        said += f", {after:,} characters lost"
    elif before and change.after and change.after.verdict.is_sent:
        said += ", nothing lost any more"
    return said


def _verdict(file: ContextFile | None) -> str:
    return f"{file.verdict.glyph} {file.verdict.word}" if file else "not there"


def new_cause(change: FileChange, after: Startup | None) -> str:
    """What stops the file from then on, where that is new."""
    if change.after is None or after is None:
        return ""
    if change.before is not None and change.before.verdict is change.after.verdict:
        return ""
    diagnosis = Diagnoser(after).at(change.path)
    return "" if diagnosis.state is State.SENT else capitalised(diagnosis.cause)


def edit_words(edit: Edited, names: Names) -> str:
    """What a commit did to one file: ``AGENTS.md grew by 2,410 characters``."""
    shown = names.show(edit.path)
    if edit.before is None:
        return f"{shown} is new"
    if edit.after is None:
        return f"{shown} is gone"
    more = edit.after - edit.before
    if not more:
        return f"{shown} was edited"
    count = "1 character" if abs(more) == 1 else f"{abs(more):,} characters"
    return f"{shown} {'grew' if more > 0 else 'shrank'} by {count}"


def text_answer(newest: TextStep) -> str:
    """Since when a text is sent, or is not, in a sentence."""
    commit, before, after = newest.step.commit, newest.before.state, newest.after.state
    when = "what is not committed yet"
    if commit is not None:
        when = f'{commit.name[:SHORT]} ({commit.date:%Y-%m-%d}, "{safe(commit.subject)}")'
    if not newest.after.is_known:
        return f"Not known since {when}: what stood in a file then was not fetched."
    if not newest.before.is_known:
        what = "Sent" if after is State.SENT else "Not sent"
        return f"{what} since {when} at least: what was before was not fetched."
    if after is State.SENT:
        return f"Sent since {when}."
    if before is State.SENT:
        return f"Sent until {when}."
    return f"Not sent since {when}, nor before." if after else f"Gone since {when}; it was not sent before."


def text_step_text(found: TextStep, names: Names) -> Iterator[str]:
    """The commit, what became of the text by it, and by what."""
    yield commit_line(found.step.commit)
    yield f"    {turn_in_words(found)}"
    for standing in (found.after, found.before):
        if standing.diagnosis is not None:
            place = f"{names.show(standing.diagnosis.path)}:{standing.diagnosis.line}"
            if standing.state is State.SENT:
                yield f"        {'in' if standing is found.after else 'it was in'} {safe(place)}"
            else:
                yield f"        {safe(place)}: {safe(standing.diagnosis.cause)}"
            break
    edits = ", ".join(edit_words(edit, names) for edit in found.step.edits)
    if edits:
        yield f"    by: {safe(edits)}"


def turn_in_words(found: TextStep) -> str:
    """What the text was before, and what it is since: ``✓ sent → ✗ not sent``."""
    return f"{_state(found.before)} → {_state(found.after)}"


def _state(standing: Standing) -> str:
    if not standing.is_known:
        return "? not fetched"
    return _STATES.get(standing.state, "✗ not sent")


def step_json(step: Step) -> dict[str, Any]:
    """The same facts for a program; no text of files."""
    return {
        **_commit_json(step.commit),
        "files": [
            {
                "path": str(change.path),
                "before": change.before.verdict.value if change.before else None,
                "after": change.after.verdict.value if change.after else None,
                "chars_lost": lost_to_caps(change.after) if change.after else 0,
                "cause": new_cause(change, step.after) or None,
            }
            for change in step.changes
        ],
        "edits": _edits_json(step),
    }


def text_step_json(found: TextStep) -> dict[str, Any]:
    """The same for a text."""
    return {
        **_commit_json(found.step.commit),
        "before": _standing_json(found.before),
        "after": _standing_json(found.after),
        "edits": _edits_json(found.step),
    }


def _standing_json(standing: Standing) -> dict[str, Any]:
    diagnosis = standing.diagnosis
    return {
        "state": standing.state.value if standing.state else None,
        "fetched": standing.is_known,
        "path": str(diagnosis.path) if diagnosis else None,
        "line": diagnosis.line if diagnosis else None,
        "cause": diagnosis.cause if diagnosis and standing.state is not State.SENT else None,
    }


def _commit_json(commit: Commit | None) -> dict[str, Any]:
    return {
        "commit": commit.name if commit else None,
        "date": commit.date.isoformat() if commit else None,
        "author": commit.author if commit else None,
        "subject": commit.subject if commit else None,
    }


def _edits_json(step: Step) -> list[dict[str, Any]]:
    sizes = ({"path": str(path), "chars_before": old, "chars_after": new} for path, old, new in step.edits)
    return list(sizes)
