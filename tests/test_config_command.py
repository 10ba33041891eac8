"""``hermes-tui config``, and what is configured in the commands."""

import json
from pathlib import Path
from typing import Any

import pytest

from hermes_tui.cli import main
from hermes_tui.core.filesystem.disk import Disk
from hermes_tui.core.settings.settings import find_again, find_settings
from support.trees import Tree

pytestmark = pytest.mark.usefixtures("no_hermes_here")

FILE = ".hermes-tui.toml"


def told(capsys: pytest.CaptureFixture[str], *words: str | Path) -> Any:
    assert main([*map(str, words), "--json"]) == 0
    return json.loads(capsys.readouterr().out)


def values(answer: Any) -> dict[str, tuple[Any, Any, Any]]:
    return {row["key"]: (row["value"], row["line"], row["origin"]) for row in answer["values"]}


def test_the_origin_of_each_value_is_told(
    tree: Tree, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    root = tree({".git/": "", FILE: 'hermes = "0.22.2"\nignore = ["HT005"]\n'})
    home = tmp_path / "hermes"
    home.mkdir()
    (home / "config.yaml").write_text("context_file_max_chars: 7000\n")
    found = values(told(capsys, "config", root, "--home", home, "--context-length", "100000"))
    assert found["hermes"] == ("0.22.2", 1, f"{root / FILE}:1")
    assert found["ignore"] == (["HT005"], 2, f"{root / FILE}:2")
    assert found["max-chars"] == (7000, None, str(home / "config.yaml"))
    assert found["context-length"] == (100_000, None, "option")
    assert found["fail-on"] == ("error", None, "default")
    main(["config", str(root)])
    assert f"hermes          0.22.2  {root / FILE}:1" in capsys.readouterr().out


def test_without_files_it_says_so(tree: Tree, capsys: pytest.CaptureFixture[str]) -> None:
    main(["config", str(tree({".git/": ""}))])
    out = capsys.readouterr().out
    assert "no .hermes-tui.toml here, and no config.toml of yours\n" in out
    assert "hermes          documented  no Hermes found here\n" in out


def test_every_command_obeys(tree: Tree, capsys: pytest.CaptureFixture[str]) -> None:
    root = tree({".git/": "", "AGENTS.md": "x" * 6_000, FILE: 'hermes = "0.22.2"\nmax-chars = 5000\n'})
    shown = told(capsys, "show", root)
    assert shown["ruleset"] == {"name": "0.22.2", "era": shown["ruleset"]["era"], "origin": FILE}
    assert shown["cap"]["limit"] == 5_000
    assert told(capsys, "show", root, "--hermes", "0.19", "--max-chars", "9000")["cap"]["limit"] == 9_000
    assert told(capsys, "compare", "0.22.2", root)["before"] == "0.22.2"


def test_what_the_repository_says_in_place_of_ones_own_hermes_is_said(
    tree: Tree, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    root = tree({".git/": "", FILE: 'hermes = "0.22.2"\nmax-chars = 5000\n'})
    home = tmp_path / "home" / ".hermes"
    project = home / "hermes-agent" / "pyproject.toml"
    project.parent.mkdir(parents=True)
    project.write_text('version = "0.20.0"\n')
    (home / "config.yaml").write_text("context_file_max_chars: 7000\n")
    assert told(capsys, "config", root)["notes"] == [
        f"Hermes 0.20.0 is installed here, and {FILE} asks for 0.22.2: --hermes installed shows yours",
        f"{FILE} decides context_file_max_chars here, and config.yaml says otherwise",
    ]
    shown = told(capsys, "show", root, "--hermes", "installed")
    assert shown["ruleset"]["name"] == "0.20.0"


def test_what_is_wrong_is_bad_input_of_every_command(tree: Tree, capsys: pytest.CaptureFixture[str]) -> None:
    root = tree({".git/": "", FILE: '\nhermse = "0.22.2"\n'})
    for command in ("open", "prompt", "show", "check", "config"):
        assert main([command, str(root)]) == 2
        said = capsys.readouterr()
        assert said.out == ""
        assert (
            said.err == f"hermes-tui: {root / FILE}:2: there is no key 'hermse'; did you mean \"hermes\"?\n"
        )


def test_a_theme_that_is_none_is_told_with_its_file(
    tree: Tree, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    own = tmp_path / "home/.config/hermes-tui/config.toml"
    own.parent.mkdir(parents=True)
    own.write_text('theme = "nonsense"\n')
    assert main([str(tree({".git/": ""}))]) == 2
    assert f"{own}: there is no theme 'nonsense'; there are " in capsys.readouterr().err


def test_what_was_configured_keeps_its_origin_when_it_is_found_again(tree: Tree) -> None:
    path = tree({FILE: ""}) / FILE
    found = find_settings(hermes="0.22.2", max_chars=5_000, origins={"hermes": path, "max_chars": path})
    again = find_again(found, Disk())
    assert (again.origin, again.origins) == (FILE, {"context_file_max_chars": path})
    assert again.with_cap(max_chars=9_000).origins == {}
