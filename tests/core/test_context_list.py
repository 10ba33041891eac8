"""Where Hermes' ``/context`` contradicts its prompt, the model agrees with the prompt."""

from pathlib import Path

import pytest

from cases.context_list import CONTRADICTIONS
from hermes_tui.core.prompt.context_command import statuses
from hermes_tui.core.prompt.startup import inspect
from hermes_tui.core.releases.lookup import get_ruleset
from support.situations import situation
from support.trees import grow


@pytest.mark.parametrize("name", CONTRADICTIONS)
def test_verdicts_are_those_of_the_prompt_and_not_of_the_list(name: str, tmp_path: Path) -> None:
    case = CONTRADICTIONS[name]
    top = grow(tmp_path / "top", case.files)
    for release in case.releases:
        startup = inspect(situation(top / case.cwd, ruleset=get_ruleset(release), home=top / "home"))
        verdicts = tuple((file.label, file.verdict.value) for file in startup.files)
        assert verdicts == case.verdicts
        assert verdicts != case.listed
        prompt = startup.prompt or ""
        for file in startup.files:
            assert bool(file.kept) is file.verdict.is_sent
            assert all(prompt[span.start : span.end] for span in file.in_prompt)


@pytest.mark.parametrize("name", CONTRADICTIONS)
def test_the_reader_is_told_what_the_list_says(name: str, tmp_path: Path) -> None:
    case = CONTRADICTIONS[name]
    top = grow(tmp_path / "top", case.files)
    for release in case.releases:
        ruleset = get_ruleset(release)
        startup = inspect(situation(top / case.cwd, ruleset=ruleset, home=top / "home"))
        listed = statuses(startup.files, startup.cap, ruleset)
        assert tuple((file.label, status) for file, status in listed if status) == case.listed
        assert any(file.contradiction for file in startup.files)


def test_a_copy_that_the_list_calls_loaded_is_told_in_words(tmp_path: Path) -> None:
    top = grow(tmp_path / "top", {".git/": "", "AGENTS.md": "same", "a/AGENTS.md": "same"})
    startup = inspect(situation(top / "a", ruleset=get_ruleset("0.22.2"), home=top / "home"))
    assert [file.contradiction for file in startup.files] == [
        "",
        "Hermes' /context says loaded; the prompt does not have it.",
    ]


def test_a_release_without_the_list_contradicts_nothing(tmp_path: Path) -> None:
    top = grow(tmp_path / "top", {".git/": "", "AGENTS.md": "same", "a/AGENTS.md": "same"})
    startup = inspect(situation(top / "a", ruleset=get_ruleset("0.20.6"), home=top / "home"))
    assert not any(file.contradiction for file in startup.files)


def test_all_nine_ways_are_shown() -> None:
    assert {name[0] for name in CONTRADICTIONS} == set("123456789")
