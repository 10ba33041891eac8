"""Verdicts in sentences that somebody new to Hermes understands. They may hold foreign text."""

from collections.abc import Callable, Iterator
from itertools import groupby
from pathlib import Path

from hermes_tui.core.prompt.candidate import HEADINGS_KEPT, Draft
from hermes_tui.core.prompt.context_file import Cause, FileKind, Heading, Lost, Next, Verdict
from hermes_tui.core.prompt.truncation import Cap
from hermes_tui.core.text.phrases import capitalised, characters, listed, quoted, sentence
from hermes_tui.core.text.provenance import Role, Span, line_of, merged
from hermes_tui.core.text.public_text import NOTHING, Public, path_words, public, public_list
from hermes_tui.core.threats.scan import Threat, threat_ids

CWD_ONLY = "Hermes reads this file in the working directory only, and no hint can bring it from here"
AGENTS_ABOVE = "this release reads AGENTS.md in the working directory only"
ABOVE_ROOT = "it is above the git root, where Hermes stops looking"
KEPT_OUT = "there is no git repository here, so nothing above the working directory is read"
UNKNOWN_NAME = "Hermes does not know this name"

_HEADINGS_NAMED = 3
_WORDS_SHOWN = 60


def reason(draft: Draft, headings: tuple[Heading, ...], cap: Cap) -> str:
    """Why the draft, which lost *headings* to a cap, has its verdict: one or two sentences."""
    if draft.verdict is Verdict.TRUNCATED:
        return _truncated(draft, headings, cap)
    if draft.verdict is Verdict.LOST:
        return _lost(draft, cap)
    return _REASONS[draft.verdict](draft)


def what_next(draft: Draft) -> Next | None:
    """What would become of the file without the obstacle that its verdict names."""
    verdict = draft.next_verdict
    if verdict is None:
        return None
    is_read = draft.verdict is not Verdict.OUT_OF_REACH
    begin = public("alone it") if is_read else public("if Hermes read it, it")
    said = public("{} {}", begin, _NEXT.get(verdict, public("would be {}", verdict)))
    reason: str = said
    if verdict is Verdict.BLOCKED:
        reason = f"{said}: {_threats(draft.threats)}"
    elif verdict is Verdict.DUPLICATE and draft.twin is not None:
        label = path_words(Path(draft.twin.candidate.label))
        reason = said = public("{} would be a copy of {}{}", begin, label, _if_not_sent(draft.twin))
    elif verdict is Verdict.UNREADABLE:
        reason = f"{said}: {draft.content.detail or draft.why}"
    return Next(verdict, reason, said)


def _if_not_sent(twin: Draft) -> Public:
    shut_out = (Verdict.SHADOWED, Verdict.SUPERSEDED)
    verdict = twin.next_verdict if twin.verdict in shut_out and twin.next_verdict else twin.verdict
    return NOTHING if verdict.is_sent else public(", which would be {}", verdict.word)


_NEXT = {
    Verdict.LOADED: public("would be sent whole"),
    Verdict.FLAGGED: public("would be sent whole"),
    Verdict.TRUNCATED: public("would be sent, but cut"),
    Verdict.UNREADABLE: public("could not be read"),
}


def lines_lost(text: str, lost: tuple[Lost, ...], *causes: Cause) -> Public:
    """The lost lines in words: ``lines 212-388 and 400``, ``a part of line 4 and lines 5-6``.

    A line is lost where nothing but blanks is left of it.
    """
    said: list[tuple[bool, Public]] = []
    for span in merged(Span(piece.start, piece.end) for piece in lost if piece.cause in causes):
        said.extend(_lines_of(text, *span))
    groups: list[Public] = []
    for is_whole, items in groupby(said, key=lambda item: item[0]):
        ranges = [words for _, words in items]
        if is_whole:
            one = len(ranges) == 1 and "-" not in ranges[0]
            shown = public_list(ranges)
            groups.append(public("line {}", shown) if one else public("lines {}", shown))
        else:
            groups.extend(public("a part of line {}", words) for words in ranges)
    return public_list(groups) if groups else NOTHING


