"""The loaders: each context type in turn, the first that has any text wins (``rules.md`` 1.2 to 1.9)."""

from collections.abc import Callable, Iterator
from contextlib import suppress
from itertools import chain
from pathlib import Path

from hermes_tui.core.filesystem.file_type import FileType
from hermes_tui.core.filesystem.spelling import folded
from hermes_tui.core.prompt.body import HermesFails, scan_body
from hermes_tui.core.prompt.candidate import Draft
from hermes_tui.core.prompt.context_file import ContextFile, FileKind, Verdict
from hermes_tui.core.prompt.discovery import (
    Candidate,
    agents_candidates,
    claude_candidates,
    cursor_modules,
    cursor_rules,
    hermes_candidates,
    kind_named,
    label_of,
)
from hermes_tui.core.prompt.loader_base import Drafting, Tried
from hermes_tui.core.prompt.not_read import unasked, why_unasked
from hermes_tui.core.prompt.result import finished
from hermes_tui.core.prompt.soul_manifest import owns_soul
from hermes_tui.core.text.provenance import Role, TracedText, joined

__all__ = ["Loader", "Tried"]

_CHAIN_NAME = "AGENTS.md (directory chain)"
"""What the marker calls the joined chain."""


class Loader(Drafting):
    """Asks for context files in Hermes' order."""

    # ── the types ──

    def load_project(self) -> TracedText | None:
        """The winning type's text; the other types are judged as if they stood alone.

        Raises:
            HermesFails: this release would raise or hang before it has a prompt.
        """
        won: TracedText | None = None
        before = self._hypothetical
        ahead: tuple[Draft, ...] = ()
        for load in (self._hermes, self._agents, self._claude, self._cursor):
            first = len(self.drafts)
            if won is None:
                won = load()
                self._hypothetical = before or won is not None
            else:
                self._judge_shadowed(load, ahead)
            if won is not None:
                ahead += tuple(self._in_turn(self.drafts[first:]))
        self._hypothetical = before
        return won

    def _in_turn(self, drafts: list[Draft]) -> Iterator[Draft]:
        """Those of one type that win it, one after the other as each is taken away."""
        for draft in drafts:
            if draft.has_text:
                yield draft
            elif draft.kind is FileKind.HERMES and self.disk.is_file(draft.path):
                return  # the search ends there

    def _judge_shadowed(self, load: Callable[[], TracedText | None], ahead: tuple[Draft, ...]) -> None:
        first = len(self.drafts)
        asked = len(self.tried)
        try:
            load()
        except HermesFails as failure:
            self._note_failure(failure)
        del self.tried[asked:]
        for draft in self.drafts[first:]:
            if draft.verdict is not Verdict.SUPERSEDED:  # else it is what comes after those before it
                draft.next_verdict = draft.verdict
            draft.verdict = Verdict.SHADOWED
            draft.ahead = (*ahead, *draft.ahead)

    def _note_failure(self, failure: HermesFails) -> None:
        path = failure.path
        assert path is not None  # noqa: S101
        candidate = Candidate(FileKind.UNKNOWN, path, path.name)
        draft = Draft(candidate, self.disk.read(path), Verdict.UNREADABLE, why=failure.what)
        self.drafts.append(draft)

    def _hermes(self) -> TracedText | None:
        found: list[Draft] = []
        for candidate in hermes_candidates(self.cwd, self.git_root, self.ruleset):
            if found:  # the search ends at the first file, even an empty one
                self._supersede(candidate, found)
                continue
            kind = self._kind_of(candidate)
            if kind is not FileType.FILE:
                if kind is not FileType.ABSENT:
                    self._add_unreadable(candidate, self.disk.read(candidate.path).detail)
                continue
            found.append(self._judge(candidate, self.ruleset.hermes_names[0]))
        return found[0].section if found and found[0].section else None

    def _agents(self) -> TracedText | None:
        sections: list[Draft] = []
        seen: dict[str, Draft] = {}
        for _, candidates in agents_candidates(self.cwd, self.git_root, self.ruleset):
            found: list[Draft] = []
            above = dict(seen)
            for candidate in candidates:
                if found:
                    self._supersede(candidate, found, above)
                    continue
                if self._kind_of(candidate) is FileType.ABSENT:
                    self._note_broken_link(candidate)
                    continue
                name = candidate.label if self.ruleset.cut_names_label else self.ruleset.agents_names[0]
                draft = self._judge(candidate, name)
                if not draft.has_text:
                    continue
                found.append(draft)
                if self._is_copy(draft, above):
                    draft.next_verdict = draft.verdict
                    draft.verdict = Verdict.DUPLICATE
                    draft.section = TracedText()
                else:
                    seen[draft.text] = draft
                    sections.append(draft)
        if len(sections) < 2:
            return sections[0].section if sections else None
        whole = joined(TracedText.written("\n\n", Role.FRAME), (draft.section for draft in sections))
        return self._cut_together(whole, sections, _CHAIN_NAME, self.cwd / "AGENTS.md")

    def _claude(self) -> TracedText | None:
        found: list[Draft] = []
        for candidate in claude_candidates(self.cwd, self.ruleset):
            if found:
                self._supersede(candidate, found)
                continue
            if self._kind_of(candidate) is FileType.ABSENT:
                self._note_broken_link(candidate)
                continue
            draft = self._judge(candidate, self.ruleset.claude_names[0])
            if draft.section:
                found.append(draft)
        return found[0].section if found else None

    def _cursor(self) -> TracedText | None:
        sections: list[Draft] = []
        for candidate in chain((cursor_rules(self.cwd, self.ruleset),), self._cursor_modules()):
            if self._kind_of(candidate) is FileType.ABSENT:
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

    def _cursor_modules(self) -> Iterator[Candidate]:
        directory = self.cwd / self.ruleset.cursor_directory
        modules = tuple(cursor_modules(self.cwd, self.ruleset, self.disk))
        kind = self.disk.node(directory).kind
        if kind is FileType.DIRECTORY:
            result = f"a directory with {len(modules) or 'no'} .mdc file{'' if len(modules) == 1 else 's'}"
        else:
            result = "not there" if kind is FileType.ABSENT else "no directory"
        self.tried.append(Tried(FileKind.CURSOR, directory, found=bool(modules), result=result))
        yield from modules

    def load_soul(self, path: Path) -> TracedText | None:
        """``SOUL.md``, without a heading.

        Raises:
            HermesFails: it may not be looked at: no release expects that.
        """
        candidate = Candidate(FileKind.SOUL, path, "SOUL.md")
        node = self.disk.node(path)
        if node.kind is FileType.DENIED:
            raise HermesFails(node.error, path)
        if node.kind is FileType.ABSENT:
            self.tried.append(Tried(FileKind.SOUL, path, found=False, result="not there"))
            self._note_broken_link(candidate)
            return None
        draft = self._read(candidate)
        body = draft.body
        if body is None or body.is_empty:
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

    def list_what_was_not_sent(self, failure: HermesFails, soul_path: Path) -> None:
        """Hermes gets no further than *failure*: list that, and all else, which it never sends."""
        self._hypothetical = True
        with suppress(HermesFails):  # a directory of rules that may not be looked at
            self.load_project()
        with suppress(HermesFails):
            self.load_soul(soul_path)
        act = "waits for ever" if failure.hangs else "fails"
        path = failure.path
        where = f" at {label_of(path, self.cwd)}" if path else ""
        if path is not None and all(draft.path != path for draft in self.drafts):  # it may not be looked at
            kind = FileKind.SOUL if path == soul_path else kind_named(path.name, self.ruleset)
            if kind is not FileKind.UNKNOWN:  # otherwise it is a .git, or a directory of rules
                self._add_unreadable(Candidate(kind, path, label_of(path, self.cwd)), failure.what)
        for draft in self.drafts:
            if draft.path == path:
                draft.verdict, draft.fails = Verdict.UNREADABLE, True
            else:
                draft.next_verdict, draft.verdict = draft.verdict, Verdict.OUT_OF_REACH
                draft.why = f"Hermes {act}{where} before it sends anything"
            draft.section, draft.ahead = TracedText(), ()

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
        known: dict[str, list[Path]] = {}  # by what all spellings of one path have in common
        for draft in self.drafts:
            known.setdefault(folded(str(draft.path)), []).append(draft.path)
        for candidate, why in unasked(self.cwd, self.git_root, self.ruleset, self.disk):
            spellings = known.setdefault(folded(str(candidate.path)), [])
            if any(self.disk.is_one_entry(candidate.path, path) for path in spellings):
                continue
            spellings.append(candidate.path)
            first = len(self.drafts)
            draft = self._judge(candidate, candidate.label)
            del self.drafts[first:]
            draft.next_verdict, draft.verdict = draft.verdict, Verdict.OUT_OF_REACH
            draft.section = TracedText()
            draft.why = why_unasked(draft, why, self.drafts)
            self.drafts.append(draft)
        del self.tried[asked:]

    # ── the answer ──

    def files(self, prompt: TracedText) -> tuple[ContextFile, ...]:
        """What became of each candidate, given the prompt that came out."""
        return tuple(finished(draft, prompt, self.cap) for draft in self.drafts)
