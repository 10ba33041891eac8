"""The lines of a call: short where there is room, folded between words where there is not."""

from pathlib import Path

from rich.cells import cell_len

from hermes_tui.core.prompt.startup import inspect
from hermes_tui.core.releases.lookup import get_ruleset
from hermes_tui.core.sessions.session import PlannedCall, PlannedMove, Session, Terms, begin_session
from hermes_tui.core.toolcalls.calls import ToolCall, parse_call
from hermes_tui.tui.presentation.calls import call_row, entries, folded, next_line
from hermes_tui.tui.widgets.styled_line import plain
from support.situations import settings_by, situation
from support.trees import Tree

FILES = {"src/ui/AGENTS.md": "Rules of the screen.\n", "src/app.py": ""}


def session_in(top: Path, *lines: str) -> Session:
    session = begin_session(top, Terms(settings_by(get_ruleset("documented"))))
    for line in lines:
        call = parse_call(line)
        assert isinstance(call, ToolCall)
        session = session.call(call)
    return session


def drawn(session: Session, number: int, width: int, *, is_open: bool = False) -> str:
    startup = inspect(situation(session.working_dir, ruleset=session.terms.ruleset))
    entry = entries(session, startup, {}, look_again=False)[number]
    return plain(call_row(entry, width, is_open=is_open, is_first_hint=False).lines)


def test_a_call_and_its_hint_stand_on_one_line_where_there_is_room(tree: Tree) -> None:
    session = session_in(tree(FILES), "src/ui/a.py", "$ ls src")
    chars = len("\n\n[Subdirectory context discovered: src/ui/AGENTS.md]\nRules of the screen.")
    size = f"+{chars} chars (~{-(-chars // 4)} tokens)"
    assert drawn(session, 1, 100) == (
        f" 1  read_file src/ui/a.py   → src/ui/AGENTS.md  {size}\n"
        "      ✓ src/ui fired ↑ – src no context file ↑ ↺ . already visited"
    )
    assert drawn(session, 2, 100) == (
        ' 2  $ ls src   → nothing: "src" is no path: it has no "/" and no "." in it'
    )
    assert drawn(session, 1, 50) == (
        " 1  read_file src/ui/a.py\n"
        f"    → src/ui/AGENTS.md  {size}\n"
        "      ✓ src/ui fired ↑ – src no context file\n"
        "        ↑ ↺ . already visited"
    )


def test_an_opened_call_tells_each_word_and_directory(tree: Tree) -> None:
    text = drawn(session_in(tree(FILES), "$ cat src/app.py"), 1, 200, is_open=True)
    added = "No context file here. The directory counts as visited: one that is added later is not sent."
    here = "The working directory counts as visited: its files came at the start. The climb ends."
    assert text.splitlines()[1:] == [
        '      · cat  no path: it has no "/" and no "." in it',
        '      ✓ src/app.py  a path: it has a "/" in it',
        f"        – src  no context file: {added}",
        f"        ↺ .  already visited: {here}",
    ]


def test_no_line_is_wider_than_the_pane(tree: Tree) -> None:
    session = session_in(tree(FILES), f"$ cat src/{'長い' * 60}.py {'x' * 300}")
    for width in (20, 37, 80):
        lines = drawn(session, 1, width, is_open=True).splitlines()
        assert max(map(cell_len, lines)) <= width


def test_folding_keeps_every_character() -> None:
    line = (("a bb  ccc", "bold"), (" dddd", ""), ("e" * 30, "muted"))
    rows = list(folded(line, 12, 2))
    assert "".join(plain([row]).strip() for row in rows).replace(" ", "") == "abbcccdddd" + "e" * 30
    assert all(row[0][0].startswith("  ") for row in rows[1:])


def test_calls_that_were_made_keep_their_traps_and_learn_of_changes(tree: Tree) -> None:
    top = tree(FILES)
    session = session_in(top, "src/ui/AGENTS.md")
    startup = inspect(situation(top, ruleset=session.terms.ruleset))
    first = entries(session, startup, {}, look_again=False)
    assert [trap.name for trap in first[1].traps] == ["arrives_twice"]
    (top / "src/ui/AGENTS.md").write_text("Others.")
    again = entries(session, startup, first, look_again=True)
    assert again[1].traps == first[1].traps
    assert again[1].changes == ("src/ui/AGENTS.md has changed since.",)
    assert entries(session, startup, again, look_again=False)[1] is again[1]


def test_the_next_step_is_named_with_how_many_are_left() -> None:
    session = begin_session("/", Terms(settings_by(get_ruleset("documented"))))
    assert next_line(session) == ()
    call = PlannedCall(ToolCall("read_file", {"path": "a/b.py"}))
    move = PlannedMove("cd ../..", Path("/x"))
    assert plain([next_line(session._replace(plan=(move, call)))]) == "s next: cd ../..   2 to go"
    again = call._replace(again=True)
    assert plain([next_line(session._replace(plan=(again,)))]) == "s next (again): read_file a/b.py   1 to go"
