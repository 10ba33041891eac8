"""The timeline of a session as plain text, harmless to a terminal, and as JSON."""

from collections.abc import Iterator
from typing import Any

from hermes_tui.core.prompt.context_file import Verdict
from hermes_tui.core.reports.session_text import shortened, sized
from hermes_tui.core.sessions.timeline import Given, Moment, Timeline, What
from hermes_tui.core.text.terminal_safe import safe

_PLACE = 14


def timeline_text(timeline: Timeline) -> Iterator[str]:
    """What came when, and what is in force now."""
    yield "Timeline"
    for moment in timeline.moments:
        yield from _moment_text(moment)
    yield ""
    yield from _in_force_text(timeline)


def _moment_text(moment: Moment) -> Iterator[str]:
    """One moment: where, what, its size, and what the model has after it."""
    place = safe(moment.place)
    if moment.what is What.EVENT:
        yield f"  {place:<{_PLACE}} {shortened(moment.sentence)}"
        return
    gone = f"  · gone with {safe(moment.gone)}" if moment.gone else ""
    silent = ", and not sent again" if moment.silent else ""
    held = f"{moment.total_chars:,} in all"
    yield f"  {place:<{_PLACE}} {title(moment)}  {sized(moment.chars, moment.tokens)}  {held}{gone}{silent}"
    if moment.what is What.PROMPT:
        for given in moment.given:
            yield f"  {'':<{_PLACE}}   {safe(given.label)}  {given.words}, {given.chars:,} chars"


def title(moment: Moment) -> str:
    """What was given, in a few words."""
    if moment.what is What.PROMPT:
        count = len(moment.given)
        return f"the prompt: {count or 'no'} context file{'' if count == 1 else 's'}"
    given = moment.given[0]
    word = "" if given.verdict is Verdict.LOADED else f" ({given.verdict.word})"
    return f"{safe(given.label)}{word}"


def _in_force_text(timeline: Timeline) -> Iterator[str]:
    """What the model has now, and what it has lost for good."""
    yield f"In force now: {timeline.chars:,} characters (~{timeline.tokens:,} tokens)"
    for moment in timeline.in_force:
        where = "in the prompt" if moment.what is What.PROMPT else f"with {safe(moment.place)}"
        for given in moment.given:
            yield f"  {given.verdict.glyph} {safe(given.label)}  {given.words}, {where}"
    if timeline.missing:
        yield "Gone, and no call brings it again:"
    for moment in timeline.missing:
        label, came, went = moment.given[0].label, moment.place, moment.gone
        yield f"  ◌ {safe(label)}  came with {safe(came)}, gone with {safe(went)}"


def timeline_json(timeline: Timeline) -> dict[str, Any]:
    """The same for a program."""
    return {
        "moments": [_moment_json(moment) for moment in timeline.moments],
        "in_force": {
            "characters": timeline.chars,
            "estimated_tokens": timeline.tokens,
            "files": [_given_json(given, moment) for moment in timeline.in_force for given in moment.given],
        },
        "missing": [_given_json(moment.given[0], moment) for moment in timeline.missing],
    }


def _moment_json(moment: Moment) -> dict[str, Any]:
    return {
        "what": moment.what.value,
        "place": moment.place,
        "files": [
            {name: fact for name, fact in _given_json(given, moment).items() if name != "place"}
            for given in moment.given
        ],
        "characters": moment.chars,
        "estimated_tokens": moment.tokens,
        "total_characters": moment.total_chars,
        "total_estimated_tokens": moment.total_tokens,
        "sentence": moment.sentence or None,
        "in_force": bool(moment.given) and not moment.gone,
        "gone_with": moment.gone or None,
        "silent": moment.silent,
    }


def _given_json(given: Given, moment: Moment) -> dict[str, Any]:
    return {
        "label": given.label,
        "path": str(given.path),
        "verdict": given.verdict.value,
        "characters": given.chars,
        "place": moment.place,
    }
