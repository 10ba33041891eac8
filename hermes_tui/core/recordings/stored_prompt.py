"""The context files in a stored system prompt, beside those that a session started now would get.

A session keeps the prompt of its start, also when it is resumed (``sessions.md`` 1.7, ``rules.md`` 1.12).
"""

from collections.abc import Container, Iterator
from datetime import datetime
from enum import Enum
from typing import NamedTuple

from hermes_tui.core.filesystem.disk import Disk
from hermes_tui.core.prompt.startup import HEADER, Startup
from hermes_tui.core.recordings.stored_sections import (
    bare,
    ends_context,
    pieces_of,
    project_files,
    stored_pieces,
)

_CUT = "\n\n[...]\n\n"
"""Stands between head and tail of a file where the whole chain was cut."""


class Standing(Enum):
    """A section of the stored prompt, measured against today's."""

    SAME = "the same"
    CHANGED = "another text now"
    GONE = "would not be sent now"
    NEW = "would be sent now, and is not in the stored prompt"


class StoredSection(NamedTuple):
    """One context file, then and now."""

    label: str
    """As Hermes prints it; foreign."""
    standing: Standing
    sentence: str
    """For a reader; foreign."""
    then: str = ""
    """What the session runs on."""
    now: str = ""
    """What a session started now would get."""
    modified: float | None = None
    """When the file on disk was last written."""


class StoredPrompt(NamedTuple):
    """What a stored prompt says about context files."""

    has_context: bool
    """It has a section for context files at all."""
    sections: tuple[StoredSection, ...]

    @property
    def is_current(self) -> bool:
        """A session started now would get the same."""
        return all(section.standing is Standing.SAME for section in self.sections)


def day_of(time: float | None) -> str:
    """A day for a reader, in local time: ``Tuesday, 2026-12-01 14:30``; or ``an unknown day``."""
    if time is None:
        return "an unknown day"
    try:
        return f"{datetime.fromtimestamp(time).astimezone():%A, %Y-%m-%d %H:%M}"
    except (OverflowError, OSError, ValueError):
        return "an unknown day"


def compare_prompt(prompt: str, started_at: float | None, startup: Startup, disk: Disk) -> StoredPrompt:
    """The context files of a stored *prompt*, each beside what *startup* would send of it now."""
    return _Comparison(prompt, started_at, startup, disk).made()


class _Comparison:
    """A stored prompt, and today's."""

    def __init__(self, prompt: str, started_at: float | None, startup: Startup, disk: Disk) -> None:
        self._prompt = prompt
        self._started_at = started_at
        self._startup = startup
        self._disk = disk
        self._today = pieces_of(startup)
        self._texts: dict[str, list[str]] = {}
        for piece in self._today:
            self._texts.setdefault(piece.label, []).append(piece.text)
        self._files = {file.label: file for file in project_files(startup)}
        self._written = {label: disk.modified(file.path) for label, file in self._files.items()}

    def made(self) -> StoredPrompt:
        """Every section of either."""
        begin = self._prompt.find(HEADER.strip())
        if begin < 0:
            return StoredPrompt(has_context=False, sections=tuple(self._new({})))
        if self._has_all_of_today():
            return StoredPrompt(has_context=True, sections=tuple(map(self._same, self._files)))
        stored: dict[str, list[str]] = {}
        context = self._prompt[begin + len(HEADER) :]
        for piece in stored_pieces(context, self._today, self._is_unchanged):
            stored.setdefault(piece.label, []).append(piece.text)
        stored.pop("", None)  # nothing says of which file it is
        sections = [self._compared(label, pieces) for label, pieces in stored.items()]
        return StoredPrompt(has_context=True, sections=(*sections, *self._new(stored)))

    def _has_all_of_today(self) -> bool:
        """All that would be sent now stands there in one piece, and nothing of a context file behind it."""
        text = str(self._startup.project_text or "").strip()
        soul = str(self._startup.identity_text or "").strip()
        begin = self._prompt.find(text) if text else -1
        if begin < 0:
            return False
        end = begin + len(text)
        return (
            ends_context(self._prompt, end)
            or (bool(soul) and self._prompt[end:].lstrip().startswith(soul))
            or (self._prompt.startswith("\n", end) and all(map(self._is_unchanged, self._files)))
        )

    def _is_unchanged(self, label: str) -> bool:
        """The file was not written since the session began."""
        written = self._written.get(label)
        return written is not None and self._started_at is not None and written <= self._started_at

    def _now(self, label: str) -> str:
        return _in_one(self._texts.get(label, []))

    def _new(self, stored: Container[str]) -> Iterator[StoredSection]:
        for label in self._files:
            if label not in stored:
                sentence = f"{label} would be sent now, and the session runs without it.{self._since(label)}"
                written = self._written[label]
                yield StoredSection(label, Standing.NEW, sentence, now=self._now(label), modified=written)

    def _same(self, label: str) -> StoredSection:
        now = self._now(label)
        sentence = f"{label} is in the session's prompt as it is on disk now."
        return StoredSection(label, Standing.SAME, sentence, now, now, self._written[label])

    def _compared(self, label: str, pieces: list[str]) -> StoredSection:
        if label not in self._files:
            cwd = self._startup.cwd
            what = "a session started now would not get it"
            if not self._disk.is_directory(cwd):
                what = f"there is no directory {cwd} here: say where the tree is now with --map"
            sentence = f"{label} is in the session's prompt; {what}."
            return StoredSection(label, Standing.GONE, sentence, then=bare(_in_one(pieces)))
        now = [text.rstrip("\n") for text in self._texts.get(label, [])]
        if [piece.rstrip("\n") for piece in pieces] == now:
            return self._same(label)
        sentence = (
            f"The session still runs on the {label} of {day_of(self._started_at)}: another text is sent now."
            f"{self._since(label)}"
        )
        then = bare(_in_one(pieces))
        return StoredSection(label, Standing.CHANGED, sentence, then, self._now(label), self._written[label])

    def _since(self, label: str) -> str:
        written = self._written[label]
        if written is None or self._started_at is None:
            return ""
        if written > self._started_at:
            return f" The file was last written on {day_of(written)}."
        return (
            f" The file was last written on {day_of(written)}, before the session began: another release, "
            "cap or threat scan may be the reason."
        )


def _in_one(pieces: list[str]) -> str:
    return _CUT.join(piece.strip("\n") for piece in pieces)
