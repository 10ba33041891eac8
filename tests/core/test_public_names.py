"""What ``hermes_tui.core`` exports, as others call it."""

import doctest
import tempfile
from pathlib import Path

import pytest

import hermes_tui
from hermes_tui import core


@pytest.mark.parametrize("name", core.__all__)
def test_every_exported_name_is_there_and_documented(name: str) -> None:
    found = getattr(core, name)
    assert name == "RELEASES" or found.__doc__


def test_the_list_of_names_is_whole() -> None:
    assert core.__all__ == list(core._HOMES)


@pytest.mark.usefixtures("no_hermes_here")
def test_the_examples_are_true(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    result = doctest.testmod(core)
    assert result.attempted > 15
    assert result.failed == 0


def test_another_name_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="has no attribute 'nothing'"):
        core.nothing  # noqa: B018


def test_importing_the_module_does_not_hide_the_function() -> None:
    import hermes_tui.core.surveys.survey

    assert core.survey is hermes_tui.core.surveys.survey.survey


def test_the_examples_of_the_page_are_so(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    page = Path(hermes_tui.__file__).parent / "docs" / "library.md"
    result = doctest.testfile(str(page), module_relative=False)
    assert result.failed == 0
    assert result.attempted > 15
