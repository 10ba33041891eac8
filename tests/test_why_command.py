"""The commands ``why``, ``check`` and ``explain``: what is printed, and the exit status."""

import argparse
import json
from collections.abc import Callable
from pathlib import Path

import pytest

from hermes_tui.cli import main
from hermes_tui.commands import check as check_command
from hermes_tui.commands import explain as explain_command
from hermes_tui.commands import why as why_command
from hermes_tui.core.searching import expressions
from hermes_tui.core.settings.settings import SettingsError
from support.trees import Tree

GIT = {".git/HEAD": ""}
Add = Callable[[argparse.ArgumentParser], None]
Run = Callable[[argparse.Namespace], int]


def run(add: Add, command: Run, *arguments: str | Path) -> int:
    parser = argparse.ArgumentParser()
    add(parser)
    parser.set_defaults(hermes="documented")
    return command(parser.parse_args([str(argument) for argument in arguments]))


def why(*arguments: str | Path) -> int:
    return run(why_command.add_arguments, why_command.run, *arguments)


def check(*arguments: str | Path) -> int:
    return run(check_command.add_arguments, check_command.run, *arguments)


def explain(*arguments: str) -> int:
    return run(explain_command.add_arguments, explain_command.run, *arguments)


def test_exit_is_0_where_a_place_is_sent(tree: Tree, capsys: pytest.CaptureFixture[str]) -> None:
    root = tree({**GIT, "AGENTS.md": "Run tests."})
    assert why("run tests", root) == 0
    printed = capsys.readouterr().out.splitlines()
    assert printed[0] == ("✓ AGENTS.md:1:1: sent: line 7 of the prompt, characters 112-120, under AGENTS.md")
    assert printed[1] == "If the agent still does not follow it:"
    assert all(line.startswith("  Check: ") for line in printed[2:-1])
    assert printed[-1] == (
        "It is sent at the start, so files beside and below were not searched: --everywhere does."
    )


def test_all_places_of_the_repository_are_told_if_they_are_asked_for(
    tree: Tree, capsys: pytest.CaptureFixture[str]
) -> None:
    root = tree({**GIT, "AGENTS.md": "use pnpm", "a/AGENTS.md": "A use pnpm", "b/.hermes.md": "B use pnpm"})
    assert why("use pnpm", root, "--everywhere") == 0
    printed = capsys.readouterr().out.splitlines()
    assert [line.partition(": ")[0] for line in printed[:3]] == [
        "✓ AGENTS.md:1:1",
        "→ a/AGENTS.md:1:3",
        "✗ b/.hermes.md:1:3",
    ]
    assert not any("--everywhere" in line for line in printed)
    for words, count in (((), 1), (("--everywhere",), 3)):
        assert why("use pnpm", root, "--json", *words) == 0
        told = json.loads(capsys.readouterr().out)
        assert (told["everywhere"], len(told["answers"])) == (bool(words), count)


def test_exit_is_1_where_only_a_hint_would_bring_it(tree: Tree, capsys: pytest.CaptureFixture[str]) -> None:
    root = tree({**GIT, "b/AGENTS.md": "Run tests."})
    assert why("run tests", root) == 1
    assert capsys.readouterr().out.startswith("→ b/AGENTS.md:1:1: on a call: $ ls b/ brings it")


def test_exit_is_1_where_nothing_is_found(tree: Tree, capsys: pytest.CaptureFixture[str]) -> None:
    root = tree({**GIT, "AGENTS.md": "Run all tests now."})
    assert why("run all test now", root) == 1
    assert capsys.readouterr().out.splitlines() == [
        "✗ not found: 'run all test now' is in no context file that could be loaded from here",
        "Closest:",
        "  AGENTS.md:1: Run all tests now. (94% alike)",
        "Searched: AGENTS.md",
    ]


def test_file_that_cannot_be_read_is_no_place_that_was_searched(
    tree: Tree, capsys: pytest.CaptureFixture[str]
) -> None:
    assert why("run", tree({**GIT, "AGENTS.md/": ""})) == 1
    assert capsys.readouterr().out.splitlines()[1:] == [
        "Searched: no file: there is no context file here that can be read",
        (
            "Seen: AGENTS.md could not be searched: it is a directory → Rename the directory, and write "
            "the rule into a file of that name."
        ),
    ]


