"""The session pane takes calls, shows what each brought, and tells the application."""

import unicodedata
from dataclasses import replace
from pathlib import Path

import pytest
from textual import events, on
from textual.app import App, ComposeResult
from textual.pilot import Pilot
from textual.reactive import reactive
from textual.widgets import OptionList, Static

from hermes_tui.core.settings.settings import find_settings
from hermes_tui.demo import Call, Move, Step
from hermes_tui.tui.jobs.inspect import look
from hermes_tui.tui.main.session.actions import SessionCommands
from hermes_tui.tui.main.session.call_input import CallInput
from hermes_tui.tui.main.session.pane import SessionPane
from hermes_tui.tui.main.session.slot import SessionPlace
from hermes_tui.tui.messages import DirectoryWanted, SessionChanged
from hermes_tui.tui.screens.call import CallScreen
from hermes_tui.tui.state import Inspection, Options
from hermes_tui.tui.text_view.text_view import TextPane
from hermes_tui.tui.widgets.key_bar import KeyLine
from support.running_app import until_true
from support.trees import Files, Tree

FILES: Files = {
    ".git/": "",
    "AGENTS.md": "Root rules.\n",
    "backend/AGENTS.md": "Backend rules.\n",
    "backend/main.py": "",
    "web/AGENTS.md": "Web rules.\n",
    "web/src/AGENTS.md": "Source rules.\n",
    "web/src/ui/AGENTS.md": "Screen rules.\n",
    "web/notes/a.txt": "",
}


class PaneScreen(SessionCommands):
    """A screen with the pane alone."""

    BINDINGS = [(key, f"session_{name}") for key, name in zip("suR:", ("step", "undo", "reset", "type"))]  # noqa: RUF012, B905

    inspection: reactive[Inspection | None] = reactive(None)

    def compose(self) -> ComposeResult:
        yield SessionPlace(self.inspection).data_bind(PaneScreen.inspection)


class PaneApp(App[None]):
    """What the application does for the pane, and nothing else."""

    inspection: reactive[Inspection | None] = reactive(None)

    def __init__(self, directory: Path, *steps: Step) -> None:
        super().__init__()
        settings = find_settings(hermes="documented")
        self.options = Options(directory=directory, settings=settings, session=steps)
        self.set_reactive(PaneApp.inspection, look(self.options))
        self.changes: list[SessionChanged] = []
        self.moves: list[Path] = []

    def get_default_screen(self) -> PaneScreen:
        return PaneScreen().data_bind(inspection=PaneApp.inspection)

    def look(self, directory: Path, release: str = "documented") -> None:
        self.options = replace(self.options, directory=directory, settings=find_settings(hermes=release))
        self.inspection = look(self.options)

    @on(SessionChanged)
    def _changed(self, event: SessionChanged) -> None:
        self.changes.append(event)

    @on(DirectoryWanted)
    def _wanted(self, event: DirectoryWanted) -> None:
        self.moves.append(event.directory)
        self.look(event.directory)

    @property
    def pane(self) -> SessionPane:
        return self.screen_stack[0].query_one(SessionPane)

    @property
    def is_settled(self) -> bool:
        """The pane is there, and has made all its calls."""
        panes = list(self.screen_stack[0].query(SessionPane))
        return bool(panes) and panes[0].is_mounted and not panes[0].is_busy

    @property
    def rows(self) -> list[str]:
        """The calls as they are drawn."""
        return [str(option.prompt) for option in self.pane.query_one("#calls", OptionList).options]

    @property
    def answer(self) -> str:
        return str(self.pane.query_one("#answer-line", Static).content)

    @property
    def ahead(self) -> str:
        return str(self.pane.query_one("#next", Static).content)

    @property
    def labels(self) -> list[list[str]]:
        session = self.pane.session
        return [[hint.label for hint in trace.hints] for trace in session.traces] if session else []


async def settle(pilot: Pilot[None]) -> None:
    """Wait until the pane has made all its calls."""
    app = pilot.app
    assert isinstance(app, PaneApp)
    await pilot.pause()
    await until_true(pilot, lambda: app.is_settled, "the end of the calls")


