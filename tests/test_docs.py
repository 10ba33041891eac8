"""The pages in ``hermes_tui/docs``: what cites them finds its section, and what they tabulate is so.

The pages were written from what real releases did. Where such a test fails, ask the release which is right.
"""

import itertools
import re
from collections.abc import Iterator
from enum import Enum
from importlib import resources
from operator import attrgetter
from pathlib import Path
from typing import NamedTuple

import pytest

from hermes_tui.core.releases.history import DOCUMENTED, RELEASES
from hermes_tui.core.releases.ruleset import ExfilNames, HintRules, Ruleset, Scanner, YamlReader

HERE = Path(__file__)
PROJECT = HERE.parents[1]
PAGES = {page.name: page.read_text(encoding="utf-8") for page in (PROJECT / "hermes_tui/docs").glob("*.md")}
SPECIFICATION = ("rules.md", "releases.md", "sessions.md")
SOURCES = sorted(
    path for top in ("hermes_tui", "tests") for path in (PROJECT / top).rglob("*.py") if path != HERE
)

# ── sections and citations ──

_NUMBER = r"\d+(?:\.\d+)?"
_NUMBERS = rf"{_NUMBER}(?:(?:,|,? and|,? to)\s+(?:sections?\s+)?{_NUMBER})*"
_PAGE = r"(?<![\w/])(?P<page>rules|sessions|releases)\.md\b(?:``|`)?"
_CITATION = re.compile(
    rf"{_PAGE}(?::?\s+(?:sections?\s+)?(?P<numbers>{_NUMBERS})(?![\w%]))?|\bsections?\s+(?P<bare>{_NUMBERS})"
)
_LINE_BREAK = re.compile(r"\s*\n\s*(?:#:?\s+)?")


class Citation(NamedTuple):
    """A place that sends its reader to a section."""

    page: str
    section: str
    text: str


def sections(page: str) -> list[str]:
    """The numbers of the sections of *page*, in the order in which they stand."""
    return re.findall(rf"^##+ ({_NUMBER})\.? ", PAGES[page], re.MULTILINE)


def citations(text: str, page: str | None = None) -> Iterator[Citation]:
    """All citations in *text*; those that name no page belong to the page named last, first to *page*."""
    for match in _CITATION.finditer(_LINE_BREAK.sub(" ", text)):
        if match["page"]:
            page = f"{match['page']}.md"
        for number in re.findall(_NUMBER, match["numbers"] or match["bare"] or ""):
            yield Citation(page or "no page is named", number, match[0])


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("(``rules.md`` sections 1.4, 1.7 and 3).", ["rules.md 1.4", "rules.md 1.7", "rules.md 3"]),
        ("rules.md 1.2 to 1.6", ["rules.md 1.2", "rules.md 1.6"]),
        ("``sessions.md`` 8, ``releases.md`` 3.6", ["sessions.md 8", "releases.md 3.6"]),
        ("``sessions.md``: sections 1.3\n    and 3", ["sessions.md 1.3", "sessions.md 3"]),
        ("# sessions.md\n# section 4", ["sessions.md 4"]),
        ("see sessions.md; (section 1.7)", ["sessions.md 1.7"]),
        ("(section 1.7)", ["no page is named 1.7"]),
        ("docs/rules.md 4 and ../rules.md 5", []),
    ],
)
def test_citations_are_found_as_people_write_them(text: str, found: list[str]) -> None:
    assert [f"{one.page} {one.section}" for one in citations(text)] == found


def test_the_specification_is_part_of_the_package() -> None:
    packed = resources.files("hermes_tui") / "docs"
    assert [page for page in SPECIFICATION if not (packed / page).is_file()] == []


@pytest.mark.parametrize("page", SPECIFICATION)
def test_sections_are_numbered_in_order(page: str) -> None:
    numbers = sections(page)
    for before, after in itertools.pairwise(
        [[0], *(list(map(int, number.split("."))) for number in numbers)]
    ):
        first_below = [*before, 1] if len(before) == 1 and before != [0] else before
        next_one = [*before[:-1], before[-1] + 1]
        assert after in (first_below, next_one, [before[0] + 1]), f"{after} behind {before}"


