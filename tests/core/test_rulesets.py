"""Names find their release, and every value changes with exactly the release that changed it."""

from itertools import pairwise
from typing import Any

import pytest

from hermes_tui.core.releases.lookup import (
    DOCUMENTED,
    RELEASES,
    ExfilNames,
    Ruleset,
    YamlReader,
    first_with,
    get_ruleset,
    last_without,
)

NAMES = [
    "0.13.0",
    "0.14.0",
    "0.15.2",
    "0.16.0",
    "0.17.0",
    "0.18.0",
    "0.18.2",
    "0.19.0",
    "0.20.0",
    "0.20.1",
    "0.20.4",
    "0.20.6",
    "0.21.0",
    "0.21.3",
    "0.21.5",
    "0.22.2",
]


def value(ruleset: Ruleset, field: str) -> Any:
    found: Any = ruleset
    for name in field.split("."):
        found = getattr(found, name)
    return found


def test_the_releases_stand_in_order() -> None:
    assert [release.name for release in RELEASES] == NAMES
    assert [release.era for release in RELEASES] == (
        ["E1", "E1", "E2", "E2", "E3", "E4", "E4", "E5", "E6", "E7", "E8", "E8", "E9", "E10", "E11", "E12"]
    )


def test_what_is_new_in_a_release_is_said_of_that_release_alone() -> None:
    for before, after in pairwise(RELEASES):
        is_like_it = after._replace(name="", news="") == before._replace(name="", news="")
        assert (after.news == f"as {before.name}") is is_like_it
        assert after.news.startswith(f"as {before.name}") is (before.era == after.era)
    told = [release.news for release in RELEASES]
    assert len(set(told)) == len(told)


@pytest.mark.parametrize("name", NAMES)
def test_a_release_is_found_by_its_full_name_and_needs_no_note(name: str) -> None:
    found = get_ruleset(name)
    assert found is RELEASES[NAMES.index(name)]
    assert found.note == ""


@pytest.mark.parametrize(
    ("asked", "name"),
    [
        ("0.19.0", "0.19.0"),
        ("0.19", "0.19.0"),
        ("v0.22.2", "0.22.2"),
        ("V0.22.2", "0.22.2"),
        (" 0.22.2\n", "0.22.2"),
        ("0.22.2.post1", "0.22.2"),
        ("0.20.1.2", "0.20.1"),
        ("0.20.0.post2", "0.20.0"),
        ("0.21.5-rc1", "0.21.5"),
        ("0.13", "0.13.0"),
        ("0.18", "0.18.2"),
        ("0.20", "0.20.6"),
        ("0.21", "0.21.5"),
        ("0.22", "0.22.2"),
        ("latest", "0.22.2"),
        ("documented", "documented"),
    ],
)
def test_names_and_suffixes(asked: str, name: str) -> None:
    assert get_ruleset(asked).name == name


@pytest.mark.parametrize(
    ("asked", "era", "stands_in"),
    [
        ("0.13.5", "E1", "0.13.0"),
        ("0.15.0", "E2", "0.15.2"),
        ("0.15.1", "E2", "0.15.2"),
        ("0.18.1", "E4", "0.18.0"),
        ("0.20.2", "E7", "0.20.1"),
        ("0.20.3", "E7", "0.20.1"),
        ("0.20.5", "E8", "0.20.4"),
        ("0.21.1", "E9", "0.21.0"),
        ("0.21.2", "E9", "0.21.0"),
        ("0.21.4", "E11", "0.21.5"),
        ("0.22.0", "E11", "0.21.5"),
        ("0.22.1", "E11", "0.21.5"),
    ],
)
def test_a_release_that_was_not_seen_takes_its_era_and_says_so(asked: str, era: str, stands_in: str) -> None:
    found = get_ruleset(asked)
    assert (found.name, found.era) == (asked, era)
    assert found.hints == get_ruleset(stands_in).hints
    assert asked in found.note


@pytest.mark.parametrize("asked", ["0.22.3", "0.23", "0.23.0.dev1", "1.0.0", "1", "12.0"])
def test_an_unknown_newer_release_takes_the_latest_and_says_so(asked: str) -> None:
    found = get_ruleset(asked)
    assert found.era == "E12"
    assert found.hints == get_ruleset("0.22.2").hints
    assert "newer" in found.note
    assert "0.22.2" in found.note


@pytest.mark.parametrize("asked", ["0.12.9", "0.1", "0"])
def test_an_older_release_is_refused_with_a_sentence(asked: str) -> None:
    with pytest.raises(ValueError, match=r"older than 0\.13"):
        get_ruleset(asked)


@pytest.mark.parametrize("asked", ["", "x", "nineteen", "0..1", "0.19;rm", "-1", "0.22.2\x1b[2J"])
def test_what_is_no_version_is_refused_with_a_sentence(asked: str) -> None:
    with pytest.raises(ValueError, match="is no Hermes version"):
        get_ruleset(asked)


def test_sentences_about_several_releases_name_the_first_and_the_last() -> None:
    assert first_with(lambda release: release.agents_chain) == "0.20.1"
    assert last_without(lambda release: release.agents_chain) == "0.20.0"