def _lines_of(text: str, start: int, end: int) -> Iterator[tuple[bool, Public]]:
    """The lines of the characters *start* to *end*: whole ones, and those of which some is left."""
    while start < end - 1 and text[start] == "\n":  # of that line only the break is lost
        start += 1
    first, last = line_of(text, start), line_of(text, max(start, end - 1))
    end -= text[end - 1] == "\n"
    line_end = text.find("\n", end)
    is_begun = bool(text[text.rfind("\n", 0, start) + 1 : start].strip())
    goes_on = bool(text[end : line_end if line_end >= 0 else len(text)].strip())
    if first == last:
        yield not (is_begun or goes_on), public("{}", first)
        return
    if is_begun:
        yield False, public("{}", first)
    whole = range(first + is_begun, last - goes_on + 1)
    if whole:
        one = len(whole) == 1
        yield True, public("{}", whole[0]) if one else public("{}-{}", whole[0], whole[-1])
    if goes_on:
        yield False, public("{}", last)


def _threats(threats: tuple[Threat, ...]) -> str:
    """The first match of each pattern: line, words and id."""
    found = []
    for name, matches in groupby(threats, key=lambda threat: threat.id):
        first = next(matches)
        words = " ".join(first.text.split())
        shown = words if len(words) <= _WORDS_SHOWN else f"{words[:_WORDS_SHOWN]}…"
        where = f"line {first.line:,}, column {first.column:,}"
        found.append(
            f"{where}: {name}"
            if not first.text.isprintable() and len(first.text) == 1
            else f"{where}: {quoted(shown)} ({name})"
        )
    return "; ".join(found)


def _loaded(draft: Draft) -> str:
    taken = {piece.cause for piece in draft.lost}
    text = draft.content.text or ""
    if Cause.FRONT_MATTER in taken:
        lines = lines_lost(text, draft.lost, Cause.FRONT_MATTER)
        return f"Sent, without its front matter ({lines})."
    if Cause.LEGACY_SECTION in taken:
        lines = lines_lost(text, draft.lost, Cause.LEGACY_SECTION)
        return f'Sent, without the section "Messaging other agents" ({lines}), which Hermes removes.'
    if not any(run.role is Role.FILE for run in draft.section.runs):
        return "Sent as a heading with nothing below it."
    return "Sent whole."


def _flagged(draft: Draft) -> str:
    return (
        f"Sent whole although a threat pattern matches: this release trusts your own SOUL.md. "
        f"{capitalised(_threats(draft.threats))}."
    )


def _truncated(draft: Draft, headings: tuple[Heading, ...], cap: Cap) -> str:
    text = draft.content.text or ""
    parts = []
    if draft.cut is not None:
        has_heading = draft.kind not in (FileKind.SOUL, FileKind.HINT)
        measured = "characters with its heading" if has_heading else "characters"
        parts.append(f"{draft.cut.total:,} {measured}, cap {cap.limit:,}")
    if draft.joint_cut is not None:
        over = draft.joint_cut.total - cap.limit
        parts.append(f"{_together(draft)} {characters(over)} over the cap of {cap.limit:,}")
    lines = lines_lost(text, draft.lost, Cause.FILE_CAP, Cause.JOINT_CAP)
    parts.append(f"{lines} lost" if lines else "nothing of the file is lost")
    return f"Cut: {' · '.join(parts)}{_named(headings)}."


def _together(draft: Draft) -> str:
    return "all Cursor files together are" if draft.kind is FileKind.CURSOR else "the whole chain is"


def _named(headings: tuple[Heading, ...]) -> str:
    if not headings:
        return ""
    names = [f'"{heading.text}"' for heading in headings[:_HEADINGS_NAMED]]
    if len(headings) > _HEADINGS_NAMED:
        least = "at least " if len(headings) == HEADINGS_KEPT else ""
        names.append(f"{least}{len(headings) - _HEADINGS_NAMED:,} more")
    return f", and with them {listed(names)}"


