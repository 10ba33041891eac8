"""What stops a file that no step of the start asks for: where it lies, its name, or what hints leave out."""

import os
import shlex
from collections.abc import Collection
from pathlib import Path

from hermes_tui.core.diagnosis import blocked, common_obstacles, destination, unknown_names
from hermes_tui.core.diagnosis.chain_file import Case, loss_of
from hermes_tui.core.diagnosis.duplicates import copy_of_hint, copy_of_seed, in_twin
from hermes_tui.core.diagnosis.model import Loss, Names
from hermes_tui.core.diagnosis.next_obstacle import of_hint, once_asked, once_read
from hermes_tui.core.diagnosis.redundant_files import stand_in
from hermes_tui.core.diagnosis.truncated import shorten_alone
from hermes_tui.core.hints.climb import has_suffix
from hermes_tui.core.hints.trace import NameResult, NameTried, Outcome
from hermes_tui.core.hints.tracker import call_that_brings
from hermes_tui.core.prompt.context_file import Cause, ContextFile, FileKind, Next, Verdict
from hermes_tui.core.prompt.placement import belonging, belonging_below, into, owner, writing
from hermes_tui.core.prompt.startup import Startup
from hermes_tui.core.prompt.verdict_text import lines_lost
from hermes_tui.core.surveys.survey import Found, Reach, new_judge
from hermes_tui.core.text.phrases import part
from hermes_tui.core.text.provenance import Span
from hermes_tui.core.text.public_text import NOTHING, Public, file_name, public, public_list, public_sentence
from hermes_tui.core.toolcalls.calls import ToolCall

_DIRECTORIES_LOOKED_AT = 2_000


