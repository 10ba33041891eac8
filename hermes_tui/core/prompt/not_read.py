"""Context files near the chain that no step of the start asks for."""

from collections.abc import Iterable, Iterator
from pathlib import Path

from hermes_tui.core.filesystem.disk import Disk
from hermes_tui.core.prompt import verdict_text
from hermes_tui.core.prompt.candidate import Draft
from hermes_tui.core.prompt.context_file import FileKind, Verdict
from hermes_tui.core.prompt.discovery import NEAR_MISSES, Candidate, directory_chain, label_of
from hermes_tui.core.releases.lookup import Ruleset


def unasked(
    cwd: Path, git_root: Path | None, ruleset: Ruleset, disk: Disk
) -> Iterator[tuple[Candidate, str]]:
    """The files that exist, each with the reason, as part of a sentence."""
    for kind, directory, names, why in _places(cwd, git_root, ruleset, disk):
        for name in disk.present(directory, names):
            path = directory / name
            if disk.is_file(path):
                if kind is FileKind.UNKNOWN:  # nobody asks for it: it is called what its directory says
                    path = path.with_name(disk.listed(path))
                yield Candidate(kind, path, label_of(path, cwd)), why


def why_unasked(draft: Draft, why: str, drafts: Iterable[Draft]) -> str:
    """*why* the file is not asked for, given all the others."""
    from hermes_tui.core.prompt.pointer_files import points_to  # few need it

    for other in drafts:
        is_sent = other.verdict is Verdict.LOADED and other.kind is not FileKind.SOUL
        if is_sent and points_to(draft.content.text or "", draft.path, other.path):
            return f"{why}; it only points to {other.candidate.label}, which is sent"
    return why


def _places(
    cwd: Path, git_root: Path | None, rules: Ruleset, disk: Disk
) -> Iterator[tuple[FileKind, Path, tuple[str, ...], str]]:
    chain = directory_chain(cwd, git_root)
    for directory in chain[:-1]:
        if not rules.agents_chain:
            yield FileKind.AGENTS, directory, rules.agents_names, verdict_text.AGENTS_ABOVE
        yield FileKind.CLAUDE, directory, rules.claude_names, verdict_text.CWD_ONLY
        yield FileKind.CURSOR, directory, (rules.cursor_name,), verdict_text.CWD_ONLY
        cursor_rules = directory / rules.cursor_directory
        if disk.is_directory(cursor_rules):
            names = tuple(name for name in disk.names(cursor_rules) if name.endswith(".mdc"))
            yield FileKind.CURSOR, cursor_rules, names, verdict_text.CWD_ONLY
    for directory in chain:
        yield FileKind.UNKNOWN, directory, NEAR_MISSES, verdict_text.UNKNOWN_NAME
    why = verdict_text.ABOVE_ROOT if git_root else verdict_text.KEPT_OUT
    for directory in chain[0].parents:
        yield FileKind.HERMES, directory, rules.hermes_names, why
        yield FileKind.AGENTS, directory, rules.agents_names, why
        yield FileKind.CLAUDE, directory, rules.claude_names, why
