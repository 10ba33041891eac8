"""What a person types as a call."""

import json

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from hermes_tui.core.toolcalls.calls import CallError, Suggestion, ToolCall, parse_call, parse_calls


def call(tool: str, **args: object) -> ToolCall:
    return ToolCall(tool, args)


# ── typing ──


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("backend/src/main.py", call("read_file", path="backend/src/main.py")),
        ("  main.py  ", call("read_file", path="main.py")),
        ("..", call("read_file", path="..")),
        ("~", call("read_file", path="~")),
        ("'my dir/x.py'", call("read_file", path="my dir/x.py")),
        ("my\\ dir/x.py", call("read_file", path="my dir/x.py")),
        ("$HOME/x.py", call("read_file", path="$HOME/x.py")),
        ("read_file backend/src/main.py", call("read_file", path="backend/src/main.py")),
        ("read_file backend", call("read_file", path="backend")),
        ('read_file "my dir/x.py"', call("read_file", path="my dir/x.py")),
        ("read_file a/b.py offset=10", call("read_file", path="a/b.py", offset="10")),
        ("read_file ./a=b/c.py", call("read_file", path="./a=b/c.py")),
        ("write_file a/b.py", call("write_file", path="a/b.py")),
        ("patch a/b.py", call("patch", path="a/b.py")),
        ('patch {"path": "a/b.py"}', call("patch", path="a/b.py")),
        ("search_files", call("search_files")),
        ("search_files src", call("search_files", path="src")),
        ("search_files TODO src", call("search_files", pattern="TODO", path="src")),
        ("search_files path=src pattern=x", call("search_files", path="src", pattern="x")),
        ("search_files pattern='a b' path=src", call("search_files", pattern="a b", path="src")),
        ("cronjob workdir=backend", call("cronjob", workdir="backend")),
        ("skill_view deploy", call("skill_view", name="deploy")),
        ("skill_view deploy/run.md", call("skill_view", file_path="deploy/run.md")),
        ("skill_view deploy run.md", call("skill_view", name="deploy", file_path="run.md")),
        ("mcp__fs__read path=a/b.py", call("mcp__fs__read", path="a/b.py")),
        ('any-tool {"path": "a"}', ToolCall("any-tool", {"path": "a"})),
        ('bash {"command": "ls"}', call("bash", command="ls")),
        ("execute_code open('a/b')", call("execute_code", code="open('a/b')")),
        ("execute_code code=x", call("execute_code", code="x")),
        ("terminal ls 'a b' && cd x", call("terminal", command="ls 'a b' && cd x")),
        ("terminal command=x", call("terminal", command="x")),
        ('terminal command="ls packages/api/"', call("terminal", command="ls packages/api/")),
        ("terminal workdir=a command='ls b'", call("terminal", workdir="a", command="ls b")),
        ("terminal A=1 command=x", call("terminal", command="A=1 command=x")),
        ("terminal workdir=a", call("terminal", command="workdir=a")),
        ("$ command=x", call("terminal", command="command=x")),
        ('terminal {"command": "ls", "workdir": "a"}', call("terminal", command="ls", workdir="a")),
        ("terminal { ls; }", call("terminal", command="{ ls; }")),
        ("terminal (cd a; ls)", call("terminal", command="(cd a; ls)")),
        ("$ ls it's", call("terminal", command="ls it's")),
        ("$ls backend", call("terminal", command="ls backend")),
        ("$ $(cd a)", call("terminal", command="$(cd a)")),
        ("[slug]/page.tsx", call("read_file", path="[slug]/page.tsx")),
        ("[...slug].tsx", call("read_file", path="[...slug].tsx")),
        ("[[...slug]]/page.tsx", call("read_file", path="[[...slug]]/page.tsx")),
        ("[1]/page.tsx", call("read_file", path="[1]/page.tsx")),
        ("{slug}/page.py", call("read_file", path="{slug}/page.py")),
        ("{{cookiecutter.name}}/x.py", call("read_file", path="{{cookiecutter.name}}/x.py")),
        ("(auth)/login/page.tsx", call("read_file", path="(auth)/login/page.tsx")),
        ("a(b)/page.tsx", call("read_file", path="a(b)/page.tsx")),
        ("read_file [slug]/page.tsx", call("read_file", path="[slug]/page.tsx")),
        ("read_file {slug}/page.tsx", call("read_file", path="{slug}/page.tsx")),
    ],
)
def test_a_line_is_a_call(line: str, expected: ToolCall) -> None:
    assert parse_call(line) == expected


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ('{"name": "read_file", "arguments": {"path": "a"}}', call("read_file", path="a")),
        ('{"name": "read_file", "arguments": "{\\"path\\": \\"a\\"}"}', call("read_file", path="a")),
        ('{"name": "search_files", "arguments": ""}', call("search_files")),
        ('{"name": "search_files", "arguments": null}', call("search_files")),
        ('{"name": "search_files"}', call("search_files")),
        ('{"tool": "read_file", "args": {"path": "a"}}', call("read_file", path="a")),
        ('{"type": "tool_use", "name": "read_file", "input": {"path": "a"}}', call("read_file", path="a")),
        (
            '{"id": "1", "function": {"name": "terminal", "arguments": "{\\"command\\": \\"ls\\"}"}}',
            call("terminal", command="ls"),
        ),
        ('[{"function": {"name": "terminal", "arguments": "{}"}}]', call("terminal")),
        ('[ [ {"name": "terminal"} ] ]', call("terminal")),
        ('{ "name": "terminal" }', call("terminal")),
        ('read_file(path="x")', call("read_file", path="x")),
        ("read_file('x/y')", call("read_file", path="x/y")),
        ("read_file(path='x', offset=3, raw=True)", call("read_file", path="x", offset=3, raw=True)),
        ("search_files(paths=['a', 'b'], deep=true)", call("search_files", paths=["a", "b"], deep=True)),
        ('read_file({"path": "x", "deep": {"a": null}})', call("read_file", path="x", deep={"a": None})),
        ('terminal(command="ls a/")', call("terminal", command="ls a/")),
        ('terminal("ls \\d a/")', call("terminal", command="ls \\d a/")),
        ("read_file(path=backend/src/main.py)", call("read_file", path="backend/src/main.py")),
        ("search_files()", call("search_files")),
    ],
)  # fmt: skip
def test_what_recordings_and_logs_hold_is_a_call(line: str, expected: ToolCall) -> None:
    assert parse_call(line) == expected


