"""What stops one context file of the start, or one place in it: a code, a cause, ways out.

The verdicts and the lost ranges come from the model; here they become one line that names the winner or the
cause. Paths are shown as :class:`~hermes_tui.core.diagnosis.names.Names` has them. Text may be foreign.
"""

import re
from pathlib import Path
from typing import NamedTuple

from hermes_tui.core.diagnosis import blocked, common_obstacles, truncated
from hermes_tui.core.diagnosis.actions import Edit, InitRepository, Remove, Replacement, WriteRule
from hermes_tui.core.diagnosis.duplicates import copy_on_chain, in_twin
from hermes_tui.core.diagnosis.imports_and_links import is_yaml_like
from hermes_tui.core.diagnosis.model import Obstacle
from hermes_tui.core.diagnosis.names import Names
from hermes_tui.core.diagnosis.redundant_files import stand_in
from hermes_tui.core.diagnosis.targets import Target, best_of, into, target_in
from hermes_tui.core.diagnosis.unknown_names import new_name, unknown_name
from hermes_tui.core.diagnosis.ways import Way, remove, start_in, update_to
from hermes_tui.core.filesystem.disk import Disk
from hermes_tui.core.git.roots import git_root_at
from hermes_tui.core.prompt.body import LEGACY_HEADING, WAITS_TOO_LONG
from hermes_tui.core.prompt.context_file import Cause, ContextFile, FileKind, Verdict
from hermes_tui.core.prompt.discovery import owner
from hermes_tui.core.prompt.startup import Startup
from hermes_tui.core.prompt.verdict_text import lines_lost
from hermes_tui.core.releases.lookup import first_with
from hermes_tui.core.settings.keys import READ_TIMEOUT
from hermes_tui.core.text.provenance import Span
from hermes_tui.core.text.public_text import NOTHING, Public, file_name, public, public_list, release_name

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


def obstacle_of(case: Case, span: Span | None = None) -> Obstacle | None:
    """What stops the file, or the characters *span* of it; ``None`` where all of that is sent.

    Without a span it is the file's verdict that counts: a file sent without its front matter is sent.
    """
    match case.file.verdict:
        case Verdict.SHADOWED:
            return _shadowed(case, span)
        case Verdict.SUPERSEDED:
            return _superseded(case, span)
        case Verdict.DUPLICATE:
            return _duplicate(case, span)
        case Verdict.UNREADABLE:
            return _unreadable(case)
        case Verdict.OUT_OF_REACH:
            return _not_read(case, span)
        case Verdict.EMPTY:
            return _empty(case)
        case Verdict.BLOCKED:
            return blocked.obstacle(case.file, span, case.startup, case.names)
        case Verdict.LOST:
            return truncated.obstacle(case.file, span, case.startup, case.names)
        case Verdict.TRUNCATED if span is None:
            return truncated.obstacle(case.file, None, case.startup, case.names)
        case _:
            return None if span is None else _piece_lost(case, span)


# ── another file wins ──


def _shadowed(case: Case, span: Span | None) -> Obstacle:
    ahead = _ahead(case)
    spared = stand_in(case.file, ahead, case.names, span=span)
    if spared is not None:
        return spared
    winners = [file for file in ahead if file.kind is ahead[0].kind and file.verdict.is_joined]
    names = [case.names.show(file.path) for file in winners]
    one = len(winners) == 1
    then = [case.names.show(file.path) for file in ahead if file not in winners]
    them = public("it") if one else public("them")
    more = public("; without {} {} would come next", them, public_list(then)) if then else NOTHING
    ways = _write_or_remove(case, best_of(winners))
    if all(file.verdict is Verdict.BLOCKED for file in winners):
        so = public("is blocked and still wins") if one else public("are blocked and still win")
        said = public("nothing is sent at all: {} {}{}", public_list(names), so, more)
        return Obstacle("HT006", said, ways)
    was = public("was found first") if one else public("were found first")
    return Obstacle("HT005", public("{} {}, and {}{}", public_list(names), was, _ONE_TYPE, more), ways)


