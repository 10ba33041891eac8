"""Which parts of a call Hermes takes for paths, and where they stand."""

import shlex
from contextlib import suppress

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from hermes_tui.core.releases.lookup import DOCUMENTED, get_ruleset
from hermes_tui.core.text.provenance import Span
from hermes_tui.core.toolcalls.calls import ToolCall
from hermes_tui.core.toolcalls.shell_words import navigation_operands, split_blanks, split_words
from hermes_tui.core.toolcalls.words import Word, has_open_quote, words_of

LATEST = get_ruleset("latest")


def call(tool: str, **args: object) -> ToolCall:
    return ToolCall(tool, args)


# ── shell words ──

unhurried = settings(suppress_health_check=[HealthCheck.too_slow])
pieces = [*" \t\r\n\\'\"#();<>|&ab/.-é\u00a0\u2028=", "cd ", "pushd ", "&& ", "\\\n"]
shell_text = st.lists(st.sampled_from(pieces), max_size=14).map("".join)


@unhurried
@given(shell_text)
def test_words_are_those_of_shlex(command: str) -> None:
    try:
        wanted = shlex.split(command)
    except ValueError:
        wanted = None
    words = split_words(command)
    assert (None if words is None else [word.text for word in words]) == wanted
    for word in words or ():
        assert shlex.split(command[word.span.start : word.span.end]) == [word.text]
    assert [word.text for word in split_blanks(command)] == command.split()


class Tokens(shlex.shlex):
    """The tokens of Python's shell lexer, separators by themselves."""

    def __init__(self, command: str) -> None:
        super().__init__(command, posix=True, punctuation_chars="();<>|&")
        self.whitespace_split = True


def tokens_of(command: str) -> set[str]:
    """What Python's lexer makes of a command; nothing where a quote stays open."""
    with suppress(ValueError):
        return set(Tokens(command))
    return set()


@unhurried
@given(shell_text)
def test_operands_of_cd_are_found_among_the_tokens_of_shlex(command: str) -> None:
    operands = {word.text for word in navigation_operands(command)}
    assert operands <= tokens_of(command)


def test_places_of_words_count_their_quotes() -> None:
    command = "cd 'my dir';cat  \"x\"/y"
    assert [(word.text, command[word.span.start : word.span.end]) for word in split_words(command) or ()] == [
        ("cd", "cd"),
        ("my dir;cat", "'my dir';cat"),
        ("x/y", '"x"/y'),
    ]
    (operand,) = navigation_operands(command)
    assert (operand.text, command[operand.span.start : operand.span.end]) == ("my dir", "'my dir'")


@pytest.mark.parametrize(
    ("command", "count"),
    [
        ("a" * 1_000_000, 1),
        ("'" * 999_999, None),  # the last quote is left open
        ("\\" * 999_999, None),
        ('"\\' * 500_000, None),
        ("# " * 500_000, 500_000),
        (" " * 1_000_000, 0),
    ],
    ids=["letters", "quotes", "backslashes", "escaped quotes", "comments", "blanks"],
)
def test_a_command_of_a_million_characters_is_split_at_once(command: str, count: int | None) -> None:
    words = split_words(command)
    assert (None if words is None else len(words)) == count
    assert navigation_operands(command) == ()


# ── which words count ──


def reasons(shown: ToolCall) -> dict[str, tuple[bool, str]]:
    return {word.text: (word.taken, word.reason) for word in words_of(shown, ruleset=LATEST)}


def test_every_word_of_a_command_is_told_with_its_reason() -> None:
    found = reasons(call("terminal", command="git -C backend log -- a/b.py x.py https://a.b/c git@a.b:c/d"))
    assert found == {
        "git": (False, 'it has no "/" and no "." in it'),
        "-C": (False, "it begins with -, like an option"),
        "backend": (False, 'it has no "/" and no "." in it'),
        "log": (False, 'it has no "/" and no "." in it'),
        "--": (False, "it begins with -, like an option"),
        "a/b.py": (True, 'it has a "/" in it'),
        "x.py": (True, 'it has a "." in it'),
        "https://a.b/c": (False, "it is an address"),
        "git@a.b:c/d": (False, "it is an address"),
    }


def test_the_operand_of_cd_counts_where_the_release_reads_it() -> None:
    shown = call("terminal", command="cd sub;ls && pushd lib")
    assert [word for word in words_of(shown, ruleset=LATEST) if word.taken] == [
        Word("sub", "command", taken=True, reason="cd or pushd goes there", span=Span(3, 6)),
        Word("lib", "command", taken=True, reason="cd or pushd goes there", span=Span(19, 22)),
    ]
    older = words_of(shown, ruleset=DOCUMENTED)
    assert not any(word.taken for word in older)
    assert older[-1].reason == 'it has no "/" and no ".", and this release does not read where cd goes'


def test_arguments_are_told_with_their_reasons() -> None:
    only = "only path, file_path and workdir count as paths"
    assert reasons(call("x", path="a", file_path=" ", workdir=None, cwd="b", paths=["c"])) == {
        "a": (True, "path is a path, whatever the tool"),
        " ": (False, "file_path is empty"),
        "null": (False, "workdir is no text, and only text counts"),
        "b": (False, f"cwd is not looked at: {only}"),
        '["c"]': (False, f"paths is a list or an object, and nothing inside it is seen: {only}"),
    }


@pytest.mark.parametrize(
    ("shown", "reason"),
    [
        (call("execute_code", code="open('a/b')"), "files that the code opens are not seen"),
        (call("patch", patch="*** Update File: a/b.py"), "the file names inside a patch are not seen"),
        (call("bash", command="cat a/b"), "only a command of the tool terminal is searched for paths"),
        (call("terminal", command=["cat", "a/b"]), "the command is no text, and only text counts"),
    ],
)
def test_what_the_tracker_never_sees_says_so(shown: ToolCall, reason: str) -> None:
    (word,) = words_of(shown, ruleset=LATEST)
    assert not word.taken
    assert word.reason.startswith(reason)


def test_long_arguments_are_shown_shortened() -> None:
    (word,) = words_of(call("x", paths=["a" * 1_000]), ruleset=LATEST)
    assert len(word.text) == 201
    (odd,) = words_of(call("x", paths={1, 2}), ruleset=LATEST)
    assert odd.text == "set"


def test_an_open_quote_makes_white_space_the_border() -> None:
    shown = call("terminal", command="echo it's a/b c")
    assert has_open_quote(shown)
    assert [word.text for word in words_of(shown, ruleset=LATEST)] == ["echo", "it's", "a/b", "c"]
    assert not has_open_quote(call("terminal", command="echo"))
    assert not has_open_quote(call("read_file", path="it's"))
