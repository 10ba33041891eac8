"""The loaders: each context type in turn, the first that has any text wins (``rules.md`` 1.2 to 1.9)."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

from hermes_tui.core import reasons
from hermes_tui.core.discovery import (
    NEAR_MISSES,
    Candidate,
    agents_candidates,
    claude_candidates,
    cursor_candidates,
    directory_chain,
    hermes_candidates,
    label_of,
)
from hermes_tui.core.disk import Disk, Kind
from hermes_tui.core.distribution import owns_soul
from hermes_tui.core.drafts import Draft, headings_lost
from hermes_tui.core.files import Cause, ContextFile, FileKind, Lost, Verdict
from hermes_tui.core.rulesets import Ruleset
from hermes_tui.core.sections import HermesFails, heading, read_body, scan_body, taken_between
from hermes_tui.core.traced import Role, Span, TracedText, joined, merged
from hermes_tui.core.truncation import Cap, cut_middle

CHAIN_NAME = "AGENTS.md (directory chain)"
"""What the marker calls the joined chain."""


class Tried(NamedTuple):
    """A name that was asked for in a directory."""

    kind: FileKind
    path: Path
    found: bool
    result: str
    """What came of it, in a word or two."""


class Loader:
    """Asks for context files in Hermes' order and keeps what became of each."""

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

    # ── the types ──

    def load_project(self) -> TracedText | None:
        """The winning type's text; the other types are judged as if they stood alone.

        Raises:
            HermesFails: this release would raise or hang before it has a prompt.
        """
        won: TracedText | None = None
        before = self._hypothetical
        for load in (self._hermes, self._agents, self._claude, self._cursor):
            first = len(self.drafts)
            if won is None:
                won = load()
                winners = [draft for draft in self.drafts[first:] if draft.section]
                self._hypothetical = before or won is not None
            else:
                self._judge_shadowed(load, winners)
        self._hypothetical = before
        return won

    def _judge_shadowed(self, load: Callable[[], TracedText | None], winners: list[Draft]) -> None:
        first = len(self.drafts)
        asked = len(self.tried)
        try:
            load()
        except HermesFails as failure:
            self._note_failure(failure)
        del self.tried[asked:]
        for draft in self.drafts[first:]:
            draft.next_verdict = draft.verdict
            draft.verdict = Verdict.SHADOWED
            draft.winner = winners[0]

    def _note_failure(self, failure: HermesFails) -> None:
        path = failure.path
        assert path is not None  # noqa: S101
        candidate = Candidate(FileKind.UNKNOWN, path, path.name)
        draft = Draft(candidate, self.disk.read(path), Verdict.UNREADABLE, why=failure.what)
        self.drafts.append(draft)

    def _hermes(self) -> TracedText | None:
        found: Draft | None = None
        for candidate in hermes_candidates(self.cwd, self.git_root, self.ruleset):
            if found is not None:  # the search ends at the first file, even an empty one
                self._supersede(candidate, found)
                continue
            kind = self._kind_of(candidate)
            if kind is not Kind.FILE:
                if kind is not Kind.ABSENT:
                    self._add_unreadable(candidate, self.disk.read(candidate.path).detail)
                continue
            found = self._judge(candidate, self.ruleset.hermes_names[0])
        return found.section if found and found.section else None

    def _agents(self) -> TracedText | None:
        sections: list[Draft] = []
        seen: dict[str, Draft] = {}
        for _, candidates in agents_candidates(self.cwd, self.git_root, self.ruleset):
            winner: Draft | None = None
            for candidate in candidates:
                if winner is not None:
                    self._supersede(candidate, winner)
                    continue
                if self._kind_of(candidate) is Kind.ABSENT:
                    self._note_broken_link(candidate)
                    continue
                name = candidate.label if self.ruleset.cut_names_label else self.ruleset.agents_names[0]
                draft = self._judge(candidate, name)
                if draft.body is None or draft.body.is_empty:
                    continue
                winner = draft
                text = str(draft.body.text)
                if text in seen and self.ruleset.agents_chain:
                    draft.next_verdict = draft.verdict
                    draft.verdict = Verdict.DUPLICATE
                    draft.winner = seen[text]
                    draft.section = TracedText()
                else:
                    seen[text] = draft
                    sections.append(draft)
        if len(sections) < 2:
            return sections[0].section if sections else None
        whole = joined(TracedText.written("\n\n", Role.FRAME), (draft.section for draft in sections))
        return self._cut_together(whole, sections, CHAIN_NAME, self.cwd / "AGENTS.md")

    def _claude(self) -> TracedText | None:
        winner: Draft | None = None
        for candidate in claude_candidates(self.cwd, self.ruleset):
            if winner is not None:
                self._supersede(candidate, winner)
                continue
            if self._kind_of(candidate) is Kind.ABSENT:
                self._note_broken_link(candidate)
                continue
            draft = self._judge(candidate, self.ruleset.claude_names[0])
            if draft.section:
                winner = draft
        return winner.section if winner else None

    def _cursor(self) -> TracedText | None:
        sections: list[Draft] = []
        for candidate in cursor_candidates(self.cwd, self.ruleset, self.disk):
            if self._kind_of(candidate) is Kind.ABSENT:
                self._note_broken_link(candidate)
                continue
            draft = self._judge(candidate, None)
            if draft.section:
                draft.section += TracedText.written("\n\n", Role.FRAME)
                sections.append(draft)
        if not sections:
            return None
        text = joined(TracedText(), (draft.section for draft in sections))
        name = self.ruleset.cursor_name
        return self._cut_together(text, sections, name, self.cwd / name)

    def load_soul(self, path: Path) -> TracedText | None:
        """``SOUL.md``, without a heading.

        Raises:
            HermesFails: it may not be looked at: no release expects that.
        """
        candidate = Candidate(FileKind.SOUL, path, "SOUL.md")
        node = self.disk.node(path)
        if node.kind is Kind.DENIED:
            raise HermesFails(node.error, path)
        if node.kind is Kind.ABSENT:
            self.tried.append(Tried(FileKind.SOUL, path, found=False, result="not there"))
            self._note_broken_link(candidate)
            return None
        draft = self._read(candidate)
        body = draft.body
        if body is None or body.is_empty:
            return None
        if self.cap.raises:  # caught by Hermes here, and the file dropped
            draft.verdict, draft.why = Verdict.UNREADABLE, f"Hermes drops it: {self.cap.raises}"
            return None
        blocks = self.ruleset.soul_blocks
        scanned = scan_body(body, candidate.label, self.ruleset, self.disk, blocks=blocks)
        if scanned.threats and not blocks and owns_soul(path.parent, self.ruleset, self.disk):
            draft.why = "distribution.yaml beside it says that it came with a distribution"
            scanned = scan_body(body, candidate.label, self.ruleset, self.disk)
        draft.threats, draft.lost = scanned.threats, body.lost + scanned.lost
        draft.verdict = Verdict.LOADED
        if scanned.threats:
            draft.verdict = Verdict.BLOCKED if scanned.is_blocked else Verdict.FLAGGED
        self._cut_alone(draft, scanned.text, "SOUL.md", str(path))
        return draft.section

    def note_soul_that_fails(self, failure: HermesFails) -> None:
        """``SOUL.md`` is not part of this prompt, and a session that reads it as its identity fails on it."""
        candidate = Candidate(FileKind.SOUL, failure.path or Path("SOUL.md"), "SOUL.md")
        self._add_unreadable(candidate, failure.what).fails = True

    # ── one file ──

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

    def _kind_of(self, candidate: Candidate) -> Kind:
        """What stands there, as this release sees it; a refusal it tolerates counts as absent."""
        node = self.disk.node(candidate.path)
        if node.kind is Kind.DENIED:
            if self._raises_when_denied(candidate) and not self._hypothetical:
                raise HermesFails(node.error, candidate.path)
            self._tried(candidate, found=False, result="may not be looked at")
            return Kind.ABSENT
        if node.kind is Kind.ABSENT:
            self._tried(candidate, found=False, result="not there")
        return node.kind

    def _raises_when_denied(self, candidate: Candidate) -> bool:
        if candidate.path.parent.parent == self.cwd / ".cursor":
            return self.ruleset.denied_mdc_raises
        return self.ruleset.denied_file_raises

    def _note_broken_link(self, candidate: Candidate) -> None:
        if self.disk.node(candidate.path).broken_link:
            self._add_unreadable(candidate, self.disk.read(candidate.path).detail, tried=False)

    def _add_unreadable(self, candidate: Candidate, why: str, *, tried: bool = True) -> Draft:
        content = self.disk.read(candidate.path)
        draft = Draft(candidate, content, Verdict.UNREADABLE, why=why)
        self.drafts.append(draft)
        if tried:
            self._tried(candidate, found=True, result="cannot be read")
        return draft

    def _supersede(self, candidate: Candidate, winner: Draft) -> None:
        """A name that is not asked for since another one was found before it."""
        node = self.disk.node(candidate.path)
        if node.kind in (Kind.ABSENT, Kind.DENIED) or _is_same_file(node.identity, winner, self.disk):
            return
        hypothetical, self._hypothetical = self._hypothetical, True
        asked = len(self.tried)
        draft = self._judge(candidate, candidate.label)
        del self.tried[asked:]
        self._hypothetical = hypothetical
        draft.next_verdict, draft.verdict = draft.verdict, Verdict.SUPERSEDED
        draft.section, draft.winner = TracedText(), winner

    def _add(self, draft: Draft, result: str) -> None:
        self.drafts.append(draft)
        self._tried(draft.candidate, found=True, result=result)

    def _tried(self, candidate: Candidate, *, found: bool, result: str) -> None:
        self.tried.append(Tried(candidate.kind, candidate.path, found, result))

    # ── what Hermes does not look at ──

    def list_what_is_not_looked_at(self, *, switched_off: bool) -> None:
        """Add the files that exist near the chain and that no step of this release asks for."""
        asked = len(self.tried)
        if switched_off:
            self._hypothetical = True
            self.load_project()
            for draft in self.drafts:
                if draft.kind is not FileKind.SOUL:
                    draft.next_verdict, draft.verdict = draft.verdict, Verdict.OUT_OF_REACH
                    draft.section, draft.why = TracedText(), "context files are switched off for this session"
        self._hypothetical = True
        known = {draft.path for draft in self.drafts}
        for candidate, why in self._out_of_reach():
            if candidate.path in known:
                continue
            known.add(candidate.path)
            first = len(self.drafts)
            draft = self._judge(candidate, candidate.label)
            del self.drafts[first:]
            draft.next_verdict, draft.verdict = draft.verdict, Verdict.OUT_OF_REACH
            draft.section, draft.why = TracedText(), why
            self.drafts.append(draft)
        del self.tried[asked:]

    def _out_of_reach(self) -> Iterator[tuple[Candidate, str]]:
        rules = self.ruleset
        chain = directory_chain(self.cwd, self.git_root)
        above_cwd = chain[:-1]
        outside = chain[0].parents
        for directory in above_cwd:
            if not rules.agents_chain:
                why = reasons.AGENTS_ABOVE
                yield from self._named(FileKind.AGENTS, directory, rules.agents_names, why)
            why = reasons.CWD_ONLY
            yield from self._named(FileKind.CLAUDE, directory, rules.claude_names, why)
            yield from self._named(FileKind.CURSOR, directory, (rules.cursor_name,), why)
            if self.disk.is_directory(directory / ".cursor"):
                rules_directory = directory / rules.cursor_directory
                names = tuple(name for name in self.disk.names(rules_directory) if name.endswith(".mdc"))
                yield from self._named(FileKind.CURSOR, rules_directory, names, why)
        for directory in chain:
            yield from self._named(FileKind.UNKNOWN, directory, NEAR_MISSES, reasons.UNKNOWN_NAME)
        why = reasons.ABOVE_ROOT if self.git_root else reasons.KEPT_OUT
        for directory in outside:
            yield from self._named(FileKind.HERMES, directory, rules.hermes_names, why)
            yield from self._named(FileKind.AGENTS, directory, rules.agents_names, why)
            yield from self._named(FileKind.CLAUDE, directory, rules.claude_names, why)

    def _named(
        self, kind: FileKind, directory: Path, names: tuple[str, ...], why: str
    ) -> Iterator[tuple[Candidate, str]]:
        for name in self.disk.present(directory, names):
            path = directory / name
            if self.disk.is_file(path):
                yield Candidate(kind, path, label_of(path, self.cwd)), why

    # ── the answer ──

    def files(self, prompt: TracedText) -> tuple[ContextFile, ...]:
        """What became of each candidate, given the prompt that came out."""
        return tuple(self._finished(draft, prompt) for draft in self.drafts)

    def _finished(self, draft: Draft, prompt: TracedText) -> ContextFile:
        path = draft.path
        is_sent = bool(draft.section) and draft.verdict not in (Verdict.SHADOWED, Verdict.LOST)
        kept = prompt.kept(path) if is_sent else ()
        text = draft.content.text or ""
        lost = draft.lost
        if not is_sent and text and draft.verdict is not Verdict.LOST:
            lost = (Lost(0, len(text), Cause.NOT_SENT),)
        headings = headings_lost(text, lost)
        return ContextFile(
            kind=draft.kind,
            label=draft.candidate.label,
            path=path,
            verdict=draft.verdict,
            reason=reasons.reason(draft, headings, self.cap),
            why=draft.why,
            content=draft.content,
            section=draft.section,
            kept=kept,
            lost=tuple(sorted(lost)),
            threats=draft.threats,
            headings_lost=headings,
            in_prompt=_about(prompt, path) if is_sent or draft.verdict is Verdict.LOST else (),
            winner=draft.winner.path if draft.winner else None,
            next=reasons.what_next(draft),
            cut=draft.cut,
            joint_cut=draft.joint_cut,
        )


def _about(prompt: TracedText, path: Path) -> tuple[Span, ...]:
    """Where the prompt has anything that is about the file *path*."""
    return merged(Span(at, at + run.stop - run.start) for at, run in prompt.placed() if run.path == path)


def _shown(text: TracedText, path: Path) -> int:
    """Characters of the file *path*, or of the notice that stands for it."""
    return sum(
        run.stop - run.start for run in text.runs if run.path == path and run.role in (Role.FILE, Role.NOTICE)
    )


def _is_same_file(identity: tuple[int, int] | None, other: Draft, disk: Disk) -> bool:
    """Both names are one file, as on a disk that ignores case."""
    return identity is not None and identity == disk.node(other.path).identity