def _superseded(case: Case, span: Span | None) -> Obstacle:
    ahead = _ahead(case)
    spared = stand_in(case.file, ahead, case.names, span=span)
    if spared is not None:
        return spared
    first = ahead[0]
    name = case.names.show(first.path)
    if first.kind is FileKind.HERMES:
        cause = public("the search ends at {}, the first file that it finds", name)
        useless = _USELESS.get(first.verdict)
        if useless is not None:
            return Obstacle(
                "HT008", public("{}, although {}", cause, useless), (remove(case.file.winners, case.names),)
            )
        return Obstacle("HT007", cause, _write_or_remove(case, into(first)))
    if first.verdict is Verdict.BLOCKED or (first.next and first.next.verdict is Verdict.BLOCKED):
        cause = public("{} comes first in the same directory; it is blocked, and still wins", name)
        return Obstacle("HT006", cause, _write_or_remove(case, into(first)))
    cause = public("{} comes first in the same directory, and replaces it", name)
    return Obstacle("HT007", cause, _write_or_remove(case, into(first)))


_USELESS = {Verdict.EMPTY: public("it is empty"), Verdict.UNREADABLE: public("it cannot be read")}


def _ahead(case: Case) -> list[ContextFile]:
    """All that must be gone before Hermes takes the file."""
    files = {file.path: file for file in case.startup.files}
    return [files[path] for path in case.file.winners]


def _write_or_remove(case: Case, target: Target) -> tuple[Way, ...]:
    """Write the rule into the file that is sent, or take all away that stands before this one."""
    return target.write(case.names, case.disk), remove(case.file.winners, case.names)


def _duplicate(case: Case, span: Span | None) -> Obstacle:
    twin = next(file for file in case.startup.files if file.path == case.file.winner)
    of_twin = obstacle_of(case._replace(file=twin), in_twin(case.file, twin, span))
    return copy_on_chain(case.file, twin, case.names, of_twin, span)


# ── the file itself ──


def _empty(case: Case) -> Obstacle:
    if case.file.text.strip():  # of SOUL.md nothing may be left once a section is removed
        return Obstacle(
            "HT017",
            f'all of it is the section "{LEGACY_HEADING}", which Hermes removes from SOUL.md',
            (_other_heading(case),),
        )
    return common_obstacles.empty(case.file.path)


def _unreadable(case: Case) -> Obstacle:
    file, cap = case.file, case.startup.cap
    if cap.raises and file.why == cap.why_dropped:
        what = cap.ignored[-1].setting if cap.ignored else "the setting"
        return Obstacle("HT018", file.why, (Way(f"give {what} a number that Hermes can compute with"),))
    if file.why == WAITS_TOO_LONG:
        return Obstacle("HT018", file.why, (Way(f"give {READ_TIMEOUT} a number of seconds such as 5"),))
    return common_obstacles.unreadable(
        file.content, file.why or "it cannot be read", file.path, case.names, case.disk
    )


def _piece_lost(case: Case, span: Span) -> Obstacle | None:
    """What took characters of a file that is otherwise sent."""
    taken = [piece for piece in case.file.lost if span.touches(piece.start, piece.end)]
    causes = {piece.cause for piece in taken}
    if Cause.FRONT_MATTER in causes:
        return front_matter(case, public("it"))
    if Cause.LEGACY_SECTION in causes:
        return legacy_section(case)
    if causes & {Cause.FILE_CAP, Cause.JOINT_CAP}:
        return truncated.obstacle(case.file, span, case.startup, case.names)
    return None


_PART = public("a part of it")


def front_matter(case: Case, what: Public = _PART) -> Obstacle | None:
    """What the removal of front matter took from ``.hermes.md``; *what* is the place that is spoken of."""
    file, name = case.file, case.shown
    piece = next((piece for piece in file.lost if piece.cause is Cause.FRONT_MATTER), None)
    if piece is None:
        return None
    where = lines_lost(file.text, file.lost, Cause.FRONT_MATTER)
    if is_yaml_like(file.text[piece.start : piece.end]):
        return Obstacle(
            "HT016",
            public("{} is in the front matter of {} ({}), which Hermes drops", what, name, where),
            (
                Way(
                    public("write the rule into {}, below its front matter", name),
                    (WriteRule(file.path),),
                ),
            ),
        )
    start = file.text.find("---")
    heading = Edit(file.path, (Replacement(start, start, "# Rules\n\n"),))
    line = Edit(file.path, (Replacement(start, start + 3, "***"),))
    return Obstacle(
        "HT015",
        public(
            "{} is taken for front matter: {} begins with ---, and Hermes drops all up to the next line that "
            "begins with --- ({})",
            *(what, name, where),
        ),
        (
            Way(public("put a heading before the first --- of {}", name), (heading,)),
            Way(public("write *** there for a rule line"), (line,)),
        ),
    )