async def enter(pilot: Pilot[None], line: str) -> None:
    """Type a line and send it off."""
    field = pilot.app.screen_stack[0].query_one(CallInput)
    field.focus()
    field.take(line)
    await pilot.press("enter")
    await settle(pilot)


async def test_a_typed_call_shows_which_rule_it_brings(tree: Tree) -> None:
    app = PaneApp(tree(FILES) / "web")
    async with app.run_test(size=(110, 30)) as pilot:
        await settle(pilot)
        await enter(pilot, "src/ui/a.py")
        assert app.labels == [["src/AGENTS.md", "src/ui/AGENTS.md"]]
        assert " 1  read_file src/ui/a.py   → src/AGENTS.md  +" in app.rows[0]
        assert "→ src/ui/AGENTS.md  +" in app.rows[0]
        assert "⚠ Hermes keeps the directories of one call in no order" in app.rows[0]
        assert app.pane.query_one(CallInput).value == ""
        title = app.screen.query_one(SessionPlace).border_title
        assert str(title).startswith("Session · 1 call · 2 hints · +")


async def test_the_application_hears_which_files_fired(tree: Tree) -> None:
    top = tree(FILES)
    app = PaneApp(top / "web")
    async with app.run_test(size=(110, 30)) as pilot:
        await settle(pilot)
        await enter(pilot, "src/a.py")
        assert app.changes[-1].session.fired == frozenset([top / "web/src/AGENTS.md"])
        assert app.changes[-1].session is app.pane.session
        await enter(pilot, "src/b.py")
        assert "nothing: src was visited before" in app.rows[1]


async def test_that_the_prompt_stays_is_said_once(tree: Tree) -> None:
    app = PaneApp(tree(FILES) / "web")
    async with app.run_test(size=(110, 30)) as pilot:
        await settle(pilot)
        for line in ("$ ls src", "src/a.py", "src/ui/a.py"):
            await enter(pilot, line)
        said = ["the system prompt does not change by a byte" in row for row in app.rows]
        assert said == [False, True, False]


async def test_what_was_probably_meant_is_taken_by_one_key(tree: Tree) -> None:
    app = PaneApp(tree(FILES) / "web")
    async with app.run_test(size=(110, 30)) as pilot:
        await settle(pilot)
        await enter(pilot, "ls backend")
        assert app.rows == []
        assert app.answer == (
            "? This looks like a shell command, and those begin with $. enter takes $ ls backend"
        )
        await pilot.press("enter")
        await settle(pilot)
        assert '$ ls backend   → nothing: "backend" is no path' in app.rows[0]
        assert app.answer == ""


async def test_a_suggestion_is_gone_once_something_else_is_typed(tree: Tree) -> None:
    app = PaneApp(tree(FILES) / "web")
    async with app.run_test(size=(110, 30)) as pilot:
        await settle(pilot)
        await enter(pilot, "ls backend")
        await pilot.press("x", "enter")
        await settle(pilot)
        assert app.rows == []
        assert app.answer.endswith("enter takes $ ls backendx")


async def test_an_error_is_a_sentence_and_the_line_stays(tree: Tree) -> None:
    app = PaneApp(tree(FILES) / "web")
    async with app.run_test(size=(110, 30)) as pilot:
        await settle(pilot)
        await enter(pilot, "read_file 'src/a.py")
        assert app.answer == "! a quote is not closed: ' at column 11"
        assert app.pane.query_one(CallInput).value == "read_file 'src/a.py"
        await enter(pilot, "cd nowhere")
        assert app.answer.startswith("! ")
        assert app.answer.endswith("web/nowhere does not exist, or is no longer there.")


@pytest.mark.parametrize("end", ["\n", "\r", "\r\n"])
async def test_pasting_many_lines_makes_as_many_calls(tree: Tree, end: str) -> None:
    app = PaneApp(tree(FILES) / "web")
    async with app.run_test(size=(110, 30)) as pilot:
        await settle(pilot)
        field = app.pane.query_one(CallInput)
        field.focus()
        lines = [f"notes/{number}.txt" for number in range(8)]
        text = end.join(
            [*lines, "src/a.py", "# a remark", '{"name": "read_file", "arguments": {"path": "src/ui/b"}}']
        )
        field.post_message(events.Paste(text))
        await pilot.pause()
        await settle(pilot)
        assert len(app.rows) == 10
        assert app.labels[-2:] == [["src/AGENTS.md"], ["src/ui/AGENTS.md"]]
        assert field.value == ""