class Reacher:
    """Says what stops files beside and below one working directory, for one release."""

    def __init__(self, startup: Startup, names: Names) -> None:
        self.startup = startup
        self.settings = startup.settings
        self.names = names
        self.disk = startup.disk
        self.judge = new_judge(startup.situation)
        """Says how files get to the session."""

    def _without(self, gone: Collection[Path]) -> "Reacher":
        """The same where the files *gone* are taken away."""
        view = self.startup.situation._replace(disk=self.disk.changed(removed=gone))
        return Reacher(self.startup._replace(situation=view), self.names)

    @property
    def hints_off(self) -> Loss | None:
        """What stops every hint; ``None``: nothing does."""
        home = self.judge.at_home
        return common_obstacles.hints_off(home) if home is not None else None

    def loss_of(self, found: Found, span: Span | None = None) -> Loss:
        """What stops *found*, which no hint brings, or its characters *span*, and what stops it then."""
        path = found.path
        if found.state is Reach.NEAR_MISS:
            return self._near_miss(found)
        if self.hints_off is not None:
            return self.hints_off._replace(then=self._once_asked(path, path.parent))
        visit = found.visit
        if visit is None:
            return _no_call(found.reason)
        match visit.outcome:
            case Outcome.OUTSIDE:
                return self._outside(found)
            case Outcome.EXCLUDED:
                todo = self.out_of_excluded(path)
                loss = common_obstacles.in_excluded_directory(file_name(Path(visit.excluded_by)), todo)
                return loss._replace(then=self.once_not_excluded(path))
            case Outcome.DUPLICATE if visit.file is not None and visit.file.path == found.path:
                return self._copy(visit.file, span)
        tried = visit.passed_over(found.path.name)
        if tried is not None:
            return self._unused(found.path, tried)
        return self._after_others(found) if visit.file is not None else _no_call(visit.reason)

    def _unused(self, path: Path, tried: NameTried) -> Loss:
        """Hermes asked for the file, and went on."""
        content = self.disk.read(path)
        match tried.result:
            case NameResult.EMPTY:
                return common_obstacles.EMPTY
            case NameResult.LINK_OUTSIDE:
                said = public("it is a link that leads outside, and hints follow no such link")
                return Loss(
                    "HT021",
                    f"{tried.detail}, and hints follow no such link",
                    common_obstacles.COPY_FOR_LINK,
                    public=said,
                )
            case NameResult.DENY_LIST:
                culprit = f"{tried.detail}, and no hint is read from there"
                return Loss("HT035", culprit, public("Write the rules into a file of their own."))
            case NameResult.HANGS:
                return Loss("HT036", tried.detail, common_obstacles.A_FILE_INSTEAD)
            case NameResult.NO_FILE if content.why is None:  # the null device reads as an empty file
                return Loss("HT018", f"it is {tried.detail}", common_obstacles.A_FILE_INSTEAD)
        return common_obstacles.unreadable(
            content, content.detail or tried.detail, path, self.names, self.disk
        )

    # ── others come first ──

    def _after_others(self, found: Found) -> Loss:
        """Names before it in the same directory: all that must go, and what comes then."""
        gone: list[Path] = []
        after = found
        first_file = found.visit.file if found.visit is not None else None
        spared = self._stand_in(found, first_file)
        if spared is not None:
            return spared
        while after.visit is not None and after.visit.file is not None:
            first = after.visit.file.path
            if first == found.path or first in gone:
                break
            gone.append(first)
            after = self._without(gone).judge.judge(found.path, None)
        shown = [self.names.show(path) for path in gone]
        write = writing(into(first_file), shown[0]) if first_file is not None else NOTHING
        return Loss(
            "HT007",
            public("{} comes first in the same directory, and a directory gives one hint only", shown[0]),
            public_sentence(public("{}, or remove {}", write, public_list(shown))),
            then=self._then(after, public_list(shown), gone),
        )

    def _no_rules_of_its_own(self, found: Found) -> Loss | None:
        """What is said of a file of an unknown name that points to one that is sent."""
        content = self.disk.read(found.path)
        for file in self.startup.files:
            this = file._replace(path=found.path, content=content)
            spared = stand_in(this, (file,), self.names)
            if spared is not None:
                return spared
        rules = self.settings.ruleset
        other = belonging_below(owner(found.path, rules), "AGENTS.md", rules, self.disk)
        hint = self.judge.judge(other.path, None) if other.is_there else None
        return self._stand_in(found, hint.file) if hint is not None and hint.state is Reach.HINT else None

    def _near_miss(self, found: Found) -> Loss:
        """A file of a name, or in a place, that Hermes never asks for."""
        path, startup, rules = found.path, self.startup, self.settings.ruleset
        is_like_one = found.kind is not FileKind.UNKNOWN or unknown_names.is_like_one(path.name, rules)
        if not is_like_one:
            return unknown_names.no_context_file(startup, self.names, self.disk)
        if self.names.top not in path.parents:
            target = belonging(startup.cwd, startup.cwd, startup.files, rules, self.disk)
            todo = public_sentence(writing(target, self.names.show(target.path)))
            said = public("Hermes never looks there: it lies outside the repository")
            return Loss("HT027", said, todo)
        spared = self._no_rules_of_its_own(found)
        if spared is not None:
            return spared
        directory = owner(path, rules)
        if directory in startup.chain:
            target = belonging(directory, startup.cwd, startup.files, rules, self.disk)
            target = unknown_names.new_name(path, target, startup)
        else:
            name = unknown_names.spelled(path.name)
            target = destination.belonging_as_hint(directory, name, startup, self.judge, self.disk)
        loss = unknown_names.near_miss(found, target, startup, rules, self.names, self.disk)
        then = once_read(path, self.settings, self.disk)
        return loss._replace(then=then or destination.out_of_reach(target, startup, self.judge))

    def out_of_excluded(self, path: Path) -> Public:
        """What to do with *path*, a file or directory in, or of a name, that hints leave out."""
        return destination.out_of_excluded(path, self.startup, self.names, self.judge, self.disk)

    def once_not_excluded(self, path: Path) -> Next | None:
        """What stops a file in an excluded directory once that has another name."""
        return self._once_asked(path, self.startup.cwd)

    def _once_asked(self, path: Path, working_dir: Path) -> Next | None:
        return once_asked(path, working_dir, self.settings, self.names, self.disk)

    def _stand_in(self, found: Found, first: ContextFile | None) -> Loss | None:
        """The file that comes first has, or is, all that this one stands for."""
        if first is None or first.path == found.path:
            return None
        this = first._replace(path=found.path, content=self.disk.read(found.path))
        return stand_in(this, (first,), self.names, sent=public("which a hint brings"))

    def _then(self, after: Found, without: Public, gone: list[Path]) -> Next | None:
        """What comes of a file once others are *gone*; ``None`` where all of it is sent."""
        begin = public("without {} it", without)
        if after.state is Reach.HINT and after.file is not None:
            return of_hint(after.file, begin)
        reacher = self._without(gone)
        loss = reacher.loss_of(after)
        verdict = after.file.verdict if after.file is not None else Verdict.UNREADABLE
        words = public("{} is not sent", begin)
        return Next(verdict, f"{words}: {loss.culprit}", public("{}: {}", words, loss.public_culprit))

    def _copy(self, copy: ContextFile, span: Span | None) -> Loss:
        """Another file has the same text."""
        assert copy.winner is not None  # noqa: S101 -- its verdict says so
        name = self.names.show(copy.winner)
        if copy.winner.parent != self.startup.cwd:
            twin = self.judge.judge(copy.winner, None).file
            loss = None if twin is None else self.hint_loss(twin, in_twin(copy, twin, span))
            return copy_of_hint(name, twin or copy, loss)
        file = next((file for file in self.startup.files if file.path == copy.winner), None)
        if file is None:
            return copy_of_seed(name, None, None, span)
        case = Case(file, self.startup, self.names)
        loss = copy_of_seed(name, file, loss_of(case, in_twin(copy, file, span)), span)
        if loss.code != "HT044" or file.verdict.is_joined:
            return loss
        after = self._without([file.path]).judge.judge(copy.path, None)
        return loss._replace(then=self._then(after, name, [file.path]))

    # ── a hint comes ──

    def hint_loss(self, file: ContextFile, span: Span | None) -> Loss | None:
        """What stops a file that a hint brings, or the characters *span* of it; ``None`` where it is sent."""
        if file.verdict is Verdict.BLOCKED:
            return blocked.loss(file, span, self.startup, self.disk)
        if file.verdict is not Verdict.TRUNCATED or file.cut is None:
            return None
        taken = any(
            piece.cause is Cause.FILE_CAP and (span is None or span.touches(piece.start, piece.end))
            for piece in file.lost
        )
        if not taken:
            return None
        over = file.cut.total - file.cut.limit
        where = lines_lost(file.text, file.lost, Cause.FILE_CAP)
        return Loss(
            "HT014",
            public(
                "cut away by the cap of a hint: {} characters, {} too many for {} ({} lost)",
                *(file.cut.total, over, file.cut.limit, where),
            ),
            f"{shorten_alone(file, over)}{_or_where(file)}; no setting raises this cap.",
        )

    def how_a_hint_comes(self, found: Found) -> tuple[str, str]:
        """By which call, in a sentence, and what to keep in mind."""
        assert found.call is not None  # noqa: S101 -- a hint has its call
        directory = found.path.parent
        culprit = f"{found.call.line} brings it, once in a session{self._how_to_type(directory)}"
        deep = self._deep_below(directory)
        if deep is not None:
            culprit += (
                f"; a call in {self.names.show(deep)} is too deep to bring it, and spends what is between"
            )
        startup = self.startup
        target = belonging(startup.cwd, startup.cwd, startup.files, startup.ruleset, self.disk)
        write = writing(target, self.names.show(target.path), public("it"))
        new = "" if target.is_there else " in the working directory"
        return culprit, f"To have it from the start, {write}{new}."

    def _how_to_type(self, directory: Path) -> str:
        """What is easily typed otherwise, in brackets; or nothing."""
        name = os.path.relpath(directory, self.startup.cwd)
        if has_suffix(directory.name):
            return f" (not ls {name}/: a name with a dot is taken for a file)"
        if "/" in name or "." in name or name.startswith(("~", "-")):
            return ""
        typed = shlex.quote(name)
        but = f", though it does in cd {typed}" if self.settings.ruleset.hints.reads_cd else ""
        return f" (the slash is needed: Hermes sees no path in ls {typed}{but})"

    def _deep_below(self, directory: Path) -> Path | None:
        """A directory so far below that Hermes, climbing from there, does not get to *directory*."""
        levels = self.settings.ruleset.hints.levels
        excluded = self.settings.ruleset.hints.excluded | {".git"}
        nearest = [os.fspath(directory)]
        looked = 0
        for _ in range(levels):
            below: list[str] = []
            for parent in nearest:
                looked += 1
                if looked > _DIRECTORIES_LOOKED_AT:
                    return None
                below.extend(_directories_in(parent, excluded))
            nearest = below
        return Path(min(nearest)) if nearest else None

    def _outside(self, found: Found) -> Loss:
        cwd, directory = self.startup.cwd, found.path.parent
        common = Path(os.path.commonpath((cwd, directory)))
        then = self._once_asked(found.path, common)
        todo_here = ""
        todo = public("Start Hermes in {}", self.names.directory(directory))
        if common not in (directory, *self.names.top.parents):
            todo = public("{}, or in {}", todo, self.names.directory(common))
            call = None if then and not then.verdict.is_sent else self._call_from(common, found.path)
            if call is not None:
                todo_here = f"{todo}, where {call.line} brings it."
        said = public("{}, and no call can bring it from here", common_obstacles.OUTSIDE)
        return Loss("HT029", said, todo_here or public("{}.", todo), then=then)

    def _call_from(self, working_dir: Path, path: Path) -> ToolCall | None:
        call = call_that_brings(path, self.startup.situation._replace(cwd=working_dir, disk=self.disk))
        return call if isinstance(call, ToolCall) else None


def _or_where(file: ContextFile) -> str:
    """The part of a cut hint that is sent, as part of a sentence."""
    room = into(file).room
    return f", or move the rule into the {room.shown} characters" if room is not None else ""


def _no_call(reason: str) -> Loss:
    return Loss("HT035", part(reason), public("Move the rule into a file that is read at the start."))


def _directories_in(parent: str, excluded: frozenset[str] | set[str]) -> list[str]:
    try:
        with os.scandir(parent) as entries:
            return [
                entry.path
                for entry in entries
                if entry.is_dir(follow_symlinks=False) and entry.name not in excluded
            ]
    except OSError:
        return []