@pytest.mark.parametrize(
    ("line", "meant", "why"),
    [
        ("ls backend", "$ ls backend", "shell command"),
        ("cd sub && make", "$ cd sub && make", "shell command"),
        ("ls", "$ ls", "ls is a shell command"),
        ("./run.sh --all", "$ ./run.sh --all", "shell command"),
        ("(cd sub; ls)", "$ (cd sub; ls)", "shell command"),
        ("make CC=gcc", "$ make CC=gcc", "shell command"),
        ("echo it's", "$ echo it's", "begins with $"),
        ("a/b.py c/d.py", "$ cat a/b.py c/d.py", "for several"),
        ("a b/page.tsx", "$ a b/page.tsx", 'a path with blanks in it goes in quotes: read_file "a b/'),
        ("My Notes/a.md", "$ My Notes/a.md", 'in quotes: read_file "My Notes/a.md"'),
        ("Makefile", "read_file Makefile", "needs a / or a dot"),
        ("https://a.b/c", "$ curl https://a.b/c", "an address"),
        ("readfile a/b.py", "read_file a/b.py", "no tool called readfile"),
        ("Read a/b.py", "read_file a/b.py", "no tool called Read"),
        ("serch_files src", "search_files src", "search_files comes close"),
        ("edit", "patch ", "patch comes close"),
        ("terminal command=ls a/b", "$ ls a/b", "goes in quotes"),
    ],
)
def test_what_is_nearly_a_call_is_answered_with_the_line_that_was_meant(
    line: str, meant: str, why: str
) -> None:
    answer = parse_call(line)
    assert isinstance(answer, Suggestion)
    assert answer.line == meant
    assert why in answer.why


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("", "nothing is typed: give a path, or a tool and its arguments"),
        ("$", "a command is missing behind $: for example $ ls backend/"),
        ("terminal", "a command is missing behind terminal: for example $ ls backend/"),
        ("read_file", "read_file needs a path: for example read_file backend/src/main.py"),
        ("cronjob", "cronjob needs a workdir: for example cronjob workdir=backend/src"),
        ("delegate_task", "delegate_task needs a goal: for example delegate_task goal=..."),
        (
            "read_file my dir/x.py",
            "read_file takes one value without a name, and these are 2: put quotes around what has blanks",
        ),
        ("read_file 'a/b", "a quote is not closed: ' at column 11"),
        ('search_files "a" "b\\"', 'a quote is not closed: " at column 18'),
        ("read_file a\\", "a quote is not closed: the line ends in a backslash"),
        ('patch {"path": }', "the JSON of what follows patch breaks at column 16: Expecting value"),
        ("{'name': 'x'}", "the JSON of the call breaks at column 2: Expecting property name"),
        ('{"name": 1', "the JSON of the call breaks at column 11: Expecting ',' delimiter"),
        (
            '{"path": "a"}',
            'a call in JSON needs a name: {"name": "read_file", "arguments": {"path": "a/b.py"}}',
        ),
        ("[1]", "a call in JSON is an object with a name and arguments"),
        ("[]", "these are 0 calls: paste them on lines of their own"),
        ('{"name": "x", "arguments": [1]}', 'the arguments of x are no object such as {"path": "a/b.py"}'),
        (
            '{"name": "x", "arguments": "{"}',
            "the JSON of the arguments of x breaks at column 2: Expecting property name",
        ),
        ("read_file(path=)", "the arguments of read_file break at column 1"),
        ("read_file(", "the arguments of read_file break at column "),
        ("read_file('a') + 1", "after the closing bracket of read_file(...) nothing more may follow"),
        ("read_file('a', 'b')", "read_file takes 1 without a name, and these are 2"),
        ("read_file(**x)", "the arguments of read_file hold a ** that nothing is known about"),
        ("read_file(\0)", "the arguments of read_file "),
        ("[" * 100_000, "the JSON of the call cannot be read: it nests too deep"),
    ],
)
def test_what_is_no_call_is_answered_with_what_is_wrong_and_where(line: str, message: str) -> None:
    with pytest.raises(CallError) as caught:
        parse_call(line)
    assert str(caught.value).startswith(message)


