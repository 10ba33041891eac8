"""Recorded sessions are listed, filtered, replayed, mapped, and taken over into the session pane."""

import json
import re
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from textual.pilot import Pilot

from hermes_tui.core.recordings.replay import replay
from hermes_tui.tui.app import Inspector
from hermes_tui.tui.jobs import replay as replay_job
from hermes_tui.tui.main.screen import MainScreen
from hermes_tui.tui.main.session.pane import SessionPane
from hermes_tui.tui.screens.replay import ReplayScreen
from hermes_tui.tui.widgets.line_list import LineList
from support.running_app import app_on, screen_text, until, with_home
from support.state_databases import Recorder
from support.trees import Tree

FILES = {
    ".git/": "",
    "AGENTS.md": "root rules\n",
    "a/AGENTS.md": "a rules\n",
    "b/AGENTS.md": "b rules\n",
}


@pytest.fixture
def root(tree: Tree) -> Path:
    """A tree with two recorded sessions: one in it, one in a directory that is gone."""
    root = tree(FILES)
    recorder = Recorder(root / "no-hermes-home" / "state.db")
    prompt = (
        "You are Hermes.\n\n# Project Context\n\nThe following project context files have been loaded and "
        f"should be followed:\n\n## AGENTS.md\n\nolder rules\n\nCurrent working directory: {root}\n"
    )
    recorder.session("20961002_000001_aaaaaa", cwd=root, prompt=prompt, title="Mend the build").user()
    recorder.call("read_file", {"path": "a/x.py"}, ("a/AGENTS.md", "a rules"))
    recorder.call("read_file", {"path": "gone/x.py"}, ("gone/AGENTS.md", "gone"))
    recorder.call("terminal", {"command": "ls b/"}, ("b/AGENTS.md", "b rules"))
    recorder.clock += 1_000
    recorder.session("20961002_000002_bbbbbb", cwd="/gone/repo", title="Elsewhere [b]").user()
    recorder.call("read_file", {"path": "a/x.py"}, ("a/AGENTS.md", "a rules"))
    recorder.close()
    return root


def count(pilot: Pilot[int]) -> int:
    return pilot.app.screen.query_one(LineList)._count


async def opened(pilot: Pilot[int], typed: str, said: str) -> str:
    """The replay of the session that *typed* finds."""
    await until(pilot, "Context files")
    await pilot.press("o")
    await until(pilot, "recorded session")
    await pilot.press(*typed)
    await pilot.press("enter")
    return await until(pilot, said)


def shows(text: str, before: str, path: Path) -> bool:
    """The path stands behind these words; the middle of a long one is left out."""
    whole = str(path)
    shortened = rf"{re.escape(whole[:8])}\S*…\S*{re.escape(whole[-8:])}"
    return re.search(f"{re.escape(before)}(?:{re.escape(whole)}|{shortened})", text) is not None


async def test_sessions_are_listed_the_newest_first_and_filtered_as_one_types(root: Path) -> None:
    app = app_on(root)
    async with app.run_test(size=(100, 30)) as pilot:
        await until(pilot, "Context files")
        await pilot.press("o")
        text = await until(pilot, "2 recorded sessions in 1 file")
        assert text.index("Elsewhere [b]") < text.index("Mend the build")
        await pilot.press(*"build")
        text = await until(pilot, "1 of 2 recorded sessions")
        assert "Elsewhere" not in text
        assert shows(text, "", root)
        await pilot.press("ctrl+u", *"nothing")
        await until(pilot, "0 of 2 recorded sessions")
        await pilot.press("enter", "escape")
        await pilot.pause()
        assert isinstance(app.screen, MainScreen)


async def test_the_arrows_move_in_the_list_while_the_filter_has_the_focus(root: Path) -> None:
    app = app_on(root)
    async with app.run_test(size=(100, 30)) as pilot:
        await until(pilot, "Context files")
        await pilot.press("o")
        await until(pilot, "2 recorded sessions")
        await pilot.press("down")
        await until(pilot, "session  20961002_000001_aaaaaa")
        await pilot.press("up", "pagedown", "pageup")
        await until(pilot, "session  20961002_000002_bbbbbb")


async def test_enter_is_offered_only_where_there_is_a_session(root: Path) -> None:
    async with app_on(root).run_test(size=(110, 40)) as pilot:
        await until(pilot, "Context files")
        await pilot.press("o")
        assert "enter replay" in footer(await until(pilot, "2 recorded sessions"))
        await pilot.press(*"zzz")
        await until(pilot, "0 of 2 recorded sessions")
        await pilot.pause()
        assert footer(screen_text(pilot)) == ["escape back"]


