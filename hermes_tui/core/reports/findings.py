"""Findings as text, JSON, SARIF 2.1.0 and GitHub workflow commands.

Whatever came from disk is made harmless: text through :func:`safe`, JSON as ASCII, workflow commands with the
characters escaped that would begin another command. Without *with_text* no content of files is told.
"""

import os
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any
from urllib.parse import quote

from hermes_tui import __version__
from hermes_tui.core.checks.findings import Finding
from hermes_tui.core.codes.catalogue import CODES, Severity, get_code
from hermes_tui.core.diagnosis.names import Names
from hermes_tui.core.reports.remedies import remedies_json
from hermes_tui.core.text.public_text import Public, public
from hermes_tui.core.text.terminal_safe import safe

SCHEMA = 2
"""Version of the JSON; a field may be added without a new one."""
_SARIF_SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"
_ROOT = "ROOT"
_DIRECTORIES_NAMED = 3


def as_text(findings: Sequence[Finding], names: Names, *, from_every_directory: bool) -> Iterator[str]:
    """One line each, for a person, and a last line that counts; directories as *names* shows them."""
    for finding in findings:
        line = safe(finding.sentence)
        yield f"{line}{safe(_starts(finding, names))}" if from_every_directory else line
    yield counted(findings)


def counted(findings: Sequence[Finding]) -> str:
    """How many there are of each severity."""
    if not findings:
        return "Nothing is lost here, and no trap was found."
    numbers = Counter(finding.severity for finding in findings)
    said = [
        f"{numbers[severity]:,} {severity.value}{'' if numbers[severity] == 1 else 's'}"
        for severity in (Severity.ERROR, Severity.WARNING, Severity.NOTE)
        if numbers[severity]
    ]
    return f"{', '.join(said)}. hermes-tui explain CODE tells more about each."


def as_json(findings: Sequence[Finding], cwd: Path, ruleset: str, *, with_text: bool) -> dict[str, Any]:
    """For a program."""
    return {
        "schema": SCHEMA,
        "cwd": str(cwd),
        "ruleset": ruleset,
        "findings": [
            {
                "code": finding.code,
                "severity": finding.severity.value,
                "path": str(finding.path),
                "line": finding.line,
                "column": finding.column,
                "message": finding.text if with_text else finding.message,
                "remedy": finding.remedy if with_text else finding.public_remedy,
                "remedies": remedies_json(finding.remedies, with_text=with_text),
                "directories": sorted(finding.directories),
            }
            for finding in findings
        ],
    }


def as_sarif(findings: Sequence[Finding], root: Path, *, with_text: bool) -> dict[str, Any]:
    """A report for code scanning; paths are relative to *root* where they can be."""
    used = {finding.code for finding in findings}
    rules = [code for code in CODES if code.id in used]
    numbers = {code.id: number for number, code in enumerate(rules)}
    return {
        "$schema": _SARIF_SCHEMA,
        "version": "2.1.0",
        "runs": [
            {
                "tool": {
                    "driver": {
                        "name": "hermes-tui",
                        "version": __version__,
                        "rules": [
                            {
                                "id": code.id,
                                "shortDescription": {"text": code.title},
                                "fullDescription": {"text": code.meaning},
                                "help": {"text": f"{code.meaning}\n\nExample: {code.example}\n\n{code.mend}"},
                                "defaultConfiguration": {"level": code.severity.value},
                            }
                            for code in rules
                        ],
                    }
                },
                "columnKind": "unicodeCodePoints",
                "originalUriBaseIds": {_ROOT: {"uri": f"{_uri(root)}/"}},
                "results": [_result(finding, numbers, root, with_text=with_text) for finding in findings],
            }
        ],
    }


def _result(finding: Finding, numbers: dict[str, int], root: Path, *, with_text: bool) -> dict[str, Any]:
    text = _private_words(finding) if with_text else _public_words(finding)
    return {
        "ruleId": finding.code,
        "ruleIndex": numbers[finding.code],
        "level": finding.severity.value,
        "message": {"text": text},
        "locations": [
            {
                "physicalLocation": {
                    "artifactLocation": _artifact(finding.path, root),
                    "region": {"startLine": finding.line, "startColumn": finding.column},
                }
            }
        ],
    }


def _artifact(path: Path, root: Path) -> dict[str, str]:
    if path == root:
        return {"uri": "./", "uriBaseId": _ROOT}
    if root in path.parents:
        return {"uri": _quoted(path.relative_to(root).as_posix()), "uriBaseId": _ROOT}
    return {"uri": _uri(path)}


def _uri(path: Path) -> str:
    return path.absolute().as_uri()


def _quoted(path: str) -> str:
    return quote(os.fsencode(path), safe="/")


def as_github(findings: Sequence[Finding], root: Path, *, with_text: bool) -> Iterator[str]:
    """Workflow commands, which GitHub shows beside the lines."""
    words = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.NOTE: "notice"}
    for finding in findings:
        path = finding.path.relative_to(root) if root in finding.path.parents else finding.path
        fields = {
            "file": path.as_posix(),
            "line": str(finding.line),
            "col": str(finding.column),
            "title": f"{finding.code} {get_code(finding.code).title}",
        }
        said = ",".join(f"{name}={_property(value)}" for name, value in fields.items())
        text = _private_words(finding) if with_text else _public_words(finding)
        yield f"::{words[finding.severity]} {said}::{_data(text)}"


def _public_words(finding: Finding) -> Public:
    """All that is said in public: of a type that no word of a file is of."""
    return (
        public("{}. {}", finding.message, finding.public_remedy)
        if finding.public_remedy
        else public("{}.", finding.message)
    )


def _private_words(finding: Finding) -> str:
    return f"{finding.text}. {finding.remedy}" if finding.remedy else f"{finding.text}."


def _data(text: str) -> str:
    """A message: nothing in it can end it."""
    return safe(text).replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    """The value of a field: nothing in it can end it or begin another one."""
    return _data(text).replace(":", "%3A").replace(",", "%2C")


def _starts(finding: Finding, names: Names) -> str:
    """From which directories a finding is seen."""
    directories = sorted(finding.directories)
    shown = [names.directory(Path(directory)) for directory in directories[:_DIRECTORIES_NAMED]]
    return f" [from {', '.join(shown)}{_more(len(directories) - len(shown))}]"


def _more(count: int) -> str:
    if not count:
        return ""
    return " and 1 more directory" if count == 1 else f" and {count:,} more directories"
