"""The lines at the top, as they read."""

import pytest
from rich.cells import cell_len

from hermes_tui.core.prompt.startup import Startup
from hermes_tui.tui.presentation.header import bar, legend, what, where
from support.running_app import MONOREPO, looked, words
from support.trees import Tree


def _startup(tree: Tree) -> Startup:
    startup = looked(tree(MONOREPO) / "packages/webapp").startup
    assert startup is not None
    return startup


@pytest.mark.parametrize("width", [20, 38, 78, 118, 198])
def test_the_bar_fills_the_line_at_any_width(tree: Tree, width: int) -> None:
    assert sum(cell_len(text) for text, _ in bar(_startup(tree), width)) == width


def test_the_bar_numbers_its_segments_and_the_legend_names_them(tree: Tree) -> None:
    startup = _startup(tree)
    assert words(bar(startup, 60)).startswith("▏1▏2 ../AGENTS.md")
    assert words(legend(startup)) == (
        "1 ../../AGENTS.md 29 <1 %   2 ../AGENTS.md 18,102 91 %   3 AGENTS.md 111 <1 %   · free 1,754"
    )


def test_the_second_line_is_a_sentence(tree: Tree) -> None:
    inspection = looked(tree(MONOREPO) / "packages/webapp")
    assert words(what(inspection, 200)) == (
        "Hermes sends 2 files from here (◐ 1 cut); not sent: ✗ 1 blocked, ○ 1 shadowed, · 1 not read"
        "  ~4,586 tokens  "
        "chain 18,246 of 20,000 (fixed at 20,000)"
    )


def test_what_has_no_room_is_left_out_whole(tree: Tree) -> None:
    inspection = looked(tree(MONOREPO) / "packages/webapp")
    assert words(what(inspection, 50)) == "2 sent (◐ 1 cut), ✗ 1 blocked  ~4,586 tokens"
    assert "as the test says" in words(where(inspection, 2_000))
    assert "as the test says" not in words(where(inspection, 20))


@pytest.mark.parametrize("width", [60, 78, 118, 198])
def test_the_cap_is_said_before_what_counts_less(tree: Tree, width: int) -> None:
    line = words(what(looked(tree(MONOREPO) / "packages/webapp"), width))
    assert "20,000" in line
    assert cell_len(line) <= width


@pytest.mark.parametrize("width", [38, 60, 78, 118, 198])
def test_the_release_is_said_however_long_the_directory_is(tree: Tree, width: int) -> None:
    deep = "monorepo/packages/a-very-long-name-of-a-package/src/features/checkout/steps"
    inspection = looked(tree({"monorepo/.git/": "", f"{deep}/AGENTS.md": "x"}) / deep)
    line = words(where(inspection, width))
    assert "rules: documented" in line
    assert cell_len(line) <= width
    assert "steps   " in line
    assert ("git root" in line) is (width > 60)
    outside = looked(tree({f"outside/{deep}/AGENTS.md": "x"}) / "outside" / deep)
    outside_line = words(where(outside, width))
    assert "rules: documented" in outside_line
    assert ("not in" in outside_line) is (width > 38)


def test_outside_git_the_header_says_what_that_means(tree: Tree) -> None:
    inspection = looked(tree({"AGENTS.md": "x"}))
    assert "not in a git repository: nothing above is read" in words(where(inspection, 2_000))


def test_that_nothing_is_sent_is_said_first(tree: Tree) -> None:
    inspection = looked(tree({"sub/": ""}) / "sub")
    assert words(what(inspection, 100)) == "Nothing is sent from here."


def test_a_chain_over_the_cap_says_by_how_much(tree: Tree) -> None:
    files = {".git/": "", "AGENTS.md": "r" * 13_000, "a/AGENTS.md": "m" * 6_000, "a/b/AGENTS.md": "h" * 6_000}
    inspection = looked(tree(files) / "a/b")
    startup = inspection.startup
    assert startup is not None
    total = sum(len(file.section) for file in startup.files) + 2 * 2
    assert f"chain {total:,} of 20,000" in words(what(inspection, 200))
    assert words(legend(startup)).endswith(f"… {total - 20_000:,} over the cap")
    assert words(bar(startup, 60)).endswith("…")
