"""What each release makes of its configuration (``cases.settings``), and what a reader is told."""

import contextlib
import gc
from pathlib import Path

import pytest

from cases.settings import CAP_LINE, CONFIG, CONFIGURATIONS, COPIES, GOOD, Case, current
from hermes_tui.core.prompt.truncation import find_cap
from hermes_tui.core.releases.lookup import RELEASES, YamlReader
from hermes_tui.core.settings.settings import Settings, find_settings
from hermes_tui.core.settings.yaml_reader import InvalidYamlError, load_yaml
from support.trees import Files, Tree

NAMES = [release.name for release in RELEASES]
CONFIGURED = [release.name for release in RELEASES if release.cap_from_config]


def found(top: Path, case: Case, release: str) -> Settings:
    environ = {name: value.replace("{top}", str(top)) for name, value in case.environ.items()}
    return find_settings(hermes=release, environ={"HOME": str(top / "home"), "PATH": "", **environ})


@pytest.mark.parametrize("name", CONFIGURATIONS)
def test_each_release_takes_what_it_takes(tree: Tree, name: str) -> None:
    case = CONFIGURATIONS[name]
    top = tree(case.files)
    for release in CONFIGURED:
        settings = found(top, case, release)
        limit = find_cap(settings.ruleset, max_chars=settings.max_chars).limit
        length = settings.context_length if isinstance(settings.context_length, int) else None
        assert (limit, length) == current(case.answers, release, NAMES), release


# ── notes ──


def notes(tree: Tree, files: Files, release: str = "0.22.2", **environ: str) -> list[str]:
    top = tree(files)
    settings = found(top, Case(files, {}, environ), release)
    return [note.replace(str(top), "TOP") for note in settings.notes]


def test_the_last_good_copy_is_named(tree: Tree) -> None:
    (note,) = notes(tree, COPIES["a broken file"].files)
    assert note.startswith(
        "config.yaml is broken, and Hermes goes on with its last good copy, "
        "backups/config/config.yaml.good.20250101-000000: line 2: "
    )
    (note,) = notes(tree, COPIES["a broken file"].files, "0.21.0")
    assert note.startswith("config.yaml is not used: line 2: ")


def test_a_copy_that_is_broken_too_is_named(tree: Tree) -> None:
    copy, own = notes(tree, COPIES["older copies do not stand in"].files)
    assert copy.startswith(
        f"The last good copy of config.yaml is not used: TOP/{GOOD}20250102-000000: line 2: "
    )
    assert own.startswith("config.yaml is not used: line 2: ")


def test_an_agent_that_is_no_mapping_is_told(tree: Tree) -> None:
    assert notes(tree, {CONFIG: f"agent: x\n{CAP_LINE}"}) == [
        "config.yaml is not used: agent is 'x', not a mapping, and Hermes fails on that"
    ]
    assert notes(tree, {CONFIG: f"agent: x\nmax_turns: 5\n{CAP_LINE}"}, "0.19") == [
        "config.yaml is not used: agent is 'x', not a mapping"
    ]


def test_what_holds_itself_is_told(tree: Tree) -> None:
    assert notes(tree, {CONFIG: "a: &a [*a]\n"}) == [
        "config.yaml is not used: a list or mapping in it holds itself, and Hermes fails on that"
    ]


def test_a_variable_that_is_not_set_is_told(tree: Tree) -> None:
    (note,) = notes(tree, {CONFIG: "model: {context_length: '${CTX}'}\n"})
    assert note == (
        "model.context_length asks for a variable that is not set here; Hermes takes those of its .env as "
        "well, which is not read: '${CTX}'"
    )


def test_an_infinite_context_length_is_told(tree: Tree) -> None:
    (note,) = notes(tree, {CONFIG: "model: {context_length: .inf}\n"})
    assert note == "model.context_length is infinite, and Hermes fails when it begins a session"


@pytest.mark.parametrize("value", [".inf", "9223372037", "1" + "0" * 400])
def test_a_time_out_that_is_too_long_for_python_is_told(tree: Tree, value: str) -> None:
    files: Files = {CONFIG: f"context_file_read_timeout: {value}\n"}
    (note,) = notes(tree, files)
    assert note.startswith("context_file_read_timeout is longer than Python can wait, and this release ")
    assert notes(tree, files, "0.21.0") == []


def test_the_longest_time_out_is_one(tree: Tree) -> None:
    assert notes(tree, {CONFIG: "context_file_read_timeout: 9223372036\n"}) == []


