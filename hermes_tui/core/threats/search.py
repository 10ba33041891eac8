"""Finding the patterns of :mod:`hermes_tui.core.threats.patterns` in a folded text.

Hermes compares without regard to case, as Python's ``re`` does: dotless and dotted I are an ``i``, long s
is an ``s``, the Kelvin sign a ``k``. :func:`fold` gives a text of the same length in which plain comparison
answers the same; so a pattern whose key words the text lacks need not even be compiled.

A span found here is the one that the release's own search finds. Where that takes a release minutes (0.15
to 0.17 allow any number of words between two key words, 0.13 to 0.17 stretches of any length), the search
here stays linear: when nothing follows the first key words, it goes on behind whatever ended the stretch,
for whoever begins later in the same stretch sees no more of it.
"""

import re
from bisect import bisect_right
from collections.abc import Callable, Iterator
from functools import cache

from hermes_tui.core.releases.lookup import Scanner
from hermes_tui.core.threats.expressions import GAP, spell, spell_words, words_of
from hermes_tui.core.threats.patterns import (
    COMMENT_LIMIT,
    RELAY_LIMIT,
    Parts,
    PatternPart,
    parts_of,
    secret_words,
)

Span = tuple[int, int]
Search = Callable[[str], Iterator[Span]]

CHUNK = 1 << 16
BETWEEN = re.compile("[ ~_]+")
CHAIN_END = re.compile(r"[^\w\s]")


def fold(text: str) -> str:
    """*text* in lower case, character by character, with what ``re`` takes for an ASCII letter made one."""
    if text.isascii():
        return text.lower()
    chunks = (text[place : place + CHUNK] for place in range(0, len(text), CHUNK))
    return "".join(chunk.replace("İ", "i").lower().replace("ı", "i").replace("ſ", "s") for chunk in chunks)


def search(folded: str, scanner: Scanner) -> Iterator[tuple[str, Iterator[Span]]]:
    """Each pattern that may occur in *folded*, in reporting order, with its non-overlapping matches."""
    contains = cache(folded.__contains__)
    for name, words, groups in _needed(scanner):
        for word in words:
            if word not in folded:
                break
        else:
            if all(any(all(map(contains, group)) for group in alternatives) for alternatives in groups):
                yield name, _compiled(name, scanner)(folded)


Alternatives = tuple[tuple[str, ...], ...]
"""Of these groups of words, one must be there, whole."""


@cache
def _needed(scanner: Scanner) -> tuple[tuple[str, tuple[str, ...], tuple[Alternatives, ...]], ...]:
    """What a text must contain for each pattern to match: words, the seldom ones first, and alternatives."""
    found = []
    for name in scanner.patterns:
        needs = tuple(_needs(parts_of(name, scanner), scanner))
        words = {word for alternatives in needs if len(alternatives) == 1 for word in alternatives[0]}
        groups = sorted((alternatives for alternatives in needs if len(alternatives) > 1), key=_cost)
        found.append((name, tuple(sorted(words, key=lambda word: (-len(word), word))), tuple(groups)))
    return tuple(found)


def _needs(parts: Parts, scanner: Scanner) -> Iterator[Alternatives]:
    for part in parts:
        if isinstance(part, str):
            yield tuple(tuple(BETWEEN.split(words)) for words in part.split("|"))
        elif part is PatternPart.VARIABLE:
            yield tuple((word, "$") for word in secret_words(scanner))


def _cost(alternatives: Alternatives) -> tuple[int, int]:
    """Few alternatives are quickly asked for, long words are seldom there."""
    return len(alternatives), -min(max(map(len, words)) for words in alternatives)


@cache
def _compiled(name: str, scanner: Scanner) -> Search:
    parts = parts_of(name, scanner)
    if PatternPart.COMMENT in parts:
        return _comments(parts, COMMENT_LIMIT if scanner.bounded else None)
    if PatternPart.RELAY in parts:
        return _relay(parts, scanner)
    if PatternPart.FILLER in parts and scanner.filler is None:
        return _any_filler(parts, scanner)
    whole = re.compile(spell(parts, scanner))
    if not scanner.bounded:
        if PatternPart.LINE in parts:
            word, gap, *_ = parts
            return _skipping(spell((word, gap), scanner), (whole,), _at_line_end(len(str(word))))
        if PatternPart.TAG in parts:
            return _skipping(spell(parts[: parts.index(PatternPart.TAG)], scanner), (whole,), _nowhere)
    return lambda folded: (match.span() for match in whole.finditer(folded))


Resume = Callable[[str, int], int]
"""Where to go on after a failure, from the end of the beginning that failed; negative: nowhere."""


def _skipping(begin: str, whole: tuple[re.Pattern[str], ...], resume: Resume) -> Search:
    """Search that after a failure leaves out the beginnings which must fail as well."""
    beginning = re.compile(begin)

    def find(folded: str) -> Iterator[Span]:
        place = 0
        while place >= 0 and (begun := beginning.search(folded, place)):
            tried = (pattern.match(folded, begun.start()) for pattern in whole)
            if match := next(filter(None, tried), None):
                yield match.span()
                place = match.end()
            else:
                place = resume(folded, begun.end())

    return find


def _nowhere(_folded: str, _place: int) -> int:
    return -1


