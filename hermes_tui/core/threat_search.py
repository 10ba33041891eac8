"""Finding the patterns of :mod:`hermes_tui.core.threat_patterns` in a folded text.

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

from hermes_tui.core.rulesets import ExfilNames, Scanner
from hermes_tui.core.threat_patterns import (
    COMMENT_LIMIT,
    LINE_LIMIT,
    RELAY_LIMIT,
    TAG_LIMIT,
    Part,
    Parts,
    parts_of,
    secret_words,
)

Span = tuple[int, int]
Search = Callable[[str], Iterator[Span]]

CHUNK = 1 << 16
GAP = r"\s++"
SPELT = {" ": GAP, "~": r"\s*+", "_": r"[\s-]?"}
FIXED = {
    Part.GAP: GAP,
    Part.THREE: rf"{GAP}(?:\w++{GAP}){{0,3}}",
    Part.EDGE: r"\b",
    Part.WORD: r"\w++",
    Part.LETTERS: r"\w*",
    Part.QUOTE: "[\"']",
    Part.ONE_TO_THREE: r"\s+\w+(?:[\s-]+\w+){0,2}\s+",
}


def fold(text: str) -> str:
    """*text* in lower case, character by character, with what ``re`` takes for an ASCII letter made one."""
    if text.isascii():
        return text.lower()
    chunks = (text[place : place + CHUNK] for place in range(0, len(text), CHUNK))
    return "".join(chunk.replace("İ", "i").lower().replace("ı", "i").replace("ſ", "s") for chunk in chunks)


def search(folded: str, scanner: Scanner) -> Iterator[tuple[str, Iterator[Span]]]:
    """Each pattern that may occur in *folded*, in reporting order, with its non-overlapping matches."""
    contains = cache(folded.__contains__)
    for name, needed in _needed(scanner):
        if all(any(all(map(contains, words)) for words in alternatives) for alternatives in needed):
            yield name, _compiled(name, scanner)(folded)


@cache
def _needed(scanner: Scanner) -> tuple[tuple[str, tuple[tuple[tuple[str, ...], ...], ...]], ...]:
    """For each pattern: alternatives of words without which it cannot match, the longest words first."""
    found = []
    for name in scanner.patterns:
        needed = []
        for part in parts_of(name, scanner):
            if part is Part.VARIABLE:
                needed.append(tuple((word, "$") for word in secret_words(scanner)))
            elif isinstance(part, str):
                needed.append(tuple(tuple(re.split("[ ~_]+", words.strip("~"))) for words in part.split("|")))
        needed.sort(key=lambda alternatives: min(max(map(len, words)) for words in alternatives), reverse=True)
        found.append((name, tuple(needed)))
    return tuple(found)


@cache
def _compiled(name: str, scanner: Scanner) -> Search:
    parts = parts_of(name, scanner)
    if Part.COMMENT in parts:
        return _comments(parts, COMMENT_LIMIT if scanner.bounded else None)
    if Part.RELAY in parts:
        return _relay(parts, RELAY_LIMIT if scanner.bounded else None)
    if Part.FILLER in parts and scanner.filler is None:
        return _any_filler(parts, scanner)
    whole = re.compile(_spell(parts, scanner))
    if Part.LINE in parts and not scanner.bounded:
        return _skipping(_spell(parts[: parts.index(Part.LINE)], scanner), (whole,), "\n")
    if Part.TAG in parts and not scanner.bounded:
        return _skipping(_spell(parts[: parts.index(Part.TAG)], scanner), (whole,), None)
    return lambda folded: (match.span() for match in whole.finditer(folded))


def _spell(parts: Parts, scanner: Scanner) -> str:
    """The expression for *parts*, where it has one."""
    return "".join(_spell_words(part) if isinstance(part, str) else _spell_part(part, scanner) for part in parts)


def _spell_words(alternatives: str) -> str:
    spelt = "|".join(
        "".join(SPELT.get(character) or re.escape(character) for character in words)
        for words in alternatives.split("|")
    )
    return f"(?:{spelt})" if "|" in spelt else spelt


def _spell_part(part: Part, scanner: Scanner) -> str:
    if part is Part.FILLER:
        return rf"{GAP}(?:\w++{GAP}){{0,{scanner.filler}}}"
    if part is Part.LINE:
        return rf"[^\n]{{0,{LINE_LIMIT}}}" if scanner.bounded else r"[^\n]*"
    if part is Part.TAG:
        return f"[^>]{{0,{TAG_LIMIT}}}" if scanner.bounded else "(?s:.*?)"
    if part is Part.VARIABLE:
        end = r"s?\b" if scanner.exfil_names is ExfilNames.END_IN_SECRET else ""
        return rf"\$\{{?\w*{_spell_words('|'.join(secret_words(scanner)))}{end}"
    return FIXED[part]


def _skipping(begin: str, whole: tuple[re.Pattern[str], ...], barrier: str | None) -> Search:
    """Search where a failure at *begin* rules out every later beginning before the next *barrier*."""
    beginning = re.compile(begin)
    stopper = None if barrier is None else re.compile(barrier)

    def find(folded: str) -> Iterator[Span]:
        place = 0
        while begun := beginning.search(folded, place):
            tried = (pattern.match(folded, begun.start()) for pattern in whole)
            if match := next(filter(None, tried), None):
                yield match.span()
                place = match.end()
                continue
            stopped = stopper and stopper.search(folded, begun.end())
            if stopped is None:
                return
            place = stopped.start()

    return find


def _any_filler(parts: Parts, scanner: Scanner) -> Search:
    """Key words with any number of whole words in between (0.15 to 0.17).

    Between two key words stand only words and white space, so a chain of those ends at the first other
    character. Hermes' search takes the last closing key words of the chain, however it gets there; here the
    earliest words of each stage lead there, never taken back. Only "don't have" holds another character
    itself: Hermes prefers it, for it comes later than anything else in its chain.
    """
    stages: list[list[str | Part]] = [[]]
    for part in parts:
        if part is Part.FILLER:
            stages.append([])
        else:
            stages[-1].append(part)
    first = _spell((*stages[0], Part.GAP), scanner)
    last = rf"[\w\s]*(?<=\s){_spell(tuple(stages[-1]), scanner)}"
    ways = [first]
    for (between,) in stages[1:-1]:
        assert isinstance(between, str)
        spelt = [_spell_words(words) for words in _breaking_first(between)]
        ways = [rf"{way}(?>[\w\s]*?(?<=\s){words}(?=\s))" for words in spelt for way in ways]
    return _skipping(first, tuple(re.compile(way + last) for way in ways), r"[^\w\s]")


def _breaking_first(alternatives: str) -> Iterator[str]:
    """Alternatives that hold a character which ends a chain of words, then those that hold none."""
    every = alternatives.split("|")
    for breaks in (True, False):
        if chosen := [words for words in every if ("'" in words) is breaks]:
            yield "|".join(chosen)


def _comments(parts: Parts, limit: int | None) -> Search:
    """Comments that contain one of the words, at most *limit* characters from either end."""
    opening, _, alternatives, _, closing = parts
    assert isinstance(opening, str)
    assert isinstance(alternatives, str)
    assert isinstance(closing, str)
    words = alternatives.split("|")
    dashes = closing[:-1]

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
                # The first opening sees all that a later one in the same stretch sees, unless there is a limit.
                begin = -1 if limit is None else folded.find(opening, begin + 1, end)
            begin = folded.find(opening, end)

    return find


def _relay(parts: Parts, limit: int | None) -> Search:
    """ "translate", a stretch of a line, "into", a stretch of a line or a few words, "and" and a verb.

    The gap on either side of a stretch may hold newlines, the stretch may not. So the words behind it must
    stand on the line that follows the gap before it, or be the first after that line.
    """
    start, _, middle, *rest = parts
    assert isinstance(start, str)
    assert isinstance(middle, str)
    starts, middles = re.compile(start + GAP), re.compile(middle + GAP)
    final_words = None
    if rest[0] is Part.RELAY:
        final, *verb = rest[1:]
        assert isinstance(final, str)
        goal = _ahead(final, tuple(verb))
    else:
        goal, final_words = _ahead(middle, tuple(rest)), True

    def find(folded: str) -> Iterator[Span]:
        goals = _arrivals(folded, ((match.start(), match.end(1)) for match in goal.finditer(folded)))
        if not final_words:
            goals = _arrivals(folded, _reaching(folded, middles, len(middle), goals, limit))
        done = 0
        for begin, end in _reaching(folded, starts, len(start), goals, limit):
            if begin >= done:
                yield begin, end
                done = end

    return find


@cache
def _ahead(word: str, parts: Parts) -> re.Pattern[str]:
    """*word* where *parts* follow; only the word is consumed, so that matches may share what follows."""
    spelt = "".join(_spell_words(part) if isinstance(part, str) else FIXED[part] for part in parts)
    return re.compile(f"{word}(?=({spelt}))")


Arrival = tuple[int, int, int]
"""White space before a word, the word, and the end of the match that it begins."""


def _arrivals(folded: str, spans: Iterator[Span]) -> list[Arrival]:
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
    folded: str, words: re.Pattern[str], length: int, goals: list[Arrival], limit: int | None
) -> Iterator[Span]:
    """From each of the *words*, *length* long and followed by a gap, to the last goal in reach."""
    line_end = -1
    for match in words.finditer(folded):
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
