"""Every loss and every trap of a repository, seen from one directory or from each that it has."""

import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path

from hermes_tui.core.checks.budgets import over_budget_as_hint, over_budget_at_start
from hermes_tui.core.checks.every_directory import starts
from hermes_tui.core.checks.findings import Finder, Finding, grouped
from hermes_tui.core.configuration.keys import NO_BUDGETS, Budgets
from hermes_tui.core.diagnosis import common_obstacles
from hermes_tui.core.diagnosis.diagnose import Diagnoser
from hermes_tui.core.diagnosis.environment import surroundings
from hermes_tui.core.diagnosis.model import Obstacle
from hermes_tui.core.diagnosis.names import Names
from hermes_tui.core.diagnosis.ways import Way
from hermes_tui.core.git.roots import git_root_at
from hermes_tui.core.hints.climb import has_suffix
from hermes_tui.core.prompt.context_file import Verdict
from hermes_tui.core.prompt.startup import inspect
from hermes_tui.core.settings.keys import CONTEXT_LENGTH, MAX_CHARS
from hermes_tui.core.situation import Situation
from hermes_tui.core.surveys.survey import FoundFile, Reach
from hermes_tui.core.surveys.tree_index import Ground
from hermes_tui.core.text.public_text import public
from hermes_tui.core.threats.scan import scan

__all__ = ["Finding", "check"]

_TOLD_TOGETHER = 2
"""Files outside the working directory from which on one line tells of all."""
_SENT = ("HT042", "HT020")
"""What is said of a file that a hint brings, and is no loss, or is said with what is in its text."""
_OPTIONS = {MAX_CHARS: public("--max-chars"), CONTEXT_LENGTH: public("--context-length")}
"""What gives a setting that comes from no file."""


def check(
    situation: Situation,
    *,
    from_every_directory: bool = False,
    with_git: bool = False,
    budgets: Budgets = NO_BUDGETS,
    base: Path | None = None,
    environ: Mapping[str, str] | None = None,
    on_progress: Callable[[int, int], None] | None = None,
    on_silence: Callable[[str], None] | None = None,
) -> tuple[Finding, ...]:
    """All findings, the worst first, then by file and line.

    Args:
        situation: where the session starts and hints are judged from, the settings, the disk.
        from_every_directory: judge the start in every directory of the repository as well.
        with_git: ask git as well whether it has the files; takes longer.
        budgets: characters above which a file, or all of the start, is a finding.
        base: what paths are told from; where the session starts if it is not given.
        environ: in place of ``os.environ``.
        on_progress: told how many directories of how many were judged; what it raises ends the check.
        on_silence: told what git does not answer and why, where it is asked.
    """
    if on_progress is not None:
        on_progress(0, 0)
    this = _Check(situation, os.environ if environ is None else environ, budgets, base)
    in_git = this.not_in_git(on_silence) if with_git else ()
    return this.findings(in_git, on_progress, from_every_directory=from_every_directory)


