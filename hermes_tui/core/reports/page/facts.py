"""What the page tells. Without *with_content* no word of a file, and no path of a home.

Nothing in here is harmless yet: what writes the page makes it so.
"""

import platform
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from hermes_tui import __version__
from hermes_tui.core.checks.check import check
from hermes_tui.core.checks.findings import Finding
from hermes_tui.core.checks.fingerprints import path_from
from hermes_tui.core.checks.ignored import without_ignored
from hermes_tui.core.codes.catalogue import get_code
from hermes_tui.core.configuration.files import ToolConfiguration
from hermes_tui.core.prompt.context_file import ContextFile, Verdict
from hermes_tui.core.prompt.startup import Startup
from hermes_tui.core.releases.lookup import DOCUMENTED
from hermes_tui.core.reports.findings import counted as counted_findings
from hermes_tui.core.reports.findings import private_words, public_words
from hermes_tui.core.reports.hints import face, list_hints
from hermes_tui.core.reports.startup import counted, failure_sentence, size_in_words
from hermes_tui.core.settings.keys import CONTEXT_LENGTH, MAX_CHARS
from hermes_tui.core.settings.settings import INSTALLED
from hermes_tui.core.surveys.survey import FoundFile
from hermes_tui.core.text.digest import digest
from hermes_tui.core.text.phrases import capitalised
from hermes_tui.core.text.public_text import release_name
from hermes_tui.core.text.tokens import estimate_tokens

_DIGITS = 12
"""Of a hash, as git shows it: enough to tell versions of one file apart."""


_PLAIN_HOMES = ("--home", "HERMES_HOME", "default")
"""Origins of a home that name no profile."""


class PageFile(NamedTuple):
    """One context file."""

    path: str
    glyph: str
    word: str
    """The verdict, in a word or two."""
    size: str
    share: int
    """Characters in the prompt, with all that stands around them."""
    digest: str
    """The beginning of its SHA-256; empty where it is no text."""
    call: str
    """The call that brings it; empty for one of the start, or where none does."""
    lines: tuple[tuple[str, bool], ...]
    """Its pieces, and whether each is sent; none without content."""


class PageFinding(NamedTuple):
    """One finding."""

    code: str
    severity: str
    title: str
    place: str
    words: str


class Page(NamedTuple):
    """All of it."""

    title: str
    summary: str
    facts: tuple[tuple[str, str], ...]
    """Names and values."""
    prompt_size: int
    """Characters."""
    files: tuple[PageFile, ...]
    """Of the start, in Hermes' order."""
    hints: tuple[PageFile, ...]
    """Beside and below: what a call brings, then what none brings."""
    findings: tuple[PageFinding, ...]
    findings_counted: str
    prompt: str | None
    """The whole text; ``None`` without content, or where there is none."""
    notes: tuple[str, ...]
    has_content: bool


def page_of(startup: Startup, configured: ToolConfiguration, *, with_content: bool) -> Page:
    """What there is to tell of the directory of *startup*."""
    settings = startup.settings
    root = startup.git_root or startup.cwd
    place = path_from(startup.cwd, root, root)
    prompt = startup.prompt
    paths = _Paths(root, settings.home, settings.hermes_home)
    found = check(startup.situation, budgets=configured.budgets, base=root)
    findings = without_ignored(found, (), configured)
    listing = list_hints(startup)
    if startup.failure is not None:
        summary = failure_sentence(startup, startup.failure) if with_content else "This release fails here."
    else:
        size = f"{len(prompt or ''):,} characters, ~{estimate_tokens(prompt or ''):,} tokens"
        summary = f"{counted(startup) or 'no context file'}; the prompt gets {size}."
    return Page(
        title=f"What the Hermes Agent reads {'at the git root' if place == '.' else f'in {place}'}",
        summary=summary,
        facts=tuple(_facts(startup, configured, paths, with_content=with_content)),
        prompt_size=len(prompt or ""),
        files=tuple(_file(file, paths, "", with_content=with_content) for file in startup.files),
        hints=tuple(
            _hint(found, paths, with_content=with_content)
            for found in (*listing.brought, *listing.not_brought)
        ),
        findings=tuple(_finding(finding, paths, with_content=with_content) for finding in findings),
        findings_counted=counted_findings(findings),
        prompt=prompt if with_content else None,
        notes=tuple(dict.fromkeys((*settings.notes, *startup.notes))) if with_content else (),
        has_content=with_content,
    )


