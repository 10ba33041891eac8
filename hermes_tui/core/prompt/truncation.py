"""The cap, and the cut: head + marker + tail (``rules.md`` section 1.8). All sizes are characters."""

from enum import Enum
from pathlib import Path
from typing import NamedTuple

from hermes_tui.core.prompt.headings import CutHeading, omitted_headings
from hermes_tui.core.releases.lookup import Ruleset
from hermes_tui.core.settings.keys import CONTEXT_LENGTH, MAX_CHARS, shown_value
from hermes_tui.core.text.provenance import Role, TracedText
from hermes_tui.core.text.tokens import CHARS_PER_TOKEN

HEAD_SHARE = 0.7
TAIL_SHARE = 0.2
_WINDOW_SHARE = 0.06
"""The part of the model's context length that one context file may take."""
DYNAMIC_CEILING = 500_000
NO_CAP = 10**15
"""A larger cap does nothing else: no text is as long."""
_SECTIONS_LISTED = 15
"""Headings that a marker names."""


class CapSource(Enum):
    """What set the cap."""

    FIXED = "fixed"
    CONFIG = "context_file_max_chars"
    CONTEXT_LENGTH = "context length"
    DEFAULT = "default"


class Ignored(NamedTuple):
    """A setting that was given and has no effect in this release."""

    setting: str
    """``context_file_max_chars`` or ``model.context_length``."""
    sentence: str


class Cap(NamedTuple):
    """How many characters one context file, and the joined chain, may have."""

    limit: int
    source: CapSource
    explanation: str
    """Where the number comes from, as part of a sentence."""
    ignored: tuple[Ignored, ...] = ()
    raises: str = ""
    """The exception that this release raises when it asks for the cap."""

    @property
    def why_dropped(self) -> str:
        """Why a file is dropped that Hermes cannot cut."""
        return f"Hermes drops it: {self.raises}"


def find_cap(ruleset: Ruleset, *, context_length: object = None, max_chars: object = None) -> Cap:
    """The cap of *ruleset* for a model's *context_length* (tokens) and ``context_file_max_chars``.

    The settings may be anything that a YAML file can hold; what Hermes ignores is ignored, and said.
    """
    flat = ruleset.flat_cap
    given = (
        (MAX_CHARS, MAX_CHARS, max_chars),
        (CONTEXT_LENGTH, "the model's context length", context_length),
    )
    if not ruleset.cap_from_config:
        without_effect = tuple(
            Ignored(setting, f"{name} ({shown_value(value)}) has no effect: the cap of this release is fixed")
            for setting, name, value in given
            if value is not None
        )
        return Cap(flat, CapSource.FIXED, f"fixed at {flat:,}", without_effect)
    raises = ""
    ignored: list[Ignored] = []
    if isinstance(max_chars, int | float) and max_chars > 0:
        try:
            limit = int(max_chars)
        except OverflowError as error:
            if ruleset.infinite_cap_raises:
                raises = f"OverflowError: {error}"
            ignored.append(Ignored(MAX_CHARS, f"{MAX_CHARS} (infinity) is no number of characters"))
        else:
            limit = min(limit, NO_CAP)
            return Cap(limit, CapSource.CONFIG, f"context_file_max_chars is {limit:,}")
    elif max_chars is not None:
        said = f"{MAX_CHARS} ({shown_value(max_chars)}) is ignored: it is no number above 0"
        ignored.append(Ignored(MAX_CHARS, said))
    if isinstance(context_length, int) and context_length > 0:
        try:
            share = int(context_length * CHARS_PER_TOKEN * _WINDOW_SHARE)
        except OverflowError as error:
            raises = f"OverflowError: {error}"
            said = "the model's context length is too large to reckon with"
            ignored.append(Ignored(CONTEXT_LENGTH, said))
            return Cap(flat, CapSource.DEFAULT, f"{flat:,}", tuple(ignored), raises)
        limit = max(flat, min(share, DYNAMIC_CEILING))
        tokens = f"{context_length:,}" if context_length < NO_CAP else shown_value(context_length)
        explanation = f"6 % of a context of {tokens} tokens, at least {flat:,}"
        return Cap(limit, CapSource.CONTEXT_LENGTH, explanation, tuple(ignored), raises)
    if context_length is not None:
        shown = shown_value(context_length)
        said = f"a context length of {shown} is ignored: it is no whole number above 0"
        ignored.append(Ignored(CONTEXT_LENGTH, said))
    explanation = f"{flat:,} while the context length is unknown"
    return Cap(flat, CapSource.DEFAULT, explanation, tuple(ignored), raises)


def context_length_for(chars: int) -> int | None:
    """The smallest context length (tokens) whose cap lets *chars* characters through; ``None``: none does."""
    if chars > DYNAMIC_CEILING:
        return None
    guess = max(1, int(chars / (CHARS_PER_TOKEN * _WINDOW_SHARE)) - 8)
    while int(guess * CHARS_PER_TOKEN * _WINDOW_SHARE) < chars:
        guess += 1
    return guess


class Cut(NamedTuple):
    """What cutting one text did."""

    text: TracedText
    """Head, marker, tail."""
    total: int
    """Characters before the cut."""
    limit: int
    head: int
    tail: int
    headings: tuple[CutHeading, ...]
    """Headings that went with the middle, all of them that were looked for (one more than are listed)."""
    path: Path
    """Where the marker sends the model."""


def cut_middle(
    text: TracedText, limit: int, *, name: str, path: str, file: Path | None, ruleset: Ruleset
) -> Cut | None:
    """Keep head and tail of *text* where it is longer than *limit*; ``None`` where it is not.

    Args:
        name: what the marker calls the text.
        path: where the marker sends the model.
        file: the file that the marker is about; ``None`` where it is about several.
    """
    total = len(text)
    if total <= limit:
        return None
    # In floating point, as Hermes does: 70 % of 90 is 62.
    head = int(limit * HEAD_SHARE)
    tail = int(limit * TAIL_SHARE)
    headings = tuple(omitted_headings(str(text), head, total - tail, most=_SECTIONS_LISTED + 1))
    sections = ""
    if ruleset.cut_marker_lists_sections and headings:
        names = [heading.text for heading in headings[:_SECTIONS_LISTED]]
        if len(headings) > _SECTIONS_LISTED:
            names.append("...")
        sections = f" Omitted sections: {'; '.join(names)}."
    marker = ruleset.cut_marker.format(
        name=name, head=head, tail=tail, total=total, path=path, sections=sections
    )
    kept = (
        text.slice(0, head)
        + TracedText.written(f"\n\n{marker}\n\n", Role.MARKER, file)
        # A tail of 0 is the whole text again: that is what a slice from "minus nothing" means.
        + text.slice(-tail if tail else 0)
    )
    return Cut(kept, total, limit, head, tail, headings, Path(path))


def cut_tail(text: TracedText, limit: int, *, name: str, file: Path) -> Cut | None:
    """Keep the first *limit* characters, as hints were cut up to 0.21.0; ``None`` where all fits."""
    total = len(text)
    if total <= limit:
        return None
    marker = f"\n\n[...truncated {name}: {total:,} chars total]"
    headings = tuple(omitted_headings(str(text), limit, total, most=_SECTIONS_LISTED + 1))
    kept = text.slice(0, limit) + TracedText.written(marker, Role.MARKER, file)
    return Cut(kept, total, limit, limit, 0, headings, Path(name))
