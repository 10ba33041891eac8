"""The pane shows any text at the right cells, keeps its place, and lets nothing hostile through."""

import unicodedata
from collections.abc import Iterator

import pytest
from rich.cells import cell_len
from textual.app import App, ComposeResult
from textual.events import MouseScrollDown
from textual.geometry import Offset
from textual.widgets import Input

from hermes_tui.tui.text_view.document import KINDS
from hermes_tui.tui.text_view.text_view import Document, Mark, TextPane


class PaneApp(App[None]):
    """One pane, and what it reported."""

    CSS = "TextPane { width: 30; height: 10; }"

    def __init__(self, document: Document | None = None) -> None:
        super().__init__()
        self.pane = TextPane(document, id="pane")
        self.scrolled: list[int] = []
        self.clicked: list[int] = []

    def compose(self) -> ComposeResult:
        yield self.pane
        yield Input()

    def on_mount(self) -> None:
        self.pane.focus()

    def on_text_pane_scrolled(self, message: TextPane.Scrolled) -> None:
        assert message.control is self.pane
        self.scrolled.append(message.offset)

    def on_text_pane_clicked(self, message: TextPane.Clicked) -> None:
        assert message.control is self.pane
        self.clicked.append(message.offset)


class Twins(App[None]):
    """Two panes that follow each other."""

    CSS = "TextPane { width: 30; height: 10; }"

    def __init__(self, document: Document) -> None:
        super().__init__()
        self.pane = TextPane(document)
        self.other = TextPane(document)
        self.scrolled: list[int] = []

    def compose(self) -> ComposeResult:
        yield self.pane
        yield self.other

    def on_text_pane_scrolled(self, message: TextPane.Scrolled) -> None:
        self.scrolled.append(message.offset)
        (self.other if message.control is self.pane else self.pane).scroll_to_offset(message.offset)


def plain(text: str, *marks: Mark) -> Document:
    return Document(text, marks, "none")


def numbered(lines: int) -> Document:
    return Document("".join(f"line {number}\n" for number in range(1, lines + 1)), (), "lines")


def lines_of(pane: TextPane) -> list[str]:
    return [pane.render_line(y).text.rstrip() for y in range(pane.size.height)]


def cells_like(pane: TextPane, y: int, kind: str) -> list[int]:
    """The cells of a row that are drawn in the colours of a kind."""
    wanted = pane._style_of((KINDS[kind].style,))
    found: list[int] = []
    cell = 0
    for segment in pane.render_line(y):
        style = segment.style
        assert style is not None
        same = cell >= pane._gutter.width and style.bgcolor == wanted.bgcolor and style.color == wanted.color
        found += range(cell, cell + cell_len(segment.text)) if same else ()
        cell += cell_len(segment.text)
    return found


async def test_lines_stand_beside_their_numbers() -> None:
    app = PaneApp(numbered(12))
    async with app.run_test():
        assert lines_of(app.pane)[:2] == [" 1 line 1", " 2 line 2"]


async def test_numbers_may_be_the_callers_own_and_continued_rows_have_none() -> None:
    text = "first\n" + "word " * 8 + "\nlast"
    app = PaneApp(Document(text, (), [212, None, 389]))
    async with app.run_test():
        assert lines_of(app.pane)[:4] == [
            "212 first",
            "    word word word word word",
            "    word word word",
            "389 last",
        ]


async def test_placeholder_stands_where_there_is_no_text() -> None:
    app = PaneApp()
    async with app.run_test() as pilot:
        await pilot.pause()
        app.pane.placeholder = "[b]Nothing\x1b is sent, because the file is empty"
        await pilot.pause()
        assert lines_of(app.pane)[:2] == [" [b]Nothing␛ is sent, because", " the file is empty"]
        app.pane.show(plain("text"))
        await pilot.pause()
        assert lines_of(app.pane)[0] == "text"
        app.pane.show(None)
        await pilot.pause()
        assert app.pane.document is None
        assert lines_of(app.pane)[0].startswith(" [b]")


@pytest.mark.parametrize(
    ("text", "start", "end", "row", "cells"),
    [
        ("say keep quiet", 4, 8, 0, [4, 5, 6, 7]),
        ("\x1b[2Jkeep", 4, 8, 0, [4, 5, 6, 7]),
        ("\u202ekeep", 1, 3, 0, [8, 9]),
        ("\u202ekeep", 0, 1, 0, [0, 1, 2, 3, 4, 5, 6, 7]),
        ("\tkeep", 0, 2, 0, [0, 1, 2, 3, 4]),
        ("漢字かな", 1, 3, 0, [2, 3, 4, 5]),
        ("👩‍👩‍👧 fam", 6, 9, 0, [3, 4, 5]),
        ("e\u0301a\u0301b", 2, 4, 0, [1]),
        ("first\n漢\u202ex", 8, 9, 1, [10]),
        ("a" * 40, 28, 31, 0, [28, 29]),
        ("a" * 40, 28, 31, 1, [0]),
    ],
)
async def test_marks_lie_on_the_right_cells(
    text: str, start: int, end: int, row: int, cells: list[int]
) -> None:
    app = PaneApp(plain(text, Mark(start, end, "found")))
    app.pane.styles.width = 33  # two columns of gutter, one of scrollbar
    async with app.run_test():
        assert cells_like(app.pane, row, "found") == [2 + cell for cell in cells]


