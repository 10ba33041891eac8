"""A candidate while the loaders are still at work on it."""

from dataclasses import dataclass, field
from pathlib import Path

from hermes_tui.core.discovery import Candidate
from hermes_tui.core.disk import Content
from hermes_tui.core.files import FileKind, Lost, Verdict
from hermes_tui.core.sections import Body
from hermes_tui.core.threats import Threat
from hermes_tui.core.traced import TracedText
from hermes_tui.core.truncation import Cut


@dataclass(slots=True, kw_only=True)
class Draft:
    """What is known of one candidate so far; becomes a ``ContextFile``."""

    candidate: Candidate
    content: Content
    verdict: Verdict
    body: Body | None = None
    section: TracedText = field(default_factory=TracedText)
    threats: tuple[Threat, ...] = ()
    lost: tuple[Lost, ...] = ()
    cut: Cut | None = None
    joint_cut: Cut | None = None
    winner: "Draft | None" = None
    next_verdict: Verdict | None = None
    why: str = ""
    """A reason that the verdict alone does not tell."""

    @property
    def path(self) -> Path:
        return self.candidate.path

    @property
    def kind(self) -> FileKind:
        return self.candidate.kind
