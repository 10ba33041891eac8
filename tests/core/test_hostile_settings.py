"""Settings that ask for more work than anybody has: they are read within bounds, or said to be unread."""

import itertools
import json
import os
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from cases.settings import CAP_LINE, CONFIG, Case
from hermes_tui.cli import main
from hermes_tui.core.releases.lookup import YamlReader
from hermes_tui.core.settings.settings import find_settings
from hermes_tui.core.settings.variables import references
from hermes_tui.core.settings.yaml_reader import InvalidYamlError, TooMuchYamlError, load_yaml
from support.trees import Files, Tree

READERS = {"0.17": YamlReader.PYYAML, "0.21.5": YamlReader.LIBYAML, "0.22.2": YamlReader.RUAMEL}
UNREAD = "config.yaml is not read, and the answer is given as if it were not there: "


def merging(levels: int, width: int) -> str:
    """Mappings of which each takes over the one before so many times."""
    lines = ["a0: &a0 {" + ", ".join(f"k{number}: 1" for number in range(10)) + "}"]
    for level in range(1, levels):
        lines.append(f"a{level}: &a{level}\n  <<: [{', '.join([f'*a{level - 1}'] * width)}]")
    return "\n".join(lines) + "\n"


TOO_MUCH = {
    "merge keys that multiply": merging(12, 10),
    "one merge key of very many": merging(2, 40_000),
    "a chain of merge keys": "a0: &a0 {x: 1}\n"
    + "".join(f"a{number}: &a{number} {{<<: *a{number - 1}, k{number}: 1}}\n" for number in range(1, 2_000)),
    "10 MB of keys": "".join(f"key{number}: {number}\n" for number in range(700_000)),
    "very many values": "[" + "a," * 240_000 + "]",
    "a number of base 60": "a: " + "1:" * 200_000 + "1",
}


@pytest.mark.parametrize("release", READERS)
@pytest.mark.parametrize("name", TOO_MUCH)
def test_what_asks_for_too_much_is_said_to_be_unread(tree: Tree, name: str, release: str) -> None:
    top = tree({CONFIG: CAP_LINE + TOO_MUCH[name] if name != "very many values" else TOO_MUCH[name]})
    settings = find_settings(hermes=release, environ={"HOME": str(top / "home"), "PATH": ""})
    (note,) = settings.notes
    assert note.startswith(UNREAD)
    assert settings.max_chars is None


@pytest.mark.parametrize("reader", YamlReader)
def test_merge_keys_that_do_not_multiply_are_read(reader: YamlReader) -> None:
    value = load_yaml(merging(4, 5) + "b: &b {<<: *a3, k1: 2}\nc: &c {<<: *c, d: 1}\n", reader)
    assert isinstance(value, dict)
    assert value["a3"] == {f"k{number}": 1 for number in range(10)}
    assert value["b"]["k1"] == 2
    assert value["c"] == {"d": 1}  # it takes over itself


@pytest.mark.parametrize("reader", YamlReader)
def test_lists_that_name_each_other_cost_nothing(reader: YamlReader) -> None:
    names = "abcdefghijklmnopqrstuvwxyz"
    text = "a: &a [1, 1]\n" + "".join(
        f"{name}: &{name} [{', '.join([f'*{before}'] * 9)}]\n" for before, name in itertools.pairwise(names)
    )
    assert isinstance(load_yaml(text, reader), dict)


def test_mappings_that_name_each_other_are_merged_once(tree: Tree) -> None:
    """A managed configuration over another one: 2 to the power of 40 paths lead through each."""
    text = "a0: &a0 {x: 1}\n" + "".join(
        f"a{number}: &a{number} {{l: *a{number - 1}, r: *a{number - 1}}}\n" for number in range(1, 41)
    )
    top = tree({CONFIG: text + CAP_LINE, "m/config.yaml": text})
    environ = {"HOME": str(top / "home"), "PATH": "", "HERMES_MANAGED_DIR": str(top / "m")}
    settings = find_settings(hermes="0.22.2", environ=environ)
    assert settings.max_chars == 500
    assert settings.notes == ()


# ── variables ──


@pytest.mark.parametrize(
    "text",
    ["${A}", "${}", "${", "$${A}}", "${${A}}", "${A${B}", "}${A", "a${A}b${B}c", "${\n}", "${}}", "$${}${A}"],
)
def test_a_reference_ends_at_the_next_brace(text: str) -> None:
    found = [(match.start(), match.end(), match[1]) for match in re.finditer(r"\$\{([^}]+)\}", text)]
    assert list(references(text)) == found


