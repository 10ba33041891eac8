"""What stops a file that no step of the start asks for: where it lies, its name, or what hints leave out."""

import os
import shlex
from collections.abc import Collection
from pathlib import Path

from hermes_tui.core.diagnosis import blocked, common_obstacles, truncated, unknown_names
from hermes_tui.core.diagnosis.actions import Remove, Rename
from hermes_tui.core.diagnosis.chain_file import Case, obstacle_of
from hermes_tui.core.diagnosis.duplicates import copy_of_hint, copy_of_seed, in_twin
from hermes_tui.core.diagnosis.model import Obstacle
from hermes_tui.core.diagnosis.names import Names
from hermes_tui.core.diagnosis.redundant_files import stand_in
from hermes_tui.core.diagnosis.targets import Target, into, target_below, target_in
from hermes_tui.core.diagnosis.ways import Way, remove, start_in
from hermes_tui.core.hints.climb import has_suffix
from hermes_tui.core.hints.trace import NameResult, NameTried, Outcome
from hermes_tui.core.prompt.context_file import ContextFile, FileKind, Verdict
from hermes_tui.core.prompt.discovery import owner
from hermes_tui.core.prompt.startup import Startup
from hermes_tui.core.surveys.survey import FoundFile, Reach, new_judge
from hermes_tui.core.text.phrases import part
from hermes_tui.core.text.provenance import Span
from hermes_tui.core.text.public_text import file_name, filled, public, public_list

_DIRECTORIES_LOOKED_AT = 2_000


