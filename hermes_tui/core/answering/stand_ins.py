"""Files that lose nothing by not being sent: another one has their text, or they only point to it.

Many repositories keep a ``CLAUDE.md`` for other tools that is a link to ``AGENTS.md``, a copy of it, or one
line such as ``@AGENTS.md``. Where the file that they stand for is sent, nothing must be mended.
"""

import os
from collections.abc import Iterable

from hermes_tui.core.answering.answers import Loss, Names
from hermes_tui.core.prompt.files import ContextFile, Verdict

CODE = "HT045"
LONGEST_POINTER = 400
"""Characters of a file that is still taken for a pointer."""
_MOST_LINES = 2
_LONGEST_LINE = 120
_NOTHING_TO_DO = "Nothing must be done."


def stand_in(
    file: ContextFile, winners: Iterable[ContextFile], names: Names, *, sent: str = "which is sent"
) -> Loss | None:
    """What is said of *file* where one of the *winners* has, or is, all that it stands for.

    Only a winner that is sent whole counts; *sent* says how.
    """
    for winner in winners:
        if winner.verdict is not Verdict.LOADED:
            continue
        name = names.show(winner.path)
        if file.text.strip() == winner.text.strip():
            return Loss(CODE, f"its text is the same as that of {name}, {sent}", _NOTHING_TO_DO)
        if points_to(file, winner):
            return Loss(CODE, f"it only points to {name}, {sent}", _NOTHING_TO_DO)
    return None


def points_to(file: ContextFile, other: ContextFile) -> bool:
    """Headings aside, *file* is a line or two, of which one names *other*, as ``@AGENTS.md``."""
    if len(file.text) > LONGEST_POINTER:
        return False
    lines = [line.strip() for line in file.text.splitlines()]
    rest = [line for line in lines if line and not line.startswith("#")]
    target = os.path.relpath(other.path, file.path.parent)
    is_short = 0 < len(rest) <= _MOST_LINES and all(len(line) <= _LONGEST_LINE for line in rest)
    return is_short and any(_names(line, target) for line in rest)


def _names(line: str, target: str) -> bool:
    words = (word.strip("`'\"()[]<>,:;@").rstrip(".") for word in line.replace("](", " ").split())
    return target in {word.removeprefix("./") for word in words}
