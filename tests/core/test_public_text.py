"""Words that may be posted: a type that no word of a file gets into by an oversight."""

import ast
from pathlib import Path

import hermes_tui
from hermes_tui.core.codes.catalogue import get_code
from hermes_tui.core.diagnosis.model import Obstacle, public_advice, untried
from hermes_tui.core.diagnosis.ways import Way
from hermes_tui.core.prompt.context_file import Verdict
from hermes_tui.core.text.public_text import (
    Public,
    if_public,
    public,
    public_list,
    public_sentence,
    release_name,
    shell_word,
)

SOURCES = Path(hermes_tui.__file__).parent
MAKERS = {
    "core/text/public_text.py",
    "core/codes/catalogue.py",  # the table of codes
    "core/diagnosis/names.py",  # paths as they are shown
    "core/threats/scan.py",  # the table of patterns
}
"""Modules that make public words of plain ones."""


def test_what_is_made_of_public_words_in_another_way_is_private() -> None:
    word = public("a name")
    for made in (f"{word}", word + "", word.upper(), " ".join([word]), word[:3], "%s" % word, word.strip()):  # noqa: UP031
        assert not isinstance(made, Public)


def test_a_word_of_a_file_does_not_fit_where_public_words_go() -> None:
    private: str = "of a file"
    # Each line is an error to the type checker, which is told to expect it and complains without one.
    assert "of a file" not in public("a {}", private)  # type: ignore[arg-type]
    obstacle = Obstacle("HT018", private, public=private)  # type: ignore[arg-type]
    assert obstacle.public_cause != private


def test_numbers_names_and_enums_have_their_form() -> None:
    assert public("{} of {} are {}", 1_000, public("b"), Verdict.BLOCKED) == "1,000 of b are blocked"
    assert public_sentence(public("write it down")) == "Write it down."
    assert [public_list([public("a"), public("b"), public("c")][:count]) for count in (1, 2, 3)] == [
        "a",
        "a and b",
        "a, b and c",
    ]
    assert shell_word(public("a b")) == "'a b'"
    assert public("{{}} and {}", 1) == "{} and 1"


def test_an_obstacle_without_public_words_is_told_by_its_code() -> None:
    obstacle = Obstacle("HT018", "a word of a file", (Way("another one"),))
    assert obstacle.public_cause == get_code("HT018").title
    assert public_advice(untried(obstacle.ways), "HT018") == get_code("HT018").mend
    assert if_public("a word of a file", public("x")) == "x"


def test_a_version_that_is_no_version_is_not_told() -> None:
    assert release_name("0.22.2") == "0.22.2"
    assert release_name("documented") == "documented"
    assert "secret" not in release_name("a secret sentence")


def test_templates_are_literals_and_few_modules_make_public_words() -> None:
    for path in SOURCES.rglob("*.py"):
        name = path.relative_to(SOURCES).as_posix()
        for call in ast.walk(ast.parse(path.read_text())):
            if not isinstance(call, ast.Call) or not isinstance(call.func, ast.Name):
                continue
            where = f"{name}:{call.lineno}"
            if call.func.id == "public":
                first = call.args[0]
                assert isinstance(first, ast.Constant), where
                assert isinstance(first.value, str), where
            if call.func.id == "Public":
                assert name in MAKERS, where
