"""What is offered in place of a phrase: it reads as an offer, and the scan lets it pass (``rules.md`` 3)."""

import re

import pytest

from hermes_tui.core.answering.threat_remedies import instead
from hermes_tui.core.rulesets import RELEASES
from hermes_tui.core.threats.scan import Threat, scan

PATTERNS = RELEASES[-1].scanner.patterns
EXPLAINED = re.compile(r'in place of "[^"]*"|without "[^"]*"|between "[^"]*" and "[^"]*"')
"""Words of the phrase itself, named to be avoided."""


def remedy(name: str) -> str:
    return instead(Threat(id=name, start=0, end=1, line=1, column=1, text="x"))


@pytest.mark.parametrize("name", PATTERNS)
def test_words_in_quotes_are_an_offer_that_every_release_lets_pass(name: str) -> None:
    offers = EXPLAINED.sub("", remedy(name))
    for release in RELEASES:
        for words in re.findall(r'"([^"]*)"', offers):
            assert scan(words, ruleset=release) == (), (release.name, words)
    begin = offers.partition('"')[0]
    assert '"' not in offers or begin.endswith(("write ", "for example: ")), offers


@pytest.mark.parametrize("name", ["exfil_curl", "exfil_wget"])
def test_every_word_that_makes_a_variable_a_secret_is_named(name: str) -> None:
    for word in ("KEY", "TOKEN", "SECRET", "PASSWORD", "CREDENTIAL", "API"):
        assert word in remedy(name)