async def test_a_pasted_move_is_a_step_of_the_paste(tree: Tree) -> None:
    top = tree(FILES)
    app = PaneApp(top)
    async with app.run_test(size=(110, 30)) as pilot:
        await settle(pilot)
        field = app.pane.query_one(CallInput)
        field.focus()
        field.post_message(events.Paste("backend/main.py\n$ cat backend/main.py\ncd web\nsrc/a.py\n"))
        await pilot.pause()
        await settle(pilot)
        assert app.moves == [top / "web"]
        assert app.labels == [["src/AGENTS.md"]]
        assert "next" not in app.ahead
        await pilot.press("escape", "u")
        await settle(pilot)
        assert app.ahead == "s next: read_file src/a.py   1 to go"
        await pilot.press("R")
        await settle(pilot)
        assert app.moves == [top / "web", top]
        assert app.ahead == "s next: read_file backend/main.py   4 to go"


@pytest.mark.parametrize("line", ["src/a.py", "src/a\u2028b.py", "src/a\x0bb.py"])
async def test_pasting_one_line_lets_it_be_edited(tree: Tree, line: str) -> None:
    app = PaneApp(tree(FILES) / "web")
    async with app.run_test(size=(110, 30)) as pilot:
        await settle(pilot)
        field = app.pane.query_one(CallInput)
        field.focus()
        field.post_message(events.Paste(f"{line}\r"))
        await pilot.pause()
        assert field.value == line
        assert app.rows == []


async def test_tab_stays_in_a_line_that_has_words_and_leaves_an_empty_one(tree: Tree) -> None:
    app = PaneApp(tree(FILES) / "web")
    async with app.run_test(size=(110, 30)) as pilot:
        await settle(pilot)
        field = app.pane.query_one(CallInput)
        field.focus()
        field.take("nowhere/at/all")
        await pilot.pause()
        await pilot.press("tab", "s")
        assert (field.has_focus, field.value) == (True, "nowhere/at/alls")
        field.take("")
        await enter(pilot, "src/a.py")
        await pilot.press("tab")
        assert not field.has_focus


async def test_a_line_of_a_paste_that_is_no_call_is_named(tree: Tree) -> None:
    app = PaneApp(tree(FILES) / "web")
    async with app.run_test(size=(110, 30)) as pilot:
        await settle(pilot)
        field = app.pane.query_one(CallInput)
        field.focus()
        field.post_message(events.Paste("src/a.py\nls backend\nread_file 'x"))
        await pilot.pause()
        await settle(pilot)
        assert len(app.rows) == 1
        first, second = app.answer.splitlines()
        assert first.startswith("! line 2 is no call: This looks like a shell command, and those begin")
        assert second == "! line 3 is no call: a quote is not closed: ' at column 11"
        field.post_message(events.Paste("\n".join(["ls backend"] * 5)))
        await pilot.pause()
        await settle(pilot)
        assert app.answer.splitlines()[2] == "! and 3 more lines are none"


async def test_undo_and_reset_take_calls_back(tree: Tree) -> None:
    app = PaneApp(tree(FILES) / "web")
    async with app.run_test(size=(110, 30)) as pilot:
        await settle(pilot)
        for line in ("src/a.py", "src/ui/a.py"):
            await enter(pilot, line)
        await pilot.press("escape", "u")
        await settle(pilot)
        assert app.labels == [["src/AGENTS.md"]]
        assert len(app.changes[-1].session.fired) == 1
        await enter(pilot, "src/ui/a.py")
        assert app.labels == [["src/AGENTS.md"], ["src/ui/AGENTS.md"]]
        await pilot.press("escape", "R")
        await settle(pilot)
        assert app.rows == []
        assert app.changes[-1].session.fired == frozenset()