# ── showing ──


@pytest.mark.parametrize(
    ("shown", "line"),
    [
        (call("read_file", path="a/b.py"), "read_file a/b.py"),
        (call("read_file", path="my dir/b.py"), "read_file 'my dir/b.py'"),
        (call("terminal", command="ls 'a b' | head"), "$ ls 'a b' | head"),
        (call("terminal", command=" ls\n cd x"), 'terminal {"command": " ls\\n cd x"}'),
        (call("terminal", command="ls", workdir="a"), 'terminal {"command": "ls", "workdir": "a"}'),
        (call("search_files", path="src", pattern="x"), "search_files path=src pattern=x"),
        (call("search_files"), "search_files"),
        (call("read_file", path="a", offset=3), 'read_file {"path": "a", "offset": 3}'),
        (call("read_file", path="a=b"), "read_file path=a=b"),
        (call("read_file"), "read_file {}"),
        (call("unheard", path="x"), 'unheard {"path": "x"}'),
        (ToolCall("odd tool", {"path": "x"}), '{"name": "odd tool", "arguments": {"path": "x"}}'),
    ],
)
def test_a_call_is_shown_as_a_person_would_type_it(shown: ToolCall, line: str) -> None:
    assert shown.line == line


unhurried = settings(suppress_health_check=[HealthCheck.too_slow])
tool_names = st.sampled_from(
    ["read_file", "search_files", "terminal", "patch", "execute_code", "mcp_x", "bash", "a b"]
)
values = st.one_of(st.text(max_size=12), st.integers(), st.none(), st.lists(st.text(max_size=3), max_size=2))
keys = st.sampled_from(["path", "command", "pattern", "workdir", "code", "a b", "é"])


