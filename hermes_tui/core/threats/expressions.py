"""Expressions of :mod:`re` for the parts of a pattern.

They are matched against folded text, so nothing here ignores case. Gaps and words never give back what
they took: what follows a gap does not begin with white space, and what follows a word does.
"""

import re

from hermes_tui.core.releases.lookup import ExfilNames, Scanner
from hermes_tui.core.threats.patterns import LINE_LIMIT, TAG_LIMIT, Parts, PatternPart, secret_words

GAP = r"\s++"
SPELT = {" ": GAP, "~": r"\s*+", "_": r"[\s-]?"}
FIXED = {
    PatternPart.GAP: GAP,
    PatternPart.THREE: rf"{GAP}(?:\w++{GAP}){{0,3}}",
    PatternPart.EDGE: r"\b",
    PatternPart.WORD: r"\w++",
    PatternPart.LETTERS: r"\w*",
    PatternPart.QUOTE: "[\"']",
    PatternPart.ONE_TO_THREE: r"\s+\w+(?:[\s-]+\w+){0,2}\s+",
}


def spell(parts: Parts, scanner: Scanner) -> str:
    """The expression for *parts*."""
    match parts:
        case (PatternPart.EDGE, str(word), *rest) if word.isalnum():
            # Looked for from behind, the edge leaves the word in front, where the search is fast.
            return rf"{word}(?<=\b{word}){spell(tuple(rest), scanner)}"
    return "".join(
        spell_words(part) if isinstance(part, str) else _spell_part(part, scanner) for part in parts
    )


def spell_words(alternatives: str) -> str:
    """The expression for one of several key words."""
    spelt = "|".join(
        "".join(SPELT.get(character) or re.escape(character) for character in words)
        for words in alternatives.split("|")
    )
    return f"(?:{spelt})" if "|" in spelt else spelt


def _spell_part(part: PatternPart, scanner: Scanner) -> str:
    if part is PatternPart.FILLER:
        return rf"{GAP}(?:\w++{GAP}){{0,{scanner.filler}}}"
    if part is PatternPart.LINE:
        return rf"[^\n]{{0,{LINE_LIMIT}}}" if scanner.bounded else r"[^\n]*"
    if part is PatternPart.TAG:
        return f"[^>]{{0,{TAG_LIMIT}}}" if scanner.bounded else "(?s:.*?)"
    if part is PatternPart.VARIABLE:
        end = r"s?\b" if scanner.exfil_names is ExfilNames.END_IN_SECRET else ""
        return rf"\$\{{?\w*{spell_words('|'.join(secret_words(scanner)))}{end}"
    return FIXED[part]


def words_of(parts: Parts) -> list[str]:
    """The key words among *parts*."""
    return [part for part in parts if isinstance(part, str)]
