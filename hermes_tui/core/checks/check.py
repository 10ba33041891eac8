"""Every loss and every trap of a repository, seen from one directory or from each that it has."""

import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path

from hermes_tui.core.checks.every_directory import starts
from hermes_tui.core.checks.findings import Finder, Finding
from hermes_tui.core.diagnosis import common_obstacles
from hermes_tui.core.diagnosis.environment import surroundings
from hermes_tui.core.diagnosis.model import Loss, Names
from hermes_tui.core.diagnosis.off_chain_file import Reacher
from hermes_tui.core.git.roots import git_root_at
from hermes_tui.core.hints.climb import has_suffix
from hermes_tui.core.prompt.context_file import Next, Verdict
from hermes_tui.core.prompt.startup import inspect
from hermes_tui.core.settings.keys import CONTEXT_LENGTH, MAX_CHARS
from hermes_tui.core.situation import Situation
from hermes_tui.core.surveys.survey import Found, Reach
from hermes_tui.core.surveys.tree_index import Ground
from hermes_tui.core.text.public_text import public

__all__ = ["Finding", "check"]

_TOLD_TOGETHER = 2
"""Files outside the working directory from which on one line tells of all."""
_LOOKED_INTO = 10
"""Files in one excluded directory that are looked into: there are thousands in some, of other people."""
_OPTIONS = {MAX_CHARS: public("--max-chars"), CONTEXT_LENGTH: public("--context-length")}
"""What gives a setting that comes from no file."""


def check(
    situation: Situation,
    *,
    from_every_directory: bool = False,
    with_git: bool = False,
    environ: Mapping[str, str] | None = None,
    on_progress: Callable[[int, int], None] | None = None,
    on_silence: Callable[[str], None] | None = None,
) -> tuple[Finding, ...]:
    """All findings, the worst first, then by file and line.

    Args:
        situation: where the session starts and hints are judged from, the settings, the disk.
        from_every_directory: judge the start in every directory of the repository as well.
        with_git: ask git as well whether it has the files; takes longer.
        environ: in place of ``os.environ``.
        on_progress: told how many directories of how many were judged; what it raises ends the check.
        on_silence: told what git does not answer and why, where it is asked.
    """
    if on_progress is not None:
        on_progress(0, 0)
    this = _Check(situation, os.environ if environ is None else environ)
    in_git = this.not_in_git(on_silence) if with_git else ()
    return this.findings(in_git, on_progress, from_every_directory=from_every_directory)


