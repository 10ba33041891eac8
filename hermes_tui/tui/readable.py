"""Text that can be read: in no theme, and at no depth of colours, it comes too close to its ground.

The measure is the contrast ratio of WCAG 2.2, criterion 1.4.3: 4.5 to 1.
"""

import re
from functools import lru_cache

from rich.color import Color, ColorSystem, blend_rgb
from rich.color_triplet import ColorTriplet
from rich.segment import Segment
from rich.style import Style
from textual.color import Color as Ground
from textual.filter import LineFilter

LEAST = 4.5
"""The least contrast of text and ground."""
text_in = re.compile(r"[^\s\u2500-\u259f·]")
"""Finds what is to be read: anything but lines, blocks and dots."""

_WHITE, _BLACK = ColorTriplet(255, 255, 255), ColorTriplet(0, 0, 0)
_STEPS = 10
_APART = 1.8
"""The contrast to black of a ground that sets a row apart, in the theme without colours."""


def contrast(one: ColorTriplet, other: ColorTriplet) -> float:
    """The contrast ratio of two colours, 1 to 21."""
    darker, lighter = sorted((_luminance(one), _luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


def _luminance(colour: ColorTriplet) -> float:
    """The relative luminance, 0 to 1."""
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in colour.normalized
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


class Readable(LineFilter):
    """Makes text lighter or darker where its ground is too much like it."""

    def __init__(self, depth: ColorSystem) -> None:
        """For a terminal of so many colours."""
        super().__init__()
        self._depth = depth

    def apply(self, segments: list[Segment], background: Ground) -> list[Segment]:  # noqa: ARG002
        """The segments, with other colours where that is needed."""
        return [self._readable(segment) for segment in segments]

    def _readable(self, segment: Segment) -> Segment:
        text, style, control = segment
        if style is None or style.color is None or style.bgcolor is None:
            return segment
        ink = readable_ink(style.color, style.bgcolor, self._depth)
        if ink is style.color or not text_in.search(text):
            return segment
        return Segment(text, style + Style(color=ink), control)


class WithoutColours(LineFilter):
    """Leaves the terminal's own two colours: what another ground sets apart is shown in reverse."""

    _BARE = Style.from_color(Color.default(), Color.default())

    def apply(self, segments: list[Segment], background: Ground) -> list[Segment]:  # noqa: ARG002
        """The segments without colours."""
        return [
            Segment(text, style and style + self._BARE + Style(reverse=self._is_apart(style)), control)
            for text, style, control in segments
        ]

    def _is_apart(self, style: Style) -> bool:
        ground = style.bgcolor.triplet if style.bgcolor is not None else None
        return bool(style.reverse) != (ground is not None and contrast(ground, _BLACK) >= _APART)


@lru_cache(maxsize=1024)
def readable_ink(ink: Color, ground: Color, depth: ColorSystem) -> Color:
    """The colour itself if it can be read, else the nearest one on its way to white or black that can."""
    if ink.triplet is None or ground.triplet is None:  # the terminal's own colours, which nobody knows here
        return ink
    behind = _as_shown(ground, depth)
    if contrast(_as_shown(ink, depth), behind) >= LEAST:
        return ink
    end = max(_WHITE, _BLACK, key=lambda colour: contrast(colour, behind))
    steps = (blend_rgb(ink.triplet, end, step / _STEPS) for step in range(1, _STEPS))
    colours = (Color.from_triplet(triplet) for triplet in (*steps, end))
    return next(
        (colour for colour in colours if contrast(_as_shown(colour, depth), behind) >= LEAST),
        Color.from_triplet(end),
    )


def _as_shown(colour: Color, depth: ColorSystem) -> ColorTriplet:
    return colour.downgrade(depth).get_truecolor()