async def test_every_kind_has_its_own_sign_in_the_gutter() -> None:
    text = "".join(f"{kind}\n" for kind in KINDS)
    marks = [Mark(text.index(kind), text.index(kind) + 2, kind) for kind in KINDS]
    app = PaneApp(Document(text, tuple(marks), "lines"))
    async with app.run_test():
        shown = lines_of(app.pane)
        assert [line[0] for line in shown[: len(KINDS)]] == [kind.sign for kind in KINDS.values()]
        assert len({kind.sign for kind in KINDS.values()}) == len(KINDS)
        assert all(cell_len(kind.sign) == 1 for kind in KINDS.values())


async def test_strongest_mark_wins_the_gutter_and_blank_lines_are_signed() -> None:
    app = PaneApp(plain("a\n\nb bad\nc", Mark(0, 7, "lost"), Mark(5, 8, "threat"), Mark(10, 10, "notice")))
    async with app.run_test():
        assert lines_of(app.pane)[:4] == ["▒ a", "▒", "✗ b bad", "! c"]


async def test_joiner_of_an_emoji_is_shown_where_it_is_the_threat() -> None:
    app = PaneApp(plain("👩\u200d👩 👩\u200d👩", Mark(1, 2, "threat")))
    async with app.run_test():
        assert lines_of(app.pane)[0] == "✗ 👩‹U+200D›👩 👩\u200d👩"
        assert cells_like(app.pane, 0, "threat") == list(range(4, 12))


async def test_the_user_scrolling_is_reported_and_the_program_is_not() -> None:
    app = PaneApp(numbered(100))
    text = app.pane._text
    async with app.run_test() as pilot:
        await pilot.pause()
        app.pane.scroll_to_offset(text.index("line 50"))
        await pilot.pause()
        assert app.scrolled == []
        assert app.pane.top_offset == text.index("line 50")
        assert lines_of(app.pane)[0] == " 50 line 50"
        await pilot.press("down")
        await pilot.press("pageup")
        assert app.scrolled == [text.index("line 51"), text.index("line 41")]
        app.pane.scroll_to_offset(text.index("line 7\n"), notify=True)
        await pilot.pause()
        assert app.scrolled[2:] == [text.index("line 7\n")]


async def test_two_panes_can_follow_each_other_without_echo() -> None:
    app = Twins(numbered(100))
    async with app.run_test() as pilot:
        await pilot.pause()
        await pilot.press("pagedown", "down", "end", "up")
        assert len(app.scrolled) == 4
        assert app.other.top_offset == app.pane.top_offset == app.scrolled[-1]
        app.other.focus()
        await pilot.press("home")
        assert app.pane.top_offset == 0
        assert len(app.scrolled) == 5


async def test_wheel_and_end_keys_reach_every_row() -> None:
    app = PaneApp(numbered(100))
    async with app.run_test() as pilot:
        await pilot.pause()
        await pilot._post_mouse_events([MouseScrollDown], app.pane)
        await pilot.pause()
        assert app.pane.top_offset > 0
        assert len(app.scrolled) == 1
        await pilot.press("end")
        assert lines_of(app.pane)[-1] == "100 line 100"
        assert app.pane.bottom_offset == len(app.pane._text) - 1
        await pilot.press("home")
        assert app.pane.top_offset == 0


async def test_next_mark_goes_there_points_it_out_and_stops_at_the_last() -> None:
    document = numbered(100)
    at = document.text.index
    lost, threat = (
        Mark(at("line 60"), at("line 61"), "lost"),
        Mark(at("line 80"), at("line 80") + 4, "threat"),
    )
    app = PaneApp(Document(document.text, (threat, lost, Mark(0, 4, "heading")), "lines"))
    async with app.run_test() as pilot:
        await pilot.pause()
        assert app.pane.next_mark({"lost", "threat"}) == lost
        await pilot.pause()
        assert app.scrolled == [app.pane.top_offset]
        row = lines_of(app.pane).index("▶ 60 line 60")
        assert row == app.pane.size.height // 2
        pointed_out = app.pane.render_line(row)
        assert app.pane.next_mark({"lost", "threat"}) == threat
        assert app.pane.next_mark({"lost", "threat"}) is None
        assert app.pane.next_mark({"lost"}, forward=False) == lost
        app.pane._here = None
        app.pane.forget_strips()
        assert app.pane.render_line(row) != pointed_out
        assert lines_of(app.pane)[row] == "▒ 60 line 60"
        await pilot.press("home")
        assert app.pane.next_mark({"heading"}) == Mark(0, 4, "heading")