class _Check:
    """One check."""

    def __init__(self, situation: Situation, environ: Mapping[str, str]) -> None:
        self._situation = situation
        self._disk = situation.disk
        self._environ = environ
        startup = self._startup = inspect(situation)
        self._names = Names.around(startup)
        self._finder = Finder(startup, self._names)
        self._reacher = Reacher(startup, self._names)
        self._ground = Ground(startup.chain, startup.ruleset)

    def findings(
        self,
        in_git: Iterable[Finding],
        on_progress: Callable[[int, int], None] | None,
        *,
        from_every_directory: bool,
    ) -> tuple[Finding, ...]:
        """All of them, those that git knows of among them."""
        here = (os.fspath(self._startup.cwd),)
        seen = (*self._seen_here(), *in_git)
        found = [finding._replace(directories=here) for finding in seen]
        if from_every_directory:
            judged = starts(self._ground, self._situation, self._is_harmless, on_progress)
            for startup, directories in judged:
                known = self._finder.of_startup(startup)
                found.extend(finding._replace(directories=directories) for finding in known)
        else:
            known = self._finder.of_startup(self._startup)
            found.extend(finding._replace(directories=here) for finding in known)
        return tuple(sorted(_grouped(found), key=_order))

    def _is_harmless(self, path: Path, text: str) -> bool:
        return not self._finder.of_content(path, text)

    def _seen_here(self) -> Iterator[Finding]:
        startup, finder = self._startup, self._finder
        for remark in surroundings(startup, self._environ):
            if remark.code:
                yield finder.at(startup.cwd, remark.code, remark.text, remark.remedy)
        for setting, said in startup.cap.ignored:
            origin = self._startup.settings.origins.get(setting)
            if origin is not None:
                yield finder.at(origin, "HT041", said, public("Remove the setting."))
            else:
                option = _OPTIONS[setting]
                yield finder.at(startup.cwd, "HT041", f"{option}: {said}", public("Leave {} out.", option))
        off = self._reacher.hints_off
        if off is not None:
            yield finder.of_loss(startup.cwd, off)
        yield from self._repositories()
        yield from self._below()
        for closed in self._ground.closed:
            name = self._names.show(Path(closed))
            yield finder.of_loss(Path(closed), common_obstacles.closed_directory(name))
        for directory, files in self._ground.excluded:
            todo = self._reacher.out_of_excluded(Path(directory))
            loss = common_obstacles.excluded_files(files, self._names, todo)
            yield finder.of_loss(Path(directory), loss._replace(then=self._once_not_excluded(files)))

    def _repositories(self) -> Iterator[Finding]:
        for directory in self._ground.repositories:
            root = git_root_at(Path(directory), self._disk)
            if root.is_stray:
                yield self._finder.at(
                    root.directory,
                    "HT023",
                    public("it holds {}: a session started there sees nothing of what is above", root.what),
                    public("Remove the .git in {}/.", self._names.whole(root.directory)),
                )

    def not_in_git(self, on_silence: Callable[[str], None] | None) -> Iterator[Finding]:
        """Files that are read here, and that a new clone or work tree has not."""
        from hermes_tui.core.diagnosis.git_remarks import loss_of_clone, silences
        from hermes_tui.core.git.facts import file_facts

        root, hints = self._startup.git_root, self._startup.settings.ruleset.hints
        files = {file.path for file in self._startup.files if file.verdict is not Verdict.OUT_OF_REACH}
        files |= {path for path, _ in self._ground.files() if path.name in hints.names}
        asked = {
            path: file_facts(root, path)
            for path in sorted(files)
            if root is not None and root in path.parents
        }
        if on_silence is not None:
            for silence in silences(root, ((self._names.show(path), said) for path, said in asked.items())):
                on_silence(silence)
        for path, said in asked.items():
            loss = loss_of_clone(path, said, self._disk)
            if loss is not None:
                yield self._finder.of_loss(path, loss)

    def _below(self) -> Iterator[Finding]:
        """Files that the start does not ask for."""
        settings, startup = self._startup.settings, self._startup
        judge = self._reacher.judge
        known = {file.path for file in startup.files} | {startup.soul_path}
        deep = self._ground.too_deep(settings.ruleset.hints.levels)
        outside: list[tuple[Path, Loss]] = []
        for path, repository in self._ground.files():
            if path in known:
                continue
            found = judge.judge(path, repository)
            loss = self._reacher.loss_of(found) if found.state is Reach.NO_CALL else None
            if loss is not None and loss.code == "HT029" and loss.then is None:
                outside.append((path, loss))
            else:
                yield from self._about(found, deep)
        yield from self._outside(outside)

    def _outside(self, outside: list[tuple[Path, Loss]]) -> Iterator[Finding]:
        """One line for all files that only lie elsewhere."""
        if len(outside) < _TOLD_TOGETHER:
            for path, loss in outside:
                yield self._finder.of_loss(path, loss)
            return
        paths = [path for path, _ in outside]
        common = Path(os.path.commonpath((self._startup.cwd, *paths)))
        yield self._finder.of_loss(common, common_obstacles.files_outside(paths, common, self._names))

    def _once_not_excluded(self, files: list[Path]) -> Next | None:
        """What stops some of *files* once their directory has another name."""
        found = [(path, self._reacher.once_not_excluded(path)) for path in files[:_LOOKED_INTO]]
        stopped = [(self._names.show(path), then) for path, then in found if then is not None]
        if not stopped:
            return None
        reason = "; ".join(f"{name}: {then.reason}" for name, then in stopped)
        first, stops = stopped[0]
        said = public("{}: {}", first, stops.public)
        for name, then in stopped[1:]:
            said = public("{}; {}: {}", said, name, then.public)
        return Next(stops.verdict, reason, said)

    def _about(self, found: Found, deep: Mapping[str, str]) -> Iterator[Finding]:
        finder, path = self._finder, found.path
        if found.state is Reach.ON_CHAIN or (self._reacher.hints_off and found.state is Reach.NO_CALL):
            return
        if found.state is not Reach.HINT or found.file is None:
            loss = self._reacher.loss_of(found)
            yield finder.of_loss(path, loss)
            return
        if found.file.verdict is Verdict.BLOCKED:
            yield from finder.of_threats(found.file)
            return
        cut = self._reacher.hint_loss(found.file, None)
        if cut is not None:
            yield finder.of_loss(path, cut)
        below = deep.get(os.fspath(path.parent))
        if below is not None:
            levels = self._startup.settings.ruleset.hints.levels
            yield finder.at(
                path,
                "HT031",
                public(
                    "a call in {} is too deep to bring it: Hermes looks in {} directories, and no later call "
                    "in those brings it either",
                    *(self._names.show(Path(below)), levels),
                ),
                public("Repeat what matters in an AGENTS.md closer to the files."),
            )
        if has_suffix(path.parent.name):
            name = self._names.show(path.parent)
            yield finder.at(
                path,
                "HT032",
                public("ls {}/ does not bring it: Hermes takes a name with a dot for a file", name),
                public("A path to something in {} brings it; else rename the directory.", name),
            )
        yield from finder.of_content(path, found.file.text)


def _grouped(findings: Iterable[Finding]) -> Iterator[Finding]:
    """One of each kind, with all its directories."""
    found: dict[object, Finding] = {}
    directories: dict[object, dict[str, None]] = {}
    for finding in findings:
        found.setdefault(finding.key, finding)
        directories.setdefault(finding.key, {}).update(dict.fromkeys(finding.directories))
    for key, finding in found.items():
        yield finding._replace(directories=tuple(directories[key]))


def _order(finding: Finding) -> tuple[int, str, int, int, str]:
    return -finding.severity.rank, finding.shown, finding.line, finding.column, finding.code
