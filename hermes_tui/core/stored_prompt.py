"""The context files in a stored system prompt, beside those that a session started now would get.

A session keeps the prompt of its start, also when it is resumed (``sessions.md`` 1.7, ``rules.md`` 1.12).
"""

import re
from collections.abc import Iterator
from datetime import datetime
from enum import Enum
from typing import NamedTuple

from hermes_tui.core.disk import Disk
from hermes_tui.core.files import ContextFile, FileKind
from hermes_tui.core.startup import HEADER, Startup

_INTRO = HEADER.splitlines()[0] + "\n"
_LABEL = re.compile(
    r"^## ((?:[^\n]*/)?(?:AGENTS(?:\.override)?\.md|agents\.md|CLAUDE\.md|claude\.md|\.hermes\.md|HERMES\.md"
    r"|\.cursorrules|SOUL\.md|\.cursor/rules/[^\n]+\.mdc))$",
    re.MULTILINE,
)
_BEHIND = re.compile(
    r"\n\n?(?=══|Conversation started:|Timezone:|Active Hermes profile:|# Hermes runtime environment|"
    r"Current working directory:|User home directory:|Workspace\b)"
)
"""What Hermes puts behind the context files [code 0.13, 0.19, 0.22.2]."""


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
    begin = prompt.find(_INTRO)
    stored = dict(_sections(prompt[begin:])) if begin >= 0 else {}
    current = {
        file.label: file for file in startup.files if file.in_prompt and file.kind is not FileKind.SOUL
    }
    sections = [
        _compared(label, text, current.get(label), started_at, disk) for label, text in stored.items()
    ]
    for label, file in current.items():
        if label not in stored:
            written = disk.modified(file.path)
            sentence = f"{label} would be sent now, and the session runs without it."
            sections.append(
                StoredSection(
                    label=label,
                    standing=Standing.NEW,
                    sentence=sentence + _since(written, started_at),
                    now=str(file.section),
                    modified=written,
                )
            )
    return StoredPrompt(begin >= 0, tuple(sections))


def _sections(context: str) -> Iterator[tuple[str, str]]:
    """Label and text, heading included, of every section that is a file's.

    A file may have a heading like another file's label in its text; the first section of a label counts.
    """
    found = list(_LABEL.finditer(context))
    seen: set[str] = set()
    for match, following in zip(found, [*found[1:], None], strict=False):
        if match[1] not in seen:
            seen.add(match[1])
            yield match[1], context[match.start() : following.start() if following else len(context)]


def _compared(
    label: str, text: str, file: ContextFile | None, started_at: float | None, disk: Disk
) -> StoredSection:
    if file is None:
        sentence = f"{label} is in the session's prompt; a session started now would not get it."
        return StoredSection(label, Standing.GONE, sentence, then=_bare(text))
    now = str(file.section)
    written = disk.modified(file.path)
    unchanged = written is not None and started_at is not None and written <= started_at
    if _is_same(text, now, unchanged=unchanged):
        sentence = f"{label} is in the session's prompt as it is on disk now."
        return StoredSection(label, Standing.SAME, sentence, now, now, written)
    sentence = (
        f"The session still runs on the {label} of {day_of(started_at)}: another text is sent now."
        f"{_since(written, started_at)}"
    )
    return StoredSection(label, Standing.CHANGED, sentence, _bare(text), now, written)


def _is_same(text: str, now: str, *, unchanged: bool) -> bool:
    now = now.rstrip()
    if not text.startswith(now):
        return False
    rest = text[len(now) :]
    if not rest.strip() or _BEHIND.match(rest):
        return True
    # What Hermes put behind it, or an end that the file has lost: the file's time decides.
    return unchanged and rest.startswith("\n")


def _bare(text: str) -> str:
    end = _BEHIND.search(text)
    return (text[: end.start()] if end else text).rstrip()


def _since(written: float | None, started_at: float | None) -> str:
    if written is None or started_at is None:
        return ""
    if written > started_at:
        return f" The file was last written on {day_of(written)}."
    return (
        f" The file was last written on {day_of(written)}, before the session began: another release, cap or "
        "threat scan may be the reason."
    )
