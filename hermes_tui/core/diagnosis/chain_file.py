"""What stops one context file, or one place in it, and what to do: a code, a culprit, a remedy.

The verdicts and the lost ranges come from the model; here they become one line that names the winner or the
cause. Paths are shown as :class:`~hermes_tui.core.diagnosis.model.Names` has them. Text may be foreign.
"""

from pathlib import Path
from typing import NamedTuple

from hermes_tui.core.diagnosis import blocked, common_obstacles, truncated
from hermes_tui.core.diagnosis.duplicates import copy_on_chain, in_twin
from hermes_tui.core.diagnosis.imports_and_links import is_yaml_like
from hermes_tui.core.diagnosis.model import Loss, Names
from hermes_tui.core.diagnosis.other_start import is_read, is_read_from, root_around
from hermes_tui.core.diagnosis.redundant_files import CODE as NOTHING_LOST
from hermes_tui.core.diagnosis.redundant_files import stand_in
from hermes_tui.core.diagnosis.unknown_names import new_name, unknown_name
from hermes_tui.core.filesystem.disk import Disk
from hermes_tui.core.git.roots import git_root_at
from hermes_tui.core.prompt.body import LEGACY_HEADING, WAITS_TOO_LONG
from hermes_tui.core.prompt.context_file import Cause, ContextFile, FileKind, Verdict
from hermes_tui.core.prompt.placement import (
    Belonging,
    advice,
    belonging,
    best_of,
    into,
    owner,
    writing,
)
from hermes_tui.core.prompt.startup import Startup
from hermes_tui.core.prompt.verdict_text import lines_lost
from hermes_tui.core.releases.lookup import RELEASES, first_with
from hermes_tui.core.settings.keys import READ_TIMEOUT
from hermes_tui.core.text.provenance import Span
from hermes_tui.core.text.public_text import (
    NOTHING,
    Public,
    file_name,
    public,
    public_list,
    public_sentence,
    release_name,
)

_ONE_TYPE = public("Hermes sends one type of context file only")


class Case(NamedTuple):
    """One file, and what is needed to speak of it."""

    file: ContextFile
    startup: Startup
    names: Names

    @property
    def disk(self) -> Disk:
        """What was seen of the file system."""
        return self.startup.disk

    @property
    def shown(self) -> Public:
        """The file's path for a reader."""
        return self.names.show(self.file.path)


def loss_of(case: Case, span: Span | None = None) -> Loss | None:
    """What stops the file, or the characters *span* of it; ``None`` where all of that is sent.

    Without a span it is the file's verdict that counts: a file sent without its front matter is sent.
    """
    file = case.file
    match file.verdict:
        case Verdict.SHADOWED:
            found = _shadowed(case)
        case Verdict.SUPERSEDED:
            found = _superseded(case)
        case Verdict.DUPLICATE:
            return _duplicate(case, span)
        case Verdict.UNREADABLE:
            found = _unreadable(case)
        case Verdict.OUT_OF_REACH:
            found = _out_of_reach(case)
        case Verdict.EMPTY:
            found = _empty(case)
        case Verdict.BLOCKED:
            return _blocked(case, span)
        case Verdict.LOST:
            return _cut(case, span)
        case Verdict.TRUNCATED if span is None:
            return _cut(case, None)
        case _:
            return None if span is None else _piece_lost(case, span)
    return _with_next(found, file)


def _with_next(loss: Loss, file: ContextFile) -> Loss:
    """Nobody should mend the first obstacle only to meet the second."""
    if (
        loss.code == NOTHING_LOST
        or file.next is None
        or (file.next.verdict.is_sent and file.next.verdict is not Verdict.TRUNCATED)
    ):
        return loss
    return loss._replace(then=file.next)


# ── another file wins ──


def _shadowed(case: Case) -> Loss:
    ahead = _ahead(case)
    spared = stand_in(case.file, ahead, case.names)
    if spared is not None:
        return spared
    winners = [file for file in ahead if file.kind is ahead[0].kind and file.verdict.is_joined]
    names = [case.names.show(file.path) for file in winners]
    one = len(winners) == 1
    then = [case.names.show(file.path) for file in ahead if file not in winners]
    them = public("it") if one else public("them")
    more = public("; without {} {} would come next", them, public_list(then)) if then else NOTHING
    todo = _write_or_remove(case, best_of(winners))
    if all(file.verdict is Verdict.BLOCKED for file in winners):
        so = public("is blocked and still wins") if one else public("are blocked and still win")
        said = public("nothing is sent at all: {} {}{}", public_list(names), so, more)
        return Loss("HT006", said, todo)
    was = public("was found first") if one else public("were found first")
    return Loss("HT005", public("{} {}, and {}{}", public_list(names), was, _ONE_TYPE, more), todo)