@pytest.mark.parametrize(
    "text", ["${" * 200_000, "${A" * 100_000 + "}", "${}" * 100_000], ids=["begun", "one end", "empty"]
)
def test_references_without_end_are_passed_over(tree: Tree, text: str) -> None:
    top = tree({CONFIG: f"model: {{context_length: '{text}'}}\n{CAP_LINE}"})
    settings = find_settings(hermes="0.22.2", environ={"HOME": str(top / "home"), "PATH": ""})
    assert settings.max_chars == 500


def test_variables_that_bring_in_too_much_are_said(tree: Tree) -> None:
    top = tree({CONFIG: f"a: '{'${X}' * 10_000}'\n{CAP_LINE}"})
    environ = {"HOME": str(top / "home"), "PATH": "", "X": "x" * 10_000}
    settings = find_settings(hermes="0.22.2", environ=environ)
    assert settings.notes == (f"{UNREAD}its variables bring in more than 10,000,000 characters",)


# ── values ──


@pytest.mark.parametrize(
    "value", ["0x" + "f" * 5_000, "1" * 4_000, ".inf", "-.inf", ".nan", "1e999", "[*a]", "2026-01-01"]
)
@pytest.mark.parametrize("setting", ["context_file_max_chars", "context_file_read_timeout", "context_length"])
def test_any_value_of_a_setting_is_answered(
    tree: Tree, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], setting: str, value: str
) -> None:
    top = tree({CONFIG: f"a: &a 5\n{setting}: {value}\n", "r/AGENTS.md": "use tabs\n", "r/calls": "x.py\n"})
    monkeypatch.setenv("HOME", str(top / "home"))
    for command in (
        ["show"],
        ["check"],
        ["why", "use tabs"],
        ["session", str(top / "r/calls")],
        ["compare", "0.19"],
    ):
        assert main([*command, str(top / "r"), "--hermes", "0.22.2", "--json"]) in (0, 1)
        json.loads(capsys.readouterr().out)


# ── what is no file ──


def test_a_file_of_gigabytes_is_not_read(tree: Tree) -> None:
    top = tree({CONFIG: CAP_LINE, "home/.hermes/active_profile": "work"})
    for name in (CONFIG, "home/.hermes/active_profile"):
        os.truncate(top / name, 3 << 30)
    notes = find_settings(hermes="0.22.2", environ={"HOME": str(top / "home"), "PATH": ""}).notes
    sticky, own = notes
    assert sticky == (
        "active_profile is not read, and the rules are shown as if the file were not there: "
        "it has 3,221,225,472 bytes, and this inspector reads 100,000 at most"
    )
    assert own == f"{UNREAD}it has 3,221,225,472 bytes, and this inspector reads 500,000 at most"


def _pipe(path: Path) -> None:
    os.mkfifo(path)


def _device(path: Path) -> None:
    path.symlink_to("/dev/zero")


@pytest.mark.parametrize("make", [_pipe, _device, Path.mkdir])
def test_what_is_no_file_is_not_opened(tree: Tree, make: Callable[[Path], None]) -> None:
    files: Files = {"home/.hermes/": "", "m/": "", "r/AGENTS.md": "x\n"}
    top = tree(files)
    names = ("config.yaml", "active_profile", "SOUL.md", "distribution.yaml")
    for path in (*(top / "home/.hermes" / name for name in names), top / "m/config.yaml"):
        make(path)
    case = Case(files, {}, {"HERMES_MANAGED_DIR": str(top / "m")})
    settings = find_settings(hermes="0.22.2", environ={"HOME": str(top / "home"), "PATH": "", **case.environ})
    own, managed = sorted(settings.notes, key=len)
    assert own.startswith("config.yaml is not used: it is a ")
    assert managed.startswith(f"The managed configuration is not used: {top}/m/config.yaml: it is a ")


def test_a_text_that_is_too_much_is_not_invalid() -> None:
    with pytest.raises(TooMuchYamlError, match="merged"):
        load_yaml(merging(12, 10), YamlReader.RUAMEL)
    with pytest.raises(InvalidYamlError):
        load_yaml("a: [", YamlReader.RUAMEL)