async def test_resize_and_wrap_keep_the_top_offset() -> None:
    text = "".join(f"{number} " + "word " * 20 + "\n" for number in range(200))
    app = PaneApp(Document(text, (), "lines"))
    async with app.run_test() as pilot:
        await pilot.pause()
        top = text.index("\n120 ") + 1
        app.pane.scroll_to_offset(top)
        for width in (20, 61, 33, 12, 30):
            app.pane.styles.width = width
            await pilot.pause()
            assert app.pane.top_offset == top
            assert lines_of(app.pane)[0].startswith("121 120")
        app.pane.wrap = False
        await pilot.pause()
        assert app.pane.top_offset == top
        assert lines_of(app.pane)[1].startswith("122 121 word")
        await pilot.press("down")
        assert app.scrolled == [text.index("\n121 ") + 1]
        await pilot.press("right", "right", "right", "right")
        assert app.pane.scroll_x == 4
        assert lines_of(app.pane)[0].startswith("122 word")
        app.pane.wrap = True
        await pilot.pause()
        assert app.pane.scroll_x == 0
        assert app.scrolled == [text.index("\n121 ") + 1]


async def test_scrolling_sideways_past_half_a_wide_character_keeps_the_cells() -> None:
    app = PaneApp(plain("漢字" * 30))
    async with app.run_test() as pilot:
        await pilot.pause()
        app.pane.wrap = False
        await pilot.pause()
        await pilot.press("right")
        strip = app.pane.render_line(0)
        assert strip.text.startswith(" 字漢")
        assert strip.cell_length == app.pane._laid_out.width


async def test_same_text_with_other_marks_stays_where_it_is() -> None:
    app = PaneApp(numbered(100))
    async with app.run_test() as pilot:
        await pilot.pause()
        await pilot.press("pagedown", "pagedown")
        top = app.pane.top_offset
        app.pane.show(Document(app.pane._text, (Mark(top, top + 4, "found"),), "lines"))
        await pilot.pause()
        assert app.pane.top_offset == top
        assert lines_of(app.pane)[0] == "» 21 line 21"
        app.pane.show(numbered(50))
        assert app.pane.top_offset == 0


async def test_text_given_while_hidden_appears_with_the_pane() -> None:
    app = PaneApp(numbered(3))
    async with app.run_test() as pilot:
        await pilot.pause()
        app.pane.display = False
        await pilot.pause()
        app.pane.show(numbered(40))
        app.pane.scroll_to_offset(app.pane._text.index("line 20"))
        app.pane.display = True
        await pilot.pause()
        assert lines_of(app.pane)[0] == "20 line 20"


async def test_clicks_name_the_raw_offset() -> None:
    app = PaneApp(Document("ab\u202ecd\n漢字\n", (), "lines"))
    async with app.run_test() as pilot:
        await pilot.pause()
        for at in [(2, 0), (4, 0), (9, 0), (12, 0), (20, 0), (5, 1), (0, 1), (3, 5)]:
            await pilot.click(app.pane, offset=at)
        assert app.clicked == [0, 2, 2, 3, 5, 7, 6]


async def test_selected_text_is_copied_safe() -> None:
    app = PaneApp(Document("one \x1b[31m two\nthree four\nfive\n", (), "lines"))
    async with app.run_test() as pilot:
        await pilot.pause()
        await pilot.mouse_down(app.pane, offset=(6, 0))
        await pilot.hover(app.pane, offset=(6, 1))
        await pilot.mouse_up(app.pane, offset=(6, 1))
        assert app.screen.get_selected_text() == "␛[31m two\nthree"
        styles = {segment.style.bgcolor for segment in app.pane.render_line(0) if segment.style}
        assert len(styles) > 1
        app.pane.text_select_all()
        assert app.screen.get_selected_text() == "one ␛[31m two\nthree four\nfive"


async def test_selecting_from_the_gutter_and_past_the_end_takes_whole_lines() -> None:
    app = PaneApp(Document("one\ntwo", (), "lines"))
    async with app.run_test() as pilot:
        await pilot.pause()
        await pilot.mouse_down(app.pane, offset=(0, 0))
        await pilot.hover(app.pane, offset=(9, 5))
        await pilot.mouse_up(app.pane, offset=(9, 5))
        assert app.screen.get_selected_text() == "one\ntwo"
        selection = app.pane.text_selection
        assert selection is not None
        assert selection.start == Offset(-2, 0)


