"""From a draft and the prompt that came out to what the model says of the file."""

from pathlib import Path

from hermes_tui.core.prompt import verdict_text
from hermes_tui.core.prompt.candidate import Draft, headings_lost
from hermes_tui.core.prompt.context_file import Cause, ContextFile, Lost, Verdict
from hermes_tui.core.prompt.truncation import Cap
from hermes_tui.core.text.provenance import Span, TracedText, merged


def finished(draft: Draft, prompt: TracedText, cap: Cap) -> ContextFile:
    """What became of one candidate."""
    path = draft.path
    in_it = bool(draft.section and prompt)  # a release that fails further on sends nothing at all
    is_sent = in_it and draft.verdict not in (Verdict.SHADOWED, Verdict.LOST)
    text = draft.content.text or ""
    lost = draft.lost
    if not is_sent and text and draft.verdict is not Verdict.LOST:
        lost = (Lost(0, len(text), Cause.NOT_SENT),)
    headings = headings_lost(text, lost)
    winner = draft.winner
    return ContextFile(
        kind=draft.kind,
        label=draft.candidate.label,
        path=path,
        verdict=draft.verdict,
        reason=verdict_text.reason(draft, headings, cap),
        why=draft.why,
        content=draft.content,
        section=draft.section,
        kept=prompt.kept(path) if is_sent else (),
        lost=tuple(sorted(lost)),
        threats=draft.threats,
        headings_lost=headings,
        in_prompt=_about(prompt, path) if is_sent or draft.verdict is Verdict.LOST else (),
        winner=winner.path if winner else None,
        winners=tuple(other.path for other in draft.ahead),
        next=verdict_text.what_next(draft),
        cut=draft.cut,
        joint_cut=draft.joint_cut,
    )


def _about(prompt: TracedText, path: Path) -> tuple[Span, ...]:
    """Where the prompt has anything that is about the file *path*."""
    return merged(Span(at, at + run.stop - run.start) for at, run in prompt.placed_of(path))
