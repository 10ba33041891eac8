"""``hermes-tui verify``: a made-up Hermes in a real child process."""

import sys
from pathlib import Path

import pytest

from hermes_tui import verifying
from hermes_tui.cli import main
from hermes_tui.verifying import FirstDifference, difference
from support.trees import Mode, Special, Tree


def hermes(
    directory: Path, body: str, version: str = "0.20.1", *, takes: str = "", config: str | None = None
) -> Path:
    """An interpreter whose packages are a Hermes that answers by *body*, with a configuration if it has one.

    Besides a directory its builder takes *takes*.
    """
    packages = directory / "packages"
    (packages / "agent").mkdir(parents=True)
    (packages / "agent" / "__init__.py").write_text("")
    (packages / "agent" / "prompt_builder.py").write_text(
        f"def build_context_files_prompt(cwd=None, skip_soul=False{takes}):\n    {body}\n"
    )
    if config is not None:
        (packages / "hermes_cli").mkdir()
        (packages / "hermes_cli" / "__init__.py").write_text("")
        (packages / "hermes_cli" / "config.py").write_text(config)
    metadata = packages / f"hermes_agent-{version}.dist-info"
    metadata.mkdir()
    (metadata / "METADATA").write_text(f"Metadata-Version: 2.1\nName: hermes-agent\nVersion: {version}\n")
    interpreter = directory / "python"
    interpreter.write_text(f'#!/bin/sh\nPYTHONPATH="{packages}" exec "{sys.executable}" "$@"\n')
    interpreter.chmod(0o755)
    return interpreter


PROMPT = (
    "# Project Context\n\nThe following project context files have been loaded and should be followed:\n\n"
    "## AGENTS.md\n\nuse tabs"
)


