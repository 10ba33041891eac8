"""The estimate is that of Hermes' own ``/context`` (``rules.md`` section 4)."""

import pytest

from hermes_tui.core.text.tokens import estimate_tokens


@pytest.mark.parametrize(
    ("text", "tokens"),
    [
        ("", 0),
        ("a", 1),
        ("abcd", 1),
        ("abcde", 2),
        ("x" * 4000, 1000),
    ],
)
def test_ascii_counts_a_quarter_of_its_characters_rounded_up(text: str, tokens: int) -> None:
    assert estimate_tokens(text) == tokens


@pytest.mark.parametrize(
    ("text", "tokens"),
    [
        ("中文", 2),
        ("中文abcd", 3),
        ("한국어 규칙", 5 + 1),
        ("ｆｕｌｌ", 4),
    ],
)
def test_each_cjk_character_counts_one(text: str, tokens: int) -> None:
    assert estimate_tokens(text) == tokens


@pytest.mark.parametrize(("text", "tokens"), [("é", 1), ("éé", 1), ("ééa", 2), ("👩", 1), ("Ω" * 10, 5)])
def test_other_text_counts_a_quarter_of_its_bytes(text: str, tokens: int) -> None:
    assert estimate_tokens(text) == tokens


def test_text_that_cannot_be_encoded_has_an_estimate_too() -> None:
    assert estimate_tokens("\udce9abc") == 1
