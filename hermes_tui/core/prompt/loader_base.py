"""One candidate after the other becomes a draft: asked for, read, scanned, cut (``rules.md`` 1.4 to 1.9)."""

from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from hermes_tui.core.filesystem.disk import Disk
from hermes_tui.core.filesystem.file_type import FileType
from hermes_tui.core.prompt.body import HermesFails, heading, read_body, scan_body, taken_between
from hermes_tui.core.prompt.candidate import Draft
from hermes_tui.core.prompt.context_file import Cause, FileKind, Verdict
from hermes_tui.core.prompt.discovery import Candidate
from hermes_tui.core.prompt.truncation import Cap, cut_middle
from hermes_tui.core.releases.lookup import Ruleset
from hermes_tui.core.text.provenance import Role, TracedText


class Tried(NamedTuple):
    """A name that was asked for in a directory."""

    kind: FileKind
    path: Path
    found: bool
    result: str
    """What came of it, in a word or two."""


class Drafting:
    """Keeps what became of each candidate, and every name that was asked for."""

    def __init__(self, cwd: Path, git_root: Path | None, ruleset: Ruleset, disk: Disk, cap: Cap) -> None:
        self.cwd = cwd
        self.git_root = git_root
        self.ruleset = ruleset
        self.disk = disk
        self.cap = cap
        self.tried: list[Tried] = []
        self.drafts: list[Draft] = []
        self._hypothetical = False
        """The winner is known: what follows is what Hermes would have done without it."""

    def _judge(self, candidate: Candidate, cut_name: str | None) -> Draft:
        """Read, scan, head and cut one file; without *cut_name* it is not cut alone."""
        draft = self._read(candidate)
        if draft.body is None or draft.body.is_empty:
            return draft
        scanned = scan_body(draft.body, candidate.label, self.ruleset, self.disk)
        draft.threats, draft.lost = scanned.threats, draft.body.lost + scanned.lost
        draft.verdict = Verdict.BLOCKED if scanned.is_blocked else Verdict.LOADED
        section = heading(candidate.label, candidate.path) + scanned.text
        if cut_name is None:
            draft.section = section
        else:
            self._cut_alone(draft, section, cut_name, str(candidate.path))
        return draft

    def _read(self, candidate: Candidate) -> Draft:
        try:
            body = read_body(candidate.path, candidate.kind, self.ruleset, self.disk)
        except HermesFails as failure:
            if not self._hypothetical:
                raise
            return self._add_unreadable(candidate, failure.what)
        if body.problem:
            return self._add_unreadable(candidate, body.problem)
        if self.cap.raises and not body.is_empty and candidate.kind.value in self.ruleset.dropped_without_cap:
            return self._add_unreadable(candidate, self.cap.why_dropped)
        draft = Draft(candidate, body.content, Verdict.EMPTY, body=body)
        draft.lost = body.lost
        self._add(draft, "empty" if body.is_empty else "has text")
        return draft

    def _cut_alone(self, draft: Draft, section: TracedText, name: str, path: str) -> None:
        self._ask_for_cap()
        cut = cut_middle(section, self.cap.limit, name=name, path=path, file=draft.path, ruleset=self.ruleset)
        draft.section = cut.text if cut else section
        if cut:
            draft.cut = cut
            draft.lost += taken_between(draft.path, section, cut.text, Cause.FILE_CAP)
            if draft.verdict in (Verdict.LOADED, Verdict.FLAGGED):
                draft.verdict = Verdict.TRUNCATED

    def _ask_for_cap(self) -> None:
        if self.cap.raises and not self._hypothetical:
            raise HermesFails(self.cap.raises, None)

    def _cut_together(self, text: TracedText, drafts: list[Draft], name: str, path: Path) -> TracedText:
        self._ask_for_cap()
        cut = cut_middle(text, self.cap.limit, name=name, path=str(path), file=None, ruleset=self.ruleset)
        if cut is None:
            return text
        for draft in drafts:
            taken = taken_between(draft.path, text, cut.text, Cause.JOINT_CAP)
            draft.lost += taken
            before, after = _shown(text, draft.path), _shown(cut.text, draft.path)
            if after < before:
                draft.joint_cut = cut
                if not after:
                    draft.next_verdict, draft.verdict = draft.verdict, Verdict.LOST
                elif taken:
                    draft.verdict = Verdict.TRUNCATED
        return cut.text

    def _kind_of(self, candidate: Candidate) -> FileType:
        """What stands there, as this release sees it; a refusal it tolerates counts as absent."""
        node = self.disk.node(candidate.path)
        if node.kind is FileType.DENIED:
            if self._raises_when_denied(candidate) and not self._hypothetical:
                raise HermesFails(node.error, candidate.path)
            self._tried(candidate, found=False, result="may not be looked at")
            return FileType.ABSENT
        if node.kind is FileType.ABSENT:
            self._tried(candidate, found=False, result="not there")
        elif (other := self._same_entry(candidate)) is not None:
            self._tried(candidate, found=False, result=f"the same file as {other.path.name}")
            return FileType.ABSENT
        return node.kind

    def _same_entry(self, candidate: Candidate) -> Draft | None:
        """A file that was asked for before, of which this is another spelling on a disk that ignores case."""
        kind, path = candidate.kind, candidate.path
        if kind is FileKind.CURSOR:  # from a listing, each once
            return None
        directory = path.parent
        for draft in reversed(self.drafts):  # the names of one directory are asked for one after the other
            if draft.kind is not kind or draft.path.parent != directory:
                return None
            if draft.path != path and self.disk.is_one_entry(path, draft.path):
                return draft
        return None

    def _raises_when_denied(self, candidate: Candidate) -> bool:
        if candidate.path.parent == self.cwd / self.ruleset.cursor_directory:
            return self.ruleset.denied_mdc_raises
        return self.ruleset.denied_file_raises

    def _note_broken_link(self, candidate: Candidate) -> None:
        """A link that leads nowhere, or to where nobody may look, counts as absent and stands there."""
        node = self.disk.node(candidate.path)
        is_broken = node.broken_link or (node.kind is FileType.DENIED and self.disk.is_link(candidate.path))
        if is_broken and self._same_entry(candidate) is None:
            self._add_unreadable(candidate, self.disk.read(candidate.path).detail, tried=False)

    def _add_unreadable(self, candidate: Candidate, why: str, *, tried: bool = True) -> Draft:
        content = self.disk.read(candidate.path)
        draft = Draft(candidate, content, Verdict.UNREADABLE, why=why)
        self.drafts.append(draft)
        if tried:
            self._tried(candidate, found=True, result="cannot be read")
        return draft

    def _supersede(
        self, candidate: Candidate, found: list[Draft], above: Mapping[str, Draft] | None = None
    ) -> None:
        """A name that is not asked for since others were *found* before it, with the texts known *above*."""
        node = self.disk.node(candidate.path)
        if node.kind in (FileType.ABSENT, FileType.DENIED) or _is_same_file(
            node.identity, found[0], self.disk
        ):
            return
        if self._same_entry(candidate) is not None:  # of one that is empty
            return
        hypothetical, self._hypothetical = self._hypothetical, True
        asked = len(self.tried)
        draft = self._judge(candidate, candidate.label)
        del self.tried[asked:]
        self._hypothetical = hypothetical
        draft.next_verdict, draft.verdict = draft.verdict, Verdict.SUPERSEDED
        draft.section, draft.ahead = TracedText(), tuple(found)
        if draft.has_text and self._is_copy(draft, above or {}):
            draft.next_verdict = Verdict.DUPLICATE
        if draft.has_text or (draft.kind is FileKind.HERMES and node.kind is FileType.FILE):
            found.append(draft)  # once the first is gone it is the next one

    def _add(self, draft: Draft, result: str) -> None:
        self.drafts.append(draft)
        self._tried(draft.candidate, found=True, result=result)

    def _tried(self, candidate: Candidate, *, found: bool, result: str) -> None:
        self.tried.append(Tried(candidate.kind, candidate.path, found, result))

    def _is_copy(self, draft: Draft, above: Mapping[str, Draft]) -> bool:
        draft.twin = above.get(draft.text) if self.ruleset.agents_chain else None
        return draft.twin is not None


def _shown(text: TracedText, path: Path) -> int:
    """Characters of the file *path*, or of the notice that stands for it."""
    runs = (run for _, run in text.placed_of(path) if run.role in (Role.FILE, Role.NOTICE))
    return sum(run.stop - run.start for run in runs)


def _is_same_file(identity: tuple[int, int] | None, other: Draft, disk: Disk) -> bool:
    """Both names are one file: a link, or one entry on a disk that ignores case."""
    return identity is not None and identity == disk.node(other.path).identity
