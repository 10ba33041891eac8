"""What is offered in place of a phrase: it reads as an offer, and the scan lets it pass (``rules.md`` 3)."""

import re

import pytest

from hermes_tui.core.diagnosis.threat_remedies import instead
from hermes_tui.core.releases.lookup import RELEASES
from hermes_tui.core.threats.scan import Threat, scan

PATTERNS = RELEASES[-1].scanner.patterns
EXPLAINED = re.compile(r'in place of "[^"]*"|without "[^"]*"|between "[^"]*" and "[^"]*"')
"""Words of the phrase itself, named to be avoided."""


def remedy(name: str) -> str:
    return instead(Threat(id=name, start=0, end=1, line=1, column=1, text="x")).words


@pytest.mark.parametrize("name", PATTERNS)
def test_words_in_quotes_are_an_offer_that_every_release_lets_pass(name: str) -> None:
    offers = EXPLAINED.sub("", remedy(name))
    for release in RELEASES:
        for words in re.findall(r'"([^"]*)"', offers):
            assert scan(words, ruleset=release) == (), (release.name, words)
    begin = offers.partition('"')[0]
    assert '"' not in offers or begin.endswith(("write ", "for example ")), offers


@pytest.mark.parametrize("name", ["exfil_curl", "exfil_wget"])
def test_every_word_that_makes_a_variable_a_secret_is_named(name: str) -> None:
    for word in ("KEY", "TOKEN", "SECRET", "PASSWORD", "CREDENTIAL", "API"):
        assert word in remedy(name)


RECIPES = {
    "exfil_curl": ('curl -H "$API_TOKEN" x', 'auth="$API_TOKEN"\ncurl -H "$auth" x', 'curl -H "$AUTH" x'),
    "exfil_wget": ("wget $API_TOKEN", "auth=$API_TOKEN\nwget $auth", "wget $AUTH"),
    "read_secrets": ("cat\n ~/.env", "show\n ~/.env", "print ~/.env"),
}
"""A recipe that is blocked, and the ways around it that the remedy tells."""


@pytest.mark.parametrize("name", RECIPES)
def test_a_recipe_that_is_written_as_the_remedy_says_passes_every_release(name: str) -> None:
    blocked, *ways = RECIPES[name]
    assert name in {threat.id for threat in scan(blocked, ruleset=RELEASES[-1])}
    for release in RELEASES:
        for way in ways:
            assert scan(way, ruleset=release) == (), (release.name, way)


def test_a_line_break_does_not_help_and_is_not_offered() -> None:
    for release in RELEASES:
        assert scan("cat\n~/.env", ruleset=release)
    assert "line" not in remedy("read_secrets")
