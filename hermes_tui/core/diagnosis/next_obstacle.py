"""What would become of a file that no step asks for, once that is mended: the next obstacle.

Nobody should mend the first obstacle only to meet the second.
"""

import os
from collections.abc import Iterable
from pathlib import Path

from hermes_tui.core.diagnosis import blocked
from hermes_tui.core.diagnosis.model import Names
from hermes_tui.core.diagnosis.redundant_files import stand_in
from hermes_tui.core.filesystem.disk import Disk
from hermes_tui.core.hints.loader import HintLoader
from hermes_tui.core.prompt.body import HermesFails, read_body, scan_body
from hermes_tui.core.prompt.context_file import ContextFile, FileKind, Next, Verdict
from hermes_tui.core.settings.settings import Settings
from hermes_tui.core.text.public_text import Public, public

_READ = public("if Hermes read it, it")
_AS_HINT = public("as a hint it")


def once_read(path: Path, settings: Settings, disk: Disk) -> Next | None:
    """What stops a file whose name Hermes does not ask for, had it another; ``None`` where nothing does."""
    rules = settings.ruleset
    try:
        body = read_body(path, FileKind.HINT, rules, disk)
    except HermesFails as failure:
        return _unreadable(failure.what)
    if body.problem:
        return _unreadable(body.problem)
    if body.is_empty:
        return _simply(Verdict.EMPTY)
    scanned = scan_body(body, path.name, rules, disk)
    if scanned.is_blocked:
        words = public("{} would be blocked", _READ)
        text = body.content.text or ""
        return Next(Verdict.BLOCKED, f"{words}: {blocked.places(scanned.threats, text)}", words)
    return _cut(_AS_HINT) if len(scanned.text) > rules.hints.cap else None


def once_asked(path: Path, working_dir: Path, settings: Settings, names: Names, disk: Disk) -> Next | None:
    """What stops a file that hints ask for, were its directory asked by a session in *working_dir*."""
    loader = HintLoader(
        working_dir, os.fspath(settings.home), os.fspath(settings.hermes_home), settings.ruleset, disk
    )
    try:
        visit = loader.load(path.parent, {}).visit
    except HermesFails as failure:
        return _unreadable(failure.what)
    file = visit.file
    tried = visit.passed_over(path.name)
    if tried is not None:
        return _unreadable(tried.detail) if tried.detail else once_read(path, settings, disk)
    if file is not None and file.path == path:
        return of_hint(file, _AS_HINT if file.verdict is Verdict.TRUNCATED else _READ)
    if file is not None:
        if _stands_for(path, (file,), names, disk):
            return None
        first = public("{} in the same directory would come first", names.show(file.path))
        return Next(Verdict.SUPERSEDED, first, first)
    return once_read(path, settings, disk)


def of_hint(file: ContextFile, begin: Public) -> Next | None:
    """What a hint would make of *file*; ``None`` where all of it would be sent."""
    if file.verdict is Verdict.BLOCKED:
        words = public("{} would be blocked", begin)
        return Next(file.verdict, f"{words}: {blocked.places(file.threats, file.text)}", words)
    return _cut(begin) if file.verdict is Verdict.TRUNCATED else None


def _stands_for(path: Path, files: Iterable[ContextFile], names: Names, disk: Disk) -> bool:
    """The file at *path* has no rules of its own: it is, or points to, one of *files*, which are sent."""
    content = disk.read(path)
    return any(stand_in(file._replace(path=path, content=content), (file,), names) for file in files)


def _simply(verdict: Verdict) -> Next:
    words = public("{} would be {}", _READ, verdict.word)
    return Next(verdict, words, words)


def _cut(begin: Public) -> Next:
    words = public("{} would be sent, but cut", begin)
    return Next(Verdict.TRUNCATED, words, words)


def _unreadable(why: str) -> Next:
    words = public("{} could not be read", _READ)
    return Next(Verdict.UNREADABLE, f"{words}: {why}", words)
