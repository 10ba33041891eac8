"""Which working directories count as homes, and what to do in each case (``rules.md`` 2.5)."""

from pathlib import Path

import pytest

from hermes_tui.core.checks.check import check
from hermes_tui.core.filesystem.disk import Disk
from hermes_tui.core.hints.home_check import HomeKind, like_home
from hermes_tui.core.releases.lookup import get_ruleset
from hermes_tui.core.situation import Situation
from support.trees import Tree
from support.why_questions import settings_for

HOME = "/home/bob"


def kind_of(directory: str, home: str = HOME) -> HomeKind | None:
    found = like_home(Path(directory), home)
    return found.kind if found is not None else None


@pytest.mark.parametrize(
    ("directory", "home", "kind"),
    [
        ("/home/bob", "/home/bob", HomeKind.OWN),
        ("/srv/me", "/srv/me", HomeKind.OWN),
        ("/home", "/home/bob", HomeKind.SHARED),
        ("/root", "/root", HomeKind.SHARED),
        ("/workspace", "/home/bob", HomeKind.SHARED),
        ("/home/eve", "/home/bob", HomeKind.BELOW_SHARED),
        ("/root/proj", "/root", HomeKind.BELOW_SHARED),
        ("/workspace/app", "/home/bob", HomeKind.BELOW_SHARED),
        ("/srv/host-home/a/b/c", "/home/bob", HomeKind.MARKED),
        ("/srv/.home", "/srv/.home", HomeKind.MARKED),
        ("/home/host_home", "/home/bob", HomeKind.MARKED),
    ],
)
def test_each_kind_is_told_from_the_others(directory: str, home: str, kind: HomeKind) -> None:
    assert kind_of(directory, home) is kind


@pytest.mark.parametrize("directory", ["/home/bob/proj", "/workspace/app/src", "/srv/x", "/root/a/b"])
def test_what_is_deeper_is_none(directory: str) -> None:
    assert kind_of(directory) is None


def remedy(directory: str, home: str = HOME) -> str:
    found = like_home(Path(directory), home)
    assert found is not None
    return found.remedy


def test_from_the_own_home_and_from_a_child_of_a_shared_one_one_level_is_enough() -> None:
    assert remedy("/home/bob") == "Start Hermes one level deeper, in the project itself."
    assert remedy("/workspace/app") == (
        "Start Hermes one level deeper, or move the project out of /workspace: all that is directly in there "
        "counts as a home."
    )
    assert kind_of("/home/bob/x") is kind_of("/workspace/app/x") is None


def test_from_a_shared_home_two_levels_are_needed() -> None:
    for directory in ("/home", "/root", "/workspace"):
        assert remedy(directory, "/root") == (
            f"Start Hermes two levels deeper: all that is directly in {directory} counts as a home as well."
        )
        assert kind_of(f"{directory}/x") is not None
        assert kind_of(f"{directory}/x/y") is None


def test_below_a_marked_directory_no_depth_helps() -> None:
    assert remedy("/srv/host-home/a/.home/b") == (
        "Start Hermes outside of /srv/host-home: nothing below it gets hints."
    )
    assert kind_of("/srv/host-home/a/b/c/d/e") is HomeKind.MARKED


def test_check_gives_the_remedy_of_the_kind(tree: Tree) -> None:
    root = tree({"host-home/a/b/AGENTS.md": "run the tests", "own/b/AGENTS.md": "run the tests"})
    marked = f"Start Hermes outside of {root}/host-home: nothing below it gets hints."
    (finding,) = check(Situation(root / "host-home/a", settings_for("0.22.2"), Disk()), environ={})
    assert (finding.code, finding.remedy) == ("HT034", marked)
    own = settings_for("0.22.2", home=root / "own")
    (finding,) = check(Situation(root / "own", own, Disk()), environ={})
    assert finding.remedy == "Start Hermes one level deeper, in the project itself."
    assert not get_ruleset("0.21.5").hints.off_at_home