def test_the_managed_configuration_is_named_where_it_decides(tree: Tree) -> None:
    files: Files = {"m/config.yaml": f"{CAP_LINE}model: {{context_length: 9}}\n", CONFIG: CAP_LINE}
    top = tree(files)
    case = Case(files, {}, {"HERMES_MANAGED_DIR": "{top}/m"})
    (note,) = found(top, case, "0.22.2").notes
    decides = (
        f"The managed configuration decides context_file_max_chars, model.context_length: {top}/m/config.yaml"
    )
    assert note == decides
    assert found(top, case, "0.16").notes == ()  # which knows none
    assert found(top, case, "documented").notes == ()  # whose cap is fixed


def test_a_managed_configuration_that_decides_nothing_is_not_named(tree: Tree) -> None:
    assert notes(tree, {"m/config.yaml": "a: 1\n"}, HERMES_MANAGED_DIR="{top}/m") == []


def test_a_managed_configuration_that_is_broken_is_named(tree: Tree) -> None:
    (note,) = notes(tree, {"m/config.yaml": "a: [\n"}, HERMES_MANAGED_DIR="{top}/m")
    assert note.startswith("The managed configuration is not used: TOP/m/config.yaml: line 2: ")


def test_what_is_typed_wins_over_the_managed_configuration(tree: Tree) -> None:
    top = tree({"m/config.yaml": CAP_LINE})
    environ = {"HOME": str(top), "PATH": "", "HERMES_MANAGED_DIR": str(top / "m")}
    settings = find_settings(hermes="0.22.2", environ=environ, max_chars=7, context_length=8)
    assert (settings.max_chars, settings.context_length, settings.notes) == (7, 8, ())


# ── where it comes from ──


def test_every_file_that_decides_is_a_source(tree: Tree) -> None:
    top = tree(COPIES["a broken file"].files)
    home = top / "home/.hermes"
    settings = found(top, Case({}, {}, {"HERMES_MANAGED_DIR": "{top}/m"}), "0.22.2")
    assert set(settings.sources) == {
        home / "config.yaml",
        home / "active_profile",
        top / GOOD.replace("good.", "good.20250101-000000"),
        top / "m/config.yaml",
    }
    assert settings.origins == {"context_file_max_chars": top / f"{GOOD}20250101-000000"}
    by_default = found(top, Case({}, {}), "0.19").sources
    assert set(by_default) == {
        home / "config.yaml",
        home / "active_profile",
        Path("/etc/hermes/config.yaml"),
    }


def test_another_cap_comes_from_no_file(tree: Tree) -> None:
    case = Case({CONFIG: f"{CAP_LINE}model: {{context_length: 9}}\n"}, {})
    settings = found(tree(case.files), case, "0.22.2")
    assert set(settings.with_cap(max_chars=5).origins) == {"model.context_length"}
    assert set(settings.with_cap(context_length=5).origins) == {"context_file_max_chars"}


# ── the libraries ──


@pytest.mark.parametrize("reader", YamlReader)
@pytest.mark.parametrize(
    "text",
    ["[" * 100_000, "- " * 100_000, "{a: " * 5_000 + "}" * 5_000, "? " * 50_000],
    ids=["brackets", "dashes", "braces", "question marks"],
)
def test_a_text_that_goes_too_deep_ends_nothing(reader: YamlReader, text: str) -> None:
    with pytest.raises(InvalidYamlError):
        load_yaml(text, reader)


@pytest.mark.parametrize("reader", YamlReader)
def test_many_collections_that_are_not_deep_are_read(reader: YamlReader) -> None:
    value = load_yaml(
        "a: [{b: 1}]\n" + "".join(f"k{number}: {{c: [1, 2]}}\n" for number in range(2_000)), reader
    )
    assert isinstance(value, dict)
    assert len(value) == 2_001


def test_the_values_of_a_key_that_is_given_twice_are_not_told() -> None:
    with pytest.raises(InvalidYamlError, match=r'^line 2: found duplicate key "api_key"$'):
        load_yaml("api_key: secret\napi_key: other\n", YamlReader.RUAMEL)


@pytest.mark.parametrize("reader", YamlReader)
def test_without_the_parsers_in_c_there_are_those_in_python(
    reader: YamlReader, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delattr("yaml.CSafeLoader")
    assert load_yaml("a: 1\n", reader) == {"a": 1}


@pytest.mark.parametrize("reader", YamlReader)
@pytest.mark.parametrize("text", ["a: 1", "a: b: c"])
def test_reading_leaves_the_collector_as_it_was(reader: YamlReader, text: str) -> None:
    before = gc.get_threshold()
    with contextlib.suppress(InvalidYamlError):
        load_yaml(text, reader)
    assert gc.get_threshold() == before
