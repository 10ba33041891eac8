"""Which findings count: not those that somebody has ignored, nor those of a baseline."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from hermes_tui.core.checks.baseline import compared, read_baseline
from hermes_tui.core.checks.findings import Finding
from hermes_tui.core.checks.fingerprints import Fingerprint, fingerprints
from hermes_tui.core.configuration.files import ToolConfiguration
from hermes_tui.core.filesystem.disk import Disk
from hermes_tui.core.text.public_text import Public, public


class Counting(NamedTuple):
    """Findings, and what does not count of them."""

    findings: tuple[Finding, ...]
    fingerprints: tuple[Fingerprint, ...]
    """Of all that are not ignored, in a baseline or not."""
    ignored: int
    """Left out by the configuration."""
    known: int = 0
    """Left out, for the baseline has them."""
    gone: int = 0
    """In the baseline and not found."""
    old: int = 0
    """Left out, for they were there before, in no baseline."""

    def left_out(self) -> Iterator[Public]:
        """How many do not count, in sentences."""
        if self.ignored:
            yield public("left out by the configuration: {}", self.ignored)
        if self.known:
            yield public("left out, for the baseline has them: {}", self.known)
        if self.old:
            yield public("left out, for they were there before: {}", self.old)
        if self.gone:
            yield public("in the baseline and not found here: {} (--write-baseline drops them)", self.gone)


def counting(
    findings: Sequence[Finding],
    root: Path,
    home: Path,
    ignored: int,
    baseline: Path | None,
    disk: Disk,
    before: frozenset[Fingerprint] = frozenset(),
) -> Counting:
    """Those of *findings* that count.

    Args:
        findings: without those that are ignored.
        root: what a baseline tells paths from.
        home: the user's.
        ignored: how many were left out before.
        baseline: a file of findings that are known, if there is one.
        disk: where that file is.
        before: findings that were there before, and do not count either.

    Raises:
        SettingsError: the baseline cannot be read, or is none.
    """
    made = fingerprints(findings, root, home)
    kept = frozenset() if baseline is None else read_baseline(baseline, disk)
    held = compared(findings, made, kept | before)
    known = sum(fingerprint in kept for fingerprint in made)
    gone = len(kept.difference(made))
    return Counting(held.new, made, ignored, known, gone, held.known - known)


def baseline_of(configured: ToolConfiguration) -> Path | None:
    """The baseline that a repository's file names, from the directory of that file."""
    named = configured.text("baseline")
    return configured.paths["baseline"].parent / named if named is not None else None
