"""A stored prompt taken apart into its context files, with today's as a guide.

Hermes writes ``## label`` above a file, and the file may hold such lines itself. So what is known comes
first: a section that stands there just as it would be sent today ends where today's ends. Elsewhere a label
begins a section only where Hermes could have written it: one type of context file is in a prompt, a chain
goes from the git root down, and Cursor's files are sorted (``rules.md`` 1.2, 1.5, 1.6).
"""

import re
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from hermes_tui.core.prompt.context_file import ContextFile, FileKind
from hermes_tui.core.prompt.startup import Startup
from hermes_tui.core.releases.lookup import RELEASES

_KNOWN = RELEASES[-1]
"""Asks for every name that any release before it asks for."""
_HEADING = re.compile(r"## ([^\n]+)\n\n")
_BLANK_LINE = re.compile(r"\n\n(?=## )")
_JOINT = re.compile(
    rf"^\[\.\.\.truncated (?:AGENTS\.md \(directory chain\)|{re.escape(_KNOWN.cursor_name)}): [^\n]*\]\n\n",
    re.MULTILINE,
)
"""The marker that stands for the middle of several files; a file's own marker has its own name."""
_BEHIND = re.compile(
    r"\n\n?(?=══|Conversation started:|Timezone:|Active Hermes profile:|# Hermes runtime environment|"
    r"Current working directory:|User home directory:|Workspace\b)"
)
"""What Hermes puts behind the context files [code 0.13, 0.19, 0.22.2]."""


_BLANK_REST = re.compile(r"\s*\Z")


class Piece(NamedTuple):
    """A stretch of a prompt that is about one file: all of it, or head or tail where the chain was cut."""

    label: str
    text: str


class SectionPlace(NamedTuple):
    """Where Hermes could have written a label."""

    kind: FileKind
    order: tuple[int, str]
    """Files of one type stand in a prompt in this order."""


def pieces_of(startup: Startup) -> tuple[Piece, ...]:
    """What would be sent now of each project file, in the order of the prompt."""
    text = str(startup.project_text or "")
    found = [(span, file) for file in project_files(startup) for span in file.in_prompt]
    return tuple(
        Piece(file.label, text[span.start : span.end]) for span, file in sorted(found, key=lambda one: one[0])
    )


def project_files(startup: Startup) -> tuple[ContextFile, ...]:
    """The files of which something is in today's prompt, without ``SOUL.md``."""
    return tuple(file for file in startup.files if file.in_prompt and file.kind is not FileKind.SOUL)


def stored_pieces(
    context: str, today: Sequence[Piece], is_unchanged: Callable[[str], bool]
) -> Iterator[Piece]:
    """The pieces of *context*, which is all that stands behind the header in a stored prompt.

    Args:
        context: may have anything behind the context files.
        today: what would be sent now.
        is_unchanged: the file with this label was not written since the session began.
    """
    walk = _Walk(context, today, is_unchanged)
    while walk.position < len(context):
        yield walk.step()


def bare(text: str) -> str:
    """*text* without what Hermes puts behind the context files."""
    end = _BEHIND.search(text)
    return (text[: end.start()] if end else text).rstrip()


def ends_context(text: str, position: int) -> bool:
    """Nothing of a context file follows in *text*."""
    return _BLANK_REST.match(text, position) is not None or _BEHIND.match(text, position) is not None


def _place(label: str) -> SectionPlace | None:
    """Where a label can stand; ``None`` where Hermes never writes it."""
    above, name = re.fullmatch(r"((?:\.\./)*)(.*)", label, re.DOTALL).groups()  # type: ignore[union-attr]
    if name in _KNOWN.agents_names:
        return SectionPlace(FileKind.AGENTS, (-len(above), ""))
    if label in _KNOWN.hermes_names:
        return SectionPlace(FileKind.HERMES, (0, ""))
    if label in _KNOWN.claude_names:
        return SectionPlace(FileKind.CLAUDE, (0, ""))
    if label == _KNOWN.cursor_name:
        return SectionPlace(FileKind.CURSOR, (0, ""))
    if label.startswith(f"{_KNOWN.cursor_directory}/") and label.endswith(".mdc"):
        return SectionPlace(FileKind.CURSOR, (1, label))
    return None


