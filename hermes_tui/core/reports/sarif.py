"""Findings as SARIF 2.1.0, for code scanning. Without *with_text* no content of files is told."""

import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any
from urllib.parse import quote

from hermes_tui import __version__
from hermes_tui.core.checks.findings import Finding
from hermes_tui.core.checks.fingerprints import Fingerprint, fingerprints
from hermes_tui.core.codes.catalogue import CODES
from hermes_tui.core.filesystem.disk import Disk
from hermes_tui.core.reports.findings import file_of, private_words, public_words

_SARIF_SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"
_DOCUMENTATION = "https://hermes-agent.nousresearch.com/docs/user-guide/features/context-files"
"""What Hermes' own documentation says of context files."""
_ROOT = "ROOT"
_FINGERPRINT = "hermesTui/v1"
"""What the same finding is known by in later reports; the number is that of the way it is made."""


def as_sarif(
    findings: Sequence[Finding], root: Path, home: Path, disk: Disk, *, category: str, with_text: bool
) -> dict[str, Any]:
    """A report for code scanning.

    Args:
        findings: the worst first.
        root: what paths are told from where they can be.
        home: the user's.
        disk: where a directory stands, a file in it is named.
        category: what was checked; reports of different ones stand side by side.
        with_text: tell words of files, too.
    """
    used = {finding.code for finding in findings}
    rules = [code for code in CODES if code.id in used]
    numbers = {code.id: number for number, code in enumerate(rules)}
    pairs = zip(findings, fingerprints(findings, root, home), strict=True)
    return {
        "$schema": _SARIF_SCHEMA,
        "version": "2.1.0",
        "runs": [
            {
                "tool": {
                    "driver": {
                        "name": "hermes-tui",
                        "version": __version__,
                        "informationUri": _DOCUMENTATION,
                        "rules": [
                            {
                                "id": code.id,
                                "shortDescription": {"text": code.title},
                                "fullDescription": {"text": code.meaning},
                                "help": {"text": f"{code.meaning}\n\nExample: {code.example}\n\n{code.mend}"},
                                "helpUri": _DOCUMENTATION,
                                "defaultConfiguration": {"level": code.severity.value},
                            }
                            for code in rules
                        ],
                    }
                },
                "automationDetails": {"id": f"hermes-tui/{category}"},
                "columnKind": "unicodeCodePoints",
                "originalUriBaseIds": {_ROOT: {"uri": f"{_uri(root)}/"}},
                "results": [
                    _result(finding, fingerprint, numbers, root, disk, with_text=with_text)
                    for finding, fingerprint in pairs
                ],
            }
        ],
    }


def _result(
    finding: Finding,
    fingerprint: Fingerprint,
    numbers: dict[str, int],
    root: Path,
    disk: Disk,
    *,
    with_text: bool,
) -> dict[str, Any]:
    text = private_words(finding) if with_text else public_words(finding)
    return {
        "ruleId": finding.code,
        "ruleIndex": numbers[finding.code],
        "level": finding.severity.value,
        "message": {"text": text},
        "locations": [
            {
                "physicalLocation": {
                    "artifactLocation": _artifact(file_of(finding.path, disk), root),
                    "region": {"startLine": finding.line, "startColumn": finding.column},
                }
            }
        ],
        "partialFingerprints": {_FINGERPRINT: fingerprint.digest},
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
