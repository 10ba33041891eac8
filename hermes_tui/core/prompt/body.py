"""One context file on its way into the prompt: read, strip, front matter off, scan, heading, cut.

The same steps serve the start of a session and the hints; what a release does differently is in its
:class:`~hermes_tui.core.releases.ruleset.Ruleset` (``rules.md`` sections 1.4, 1.7, 1.9, 3 and 7).
"""

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from hermes_tui.core.filesystem.disk import Disk
from hermes_tui.core.filesystem.file_content import Content, Unreadable
from hermes_tui.core.prompt.context_file import Cause, FileKind, Lost
from hermes_tui.core.releases.lookup import Ruleset
from hermes_tui.core.settings.keys import LONGEST_WAIT, READ_TIMEOUT
from hermes_tui.core.text.provenance import Role, Span, TracedText, line_of, without
from hermes_tui.core.threats.scan import Threat, scan_slice, threat_ids

BYTE_ORDER_MARK = "\ufeff"
_FENCE = "---"
"""Three dashes begin front matter, and end it at the start of a later line."""

LEGACY_HEADING = "## Messaging other agents"
"""SOUL.md loses what stands under it (0.21.3 on)."""

WAITS_TOO_LONG = f"{READ_TIMEOUT} is longer than Python can wait, and reading fails"
"""Why no file can be read."""


class HermesFails(Exception):  # noqa: N818 -- what happens to Hermes, not an error of ours
    """This release would raise here, or never come back. Caught by whoever asked for an inspection."""

    def __init__(self, what: str, path: Path | None, *, hangs: bool = False) -> None:
        super().__init__(what)
        self.what = what
        self.path = path
        self.hangs = hangs


class Body(NamedTuple):
    """The text of one file before it is scanned, and what the steps so far took from it."""

    path: Path
    content: Content
    text: TracedText
    """Empty where there is nothing to send."""
    is_empty: bool
    """Hermes goes on to the next name: nothing readable, or nothing but white space."""
    lost: tuple[Lost, ...] = ()
    problem: str = ""
    """Why there is no text, as part of a sentence."""


class Scanned(NamedTuple):
    """A body after the threat scan."""

    text: TracedText
    """The text, or the notice that stands for it."""
    threats: tuple[Threat, ...]
    is_blocked: bool
    lost: tuple[Lost, ...]


def read_body(path: Path, kind: FileKind, ruleset: Ruleset, disk: Disk) -> Body:
    """Read the file at *path* and reduce it to what is scanned and sent.

    Raises:
        HermesFails: this release would wait for ever for a pipe.
    """
    content = disk.read(path)
    if content.text is None:
        if content.why is Unreadable.ENDLESS and ruleset.read_timeout is None:
            raise HermesFails(content.detail, path, hangs=True)
        return Body(path, content, TracedText(), is_empty=True, problem=content.detail)
    if ruleset.read_timeout is not None and ruleset.read_timeout > LONGEST_WAIT:
        return Body(path, content, TracedText(), is_empty=True, problem=WAITS_TOO_LONG)
    if ruleset.read_timeout is not None and content.seconds > ruleset.read_timeout:
        slow = f"reading it took {content.seconds:.1f} s, and Hermes waits {ruleset.read_timeout:g} s"
        return Body(path, content, TracedText(), is_empty=True, problem=slow)
    whole = TracedText.of_file(path, content.text)
    steps = _Steps(path, whole)
    if ruleset.codec_drops_bom and content.text.startswith(BYTE_ORDER_MARK):
        steps.take(whole.slice(1), Cause.BYTE_ORDER_MARK)
    steps.take(steps.text.strip(), Cause.WHITE_SPACE)
    if not steps.text.runs:
        return Body(path, content, TracedText(), is_empty=True, lost=steps.lost())
    if kind is FileKind.HERMES:
        _drop_front_matter(steps, ruleset)
    elif kind is FileKind.SOUL and ruleset.soul_drops_legacy_section:
        _drop_legacy_section(steps)
        if not steps.text.runs:
            return Body(path, content, TracedText(), is_empty=True, lost=steps.lost())
    return Body(path, content, steps.text, is_empty=False, lost=steps.lost())


def scan_body(body: Body, label: str, ruleset: Ruleset, disk: Disk, *, blocks: bool = True) -> Scanned:
    """Scan *body*; a threat replaces it by the notice that names *label*, unless it does not block."""
    steps = _Steps(body.path, body.text)
    if ruleset.scan_drops_bom and str(body.text.slice(0, 1)) == BYTE_ORDER_MARK:
        steps.take(body.text.slice(1), Cause.BYTE_ORDER_MARK)
    threats = _threats(body.path, steps.text, ruleset, disk)
    if not threats or not blocks or disk.is_unblocked(body.path):
        return Scanned(steps.text, threats, is_blocked=False, lost=steps.lost())
    ids = ", ".join(threat_ids(threats))
    notice = f"[BLOCKED: {label} contained potential prompt injection ({ids}). Content not loaded.]"
    steps.take(TracedText.written(notice, Role.NOTICE, body.path), Cause.THREAT)
    return Scanned(steps.text, threats, is_blocked=True, lost=steps.lost())


