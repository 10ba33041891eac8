"""The cap and the cut (``rules.md`` 1.8 and 7). Expected numbers are those of the releases."""

import re
from datetime import date
from itertools import accumulate
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hermes_tui.core.prompt.headings import omitted_headings
from hermes_tui.core.prompt.truncation import (
    Cap,
    CapSource,
    Cut,
    context_length_for,
    cut_middle,
    cut_tail,
    find_cap,
)
from hermes_tui.core.releases.lookup import DOCUMENTED, RELEASES, get_ruleset
from hermes_tui.core.text.provenance import Role, Source, TracedText

FILE = Path("/repo/AGENTS.md")
LATEST = get_ruleset("0.22.2")


def cap(version: str, **settings: object) -> Cap:
    return find_cap(get_ruleset(version), **settings)


# ── the cap ──


@pytest.mark.parametrize("version", ["0.13", "0.14", "0.15", "0.16", "documented"])
def test_until_0_16_the_cap_is_fixed_and_settings_are_said_to_be_ignored(version: str) -> None:
    found = cap(version, context_length=1_000_000, max_chars=5)
    assert (found.limit, found.source) == (20_000, CapSource.FIXED)
    assert len(found.ignored) == 2
    assert "context_file_max_chars (5)" in found.ignored[0].sentence
    assert "1000000" in found.ignored[1].sentence
    assert cap(version).ignored == ()


@pytest.mark.parametrize(
    ("context_length", "limit"),
    [
        (1, 20_000),
        (32_768, 20_000),
        (83_337, 20_000),
        (83_338, 20_001),
        (100_000, 24_000),
        (128_000, 30_720),
        (131_072, 31_457),
        (200_000, 48_000),
        (262_144, 62_914),
        (1_000_000, 240_000),
        (1_048_576, 251_658),
        (2_083_333, 499_999),
        (2_083_334, 500_000),
        (10_000_000, 500_000),
        (True, 20_000),
    ],
)
def test_from_0_17_the_context_length_sets_the_cap(context_length: object, limit: int) -> None:
    for version in ("0.17", "0.22.2"):
        found = cap(version, context_length=context_length)
        assert (found.limit, found.source) == (limit, CapSource.CONTEXT_LENGTH)
        assert found.ignored == ()


@pytest.mark.parametrize(
    ("context_length", "shown"),
    [
        (0, "0"),
        (-5, "-5"),
        (128_000.0, "128000.0"),
        ("128000", "'128000'"),
        ([1], "a list"),
        ({1: 2}, "a mapping"),
        (date(2026, 1, 1), "a date"),
        (float("nan"), "nan"),
        (-(10**300), "a number of more than 30 digits"),
        ("x" * 9_000, f"'{'x' * 60}'..."),
    ],
)
def test_a_context_length_that_is_no_whole_number_above_0_is_ignored_and_said(
    context_length: object, shown: str
) -> None:
    found = cap("0.22.2", context_length=context_length)
    assert (found.limit, found.source) == (20_000, CapSource.DEFAULT)
    (ignored,) = found.ignored
    assert ignored.setting == "model.context_length"
    assert ignored.sentence == f"a context length of {shown} is ignored: it is no whole number above 0"


def test_without_any_setting_the_cap_is_the_default() -> None:
    assert cap("0.22.2") == Cap(20_000, CapSource.DEFAULT, "20,000 while the context length is unknown")


@pytest.mark.parametrize(
    ("max_chars", "limit"), [(1, 1), (90, 90), (1_000_000, 1_000_000), (99.9, 99), (0.5, 0), (True, 1)]
)
def test_context_file_max_chars_wins_over_the_context_length(max_chars: object, limit: int) -> None:
    for version in ("0.17", "0.22.2"):
        found = cap(version, context_length=1_000_000, max_chars=max_chars)
        assert (found.limit, found.source) == (limit, CapSource.CONFIG)


@pytest.mark.parametrize("max_chars", [0, -1, -0.5, "500", "", [], {}, False, float("nan"), float("-inf")])
def test_other_values_of_context_file_max_chars_are_ignored_and_said(max_chars: object) -> None:
    found = cap("0.22.2", context_length=100_000, max_chars=max_chars)
    assert (found.limit, found.source) == (24_000, CapSource.CONTEXT_LENGTH)
    (ignored,) = found.ignored
    assert ignored.setting == "context_file_max_chars"
    assert "context_file_max_chars" in ignored.sentence
    assert found.raises == ""


def bomb() -> object:
    """A list that a YAML file of a few lines with aliases can hold; written out it has 2**60 parts."""
    value: object = ["boom"]
    for _ in range(60):
        value = [value, value]
    return value


def test_a_value_that_would_fill_the_memory_when_written_out_is_named_by_its_kind() -> None:
    (ignored,) = cap("0.22.2", max_chars=bomb()).ignored
    assert ignored.sentence == "context_file_max_chars (a list) is ignored: it is no number above 0"
    assert "(a list) has no effect" in cap("0.16", max_chars=bomb()).ignored[0].sentence
    assert "a context length of a list" in cap("0.22.2", context_length=bomb()).ignored[0].sentence


