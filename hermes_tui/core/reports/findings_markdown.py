"""Findings as Markdown, made for the summary of a GitHub workflow. No content of files is told."""

from collections.abc import Iterator, Sequence
from pathlib import Path

from hermes_tui.core.checks.findings import Finding
from hermes_tui.core.checks.fingerprints import path_from
from hermes_tui.core.reports.findings import counted, private_words, public_words
from hermes_tui.core.text.markdown import markdown

_MOST = 300
"""Rows: GitHub takes a megabyte."""


def as_markdown(findings: Sequence[Finding], root: Path, home: Path, *, with_text: bool) -> Iterator[str]:
    """A heading, a sentence that counts, and a table of findings, the worst first."""
    yield "### Rules that the Hermes Agent does not get"
    yield ""
    yield counted(findings)
    if not findings:
        return
    yield ""
    yield "| | code | where | what, and what to do |"
    yield "|---|---|---|---|"
    for finding in findings[:_MOST]:
        where = markdown(f"{path_from(finding.path, root, home)}:{finding.line}")
        words = markdown(private_words(finding) if with_text else public_words(finding))
        yield f"| {finding.severity.value} | {finding.code} | {where} | {words} |"
    if len(findings) > _MOST:
        yield ""
        yield f"And {len(findings) - _MOST:,} more."