async def test_a_replay_taken_over_says_whose_rules_apply(root: Path) -> None:
    async with app_on(root).run_test(size=(110, 40), notifications=True) as pilot:
        await opened(pilot, "build", "2 of 3 calls agree")
        await pilot.press("s")
        await until(pilot, "By the rules of documented;")


async def test_without_a_recording_it_says_where_it_looked(tree: Tree) -> None:
    app = app_on(tree({".git/": "", "AGENTS.md": "x"}))
    async with app.run_test(size=(100, 30)) as pilot:
        await until(pilot, "Context files")
        await pilot.press("o")
        await until(pilot, "No state.db in HERMES_HOME, ~/.hermes or a profile")
        await pilot.press("enter")
        assert screen_text(pilot)


async def test_an_export_is_opened_by_its_path(root: Path, tmp_path: Path) -> None:
    calls = [{"id": "c1", "function": {"name": "read_file", "arguments": json.dumps({"path": "a/x.py"})}}]
    hint = "{}\n\n[Subdirectory context discovered: a/AGENTS.md]\na rules"
    exported = {
        "id": "exported",
        "title": "From a friend",
        "cwd": str(root),
        "messages": [
            {"role": "user", "content": "go"},
            {"role": "assistant", "content": "", "tool_calls": calls},
            {"role": "tool", "content": hint, "tool_call_id": "c1", "tool_name": "read_file"},
        ],
    }
    (root / "out.jsonl").write_text(f"{json.dumps(exported)}\n")
    app = app_on(root)
    async with app.run_test(size=(110, 40)) as pilot:
        await until(pilot, "Context files")
        await pilot.press("o")
        await until(pilot, "2 recorded sessions")
        await pilot.press(*"./out.jsonl")
        await until(pilot, "0 of 2 recorded sessions")
        await pilot.press("enter")
        text = await until(pilot, "3 recorded sessions in 2 files")
        assert text.index("From a friend") < text.index("Elsewhere")
        await pilot.press("enter")
        await until(pilot, "1 of 1 call agrees")


async def test_a_path_that_leads_nowhere_is_said(root: Path) -> None:
    app = app_on(root)
    async with app.run_test(size=(160, 40)) as pilot:
        await until(pilot, "Context files")
        await pilot.press("o")
        await until(pilot, "2 recorded sessions")
        await pilot.press(*"./none.jsonl", "enter")
        await until(pilot, "none.jsonl cannot be read")


async def test_a_database_that_cannot_be_read_is_said(tree: Tree) -> None:
    root = tree({".git/": "", "AGENTS.md": "x", "no-hermes-home/state.db": "no database"})
    app = app_on(root)
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, "Context files")
        await pilot.press("o")
        await until(pilot, "it is encrypted")  # the end of the sentence, whatever the path


async def test_a_replay_shows_both_sets_the_cause_and_the_stored_prompt(root: Path) -> None:
    app = app_on(root)
    async with app.run_test(size=(110, 40)) as pilot:
        text = await opened(pilot, "build", "2 of 3 calls agree")
        assert "≠ The session still runs on the AGENTS.md of " in text
        assert "≠     2  read_file gone/x.py → -gone/AGENTS.md" in text
        await pilot.press("n")
        await until(pilot, "cause (not there any more): gone/AGENTS.md was sent then")
        await pilot.press("d")
        await until(pilot, "1 call · only what differs or has a note")
        await pilot.press("d", "N", "N")
        await until(pilot, "3 calls")


async def test_the_stored_prompt_stands_beside_what_would_load_today(root: Path) -> None:
    app = app_on(root)
    async with app.run_test(size=(110, 40)) as pilot:
        await opened(pilot, "build", "2 of 3 calls agree")
        await pilot.press("p")
        text = await until(pilot, "A session started now")
        assert "≠ AGENTS.md  another text now" in text
        text = await until(pilot, "older rules")
        assert "root rules" in text
        await pilot.press("escape", "escape", "escape")
        await pilot.pause()
        assert isinstance(app.screen, MainScreen)


async def test_where_the_tree_is_gone_one_key_replays_it_here(root: Path) -> None:
    app = app_on(root)
    async with app.run_test(size=(110, 40), notifications=True) as pilot:
        text = await opened(pilot, "elsewhere", "0 of 1 call agree")
        assert "There is no /gone/repo here. m replays it" in text
        await pilot.press("p")  # no context files are stored: nothing to show
        await pilot.press("s")
        await until(pilot, "It cannot be taken over")
        await pilot.press("m")
        text = await until(pilot, "1 of 1 call agrees")
        assert shows(text, "/gone/repo, now ", root)
        await pilot.press("m")
        await until(pilot, "0 of 1 call agree")