def heading(label: str, path: Path) -> TracedText:
    """The provenance label above a section."""
    return TracedText.written(f"## {label}\n\n", Role.HEADING, path)


def taken_between(path: Path, before: TracedText, after: TracedText, cause: Cause) -> tuple[Lost, ...]:
    """Characters of the file *path* that *before* has and *after* has not."""
    if before is after:
        return ()
    return tuple(Lost(*span, cause) for span in without(before.kept(path), after.kept(path)))


class _Steps:
    """A text, and what each step took from it."""

    def __init__(self, path: Path, text: TracedText) -> None:
        self._path = path
        self._lost: list[Lost] = []
        self.text = text

    def take(self, after: TracedText, cause: Cause) -> None:
        self._lost.extend(taken_between(self._path, self.text, after, cause))
        self.text = after

    def lost(self) -> tuple[Lost, ...]:
        return tuple(sorted(self._lost))


def _drop_front_matter(steps: _Steps, ruleset: Ruleset) -> None:
    text = str(steps.text)
    if ruleset.front_matter_drops_boms and text.startswith(BYTE_ORDER_MARK):
        steps.take(steps.text.slice(len(text) - len(text.lstrip(BYTE_ORDER_MARK))), Cause.BYTE_ORDER_MARK)
        text = str(steps.text)
    closing = text.find(f"\n{_FENCE}", len(_FENCE)) if text.startswith(_FENCE) else -1
    if closing < 0:
        return
    begin = closing + 1 + len(_FENCE)
    while text.startswith("\n", begin):
        begin += 1
    if begin < len(text):  # a file of nothing but front matter is sent whole
        steps.take(steps.text.slice(begin), Cause.FRONT_MATTER)


def _drop_legacy_section(steps: _Steps) -> None:
    text = str(steps.text)
    kept = TracedText()
    done = 0
    for begin, end in _legacy_sections(text):
        kept += steps.text.slice(done, begin) + TracedText.written("\n", Role.FRAME)
        done = end
    if done:
        steps.take(kept + steps.text.slice(done), Cause.LEGACY_SECTION)
        steps.take(steps.text.strip(), Cause.WHITE_SPACE)


def _legacy_sections(text: str) -> Iterator[Span]:
    """From the line breaks before each legacy heading to the next line that begins ``## ``, or the end."""
    done = 0
    place = text.find(LEGACY_HEADING)
    while place >= 0:
        line_end = place + len(LEGACY_HEADING)
        while text[line_end : line_end + 1] in (" ", "\t"):
            line_end += 1
        if text[line_end : line_end + 1] != "\n":
            place = text.find(LEGACY_HEADING, place + 1)
            continue
        begin = place
        while begin > done and text[begin - 1] == "\n":
            begin -= 1
        following = text.find("\n## ", line_end + 1)
        done = following if following >= 0 else len(text)
        yield Span(begin, done)
        place = text.find(LEGACY_HEADING, done)


def _threats(path: Path, text: TracedText, ruleset: Ruleset, disk: Disk) -> tuple[Threat, ...]:
    """Threats of *text*, placed in the file on disk."""
    match text.runs:
        case ():
            return ()
        case (run,) if run.role is Role.FILE:
            key = ("scan", disk.scan_key(path), run.start, run.stop, ruleset.scanner)
            return disk.remember(key, lambda: scan_slice(run.text, run.start, run.stop, ruleset=ruleset))
    whole = str(text)
    placed = scan_slice(whole, 0, len(whole), ruleset=ruleset)
    return tuple(_on_disk(threat, text) for threat in placed)


def _on_disk(threat: Threat, text: TracedText) -> Threat:
    """The threat found in a text of several pieces, placed in the file that they came from."""
    pieces = [
        (run, offset)
        for offset, run in text.placed()
        if run.role is Role.FILE and offset < threat.end and threat.start < offset + run.stop - run.start
    ]
    (first, first_at), (last, last_at) = pieces[0], pieces[-1]
    start = first.start + max(0, threat.start - first_at)
    end = min(last.stop, last.start + threat.end - last_at)
    line = line_of(first.text, start)
    column = start - (first.text.rfind("\n", 0, start) + 1) + 1
    return threat._replace(start=start, end=end, line=line, column=column)
