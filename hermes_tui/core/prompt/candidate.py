"""A candidate while the loaders are still at work on it."""

from pathlib import Path

from hermes_tui.core.filesystem.file_content import Content
from hermes_tui.core.prompt.body import Body
from hermes_tui.core.prompt.context_file import Cause, FileKind, Heading, Lost, Verdict
from hermes_tui.core.prompt.discovery import Candidate
from hermes_tui.core.prompt.headings import omitted_headings
from hermes_tui.core.prompt.truncation import Cut
from hermes_tui.core.text.provenance import TracedText
from hermes_tui.core.threats.scan import Threat

HEADINGS_KEPT = 1_000
"""Lost headings that are looked for in one file."""


class Draft:
    """What is known of one candidate so far; becomes a ``ContextFile``."""

    __slots__ = (
        "ahead",
        "body",
        "candidate",
        "content",
        "cut",
        "fails",
        "joint_cut",
        "lost",
        "next_verdict",
        "section",
        "threats",
        "twin",
        "verdict",
        "why",
    )

    def __init__(
        self,
        candidate: Candidate,
        content: Content,
        verdict: Verdict,
        *,
        body: Body | None = None,
        why: str = "",
    ) -> None:
        self.candidate = candidate
        self.content = content
        self.verdict = verdict
        self.body = body
        self.why = why
        """A reason that the verdict alone does not tell."""
        self.section = TracedText()
        self.threats: tuple[Threat, ...] = ()
        self.lost: tuple[Lost, ...] = ()
        self.cut: Cut | None = None
        self.joint_cut: Cut | None = None
        self.ahead: tuple[Draft, ...] = ()
        """All that must be gone before Hermes takes this one: of types before its own, and of its own."""
        self.twin: Draft | None = None
        """A file before it on the chain that has the same text."""
        self.next_verdict: Verdict | None = None
        self.fails = False
        """Whoever asks for it does not get any further."""

    @property
    def path(self) -> Path:
        """Where the file is."""
        return self.candidate.path

    @property
    def winner(self) -> "Draft | None":
        """The first of those that shut it out, or the one that is sent in its place."""
        if self.ahead:
            return self.ahead[0]
        return self.twin if self.verdict is Verdict.DUPLICATE else None

    @property
    def has_text(self) -> bool:
        """Hermes takes it if it comes to it, and looks no further."""
        return self.body is not None and not self.body.is_empty

    @property
    def text(self) -> str:
        """What copies are told by: all of it, without the white space around it."""
        return str(self.body.text) if self.body is not None else ""

    @property
    def kind(self) -> FileKind:
        """The context type that it was looked for as."""
        return self.candidate.kind


def headings_lost(text: str, lost: tuple[Lost, ...]) -> tuple[Heading, ...]:
    """What the caps took, at most :data:`HEADINGS_KEPT` of it."""
    found: list[Heading] = []
    line, done = 1, 0
    for piece in sorted(lost):
        if piece.cause in (Cause.FILE_CAP, Cause.JOINT_CAP) and len(found) < HEADINGS_KEPT:
            most = HEADINGS_KEPT - len(found)
            for heading in omitted_headings(text, piece.start, piece.end, most=most):
                line += text.count("\n", done, heading.offset)
                done = heading.offset
                found.append(Heading(line, heading.text))
    return tuple(found)
