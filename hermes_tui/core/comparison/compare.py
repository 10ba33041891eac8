"""What changes between two starts, of two Hermes releases or as it is and as it might be: verdicts, prompt
parts, hints."""

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from hermes_tui.core.comparison.differences import why_unseen
from hermes_tui.core.prompt.context_file import ContextFile
from hermes_tui.core.prompt.startup import Startup, inspect
from hermes_tui.core.sessions.session import begin_session
from hermes_tui.core.sessions.steps import Planned, Step, Terms
from hermes_tui.core.settings.settings import Settings
from hermes_tui.core.situation import Situation
from hermes_tui.core.surveys.survey import FoundFile, Reach, survey
from hermes_tui.core.toolcalls.calls import ToolCall


class FileChange(NamedTuple):
    """A file with another verdict, or another text sent, on the second side."""

    path: Path
    before: ContextFile | None
    """``None``: the first side does not know of it."""
    after: ContextFile | None


class PartChange(NamedTuple):
    """A part of the prompt that differs."""

    title: str
    before: str | None
    """``None``: not in the first side's prompt."""
    after: str | None


class HintChange(NamedTuple):
    """A tool call that appends something else."""

    number: int
    """Of the call in the session, from 1."""
    call: ToolCall
    before: str | None
    after: str | None


class BelowChange(NamedTuple):
    """A context file beside or below the chain that hints bring otherwise."""

    path: Path
    label: str
    before: FoundFile | None
    """``None``: no hint of the first side comes near it, as in a directory with an excluded name."""
    after: FoundFile | None
    reasons: tuple[str, str]
    """Why each side does so, in sentences; may be foreign."""


class Comparison(NamedTuple):
    """Two situations side by side, with what differs in the second."""

    before: Startup
    after: Startup
    names: tuple[str, str]
    """What the two are called."""
    files: tuple[FileChange, ...]
    parts: tuple[PartChange, ...]
    hints: tuple[HintChange, ...]
    below: tuple[BelowChange, ...] = ()
    """What hints bring otherwise, whatever the calls; only where two releases are compared."""

    @property
    def is_same(self) -> bool:
        """Both sides send the same, at the start and by hints."""
        return (
            self.before.prompt == self.after.prompt
            and self.before.failure == self.after.failure
            and not self.hints
            and not self.below
        )


def compare_releases(
    situation: Situation, before: Settings, after: Settings, plan: Iterable[Planned] = ()
) -> Comparison:
    """The same directory by the releases of both settings, on the same bytes; a session goes as *plan* says
    in each."""
    first, second = situation._replace(settings=before), situation._replace(settings=after)
    names = (before.ruleset.name, after.ruleset.name)
    return compare(first, second, names, plan)._replace(below=tuple(below_changes(first, second)))


def compare(
    before: Situation, after: Situation, names: tuple[str, str], plan: Iterable[Planned] = ()
) -> Comparison:
    """Inspect both situations, called *names*, and let a session go as *plan* says in each: calls, moves and
    events."""
    plan = tuple(plan)
    hints = _hint_changes(_steps(before, plan), _steps(after, plan))
    return compare_starts(inspect(before), inspect(after), names)._replace(hints=tuple(hints))


def compare_starts(first: Startup, second: Startup, names: tuple[str, str]) -> Comparison:
    """Two starts that were inspected already, without hints."""
    changes, parts = file_changes(first, second), _part_changes(first, second)
    return Comparison(first, second, names, tuple(changes), tuple(parts), ())


def _found(situation: Situation) -> dict[Path, FoundFile]:
    """Every context file that hints may bring, each to a session that has just begun."""
    return {item.path: item for item in survey(situation) if isinstance(item, FoundFile)}


def _steps(situation: Situation, plan: Iterable[Planned]) -> list[Step]:
    """The calls of a session that goes as *plan* says, and what each brings."""
    terms = Terms(situation.settings, disk=situation.disk)
    session = begin_session(situation.cwd, terms, plan=plan).to_end()
    return [step for leg in session.legs for step in leg.steps]


def file_changes(before: Startup | None, after: Startup | None) -> Iterator[FileChange]:
    """Files with another verdict or text in the second of two starts; ``None``: there was none."""
    first, second = ({file.path: file for file in side.files} if side else {} for side in (before, after))
    for path in dict.fromkeys((*first, *second)):
        old, new = first.get(path), second.get(path)
        if old is None or new is None or _outcome(old) != _outcome(new):
            yield FileChange(path, old, new)


def _outcome(file: ContextFile) -> tuple[object, ...]:
    return (file.verdict, file.label, str(file.section) if file.in_prompt else "")


def _part_changes(before: Startup, after: Startup) -> Iterator[PartChange]:
    first, second = _parts(before), _parts(after)
    for key in dict.fromkeys((*first, *second)):
        old, new = first.get(key), second.get(key)
        if old != new:
            yield PartChange(key, old, new)


def _parts(startup: Startup) -> dict[str, str]:
    prompt = startup.prompt or ""
    found: dict[str, str] = {}
    for part in startup.parts():
        found[part.title] = found.get(part.title, "") + prompt[part.start : part.end]
    return found


def below_changes(before: Situation, after: Situation) -> Iterator[BelowChange]:
    """Files beside and below the chain that hints bring otherwise to a session that has just begun."""
    first, second = _found(before), _found(after)
    for path in sorted({*first, *second}):
        old, new = first.get(path), second.get(path)
        if _way(old) != _way(new):
            label = (old or new or first[path]).label
            reasons = tuple(
                found.reason if found is not None else why_unseen(label, side.ruleset)
                for side, found in ((before, old), (after, new))
            )
            yield BelowChange(path, label, old, new, (reasons[0], reasons[1]))


def _way(found: FoundFile | None) -> tuple[object, ...] | None:
    """What counts of how a file gets to the model by a hint; what is not brought is all one."""
    if found is None or found.state is not Reach.HINT:
        return None
    return (found.file.verdict, str(found.file.section)) if found.file else ()


def way_in_words(found: FoundFile | None) -> str:
    """How a file gets to the model by a hint: ``◐ cut``, or not at all."""
    if found is None or found.state is not Reach.HINT:
        return "no hint"
    return f"{found.file.verdict.glyph} {found.file.verdict.word}" if found.file else "by a hint"


def _hint_changes(before: list[Step], after: list[Step]) -> Iterator[HintChange]:
    for number, (old, new) in enumerate(zip(before, after, strict=True), 1):
        if old.trace.text != new.trace.text:
            yield HintChange(number, old.trace.call, old.trace.text, new.trace.text)