def _at_line_end(width: int) -> Resume:
    """At the end of the line: a word of *width* characters there has its gap, and so its stretch, behind."""

    def resume(folded: str, place: int) -> int:
        end = folded.find("\n", place)
        while end > 0 and folded[end - 1].isspace():
            end -= 1
        return end - width

    return resume


def _behind_chain(folded: str, place: int) -> int:
    """Behind the chain of words and white space."""
    stopped = CHAIN_END.search(folded, place)
    return stopped.start() if stopped else -1


def _any_filler(parts: Parts, scanner: Scanner) -> Search:
    """Key words with any number of whole words in between (0.15 to 0.17).

    Between two key words stand only words and white space, so a chain of those ends at the first other
    character. Hermes' search takes the last closing key words of the chain, however it gets there; here the
    earliest words of each stage lead there, never taken back. Only "don't have" holds another character
    itself: Hermes prefers it, for it comes later than anything else in its chain.
    """
    stages: list[Parts] = [()]
    for part in parts:
        if part is PatternPart.FILLER:
            stages.append(())
        else:
            stages[-1] += (part,)
    first = spell((*stages[0], PatternPart.GAP), scanner)
    ways = [first]
    for stage in stages[1:-1]:
        ways = [
            rf"{way}(?>[\w\s]*?(?<=\s){spell_words(words)}(?=\s))"
            for words in _breaking_first(*words_of(stage))
            for way in ways
        ]
    last = rf"[\w\s]*(?<=\s){spell(stages[-1], scanner)}"
    return _skipping(first, tuple(re.compile(way + last) for way in ways), _behind_chain)


def _breaking_first(alternatives: str) -> Iterator[str]:
    """Alternatives that hold a character which ends a chain of words, then those that hold none."""
    every = alternatives.split("|")
    for breaks in (True, False):
        if chosen := [words for words in every if ("'" in words) is breaks]:
            yield "|".join(chosen)


def _comments(parts: Parts, limit: int | None) -> Search:
    """Comments that contain one of the words, at most *limit* characters from either end."""
    opening, alternatives, closing = words_of(parts)
    words = alternatives.split("|")
    dashes = closing.removesuffix(">")

    def holds(folded: str, start: int, stop: int) -> bool:
        if limit is None:
            return any(folded.find(word, start, stop) >= 0 for word in words)
        return any(
            folded.find(word, max(start, stop - limit - len(word)), min(stop, start + limit + len(word))) >= 0
            for word in words
        )

    def find(folded: str) -> Iterator[Span]:
        begin = folded.find(opening)
        while begin >= 0:
            end = folded.find(">", begin + len(opening))
            if end < 0:
                return
            stop = end - len(dashes)
            while 0 <= begin < end:
                if folded.startswith(dashes, stop) and holds(folded, begin + len(opening), stop):
                    yield begin, end + 1
                    break
                # Without a limit the first opening sees all that a later one before the same ">" sees.
                begin = -1 if limit is None else folded.find(opening, begin + 1, end)
            begin = folded.find(opening, end)

    return find


def _relay(parts: Parts, scanner: Scanner) -> Search:
    """Three stations, "translate", "into" and "and" with a verb; "into" and "and" may be one.

    Between stations lies a stretch of one line, with a gap on either side that may hold newlines. So a
    station is in reach on the line that follows the gap behind the one before, or as the first thing after
    that line. Of the stations in reach the release takes the last from which the end is in reach.
    """
    start, middle, final, _ = words_of(parts)
    limit = RELAY_LIMIT if scanner.bounded else None
    starts, middles = re.compile(start + GAP), re.compile(middle + GAP)
    is_relayed_twice = parts.count(PatternPart.RELAY) == 2
    station = final if is_relayed_twice else middle
    # Only the station itself is consumed, so that matches may share what follows.
    goal = re.compile(f"{station}(?=({spell(parts[parts.index(station) + 1 :], scanner)}))")

    def find(folded: str) -> Iterator[Span]:
        goals = _preceded_by_gap(folded, ((match.start(), match.end(1)) for match in goal.finditer(folded)))
        if is_relayed_twice:
            goals = _preceded_by_gap(folded, _reaching(folded, middles, len(middle), goals, limit))
        done = 0
        for begin, end in _reaching(folded, starts, len(start), goals, limit):
            if begin >= done:
                yield begin, end
                done = end

    return find


Goal = tuple[int, int, int]
"""Where the gap before a station begins, the station, and the end of the match from there."""


def _preceded_by_gap(folded: str, spans: Iterator[Span]) -> list[Goal]:
    """The spans that white space precedes."""
    found = []
    for begin, end in spans:
        blank = begin
        while blank and folded[blank - 1].isspace():
            blank -= 1
        if blank < begin:
            found.append((blank, begin, end))
    return found


def _reaching(
    folded: str, stations: re.Pattern[str], length: int, goals: list[Goal], limit: int | None
) -> Iterator[Span]:
    """From each of the *stations*, *length* long and with the gap behind, to the last goal in reach."""
    line_end = -1
    for match in stations.finditer(folded):
        begin, here = match.span()
        if line_end < here:
            line_end = folded.find("\n", here)
            if line_end < 0:
                line_end = len(folded)
        reach = line_end if limit is None else min(line_end, here + limit)
        index = bisect_right(goals, reach, key=lambda goal: goal[0]) - 1
        if index < 0:
            continue
        _, place, end = goals[index]
        # Two gaps meet where nothing stands between: then they need a character each.
        if place > here or (place == here and here - begin - length > 1):
            yield begin, end
