"""Findings as text and JSON.

Whatever came from disk is made harmless: text through :func:`safe`, JSON as ASCII. Without *with_text* no
content of files is told in JSON.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from hermes_tui.core.checks.findings import Finding
from hermes_tui.core.codes.catalogue import Severity
from hermes_tui.core.diagnosis.names import Names
from hermes_tui.core.filesystem.disk import Disk
from hermes_tui.core.reports.remedies import remedies_json
from hermes_tui.core.text.public_text import Public, public
from hermes_tui.core.text.terminal_safe import safe

SCHEMA = 2
"""Version of the JSON; a field may be added without a new one."""
_DIRECTORIES_NAMED = 3
_LIKELY = ("AGENTS.md", ".hermes.md", "HERMES.md", "CLAUDE.md", ".cursorrules", "README.md")


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


def file_of(path: Path, disk: Disk) -> Path:
    """*path*, or where it is a directory, a file in there: what shows findings beside lines needs one."""
    if not disk.is_directory(path):
        return path
    names = disk.present(path, _LIKELY) or disk.names(path)
    return next((path / name for name in names if disk.is_file(path / name)), path)


def public_words(finding: Finding) -> Public:
    """All that is said in public: of a type that no word of a file is of."""
    return (
        public("{}. {}", finding.message, finding.public_remedy)
        if finding.public_remedy
        else public("{}.", finding.message)
    )


def private_words(finding: Finding) -> str:
    """The same with the words of files that matter."""
    return f"{finding.text}. {finding.remedy}" if finding.remedy else f"{finding.text}."


def _starts(finding: Finding, names: Names) -> str:
    """From which directories a finding is seen."""
    directories = sorted(finding.directories)
    shown = [names.directory(Path(directory)) for directory in directories[:_DIRECTORIES_NAMED]]
    return f" [from {', '.join(shown)}{_more(len(directories) - len(shown))}]"


def _more(count: int) -> str:
    if not count:
        return ""
    return " and 1 more directory" if count == 1 else f" and {count:,} more directories"
