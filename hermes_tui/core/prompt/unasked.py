"""Context files near the chain that no step of the start asks for."""

from collections.abc import Iterator
from pathlib import Path

from hermes_tui.core.disk import Disk
from hermes_tui.core.prompt import reasons
from hermes_tui.core.prompt.discovery import NEAR_MISSES, Candidate, directory_chain, label_of
from hermes_tui.core.prompt.files import FileKind
from hermes_tui.core.rulesets import Ruleset


def unasked(
    cwd: Path, git_root: Path | None, ruleset: Ruleset, disk: Disk
) -> Iterator[tuple[Candidate, str]]:
    """The files that exist, each with the reason, as part of a sentence."""
    for kind, directory, names, why in _places(cwd, git_root, ruleset, disk):
        for name in disk.present(directory, names):
            path = directory / name
            if disk.is_file(path):
                yield Candidate(kind, path, label_of(path, cwd)), why


def _places(
    cwd: Path, git_root: Path | None, rules: Ruleset, disk: Disk
) -> Iterator[tuple[FileKind, Path, tuple[str, ...], str]]:
    chain = directory_chain(cwd, git_root)
    for directory in chain[:-1]:
        if not rules.agents_chain:
            yield FileKind.AGENTS, directory, rules.agents_names, reasons.AGENTS_ABOVE
        yield FileKind.CLAUDE, directory, rules.claude_names, reasons.CWD_ONLY
        yield FileKind.CURSOR, directory, (rules.cursor_name,), reasons.CWD_ONLY
        cursor_rules = directory / rules.cursor_directory
        if disk.is_directory(cursor_rules):
            names = tuple(name for name in disk.names(cursor_rules) if name.endswith(".mdc"))
            yield FileKind.CURSOR, cursor_rules, names, reasons.CWD_ONLY
    for directory in chain:
        yield FileKind.UNKNOWN, directory, NEAR_MISSES, reasons.UNKNOWN_NAME
    why = reasons.ABOVE_ROOT if git_root else reasons.KEPT_OUT
    for directory in chain[0].parents:
        yield FileKind.HERMES, directory, rules.hermes_names, why
        yield FileKind.AGENTS, directory, rules.agents_names, why
        yield FileKind.CLAUDE, directory, rules.claude_names, why
