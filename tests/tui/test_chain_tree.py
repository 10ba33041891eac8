"""The tree as it is drawn: columns that stand apart, names that say which file it is, a cursor in sight."""

import pytest
from rich.cells import cell_len

from hermes_tui.tui.main.file_tree import CHARS, SHARE, ChainTree, _number
from hermes_tui.tui.presentation.tree_rows import file_key
from hermes_tui.tui.widgets.columns import cut_left
from hermes_tui.tui.widgets.styled_line import percent
from support.running_app import app_on, at_rest, screen_text, until
from support.trees import Tree

SIZES = [(80, 24), (120, 40), (200, 60)]


@pytest.mark.parametrize(
    ("chars", "shown"),
    [
        (0, "0"),
        (99_999, "99,999"),
        (100_000, "100k"),
        (999_499, "999k"),
        (999_500, "1.0M"),
        (1_000_000, "1.0M"),
        (999_949_999, "999.9M"),
        (1_000_000_000, "1.0G"),
        (None, ""),
    ],
)
def test_a_number_leaves_a_blank_before_it(chars: int | None, shown: str) -> None:
    assert _number(chars) == shown
    assert cell_len(shown) < CHARS


@pytest.mark.parametrize(
    ("share", "shown"),
    [
        (None, ""),
        (0, "0 %"),
        (0.001, "<1 %"),
        (1.0, "100 %"),
        (9.99, "999 %"),
        (9.996, "10×"),
        (50.0, "50×"),
        (9_999.4, "9999×"),
        (12_345.0, ">9k×"),
    ],
)
def test_a_share_leaves_a_blank_before_it(share: float | None, shown: str) -> None:
    assert percent(share) == shown
    assert cell_len(shown) < SHARE


@pytest.mark.parametrize(
    ("path", "width", "shown"),
    [
        ("a/b/AGENTS.md", 20, "a/b/AGENTS.md       "),
        ("a/b/AGENTS.md", 12, "…/AGENTS.md "),
        ("a/b/AGENTS.md", 11, "…/AGENTS.md"),
        ("a/b/AGENTS.md", 10, "…AGENTS.md"),
        (".github/copilot-instructions.md", 10, "…ctions.md"),
        ("../AGENTS.md", 1, "…"),
        ("漢字/漢字漢字.md", 8, "…漢字.md"),
    ],
)
def test_a_path_is_cut_on_the_left(path: str, width: int, shown: str) -> None:
    assert cut_left(path, width) == shown
    assert cell_len(shown) == width


@pytest.mark.parametrize("size", SIZES)
async def test_columns_of_a_big_file_stand_apart(tree: Tree, size: tuple[int, int]) -> None:
    root = tree({".git/": "", "AGENTS.md": "x" * 1_000_000, "agents.md": "y" * 999_999})
    app = app_on(root)
    async with app.run_test(size=size) as pilot:
        await until(pilot, "1.0M")
        (row,) = [line for line in screen_text(pilot).splitlines() if "◐ AGENTS.md" in line]
        assert "1.0M   50×" in row


@pytest.mark.parametrize("size", SIZES)
async def test_a_long_path_keeps_the_name_of_the_file(tree: Tree, size: tuple[int, int]) -> None:
    place = "django/contrib/authentication/management/commands/templates/registration/deep"
    app = app_on(tree({".git/": "", "AGENTS.md": "x", f"{place}/CLAUDE.md": "rules", f"{place}/x.py": ""}))
    async with app.run_test(size=size) as pilot:
        text = await until(pilot, "/CLAUDE.md")
        assert "registration/deep/CLAUDE.md" in text if size[0] != 120 else "deep/CLAUDE.md" in text


async def test_the_cursor_stays_in_sight_when_the_window_shrinks(tree: Tree) -> None:
    files = {f"a{number:02}/AGENTS.md": f"rule {number}" for number in range(30)}
    root = tree({".git/": "", "AGENTS.md": "x", **files})
    app = app_on(root)
    async with app.run_test(size=(120, 60)) as pilot:
        await until(pilot, "a20/AGENTS.md")
        await pilot.press("end")
        await pilot.pause()
        for size in ((120, 24), (80, 24), (200, 30)):
            await pilot.resize_terminal(*size)
            await at_rest(pilot)
            listed = app.screen.query_one(ChainTree)
            top = listed.scroll_offset.y
            assert top <= listed.cursor_line < top + listed.scrollable_content_region.height, size
        assert listed.key != file_key(root / "AGENTS.md")


@pytest.mark.parametrize("width", [160, 200])
async def test_nothing_is_cut_or_left_out_where_there_is_room(tree: Tree, width: int) -> None:
    place = "examples/celery"
    instructions = {".github/copilot-instructions.md": "x" * 3_000}
    app = app_on(tree({".git/": "", "AGENTS.md": "x", f"{place}/AGENTS.md": "y" * 280, **instructions}))
    async with app.run_test(size=(width, 60)) as pilot:
        text = await until(pilot, f"{place}/AGENTS.md")
        (row,) = [line for line in text.splitlines() if f"→ {place}/AGENTS.md" in line]
        (other,) = [line for line in text.splitlines() if "✓ AGENTS.md" in line]
        assert f"→ {place}/AGENTS.md by hint" in " ".join(row.split())
        assert row.index(" 280") + len(" 280") == other.index("<1 %") - 2
        assert (".github/copilot-instructions.md" in text) == (width == 200)
