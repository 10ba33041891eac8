"""What the reader of a call's trace must know besides its climbs."""

from collections.abc import Collection, Iterable, Iterator

from hermes_tui.core.hints.trace import Climb, Visit
from hermes_tui.core.releases.lookup import RELEASES
from hermes_tui.core.toolcalls.calls import ToolCall
from hermes_tui.core.toolcalls.words import CD_OPERAND, CD_OPERAND_IGNORED, Word, has_open_quote

_RELEASED_LEVELS = max(release.hints.levels for release in RELEASES)


def notes_on(
    call: ToolCall, words: Iterable[Word], climbs: Iterable[Climb], asked: Collection[Visit]
) -> Iterator[str]:
    """Sentences about a call whose directories gave the visits *asked*."""
    fired = [visit.file.path for visit in asked if visit.hint is not None and visit.file is not None]
    if len(fired) > 1:
        yield (
            f"Hermes keeps the directories of one call in no order, so these {len(fired)} hints may come in "
            "any; they are shown in the order of their paths."
        )
    if any(visit.file is not None and visit.file.winner in fired for visit in asked):
        yield "Two of these files have the same text: which of them is sent is left to chance."
    if has_open_quote(call):
        yield "A quote in the command is not closed, so Hermes splits it at white space."
    if _moves_and_reads(words):
        yield "Relative paths count from the working directory: a cd in the command does not change that."
    yield from _deeper_than_any_release(list(climbs))


def _moves_and_reads(words: Iterable[Word]) -> bool:
    """A ``cd`` comes before a relative path."""
    moved = False
    for word in words:
        if word.reason in (CD_OPERAND, CD_OPERAND_IGNORED):
            moved = True
        elif moved and word.taken and not word.text.startswith(("/", "~", "..")):
            return True
    return False


def _deeper_than_any_release(climbs: list[Climb]) -> Iterator[str]:
    """The documentation counts one directory more than releases do: where that makes a difference."""
    said = {visit.directory for climb in climbs for visit in climb.visits[:_RELEASED_LEVELS]}
    for climb in climbs:
        for number, visit in enumerate(climb.visits[_RELEASED_LEVELS:], _RELEASED_LEVELS + 1):
            if visit.names and visit.directory not in said:
                said.add(visit.directory)
                yield (
                    f"{visit.shown} is directory {number} of its climb: the documentation counts it in, but "
                    f"every release stops after {_RELEASED_LEVELS}."
                )