@unhurried
@given(tool_names, st.dictionaries(keys, values, max_size=3))
def test_the_line_of_a_call_is_that_call(tool: str, args: dict[str, object]) -> None:
    shown = ToolCall(tool, args)
    assert "\n" not in shown.line
    assert parse_call(shown.line) == shown


@unhurried
@given(st.text(max_size=40))
def test_whatever_is_typed_is_a_call_a_suggestion_or_a_sentence(line: str) -> None:
    (answer,) = [one.result for one in parse_calls(f"x {line}".translate({10: " ", 13: " "}))]
    assert isinstance(answer, ToolCall | Suggestion | CallError)
    try:
        parse_call(line)
    except CallError as error:
        said = str(error)
    else:
        said = "a call or a suggestion"
    assert said


# ── pasting ──


def test_ten_lines_make_ten_calls_and_comments_none() -> None:
    lines = [f"read_file a/{number}.py" for number in range(10)]
    parsed = parse_calls("# from the log\n\n" + "\r\n".join(lines) + "\n  # end\n")
    assert [one.result for one in parsed] == [
        call("read_file", path=f"a/{number}.py") for number in range(10)
    ]
    assert parsed[0].number == 3
    assert parsed[0].line == "read_file a/0.py"


@pytest.mark.parametrize("end", ["\n", "\r", "\r\n"])
def test_a_carriage_return_ends_a_line_as_terminals_paste_it(end: str) -> None:
    parsed = parse_calls(f"$ ls a/{end}src/b.py{end}{end}ls backend{end}")
    assert [one.number for one in parsed] == [1, 2, 4]
    assert parsed[0].result == call("terminal", command="ls a/")
    assert parsed[1].result == call("read_file", path="src/b.py")
    two = [{"name": "terminal", "arguments": {"command": "ls a/"}}] * 2
    assert len(parse_calls(json.dumps(two, indent=1).replace("\n", end))) == 2


@pytest.mark.parametrize("sign", ["\x0b", "\x0c", "\x1c", "\x1d", "\x1e", "\x85", "\u2028", "\u2029"])
def test_other_separators_stay_in_the_line(sign: str) -> None:
    (one,) = parse_calls(f"$ ls a/{sign}b")
    assert one.result == call("terminal", command=f"ls a/{sign}b")


def test_a_paste_keeps_what_is_wrong_in_its_place() -> None:
    parsed = parse_calls("ls backend\nread_file\na/b.py")
    assert [type(one.result) for one in parsed] == [Suggestion, CallError, ToolCall]


def test_paths_that_begin_with_a_bracket_are_no_json_in_a_paste_either() -> None:
    (path, list_of_calls) = parse_calls('[slug]/page.tsx\n[{"name": "terminal"}]')
    assert path.result == call("read_file", path="[slug]/page.tsx")
    assert list_of_calls.result == call("terminal")


def test_recorded_calls_are_read_over_several_lines_and_several_on_one() -> None:
    two = [
        {"function": {"name": "read_file", "arguments": json.dumps({"path": path})}} for path in ("a", "b")
    ]
    wanted = [call("read_file", path="a"), call("read_file", path="b")]
    assert [one.result for one in parse_calls(json.dumps(two))] == wanted
    assert [one.result for one in parse_calls(json.dumps(two, indent=2))] == wanted
    message = json.dumps({"role": "assistant", "tool_calls": two}, indent=2)
    assert [one.result for one in parse_calls(message)] == wanted


def test_lines_of_json_that_are_no_json_as_a_whole_are_read_one_by_one() -> None:
    one = '{"name": "read_file", "arguments": {"path": "a"}}'
    assert [line.number for line in parse_calls(f"{one}\n{one}\n[1]")] == [1, 2, 3]
