"""Every remedy works when somebody does what it says: the rule is sent then, or comes with the named call."""

import re
import tempfile
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest

from cases.remedies import ALWAYS, CASES, NOTHING_TO_FOLLOW, Case
from hermes_tui.core.checks.check import check
from hermes_tui.core.codes.catalogue import CODES
from hermes_tui.core.filesystem.disk import Disk
from hermes_tui.core.situation import Situation
from support import posix
from support.processes import as_nobody
from support.remedy_following import followed, unread
from support.remedy_place import RULE, Place, is_given
from support.trees import Files, Mode, Special, grow, repository

IN_FORCE = [(name, release) for name, case in CASES.items() for release in ALWAYS if release in case.releases]


@pytest.fixture
def directory() -> Iterator[Path]:
    """One with a short path, above which nothing is a repository."""
    with tempfile.TemporaryDirectory() as name:
        yield Path(name).resolve()


def told(case: Case, place: Place) -> tuple[Path, str]:
    """The file that the code of the case is told of, and the remedy."""
    if case.by_check:
        findings = check(Situation(place.directory, place.settings, Disk()), environ={})
        return next((found.path, found.remedy) for found in findings if found.code == case.code)
    reply = place.asked(case.query)
    said = [*((answer.code, answer.path, answer.remedy) for answer in reply.answers)]
    said += [(remark.code, place.directory / "AGENTS.md", remark.remedy) for remark in reply.remarks]
    return next((path, remedy) for code, path, remedy in said if code == case.code)


@pytest.mark.parametrize(("name", "release"), IN_FORCE)
def test_what_a_remedy_says_brings_the_rule(name: str, release: str, directory: Path) -> None:
    case = CASES[name]
    place = Place(case.build(directory / "tree"), case.cwd, case.query, release)
    place.file, remedy = told(case, place)
    done = followed(place, remedy)
    assert done, remedy
    assert all(done.values()), (remedy, done)
    assert not unread(remedy), remedy


CLOSED: dict[str, tuple[str, Files, tuple[str, ...]]] = {
    "a file": ("HT018", {"AGENTS.md": Mode(0o000, RULE)}, ALWAYS),
    "a directory that a link leads into": (
        "HT018",
        {"AGENTS.md": Path("d/e/rules.md"), "d/": Mode(0o600), "d/e/rules.md": RULE},
        ALWAYS[2:],
    ),
    "a directory that a link leads into, up to 0.21.3": (
        "HT036",
        {"AGENTS.md": Path("d/e/rules.md"), "d/": Mode(0o600), "d/e/rules.md": RULE},
        ALWAYS[:2],
    ),
    "a directory": ("HT046", {"d/": Mode(0o000), "d/AGENTS.md": RULE}, ALWAYS),
}


@posix.needs_root
@pytest.mark.parametrize("name", CLOSED)
def test_permissions_that_are_given_back_bring_the_rule(name: str, directory: Path) -> None:
    code, files, releases = CLOSED[name]
    for release in releases:
        root = grow(directory / release, {**repository(".git"), **files})
        place = Place(root, "", RULE, release)

        found = as_nobody(partial(check, Situation(place.directory, place.settings, Disk()), environ={}))
        remedy = next(one.remedy for one in found if one.code == code)
        command = re.search(r"chmod \S+ [\w/.]*[\w/]", remedy)
        assert command, remedy
        place.run(command[0])
        assert as_nobody(partial(is_given, place)), (release, remedy)


def test_what_hermes_stumbles_over_is_named(directory: Path) -> None:
    root = grow(directory / "tree", {**repository(".git"), "AGENTS.md": Special("pipe"), "CLAUDE.md": RULE})
    place = Place(root, "", "CLAUDE.md", "0.20.6")
    (answer,) = place.asked("CLAUDE.md").answers
    assert (answer.code, answer.remedy) == ("HT036", "Remove AGENTS.md, or update Hermes.")
    place.at("AGENTS.md").unlink()
    assert is_given(place)


def test_every_code_with_a_remedy_is_followed() -> None:
    codes = {case.code for case in CASES.values()} | {code for code, _, _ in CLOSED.values()}
    assert codes.isdisjoint(NOTHING_TO_FOLLOW)
    assert codes | set(NOTHING_TO_FOLLOW) == {code.id for code in CODES}
