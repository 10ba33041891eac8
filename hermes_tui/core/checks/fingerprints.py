"""What a finding is known by from one run to the next: code, file and cause, whatever its line is by then."""

import re
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from hermes_tui.core.checks.findings import Finding

_NUMBER = re.compile(r"\d[\d,]*")
_DIRECTORIES = re.compile(r"\S*/")


class Fingerprint(NamedTuple):
    """A finding without what an edit elsewhere changes; no word of it comes from inside a file."""

    code: str
    path: str
    """From the root of the repository; of a file elsewhere from the home, or the whole path."""
    cause: str
    """What is wrong, with neither numbers nor directories: both depend on more than the finding."""
    number: int
    """From 1: findings that are alike in all this are told apart by their order."""

    @property
    def digest(self) -> str:
        """The same in 32 characters, for a report that needs it short."""
        from hashlib import sha256

        words = "\0".join(map(str, self)).encode("utf-8", "surrogateescape")
        return sha256(words).hexdigest()[:32]


def fingerprints(findings: Sequence[Finding], root: Path, home: Path) -> tuple[Fingerprint, ...]:
    """One for each of *findings*, in their order; no two are the same.

    Args:
        findings: of one run.
        root: what paths are told from.
        home: the user's, from which paths are told that lie elsewhere.
    """
    seen: Counter[tuple[str, str, str]] = Counter()
    made = []
    for finding in findings:
        cause = _NUMBER.sub("#", _DIRECTORIES.sub("", finding.message))
        known = finding.code, path_from(finding.path, root, home), cause
        seen[known] += 1
        made.append(Fingerprint(*known, seen[known]))
    return tuple(made)


def path_from(path: Path, root: Path, home: Path) -> str:
    """*path* as every clone of the repository at *root* has it, where it lies in there."""
    if path == root or root in path.parents:
        return path.relative_to(root).as_posix()
    return f"~/{path.relative_to(home).as_posix()}" if home in path.parents else path.as_posix()
