"""Where two texts that Hermes sends of one file begin to differ, in words, and why one side has none."""

from pathlib import Path

from hermes_tui.core.releases.ruleset import Ruleset
from hermes_tui.core.text.provenance import Role, TracedText

_PLACES = {
    Role.HEADING: "in the heading above it",
    Role.MARKER: "in the marker that stands for what was cut",
    Role.NOTICE: "in the notice that stands for it",
}


def first_difference(before: str, after: str) -> int | None:
    """Offset of the first character that differs, or where one of them ends; ``None``: they are equal."""
    if before == after:
        return None
    shared = min(len(before), len(after))
    return next((place for place in range(shared) if before[place] != after[place]), shared)


def what_differs(before: TracedText, after: TracedText) -> str:
    """Where the first difference is, as the end of "they differ ..."; empty where there is none."""
    at = first_difference(str(before), str(after))
    if at is None:
        return ""
    roles = {text.source(at).role for text in (before, after) if at < len(text)}
    place = _PLACES.get(roles.pop()) if len(roles) == 1 else None
    return place or f"from character {at + 1:,} of what is sent on"


def why_unseen(label: str, ruleset: Ruleset) -> str:
    """Why no hint of this release comes near a file; *label* is its path from the working directory."""
    name = next((name for name in Path(label).parts[:-1] if name in ruleset.hints.excluded), None)
    if name is None:
        return "No hint looks there."
    return f"No hint can bring it: it is in {name}, a name that hints leave out."