def test_every_citation_in_code_and_tests_names_a_section_that_exists() -> None:
    known = {page: set(sections(page)) for page in SPECIFICATION}
    wrong = [
        f"{path.relative_to(PROJECT)}: {one.text!r} ({one.page} {one.section})"
        for path in SOURCES
        for one in citations(path.read_text(encoding="utf-8"))
        if one.section not in known.get(one.page, ())
    ]
    assert wrong == []


def test_every_page_that_is_cited_exists() -> None:
    context_files = {"agents.md", "claude.md"}
    cited = {
        page: path.name
        for path in SOURCES
        for page in re.findall(r"``([a-z]+\.md)``", path.read_text(encoding="utf-8"))
    }
    assert {page: name for page, name in cited.items() if page not in PAGES} == {
        page: name for page, name in cited.items() if page in context_files
    }


@pytest.mark.parametrize("page", SPECIFICATION)
def test_the_pages_cite_sections_that_exist(page: str) -> None:
    """Numbers without a page are sections of the page itself; in the tables of releases.md, of rules.md."""
    body = re.sub(r"^#+ .*", "", PAGES[page], flags=re.MULTILINE)
    text = _LINE_BREAK.sub(" ", re.sub(r"`(\w+\.md)`|`[^`\n]*`", r"\1", body))
    home = "rules.md" if page == "releases.md" else page
    named = [one for match in _CITATION.finditer(text) for one in citations(match[0], page)]
    rest = _CITATION.sub("", text)
    bare = re.findall(r"(?<![\d.,])(?<!Python )(?<!YAML )[1-9]\.[1-9]\d?(?![\d.]*\d)", rest)
    assert len(bare) > 5, "the pattern finds them"
    everything = [*named, *(Citation(home, number, number) for number in bare)]
    assert [one for one in everything if one.section not in sections(one.page)] == []


# ── tables ──


def table(page: str, *columns: str) -> list[tuple[str, ...]]:
    """The cells of each row of all tables of *page* that have these columns."""
    rows: list[tuple[str, ...]] = []
    is_wanted = False
    for line in PAGES[page].splitlines():
        if not line.strip().startswith("|"):
            is_wanted = False
            continue
        cells = tuple(cell.strip() for cell in re.split(r"(?<!\\)\|", line.strip())[1:-1])
        if is_wanted and set(line) - set("|- "):
            rows.append(cells)
        is_wanted = is_wanted or cells == columns
    assert rows, f"{page} has no table with the columns {columns}"
    return rows


def code(cell: str) -> tuple[str, ...]:
    """What stands between backticks."""
    return tuple(re.findall(r"`([^`]*)`", cell))


FIELD_COLUMNS = ("Field", "What it says", "At first", "Later")
WORDS: dict[str, object] = {
    "yes": True,
    "no": False,
    "no limit": None,
    "nothing": None,
    "PyYAML": YamlReader.PYYAML,
    "libyaml": YamlReader.LIBYAML,
    "ruamel.yaml": YamlReader.RUAMEL,
    "contain or api curl only": ExfilNames.CONTAIN_OR_API_CURL_ONLY,
    "contain or api": ExfilNames.CONTAIN_OR_API,
    "end in secret": ExfilNames.END_IN_SECRET,
}
COUNTED = ("scanner.patterns", "scanner.invisible", "hints.excluded")
"""Fields of which ``releases.md`` has the number; ``rules.md`` has what is in them."""


def markers() -> list[str]:
    """The cut markers, in the order of their numbers."""
    return [code(row[2])[0] for row in table("rules.md", "", "releases", "marker")]


def read(field: str, cell: str) -> object:
    """What *cell* says about *field*, as the model would have it."""
    if field == "cut_marker":
        return markers()[int(cell) - 1]
    if field == "scanner.invisible_id":
        return code(cell)[0].replace("200B", "{:04X}")
    if field in ("cursor_name", "cursor_directory"):
        return code(cell)[0]
    if field == "dropped_without_cap":
        return frozenset(code(cell))
    if code(cell):
        return code(cell)
    return WORDS[cell] if cell in WORDS else float(cell.replace(",", ""))