def test_a_cap_of_thousands_of_digits_is_as_good_as_none() -> None:
    found = cap("0.22.2", max_chars=10**9_000)
    assert (found.limit, found.explanation) == (10**15, "context_file_max_chars is 1,000,000,000,000,000")


def test_a_context_length_of_thousands_of_digits_raises_as_it_does_in_hermes() -> None:
    found = cap("0.22.2", context_length=10**9_000)
    assert found.raises == "OverflowError: int too large to convert to float"
    assert cap("0.22.2", context_length=10**40).explanation.startswith(
        "6 % of a context of a number of more than 30 digits tokens"
    )


def test_infinity_is_ignored_up_to_0_21_0_and_raises_from_0_21_3() -> None:
    for release in RELEASES:
        found = find_cap(release, max_chars=float("inf"))
        assert found.limit == 20_000
        assert found.ignored != ()
        late = release.name in ("0.21.3", "0.21.5", "0.22.2")
        assert found.raises == ("OverflowError: cannot convert float infinity to integer" if late else "")


@given(st.integers(1, 500_000))
def test_the_context_length_for_a_size_is_the_smallest_that_lets_it_through(chars: int) -> None:
    needed = context_length_for(chars)
    assert needed is not None
    assert find_cap(LATEST, context_length=needed).limit >= chars
    if chars > 20_000:
        assert find_cap(LATEST, context_length=needed - 1).limit < chars


def test_no_context_length_lets_more_than_the_ceiling_through() -> None:
    assert context_length_for(500_000) == 2_083_334
    assert context_length_for(500_001) is None


# ── the cut ──


def cut(
    text: str, limit: int, version: str = "0.22.2", *, name: str = "AGENTS.md", path: str = "/repo/AGENTS.md"
) -> Cut | None:
    return cut_middle(
        TracedText.of_file(FILE, text), limit, name=name, path=path, file=FILE, ruleset=get_ruleset(version)
    )


def test_a_text_of_just_the_limit_stays_whole() -> None:
    assert cut("x" * 90, 90) is None


def test_the_marker_up_to_0_16() -> None:
    found = cut("a" * 70 + "b" * 11 + "c" * 20, 100, "0.16")
    assert found is not None
    assert str(found.text) == (
        "a" * 70
        + "\n\n[...truncated AGENTS.md: kept 70+20 of 101 chars. Use file tools to read the full file.]\n\n"
        + "c" * 20
    )
    assert (found.total, found.limit, found.head, found.tail) == (101, 100, 70, 20)
    assert found.path == FILE


def test_the_documented_marker_is_that_of_0_16() -> None:
    whole = "x" * 25_000
    found = cut_middle(
        TracedText.of_file(FILE, whole), 20_000, name="../AGENTS.md", path="/p", file=FILE, ruleset=DOCUMENTED
    )
    assert found is not None
    assert str(found.text)[14_000:-4_000] == (
        "\n\n[...truncated ../AGENTS.md: kept 14000+4000 of 25000 chars. "
        "Use file tools to read the full file.]\n\n"
    )


@pytest.mark.parametrize("version", ["0.17", "0.20.1", "0.21.5"])
def test_the_marker_from_0_17_to_0_21_5(version: str) -> None:
    found = cut("# h\n" * 30, 100, version)
    assert found is not None
    assert str(found.text)[70:-20] == (
        "\n\n[...truncated AGENTS.md: kept 70+20 of 120 chars. The middle is omitted — if you need the full "
        "instructions, read the complete file with the read_file tool: /repo/AGENTS.md]\n\n"
    )


def test_the_marker_of_0_22_2_without_and_with_sections() -> None:
    plain = cut("x" * 120, 100)
    assert plain is not None
    assert str(plain.text)[70:-20] == (
        "\n\n[...truncated AGENTS.md: kept 70+20 of 120 chars. The middle is omitted. If you need the full "
        "instructions, read the complete file with the read_file tool: /repo/AGENTS.md]\n\n"
    )
    sections = cut("x" * 71 + "\n# One\n## Two ##\n" + "y" * 30, 100)
    assert sections is not None
    assert str(sections.text)[70:-20] == (
        "\n\n[...truncated AGENTS.md: kept 70+20 of 118 chars. The middle is omitted. "
        "Omitted sections: One; Two ##. If you need the full "
        "instructions, read the complete file with the read_file tool: /repo/AGENTS.md]\n\n"
    )
    assert [heading.text for heading in sections.headings] == ["One", "Two ##"]


def test_more_than_fifteen_sections_end_in_dots() -> None:
    fifteen = cut("x" * 200 + "".join(f"\n# h{number}" for number in range(15)) + "\n" + "y" * 200, 200)
    assert fifteen is not None
    assert "h13; h14. If you" in str(fifteen.text)
    sixteen = cut("x" * 200 + "".join(f"\n# h{number}" for number in range(16)) + "\n" + "y" * 200, 200)
    assert sixteen is not None
    assert "Omitted sections: h0; h1; " in str(sixteen.text)
    assert "h13; h14; .... If you" in str(sixteen.text)