def prepared(top: Path) -> tuple[Step, ...]:
    return (
        Call("read_file src/a.py", "Look at src."),
        Call("read_file ../backend/main.py", "That is outside."),
        Move("cd ..", top, "Now from the root."),
        Call("read_file backend/main.py", "Now it is inside."),
    )


async def test_a_prepared_session_is_stepped_through_by_one_key(tree: Tree) -> None:
    top = tree(FILES)
    app = PaneApp(top / "web", *prepared(top))
    async with app.run_test(size=(110, 30)) as pilot:
        await settle(pilot)
        assert app.ahead == "s next: read_file src/a.py   4 to go"
        for _ in range(2):
            await pilot.press("s")
            await settle(pilot)
        assert "“Look at src.”" in app.rows[0]
        assert "nothing: ../backend is outside the working directory" in app.rows[1]
        await pilot.press("s")
        await settle(pilot)
        assert app.moves == [top]
        assert app.rows == []
        await pilot.press("s")
        await settle(pilot)
        assert app.labels == [["backend/AGENTS.md"]]
        assert app.changes[-1].session.fired == frozenset([top / "backend/AGENTS.md"])
        assert not app.ahead


async def test_what_was_said_at_the_end_is_gone_once_it_is_no_longer_so(tree: Tree) -> None:
    app = PaneApp(tree(FILES) / "web", Call("read_file src/a.py", ""))
    async with app.run_test(size=(110, 30)) as pilot:
        await settle(pilot)
        for _ in range(2):
            await pilot.press("s")
            await settle(pilot)
        assert ["All prepared calls are made" in str(said.message) for said in app._notifications] == [True]
        await pilot.press("u")
        await settle(pilot)
        assert app.ahead == "s next: read_file src/a.py   1 to go"
        assert list(app._notifications) == []


async def test_steps_go_back_over_the_move_too(tree: Tree) -> None:
    top = tree(FILES)
    app = PaneApp(top / "web", *prepared(top))
    async with app.run_test(size=(110, 30)) as pilot:
        await settle(pilot)
        for _ in range(4):
            await pilot.press("s")
            await settle(pilot)
        await pilot.press("u")
        await settle(pilot)
        await pilot.press("u")
        await settle(pilot)
        assert app.moves == [top, top / "web"]
        assert app.labels == [["src/AGENTS.md"], []]
        await pilot.press("R")
        await settle(pilot)
        assert app.ahead.endswith("4 to go")


async def test_after_another_directory_was_chosen_the_same_calls_are_offered(tree: Tree) -> None:
    top = tree(FILES)
    app = PaneApp(top / "web")
    async with app.run_test(size=(110, 30)) as pilot:
        await settle(pilot)
        await enter(pilot, "$ cat backend/main.py")
        app.look(top)
        await settle(pilot)
        assert app.rows == []
        assert app.ahead == "s next (again): $ cat backend/main.py   1 to go"
        await pilot.press("escape", "s")
        await settle(pilot)
        assert app.labels == [["backend/AGENTS.md"]]
        assert app.moves == []


async def test_cd_moves_the_working_directory(tree: Tree) -> None:
    top = tree(FILES)
    app = PaneApp(top / "web")
    async with app.run_test(size=(110, 30)) as pilot:
        await settle(pilot)
        await enter(pilot, "cd ../backend")
        assert app.moves == [top / "backend"]
        assert app.pane.session is not None
        assert app.pane.session.working_dir == top / "backend"


async def test_calls_keep_their_result_when_a_file_changes(tree: Tree) -> None:
    top = tree(FILES)
    app = PaneApp(top / "web")
    async with app.run_test(size=(110, 30)) as pilot:
        await settle(pilot)
        await enter(pilot, "src/a.py")
        (top / "web/src/AGENTS.md").write_text("Other rules.\n")
        app.look(top / "web")
        await settle(pilot)
        assert app.labels == [["src/AGENTS.md"]]
        assert "Δ src/AGENTS.md has changed since. The result above stays" in app.rows[0]


