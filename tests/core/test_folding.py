"""The folded form of a text, and where each character of it stands in the text."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hermes_tui.core.searching import folding
from hermes_tui.core.searching.folding import Folding, fold_text, pieces

TEXTS = st.text("aBé\u00a0 \n\tΣς", max_size=60)


def test_pieces_end_between_words() -> None:
    assert list(pieces("aa bbbb c  d", 3)) == [(0, 7), (7, 10), (10, 12)]
    assert list(pieces("", 3)) == []
    assert list(pieces("aaaaaa", 3)) == [(0, 6)]


@given(TEXTS, st.integers(1, 9))
def test_a_text_is_folded_the_same_piece_by_piece(text: str, size: int) -> None:
    whole = fold_text(text)
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(folding, "PIECE", size)
        assert fold_text(text) == whole


@given(TEXTS, st.integers(1, 9), st.data())
def test_offsets_lead_from_one_form_to_the_other(text: str, size: int, data: st.DataObject) -> None:
    folded = fold_text(text)
    kept: list[int] = []
    """The offset in the text of each character of its folded form; the last one of a run of white space."""
    for match in re.finditer(r"\S+", text):
        kept += [match.start() - 1] if kept else []
        kept += range(*match.span())
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(folding, "PIECE", size)
        known = Folding(text, folded)
        asked = data.draw(st.permutations(range(len(text))))
        for at in asked:
            if not text[at].isspace():
                assert known.origin(kept.index(at)) == at
            rest = [place for place in range(at, len(text)) if not text[place].isspace()]
            assert known.folded(at) == (kept.index(rest[0]) if rest else len(folded) + 1 if folded else 0)
