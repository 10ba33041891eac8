"""Where Hermes' home is, by release (sessions.md 1.1; 0.21.5 and 0.22.2 expand HERMES_HOME)."""

from pathlib import Path

import pytest

from hermes_tui.core.homes import expanded, soul_location
from hermes_tui.core.rulesets import get_ruleset
from hermes_tui.core.settings import find_settings


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
    assert find_settings(hermes="0.19", environ=environ).hermes_home == Path("~/other")
