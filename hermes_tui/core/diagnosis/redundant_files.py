"""Files that lose nothing by not being sent: another one has their text, or they only point to it.

Many repositories keep a ``CLAUDE.md`` for other tools that is a link to ``AGENTS.md``, a copy of it, or one
line such as ``@AGENTS.md``. Where the file that they stand for is sent, there is nothing to do. A line beside
the pointer is a rule of its own, and is lost.
"""

from collections.abc import Iterable

from hermes_tui.core.diagnosis.model import Obstacle
from hermes_tui.core.diagnosis.names import Names
from hermes_tui.core.diagnosis.ways import Way
from hermes_tui.core.prompt.context_file import ContextFile, Verdict
from hermes_tui.core.prompt.pointer_files import points_to
from hermes_tui.core.text.provenance import Span
from hermes_tui.core.text.public_text import Public, public, shell_word

CODE = "HT045"
_NOTHING_TO_DO = "Nothing to do."
_SENT = public("which is sent")


def stand_in(
    file: ContextFile,
    winners: Iterable[ContextFile],
    names: Names,
    *,
    sent: Public = _SENT,
    span: Span | None = None,
) -> Obstacle | None:
    """What is said of *file*, or of its lines around *span*, where one of the *winners* has all of it.

    A winner that is sent whole counts, and one that a cap takes from where *file* has no rules of its own;
    *sent* says how it is sent.
    """
    text = file.text if span is None else _lines_around(file.text, span)
    it = public("it") if span is None else public("this line")
    for winner in winners:
        name = names.show(winner.path)
        is_short_of_room = winner.verdict in (Verdict.TRUNCATED, Verdict.LOST)
        if is_short_of_room and points_to(text, file.path, winner.path):
            so = (
                public("{}, but cut", sent)
                if winner.verdict is Verdict.TRUNCATED
                else public("of which the cap leaves nothing")
            )
            ask = Way(public("ask about that one: hermes-tui why {}", shell_word(name)))
            return Obstacle(CODE, public("{} only points to {}, {}", it, name, so), (ask,))
        if winner.verdict is not Verdict.LOADED:
            continue
        if file.text.strip() == winner.text.strip():
            return Obstacle(
                CODE, public("its text is the same as that of {}, {}", name, sent), note=_NOTHING_TO_DO
            )
        if points_to(text, file.path, winner.path):
            return Obstacle(CODE, public("{} only points to {}, {}", it, name, sent), note=_NOTHING_TO_DO)
    return None


def _lines_around(text: str, span: Span) -> str:
    start = text.rfind("\n", 0, span.start) + 1
    end = text.find("\n", max(span.start, span.end - 1))
    return text[start : end if end >= 0 else len(text)]