class _Paths(NamedTuple):
    """How paths are told: none says where somebody's home is."""

    root: Path
    home: Path
    hermes_home: Path

    def of(self, path: Path) -> str:
        if self.root not in (path, *path.parents) and self.hermes_home in path.parents:
            return f"HERMES_HOME/{path.relative_to(self.hermes_home).as_posix()}"
        return path_from(path, self.root, self.home)


def _facts(
    startup: Startup, configured: ToolConfiguration, paths: _Paths, *, with_content: bool
) -> Iterator[tuple[str, str]]:
    settings, cap = startup.settings, startup.cap
    if with_content:
        yield "Hermes", f"{startup.ruleset.name} ({settings.origin})"
        yield "home", f"{paths.of(settings.hermes_home)} ({settings.home_origin})"
    else:
        is_chosen = settings.typed is not None and settings.typed.hermes not in (None, INSTALLED)
        is_found = startup.ruleset is not DOCUMENTED
        origin = settings.origin if is_chosen else "installed" if is_found else "no Hermes found"
        yield "Hermes", f"{release_name(startup.ruleset.name)} ({origin})"
        yield "home", settings.home_origin if settings.home_origin in _PLAIN_HOMES else "a profile"
    source = next(
        (
            paths.of(settings.origins[name])
            for name in (MAX_CHARS, CONTEXT_LENGTH)
            if name in settings.origins
        ),
        "",
    )
    yield "cap", f"{cap.limit:,} characters ({', '.join(filter(None, (cap.source.value, source)))})"
    yield "git root", "found" if startup.git_root is not None else "none: not in a git repository"
    for path in configured.files:
        yield "configuration", paths.of(path)
    yield "made with", f"hermes-tui {__version__}, Python {platform.python_version()}, {platform.system()}"


def _file(file: ContextFile, paths: _Paths, call: str, *, with_content: bool) -> PageFile:
    is_text = file.content.text is not None
    return PageFile(
        path=paths.of(file.path),
        glyph=file.verdict.glyph,
        word=file.verdict.word,
        size=size_in_words(file),
        share=sum(span.end - span.start for span in file.in_prompt),
        digest=digest(file.content.text or "")[:_DIGITS] if is_text else "",
        call=call,
        lines=tuple(_pieces(file)) if with_content and is_text else (),
    )


def _hint(found: FoundFile, paths: _Paths, *, with_content: bool) -> PageFile:
    glyph, word = face(found)
    call = found.call.line if found.call is not None else ""
    if found.file is None:
        return PageFile(paths.of(found.path), glyph, word, "", 0, "", call, ())
    told = _file(found.file, paths, call, with_content=with_content)
    return told._replace(glyph=glyph, word=word, share=0)


def _pieces(file: ContextFile) -> Iterator[tuple[str, bool]]:
    """The text on disk, in pieces that are sent or not."""
    text, at = file.text, 0
    for span in sorted(file.kept):
        if span.start > at:
            yield text[at : span.start], False
        yield text[span.start : span.end], True
        at = span.end
    if at < len(text):
        yield text[at:], False


def _finding(finding: Finding, paths: _Paths, *, with_content: bool) -> PageFinding:
    return PageFinding(
        finding.code,
        finding.severity.value,
        get_code(finding.code).title,
        f"{paths.of(finding.path)}:{finding.line}",
        capitalised(private_words(finding) if with_content else public_words(finding)),
    )


def style_of(word: str) -> str:
    """The class of a verdict's colour: ``good``, ``part``, ``bad`` or ``idle``."""
    if word in (Verdict.LOADED.word, "by hint"):
        return "good"
    if word in (Verdict.TRUNCATED.word, Verdict.FLAGGED.word):
        return "part"
    return "bad" if word in (Verdict.BLOCKED.word, Verdict.LOST.word, Verdict.UNREADABLE.word) else "idle"
