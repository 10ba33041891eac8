"""One directory is asked for its hint: which name wins, what is sent (``rules.md`` 2.1, 2.2, 2.6)."""

import os
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from hermes_tui.core.filesystem.disk import Disk
from hermes_tui.core.filesystem.file_type import FileType
from hermes_tui.core.hints.deny_list import ReadDenial
from hermes_tui.core.hints.trace import Hint, NameResult, NameTried, Outcome, Sent, Visit
from hermes_tui.core.prompt import verdict_text
from hermes_tui.core.prompt.body import (
    BYTE_ORDER_MARK,
    Body,
    HermesFails,
    read_body,
    scan_body,
    taken_between,
)
from hermes_tui.core.prompt.candidate import Draft, headings_lost
from hermes_tui.core.prompt.context_file import Cause, ContextFile, FileKind, Heading, Lost, Verdict
from hermes_tui.core.prompt.discovery import Candidate
from hermes_tui.core.prompt.truncation import Cap, CapSource, cut_middle, cut_tail
from hermes_tui.core.releases.lookup import Ruleset
from hermes_tui.core.text.provenance import Role, TracedText

_NOTHING_LEFT = "Only the line that names it is sent: there is nothing in the file but a byte order mark."
_NULL_DEVICE = Path(os.devnull)


class Loaded(NamedTuple):
    """A visit, and what it gives the tracker to remember."""

    visit: Visit
    digest: str
    """Of the text that is sent; empty where none is, or where the release does not remember it."""