CHANGES: list[tuple[str, list[tuple[str, object]]]] = [
    # field, then from which release on it has which value: the tables of releases.md 3
    ("hermes_names", [("0.13.0", (".hermes.md", "HERMES.md"))]),
    ("claude_names", [("0.13.0", ("CLAUDE.md", "claude.md"))]),
    ("hermes_climbs_without_git", [("0.13.0", True), ("0.18.0", False)]),
    ("agents_chain", [("0.13.0", False), ("0.20.1", True)]),
    (
        "agents_names",
        [
            ("0.13.0", ("AGENTS.md", "agents.md")),
            ("0.20.4", ("AGENTS.override.md", "AGENTS.md", "agents.md")),
        ],
    ),
    ("install_tree_guard", [("0.13.0", False), ("0.19.0", True)]),
    ("validates_cwd", [("0.13.0", False), ("0.19.0", True)]),
    ("codec_drops_bom", [("0.13.0", False), ("0.22.2", True)]),
    ("scan_drops_bom", [("0.13.0", False), ("0.19.0", True)]),
    ("front_matter_drops_boms", [("0.13.0", False), ("0.19.0", True)]),
    ("read_timeout", [("0.13.0", None), ("0.21.3", 5.0)]),
    # which library reads what: seen with documents that only some of them accept
    (
        "config_yaml",
        [
            ("0.13.0", YamlReader.PYYAML),
            ("0.18.0", YamlReader.LIBYAML),
            ("0.22.2", YamlReader.RUAMEL),
        ],
    ),
    ("manifest_yaml", [("0.13.0", YamlReader.PYYAML), ("0.22.2", YamlReader.RUAMEL)]),
    (
        "managed_yaml",
        [
            ("0.13.0", None),
            ("0.17.0", YamlReader.PYYAML),
            ("0.21.5", YamlReader.LIBYAML),
            ("0.22.2", YamlReader.RUAMEL),
        ],
    ),
    ("managed_root_length", [("0.13.0", False), ("0.20.1", True)]),
    ("managed_nothing_counts", [("0.13.0", True), ("0.19.0", False)]),
    ("keeps_good_copies", [("0.13.0", False), ("0.21.3", True)]),
    ("expands_env_source", [("0.13.0", False), ("0.20.0", True)]),
    ("profiles_of_default_home", [("0.13.0", True), ("0.20.4", False)]),
    ("profiles_can_be_deleted", [("0.13.0", False), ("0.21.0", True)]),
    ("profiles_need_a_file", [("0.13.0", False), ("0.21.5", True)]),
    (
        "dropped_without_cap",
        [
            ("0.13.0", {"hermes", "agents", "claude", "soul"}),
            ("0.20.1", {"hermes", "claude", "soul"}),
            ("0.21.3", {"soul"}),
        ],
    ),
    ("denied_git_raises", [("0.13.0", True), ("0.21.3", False)]),
    ("denied_file_raises", [("0.13.0", True), ("0.21.5", False)]),
    ("soul_blocks", [("0.13.0", True), ("0.21.5", False)]),
    ("soul_drops_legacy_section", [("0.13.0", False), ("0.21.3", True)]),
    ("flat_cap", [("0.13.0", 20_000)]),
    ("cap_from_config", [("0.13.0", False), ("0.17.0", True)]),
    ("infinite_cap_raises", [("0.13.0", False), ("0.21.3", True)]),
    ("cut_marker_lists_sections", [("0.13.0", False), ("0.22.2", True)]),
    ("cut_names_label", [("0.13.0", False), ("0.20.1", True)]),
    ("cut_warns", [("0.13.0", False), ("0.17.0", True)]),
    ("lists_context", [("0.13.0", False), ("0.21.5", True)]),
    ("scanner.filler", [("0.13.0", 0), ("0.15.2", None), ("0.18.0", 8)]),
    ("scanner.bounded", [("0.13.0", False), ("0.18.0", True)]),
    ("scanner.length", [("0.13.0", None), ("0.18.0", 65_536)]),
    ("scanner.nfkc", [("0.13.0", False), ("0.18.0", True)]),
    ("scanner.praxis", [("0.13.0", False), ("0.15.2", True), ("0.18.0", False)]),
    ("scanner.package_tokens", [("0.13.0", False), ("0.15.2", True)]),
    ("scanner.translate_words", [("0.13.0", False), ("0.21.3", True)]),
    (
        "scanner.exfil_names",
        [
            ("0.13.0", ExfilNames.CONTAIN_OR_API_CURL_ONLY),
            ("0.15.2", ExfilNames.CONTAIN_OR_API),
            ("0.21.0", ExfilNames.END_IN_SECRET),
        ],
    ),
    (
        "scanner.invisible_id",
        [("0.13.0", "invisible unicode U+{:04X}"), ("0.15.2", "invisible_unicode_U+{:04X}")],
    ),
    (
        "hints.names",
        [
            ("0.13.0", ("AGENTS.md", "agents.md", "CLAUDE.md", "claude.md", ".cursorrules")),
            (
                "0.20.4",
                ("AGENTS.override.md", "AGENTS.md", "agents.md", "CLAUDE.md", "claude.md", ".cursorrules"),
            ),
        ],
    ),
    ("hints.levels", [("0.13.0", 5)]),
    ("hints.cap", [("0.13.0", 8_000), ("0.21.3", 32_000)]),
    ("hints.cut_keeps_tail", [("0.13.0", False), ("0.21.3", True)]),
    ("hints.outside", [("0.13.0", True), ("0.15.2", False)]),
    ("hints.deduplicates", [("0.13.0", False), ("0.20.0", True)]),
    ("hints.reads_cd", [("0.13.0", False), ("0.21.3", True)]),
    ("hints.unknown_user_raises", [("0.13.0", True), ("0.18.0", False)]),
    ("hints.checks_links", [("0.13.0", False), ("0.21.5", True)]),
    ("hints.obeys_skip", [("0.13.0", False), ("0.21.3", True)]),
    ("hints.off_at_home", [("0.13.0", False), ("0.22.2", True)]),
    ("hints.rebinds", [("0.13.0", False), ("0.22.2", True)]),
    ("hints.follows_session", [("0.13.0", False), ("0.22.2", True)]),
    ("hints.wrapped", [("0.13.0", False), ("0.15.2", True)]),
    # sessions.md sections 1.5 and 3, rules.md 1.12
    ("compacts_in_place", [("0.13.0", False), ("0.18.0", True)]),
    ("checks_stored_model", [("0.13.0", False), ("0.17.0", True)]),
    ("checks_stored_cwd", [("0.13.0", False), ("0.20.0", True)]),
    ("records_before_spilling", [("0.13.0", False), ("0.18.0", True)]),
    ("rebuilding_was_read", [("0.13.0", False), ("0.19.0", True), ("0.20.0", False)]),
    ("subagents_get_startup", [("0.13.0", False), ("0.20.6", True)]),
    # sessions.md 4 and 5, rules.md 5.2
    ("command_line_takes_configured_cwd", [("0.13.0", False), ("0.20.0", True)]),
    ("ignoring_rules_wants_one", [("0.13.0", True), ("0.22.2", False)]),
    ("has_safe_mode", [("0.13.0", False), ("0.17.0", True)]),
    ("platforms_can_skip", [("0.13.0", False), ("0.20.0", True)]),
]


