"""Completion in a shell: what is offered, and that nothing of it is carried out."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from hermes_tui.cli import main
from support.state_databases import Recorder
from support.trees import Tree

ROOT = Path(__file__).parent.parent


@pytest.mark.parametrize(
    ("kind", "some"),
    [
        ("releases", {"0.13.0", "0.22.2", "latest", "installed"}),
        ("codes", {"HT001", "HT047"}),
        ("themes", {"textual-light", "no-colour"}),
    ],
)
def test_values_that_are_known_are_printed(
    kind: str, some: set[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["--print-values", kind]) == 0
    assert some <= set(capsys.readouterr().out.split("\n"))


def test_profiles_and_sessions_of_this_machine_are_printed_if_they_are_harmless(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    home = tmp_path / "hermes"
    for name in ("work", "$(touch pwned)", "a b", "`x`"):
        (home / "profiles" / name).mkdir(parents=True)
    Recorder(home / "state.db").session("20261201_1").session("$(touch pwned)").close()
    monkeypatch.setenv("HERMES_HOME", str(home))
    main(["--print-values", "profiles"])
    assert capsys.readouterr().out == "work\n"
    main(["--print-values", "sessions"])
    assert capsys.readouterr().out == "20261201_1\n"
    monkeypatch.setenv("HERMES_HOME", str(tmp_path / "nowhere"))
    assert main(["--print-values", "sessions"]) == 0


@pytest.mark.skipif(not Path("/bin/bash").exists(), reason="there is no bash")
@pytest.mark.parametrize(
    ("typed", "offered"),
    [
        (["hermes-tui", "sh"], {"show"}),
        (["hermes-tui", "check", "pa"], {"packages"}),
        (["hermes-tui", "check", "--hermes", "0.22"], {"0.22.2"}),
        (["hermes-tui", "explain", "HT04"], {f"HT04{digit}" for digit in range(8)}),
        (["hermes-tui", "session", "cal"], {"calls.txt"}),
    ],
)
def test_bash_offers_what_can_be_typed(
    tree: Tree, tmp_path: Path, typed: list[str], offered: set[str], capsys: pytest.CaptureFixture[str]
) -> None:
    root = tree({"packages/": "", "calls.txt": "", "other/": ""})
    main(["--print-completion", "bash"])
    script = tmp_path / "script"
    program = tmp_path / "hermes-tui"
    program.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m hermes_tui "$@"\n')
    program.chmod(0o755)
    words = " ".join(f"'{word}'" for word in typed)
    script.write_text(
        f"{capsys.readouterr().out}\nCOMP_WORDS=({words}); COMP_CWORD={len(typed) - 1}\n"
        f"{FUNCTION} hermes-tui '{typed[-1]}' '{typed[-2]}'\nprintf '%s\\n' \"${{COMPREPLY[@]}}\"\n"
    )
    done = subprocess.run(
        ["/bin/bash", script],
        cwd=root,
        env={"PATH": f"{tmp_path}:/usr/bin:/bin", "PYTHONPATH": str(ROOT), "HOME": str(tmp_path)},
        capture_output=True,
        text=True,
        check=True,
    )
    assert {word.strip() for word in done.stdout.splitlines()} - {""} == offered, done.stderr


FUNCTION = "_shtab_hermes_tui"


@pytest.mark.parametrize("shell", ["zsh", "fish"])
def test_the_script_is_one_of_that_shell(shell: str, capsys: pytest.CaptureFixture[str]) -> None:
    if shutil.which(shell) is None:
        pytest.skip(f"there is no {shell}")
    main(["--print-completion", shell])
    script = capsys.readouterr().out
    assert subprocess.run([shell, "-n"], input=script, text=True, check=False).returncode == 0
