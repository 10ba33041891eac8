"""Two releases in one directory: what rules.md says that changes between them."""

import json
from pathlib import Path

import pytest

from hermes_tui.cli import main
from hermes_tui.core.comparison.compare import compare_releases
from hermes_tui.core.filesystem.disk import Disk
from hermes_tui.core.reports.comparison import comparison_json, comparison_text
from hermes_tui.core.sessions.events import read_event
from hermes_tui.core.sessions.steps import PlannedCall, PlannedEvent
from hermes_tui.core.situation import Situation
from hermes_tui.core.toolcalls.calls import ToolCall
from support.situations import situation
from support.trees import Tree
from support.why_questions import settings_for


def test_a_shadowed_claude_md_is_told_with_both_reasons(tree: Tree) -> None:
    root = tree({".git/": "", "AGENTS.md": "root rule", "app/CLAUDE.md": "app rule"})
    comparison = compare_releases(
        Situation(root / "app", settings_for("0.19"), Disk()), settings_for("0.19"), settings_for("0.20.1")
    )
    lines = list(comparison_text(comparison))
    assert lines[1:3] == [
        "0.19.0: 1 sent · 1 not read · 119 characters",
        "0.20.1: 1 sent · 1 shadowed · 123 characters",
    ]
    at = lines.index("CLAUDE.md: ✓ sent → ○ shadowed")
    assert lines[at + 1] == "    0.19.0: Sent whole."
    assert lines[at + 2].startswith("    0.20.1: Not sent: ../AGENTS.md was found first")
    assert "    CLAUDE.md: 22 characters → nothing" in lines
    assert "    ../AGENTS.md: nothing → 26 characters" in lines


def test_what_did_not_change_is_said(tree: Tree) -> None:
    root = tree({"AGENTS.md": "use tabs"})
    comparison = compare_releases(
        Situation(root, settings_for("0.19"), Disk()), settings_for("0.19"), settings_for("0.22.2")
    )
    assert comparison.is_same
    assert list(comparison_text(comparison))[-1] == "0.19.0 and 0.22.2 send the same."
    assert comparison_json(comparison)["files"] == []


def test_a_file_that_neither_release_sends_is_no_difference(tree: Tree) -> None:
    root = tree({".git/": "", "AGENTS.md": "x" * 100, "CLAUDE.md": Path("AGENTS.md")})
    before, after = (settings_for(name, max_chars=30) for name in ("0.20.6", "0.22.2"))
    comparison = compare_releases(Situation(root, before, Disk()), before, after)
    assert [change.path.name for change in comparison.files] == ["AGENTS.md"]


def test_the_place_of_the_first_difference_is_told(tree: Tree) -> None:
    root = tree({"AGENTS.md": "x" * 25_000})
    comparison = compare_releases(
        Situation(root, settings_for("0.16"), Disk()), settings_for("0.16"), settings_for("0.17")
    )
    (part,) = comparison.parts
    assert part.title == "AGENTS.md"
    told = next(line for line in comparison_text(comparison) if line.startswith("    AGENTS.md: "))
    # 14,000 characters of head, a blank line, and the words both markers share (rules.md 1.8)
    same = 14_000 + 2 + len("[...truncated AGENTS.md: kept 14000+4000 of 25014 chars. ")
    assert told.endswith(f"the first difference at character {same + 1:,}")


def test_the_same_verdict_with_another_marker_is_told(tree: Tree) -> None:
    root = tree({"AGENTS.md": "x" * 25_000})
    comparison = compare_releases(
        Situation(root, settings_for("0.16"), Disk()), settings_for("0.16"), settings_for("0.17")
    )
    lines = list(comparison_text(comparison))
    at = lines.index("AGENTS.md: ◐ cut → ◐ cut")
    assert lines[at + 1].endswith("They differ in the marker that stands for what was cut.")
    shown = [line.strip() for line in lines if line.startswith("        …")]
    assert ["Use file tools" in line for line in shown] == [True, False]
    assert ["The middle is omitted" in line for line in shown] == [False, True]


def test_calls_bring_other_hints(tree: Tree) -> None:
    root = tree(
        {".git/": "", "build/AGENTS.md": "made", "build/x.py": "", "src/AGENTS.md": "src", "src/x.py": ""}
    )
    plan = [PlannedCall(ToolCall("read_file", {"path": path})) for path in ("build/x.py", "src/x.py")]
    # 0.21.3 excludes directories called build (rules.md 2.5)
    comparison = compare_releases(
        Situation(root, settings_for("0.21.0"), Disk()), settings_for("0.21.0"), settings_for("0.21.3"), plan
    )
    assert not comparison.is_same
    assert [(hint.call.line, hint.after) for hint in comparison.hints] == [("read_file build/x.py", None)]
    expected = len("\n\n[Subdirectory context discovered: build/AGENTS.md]\nmade")
    told = f"    1  read_file build/x.py: {expected} characters → nothing"
    assert told in list(comparison_text(comparison))
    assert comparison_json(comparison)["hints"] == [
        {
            "number": 1,
            "call": "read_file build/x.py",
            "before": expected,
            "after": None,
            "first_difference": None,
        }
    ]


