"""Estimated tokens, by the formula that Hermes' own ``/context`` uses (``rules.md`` section 4)."""

import re

CHARS_PER_TOKEN = 4

# Blocks of which Hermes (0.22.2) counts every character as one token.
_DENSE_BLOCKS = (
    ("\u1100", "\u11ff"),  # Hangul Jamo
    ("\u2e80", "\u9fff"),  # CJK radicals, Kana, ideographs
    ("\ua960", "\ua97f"),  # Hangul Jamo Extended-A
    ("\uac00", "\ud7af"),  # Hangul syllables
    ("\uf900", "\ufaff"),  # CJK compatibility ideographs
    ("\uff00", "\uffef"),  # half- and full-width forms
)


def estimate_tokens(text: str) -> int:
    """Estimated tokens of *text*, rounded up; show it with "~".

    ASCII text: a quarter of its characters. Otherwise each CJK character counts one and the rest a
    quarter of its UTF-8 bytes.
    """
    if text.isascii():
        return -(-len(text) // CHARS_PER_TOKEN)
    dense = "".join(f"{first}-{last}" for first, last in _DENSE_BLOCKS)
    rest, found = re.subn(f"[{dense}]", "", text)
    return found + -(-len(rest.encode("utf-8", "replace")) // CHARS_PER_TOKEN)