@pytest.mark.parametrize(("field", "history"), CHANGES, ids=[field for field, _ in CHANGES])
def test_a_value_changes_with_exactly_its_release(field: str, history: list[tuple[str, object]]) -> None:
    since = dict(history)
    expected: object = None
    for release in RELEASES:
        expected = since.get(release.name, expected)
        assert value(release, field) == expected, release.name


COUNTS: list[tuple[str, list[tuple[str, int]]]] = [
    ("scanner.patterns", [("0.13.0", 10), ("0.15.2", 28)]),
    ("scanner.invisible", [("0.13.0", 10), ("0.15.2", 17)]),
    ("hints.excluded", [("0.13.0", 0), ("0.20.0", 19), ("0.21.3", 37), ("0.22.2", 38)]),
]


@pytest.mark.parametrize(("field", "history"), COUNTS, ids=[field for field, _ in COUNTS])
def test_a_list_grows_with_exactly_its_release(field: str, history: list[tuple[str, int]]) -> None:
    since = dict(history)
    expected = -1
    for release in RELEASES:
        expected = since.get(release.name, expected)
        assert len(value(release, field)) == expected, release.name


def test_the_first_release_that_behaves_so_is_named() -> None:
    assert first_with(lambda release: release.agents_chain) == "0.20.1"
    assert first_with(lambda release: release.hints.checks_links) == "0.21.4"
    assert first_with(lambda release: release.subagents_get_startup) == "0.20.6"


def test_the_invisible_characters_are_those_of_the_list() -> None:
    first = {*range(0x200B, 0x200E), 0x2060, 0xFEFF, *range(0x202A, 0x202F)}
    later = first | {0x2062, 0x2063, 0x2064, *range(0x2066, 0x206A)}
    assert {ord(character) for character in get_ruleset("0.14").scanner.invisible} == first
    assert {ord(character) for character in get_ruleset("0.15").scanner.invisible} == later


def test_documented_is_0_20_1_with_three_values_of_the_documentation() -> None:
    real = get_ruleset("0.20.1")
    assert DOCUMENTED.cap_from_config is False
    assert DOCUMENTED.cut_marker == (
        "[...truncated {name}: kept {head}+{tail} of {total} chars. Use file tools to read the full file.]"
    )
    assert DOCUMENTED.hints.levels == 6
    assert DOCUMENTED.note
    for field in Ruleset.__annotations__:
        if field not in ("name", "era", "since", "note", "news", "cap_from_config", "cut_marker", "hints"):
            assert getattr(DOCUMENTED, field) == getattr(real, field), field
    for field in type(real.hints).__annotations__:
        if field != "levels":
            assert getattr(DOCUMENTED.hints, field) == getattr(real.hints, field), field
