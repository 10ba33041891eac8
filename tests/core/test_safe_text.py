"""Foreign text is inert when it has passed, and offsets find their way there and back."""

import re
import subprocess
import sys
import unicodedata
from itertools import pairwise

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from hermes_tui.core.text.terminal_safe import safe, safe_lines, safe_pieces

FAMILY = "👩‍👩‍👧"
HOSTILE = {
    "OSC 52 sets the clipboard": "\x1b]52;c;UFdORUQ=\x07",
    "OSC 0 sets the title": "\x1b]0;owned\x1b\\",
    "OSC 8 hides a link": "\x1b]8;;http://evil\x1b\\text\x1b]8;;\x1b\\",
    "CSI clears the screen": "\x1b[2J\x1b[H",
    "SGR paints": "\x1b[31;5mred\x1b[0m",
    "C1 CSI": "\x9b2J",
    "C1 OSC": "\x9d52;c;UFdORUQ=\x9c",
    "DEL": "a\x7fb",
    "NUL": "a\x00b",
    "carriage return overwrites": "harmless\revil",
    "backspace overwrites": "evil\x08\x08\x08\x08good",
    "bidi override": "user\u202egnp.exe\u202c",
    "bidi isolate": "\u2066abc\u2069",
    "zero width": "a\u200bb\u200cc\u2060d\ufeffe",
    "soft hyphen": "pass\xadword",
    "separators": "a\u2028b\u2029c",
    "tags spell a prompt": "".join(chr(0xE0000 + ord(letter)) for letter in "obey") + "\U000e007f",
    "variation selectors smuggle bytes": "a" + "\ufe00\U000e0100\U000e01ef",
    "fillers pose as letters": "\u3164\u115f\uffa0",
    "lone surrogate": "name-\udcff",
}

tricky = st.text(
    st.one_of(
        st.sampled_from(
            "\x1b\x07\x9b\x7f\t\r\n\x00\xad\u200b\u200d\u202e\u2028\ufe0e\ufe0f\ufeff\udc80 a1#日é"
        ),
        st.sampled_from(["👩", "🏽", "❤", "☺", "\u20e3", "🇫", "🇷", "\U000e0041", "\u0301", "\u3164"]),
        st.characters(),
    ),
    max_size=40,
)


def assert_inert(shown: str, *, newlines: bool) -> None:
    for at, character in enumerate(shown):
        if character == "\n" and newlines:
            continue
        if character == "\u200d":  # only between the parts of an emoji
            assert shown[at - 1] >= "\xa9"
            assert shown[at + 1] >= "\xa9"
            continue
        assert unicodedata.category(character) not in {"Cc", "Cf", "Cs", "Zl", "Zp"}, hex(ord(character))


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE.keys())
def test_hostile_text_is_inert(text: str) -> None:
    for shown in (safe(text), safe_lines(text), safe_pieces(text, 0, len(text)).shown):
        assert_inert(shown, newlines=False)
        assert shown != text
        assert not re.search("[\u200b-\u200f\ufe00-\ufe0f]", shown)


def test_every_hiding_character_of_this_python_has_a_sign() -> None:
    for code in range(sys.maxunicode + 1):
        character = chr(code)
        if unicodedata.category(character) in {"Cc", "Cf", "Cs", "Zl", "Zp"}:
            assert_inert(safe(character), newlines=False)
            assert_inert(safe_lines(character), newlines=True)


def test_signs_say_which_character_it_was() -> None:
    assert safe("\x1b[2J") == "␛[2J"
    assert safe("\x7f\x9b\u202e\U000e0041\udcff") == "␡‹U+009B›‹U+202E›‹U+E0041›�"
    assert safe("a\n\tb\r") == "a␊␉b␍"
    assert safe_lines("a\n\tb\r") == "a\n    b␍"


@pytest.mark.parametrize("emoji", [FAMILY, "❤️", "☺︎", "👍🏽", "🏳️‍🌈", "1️⃣", "👩🏽‍🚀", "🇫🇷"])
def test_emoji_stay_whole(emoji: str) -> None:
    assert safe(f"a{emoji}b") == f"a{emoji}b"
    assert safe_lines(emoji) == emoji
    assert safe_pieces(emoji, 0, len(emoji)).shown == emoji


