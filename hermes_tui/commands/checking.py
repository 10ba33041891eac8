"""The work of ``hermes-tui check``: one run over several directories, without what does not count."""

import argparse
import os
from collections.abc import Iterable
from contextlib import closing
from pathlib import Path
from typing import NamedTuple

from hermes_tui.commands.shared import has_working_directory, root_of, situations_of
from hermes_tui.core.checks.check import check
from hermes_tui.core.checks.counting import Counting, baseline_of, counting
from hermes_tui.core.checks.findings import Finding, grouped
from hermes_tui.core.checks.fingerprints import Fingerprint, fingerprints
from hermes_tui.core.checks.ignored import without_ignored
from hermes_tui.core.codes.catalogue import Severity
from hermes_tui.core.configuration.files import ToolConfiguration
from hermes_tui.core.filesystem.disk import Disk
from hermes_tui.core.git.program import GitProblem
from hermes_tui.core.releases.lookup import DOCUMENTED
from hermes_tui.core.settings.settings import SettingsError
from hermes_tui.core.situation import Situation
from hermes_tui.core.text.phrases import as_typed
from hermes_tui.core.text.public_text import public

_BY_DOCUMENTATION = public(
    "no Hermes was found here, so this is judged by what its documentation says: --hermes latest, or "
    'hermes = "0.22.2" in .hermes-tui.toml, chooses a release'
)


class Checked(NamedTuple):
    """What a run has found."""

    counted: Counting
    """The findings, the worst first, and what does not count."""
    cwds: tuple[Path, ...]
    """The directories, links followed."""
    root: Path
    """The git root around them; of several repositories the directory that has all."""
    base: Path
    """What paths are told from to a person."""
    several_roots: bool
    home: Path
    disk: Disk
    ruleset: str
    notes: tuple[str, ...]
    fail_on: Severity

    @property
    def findings(self) -> tuple[Finding, ...]:
        """Those that count."""
        return self.counted.findings

    @property
    def category(self) -> str:
        """What was checked, for reports that stand side by side: ``packages/api/``; empty for the root."""
        places = (cwd.relative_to(self.root).as_posix() for cwd in self.cwds)
        return "".join(f"{place}/" for place in places if place != ".")


def checked(options: argparse.Namespace) -> Checked:
    """Everything that is found in the directories of *options*.

    As text, paths are told from where the command was called, so that an editor finds them; in reports from
    the git root.

    Raises:
        SettingsError: bad input; the message is a sentence.
    """
    found: list[Finding] = []
    notes: list[str] = []
    cwds: list[Path] = []
    roots: list[Path] = []
    ignored = 0
    situations = tuple(situations_of(options))
    for situation, _ in situations:
        cwd, root = root_of(situation)
        cwds.append(cwd)
        roots.append(root)
    root = Path(os.path.commonpath(roots))
    base = _base(root, cwds[0]) if options.format == "text" else root
    if options.format == "json" and len(cwds) == 1:
        base = cwds[0]
    for situation, configured in situations:
        seen = check(
            situation,
            from_every_directory=options.from_every_directory,
            with_git=options.git,
            budgets=configured.budgets,
            base=base,
            on_silence=notes.append,
        )
        kept = without_ignored(seen, options.ignore, configured)
        ignored += sum(finding.code not in options.ignore for finding in seen) - len(kept)
        found.extend(kept)
        notes[:0] = situation.settings.notes
        if situation.ruleset is DOCUMENTED and (typed := situation.settings.typed) and typed.hermes is None:
            notes.append(_BY_DOCUMENTATION)
    situation, configured = situations[0]
    home = situation.settings.home
    baseline = Path(options.baseline) if options.baseline is not None else baseline_of(configured)
    if options.write_baseline is not None:
        baseline = None
    findings = grouped(found) if len(situations) > 1 else found
    before = _before(options, situations, roots)
    counted = counting(findings, root, home, ignored, baseline, situation.disk, before)
    return Checked(
        counted,
        tuple(cwds),
        root,
        base,
        several_roots=len(set(roots)) > 1,
        home=home,
        disk=situation.disk,
        ruleset=situation.ruleset.name,
        notes=tuple(notes),
        fail_on=_fail_on(options, (configured for _, configured in situations)),
    )


def _before(
    options: argparse.Namespace,
    situations: Iterable[tuple[Situation, ToolConfiguration]],
    roots: list[Path],
) -> frozenset[Fingerprint]:
    """What was found at the revision of ``--since``."""
    if options.since is None:
        return frozenset()
    if len(set(roots)) > 1:
        raise SettingsError("--since takes directories of one repository: a revision is of one")
    return frozenset().union(*(_found_before(options, *situation, roots[0]) for situation in situations))


def _found_before(
    options: argparse.Namespace, situation: Situation, configured: ToolConfiguration, root: Path
) -> frozenset[Fingerprint]:
    """What is found in the commit from which the revision and what is checked out go apart."""
    from hermes_tui.core.history.revision import repository_around

    try:
        with closing(repository_around(situation)) as repository:
            then = repository.at(repository.today.objects.common_ancestor(options.since))
            if not then.disk.is_directory(then.cwd):
                return frozenset()
            every = options.from_every_directory
            found = check(then, from_every_directory=every, budgets=configured.budgets)
            return frozenset(fingerprints(found, root, situation.settings.home))
    except (GitProblem, SettingsError) as problem:
        raise SettingsError(f"--since {as_typed(options.since)}: {problem}") from None


def _base(root: Path, cwd: Path) -> Path:
    """Where the command was called, if the repository at *root* is around it or below; else *cwd*."""
    here = Path(os.getcwd()) if has_working_directory() else cwd
    return here if root == here or root in here.parents or here in root.parents else cwd


def _fail_on(options: argparse.Namespace, configured: Iterable[ToolConfiguration]) -> Severity:
    """What is asked for, else the strictest that is configured."""
    if options.fail_on is not None:
        return Severity(options.fail_on)
    chosen = [Severity(said) for one in configured if (said := one.text("fail-on")) is not None]
    return min(chosen, key=lambda severity: severity.rank, default=Severity.ERROR)