def value(release: Ruleset, field: str) -> object:
    found: object = attrgetter(field)(release)
    if field in COUNTED:
        assert isinstance(found, tuple | frozenset)
        return len(found)
    return found


ROWS = table("releases.md", *FIELD_COLUMNS)
NAMES = [release.name for release in RELEASES]


def test_the_releases_are_listed_in_order_with_their_rule_sets() -> None:
    rows = table("releases.md", "release", "package on PyPI", "rule set", "rules since", "what is new")
    assert [(row[0], row[2], row[3]) for row in rows] == [
        (release.name, release.era, release.since) for release in RELEASES
    ]
    for name, package, *_ in rows:
        assert re.fullmatch(rf"`hermes-agent(?:-\w+)?` {re.escape(name)}(?:\.\w+)?", package), package


@pytest.mark.parametrize("row", ROWS, ids=[code(row[0])[0] for row in ROWS])
def test_a_release_does_what_its_page_says(row: tuple[str, ...]) -> None:
    field = code(row[0])[0]
    changes = dict(change.split(": ", 1) for change in row[3].split("; ") if change)
    assert [name for name in NAMES if name in changes] == list(changes), "releases that are known, in order"
    expected = read(field, row[2])
    for release in RELEASES:
        if release.name in changes:
            was, expected = expected, read(field, changes[release.name])
            assert expected != was, f"{release.name} changes nothing"
        assert value(release, field) == expected, release.name


def test_every_value_of_a_release_has_its_row() -> None:
    own = {"name", "era", "since", "news", "note"}
    fields = set(Ruleset._fields) - own - {"scanner", "hints"}
    fields |= {f"scanner.{name}" for name in Scanner._fields}
    fields |= {f"hints.{name}" for name in HintRules._fields}
    listed = [code(row[0])[0] for row in ROWS]
    assert sorted(listed) == sorted(fields)


def test_the_documented_rules_differ_where_the_page_says() -> None:
    rows = table("releases.md", "Field", "documented", "0.20.1")
    release = RELEASES[NAMES.index("0.20.1")]
    for cell, documented, real in rows:
        field = code(cell)[0]
        assert value(DOCUMENTED, field) == read(field, documented)
        assert value(release, field) == read(field, real)


def test_the_patterns_are_those_of_the_table() -> None:
    rows = table("rules.md", "#", "id", "since", "what it matches", "what changed")
    ids = [code(row[1])[0] for row in rows]
    assert [int(row[0]) for row in rows] == list(range(1, 29))
    assert tuple(ids) == RELEASES[-1].scanner.patterns
    first = RELEASES[0].scanner.patterns
    assert {name for name, row in zip(ids, rows, strict=True) if row[2] == "0.13"} == set(first)
    (told,) = re.findall(
        r"^Releases up to 0\.14 report in this order:([^.]*)\.$", PAGES["rules.md"], re.MULTILINE
    )
    assert code(told) == first


def test_the_invisible_characters_are_those_of_the_page() -> None:
    first, later = re.findall(
        r"Up to 0\.14 ten: ([^.]*)\. 0\.15\+ seventeen: also\s+([^.]*)\.", PAGES["rules.md"]
    )[0]

    def characters(text: str) -> set[str]:
        return {chr(int(number, 16)) for number in re.findall(r"U\+([0-9A-F]{4})", text)}

    assert characters(first) == RELEASES[0].scanner.invisible
    assert characters(first + later) == RELEASES[-1].scanner.invisible


def test_the_excluded_directories_are_those_of_the_table() -> None:
    excluded: set[str] = set()
    for since, names in table("rules.md", "since", "names"):
        release, count = re.fullmatch(r"(\S+) \((\d+)\)", since).groups()  # type: ignore[union-attr]
        excluded |= set(code(names))
        assert excluded == RELEASES[NAMES.index(release)].hints.excluded
        assert len(excluded) == int(count)


def test_every_kind_of_value_has_its_word() -> None:
    kinds: tuple[type[Enum], ...] = (YamlReader, ExfilNames)
    assert {member for kind in kinds for member in kind} <= set(WORDS.values())
