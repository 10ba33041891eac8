"""Directories that may not be looked into: they are named, for a rule may stand in them."""

from pathlib import Path

import pytest

from hermes_tui.cli import main
from hermes_tui.core.checks.check import check
from hermes_tui.core.filesystem.disk import Disk
from hermes_tui.core.git.facts import repository_facts
from hermes_tui.core.git.roots import git_root_at
from hermes_tui.core.prompt.startup import inspect
from hermes_tui.core.reports.hints import HintListing, list_hints, listing_json, listing_text
from hermes_tui.core.situation import Situation
from hermes_tui.core.surveys.survey import Closed, survey
from support.processes import as_nobody
from support.situations import situation
from support.trees import Mode, Tree, repository
from support.why_questions import ask, settings_for

FILES = {
    **repository(".git"),
    "AGENTS.md": "use tabs",
    "packages/docs/": Mode(0o000),
    "packages/docs/CLAUDE.md": "a rule of the docs",
    "packages/api/AGENTS.md": "a rule of the api",
}


@pytest.fixture
def root(tree: Tree) -> Path:
    return tree(FILES)


def test_the_search_names_them(root: Path) -> None:
    settings = settings_for()
    steps = as_nobody(lambda: list(survey(situation(root, ruleset=settings.ruleset, disk=Disk()))))
    closed = [step for step in steps if isinstance(step, Closed)]
    assert closed == [Closed(root / "packages/docs", "packages/docs")]


@pytest.mark.parametrize("every", [False, True])
def test_check_tells_of_them(root: Path, every: bool) -> None:
    found = as_nobody(
        lambda: check(Situation(root, settings_for(), Disk()), environ={}, from_every_directory=every)
    )
    (only,) = [finding for finding in found if finding.code == "HT046"]
    assert (only.path, only.severity.value) == (root / "packages/docs", "note")
    assert "no permission to look into it" in only.sentence


def test_a_rule_that_is_not_found_may_stand_in_one(root: Path) -> None:
    reply = as_nobody(lambda: ask(root, "a rule of the docs"))
    assert not reply.answers
    assert [remark.text for remark in reply.remarks if remark.code == "HT046"] == [
        (
            "packages/docs/ was not searched: no permission to look into it: context files in it are not "
            "known here"
        ),
    ]


def test_a_git_directory_that_is_closed_is_not_called_stray(root: Path) -> None:
    (root / ".git").chmod(0)
    at, facts, found = as_nobody(
        lambda: (
            git_root_at(root, Disk()),
            repository_facts(root),
            check(Situation(root, settings_for(), Disk()), environ={}),
        )
    )
    assert not at.is_stray
    assert facts.problem == "there is no permission to look into its .git"
    assert "HT023" not in [finding.code for finding in found]


@pytest.mark.parametrize("command", ["show", "check"])
def test_no_session_starts_where_nobody_may_go(
    command: str, root: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    directory = root / "packages/docs"
    assert as_nobody(lambda: main([command, str(directory), "--hermes", "latest"])) == 2
    assert capsys.readouterr().err == (
        f"hermes-tui: {str(directory)!r} cannot be looked at: Permission denied\n"
    )


def test_show_lists_them_for_people_and_for_programs(root: Path) -> None:
    settings = settings_for()

    def listed() -> HintListing:
        return list_hints(inspect(Situation(root, settings, Disk())))

    listing = as_nobody(listed)
    lines = list(listing_text(listing, Disk()))
    assert lines[lines.index("Not looked into:") + 1] == (
        "    packages/docs: no permission to look into it; what is in it is not known"
    )
    assert listing_json(listing)["closed"] == [
        {"path": str(root / "packages/docs"), "label": "packages/docs"}
    ]