def _blocked(draft: Draft) -> str:
    ids = threat_ids(draft.threats)
    patterns = "a threat pattern" if len(ids) == 1 else f"{len(ids)} threat patterns"
    because = f" ({draft.why})" if draft.why else ""
    which = capitalised(_threats(draft.threats))
    return f"Not sent: {patterns} matched{because}, so a notice stands in its place. {which}."


def _shadowed(draft: Draft) -> str:
    first = draft.ahead[0]
    winners = [other for other in draft.ahead if other.kind is first.kind and other.verdict.is_joined]
    one = len(winners) == 1
    so = ""
    if all(winner.verdict is Verdict.BLOCKED for winner in winners):
        that = "that one is blocked it still wins" if one else "those are blocked they still win"
        so = f", and although {that}"
    labels = listed([winner.candidate.label for winner in winners])
    found = f"{labels} {'was' if one else 'were'} found first"
    then = waiting([other.candidate.label for other in draft.ahead if other not in winners])
    more = f" Without {'it' if one else 'them'} {then}." if then else ""
    return f"Not sent: {found}, and Hermes sends one type of context file only{so}.{more}"


def waiting(names: list[str]) -> str:
    """What would be taken once the winners are gone, as part of a sentence."""
    return f"{listed(names)} would come next" if names else ""


def _superseded(draft: Draft) -> str:
    first = draft.ahead[0]
    if draft.kind is FileKind.HERMES:
        nothing = {
            Verdict.EMPTY: " although there is nothing in it",
            Verdict.UNREADABLE: " although it cannot be read",
        }.get(first.verdict, "")
        return f"Not sent: the search ends at {first.path}, the first file that it finds{nothing}."
    return f"Not sent: {first.path.name} in the same directory comes first."


def _duplicate(draft: Draft) -> str:
    assert draft.twin is not None  # noqa: S101 -- its verdict says so
    verdict = draft.twin.verdict
    same = f"its text is the same as that of {draft.twin.candidate.label}"
    if not verdict.is_sent:
        return f"Not sent: {same}, and that one is {verdict.word}: neither is sent."
    return f"Not sent again: {same}, which is sent{', but cut' if verdict is Verdict.TRUNCATED else ''}."


def _empty(draft: Draft) -> str:
    if any(piece.cause is Cause.LEGACY_SECTION for piece in draft.lost):
        return 'Nothing to send: all of it is the section "Messaging other agents", which Hermes removes.'
    if draft.content.size == 0:
        return "Nothing to send: the file is empty."
    return "Nothing to send: there is only white space in it."


def _lost(draft: Draft, cap: Cap) -> str:
    assert draft.joint_cut is not None  # noqa: S101
    over = draft.joint_cut.total - cap.limit
    whole = _together(draft)
    elsewhere = draft.joint_cut.path != draft.path
    marker = f" The marker there names {draft.joint_cut.path}, not this file." if elsewhere else ""
    return (
        f"Nothing of it is left: {whole} {characters(over)} over the cap of {cap.limit:,}, and "
        f"the middle is cut away.{marker}"
    )


def _unreadable(draft: Draft) -> str:
    why = draft.why or draft.content.detail or "it cannot be read"
    if draft.fails:
        is_soul = draft.kind is FileKind.SOUL
        then = "A session that reads it as its identity does not start."
        return f"Not sent: {why}. {then if is_soul else 'Hermes gets no further, and sends nothing.'}"
    return f"Not sent: {why}. {sentence(draft.content.consequence)}"


def _out_of_reach(draft: Draft) -> str:
    return f"Not sent: {draft.why}."


_REASONS: dict[Verdict, Callable[[Draft], str]] = {
    Verdict.LOADED: _loaded,
    Verdict.FLAGGED: _flagged,
    Verdict.BLOCKED: _blocked,
    Verdict.SHADOWED: _shadowed,
    Verdict.SUPERSEDED: _superseded,
    Verdict.DUPLICATE: _duplicate,
    Verdict.EMPTY: _empty,
    Verdict.UNREADABLE: _unreadable,
    Verdict.OUT_OF_REACH: _out_of_reach,
}