def test_what_else_happens_to_a_session_counts(tree: Tree) -> None:
    root = tree({".git/": "", "src/AGENTS.md": "src", "src/x.py": ""})
    event = read_event("--ignore-rules")
    assert event is not None
    plan = (PlannedEvent(event), PlannedCall(ToolCall("read_file", {"path": "src/x.py"})))
    # with rules switched off hints are sent all the same, up to 0.21.0 (rules.md 2.7)
    comparison = compare_releases(
        Situation(root, settings_for("0.21.0"), Disk()), settings_for("0.21.0"), settings_for("0.21.3"), plan
    )
    assert [(hint.number, hint.after) for hint in comparison.hints] == [(1, None)]


def test_the_command_takes_a_session(tree: Tree, capsys: pytest.CaptureFixture[str]) -> None:
    root = tree({"build/AGENTS.md": "b", "build/x.py": ""})
    (root / "s.txt").write_text("build/x.py\n")
    arguments = ["compare", "0.21.0", "0.21.3", str(root), "--session", str(root / "s.txt")]
    assert main(arguments) == 0
    assert "    1  read_file build/x.py: 54 characters → nothing" in capsys.readouterr().out.splitlines()
    (root / "s.txt").write_text("nonsense here\n")
    assert main(arguments) == 2
    assert "is no session" in capsys.readouterr().err


def test_a_release_that_would_fail_is_told(tree: Tree) -> None:
    root = tree({"AGENTS.md": "use tabs"})
    comparison = compare_releases(
        situation(root),
        settings_for("0.21.0", max_chars=float("inf")),
        settings_for("0.21.3", max_chars=float("inf")),
    )
    assert "Hermes 0.21.3 would fail here: OverflowError: cannot convert float infinity to integer" in list(
        comparison_text(comparison)
    )
    assert not comparison.is_same


def test_the_command_prints_both_forms(tree: Tree, capsys: pytest.CaptureFixture[str]) -> None:
    root = Path(tree({".git/": "", "AGENTS.md": "root rule", "app/CLAUDE.md": "app rule"})) / "app"
    assert main(["compare", "0.19", "0.20.1", str(root)]) == 0
    assert "CLAUDE.md: ✓ sent → ○ shadowed" in capsys.readouterr().out
    assert main(["compare", "0.19", "v0.20.1", str(root), "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert (answer["before"], answer["after"], answer["same"]) == ("0.19.0", "0.20.1", False)
    assert [file["after"]["verdict"] for file in answer["files"]] == ["shadowed", "loaded"]


def test_a_version_that_is_none_is_bad_input(tree: Tree, capsys: pytest.CaptureFixture[str]) -> None:
    root = tree({"AGENTS.md": "use tabs"})
    assert main(["compare", "0.19", "soon", str(root)]) == 2
    assert "'soon' is no Hermes version" in capsys.readouterr().err


def test_hints_are_compared_without_any_call(tree: Tree) -> None:
    root = tree(
        {".git/": "", "big/AGENTS.md": "x" * 9_000, "build/AGENTS.md": "made", "src/AGENTS.md": "src"}
    )
    # the cap of a hint is 8,000 up to 0.21.0 and 32,000 from 0.21.3 on; build is excluded then (rules.md 2)
    comparison = compare_releases(
        Situation(root, settings_for("0.21.0"), Disk()), settings_for("0.21.0"), settings_for("0.21.3")
    )
    assert comparison.before.prompt == comparison.after.prompt == ""
    assert not comparison.is_same
    lines = list(comparison_text(comparison))
    assert lines[lines.index("What hints bring otherwise:") + 1 :] == [
        "    big/AGENTS.md: ◐ cut → ✓ sent",
        (
            "        0.21.0: A call that touches big brings it, once in a session. Cut: 9,000 characters, "
            "cap 8,000 · a part of line 1 lost."
        ),
        "        0.21.3: A call that touches big brings it, once in a session.",
        "    build/AGENTS.md: ✓ sent → no hint",
        "        0.21.0: A call that touches build brings it, once in a session.",
        "        0.21.3: No hint can bring it: it is in build, a name that hints leave out.",
    ]
    big, build = comparison_json(comparison)["below"]
    assert (big["before"]["verdict"], big["after"]["verdict"]) == ("truncated", "loaded")
    assert (build["before"]["state"], build["after"]["state"]) == ("a hint brings it", None)
