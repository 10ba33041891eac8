"""A candidate while the loaders are still at work on it."""

from pathlib import Path

from hermes_tui.core.discovery import Candidate
from hermes_tui.core.disk import Content
from hermes_tui.core.files import FileKind, Lost, Verdict
from hermes_tui.core.sections import Body
from hermes_tui.core.threats import Threat
from hermes_tui.core.traced import TracedText
from hermes_tui.core.truncation import Cut


class Draft:
    """What is known of one candidate so far; becomes a ``ContextFile``."""

    __slots__ = (
        "body",
        "candidate",
        "content",
        "cut",
        "joint_cut",
        "lost",
        "next_verdict",
        "section",
        "threats",
        "verdict",
        "why",
        "winner",
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
        self.winner: Draft | None = None
        self.next_verdict: Verdict | None = None

    @property
    def path(self) -> Path:
        """Where the file is."""
        return self.candidate.path

    @property
    def kind(self) -> FileKind:
        """The context type that it was looked for as."""
        return self.candidate.kind