@pytest.mark.parametrize(
    ("limit", "head", "tail"),
    [
        (90, 62, 18),  # in floating point: 90 * 0.7 is 62.99...
        (100, 70, 20),
        (5, 3, 1),
        (20_000, 14_000, 4_000),
        (30_720, 21_504, 6_144),
        (0, 0, 0),
        (1, 0, 0),
        (4, 2, 0),
    ],
)
def test_head_and_tail_are_shares_in_floating_point(limit: int, head: int, tail: int) -> None:
    text = "".join(chr(0x4E00 + number % 5000) for number in range(limit + 7))
    found = cut(text, limit)
    assert found is not None
    assert (found.head, found.tail) == (head, tail)
    rest = text[-tail:] if tail else text  # a tail of 0 is the whole text again
    assert str(found.text).startswith(text[:head] + "\n\n[...truncated ")
    assert str(found.text).endswith("]\n\n" + rest)
    assert f"kept {head}+{tail} of {limit + 7} chars" in str(found.text)


def test_the_cut_knows_where_its_characters_came_from() -> None:
    found = cut("0123456789" * 12, 100)
    assert found is not None
    assert found.text.source(69) == Source(Role.FILE, FILE, 69)
    assert found.text.source(75) == Source(Role.MARKER, FILE, None)
    assert found.text.source(len(found.text) - 1) == Source(Role.FILE, FILE, 119)


def test_a_hint_up_to_0_21_0_keeps_its_head_only() -> None:
    text = TracedText.of_file(FILE, "x" * 8_000 + "y\n# Lost\n")
    found = cut_tail(text, 8_000, name="AGENTS.md", file=FILE)
    assert found is not None
    assert str(found.text) == "x" * 8_000 + "\n\n[...truncated AGENTS.md: 8,009 chars total]"
    assert [heading.text for heading in found.headings] == ["Lost"]
    assert cut_tail(text, 8_009, name="AGENTS.md", file=FILE) is None


# ── the sections that a cut takes ──


def headings(text: str, start: int, end: int) -> list[str]:
    return [heading.text for heading in omitted_headings(text, start, end, most=16)]


def test_headings_have_one_to_six_signs_one_blank_and_a_word() -> None:
    text = "# a\n###### six\n####### seven\n#nospace\n#  two\n# \n#\n  ## ind\n"
    assert headings(text, 0, len(text)) == ["a", "six", "ind"]
    text = "\t# tab\n# # dbl\n# end #\n#\tt\n"
    assert headings(text, 0, len(text)) == ["tab", "# dbl", "end #"]


def test_a_heading_counts_where_its_line_begins_in_the_gap() -> None:
    text = "# one\n# two\n# three\n"
    assert headings(text, 6, 12) == ["two"]
    assert headings(text, 5, 13) == ["two", "three"]
    assert headings(text, 7, 12) == []
    assert headings(text, 0, 6) == ["one"]


def test_between_fences_there_is_no_heading_even_where_the_fence_opens_in_the_head() -> None:
    assert headings("```\n# in\n```\n# out\n~~~sh\n# in\n```\n# out again\n", 0, 100) == ["out", "out again"]
    text = "```\nhead\n# silenced\n```\n# heard\n"
    assert headings(text, 9, len(text)) == ["heard"]


def test_lines_end_as_splitlines_ends_them() -> None:
    text = "a\u2028# one\x0c# two\x85# three\x1c# four"
    assert headings(text, 0, len(text)) == ["one", "two", "three", "four"]


def test_blank_lines_before_a_heading_are_lines_of_their_own() -> None:
    assert headings("x\n\n  \n# h\n", 2, 20) == ["h"]
    assert headings("    # h\n", 0, 20) == ["h"]
    assert headings("    # h\n", 4, 20) == []


def test_at_most_one_more_is_looked_for_than_is_listed() -> None:
    text = "".join(f"# {number}\n" for number in range(40))
    assert len(headings(text, 0, len(text))) == 16


LINES = ["# a", "## b ##", "# # c", "####### x", "#c", "```", "~~~", " ", "\t", "text", "\u2028", "\x0c"]
WORDS = st.sampled_from([*LINES, "\n", "\n", "\n"])


def told(text: str, start: int, end: int) -> list[str]:
    """The rule as ``rules.md`` 7 tells it, a clause at a time over all lines."""
    lines = text.splitlines(keepends=True)
    offsets = [0, *accumulate(map(len, lines))]
    fences = [re.match(r"\s*(?:```|~~~)", line) is not None for line in lines]
    fences_before = [0, *accumulate(fences)]
    headings = [re.fullmatch(r"#{1,6} (?P<name>\S.*)", line.strip(), re.DOTALL) for line in lines]
    names = [
        heading["name"]
        for heading, offset, fences_above in zip(headings, offsets, fences_before, strict=False)
        if heading and start <= offset < end and fences_above % 2 == 0
    ]
    return names[:16]


@given(st.lists(WORDS, max_size=25).map("".join), st.integers(0, 30), st.integers(0, 60))
def test_the_search_finds_what_the_rule_tells(text: str, start: int, end: int) -> None:
    assert headings(text, start, end) == told(text, start, end)
