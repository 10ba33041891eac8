"""Files that lose nothing by not being sent: another one has their text, or they only point to it.

Many repositories keep a ``CLAUDE.md`` for other tools that is a link to ``AGENTS.md``, a copy of it, or one
line such as ``@AGENTS.md``. Where the file that they stand for is sent, nothing must be mended.
"""

from collections.abc import Iterable

from hermes_tui.core.diagnosis.model import Loss, Names
from hermes_tui.core.prompt.context_file import ContextFile, Verdict
from hermes_tui.core.prompt.pointer_files import points_to
from hermes_tui.core.text.public_text import Public, public, shell_word

CODE = "HT045"
_NOTHING_TO_DO = public("Nothing must be done.")
_SENT = public("which is sent")


def stand_in(
    file: ContextFile, winners: Iterable[ContextFile], names: Names, *, sent: Public = _SENT
) -> Loss | None:
    """What is said of *file* where one of the *winners* has, or is, all that it stands for.

    A winner that is sent whole counts, and one that a cap takes from where *file* has no rules of its own;
    *sent* says how it is sent.
    """
    for winner in winners:
        name = names.show(winner.path)
        is_short_of_room = winner.verdict in (Verdict.TRUNCATED, Verdict.LOST)
        if is_short_of_room and points_to(file.text, file.path, winner.path):
            so = (
                public("{}, but cut", sent)
                if winner.verdict is Verdict.TRUNCATED
                else public("of which the cap leaves nothing")
            )
            todo = public("Nothing must be done here: mend {} (hermes-tui why {}).", name, shell_word(name))
            return Loss(CODE, public("it only points to {}, {}", name, so), todo)
        if winner.verdict is not Verdict.LOADED:
            continue
        if file.text.strip() == winner.text.strip():
            return Loss(CODE, public("its text is the same as that of {}, {}", name, sent), _NOTHING_TO_DO)
        if points_to(file.text, file.path, winner.path):
            return Loss(CODE, public("it only points to {}, {}", name, sent), _NOTHING_TO_DO)
    return None