class HintLoader:
    """Asks directories for hints, for one working directory and one release."""

    def __init__(self, working_dir: Path, home: str, hermes_home: str, ruleset: Ruleset, disk: Disk) -> None:
        self.working_dir = working_dir
        self._base = working_dir.parts
        self._home = home
        self._ruleset = ruleset
        self._rules = ruleset.hints
        self._disk = disk
        self._denial = ReadDenial(home, hermes_home, disk)
        self._cap = Cap(self._rules.cap, CapSource.FIXED, f"fixed at {self._rules.cap:,} for hints")

    # ── names ──

    def shown(self, directory: Path) -> str:
        """The directory for a reader: relative to the working directory, or absolute."""
        inside = self._inside(directory)
        return str(directory) if inside is None else inside or "."

    def label(self, path: Path) -> str:
        """The path of a hint file as Hermes prints it."""
        inside = self._inside(path)
        if inside is not None:
            return inside
        try:
            return f"~/{path.relative_to(self._home)}"
        except ValueError:
            return str(path)

    def _inside(self, path: Path) -> str | None:
        """The way from the working directory down to *path*; ``None`` where it is not below it."""
        depth = len(self._base)
        parts = path.parts
        return os.sep.join(parts[depth:]) if parts[:depth] == self._base else None

    # ── the working directory's own file ──

    def seed(self) -> dict[str, Sent]:
        """The one text that counts as sent from the start."""
        if not self._rules.deduplicates:
            return {}
        for name in self._rules.names:
            path = self.working_dir / name
            if not self.is_regular(path) or self._refusal(path) is not None:
                continue
            text = self._disk.read(path).text
            if text is None:
                continue
            if self._ruleset.codec_drops_bom:
                text = text.removeprefix(BYTE_ORDER_MARK)
            text = text.strip()
            return {_digest(text): Sent(path, at_startup=True)} if text else {}
        return {}

    # ── a directory ──

    def load(self, directory: Path, sent: Mapping[str, Sent]) -> Loaded:
        """What *directory*, which is there and may be asked, gives when *sent* was sent before."""
        names: list[NameTried] = []
        present = self._present(directory)
        for name in self._rules.names:
            if name not in present:
                names.append(NameTried(name, NameResult.ABSENT))
                continue
            path = directory / name
            problem = self._problem(name, path)
            if problem is not None:
                names.append(problem)
                continue
            try:
                body = read_body(path, FileKind.HINT, self._ruleset, self._disk)
            except HermesFails as failure:  # no other name is asked for after this one
                hangs = f"{failure.what}, and the call that asks for it never comes back"
                names.append(NameTried(name, NameResult.HANGS, hangs))
                break
            if body.problem:
                names.append(NameTried(name, NameResult.UNREADABLE, body.problem))
                continue
            if body.is_empty:
                names.append(NameTried(name, NameResult.EMPTY))
                continue
            return self._load_file(directory, body, names, sent)
        return Loaded(self._without_file(directory, tuple(names)), "")

    def _present(self, directory: Path) -> tuple[str, ...]:
        """The names that are worth a look."""
        names = self._rules.names
        present = self._disk.present(directory, names)
        if not present and self._disk.node(directory / names[0]).kind is FileType.DENIED:
            return names  # the directory cannot be searched: say so for each
        found: list[str] = []
        for name in present:  # on a disk that ignores case two of them may be one file
            if not any(self._disk.is_one_entry(directory / name, directory / other) for other in found):
                found.append(name)
        return tuple(found)

    def is_regular(self, path: Path) -> bool:
        """A regular file, links followed; the null device is none, though a :class:`Disk` reads it as one."""
        node = self._disk.node(path)
        if node.kind is not FileType.FILE:
            return False
        return node.size > 0 or self._disk.resolve(path) != _NULL_DEVICE

    def _problem(self, name: str, path: Path) -> NameTried | None:
        node = self._disk.node(path)
        if node.kind is FileType.ABSENT:
            return NameTried(name, NameResult.ABSENT, node.link_words)
        if node.kind is FileType.DENIED:
            return NameTried(name, NameResult.UNREADABLE, "no permission to look into its directory")
        if node.kind is not FileType.FILE or not self.is_regular(path):
            what = "a device" if node.kind is FileType.FILE else f"a {node.kind.value}"
            return NameTried(name, NameResult.NO_FILE, f"{what}, and Hermes asks for files only")
        return self._refusal(path)

    def _refusal(self, path: Path) -> NameTried | None:
        """Why the file that *path* leads to may not be used; ``None``: it may."""
        if not self._rules.checks_links:
            return None
        try:
            target = self._disk.resolve(path)
        except (OSError, RuntimeError) as error:
            return NameTried(path.name, NameResult.UNREADABLE, f"its link cannot be followed ({error})")
        if self._inside(target) is None:
            detail = f"it is a link to {target}, outside the working directory"
            return NameTried(path.name, NameResult.LINK_OUTSIDE, detail)
        denied = self._denial.reason(target)
        return NameTried(path.name, NameResult.DENY_LIST, denied) if denied else None

    def _without_file(self, directory: Path, names: tuple[NameTried, ...]) -> Visit:
        found = [tried for tried in names if tried.result is not NameResult.ABSENT or tried.detail]
        if found:
            said = "; ".join(f"{tried.name}: {tried.detail or tried.result.value}" for tried in found)
            reason = f"No context file that can be used ({said})."
        else:
            reason = (
                "No context file here. The directory counts as visited: one that is added later is not sent."
            )
        return Visit(
            directory=directory,
            shown=self.shown(directory),
            outcome=Outcome.NO_FILE,
            reason=reason,
            names=names,
        )

    def _load_file(
        self, directory: Path, body: Body, names: list[NameTried], sent: Mapping[str, Sent]
    ) -> Loaded:
        name = body.path.name
        label = self.label(body.path)
        draft = Draft(Candidate(FileKind.HINT, body.path, label), body.content, Verdict.LOADED, body=body)
        draft.lost = body.lost
        mark = _digest(str(body.text)) if self._rules.deduplicates else ""
        if mark in sent:
            names.append(NameTried(name, NameResult.DUPLICATE))
            return Loaded(self._duplicate(directory, draft, sent[mark], tuple(names)), "")
        scanned = scan_body(body, name, self._ruleset, self._disk)
        draft.threats, draft.lost = scanned.threats, draft.lost + scanned.lost
        outcome = Outcome.FIRED
        result = NameResult.SENT
        if scanned.is_blocked:
            draft.verdict, outcome, result = Verdict.BLOCKED, Outcome.BLOCKED, NameResult.BLOCKED
        text = self._cut(draft, scanned.text, label)
        if draft.cut is not None and not scanned.is_blocked:
            draft.verdict, outcome = Verdict.TRUNCATED, Outcome.CUT
        names.append(NameTried(name, result))
        title = f"[Subdirectory context discovered: {label}]\n"
        draft.section = TracedText.written(title, Role.HEADING, body.path) + text
        headings = headings_lost(draft.content.text or "", draft.lost)
        reason = verdict_text.reason(draft, headings, self._cap) if text else _NOTHING_LEFT
        file = self._finished(draft, reason, headings=headings)
        hint = Hint(directory=directory, label=label, file=file, text=draft.section)
        said = {Outcome.FIRED: "is sent whole", Outcome.CUT: "is sent, but cut"}
        visit = Visit(
            directory=directory,
            shown=self.shown(directory),
            outcome=outcome,
            reason=f"{label} {said[outcome]}." if outcome in said else file.reason,
            names=tuple(names),
            file=file,
            hint=hint,
        )
        return Loaded(visit, mark)

    def _cut(self, draft: Draft, text: TracedText, label: str) -> TracedText:
        name, limit = draft.path.name, self._rules.cap
        if self._rules.cut_keeps_tail:
            draft.cut = cut_middle(text, limit, name=name, path=label, file=draft.path, ruleset=self._ruleset)
        else:
            draft.cut = cut_tail(text, limit, name=name, file=draft.path)
        if draft.cut is None:
            return text
        draft.lost += taken_between(draft.path, text, draft.cut.text, Cause.FILE_CAP)
        return draft.cut.text

    def _duplicate(self, directory: Path, draft: Draft, first: Sent, names: tuple[NameTried, ...]) -> Visit:
        other = self.label(first.path)
        if first.at_startup:
            why = f"{other} in the working directory, which counts as sent from the start"
        else:
            why = f"{other}, which was sent before"
        draft.verdict = Verdict.DUPLICATE
        reason = f"Not sent: {draft.candidate.label} has the same text as {why}. No other name is asked for."
        return Visit(
            directory=directory,
            shown=self.shown(directory),
            outcome=Outcome.DUPLICATE,
            reason=reason,
            names=names,
            file=self._finished(draft, reason, winner=first.path),
        )

    def _finished(
        self, draft: Draft, reason: str, *, headings: tuple[Heading, ...] = (), winner: Path | None = None
    ) -> ContextFile:
        text = draft.content.text or ""
        return ContextFile(
            kind=draft.kind,
            label=draft.candidate.label,
            path=draft.path,
            verdict=draft.verdict,
            reason=reason,
            why=draft.why,
            content=draft.content,
            section=draft.section,
            kept=draft.section.kept(draft.path),
            lost=tuple(sorted(draft.lost)) if draft.section else (Lost(0, len(text), Cause.NOT_SENT),),
            threats=draft.threats,
            headings_lost=headings,
            winner=winner,
            cut=draft.cut,
        )


_PIECE = 1 << 20


def _digest(text: str) -> str:
    """What the tracker remembers of a text."""
    import hashlib  # not at the top: it loads a library

    found = hashlib.sha256()
    for start in range(0, len(text), _PIECE):  # a file may be large, and need not be there twice
        found.update(text[start : start + _PIECE].encode("utf-8", "surrogatepass"))
    return found.hexdigest()