def test_the_same_prompt_is_called_identical(
    tree: Tree, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    root = tree({"AGENTS.md": "use tabs\n"})
    python = hermes(tmp_path / "h", f"return {PROMPT!r}")
    assert main(["verify", str(root), "--python", str(python)]) == 0
    assert capsys.readouterr().out == (
        f"identical: Hermes 0.20.1 and this inspector give the same {len(PROMPT)} characters\n"
    )


def test_another_prompt_is_shown_from_the_first_difference_on(
    tree: Tree, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    root = tree({"AGENTS.md": "use tabs\n"})
    python = hermes(tmp_path / "h", f"return {PROMPT!r}.replace('tabs', 'spaces')")
    assert main(["verify", str(root), "--python", str(python)]) == 1
    out = capsys.readouterr().out
    assert out.startswith(f"different from character {len(PROMPT) - 3} on\n--- Hermes 0.20.1\n")
    assert "use spaces" in out
    assert "use tabs" in out


def test_what_hermes_raises_is_compared_too(
    tree: Tree, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    root = tree({"AGENTS.md": "use tabs\n"})
    python = hermes(tmp_path / "h", "raise RuntimeError('no')")
    assert main(["verify", str(root), "--python", str(python)]) == 1
    assert "RuntimeError: no" in capsys.readouterr().out


def test_the_release_is_that_of_the_hermes_which_answers(tree: Tree, tmp_path: Path) -> None:
    root = tree({".git/": "", "AGENTS.md": "top", "sub/AGENTS.md": "use tabs"})
    python = hermes(tmp_path / "h", f"return {PROMPT!r}", version="0.19.0")
    assert main(["verify", str(root / "sub"), "--python", str(python)]) == 0


def test_no_module_of_the_inspected_directory_is_imported(tree: Tree, tmp_path: Path) -> None:
    root = tree({"AGENTS.md": "use tabs", "json.py": "open('ran', 'w')", "agent.py": "open('ran', 'w')"})
    python = hermes(tmp_path / "h", f"return {PROMPT!r}")
    assert main(["verify", str(root), "--python", str(python)]) == 0
    assert not (root / "ran").exists()


# How Hermes asks for its cap: `load_config` in 0.17 to 0.19, `load_config_readonly` from 0.20.0 on.
ASKS_FOR_CAP = "from hermes_cli.config import {load}; return str({load}().get('context_file_max_chars'))"


@pytest.mark.parametrize("load", ["load_config", "load_config_readonly"])
@pytest.mark.parametrize(
    ("given", "config", "answer"),
    [
        (["--max-chars", "123"], "return {'context_file_max_chars': 5}", "123"),
        (["--max-chars", "123"], "raise ValueError('a broken config.yaml')", "123"),
        ([], "return {'context_file_max_chars': 5}", "5"),
        ([], "return {}", "None"),
    ],
)
def test_a_cap_that_was_typed_is_that_of_the_child_too(
    tree: Tree,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    load: str,
    given: list[str],
    config: str,
    answer: str,
) -> None:
    root = tree({})
    python = hermes(
        tmp_path / "h", ASKS_FOR_CAP.format(load=load), config=f"def {load}(*args):\n    {config}\n"
    )
    main(["verify", str(root), "--python", str(python), *given])
    assert f"--- Hermes 0.20.1\n{answer}\n" in capsys.readouterr().out


def test_a_cap_that_is_configured_is_handed_on(
    tree: Tree, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    root, home = tree({}), tmp_path / "hermes"
    home.mkdir()
    (home / "config.yaml").write_text("context_file_max_chars: [1, 2]\nmodel: {context_length: 2026-01-01}\n")
    python = hermes(tmp_path / "h", "return repr(context_length)", takes=", context_length=None", config="")
    main(["verify", str(root), "--python", str(python), "--home", str(home)])
    assert "--- Hermes 0.20.1\n'date'\n" in capsys.readouterr().out


def test_the_context_length_goes_to_those_that_take_it(
    tree: Tree, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    root = tree({})
    takes = hermes(tmp_path / "new", "return repr(context_length)", takes=", context_length=None")
    main(["verify", str(root), "--python", str(takes), "--context-length", "200000"])
    assert "--- Hermes 0.20.1\n200000\n" in capsys.readouterr().out
    takes_none = hermes(tmp_path / "old", "return 'no'", version="0.16.0")
    main(["verify", str(root), "--python", str(takes_none), "--context-length", "200000"])
    assert "--- Hermes 0.16.0\nno\n" in capsys.readouterr().out


def test_relative_interpreter_and_home_are_those_of_here(
    tree: Tree, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    tree({})
    (tmp_path / "home-of-hermes").mkdir()
    hermes(tmp_path / "h", "import os; home = os.environ['HERMES_HOME']; return str(os.path.isdir(home))")
    (tmp_path / "link").symlink_to("h/python")
    monkeypatch.chdir(tmp_path)
    for python in ("h/python", "./link", "link"):
        main(["verify", "tree", "--python", python, "--home", "home-of-hermes"])
        assert "--- Hermes 0.20.1\nTrue\n" in capsys.readouterr().out


def test_an_interpreter_in_a_venv_stays_in_it(
    tree: Tree, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The python of a venv is a link; followed, it would be another interpreter."""
    tree({})
    hermes(tmp_path / "h", "import os, sys; return os.path.basename(sys.prefix)")
    venv = tmp_path / "venv"
    (venv / "bin").mkdir(parents=True)
    (venv / "bin/python").symlink_to(Path(sys.executable).resolve())
    (venv / "pyvenv.cfg").write_text(f"home = {Path(sys.executable).resolve().parent}\n")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path / "h/packages"))
    monkeypatch.chdir(venv)
    main(["verify", "../tree", "--python", "bin/python"])
    assert "--- Hermes 0.20.1\nvenv\n" in capsys.readouterr().out


def test_an_interpreter_on_the_path_is_found_by_its_name(
    tree: Tree, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    root = tree({"AGENTS.md": "use tabs\n"})
    hermes(tmp_path / "h", f"return {PROMPT!r}").rename(tmp_path / "h/hermes-python")
    monkeypatch.setenv("PATH", str(tmp_path / "h"), prepend=":")
    assert main(["verify", str(root), "--python", "hermes-python"]) == 0


def test_hermes_writes_nothing(tree: Tree, tmp_path: Path) -> None:
    """0.21.3 and 0.22.2 make their home, and a ``SOUL.md`` in it, as soon as they are imported."""
    root = tree({"AGENTS.md": "use tabs"})
    home = tmp_path / "hermes"
    home.mkdir()
    config = (
        "import os, pathlib\nhome = pathlib.Path(os.environ['HERMES_HOME'])\n"
        "try:\n    (home / 'logs').mkdir()\nexcept OSError:\n    pass\n"
        "try:\n    (home / 'SOUL.md').write_text('I am.')\nexcept OSError:\n    pass\n"
        "open(os.devnull, 'w').write('that is fine')\n"
    )
    python = hermes(tmp_path / "h", f"import hermes_cli.config; return {PROMPT!r}", config=config)
    packages = sorted(path.name for path in (tmp_path / "h").rglob("*"))
    assert main(["verify", str(root), "--python", str(python), "--home", str(home)]) == 0
    assert list(home.iterdir()) == []
    assert sorted(path.name for path in (tmp_path / "h").rglob("*")) == packages
    broken = hermes(tmp_path / "b", f"open({str(root / 'log')!r}, 'a'); return {PROMPT!r}")
    assert main(["verify", str(root), "--python", str(broken), "--home", str(home)]) == 1
    assert not (root / "log").exists()


@pytest.mark.parametrize(
    ("python", "complaint"),
    [("/nowhere/python", "cannot be run"), (sys.executable, "has no Hermes that answers")],
)
def test_an_interpreter_without_hermes_is_bad_input(
    tree: Tree, capsys: pytest.CaptureFixture[str], python: str, complaint: str
) -> None:
    root = tree({"AGENTS.md": "use tabs"})
    assert main(["verify", str(root), "--python", python]) == 2
    assert complaint in capsys.readouterr().err


def test_the_first_difference_has_what_stands_around_it() -> None:
    assert difference("abcdef", "abcXef", around=2) == FirstDifference(3, "bcde", "bcXe")
    assert difference("ab", "abc", around=2) == FirstDifference(2, "ab", "abc")
    assert difference("same", "same") is None


@pytest.mark.parametrize("entry", [".", "", "ROOT/bin"])
def test_a_hermes_that_the_repository_brings_is_not_run(
    entry: str,
    tree: Tree,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    script = f"#!/bin/sh\ntouch {tmp_path}/ran\n"
    programs = ("hermes", "python3", "bin/hermes", "bin/python3")
    root = tree({".git/": "", "AGENTS.md": "use tabs"} | {name: Mode(0o755, script) for name in programs})
    monkeypatch.chdir(root)
    monkeypatch.setenv("PATH", entry.replace("ROOT", str(root)))
    assert main(["verify"]) == 2
    assert capsys.readouterr().err == (
        "hermes-tui: the hermes on PATH lies in the inspected repository, or is found from the working "
        "directory: name its interpreter with --python\n"
    )
    assert not (tmp_path / "ran").exists()


def test_a_hang_that_was_to_be_expected_is_told(
    tree: Tree, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(verifying, "SECONDS", 0.5)
    python = hermes(tmp_path / "h", "import time; time.sleep(60)", version="0.19.0")
    root = tree({"AGENTS.md": Special("pipe"), "fine/AGENTS.md": "use tabs"})
    arguments = ["--python", str(python), "--hermes", "0.19"]
    assert main(["verify", str(root), *arguments]) == 2
    said = capsys.readouterr().err
    assert "gave no answer within 0.5 s. That was to be expected: Hermes 0.19.0 would hang here at " in said
    assert "AGENTS.md: it is a pipe or a device, not a file" in said
    assert main(["verify", str(root / "fine"), *arguments]) == 2
    assert "expected" not in capsys.readouterr().err