async def test_a_recording_that_names_no_directory_is_replayed_here_by_one_key(root: Path) -> None:
    recorder = Recorder(root / "no-hermes-home" / "profiles" / "p" / "state.db")
    prompt = "You are Hermes.\n\n# Project Context\n\n## AGENTS.md\n\nolder rules\n\n"
    recorder.session("20961003_000001_cccccc", cwd="", prompt=prompt, title="Nowhere").user()
    recorder.call("read_file", {"path": "a/x.py"}, ("a/AGENTS.md", "a rules"))
    recorder.close()
    app = app_on(root)
    async with app.run_test(size=(110, 40), notifications=True) as pilot:
        text = await opened(pilot, "nowhere", "in which directory it ran. m replays it in")
        assert "--map" not in text
        assert footer(text) == ["escape back", "m here", "? help", "q quit"]
        for key in "ndps":
            await pilot.press(key)
        assert isinstance(app.screen, ReplayScreen)
        await pilot.press("m")
        text = await until(pilot, "1 of 1 call agrees")
        assert shows(text, "anchor  ", root)
        assert ", now " not in text.splitlines()[1]
        keys = ["n next", "d differences", "s take over", "p its prompt"]
        assert footer(text) == ["escape back", *keys, "? help", "q quit"]
        await pilot.press("m")  # there is no way back to where nobody knows
        await until(pilot, "1 of 1 call agrees")


def footer(text: str) -> list[str]:
    """The keys that the last line offers."""
    return text.splitlines()[-1].strip().split("   ")


async def test_a_recorded_session_is_taken_over_as_planned_calls(root: Path) -> None:
    app = Inspector(with_home(root / "a", root / "no-hermes-home"))
    async with app.run_test(size=(110, 40), notifications=True) as pilot:
        await opened(pilot, "build", "2 of 3 calls agree")
        await pilot.press("s")
        await until(pilot, "s next: read_file a/x.py   3 to go")
        assert isinstance(app.screen, MainScreen)
        await until(pilot, "3 calls are offered")
        await pilot.press("E")
        await until(pilot, "Session · 3 calls · 2 hints")
        pane = app.screen.query_one(SessionPane)
        assert pane.session is not None
        assert pane.session.started_in == root


async def test_a_long_replay_shows_how_far_it_is_and_can_be_left(
    root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    goes_on, is_closed = threading.Event(), threading.Event()
    real = replay

    def slow(*args: object, **options: object) -> Iterator[object]:
        try:
            for number, event in enumerate(real(*args, **options)):  # type: ignore[arg-type]
                if number == 2:
                    goes_on.wait(10)
                yield event
        finally:
            is_closed.set()

    monkeypatch.setattr(replay_job, "replay", slow)
    monkeypatch.setattr(replay_job, "PAUSE", -1.0)
    app = app_on(root)
    async with app.run_test(size=(110, 40)) as pilot:
        text = await opened(pilot, "build", " rows · 1 calls · escape leaves")
        assert "█" in text
        await pilot.press("escape")
        await pilot.pause()
        assert not isinstance(app.screen, ReplayScreen)
        goes_on.set()
        assert is_closed.wait(5)


async def test_what_is_recorded_cannot_act_on_the_terminal(tree: Tree) -> None:
    root = tree(FILES)
    recorder = Recorder(root / "no-hermes-home" / "state.db")
    recorder.session("evil\x1b[2J", cwd=root, title="\x1b]52;c;x\x07 [/b] [@click=app.quit]x[/]", model="[/]")
    recorder.user().call("read_file", {"path": "\x1b[2J[/]"}, ("\x1b[31m[/]/AGENTS.md", "x")).close()
    app = app_on(root)
    async with app.run_test(size=(110, 40)) as pilot:
        await opened(pilot, "evil", "0 of 1 call agree")
        text = screen_text(pilot)
        assert "\x1b" not in text
        assert "[@click=app.quit]" in text


async def test_an_export_of_many_calls_is_scrolled_to_its_end(root: Path) -> None:
    recorder = Recorder(root / "no-hermes-home" / "profiles" / "work" / "state.db")
    recorder.session("long", cwd=root, title="Long one").user()
    recorder.connection.execute("BEGIN")
    for number in range(3_000):
        (name,) = recorder.request(("read_file", {"path": f"b/{number}.py"}))
        recorder.result(name, "read_file", json.dumps({"content": "x"}))
    recorder.connection.execute("COMMIT")
    recorder.close()
    app = app_on(root)
    async with app.run_test(size=(110, 40)) as pilot:
        await opened(pilot, "long", "2,999 of 3,000 calls agree")
        await pilot.press("end")
        await until(pilot, "3000  read_file b/2999.py")
        await pilot.press("home")
        await until(pilot, "   1  read_file b/0.py → +b/AGENTS.md")
        await pilot.click("#replayed", offset=(10, 3))
        assert app.screen.query_one(LineList).cursor == 2
