"""A line that has no room: what is cut of it, and what stays."""

import pytest
from rich.cells import cell_len

from hermes_tui.tui.widgets.styled_line import styled

PATH = "/srv/" + "x" * 120 + "/repository/AGENTS.md"


@pytest.mark.parametrize("width", [60, 90, 140])
def test_a_path_is_shortened_in_its_middle_so_that_the_sentence_is_whole(width: int) -> None:
    line = styled((("!  ", "warning"), (f"{PATH} does not exist.", "")), width).plain
    assert cell_len(line) == width
    assert line.startswith("!  /srv/")
    assert "…" in line
    assert line.endswith("/AGENTS.md does not exist.")


def test_a_line_with_room_is_as_it_is() -> None:
    assert styled(((PATH, ""),), 200).plain == PATH


@pytest.mark.parametrize("words", ["no path at all, only words " * 5, "a/b is short but " + "words " * 30])
def test_words_are_cut_at_the_end(words: str) -> None:
    line = styled(((words, ""),), 40).plain
    assert line == words[:39] + "…"


@pytest.mark.parametrize("width", [1, 2, 10, 30, 31])
def test_the_narrowest_lines_are_no_wider(width: int) -> None:
    assert cell_len(styled(((PATH, ""),), width).plain) <= width
    assert cell_len(styled((("中文/" * 40, ""),), width).plain) <= width