def legacy_section(case: Case) -> Obstacle | None:
    """What this release removes from ``SOUL.md``."""
    where = lines_lost(case.file.text, case.file.lost, Cause.LEGACY_SECTION)
    if not where:
        return None
    return Obstacle(
        "HT017",
        f'Hermes removes the section "{LEGACY_HEADING}" from SOUL.md ({where})',
        (_other_heading(case),),
        public=public("Hermes removes a section from SOUL.md ({})", where),
    )


def _other_heading(case: Case) -> Way:
    """Give the section that Hermes removes another heading."""
    found = re.finditer(rf"{re.escape(LEGACY_HEADING)}(?=\n)", case.file.text)
    changes = tuple(Replacement(match.end(), match.end(), " here") for match in found)
    return Way(
        public("give the section another heading"), (Edit(case.file.path, changes),) if changes else ()
    )


# ── where no step of Hermes looks ──


def _not_read(case: Case, span: Span | None) -> Obstacle:
    file, startup = case.file, case.startup
    spared = None if file.kind is FileKind.AGENTS else stand_in(file, startup.files, case.names, span=span)
    if spared is not None:
        return spared
    directory = owner(file.path, startup.ruleset)
    target = target_in(directory, startup)
    if file.kind is FileKind.UNKNOWN:
        return unknown_name(file.path, new_name(file.path, target, startup), case.names, case.disk)
    if directory not in startup.chain:
        return _above(case)
    write = target.take(file.path, case.names, case.disk)
    start = start_in(file.path.parent, case.names)
    if file.kind is FileKind.AGENTS:
        first = first_with(lambda release: release.agents_chain)
        return Obstacle(
            "HT026",
            public(
                "Hermes {} reads AGENTS.md in the working directory only", release_name(startup.ruleset.name)
            ),
            (start, update_to(first), write),
        )
    is_cursor = file.kind is FileKind.CURSOR
    what = public("Cursor rules are") if is_cursor else public("{} is", file_name(file.path))
    ways = (write,) if startup.ruleset.agents_chain else (start_in(directory, case.names), write)
    return Obstacle(
        "HT025", public("{} read in the working directory only, and this one lies above it", what), ways
    )


def _above(case: Case) -> Obstacle:
    startup, disk, path = case.startup, case.disk, case.file.path
    root = startup.git_root
    start = start_in(path.parent, case.names)
    if root is None:
        cause = public("there is no git repository here, so nothing above the working directory is read")
        command = public("run git init in {}", case.names.directory(path.parent))
        init = Way(command, (InitRepository(path.parent),))
        return Obstacle("HT024", cause, (init, start, _write(case, startup.cwd)))
    origin = git_root_at(root, disk)
    name = case.names.show(root)
    name = public("the working directory") if name == "./" else name
    cause = public("it lies above the git root, where Hermes stops: {} holds {}", name, origin.what)
    if not origin.is_stray and origin.what != "a git repository":
        cause = public("it lies above the git root, where Hermes stops: {} is {}", name, origin.what)
    elif not origin.is_stray:
        cause = public("it lies above the git root {}, where Hermes stops", name)
        if root == case.names.base:
            cause = public("it lies above the working directory, which is a git root itself")
    if origin.above is not None:
        cause = public("{}; the next repository above is {}", cause, case.names.show(origin.above))
    if not origin.is_stray:
        return Obstacle("HT022", cause, (_write(case, root), start))
    stray = Way(public("remove the .git in {}/", case.names.whole(root)), (Remove((root / ".git",)),))
    return Obstacle("HT023", cause, (_write(case, root), start, stray))


def _write(case: Case, directory: Path) -> Way:
    """Write the rule into a file of *directory*, which is on the chain."""
    return target_in(directory, case.startup).write(case.names, case.disk)
