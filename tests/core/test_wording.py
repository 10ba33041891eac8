"""Sentences from parts, parts from sentences."""

from hermes_tui.core.text.phrases import capitalised, characters, listed, part, quoted, sentence


def test_a_part_becomes_a_sentence_and_back() -> None:
    assert sentence("it is a pipe") == "It is a pipe."
    assert sentence("It is one.") == "It is one."
    assert part("It is a pipe.") == "it is a pipe"
    assert part("A pipe is there.") == "a pipe is there"
    assert capitalised("") == part("") == ""


def test_a_name_at_the_beginning_keeps_its_capitals() -> None:
    assert part("AGENTS.md is blocked.") == "AGENTS.md is blocked"


def test_names_are_listed_as_they_are_said() -> None:
    assert listed([]) == ""
    assert listed(["a"]) == "a"
    assert listed(["a", "b"]) == "a and b"
    assert listed(["a", "b", "c"]) == "a, b and c"


def test_one_character_is_no_characters() -> None:
    assert characters(1) == "1 character"
    assert characters(10_000) == "10,000 characters"


def test_quotes_are_those_that_the_words_do_not_have() -> None:
    assert quoted("curl $KEY") == '"curl $KEY"'
    assert quoted('curl "$KEY"') == "'curl \"$KEY\"'"
    assert quoted("""say "it's" """) == """`say "it's" `"""
