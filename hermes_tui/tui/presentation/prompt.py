"""The whole prompt in its two forms, and the parts it is made of. No widget in here."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from hermes_tui.core.prompt.startup import Startup, StartupPart, parts_of
from hermes_tui.core.text.provenance import Role, TracedText
from hermes_tui.core.text.terminal_safe import safe
from hermes_tui.core.text.tokens import estimate_tokens
from hermes_tui.tui.presentation.documents import sent_document
from hermes_tui.tui.text_view.document import Document, Mark
from hermes_tui.tui.widgets.styled_line import Line


@dataclass(frozen=True, slots=True)
class PromptPart:
    """A stretch of the prompt. Its title is harmless."""

    title: str
    path: Path | None
    start: int
    chars: int
    tokens: int


@dataclass(frozen=True, slots=True)
class PromptView:
    """One form of the prompt."""

    title: str
    document: Document
    parts: tuple[PromptPart, ...]
    notes: tuple[Line, ...]
    sent: str
    """What of it is sent: all but the gap where other instructions stand."""


def as_session(startup: Startup) -> PromptView:
    """As a session gets it: ``SOUL.md`` first, as identity, then the project context without it."""
    identity = startup.identity_text or TracedText()
    project = startup.project_text or TracedText()
    between = TracedText.written("\n\n", Role.FRAME) if identity and project else TracedText()
    text = identity + between + project
    parts = _parts(text, startup)
    if identity and parts:
        parts = (_retitled(parts[0], "SOUL.md as identity"), *parts[1:])
    first = "" if identity else "There is no SOUL.md with a text: Hermes begins with its built-in identity. "
    note = f"{first}Between identity and project context stand Hermes' own instructions, from no file."
    notes = (((note, "muted"),),)
    return PromptView("As a session gets it", _document(text), parts, notes, str(identity + project))


def as_returned(startup: Startup) -> PromptView:
    """What ``build_context_files_prompt`` returns."""
    text = startup.prompt_text or TracedText()
    note = "To the character: hermes-tui prompt prints the same, and / and why count its lines."
    return PromptView(
        "Return value of build_context_files_prompt",
        _document(text),
        _parts(text, startup),
        (((note, "muted"),),),
        str(text),
    )


def totals(view: PromptView) -> Line:
    """How large it is."""
    chars, tokens = len(view.sent), estimate_tokens(view.sent)
    return ((f"{chars:,} characters", "bold"), (f" · ~{tokens:,} tokens", "bold"))


def part_line(part: PromptPart, width: int) -> Line:
    """A part in columns."""
    room = max(8, width - 8 - 9)
    title = part.title if len(part.title) <= room else f"{part.title[: room - 1]}…"
    style = "" if part.path else "muted"
    return ((f"{title:<{room}}", style), (f"{part.chars:>8,}", style), (f"{f'~{part.tokens:,}':>9}", "muted"))


def _retitled(part: PromptPart, title: str) -> PromptPart:
    return PromptPart(title, part.path, part.start, part.chars, part.tokens)


def _parts(text: TracedText, startup: Startup) -> tuple[PromptPart, ...]:
    whole = str(text)
    return tuple(_part(part, whole) for part in parts_of(text, startup.files))


def _part(part: StartupPart, whole: str) -> PromptPart:
    words = whole[part.start : part.end]
    return PromptPart(safe(part.title), part.path, part.start, len(words), estimate_tokens(words))


def _document(text: TracedText) -> Document:
    plain = sent_document(text, None)
    return Document(plain.text, (*plain.marks, *_frames(text)), "lines")


def _frames(text: TracedText) -> Iterator[Mark]:
    for at, run in text.placed():
        words = run.text[run.start : run.stop]
        if run.role is Role.FRAME and words.strip():
            yield Mark(at, at + len(words.rstrip()), "front")
