"""Where Hermes' home is, by release (sessions.md 1.1; 0.21.5 and 0.22.2 expand HERMES_HOME)."""

from pathlib import Path

import pytest

from cases.settings import EXITS, PROFILES, WORK, active, current
from hermes_tui.core.releases.lookup import RELEASES, get_ruleset
from hermes_tui.core.settings.homes import expanded, soul_location
from hermes_tui.core.settings.settings import SettingsError, find_settings
from support.trees import Tree

NAMES = [release.name for release in RELEASES]


def test_without_hermes_home_it_is_below_the_home() -> None:
    assert soul_location("/h", None, get_ruleset("0.22.2")) == Path("/h/.hermes/SOUL.md")


@pytest.mark.parametrize(
    ("release", "place"), [("0.21.3", "~/x/SOUL.md"), ("0.21.5", "/h/x/SOUL.md"), ("0.22.2", "/h/x/SOUL.md")]
)
def test_a_tilde_in_hermes_home_is_expanded_from_0_21_5_on(release: str, place: str) -> None:
    assert soul_location("/h", "~/x", get_ruleset(release)) == Path(place)


def test_names_of_the_environment_are_expanded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PLACE", "/p")
    assert expanded("$PLACE/x", "/h") == "/p/x"
    assert expanded("~", "/h") == "/h"
    assert expanded("/a/~", "/h") == "/a/~"


def test_settings_expand_hermes_home_like_the_release(tmp_path: Path) -> None:
    environ = {"HOME": str(tmp_path), "HERMES_HOME": "~/other"}
    assert find_settings(hermes="0.22.2", environ=environ).hermes_home == tmp_path / "other"
    assert find_settings(hermes="0.19", environ=environ).hermes_home == Path.cwd() / "~/other"


# ── profiles ──


@pytest.mark.parametrize("name", PROFILES)
def test_each_release_takes_the_profile_that_it_takes(tree: Tree, name: str) -> None:
    case = PROFILES[name]
    top = tree(case.files)
    environ = {"HOME": str(top / "home"), "PATH": ""}
    if case.hermes_home is not None:
        environ["HERMES_HOME"] = case.hermes_home.replace("{top}", str(top))
    for release in NAMES:
        found = find_settings(hermes=release, environ=environ)
        exits = any("Hermes ends with an error" in note for note in found.notes)
        expected = current(case.homes, release, NAMES).replace("{top}", str(top))
        assert (EXITS if exits else str(found.hermes_home)) == expected, release


@pytest.mark.parametrize(
    ("name", "what"),
    [
        ("nope", "a profile that is not there"),
        ("../other", "a word that can be no profile's name"),
        ("test", "a name that Hermes keeps for itself"),
        ("empty", "a profile that has nothing in it"),
        ("gone", "a profile that was deleted"),
    ],
)
def test_a_profile_that_makes_hermes_exit_is_told(tree: Tree, name: str, what: str) -> None:
    profiles = "home/.hermes/profiles"
    files = {
        **WORK,
        f"{profiles}/empty/": "",
        f"{profiles}/gone/SOUL.md": "",
        f"{profiles}/.deleted/gone": "",
        "home/.hermes/other/SOUL.md": "",
    }
    top = tree(active(name, "", files).files)
    environ = {"HOME": str(top / "home"), "PATH": ""}
    found = find_settings(hermes="0.22.2", environ=environ)
    assert found.hermes_home == top / "home/.hermes"
    (note,) = found.notes
    assert note == (
        f"active_profile names {what}, and Hermes ends with an error instead of starting a session; "
        f"the rules are shown as if the file were not there: {name!r}"
    )
    with pytest.raises(SettingsError, match=f"^--profile: there is no profile '{name}' in ") as caught:
        find_settings(hermes="0.22.2", environ=environ, profile=name)
    assert name == "nope" or str(caught.value).endswith(f": that is {what}")


def test_a_typed_profile_is_found_in_capitals_too(tree: Tree) -> None:
    top = tree(WORK)
    found = find_settings(hermes="0.22.2", environ={"HOME": str(top / "home"), "PATH": ""}, profile="Work")
    assert found.hermes_home == top / "home/.hermes/profiles/work"


def test_the_active_profile_of_a_home_inside_the_default_one_is_a_source(tree: Tree) -> None:
    top = tree({"home/.hermes/sub/": ""})
    environ = {"HOME": str(top / "home"), "HERMES_HOME": str(top / "home/.hermes/sub"), "PATH": ""}
    assert top / "home/.hermes/active_profile" in find_settings(hermes="0.22.2", environ=environ).sources
