"""``hermes-tui session``: calls from a file or standard input, told as text or JSON."""

import io
import json
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from hermes_tui.cli import main
from support.trees import Tree

pytestmark = pytest.mark.usefixtures("no_hermes_here")

FILES = {
    ".git/": "",
    "AGENTS.md": "Root rules.\n",
    "a/AGENTS.md": "Rules of a.\n",
    "a/src/AGENTS.md": "Source rules.\n",
}


def answer(capsys: pytest.CaptureFixture[str], *words: str | Path) -> tuple[int, str, str]:
    status = main([str(word) for word in words])
    said = capsys.readouterr()
    return status, said.out, said.err


@pytest.fixture
def root(tree: Tree) -> Path:
    return tree(FILES)


def typed(monkeypatch: pytest.MonkeyPatch, text: str | bytes) -> None:
    data = text if isinstance(text, bytes) else text.encode()
    monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=io.BytesIO(data), isatty=lambda: False))


def test_every_call_is_told_then_the_timeline_and_what_is_in_force(
    capsys: pytest.CaptureFixture[str], root: Path, tmp_path: Path
) -> None:
    calls = tmp_path / "calls.txt"
    calls.write_text(
        '# look\n\na/src/x.py\n{"name": "read_file", "arguments": {"path": "a/y.py"}}\n/new\na/z.py\n'
    )
    status, text, _ = answer(capsys, "session", calls, root)
    assert status == 0
    for line in (
        "  1  read_file a/src/x.py",
        "  2  read_file a/y.py",
        "     → nothing: a was visited before",
        "  ·  /new",
        "3 calls · 2 hints · +",
        "Timeline",
        "In force now: ",
        "Gone, and no call brings it again:",
        "  ◌ a/src/AGENTS.md  came with call 1, gone with /new",
    ):
        assert f"\n{line}" in text


def test_standard_input_serves_as_well_and_a_move_begins_another_session(
    capsys: pytest.CaptureFixture[str], root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    typed(monkeypatch, "a/x.py\ncd a\nsrc/x.py\n")
    status, text, _ = answer(capsys, "session", "-", root, "--json")
    assert status == 0
    assert text.isascii()
    first, second = json.loads(text)["sessions"]
    assert (first["cwd"], second["cwd"]) == (str(root), str(root / "a"))
    assert [hint["label"] for call in first["calls"] for hint in call["hints"]] == ["a/AGENTS.md"]
    assert [hint["label"] for call in second["calls"] for hint in call["hints"]] == ["src/AGENTS.md"]
    assert second["timeline"]["moments"][0]["files"][0]["label"] == "../AGENTS.md"


def test_another_release_answers_by_its_rules(
    capsys: pytest.CaptureFixture[str], root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    typed(monkeypatch, "$ cd a\n")
    assert "→ a/AGENTS.md" in answer(capsys, "session", "-", root, "--hermes", "0.22.2")[1]
    typed(monkeypatch, "$ cd a\n")
    assert "→ nothing" in answer(capsys, "session", "-", root, "--hermes", "0.19")[1]


def test_every_bad_line_is_named_on_a_line_of_its_own(
    capsys: pytest.CaptureFixture[str], root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    typed(monkeypatch, "a/x.py\n" * 40 + "hello\nls a\n" + "\x1bx\n" * 30)
    status, _, complaint = answer(capsys, "session", "-", root)
    assert status == 2
    head, second, third, *others, last = complaint.splitlines()
    assert head == "hermes-tui: standard input is no session: 32 lines are no calls"
    assert second.startswith("  line 41: A path alone needs a / or a dot in it")
    assert third.startswith("  line 42: ls is a shell command") or third.startswith("  line 42: This looks")
    assert len(others) == 18
    assert "\x1b" not in complaint
    assert last == "  and 12 more lines"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("a/x.py\nhello\n", "line 2: A path alone needs a / or a dot in it"),
        ("\n\ncd nowhere\n", "line 3: there is no directory "),
        ('{"name": "read_file"\n', "line 1: "),
        (b"a/x.py\n\xff\xfe", "is not UTF-8: line 2, byte 7"),
    ],
)
def test_bad_input_is_named_with_its_line(
    capsys: pytest.CaptureFixture[str],
    root: Path,
    monkeypatch: pytest.MonkeyPatch,
    text: str | bytes,
    said: str,
) -> None:
    typed(monkeypatch, text)
    status, out, complaint = answer(capsys, "session", "-", root)
    assert (status, out) == (2, "")
    assert said in complaint


def test_a_file_of_another_kind_is_said_to_be_one_and_few_lines_are_named(
    capsys: pytest.CaptureFixture[str], root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    typed(monkeypatch, "word\n" * 100)
    complaint = answer(capsys, "session", "-", root)[2]
    head, *lines, last = complaint.splitlines()
    assert head == "hermes-tui: standard input is probably no session file: 100 lines are no calls"
    assert (len(lines), last) == (3, "  and 97 more lines")


@pytest.mark.parametrize("place", ["missing.txt", ""])
def test_a_file_that_cannot_be_read_is_a_sentence(
    capsys: pytest.CaptureFixture[str], root: Path, tmp_path: Path, place: str
) -> None:
    status, _, complaint = answer(capsys, "session", tmp_path / place, root)
    assert status == 2
    assert "cannot be read: " in complaint


def test_an_empty_file_is_a_session_without_calls(
    capsys: pytest.CaptureFixture[str], root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    typed(monkeypatch, "")
    status, text, _ = answer(capsys, "session", "-", root)
    assert status == 0
    assert "\n0 calls · 0 hints\n" in text


def test_without_a_terminal_the_inspector_prints_the_session_of_its_option(
    capsys: pytest.CaptureFixture[str], root: Path, tmp_path: Path
) -> None:
    calls = tmp_path / "calls.txt"
    calls.write_text("a/x.py\n")
    status, text, _ = answer(capsys, root, "--session", calls)
    assert status == 0
    assert "  1  read_file a/x.py" in text


def test_a_replay_that_cannot_be_is_bad_input(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    status, _, complaint = answer(capsys, "replay", "--db", tmp_path / "no.db")
    assert status == 2
    assert complaint.startswith("hermes-tui: ")


def test_nothing_in_a_session_can_act_on_a_terminal(
    capsys: pytest.CaptureFixture[str], tree: Tree, monkeypatch: pytest.MonkeyPatch
) -> None:
    top = tree({".git/": "", "e\x1b[2J/AGENTS.md": "rules"})
    typed(monkeypatch, 'read_file {"path": "e\\u001b[2J/x.py"}\n/rebind "e\x1b[2J"\n')
    assert "\x1b" not in answer(capsys, "session", "-", top)[1]
