"""Marks are found by place and in order."""

from hypothesis import given
from hypothesis import strategies as st

from hermes_tui.tui.text_view.document import KINDS, Mark, MarkIndex

marks = st.lists(
    st.builds(
        lambda start, length, kind: Mark(start, start + length, kind),
        st.integers(0, 20),
        st.integers(0, 8),
        st.sampled_from([*KINDS, "unknown"]),
    ),
    max_size=12,
)


@given(marks, st.integers(0, 25), st.integers(0, 6))
def test_marks_within_a_range_are_all_that_touch_it_the_strongest_last(
    found: list[Mark], start: int, length: int
) -> None:
    end = start + length
    within = MarkIndex(found).within(start, end)
    touching = [
        mark
        for mark in found
        if mark.kind in KINDS
        and mark.start < max(end, start + 1)
        and (mark.end > start or mark.start >= start)
    ]
    assert sorted(within, key=repr) == sorted(touching, key=repr)
    strength = [list(KINDS).index(mark.kind) for mark in within]
    assert strength == sorted(strength)


@given(marks)
def test_walking_forward_and_back_visits_every_place_once(found: list[Mark]) -> None:
    index = MarkIndex(found)
    places = sorted({(mark.start, mark.end) for mark in found if mark.kind == "lost"})
    place, visited = (-1, -1), []
    while (mark := index.after(place, {"lost"})) is not None:
        place = (mark.start, mark.end)
        visited.append(place)
    assert visited == places
    place, back = (99, 99), []
    while (mark := index.before(place, {"lost"})) is not None:
        place = (mark.start, mark.end)
        back.append(place)
    assert back == places[::-1]


@given(marks)
def test_revealing_spans_are_sorted_apart_and_cover_the_threats(found: list[Mark]) -> None:
    spans = MarkIndex(found).reveals()
    flat = [offset for span in spans for offset in span]
    assert flat == sorted(set(flat))
    covered = {offset for start, end in spans for offset in range(start, end)}
    threats = [mark for mark in found if mark.kind == "threat"]
    assert covered == {offset for mark in threats for offset in range(mark.start, mark.end)}


def test_a_place_on_the_newline_belongs_to_its_row_and_a_range_there_does_not() -> None:
    text = "ab\ncd"
    index = MarkIndex([Mark(2, 2, "lost"), Mark(2, 4, "found"), Mark(5, 5, "notice")])
    assert [mark.kind for mark in index.of_row(0, 2, text)] == ["lost"]
    assert [mark.kind for mark in index.of_row(3, 5, text)] == ["notice", "found"]


def test_every_kind_looks_different_without_colour() -> None:
    assert len({kind.sign for kind in KINDS.values()}) == len(KINDS)
