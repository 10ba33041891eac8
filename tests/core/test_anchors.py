"""Hints may count from another directory than the prompt starts in (sessions.md section 4)."""

import json
from pathlib import Path

import pytest

from hermes_tui.cli import main
from hermes_tui.core.filesystem.disk import Disk
from hermes_tui.core.hints.trace import Outcome
from hermes_tui.core.hints.tracker import HintTracker, NoCall, call_that_brings
from hermes_tui.core.sessions.file import read_line, read_session, write_session
from hermes_tui.core.sessions.session import PlannedMove, Session, Terms, begin_session
from hermes_tui.core.situation import Situation
from hermes_tui.core.toolcalls.calls import ToolCall
from support.hint_trackers import called
from support.situations import settings_by
from support.trees import Tree

pytestmark = pytest.mark.usefixtures("no_hermes_here")

FILES = {
    ".git/HEAD": "",
    "AGENTS.md": "root rules",
    "api/AGENTS.md": "api rules",
    "web/AGENTS.md": "web rules",
    "web/src/AGENTS.md": "source rules",
}


@pytest.fixture
def root(tree: Tree) -> Path:
    return tree(FILES)


def anchored(root: Path, release: str = "0.21.5") -> Situation:
    """The prompt starts in the root, hints count from ``web``."""
    return Situation(root, settings_by(release, home=root / "nobody"), Disk(), root / "web")


def test_paths_are_looked_for_from_there_and_rules_come_only_from_below(root: Path) -> None:
    tracker = HintTracker(anchored(root))
    assert [hint.label for hint in tracker.check(called("src/x.py")).hints] == ["src/AGENTS.md"]
    assert tracker.check(called("web/src/x.py")).hints == ()
    outside, *_ = tracker.check(called(str(root / "api" / "x.py"))).visits
    assert outside.outcome is Outcome.OUTSIDE


def test_the_rules_of_that_directory_itself_come_neither_way(root: Path) -> None:
    situation = anchored(root)
    (visit,) = HintTracker(situation).check(called("x.py")).visits
    said = "The tracker takes its files for sent, and the prompt starts elsewhere: they come neither way."
    assert said in visit.reason
    answer = call_that_brings(root / "web" / "AGENTS.md", situation)
    assert isinstance(answer, NoCall)
    assert said in answer.reason
    same = call_that_brings(root / "web" / "AGENTS.md", situation._replace(cwd=root / "web"))
    assert isinstance(same, NoCall)
    assert "what is there comes at the start" in same.reason


def test_after_a_rebinding_the_same_holds(root: Path) -> None:
    tracker = HintTracker(anchored(root, "0.22.2")._replace(anchor=None))
    assert tracker.rebind(root / "web").moved
    (visit,) = tracker.check(called("x.py")).visits
    assert "they come neither way" in visit.reason


# ── a line of a session ──


def session(root: Path, text: str) -> Session:
    found = read_session(text, root)
    assert not found.skipped
    return begin_session(root, Terms(settings_by("0.21.5", home=root / "nobody")), plan=found.plan).to_end()


def test_a_line_of_a_session_says_where_hints_count_from(root: Path) -> None:
    done = session(root, "web/src/x.py\nanchor web\nsrc/x.py\n")
    first, second = done.legs
    assert first.started_in == second.started_in == root
    assert (first.working_dir, second.working_dir) == (root, root / "web")
    assert [hint.label for trace in second.traces for hint in trace.hints] == ["src/AGENTS.md"]


def test_it_is_written_as_it_is_read(root: Path) -> None:
    text = "anchor web\nread_file src/x.py\ncd api\nread_file ../web/src/y.py\nanchor 'with blanks'\n"
    (root / "with blanks").mkdir()
    written = write_session(session(root, text.replace("'with", "'../with")))
    assert written.splitlines() == [
        "anchor web",
        "read_file src/x.py",
        "cd api",
        "read_file ../web/src/y.py",
        "anchor '../with blanks'",
    ]


@pytest.mark.parametrize("line", ["anchor path=web", "anchor", "anchor a b"])
def test_what_only_looks_like_it_is_a_call(line: str, root: Path) -> None:
    assert not isinstance(read_line(line, root), PlannedMove)


def test_another_release_keeps_it(root: Path) -> None:
    done = session(root, "anchor web\nsrc/x.py\n")
    under = done.under(done.terms._replace(settings=settings_by("0.13", home=root / "nobody")))
    assert under.working_dir == root / "web"
    assert under.terms.ruleset.name == "0.13.0"


def test_taking_it_back_offers_it_again(root: Path) -> None:
    done = session(root, "anchor web\n")
    back = done.undo()
    assert back.working_dir == root
    assert [step.line for step in back.plan] == ["anchor web"]
    assert back.forward().working_dir == root / "web"
    again = done.call(ToolCall("read_file", {"path": "src/x.py"})).reset()
    assert (again.working_dir, [step.line for step in again.plan]) == (root, ["anchor web"])


# ── the commands ──


def answer(capsys: pytest.CaptureFixture[str], *words: str | Path) -> tuple[int, str, str]:
    status = main([str(word) for word in words])
    said = capsys.readouterr()
    return status, said.out, said.err


def test_why_explains_it_where_the_two_differ(capsys: pytest.CaptureFixture[str], root: Path) -> None:
    asked = ("why", "api rules", root, "--hermes", "0.21.5", "--hints-from")
    status, text, _ = answer(capsys, *asked, root / "web")
    assert status == 1
    assert f"not sent: hints count from {root / 'web'}, it lies outside that directory" in text
    assert f"Seen: the prompt starts in {root}, and hints count from {root / 'web'}:" in text
    assert "from 0.22.2 on hints follow the directory of a session" in text
    _, text, _ = answer(capsys, *asked, root)
    assert "Seen: the prompt starts in" not in text


def test_show_and_session_say_where_hints_count_from(
    capsys: pytest.CaptureFixture[str], root: Path, tmp_path: Path
) -> None:
    calls = tmp_path / "calls.txt"
    calls.write_text("src/x.py\n")
    where = (root, "--hermes", "0.21.5", "--hints-from", root / "web")
    _, text, _ = answer(capsys, "show", *where)
    assert text.splitlines()[0].endswith(f" · hints count from {root / 'web'}")
    assert "→ by hint         web/src/AGENTS.md" in text
    _, text, _ = answer(capsys, "show", *where, "--json")
    assert json.loads(text)["hints_from"] == str(root / "web")
    _, text, _ = answer(capsys, "session", calls, *where)
    assert text.splitlines()[0] == f"Session in {root} · hints count from {root / 'web'} · rules: 0.21.5"
    assert "→ src/AGENTS.md" in text
    _, text, _ = answer(capsys, "session", calls, *where, "--json")
    assert json.loads(text)["sessions"][0]["hints_from"] == str(root / "web")


@pytest.mark.parametrize("command", [["show"], ["why", "x"]])
def test_a_directory_that_is_not_there_is_bad_input(
    capsys: pytest.CaptureFixture[str], root: Path, command: list[str]
) -> None:
    status, _, said = answer(capsys, *command, root, "--hints-from", root / "nope")
    assert status == 2
    assert said.startswith("hermes-tui: there is no directory")


def test_a_line_with_a_directory_that_is_not_there_is_bad_input(
    capsys: pytest.CaptureFixture[str], root: Path, tmp_path: Path
) -> None:
    calls = tmp_path / "calls.txt"
    calls.write_text("anchor nope\n")
    status, _, said = answer(capsys, "session", calls, root)
    assert status == 2
    assert "line 1: there is no directory" in said
