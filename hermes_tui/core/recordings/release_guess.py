"""Which Hermes release made a recording, as far as it tells (``sessions.md`` 8 and 1.3).

No recording names the release. Columns that a database lacks and values that a row has bound it from both
sides; the wording of the stored prompt and the recorded hints narrow it; among what is left the hints decide.
"""

import re
from collections.abc import Iterator
from typing import NamedTuple

from hermes_tui.core.recordings.model import RecordedSession, Recording
from hermes_tui.core.releases.lookup import RELEASES, Ruleset

COLUMNS: tuple[tuple[str, str, str], ...] = (
    ("0.15.2", "messages", "observed"),
    ("0.16.0", "sessions", "cwd"),
    ("0.18.0", "messages", "compacted"),
    ("0.18.2", "sessions", "display_name"),
    ("0.19.0", "sessions", "profile_name"),
    ("0.20.0", "sessions", "system_prompt_hash"),
    ("0.20.6", "messages", "_compressed_summary"),
    ("0.21.3", "sessions", "tool_names"),
    ("0.22.2", "sessions", "created_source"),
)
"""The first release whose databases have a column."""

_VALUES: tuple[tuple[str, str, str], ...] = (
    ("0.15.2", "messages", "tool_name"),
    ("0.16.0", "sessions", "cwd"),
    ("0.18.0", "sessions", "git_branch"),
    ("0.18.0", "messages", "compacted"),
    ("0.19.0", "messages", "effect_disposition"),
    ("0.21.3", "sessions", "tool_names"),
    ("0.22.2", "sessions", "created_source"),
)
"""The first release that writes something there.

Columns that later releases fill in for old rows are left out.
"""

_NAMES = tuple(release.name for release in RELEASES)


class Guess(NamedTuple):
    """Releases that fit, and why not the others."""

    releases: tuple[Ruleset, ...]
    """The oldest first; never empty."""
    reasons: tuple[str, ...]
    """What narrowed them down, each in a sentence."""

    @property
    def newest(self) -> Ruleset:
        """The newest that fits."""
        return self.releases[-1]

    @property
    def span(self) -> str:
        """The releases for a reader."""
        first, last = self.releases[0].name, self.releases[-1].name
        return first if first == last else f"{first} to {last}"


class _Bound(NamedTuple):
    first: int
    """Index of the first release that fits."""
    last: int
    reason: str


def guess_release(recording: Recording, session: RecordedSession, prompt: str) -> Guess:
    """The releases that may have made the recording of *session*."""
    first, last = 0, len(RELEASES) - 1
    reasons: list[str] = []
    bounds = [
        *_by_columns(recording),
        *_by_values(recording, session),
        *_by_prompt(prompt, session),
    ]
    for bound in bounds:
        low, high = max(first, bound.first), min(last, bound.last)
        if low > high:
            reasons.append(f"{bound.reason} This contradicts the rest, and is passed over.")
        elif (low, high) != (first, last):
            first, last = low, high
            reasons.append(bound.reason)
    return Guess(RELEASES[first : last + 1], tuple(reasons))


def _from(release: str, reason: str) -> _Bound:
    return _Bound(_NAMES.index(release), len(_NAMES) - 1, reason)


def _before(release: str, reason: str) -> _Bound:
    return _Bound(0, _NAMES.index(release) - 1, reason)


def _by_columns(recording: Recording) -> Iterator[_Bound]:
    if not recording.columns("messages"):
        if recording.kind == "snapshot":
            # 0.15.2 to 0.21.0 write snapshots only if the configuration asks for them (section 1.2)
            yield _before("0.21.3", "Snapshots in JSON ended with 0.21.0.")
        return
    for release, table, column in COLUMNS:
        if column.startswith("_") and recording.kind != "state.db":
            continue  # exports leave these out
        if column not in recording.columns(table):
            where = "The database" if recording.kind == "state.db" else "The database that it was taken from"
            yield _before(
                release,
                f"{where} has no column {column} in {table}: neither {release} nor a later release has ever "
                "opened it.",
            )
            return


def _by_values(recording: Recording, session: RecordedSession) -> Iterator[_Bound]:
    for release, table, column in reversed(_VALUES):
        if recording.has_value(table, column, session.id):
            yield _from(release, f"The column {column} in {table} is filled in: {release} or later wrote it.")
            break
    if "created_source" in recording.columns("sessions") and not recording.has_value(
        "sessions", "created_source", session.id
    ):
        yield _before(
            "0.22.2", "The column created_source in sessions is empty: the session began before 0.22.2."
        )
    if (
        "observed" in recording.columns("messages")
        and session.calls
        and not recording.has_value("messages", "tool_name", session.id)
    ):
        yield _before(
            "0.15.2", "The column tool_name in messages is empty: the session was recorded before 0.15.2."
        )


def _by_prompt(prompt: str, session: RecordedSession) -> Iterator[_Bound]:
    if session.source == "oneshot":
        yield _from("0.21.5", "The source is called oneshot: 0.21.5 or later.")
    elif session.source == "subagent":
        yield _from("0.17.0", "The source is called subagent: 0.17 or later.")
    if "\n# Hermes runtime environment\n" in prompt:
        yield _from("0.22.2", "The prompt ends in a block about the runtime environment: 0.22.2 or later.")
    if "chars. The middle is omitted. Omitted sections" in prompt:
        yield _from("0.22.2", "A cut in the prompt lists the sections that it took: 0.22.2 or later.")
    if "chars. The middle is omitted — if you need the full" in prompt:
        yield _from("0.17.0", "A cut in the prompt is worded as from 0.17 on.")
        yield _before("0.22.2", "A cut in the prompt is worded as before 0.22.2.")
    if "chars. Use file tools to read the full file.]" in prompt:
        yield _before("0.17.0", "A cut in the prompt is worded as before 0.17.")
    if re.search(r"^## \.\./(?:\.\./)*AGENTS\.md$", prompt, re.MULTILINE):
        yield _from(
            "0.20.1", "The prompt has an AGENTS.md from above the working directory: 0.20.1 or later."
        )
    if re.search(r"^## (?:\.\./)*AGENTS\.override\.md$", prompt, re.MULTILINE):
        yield _from("0.20.4", "The prompt has an AGENTS.override.md: 0.20.4 or later.")


def hint_groups(releases: tuple[Ruleset, ...]) -> tuple[Ruleset, ...]:
    """The newest release of each group that sends the same hints, the oldest group first."""
    return tuple({_rules(release): release for release in releases}.values())


def neighbours(ruleset: Ruleset) -> tuple[Ruleset, ...]:
    """The releases that send hints otherwise, the nearest first: a newer one, an older one, and so on."""
    groups = hint_groups(RELEASES)
    place = next((number for number, group in enumerate(groups) if _rules(group) == _rules(ruleset)), None)
    if place is None:  # the documented rules are no release's
        place = len(groups)
    others = [(abs(number - place), -number, group) for number, group in enumerate(groups) if number != place]
    return tuple(group for _, _, group in sorted(others, key=lambda other: other[:2]))


def _rules(release: Ruleset) -> object:
    return (release.hints, release.codec_drops_bom)