class _Check:
    """One check."""

    def __init__(
        self, situation: Situation, environ: Mapping[str, str], budgets: Budgets, base: Path | None
    ) -> None:
        self._situation = situation
        self._budgets = budgets
        self._disk = situation.disk
        self._environ = environ
        startup = self._startup = inspect(situation)
        self._names = Names.around(startup, base)
        self._finder = Finder(startup, self._names)
        self._diagnoser = Diagnoser(startup, self._names)
        self._ground = Ground(startup.chain, startup.ruleset, startup.disk)

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
        found = [replace(finding, directories=here) for finding in seen]
        if from_every_directory:
            judged = starts(self._ground, self._situation, self._is_harmless, on_progress)
            for startup, directories in judged:
                known = self._finder.of_startup(startup)
                found.extend(replace(finding, directories=directories) for finding in known)
        else:
            known = self._finder.of_startup(self._startup)
            found.extend(replace(finding, directories=here) for finding in known)
        return tuple(grouped(found))

    def _is_harmless(self, path: Path, text: str) -> bool:
        return not self._finder.traps(path, text)

    def _seen_here(self) -> Iterator[Finding]:
        startup, finder = self._startup, self._finder
        for remark in surroundings(startup, self._environ):
            if remark.code:
                obstacle = Obstacle(remark.code, remark.text, note=remark.remedy)
                yield finder.of_obstacle(startup.cwd, obstacle)
        for setting, said in startup.cap.ignored:
            origin = startup.settings.origins.get(setting)
            if origin is not None:
                obstacle = Obstacle("HT041", said, (Way(public("remove the setting")),))
                yield finder.of_obstacle(origin, obstacle)
            else:
                option = _OPTIONS[setting]
                obstacle = Obstacle("HT041", f"{option}: {said}", (Way(public("leave {} out", option)),))
                yield finder.of_obstacle(startup.cwd, obstacle)
        off_chain = self._diagnoser.off_chain
        if off_chain.hints_off is not None:
            yield finder.of_obstacle(startup.cwd, off_chain.hints_off)
        for path, obstacle in over_budget_at_start(startup, self._budgets):
            yield finder.of_obstacle(path, obstacle)
        yield from self._repositories()
        yield from self._below()
        for closed in self._ground.closed:
            name = self._names.show(Path(closed))
            yield finder.of_obstacle(Path(closed), common_obstacles.closed_directory(name))
        for directory, files in self._ground.excluded:
            yield self._excluded(Path(directory), files)

    def _excluded(self, directory: Path, files: list[Path]) -> Finding:
        """One line for all files in a directory whose name hints leave out."""
        ways = self._diagnoser.off_chain.out_of_excluded(directory)
        finding = self._finder.of_obstacle(
            directory, common_obstacles.excluded_files(files, self._names, ways)
        )
        place = self._diagnoser.place(files[0], None)
        return replace(finding, find_remedies=lambda: self._diagnoser.remedies(place, ways))

    def _repositories(self) -> Iterator[Finding]:
        for directory in self._ground.repositories:
            root = git_root_at(Path(directory), self._disk)
            if root.is_stray:
                cause = public(
                    "it holds {}: a session started there sees nothing of what is above", root.what
                )
                way = Way(public("remove the .git in {}/", self._names.whole(root.directory)))
                yield self._finder.of_obstacle(root.directory, Obstacle("HT023", cause, (way,)))

    def not_in_git(self, on_silence: Callable[[str], None] | None) -> Iterator[Finding]:
        """Files that are read here, and that a new clone or work tree has not."""
        from hermes_tui.core.diagnosis.git_remarks import obstacle_of_clone, silences
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
            obstacle = obstacle_of_clone(path, said, self._disk)
            if obstacle is not None:
                yield self._finder.of_obstacle(path, obstacle)

    def _below(self) -> Iterator[Finding]:
        """Files that the start does not ask for."""
        startup, off_chain = self._startup, self._diagnoser.off_chain
        known = {file.path for file in startup.files} | {startup.soul_path}
        deep = self._ground.too_deep(startup.ruleset.hints.levels)
        outside: list[Finding] = []
        for path, repository in self._ground.files():
            if path in known:
                continue
            found = off_chain.judge.judge(path, repository)
            if found.state is Reach.ON_CHAIN or (off_chain.hints_off and found.state is Reach.NO_CALL):
                continue
            for finding in self._about(found, deep):
                if finding.code == "HT029" and not self._would_be_blocked(path):
                    outside.append(finding)
                else:
                    yield finding
        yield from self._outside(outside)

    def _would_be_blocked(self, path: Path) -> bool:
        """No start brings the file as it is, so it gets a line of its own."""
        return bool(scan(self._disk.read(path).text or "", ruleset=self._startup.ruleset))

    def _outside(self, outside: list[Finding]) -> Iterator[Finding]:
        """One line for all files that only lie elsewhere."""
        if len(outside) < _TOLD_TOGETHER:
            yield from outside
            return
        paths = [finding.path for finding in outside]
        common = Path(os.path.commonpath((self._startup.cwd, *paths)))
        yield self._finder.of_obstacle(common, common_obstacles.files_outside(paths, common, self._names))

    def _about(self, found: FoundFile, deep: Mapping[str, str]) -> Iterator[Finding]:
        finder, path = self._finder, found.path
        if found.file is not None and found.file.verdict is Verdict.BLOCKED:
            yield from finder.of_threats(found.file, self._diagnoser)
            return
        diagnosis = self._diagnoser.of_found(found, None)
        if diagnosis.obstacle is not None and diagnosis.code not in _SENT:
            yield finder.of_diagnosis(diagnosis)
        if found.state is not Reach.HINT or found.file is None:
            return
        below = deep.get(os.fspath(path.parent))
        if below is not None:
            levels = self._startup.ruleset.hints.levels
            obstacle = Obstacle(
                "HT031",
                public(
                    "a call in {} is too deep to bring it: Hermes looks in {} directories, and no later call "
                    "in those brings it either",
                    *(self._names.show(Path(below)), levels),
                ),
                (Way(public("repeat what matters in an AGENTS.md closer to the files")),),
            )
            yield finder.of_obstacle(path, obstacle)
        if has_suffix(path.parent.name):
            name = self._names.show(path.parent)
            cause = public("ls {}/ does not bring it: Hermes takes a name with a dot for a file", name)
            ways = (
                Way(public("name something in {}, which brings it", name)),
                Way(public("rename the directory")),
            )
            yield finder.of_obstacle(path, Obstacle("HT032", cause, ways))
        for long, obstacle in over_budget_as_hint(found.file, self._budgets):
            yield finder.of_obstacle(long, obstacle)
        yield from finder.of_content(found.file)