def _superseded(case: Case) -> Loss:
    spared = stand_in(case.file, _ahead(case), case.names)
    if spared is not None:
        return spared
    first = _ahead(case)[0]
    name = case.names.show(first.path)
    if first.kind is FileKind.HERMES:
        culprit = public("the search ends at {}, the first file that it finds", name)
        useless = _USELESS.get(first.verdict)
        if useless is not None:
            every = public_list([case.names.show(path) for path in case.file.winners])
            return Loss("HT008", public("{}, although {}", culprit, useless), public("Remove {}.", every))
    else:
        culprit = public("{} comes first in the same directory, and replaces it", name)
    target = into(first)
    if first.verdict is Verdict.BLOCKED or (first.next and first.next.verdict is Verdict.BLOCKED):
        target = target._replace(must_be_mended=True)
        if first.kind is not FileKind.HERMES:
            culprit = public(
                "{} comes first in the same directory; it is blocked, and wins all the same", name
            )
    return Loss("HT007", culprit, _write_or_remove(case, target))


def _ahead(case: Case) -> list[ContextFile]:
    """All that must be gone before Hermes takes the file."""
    files = {file.path: file for file in case.startup.files}
    return [files[path] for path in case.file.winners]


_USELESS = {Verdict.EMPTY: public("it is empty"), Verdict.UNREADABLE: public("it cannot be read")}


def _write_or_remove(case: Case, target: Belonging) -> Public:
    """Write the rule into the file that is sent, or take all away that stands before this one."""
    names = [case.names.show(path) for path in case.file.winners]
    write = writing(target, case.names.show(target.path))
    return public_sentence(public("{}, or remove {}", write, public_list(names)))


def _duplicate(case: Case, span: Span | None) -> Loss:
    twin = next(file for file in case.startup.files if file.path == case.file.winner)
    loss = loss_of(case._replace(file=twin), in_twin(case.file, twin, span))
    return copy_on_chain(case.names.show(twin.path), twin, loss, span)


# ── the file itself ──


def _empty(case: Case) -> Loss:
    if case.file.text.strip():  # of SOUL.md nothing may be left once a section is removed
        return Loss(
            "HT017",
            f'all of it is the section "{LEGACY_HEADING}", which Hermes removes from SOUL.md',
            public("Give the section another heading."),
        )
    return common_obstacles.EMPTY


def _unreadable(case: Case) -> Loss:
    file, cap = case.file, case.startup.cap
    if cap.raises and file.why == cap.why_dropped:
        what = cap.ignored[-1].setting if cap.ignored else "the setting"
        return Loss("HT018", file.why, f"Give {what} a number that Hermes can reckon with.")
    if file.why == WAITS_TOO_LONG:
        return Loss("HT018", file.why, f"Give {READ_TIMEOUT} a number of seconds such as 5.")
    return common_obstacles.unreadable(
        file.content, file.why or "it cannot be read", file.path, case.names, case.disk
    )


def _piece_lost(case: Case, span: Span) -> Loss | None:
    """What took characters of a file that is otherwise sent."""
    taken = [piece for piece in case.file.lost if span.touches(piece.start, piece.end)]
    causes = {piece.cause for piece in taken}
    if Cause.FRONT_MATTER in causes:
        return front_matter(case, public("it"))
    if Cause.LEGACY_SECTION in causes:
        return legacy_section(case)
    if causes & {Cause.FILE_CAP, Cause.JOINT_CAP}:
        return _cut(case, span)
    return None


_PART = public("a part of it")


def front_matter(case: Case, what: Public = _PART) -> Loss | None:
    """What the removal of front matter took from ``.hermes.md``; *what* is the place that is spoken of."""
    text, name = case.file.text, case.shown
    piece = next((piece for piece in case.file.lost if piece.cause is Cause.FRONT_MATTER), None)
    if piece is None:
        return None
    where = lines_lost(text, case.file.lost, Cause.FRONT_MATTER)
    if is_yaml_like(text[piece.start : piece.end]):
        return Loss(
            "HT016",
            public("{} is in the front matter of {} ({}), which Hermes drops", what, name, where),
            public("Write the rule below the front matter."),
        )
    return Loss(
        "HT015",
        public(
            "{} is taken for front matter: {} begins with ---, and Hermes drops all up to the next line that "
            "begins with --- ({})",
            *(what, name, where),
        ),
        public("Put a heading before the first ---, or write *** for a rule line."),
    )


def legacy_section(case: Case) -> Loss | None:
    """What this release removes from ``SOUL.md``."""
    where = lines_lost(case.file.text, case.file.lost, Cause.LEGACY_SECTION)
    if not where:
        return None
    return Loss(
        "HT017",
        f'Hermes removes the section "{LEGACY_HEADING}" from SOUL.md ({where})',
        public("Give the section another heading."),
        public=public("Hermes removes a section from SOUL.md ({})", where),
    )