def test_joiner_outside_an_emoji_is_shown() -> None:
    assert safe("a\u200db") == "a‹U+200D›b"
    assert safe("👩\u200d") == "👩‹U+200D›"
    assert safe("👩\u200d\x1b") == "👩‹U+200D›␛"
    assert safe("a\ufe0f") == "a‹U+FE0F›"


def test_revealed_joiner_is_shown_where_the_span_is() -> None:
    text = f"{FAMILY} {FAMILY}"
    joiner = text.index("\u200d")
    pieces = safe_pieces(text, 0, len(text), reveal=[(joiner, joiner + 1)])
    assert pieces.shown == f"👩‹U+200D›👩‍👧 {FAMILY}"
    assert pieces.to_shown(joiner) == 1
    assert pieces.to_shown(joiner + 1) == 9
    assert [pieces.to_raw(at) for at in range(10)] == [0, *[joiner] * 8, joiner + 1]
    assert safe_pieces(text, 0, 5, reveal=[(0, 5)]).shown == "👩‹U+200D›👩‹U+200D›👧"
    assert safe_pieces(text, 6, len(text), reveal=[(0, 5)]).shown == FAMILY


def test_clean_text_is_returned_as_it_is() -> None:
    text = "# Rules\n- plain ASCII, é, 漢字, 👍\n"
    assert safe_lines(text) is text
    name = "packages/webapp"
    assert safe(name) is name


@given(tricky)
@example("👩\u200d\x1b\u200d👩")
@example("1\ufe0f\u20e3\ufe0f\u20e3")
def test_output_is_inert_and_passing_twice_changes_nothing(text: str) -> None:
    assert_inert(safe(text), newlines=False)
    assert_inert(safe_lines(text), newlines=True)
    assert safe(safe(text)) == safe(text)
    assert safe_lines(safe_lines(text)) == safe_lines(text)
    assert safe_lines(text).count("\n") == text.count("\n")


spans = st.lists(st.integers(0, 40), max_size=6, unique=True).map(
    lambda cuts: list(zip(sorted(cuts)[::2], sorted(cuts)[1::2], strict=False))
)


@settings(max_examples=300)
@given(tricky, st.integers(0, 40), st.integers(0, 40), spans)
def test_offset_map_is_total_monotone_and_leads_back(
    text: str, one: int, other: int, reveal: list[tuple[int, int]]
) -> None:
    start, end = sorted((min(one, len(text)), min(other, len(text))))
    pieces = safe_pieces(text, start, end, reveal=reveal)
    assert_inert(pieces.shown, newlines=True)
    there = [pieces.to_shown(raw) for raw in range(start, end + 1)]
    assert there[0] == 0
    assert there[-1] == len(pieces.shown)
    assert all(left < right for left, right in pairwise(there))
    assert [pieces.to_raw(shown) for shown in there] == list(range(start, end + 1))
    back = [pieces.to_raw(shown) for shown in range(len(pieces.shown) + 1)]
    assert back == sorted(back)
    assert pieces.to_shown(-5) == 0
    assert pieces.to_raw(10**6) == end
    for raw, begin, stop in pieces.signs():
        assert pieces.to_raw(begin) == pieces.to_raw(stop - 1) == raw
    for raw in range(start, end):
        for begin, stop in reveal:
            if begin <= raw < stop:
                assert pieces.shown[pieces.to_shown(raw)] not in "\u200d\ufe0e\ufe0f"


@given(tricky)
def test_pieces_of_a_whole_text_show_what_safe_lines_shows(text: str) -> None:
    assert safe_pieces(text, 0, len(text)).shown == safe_lines(text)


def test_module_is_cheap_to_import() -> None:
    script = (
        "import sys, hermes_tui.core.text.terminal_safe; "
        "sys.exit(any(m in sys.modules for m in ('dataclasses', 'unicodedata', 'rich', 'textual')))"
    )
    assert subprocess.run([sys.executable, "-c", script], check=False).returncode == 0