def test_expression_that_takes_for_ever_is_bad_input(tree: Tree, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(expressions, "SECONDS", 0.3)
    root = tree({**GIT, "AGENTS.md": "a" * 40 + "!"})
    with pytest.raises(SettingsError, match=r"takes too long: it was given up after 0\.3 s"):
        why("(a|a)+$", root, "--regex")


@pytest.mark.parametrize("arguments", [("",), ("a(", "--regex"), ("x", "--hermes", "nonsense")])
def test_bad_input_is_a_sentence(tree: Tree, arguments: tuple[str, ...]) -> None:
    with pytest.raises(SettingsError):
        why(arguments[0], tree(GIT), *arguments[1:])


@pytest.mark.parametrize("name", ["missing", "file", "a\0b"])
def test_directory_that_is_none_is_bad_input(tree: Tree, name: str) -> None:
    root = tree({**GIT, "file": ""})
    with pytest.raises(SettingsError):
        why("x", root / name)
    with pytest.raises(SettingsError):
        check(root / name)


def test_answers_are_for_programs_as_well(tree: Tree, capsys: pytest.CaptureFixture[str]) -> None:
    root = tree({**GIT, "AGENTS.md": "Run tests.", "agents.md": "run tests"})
    assert why("run tests", root, "--json") == 0
    answer = json.loads(capsys.readouterr().out)
    assert (answer["sent"], answer["is_file"], answer["ruleset"]["name"]) == (True, False, "documented")
    first, second = answer["answers"]
    assert first["place"] == {"part": "AGENTS.md", "start": 111, "end": 120, "line": 7}
    assert (second["state"], second["code"], second["place"]) == ("not sent", "HT007", None)


def test_many_places_are_counted_for_people_and_for_programs(
    tree: Tree, capsys: pytest.CaptureFixture[str]
) -> None:
    root = tree({**GIT, "AGENTS.md": "run\n" * 20_000})
    assert why("run", root) == 0
    printed = capsys.readouterr().out.splitlines()
    assert printed[0].startswith(
        "✗ AGENTS.md:3497:1 (the first of 15,504 such places in this file): not sent: "
    )
    assert printed[1] == "15,504 of 20,000 places are not sent."
    assert why("run", root, "--json") == 0
    answer = json.loads(capsys.readouterr().out)
    assert (answer["places"], answer["shown"], answer["not_sent"]) == (20_000, 100, 15_504)


def test_foreign_text_is_harmless_in_every_line(tree: Tree, capsys: pytest.CaptureFixture[str]) -> None:
    root = tree({**GIT, "a\x1b]0;x\x07/AGENTS.md": "run\x1b[2J tests <!-- secret \x1b[2J -->"})
    why("tests", root)
    why("run\x1b[2J text", root)
    check(root)
    assert "\x1b" not in capsys.readouterr().out


def test_check_fails_on_the_severity_that_is_asked_for(
    tree: Tree, capsys: pytest.CaptureFixture[str]
) -> None:
    root = tree({**GIT, "AGENT.md": "x"})
    assert check(root) == 0
    assert check(root, "--fail-on", "warning") == 1
    capsys.readouterr()
    assert check(tree({"AGENTS.md": "<!-- secret -->"})) == 1


@pytest.mark.parametrize("name", ["text", "json", "sarif", "github"])
def test_check_speaks_each_format(tree: Tree, capsys: pytest.CaptureFixture[str], name: str) -> None:
    root = tree({**GIT, "AGENT.md": "x"})
    check(root, "--format", name, "--from-every-directory")
    printed = capsys.readouterr().out
    assert "HT027" in printed
    if name in ("json", "sarif"):
        json.loads(printed)


def test_findings_that_are_meant_to_be_so_can_be_left_out(
    tree: Tree, capsys: pytest.CaptureFixture[str]
) -> None:
    root = tree({**GIT, "AGENTS.md": "a", "CLAUDE.md": "c", "AGENT.md": "x"})
    assert check(root) == 1
    assert "HT005" in capsys.readouterr().out
    assert check(root, "--ignore", "ht5, HT027") == 0
    assert "HT0" not in capsys.readouterr().out
    with pytest.raises(SystemExit):
        check(root, "--ignore", "HT999")
    assert "there is no code 'HT999'" in capsys.readouterr().err


def test_explain_lists_every_code_and_tells_of_one(capsys: pytest.CaptureFixture[str]) -> None:
    assert explain() == 0
    assert "HT019  warning  empty" in capsys.readouterr().out.splitlines()
    assert explain("ht19") == 0
    assert capsys.readouterr().out.splitlines() == [
        "HT019  empty (warning)",
        "",
        "There is nothing in the file, or only white space, so Hermes goes on to the next name.",
        "Example: AGENTS.md of 0 bytes.",
        "To mend it: Write something into it, or remove it.",
    ]
    with pytest.raises(SettingsError, match="they go from HT001 to HT0"):
        explain("HT999")
    with pytest.raises(SettingsError):
        explain("nonsense")


@pytest.mark.parametrize(
    ("value", "release", "is_off"),
    [("1", "0.19", True), ("yes", "0.22.2", True), ("yes", "0.19", False), ("0", "0.22.2", False)],
)
def test_rules_that_are_switched_off_are_told_first_and_nothing_is_sent(
    value: str,
    release: str,
    is_off: bool,
    tree: Tree,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    root = tree({".git/": "", "AGENTS.md": "run the tests"})
    monkeypatch.setenv("HERMES_IGNORE_RULES", value)
    said = (
        f"✗ HERMES_IGNORE_RULES is {value}: a session started from here gets no project file at all → "
        "Unset it. Without that:"
    )
    for command, status in (("why", int(is_off)), ("show", 0)):
        words = ["run the tests"] if command == "why" else []
        assert main([command, *words, str(root), "--hermes", release]) == status
        first, *rest = capsys.readouterr().out.splitlines()
        assert (first == said) == is_off
        assert not any("gets no project file at all →" in line for line in rest)
        main([command, *words, str(root), "--hermes", release, "--json"])
        answer = json.loads(capsys.readouterr().out)
        assert (answer["switched_off"] is not None) == is_off
        if command == "why":
            assert answer["sent"] == (not is_off)
