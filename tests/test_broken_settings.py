"""A ``config.yaml`` that cannot be read is said wherever an answer depends on it."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from hermes_tui.cli import main
from hermes_tui.core.settings.settings import find_again, find_settings
from hermes_tui.tui.app import Inspector
from hermes_tui.tui.jobs.inspect import look, look_again
from hermes_tui.tui.jobs.watch import matters, watched_directories
from hermes_tui.tui.presentation.header import notes, where
from hermes_tui.tui.state import Options
from support.running_app import screen_text, until, until_seen, words
from support.trees import Tree

BROKEN = "context_file_max_chars: 40\ncontext_file_max_chars: 50\nsecret: x\n"
"""0.22.2 takes no key twice."""
NOTE = 'config.yaml is not used: line 2: found duplicate key "context_file_max_chars"'
FILES = {".git/": "", "AGENTS.md": "use tabs\n", "a/AGENTS.md": "a rules\n"}


@pytest.fixture
def root(tree: Tree) -> Path:
    return tree({**FILES, "hermes/config.yaml": BROKEN, "session": "a/x.py\n"})


def run(root: Path, *words: str) -> int:
    return main([*words, "--home", str(root / "hermes")])


# ── the commands ──


@pytest.mark.parametrize(
    "command",
    [
        lambda root: ["show", str(root), "--hermes", "0.22.2"],
        lambda root: ["check", str(root), "--hermes", "0.22.2"],
        lambda root: ["why", "use tabs", str(root), "--hermes", "0.22.2"],
        lambda root: ["session", str(root / "session"), str(root), "--hermes", "0.22.2"],
        lambda root: ["compare", "0.19", "0.22.2", str(root)],
    ],
    ids=["show", "check", "why", "session", "compare"],
)
def test_every_answer_says_so(
    root: Path, capsys: pytest.CaptureFixture[str], command: Callable[[Path], list[str]]
) -> None:
    run(root, *command(root))
    assert f"Note: {NOTE}" in capsys.readouterr().out.splitlines()
    run(root, *command(root), "--json")
    (said,) = json.loads(capsys.readouterr().out)["notes"][:1]
    assert said == (NOTE if command(root)[0] != "check" else "config.yaml is not used")


def test_a_prompt_stays_as_it_is_and_the_note_stands_beside_it(
    root: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(root, "prompt", str(root), "--hermes", "0.22.2") == 0
    said = capsys.readouterr()
    assert said.err == f"hermes-tui: Note: {NOTE}\n"
    assert said.out.endswith("## AGENTS.md\n\nuse tabs")
    run(root, "prompt", str(root), "--hermes", "0.22.2", "--json")
    assert json.loads(capsys.readouterr().out)["notes"] == [NOTE]


@pytest.mark.parametrize("form", ["sarif", "github"])
def test_a_public_report_has_it_beside_it_without_a_word_of_the_file(
    root: Path, capsys: pytest.CaptureFixture[str], form: str
) -> None:
    run(root, "check", str(root), "--hermes", "0.22.2", "--format", form)
    said = capsys.readouterr()
    assert said.err == "hermes-tui: Note: config.yaml is not used\n"
    assert "config.yaml" not in said.out
    run(root, "check", str(root), "--hermes", "0.22.2", "--format", form, "--with-text")
    assert capsys.readouterr().err == f"hermes-tui: Note: {NOTE}\n"


# ── found again ──


def test_what_was_typed_is_asked_for_again(root: Path) -> None:
    settings = find_settings(hermes="0.22.2", hermes_home=str(root / "hermes"), context_length=100_000)
    assert settings.notes == (NOTE,)
    (root / "hermes/config.yaml").write_text("context_file_max_chars: 40\n")
    again = find_again(settings, look(Options(directory=root, settings=settings)).disk)
    assert (again.notes, again.max_chars, again.context_length) == ((), 40, 100_000)
    assert (again.ruleset, again.origin, again.home_origin) == (settings.ruleset, "--hermes", "--home")


def test_a_home_that_is_gone_is_a_note(root: Path) -> None:
    settings = find_settings(hermes="0.22.2", hermes_home=str(root / "hermes"))
    (root / "hermes").rename(root / "elsewhere")
    (said,) = look_again(Options(directory=root, settings=settings)).options.settings.notes
    assert said == f"--home: '{root / 'hermes'}' is not a directory"


def test_another_release_is_kept_when_settings_are_read_again(root: Path) -> None:
    settings = find_settings(hermes="0.22.2", hermes_home=str(root / "hermes"))
    chosen = settings.by_release(find_settings(hermes="0.19").ruleset, "chosen here")
    again = look_again(Options(directory=root, settings=chosen)).options.settings
    assert (again.ruleset.name, again.origin) == ("0.19.0", "chosen here")
    assert again.notes == ()  # which takes the last of two keys
    assert again.max_chars == 50


def test_the_profile_in_force_is_read_again(tree: Tree, monkeypatch: pytest.MonkeyPatch) -> None:
    root = tree({**FILES, "hermes/profiles/work/SOUL.md": "", "hermes/profiles/play/SOUL.md": ""})
    monkeypatch.setenv("HERMES_HOME", str(root / "hermes"))
    settings = find_settings(hermes="0.22.2")
    (root / "hermes/active_profile").write_text("work\n")
    options = look_again(Options(directory=root, settings=settings)).options
    assert options.hermes_home == root / "hermes/profiles/work"
    (root / "hermes/active_profile").write_text("play\n")
    assert look_again(options).options.hermes_home == root / "hermes/profiles/play"


# ── the screen ──


def options(root: Path) -> Options:
    return Options(directory=root, settings=find_settings(hermes="0.22.2", hermes_home=str(root / "hermes")))


def test_the_header_says_the_home_and_the_note(root: Path) -> None:
    inspection = look(options(root))
    assert words(where(inspection, 10_000)).endswith(f"home {root / 'hermes'} (--home)")
    assert words(notes(inspection)) == f"! {NOTE}"
    (root / "hermes/config.yaml").unlink()
    assert notes(look_again(options(root))) == ()


def test_what_decides_about_the_settings_is_watched(tree: Tree, monkeypatch: pytest.MonkeyPatch) -> None:
    root = tree(
        {**FILES, "hermes/profiles/work/SOUL.md": "", "hermes/active_profile": "work", "config.yaml": ""}
    )
    monkeypatch.setenv("HERMES_HOME", str(root / "hermes"))
    inspection = look(Options(directory=root, settings=find_settings(hermes="0.22.2")))
    watched = watched_directories(inspection)
    for path in (root / "hermes/profiles/work/config.yaml", root / "hermes/active_profile"):
        assert matters(path, inspection)
        assert path.parent in watched
    assert not matters(root / "config.yaml", inspection)


@pytest.mark.parametrize("size", [(140, 44), (80, 24)])
async def test_a_configuration_that_breaks_and_is_mended_is_seen_at_once(
    root: Path, size: tuple[int, int]
) -> None:
    app = Inspector(options(root))
    async with app.run_test(size=size) as pilot:
        await until(pilot, "! config.yaml is not used: line 2")
        mended = "context_file_max_chars: 15\n"
        await until_seen(pilot, lambda: (root / "hermes/config.yaml").write_text(mended), "◐ 1 cut")
        assert "config.yaml is not used" not in screen_text(pilot)