async def test_another_release_makes_the_same_calls(tree: Tree) -> None:
    top = tree({**FILES, "web/vendor/AGENTS.md": "Foreign rules.\n"})
    app = PaneApp(top / "web")
    async with app.run_test(size=(110, 30)) as pilot:
        await settle(pilot)
        await enter(pilot, "vendor/a.py")
        assert app.labels == [[]]
        app.look(top / "web", "0.19")
        await settle(pilot)
        assert app.labels == [["vendor/AGENTS.md"]]
        assert "→ vendor/AGENTS.md  +" in app.rows[0]


async def test_a_call_is_opened_with_its_text_beside_the_file(tree: Tree) -> None:
    app = PaneApp(tree(FILES) / "web")
    async with app.run_test(size=(110, 30)) as pilot:
        await settle(pilot)
        await enter(pilot, "src/ui/a.py")
        await pilot.press("escape", "enter")
        await pilot.pause()
        screen = app.screen
        assert isinstance(screen, CallScreen)
        disk, sent = screen.query_one("#disk", TextPane), screen.query_one("#sent", TextPane)
        session = app.pane.session
        assert session is not None
        assert sent.document is not None
        assert sent.document.text == session.traces[0].text
        assert disk.document is not None
        assert disk.document.text == "Source rules.\n"
        keys = str(screen.query_one(KeyLine).render())
        assert "] next file" in keys
        assert "tab on disk" in keys
        await pilot.press("right_square_bracket")
        assert screen.query_one("#disk", TextPane).document is not None
        assert disk.document.text == "Screen rules.\n"
        await pilot.press("escape")
        await pilot.pause()
        assert not isinstance(app.screen, CallScreen)


async def test_a_call_with_one_file_offers_no_other(tree: Tree) -> None:
    app = PaneApp(tree(FILES) / "web")
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        await enter(pilot, "src/a.py")
        await pilot.press("escape", "enter")
        await pilot.pause()
        assert isinstance(app.screen, CallScreen)
        keys = str(app.screen.query_one(KeyLine).render())
        assert "next file" not in keys
        assert "tab on disk" in keys
        await pilot.press("tab")
        assert app.screen.query_one("#disk").has_focus


async def test_a_call_that_brought_nothing_opens_its_details(tree: Tree) -> None:
    app = PaneApp(tree(FILES) / "web")
    async with app.run_test(size=(110, 30)) as pilot:
        await settle(pilot)
        await enter(pilot, "$ ls -la src")
        await pilot.press("escape", "enter")
        assert "-la  no path: it begins with -, like an option" in app.rows[0]
        await pilot.press("d")
        assert "-la  no path" not in app.rows[0]


async def test_history_and_completion_work_while_typing(tree: Tree) -> None:
    app = PaneApp(tree(FILES) / "web")
    async with app.run_test(size=(110, 30)) as pilot:
        await settle(pilot)
        await enter(pilot, "src/a.py")
        field = app.pane.query_one(CallInput)
        await pilot.press("up")
        assert field.value == "src/a.py"
        await pilot.press("down")
        assert field.value == ""
        await pilot.press(*"src/u")
        await until_true(pilot, lambda: field._suggestion, "a suggestion")
        await pilot.press("tab")
        assert field.value == "src/ui/"


async def test_hostile_names_and_calls_reach_no_terminal(tree: Tree) -> None:
    evil = "\x1b]52;c;UFdO\x07\u202e[/] [@click=app.quit]x[/] [b + x"
    app = PaneApp(tree({**FILES, f"web/{evil}/AGENTS.md": f"Rules {evil}\n"}) / "web")
    async with app.run_test(size=(110, 30)) as pilot:
        await settle(pilot)
        for line in (
            f"read_file '{evil}/a.py'",
            f"cd '{evil}x'",
            f"{evil} {evil}",
            f"$ cat '{evil}/AGENTS.md'",
        ):
            await enter(pilot, line)
        await pilot.press("escape", "up", "enter")
        await pilot.pause()
        for screen in app.screen_stack:
            text = "".join(segment.text for strip in screen._compositor.render_strips() for segment in strip)
            assert not [sign for sign in text if unicodedata.category(sign) in ("Cc", "Cf", "Cs", "Zl", "Zp")]