class _Walk:
    """From piece to piece."""

    def __init__(self, context: str, today: Sequence[Piece], is_unchanged: Callable[[str], bool]) -> None:
        self.position = 0
        self._context = context
        self._today = today
        self._is_unchanged = is_unchanged
        self._last: SectionPlace | None = None
        self._marker: re.Match[str] | None = None
        """The next marker of several files."""
        self._has_looked = False
        self._numbers: dict[str, list[int]] = {}
        for number, piece in enumerate(today):
            self._numbers.setdefault(piece.label, []).append(number)

    def step(self) -> Piece:
        """The piece that begins here; goes to the next one."""
        heading = self._heading(self.position, self._last)
        for number in self._numbers.get(heading, ()) if heading else range(len(self._today)):
            end = self._end_of_same(number)
            if end is not None:
                return self._taken(self._today[number].label, end)
        label = heading or self._guessed()
        return self._taken(label, self._next_boundary(_place(label) or self._last))

    def _taken(self, label: str, end: int) -> Piece:
        """The piece up to *end*; what is written between two of them is passed over."""
        piece = Piece(label, self._context[self.position : end])
        self._last = _place(label) or self._last
        behind = self._behind_blank_lines(end)
        marker = _JOINT.match(self._context, behind)
        if ends_context(self._context, end):
            self.position = len(self._context)
        else:
            self.position = marker.end() if marker else behind
        return piece

    def _behind_blank_lines(self, position: int) -> int:
        while self._context.startswith("\n", position):
            position += 1
        return position

    def _heading(self, position: int, last: SectionPlace | None) -> str:
        """The label that Hermes wrote at *position*, behind *last*; empty where it wrote none."""
        match = _HEADING.match(self._context, position)
        place = _place(match[1]) if match else None
        if match is None or place is None:
            return ""
        if last is not None and (place.kind is not last.kind or place.order <= last.order):
            return ""
        return match[1]

    def _guessed(self) -> str:
        """Whose text it is that has no label before it: the marker of several files took that away."""
        labels = list(self._numbers)
        if self.position == 0 or not labels:
            return labels[0] if labels else ""
        following = self._heading(self._behind_blank_lines(self._next_boundary(self._last)), self._last)
        if following in labels[1:]:
            return labels[labels.index(following) - 1]
        return labels[-1]

    def _end_of_same(self, number: int) -> int | None:
        """Where the piece of today with that number ends, if it stands here, whole."""
        label, text = self._today[number].label, self._today[number].text.rstrip("\n")
        if not text or not self._context.startswith(text, self.position):
            return None
        end = self.position + len(text)
        behind = self._behind_blank_lines(end)
        if ends_context(self._context, end) or _JOINT.match(self._context, behind):
            return end
        if behind == end:
            return None
        is_last = number + 1 == len(self._today)
        following = "" if is_last else self._today[number + 1].text.rstrip("\n")
        if following and self._context.startswith(following, behind):
            return end
        if self._heading(behind, _place(label) or self._last):
            return end
        # What Hermes put behind it, or an end that the file has lost: the file's time decides.
        return end if is_last and self._is_unchanged(label) else None

    def _next_marker(self) -> re.Match[str] | None:
        """The first marker behind the position; it is looked for once, however many pieces come before it."""
        is_passed = self._marker is not None and self._marker.start() < self.position
        if not self._has_looked or is_passed:
            self._marker = _JOINT.search(self._context, self.position)
            self._has_looked = True
        return self._marker

    def _next_boundary(self, last: SectionPlace | None) -> int:
        """Where a piece whose text is not known ends: at a label behind *last*, at a marker, at the end."""
        marker = self._next_marker()
        end = marker.start() if marker else len(self._context)
        labels = (
            match.start()
            for match in _BLANK_LINE.finditer(self._context, self.position, end)
            if self._heading(match.end(), last)
        )
        return next(labels, end)
