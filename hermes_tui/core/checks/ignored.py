"""Findings that somebody has said do not count: by code, or by code and file."""

from collections.abc import Callable, Iterable
from pathlib import Path

from hermes_tui.core.checks.findings import Finding
from hermes_tui.core.configuration.files import ToolConfiguration


def without_ignored(
    findings: Iterable[Finding], codes: Iterable[str], configured: ToolConfiguration
) -> tuple[Finding, ...]:
    """Those of *findings* that are of none of the *codes*, and of none that is *configured* not to count."""
    ignored = frozenset((*codes, *configured.ignore))
    rules = [(frozenset(rule.ignore), _matching(rule.paths)) for rule in configured.per_path]
    top = configured.paths["per-path"].parent if rules else Path()
    return tuple(
        finding
        for finding in findings
        if finding.code not in ignored
        and not any(finding.code in codes and matches(finding.path, top) for codes, matches in rules)
    )


def _matching(patterns: tuple[str, ...]) -> Callable[[Path, Path], bool]:
    """Whether a path below a directory is one that the patterns, as in ``.gitignore``, mean."""
    from pathspec import GitIgnoreSpec

    spec = GitIgnoreSpec.from_lines(patterns)

    def matches(path: Path, top: Path) -> bool:
        return top in path.parents and spec.match_file(path.relative_to(top))

    return matches