class OffChain:
    """Says what stops files beside and below one working directory, for one release."""

    def __init__(self, startup: Startup, names: Names) -> None:
        self.startup = startup
        self.ruleset = startup.ruleset
        self.names = names
        self.disk = startup.disk
        self.judge = new_judge(startup.situation)
        """Says how files get to the session."""

    def _without(self, gone: Collection[Path]) -> "OffChain":
        """The same where the files *gone* are taken away."""
        view = self.startup.situation._replace(disk=self.disk.changed(removed=gone))
        return OffChain(self.startup._replace(situation=view), self.names)

    @property
    def hints_off(self) -> Obstacle | None:
        """What stops every hint; ``None``: nothing does."""
        home = self.judge.at_home
        return common_obstacles.hints_off(home) if home is not None else None

    def obstacle_of(self, found: FoundFile, span: Span | None = None) -> Obstacle | None:
        """What stops *found*, or its characters *span*; ``None`` where a hint brings all of that."""
        if found.state is Reach.HINT and found.file is not None:
            return self._of_hint(found.file, span)
        if found.state is Reach.NEAR_MISS:
            return self._near_miss(found, span)
        if self.hints_off is not None:
            return self.hints_off
        visit = found.visit
        if visit is None:
            return _no_call(found.reason)
        match visit.outcome:
            case Outcome.OUTSIDE:
                return self._outside(found)
            case Outcome.EXCLUDED:
                ways = self.out_of_excluded(found.path)
                return common_obstacles.in_excluded_directory(file_name(Path(visit.excluded_by)), ways)
            case Outcome.DUPLICATE if visit.file is not None and visit.file.path == found.path:
                return self._copy(visit.file, span)
        tried = visit.passed_over(found.path.name)
        if tried is not None:
            return self._unused(found.path, tried)
        return self._after_others(found, span) if visit.file is not None else _no_call(visit.reason)

    def _of_hint(self, file: ContextFile, span: Span | None) -> Obstacle | None:
        if file.verdict is Verdict.BLOCKED:
            return blocked.obstacle(file, span, self.startup, self.names)
        return truncated.of_hint(file, span) if file.verdict is Verdict.TRUNCATED else None

    def _unused(self, path: Path, tried: NameTried) -> Obstacle:
        """Hermes asked for the file, and went on."""
        content = self.disk.read(path)
        match tried.result:
            case NameResult.EMPTY:
                return common_obstacles.empty(path)
            case NameResult.LINK_OUTSIDE:
                copy = common_obstacles.copy_for_link(path)
                said = public("it is a link that leads outside, and hints follow no such link")
                return Obstacle(
                    "HT021", f"{tried.detail}, and hints follow no such link", (copy,), public=said
                )
            case NameResult.DENY_LIST:
                cause = f"{tried.detail}, and no hint is read from there"
                return Obstacle("HT035", cause, (Way(public("write the rules into a file of their own")),))
            case NameResult.HANGS:
                return Obstacle("HT036", tried.detail, (common_obstacles.file_instead(path),))
            case NameResult.NO_FILE if content.why is None:  # the null device reads as an empty file
                return Obstacle("HT018", f"it is {tried.detail}", (common_obstacles.file_instead(path),))
        return common_obstacles.unreadable(
            content, content.detail or tried.detail, path, self.names, self.disk
        )

    # ── others come first ──

    def _after_others(self, found: FoundFile, span: Span | None) -> Obstacle:
        """Names before it in the same directory: all that must go."""
        first = found.visit.file if found.visit is not None else None
        assert first is not None  # noqa: S101 -- asked for only then
        spared = self._stand_in(found, first, span)
        if spared is not None:
            return spared
        gone: list[Path] = []
        after: FoundFile = found
        while after.visit is not None and after.visit.file is not None:
            next_one = after.visit.file.path
            if next_one == found.path or next_one in gone:
                break
            gone.append(next_one)
            after = self._without(gone).judge.judge(found.path, None)
        name = self.names.show(gone[0])
        ways = (into(first).write(self.names, self.disk), remove(gone, self.names))
        if first.verdict is Verdict.BLOCKED:
            return Obstacle(
                "HT006", f"{name} comes first in the same directory; it is blocked, and still wins", ways
            )
        cause = public("{} comes first in the same directory, and a directory gives one hint only", name)
        return Obstacle("HT007", cause, ways)

    def _no_rules_of_its_own(self, found: FoundFile, span: Span | None) -> Obstacle | None:
        """What is said of a file of an unknown name that points to one that is sent."""
        content = self.disk.read(found.path)
        for file in self.startup.files:
            this = file._replace(path=found.path, content=content)
            spared = stand_in(this, (file,), self.names, span=span)
            if spared is not None:
                return spared
        directory = owner(found.path, self.ruleset)
        other = target_below(directory, "AGENTS.md", self.ruleset, self.disk, self.judge)
        hint = self.judge.judge(other.path, None) if other.is_there else None
        is_hint = hint is not None and hint.state is Reach.HINT
        return self._stand_in(found, hint.file, span) if hint is not None and is_hint else None

    def _near_miss(self, found: FoundFile, span: Span | None) -> Obstacle:
        """A file of a name, or in a place, that Hermes never asks for."""
        path, startup = found.path, self.startup
        if found.kind is FileKind.UNKNOWN and not unknown_names.is_like_one(path.name, self.ruleset):
            return unknown_names.no_context_file(startup, self.names)
        if self.names.top not in path.parents:
            write = target_in(startup.cwd, startup).write(self.names, self.disk)
            return Obstacle(
                "HT027", public("Hermes never looks there: it lies outside the repository"), (write,)
            )
        spared = self._no_rules_of_its_own(found, span)
        if spared is not None:
            return spared
        return unknown_names.near_miss(found, self._target_for(path), startup, self.names)

    def _target_for(self, path: Path) -> Target:
        """Where the rules of a file belong whose name Hermes does not ask for."""
        startup, directory = self.startup, owner(path, self.ruleset)
        if directory in startup.chain:
            return unknown_names.new_name(path, target_in(directory, startup), startup)
        name = unknown_names.spelled(path.name)
        return target_below(directory, name, self.ruleset, self.disk, self.judge)

    def out_of_excluded(self, path: Path) -> tuple[Way, ...]:
        """What to do with *path*: a directory whose name hints leave out, or a file below one."""
        startup = self.startup
        steps = [step for step in (*reversed(path.parents), path) if startup.chain[0] in step.parents]
        names = self.ruleset.hints.excluded
        excluded = [step for step in steps if step.name in names and step not in startup.chain]
        directory = excluded[0].parent if excluded else startup.cwd
        if directory in startup.chain:
            target = target_in(directory, startup)
        else:
            target = target_below(directory, "AGENTS.md", self.ruleset, self.disk, self.judge)
        write = target.write(self.names, self.disk)
        if not excluded or startup.cwd not in excluded[0].parents:  # under another name it would lie outside
            return (write,)
        shown = public_list([self.names.directory(step) for step in excluded])
        renamed = tuple(Rename(step, step.with_name(_other_name(step.name))) for step in reversed(excluded))
        return write, Way(public("rename {}", shown), renamed)

    def _stand_in(self, found: FoundFile, first: ContextFile | None, span: Span | None) -> Obstacle | None:
        """The file that comes first has, or is, all that this one stands for."""
        if first is None or first.path == found.path:
            return None
        this = first._replace(path=found.path, content=self.disk.read(found.path))
        return stand_in(this, (first,), self.names, sent=public("which a hint brings"), span=span)

    def _copy(self, copy: ContextFile, span: Span | None) -> Obstacle:
        """Another file has the same text."""
        assert copy.winner is not None  # noqa: S101 -- its verdict says so
        if copy.winner.parent != self.startup.cwd:
            twin = self.judge.judge(copy.winner, None).file
            of_twin = None if twin is None else self._of_hint(twin, in_twin(copy, twin, span))
            return copy_of_hint(copy, twin or copy, self.names, of_twin, span)
        file = next((file for file in self.startup.files if file.path == copy.winner), None)
        if file is None:
            return copy_of_seed(copy, None, self.names, None, span)
        of_twin = obstacle_of(Case(file, self.startup, self.names), in_twin(copy, file, span))
        return copy_of_seed(copy, file, self.names, of_twin, span)

    # ── a hint comes ──

    def how_a_hint_comes(self, found: FoundFile) -> str:
        """By which call, as part of a sentence, and what to keep in mind."""
        assert found.call is not None  # noqa: S101 -- a hint has its call
        directory = found.path.parent
        said = f"{found.call.line} brings it, once in a session{self._how_to_type(directory)}"
        deep = self._deep_below(directory)
        if deep is not None:
            said += (
                f"; a call in {self.names.show(deep)} is too deep to bring it, and uses up what is between"
            )
        return said

    def from_the_start(self) -> Way:
        """What brings the rule of a hint at the start already."""
        write = target_in(self.startup.cwd, self.startup).write(self.names, self.disk, public("it"))
        return write._replace(words=filled("to have it from the start, {}", write.words))

    def out_of_the_way(self, found: FoundFile) -> Way:
        """What keeps a hint out that is not wanted."""
        return Way(public("to keep it out, remove {}", self.names.show(found.path)), (Remove((found.path,)),))

    def _how_to_type(self, directory: Path) -> str:
        """What is easily typed otherwise, in brackets; or nothing."""
        name = os.path.relpath(directory, self.startup.cwd)
        if has_suffix(directory.name):
            return f" (not ls {name}/: a name with a dot is taken for a file)"
        if "/" in name or "." in name or name.startswith(("~", "-")):
            return ""
        typed = shlex.quote(name)
        but = f", though it does in cd {typed}" if self.ruleset.hints.reads_cd else ""
        return f" (the slash is needed: Hermes sees no path in ls {typed}{but})"

    def _deep_below(self, directory: Path) -> Path | None:
        """A directory so far below that Hermes, climbing from there, does not get to *directory*."""
        levels = self.ruleset.hints.levels
        excluded = self.ruleset.hints.excluded | {".git"}
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

    def _outside(self, found: FoundFile) -> Obstacle:
        anchor = self.startup.situation.anchor
        cwd, directory = self.startup.cwd, found.path.parent
        common = Path(os.path.commonpath((cwd, directory)))
        ways = [start_in(directory, self.names)]
        if common != directory:
            ways.append(start_in(common, self.names))
        cause = f"{common_obstacles.OUTSIDE}, and no call can bring it from here"
        if anchor is not None:
            cause = f"hints count from {anchor}, it lies outside that directory, and no call can bring it"
        return Obstacle("HT029", cause, tuple(ways))


def _other_name(name: str) -> str:
    """A name that hints do not leave out."""
    return f"{name.strip('.')}-rules"


def _no_call(reason: str) -> Obstacle:
    return Obstacle(
        "HT035", part(reason), (Way(public("move the rule into a file that is read at the start")),)
    )


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
