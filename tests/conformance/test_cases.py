"""What the plain tests expect of each release, held against the real ones."""

from pathlib import Path
from typing import Any

import pytest

from cases import calls as call_cases
from cases import hints as hint_cases
from cases import startup as startup_cases
from conformance.asking import Oracles, settled
from conformance.wheels import WHEELS, Wheel
from hermes_tui.core.releases.lookup import RELEASES, get_ruleset
from hermes_tui.core.toolcalls.calls import ToolCall, parse_call
from support.trees import Special, grow

pytestmark = pytest.mark.conformance

NAMES = [release.name for release in RELEASES]
EACH = pytest.mark.parametrize("wheel", WHEELS, ids=[wheel.release for wheel in WHEELS])


@EACH
def test_prompts(wheel: Wheel, all_oracles: Oracles, tmp_path: Path) -> None:
    wrong = []
    for number, (name, case) in enumerate(startup_cases.CASES.items()):
        top = grow(tmp_path / str(number), case.files).resolve()
        home = top / "home"
        if case.max_chars is not None:
            value = ".inf" if case.max_chars == float("inf") else case.max_chars
            (home / ".hermes").mkdir(parents=True, exist_ok=True)
            (home / ".hermes" / "config.yaml").write_text(f"context_file_max_chars: {value}\n")
        job = {
            "kind": "startup",
            "cwd": str(top / case.cwd),
            "context_length": case.context_length,
            "skip_soul": case.skip_soul,
        }
        (answer,) = all_oracles.of(wheel).ask([job], home=str(home), hermes_home=None)
        expected = case.answer(wheel.release, NAMES, top)
        if settled(answer.get("prompt", answer.get("error"))) != settled(expected):
            wrong.append((name, answer, expected))
    assert not wrong


def asked(line: str, top: Path) -> dict[str, Any]:
    """The call that a typed *line* stands for."""
    call = parse_call(line.replace("{top}", str(top)))
    assert isinstance(call, ToolCall), line
    return {"tool": call.tool, "args": dict(call.args)}


@EACH
def test_hints(wheel: Wheel, all_oracles: Oracles, tmp_path: Path) -> None:
    ruleset = get_ruleset(wheel.release)
    wrong = []
    for number, (name, case) in enumerate(hint_cases.CASES.items()):
        if Special("pipe") in case.files.values() and ruleset.read_timeout is None:
            continue
        top = grow(tmp_path / str(number), case.files).resolve()
        job = {
            "kind": "hints",
            "working_dir": str(top / case.working_dir),
            "calls": [asked(line, top) for line in case.calls],
            "enabled": case.enabled,
        }
        hermes_home = case.hermes_home if case.hermes_home.startswith("~") else str(top / case.hermes_home)
        (answers,) = all_oracles.of(wheel).ask([job], home=str(top / "home"), hermes_home=hermes_home)
        said = [labels(answer) for answer in answers]
        expected = list(hint_cases.expected(case, wheel.release, NAMES, top))
        if said != expected:
            wrong.append((name, said, expected))
    assert not wrong


def labels(answer: Any) -> str:
    """The labels of what Hermes appends, or its exception, as ``hint_cases`` writes them."""
    if isinstance(answer, dict):
        return f"{hint_cases.RAISES}{answer['error']}"
    start, _, end = hint_cases.TITLE.partition("{}")
    parts = ("\n\n" + (answer or "")[2:]).split("\n\n" + start)[1:]
    return " ".join(part.partition(end)[0] for part in parts)


@EACH
def test_texts_of_hints(wheel: Wheel, all_oracles: Oracles, tmp_path: Path) -> None:
    wrong = []
    for number, (name, case) in enumerate(hint_cases.TEXTS.items()):
        top = grow(tmp_path / str(number), case.files).resolve()
        job = {"kind": "hints", "working_dir": str(top / "repo"), "calls": [asked(case.call, top)]}
        ((answer,),) = all_oracles.of(wheel).ask([job], home=str(top / "home"), hermes_home=None)
        expected = hint_cases.current(case.texts, wheel.release, NAMES)
        if answer != expected:
            wrong.append((name, answer, expected))
    assert not wrong


@EACH
def test_words_of_commands(wheel: Wheel, all_oracles: Oracles, tmp_path: Path) -> None:
    top = grow(tmp_path, call_cases.CALL_TREE).resolve()
    reads_cd = get_ruleset(wheel.release).hints.reads_cd
    navigation = {
        command: fired if reads_cd else call_cases.ALWAYS_TAKEN.get(command, "")
        for command, fired in call_cases.NAVIGATION.items()
    }
    lines = {**call_cases.COMMANDS, **navigation}
    jobs = [
        {
            "kind": "hints",
            "working_dir": str(top / "repo"),
            "calls": [{"tool": "terminal", "args": {"command": command}}],
        }
        for command in lines
    ]
    jobs += [
        {"kind": "hints", "working_dir": str(top / "repo"), "calls": [asked(line, top)]}
        for line in call_cases.CALLS
    ]
    lines.update(call_cases.CALLS)
    answers = all_oracles.of(wheel).ask(jobs, home=str(top / "home"), hermes_home=None)
    said = {
        line: labels(answer).replace("/AGENTS.md", "") for line, (answer,) in zip(lines, answers, strict=True)
    }
    assert said == lines