def _blocked(case: Case, span: Span | None) -> Loss:
    return blocked.loss(case.file, span, case.startup, case.disk)


def _cut(case: Case, span: Span | None) -> Loss:
    return truncated.loss(case.file, span, case.startup, case.names, case.disk)


# ── where no step of Hermes looks ──


def _out_of_reach(case: Case) -> Loss:
    file, startup = case.file, case.startup
    spared = None if file.kind is FileKind.AGENTS else stand_in(file, startup.files, case.names)
    if spared is not None:
        return spared
    directory = owner(file.path, startup.ruleset)
    target = belonging(directory, startup.cwd, startup.files, startup.ruleset, case.disk)
    if file.kind is FileKind.UNKNOWN:
        return unknown_name(file.path, new_name(file.path, target, startup), case.names)
    if directory not in startup.chain:
        return _above(case)
    write = public_sentence(advice(target, file.path, case.names.show(target.path)))
    if file.kind is FileKind.AGENTS:
        return Loss(
            "HT026",
            public(
                "Hermes {} reads AGENTS.md in the working directory only", release_name(startup.ruleset.name)
            ),
            _start_or_update(case) or write,
        )
    is_cursor = file.kind is FileKind.CURSOR
    what = public("Cursor rules are") if is_cursor else public("{} is", file_name(file.path))
    if not startup.ruleset.agents_chain and is_read_from(directory, file.path, startup, case.disk):
        write = public("Start Hermes in {}.", case.names.directory(directory))
    said = public("{} read in the working directory only, and this one lies above it", what)
    return Loss("HT025", said, write)


def _start_or_update(case: Case) -> Public | None:
    """Where or by which release an ``AGENTS.md`` above the working directory is read; ``None``: by none."""
    startup, path, disk = case.startup, case.file.path, case.disk
    here, newer = NOTHING, NOTHING
    if is_read_from(path.parent, path, startup, disk):
        here = public("start Hermes in {}", case.names.directory(path.parent))
    if is_read(path, startup.cwd, startup.git_root, startup, RELEASES[-1], disk):
        first = first_with(lambda release: release.agents_chain)
        newer = public("update Hermes: from {} on the whole chain is read", release_name(first))
    if here and newer:
        return public_sentence(public("{}, or {}", here, newer))
    return public_sentence(here or newer) if here or newer else None


def _above(case: Case) -> Loss:
    startup, disk, path = case.startup, case.disk, case.file.path
    root = startup.git_root
    place = case.names.directory(path.parent)
    is_read_there = is_read_from(path.parent, path, startup, disk)
    if root is None:
        culprit = public("there is no git repository here, so nothing above the working directory is read")
        if not is_read(path, startup.cwd, path.parent, startup, startup.ruleset, disk):
            return Loss("HT024", culprit, _write_or_start(case, startup.cwd))
        there = public(", or start Hermes there") if is_read_there else NOTHING
        return Loss("HT024", culprit, public("Run git init in {}{}.", place, there))
    origin = git_root_at(root, disk)
    name = case.names.show(root)
    name = public("the working directory") if name == "./" else name
    culprit = public("it lies above the git root, where Hermes stops: {} holds {}", name, origin.what)
    if not origin.is_stray and origin.what != "a git repository":
        culprit = public("it lies above the git root, where Hermes stops: {} is {}", name, origin.what)
    elif not origin.is_stray:
        culprit = public("it lies above the git root {}, where Hermes stops", name)
        if root == case.names.base:
            culprit = public("it lies above the working directory, which is a git root itself")
    if origin.above is not None:
        culprit = public("{}; the next repository above is {}", culprit, case.names.show(origin.above))
    if not origin.is_stray:
        return Loss("HT022", culprit, _write_or_start(case, root))
    without = root_around(root.parent, startup.ruleset, disk)
    if not is_read(path, startup.cwd, without, startup, startup.ruleset, disk):
        return Loss("HT023", culprit, _write_or_start(case, root))
    return Loss("HT023", culprit, public("Remove the .git in {}/.", case.names.whole(root)))


def _write_or_start(case: Case, directory: Path) -> Public:
    """Write the rule into a file of *directory*, which is on the chain, or start where the file is."""
    startup, path = case.startup, case.file.path
    target = belonging(directory, startup.cwd, startup.files, startup.ruleset, case.disk)
    write = writing(target, case.names.show(target.path))
    if is_read_from(path.parent, path, startup, case.disk):
        write = public("{}, or start Hermes in {}", write, case.names.directory(path.parent))
    return public_sentence(write)
