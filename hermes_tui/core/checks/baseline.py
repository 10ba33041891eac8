"""A list of findings that are known already, so that a check tells only of new ones."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

from hermes_tui.core.checks.findings import Finding
from hermes_tui.core.checks.fingerprints import Fingerprint
from hermes_tui.core.filesystem.disk import Disk
from hermes_tui.core.settings.settings import SettingsError

SCHEMA = 1
"""Version of the file; a field may be added without a new one."""
_MOST_BYTES = 50_000_000


class Compared(NamedTuple):
    """Findings held against a baseline."""

    new: tuple[Finding, ...]
    known: int
    """How many of them are in the baseline."""
    gone: int
    """How many of the baseline are found no more."""


def baseline_text(fingerprints: Sequence[Fingerprint]) -> str:
    """What a baseline holds: JSON, in an order that keeps the changes between two of them small."""
    findings = [fingerprint._asdict() for fingerprint in sorted(fingerprints, key=lambda one: one[1:])]
    return json.dumps({"schema": SCHEMA, "findings": findings}, indent=1) + "\n"


def read_baseline(path: Path, disk: Disk) -> frozenset[Fingerprint]:
    """The findings in the baseline at *path*.

    Raises:
        SettingsError: it cannot be read, or is none.
    """
    content = disk.read_within(path, _MOST_BYTES)
    if content.text is None:
        raise SettingsError(f"the baseline {path} cannot be read: {content.detail or 'it is not there'}")
    try:
        return _fingerprints(json.loads(content.text))
    except (ValueError, KeyError, TypeError, RecursionError):
        raise SettingsError(f"{path} is no baseline: check --write-baseline writes one") from None


def _fingerprints(read: dict[str, Any]) -> frozenset[Fingerprint]:
    if read["schema"] != SCHEMA:
        raise ValueError
    return frozenset(
        Fingerprint(str(one["code"]), str(one["path"]), str(one["cause"]), int(one["number"]))
        for one in read["findings"]
    )


def compared(
    findings: Sequence[Finding], fingerprints: Sequence[Fingerprint], baseline: frozenset[Fingerprint]
) -> Compared:
    """*findings*, whose *fingerprints* are given in the same order, without those of the *baseline*."""
    pairs = zip(findings, fingerprints, strict=True)
    new = tuple(finding for finding, fingerprint in pairs if fingerprint not in baseline)
    return Compared(new, len(findings) - len(new), len(baseline.difference(fingerprints)))