HOSTILE = (
    "\x1b]52;c;UFdORUQ=\x07\x1b]0;owned\x1b\\\x1b[2J\x9b31m\x9d0;x\x9c\x7f\x00\r\x08\n"
    "user\u202egnp\u2066\u200b\ufeff\xad\u2028\U000e0041\udcff\u200d[/][red]x[/red][@click=app.quit]\n"
)


async def test_hostile_text_never_reaches_a_segment() -> None:
    def characters(pane: TextPane) -> Iterator[str]:
        for y in range(pane.size.height):
            for segment in pane.render_line(y):
                yield from segment.text

    app = PaneApp(Document(HOSTILE, (Mark(0, len(HOSTILE), "threat"), Mark(5, 9, "found")), "lines"))
    async with app.run_test() as pilot:
        await pilot.pause()
        for wrap in (True, False):
            app.pane.wrap = wrap
            await pilot.pause()
            shown = "".join(characters(app.pane))
            assert "␛]52;c" in shown
            for character in shown:
                assert unicodedata.category(character) not in {"Cc", "Cf", "Cs", "Zl", "Zp"}
        app.pane.show(None)
        app.pane.placeholder = HOSTILE
        await pilot.pause()
        assert all(unicodedata.category(each) not in {"Cc", "Cf", "Cs"} for each in characters(app.pane))


async def test_big_document_answers_keys_while_it_is_measured() -> None:
    text = "".join(f"{number:8} and so on and so on and on\n" for number in range(570_000))
    assert len(text) > 20_000_000
    app = PaneApp()
    async with app.run_test() as pilot:
        await pilot.pause()
        app.pane.show(Document(text, (), "lines"))
        index = app.pane._index
        assert index is not None
        assert sum(index._measured) <= 3  # what is in sight, nothing else, before `show` returns
        await pilot.press("pagedown")
        assert app.pane.top_offset > 0
        far = text.index("  400000 ")
        app.pane.scroll_to_offset(far)
        await pilot.pause()
        assert lines_of(app.pane)[0].split()[:2] == ["400001", "400000"]
        await pilot.press("up")
        assert app.pane.top_offset < far
        await pilot.press("end")
        assert lines_of(app.pane)[-2].split()[:2] == ["570000", "569999"]
        await app.workers.wait_for_complete()
        await pilot.pause()
        assert app.pane.progress == 1.0
        assert index.complete
        assert app.pane.virtual_size.height == index.total
        assert lines_of(app.pane)[-2].split()[:2] == ["570000", "569999"]
        assert app.pane.scroll_y == app.pane.max_scroll_y
        assert len(app.pane._strips) <= 512
        assert len(index._kept) <= 256


async def test_leaving_does_not_wait_for_the_measuring() -> None:
    app = PaneApp()
    async with app.run_test():
        app.pane.show(Document("漢字 " * 2_000_000, (), "none"))
        index = app.pane._index
    assert index is not None
    assert not index.complete


async def test_one_endless_line_is_wrapped_and_walked() -> None:
    text = "x" * 1_000_000
    app = PaneApp(plain(text, Mark(900_000, 900_004, "found")))
    async with app.run_test() as pilot:
        await pilot.pause()
        assert app.pane.next_mark({"found"}) is not None
        await pilot.pause()
        app.pane._here = None
        app.pane.forget_strips()
        drawn = [cells_like(app.pane, y, "found") for y in range(app.pane.size.height)]
        assert sum(map(len, drawn)) == 4
        await pilot.press("end")
        assert app.pane.bottom_offset == len(text)


@pytest.mark.parametrize("theme", ["textual-dark", "textual-light", "ansi-dark", "ansi-light"])
async def test_every_kind_can_be_read_in_every_theme(theme: str) -> None:
    app = PaneApp(plain("abc", *(Mark(0, 2, kind) for kind in KINDS)))
    async with app.run_test() as pilot:
        app.theme = theme
        await pilot.pause()
        assert lines_of(app.pane)[0] == "✗ abc"
        for name in TextPane.COMPONENT_CLASSES:
            style = app.pane._style_of((name,))
            assert style.color is not None
            assert style.color != style.bgcolor or style.color.is_default, name


async def test_wrap_may_be_chosen_before_the_pane_is_mounted() -> None:
    app = PaneApp(plain("word " * 10))
    app.pane.wrap = False
    async with app.run_test() as pilot:
        await pilot.pause()
        assert lines_of(app.pane)[1] == ""
