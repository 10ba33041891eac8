"""Findings as services show them beside the lines of a change: GitHub, GitLab, and what reads JUnit's XML.

Nothing that came from disk can begin another command or end a value. Without *with_text* no content of files
is told.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

from hermes_tui.core.checks.findings import Finding
from hermes_tui.core.checks.fingerprints import fingerprints, path_from
from hermes_tui.core.codes.catalogue import Severity, get_code
from hermes_tui.core.filesystem.disk import Disk
from hermes_tui.core.reports.findings import file_of, private_words, public_words
from hermes_tui.core.text.terminal_safe import safe

_MOST_OF_A_KIND = 10
"""Annotations that GitHub shows of errors, of warnings and of notices that one step of a workflow tells."""
_GITHUB = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.NOTE: "notice"}
_GITLAB = {Severity.ERROR: "critical", Severity.WARNING: "major", Severity.NOTE: "info"}


def as_github(findings: Sequence[Finding], root: Path, disk: Disk, *, with_text: bool) -> Iterator[str]:
    """Workflow commands, which GitHub shows beside the lines; last how many it would not show.

    Args:
        findings: the worst first.
        root: what paths are told from.
        disk: where a directory stands, a file in it is named.
        with_text: tell words of files, too.
    """
    told: Counter[str] = Counter()
    for finding in findings:
        word = _GITHUB[finding.severity]
        told[word] += 1
        if told[word] > _MOST_OF_A_KIND:
            continue
        fields = {
            "file": _path(finding, root, disk),
            "line": str(finding.line),
            "col": str(finding.column),
            "title": f"{finding.code} {get_code(finding.code).title}",
        }
        said = ",".join(f"{name}={_property(value)}" for name, value in fields.items())
        yield f"::{word} {said}::{_data(_words(finding, with_text=with_text))}"
    more = [
        f"{told[word] - _MOST_OF_A_KIND:,} more {severity.value}s"
        for severity, word in _GITHUB.items()
        if told[word] > _MOST_OF_A_KIND
    ]
    if more:
        yield f"GitHub shows {_MOST_OF_A_KIND} of a kind: there are {', '.join(more)} (hermes-tui check)."


def as_gitlab(
    findings: Sequence[Finding], root: Path, home: Path, disk: Disk, *, with_text: bool
) -> list[dict[str, Any]]:
    """A report of code quality, as GitLab reads it; paths as :func:`as_github` tells them."""
    return [
        {
            "description": f"{finding.code}: {safe(_words(finding, with_text=with_text))}",
            "check_name": finding.code,
            "fingerprint": fingerprint.digest,
            "severity": _GITLAB[finding.severity],
            "location": {"path": _path(finding, root, disk), "lines": {"begin": finding.line}},
        }
        for finding, fingerprint in zip(findings, fingerprints(findings, root, home), strict=True)
    ]


def as_junit(
    findings: Sequence[Finding], root: Path, disk: Disk, fail_on: Severity, *, with_text: bool
) -> str:
    """A suite of tests in XML: findings from *fail_on* on are tests that failed, the others print theirs."""
    suite = ElementTree.Element("testsuite", name="hermes-tui check")
    failures = 0
    for finding in findings:
        path = safe(_path(finding, root, disk))
        title = f"{finding.code} {get_code(finding.code).title}, line {finding.line}"
        case = ElementTree.SubElement(suite, "testcase", classname=path, name=title, file=path)
        text = safe(_words(finding, with_text=with_text))
        if finding.severity.rank >= fail_on.rank:
            failures += 1
            failure = ElementTree.SubElement(case, "failure", message=text, type=finding.severity.value)
            failure.text = f"{path}:{finding.line}:{finding.column}: {text}"
        else:
            ElementTree.SubElement(case, "system-out").text = text
    if not findings:
        ElementTree.SubElement(suite, "testcase", classname="hermes-tui", name="nothing keeps rules out")
    suite.set("tests", str(max(1, len(findings))))
    suite.set("failures", str(failures))
    suites = ElementTree.Element("testsuites")
    suites.append(suite)
    ElementTree.indent(suites)
    return ElementTree.tostring(suites, "unicode", xml_declaration=False)


def _path(finding: Finding, root: Path, disk: Disk) -> str:
    return path_from(file_of(finding.path, disk), root, root)


def _words(finding: Finding, *, with_text: bool) -> str:
    return private_words(finding) if with_text else public_words(finding)


def _data(text: str) -> str:
    """A message: nothing in it can end it."""
    return safe(text).replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    """The value of a field: nothing in it can end it or begin another one."""
    return _data(text).replace(":", "%3A").replace(",", "%2C")
