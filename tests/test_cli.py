"""The command line, in real processes where it matters: exit status, standard output, clear complaints."""

import json
import os
import shlex
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

import pytest
from textual.theme import BUILTIN_THEMES

import hermes_tui
from cases.startup import HEADER
from hermes_tui.cli import main
from support.trees import Files, Special, Tree

pytestmark = pytest.mark.usefixtures("no_hermes_here")

GIT: Files = {"repo/.git/": ""}
REPOSITORY = Path(hermes_tui.__file__).parent.parent

ROOT = Path(__file__).parent.parent


def run(
    *arguments: str | bytes, cwd: Path | None = None, **environment: str
) -> subprocess.CompletedProcess[bytes]:
    """hermes-tui in a process of its own, without a terminal."""
    inherited = {name: os.environ[name] for name in ("HOME", "LANG") if name in os.environ}
    return subprocess.run(
        [sys.executable, "-P", "-m", "hermes_tui", *arguments],
        cwd=cwd,
        env={**inherited, "PATH": "", "PYTHONPATH": str(REPOSITORY), **environment},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        check=False,
        timeout=60,
    )


class Answered(NamedTuple):
    """What a command said and how it ended."""

    returncode: int
    stdout: bytes
    stderr: bytes


class Here:
    """hermes-tui in this process, where the process is not the subject; nothing is typed to it."""

    def __init__(self, patched: pytest.MonkeyPatch, streams: pytest.CaptureFixture[bytes]) -> None:
        self._patched, self._streams = patched, streams

    def run(self, *arguments: str, cwd: Path | None = None) -> Answered:
        if cwd is not None:
            self._patched.chdir(cwd)
        with open(os.devnull, encoding="utf-8") as nothing:
            self._patched.setattr(sys, "stdin", nothing)
            return Answered(main(arguments), *self._streams.readouterr())


@pytest.fixture
def here(monkeypatch: pytest.MonkeyPatch, capsysbinary: pytest.CaptureFixture[bytes]) -> Here:
    return Here(monkeypatch, capsysbinary)


# ── answers ──


def test_prompt_prints_the_exact_text_and_no_newline(tree: Tree) -> None:
    top = tree({**GIT, "repo/AGENTS.md": "\n é\n\n"})
    done = run("prompt", str(top / "repo"))
    assert done.returncode == 0
    assert done.stdout == (HEADER + "## AGENTS.md\n\né").encode()
    assert done.stderr == b""


def test_prompt_is_of_the_current_directory_by_default(tree: Tree) -> None:
    top = tree({**GIT, "repo/AGENTS.md": "A"})
    assert run("prompt", cwd=top / "repo").stdout == (HEADER + "## AGENTS.md\n\nA").encode()


def test_prompt_is_exact_in_a_directory_whose_name_is_not_utf8(tree: Tree) -> None:
    top = tree({**GIT, "repo/caf\udce9/b/AGENTS.md": "x" * 20_000}).resolve()
    directory = os.fsencode(top / "repo" / "caf\udce9" / "b")
    done = run("prompt", "--hermes", "0.20.1", directory)
    assert done.returncode == 0
    assert done.stdout == (
        HEADER.encode()
        + b"## AGENTS.md\n\n"
        + b"x" * 13_986
        + "\n\n[...truncated AGENTS.md: kept 14000+4000 of 20014 chars. The middle is omitted — if you need "
        "the full instructions, read the complete file with the read_file tool: ".encode()
        + directory
        + b"/AGENTS.md]\n\n"
        + b"x" * 4_000
    )


def test_prompt_of_nothing_is_nothing(here: Here, tree: Tree) -> None:
    done = here.run("prompt", str(tree({**GIT}) / "repo"))
    assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")


def test_prompt_without_soul_is_the_form_that_a_session_uses(here: Here, tree: Tree) -> None:
    top = tree({**GIT, "repo/AGENTS.md": "A", "hermes/SOUL.md": "I am."})
    home = ("--home", str(top / "hermes"), str(top / "repo"))
    assert here.run("prompt", *home).stdout.endswith(b"A\nI am.")
    assert here.run("prompt", "--skip-soul", *home).stdout.endswith(b"\n\nA")


def test_prompt_obeys_release_profile_and_cap(here: Here, tree: Tree) -> None:
    top = tree(
        {
            **GIT,
            "repo/AGENTS.md": "R" * 100,
            "repo/a/CLAUDE.md": "C",
            "hermes/profiles/work/SOUL.md": "at work",
        }
    )
    where = str(top / "repo" / "a")
    assert here.run("prompt", "--hermes", "0.19", where).stdout.endswith(b"## CLAUDE.md\n\nC")
    assert here.run("prompt", "--hermes", "latest", where).stdout.endswith(
        b"## ../AGENTS.md\n\n" + b"R" * 100
    )
    profile = ("--home", str(top / "hermes"), "--profile", "work", where)
    assert here.run("prompt", *profile).stdout.endswith(b"at work")
    assert b"kept 35+10 of 117" in here.run("prompt", "--hermes", "0.22.2", "--max-chars", "50", where).stdout
    done = here.run("prompt", "--hermes", "0.22.2", "--max-chars", "1,0_0.5", where)
    assert done.returncode == 2
    assert b"kept 70+20" in here.run("prompt", "--hermes", "0.22.2", "--max-chars", "100.5", where).stdout


def test_prompt_obeys_the_environment(tree: Tree) -> None:
    top = tree({"repo/": "", "hermes/SOUL.md": "I am.", "hermes/config.yaml": "context_file_max_chars: 3\n"})
    done = run("prompt", "--hermes", "0.22.2", str(top / "repo"), HERMES_HOME=str(top / "hermes"))
    assert b"kept 2+0 of 5" in done.stdout


def test_show_prints_verdicts_and_reasons(here: Here, tree: Tree) -> None:
    top = tree({**GIT, "repo/AGENTS.md": "A", "repo/CLAUDE.md": "C"})
    done = here.run("show", str(top / "repo"))
    assert done.returncode == 0
    assert "✓ sent        AGENTS.md  1 character\n    Sent whole.\n" in done.stdout.decode()
    assert "○ shadowed    CLAUDE.md" in done.stdout.decode()


def test_show_json_is_valid_ascii_even_for_hostile_names(tree: Tree) -> None:
    hostile = "caf\udce9\x1b]0;x\x07\u202e"
    top = tree({**GIT, f"repo/{hostile}/AGENTS.md": "é\x1b[2J system prompt override"}).resolve()
    done = run("show", "--json", os.fsencode(top / "repo" / hostile))
    assert done.returncode == 0
    assert done.stdout.isascii()
    assert not set(done.stdout) & {0x1B, 0x07, 0x7F}
    answer = json.loads(done.stdout)
    assert answer["cwd"] == str(top / "repo" / hostile)
    assert answer["files"][0]["verdict"] == "blocked"


@pytest.mark.skipif(not str(ROOT).isascii(), reason="Python reads no path of this checkout in that locale")
def test_show_in_an_ascii_locale_prints_and_does_not_raise(tree: Tree) -> None:
    top = tree({**GIT, "repo/AGENTS.md": "A"})
    done = run("show", str(top / "repo"), LC_ALL="C", PYTHONUTF8="0", PYTHONCOERCECLOCALE="0")
    assert done.returncode == 0
    assert b"AGENTS.md" in done.stdout
    assert done.stderr == b""


def test_without_a_terminal_a_directory_alone_is_shown(tree: Tree) -> None:
    top = tree({**GIT, "repo/AGENTS.md": "A"})
    expected = run("show", str(top / "repo")).stdout
    assert b"Sent whole." in expected
    assert run(str(top / "repo")).stdout == expected
    assert run(cwd=top / "repo").stdout == expected
    assert run("open", str(top / "repo")).stdout == expected
    assert run("--hermes", "documented", str(top / "repo")).stdout.count(b"Sent whole.") == 1


def test_a_subcommand_wins_over_a_directory_of_its_name(tree: Tree) -> None:
    top = tree({**GIT, "repo/AGENTS.md": "here", "repo/prompt/AGENTS.md": "below"})
    assert run("prompt", cwd=top / "repo").stdout.endswith(b"here")
    assert run("prompt", "prompt", cwd=top / "repo").stdout.endswith(b"below")
    assert b"../AGENTS.md" in run("./prompt", cwd=top / "repo").stdout


# ── where Hermes would fail ──


def test_a_release_that_would_hang_is_status_1_with_a_sentence(tree: Tree) -> None:
    top = tree({**GIT, "repo/AGENTS.md": Special("pipe")}).resolve()
    for command in ("prompt", "show"):
        done = run(command, "--hermes", "0.19", str(top / "repo"))
        assert done.returncode == 1
        said = (done.stderr if command == "prompt" else done.stdout).decode()
        assert "Hermes 0.19.0 would hang here at" in said
    assert run("prompt", "--hermes", "0.19", str(top / "repo")).stdout == b""
    assert run("prompt", "--hermes", "0.22.2", str(top / "repo")).returncode == 0


def test_a_release_that_would_raise_is_status_1_with_its_exception(tree: Tree) -> None:
    top = tree({**GIT, "repo/AGENTS.md": "A"})
    done = run("prompt", "--hermes", "0.22.2", "--max-chars", "inf", str(top / "repo"))
    assert done.returncode == 1
    assert done.stderr == (
        b"Hermes 0.22.2 would fail here: OverflowError: cannot convert float infinity to integer\n"
    )


# ── bad input ──

BAD: dict[str, tuple[tuple[str, ...], str]] = {
    "no such directory": (("prompt", "missing"), "there is no directory 'missing'"),
    "a file": (("show", "file"), "'file' is not a directory"),
    "a file to open": (("file",), "'file' is not a directory"),
    "a pipe": (("prompt", "pipe"), "'pipe' is not a directory"),
    "a link to nowhere": (("prompt", "dangling"), "there is no directory 'dangling'"),
    "a link in a circle": (("prompt", "loop"), "there is no directory 'loop'"),
    "a name too long": (("prompt", "x" * 300), "cannot be looked at: File name too long"),
    "bytes that are no UTF-8": (("show", "\udcff"), "there is no directory '\ufffd'"),
    "a session that is no UTF-8": (("session", "\udcff"), "'\ufffd' cannot be read"),
    "an escape sequence": (("prompt", "\x1b]0;x\x07"), "there is no directory"),
    "no such release": (("prompt", "--hermes", "x"), "--hermes: 'x' is no Hermes version"),
    "an old release": (("prompt", "--hermes", "0.1"), "--hermes: Hermes 0.1 is older than 0.13.0"),
    "no such home": (("prompt", "--home", "missing"), "--home: 'missing' is not a directory"),
    "no such profile": (("show", "--profile", "none"), "--profile: there is no profile 'none'"),
    "no number": (("prompt", "--max-chars", "many"), "'many' is no number"),
    "no number of tokens": (("prompt", "--context-length", "128k"), "'128k' is no number"),
    "less than nothing": (("prompt", "--max-chars", "-1"), "'-1' is no whole number above 0"),
    "nothing": (("show", "--max-chars", "0"), "'0' is no whole number above 0"),
    "less than one": (("show", "--max-chars", "0.5"), "'0.5' is no whole number above 0"),
    "not a number": (("show", "--max-chars", "nan"), "'nan' is no whole number above 0"),
    "a negative window": (("check", "--context-length", "-5"), "'-5' is no whole number above 0"),
    "no window": (("check", "--context-length", "0"), "'0' is no whole number above 0"),
    "more than any file has": (
        ("show", "--max-chars", "99999999999999999999"),
        "99999999999999999999 is too large: 1,000,000,000,000,000 is the most",
    ),
    "a directory without a name": (("show", ""), "argument DIRECTORY: it is empty; . means here"),
    "a directory without a name to open": (("",), "argument DIRECTORY: it is empty; . means here"),
    "a home without a name": (("show", "--home", ""), "argument --home: it is empty; . means here"),
    "nowhere to put it": (("demo", "--into", ""), "argument --into: it is empty; . means here"),
    "no interpreter": (("verify", "--python", ""), "argument --python: it is empty; . means here"),
    "no database": (("replay", "--db", ""), "argument --db: it is empty; . means here"),
    "no export": (("replay", "--export", ""), "argument --export: it is empty; . means here"),
    "no session": (("session", ""), "argument FILE: it is empty; . means here"),
    "no session to open": (("--session", ""), "argument --session: it is empty; . means here"),
    "a mistyped command": (("shwo",), "there is no directory 'shwo'; did you mean hermes-tui show?"),
    "an option before the command": (
        ("--hermes", "0.19", "show"),
        "there is no directory 'show'; options go behind the command: hermes-tui show",
    ),
    "an option before it and a directory": (
        ("--hermes", "0.19", "check", "."),
        "unrecognized arguments: .; options go behind the command: hermes-tui check",
    ),
    "an unknown option": (("prompt", "--nonsense"), "unrecognized arguments: --nonsense"),
    "two directories": (("prompt", ".", "."), "unrecognized arguments: ."),
    "two directories to open": ((".", "."), "unrecognized arguments: ."),
    "an unknown shell": (("--print-completion", "csh"), "invalid choice: 'csh'"),
}


@pytest.mark.parametrize("case", BAD)
def test_bad_input_is_status_2_with_one_clear_line(here: Here, tree: Tree, case: str) -> None:
    top = tree({"file": "", "pipe": Special("pipe"), "dangling": Path("nowhere"), "loop": Path("loop")})
    arguments, sentence = BAD[case]
    done = here.run(*arguments, cwd=top)
    assert done.returncode == 2
    assert done.stdout == b""
    assert b"Traceback" not in done.stderr
    (said,) = done.stderr.decode().splitlines()
    assert said.startswith("hermes-tui")
    assert sentence in said
    assert not set(done.stderr) & {0x1B, 0x07}


HERE_IS_GONE = (
    b"hermes-tui: the directory that this was started in is no longer there: cd to another one, or name one "
    b"by its whole path\n"
)


@pytest.mark.parametrize(
    "arguments",
    ["", "show", "prompt", "check", "why x", "session x", "verify", "compare latest", "replay --db x"],
)
def test_a_working_directory_that_is_gone_is_one_line(tree: Tree, arguments: str) -> None:
    top = tree({"gone/": ""})
    script = "import os, sys; os.rmdir(os.getcwd()); from hermes_tui.cli import main; sys.exit(main())"
    done = subprocess.run(
        [sys.executable, "-P", "-c", script, *arguments.split()],
        cwd=top / "gone",
        env={"HOME": str(top), "PATH": "", "PYTHONPATH": str(REPOSITORY)},
        capture_output=True,
        check=False,
    )
    assert (done.returncode, done.stdout, done.stderr) == (2, b"", HERE_IS_GONE)


@pytest.mark.parametrize("arguments", ["show ROOT", "check ROOT", "why AGENTS.md ROOT", "why tabs ROOT"])
def test_another_directory_is_answered_for_even_from_one_that_is_gone(tree: Tree, arguments: str) -> None:
    top = tree({"gone/": "", "repo/.git/": "", "repo/AGENTS.md": "use tabs"})
    script = "import os, sys; os.rmdir(os.getcwd()); from hermes_tui.cli import main; sys.exit(main())"
    done = subprocess.run(
        [sys.executable, "-P", "-c", script, *arguments.replace("ROOT", str(top / "repo")).split()],
        cwd=top / "gone",
        env={"HOME": str(top), "PATH": "", "PYTHONPATH": str(REPOSITORY)},
        capture_output=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, b"")


def test_a_directory_with_nul_is_bad_input(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["prompt", "a\0b"]) == 2
    assert "there is no directory 'a\\x00b'" in capsys.readouterr().err


def test_a_broken_config_is_a_note_and_no_error(here: Here, tree: Tree) -> None:
    top = tree({**GIT, "repo/AGENTS.md": "A", "hermes/config.yaml": "a: [\n"})
    done = here.run("show", "--home", str(top / "hermes"), str(top / "repo"))
    assert done.returncode == 0
    assert b"Note: config.yaml is not used: line 2: " in done.stdout
    assert here.run("prompt", "--home", str(top / "hermes"), str(top / "repo")).stdout.endswith(b"A")


# ── a good citizen ──


def test_version_and_help(here: Here) -> None:
    assert here.run("--version").stdout.decode() == f"hermes-tui {hermes_tui.__version__}\n"
    for arguments in (("--help",), ("-h",)):
        done = here.run(*arguments)
        assert done.returncode == 0
        assert b"hermes-tui prompt" in done.stdout
        assert b"2 for bad input." in done.stdout
    assert b"--skip-soul" in here.run("prompt", "--help").stdout


@pytest.mark.parametrize("shell", ["bash", "zsh", "tcsh", "fish", "powershell"])
def test_completion_scripts_are_printed(here: Here, shell: str) -> None:
    done = here.run("--print-completion", shell)
    assert done.returncode == 0
    assert b"compare" in done.stdout
    assert here.run(f"--print-completion={shell}").stdout == done.stdout


def test_the_bash_completion_is_bash(here: Here) -> None:
    script = here.run("--print-completion", "bash").stdout
    assert subprocess.run(["/bin/bash", "-n"], input=script, check=False).returncode == 0


@pytest.mark.parametrize("command", ["prompt", "show"])
def test_a_reader_that_goes_away_is_no_error(tree: Tree, command: str) -> None:
    top = tree({**GIT, "repo/AGENTS.md": "x" * 18_000, **{f"repo/{'d' * 50}/": ""}})
    reader, writer = os.pipe()
    os.close(reader)
    with os.fdopen(writer, "wb") as gone:
        done = subprocess.run(
            [sys.executable, "-P", "-m", "hermes_tui", command, str(top / "repo")],
            env={"HOME": str(top), "PATH": "", "PYTHONPATH": str(REPOSITORY)},
            stdin=subprocess.DEVNULL,
            stdout=gone,
            stderr=subprocess.PIPE,
            check=False,
            timeout=60,
        )
    assert (done.returncode, done.stderr) == (0, b"")


@pytest.mark.parametrize("arguments", ["'prompt'", "'show', '--json'", "'show'"])
def test_an_answer_imports_nothing_that_it_does_not_need(tree: Tree, arguments: str) -> None:
    top = tree({**GIT, "repo/AGENTS.md": "A"})
    script = (
        f"import sys; from hermes_tui.cli import main; main([{arguments}, {str(top / 'repo')!r}]); "
        "print(sorted({name.partition('.')[0] for name in sys.modules}), file=sys.stderr)"
    )
    done = subprocess.run(
        [sys.executable, "-P", "-c", script],
        env={"HOME": str(top), "PATH": "", "PYTHONPATH": str(REPOSITORY)},
        capture_output=True,
        check=True,
        timeout=60,
    )
    # They take 4 ms; since Python 3.14 argparse brings them by itself.
    quick = () if "show" in arguments or sys.version_info >= (3, 14) else ("dataclasses",)
    for name in ("textual", "rich", "git", "yaml", "watchfiles", "shtab", "asyncio", *quick):
        assert f"'{name}'" not in done.stderr.decode()


def test_nothing_is_written_below_the_directory(tree: Tree) -> None:
    top = tree({**GIT, "repo/AGENTS.md": "A", "repo/a/CLAUDE.md": "C"})
    before = sorted((str(path), path.lstat().st_mtime_ns) for path in top.rglob("*"))
    for command in ("prompt", "show"):
        run(command, str(top / "repo" / "a"))
    assert sorted((str(path), path.lstat().st_mtime_ns) for path in top.rglob("*")) == before


def test_main_is_the_console_script(capsysbinary: pytest.CaptureFixture[bytes], tree: Tree) -> None:
    top = tree({**GIT, "repo/AGENTS.md": "A"})
    assert main(["show", "--json", str(top / "repo")]) == 0
    assert json.loads(capsysbinary.readouterr().out)["prompt"]["characters"] == len(HEADER) + 15


@pytest.mark.parametrize(
    "arguments",
    [
        ("show", "--json", "DIR"),
        ("show", "DIR", "--json"),
        ("why", "rule", "--json", "DIR"),
        ("DIR", "--hermes", "0.19"),
    ],
)
def test_options_may_stand_before_and_behind_the_directory(
    here: Here, tree: Tree, arguments: tuple[str, ...]
) -> None:
    root = tree({"AGENTS.md": "rule"})
    done = here.run(*(str(root) if argument == "DIR" else argument for argument in arguments))
    assert done.returncode == 0, done.stderr
    assert b"AGENTS.md" in done.stdout


@pytest.mark.parametrize(
    "arguments",
    [
        ("why", "--", "--no-verify", "DIR"),
        ("why", "--text", "--", "--no-verify", "DIR"),
        ("why", "--", "-n", "DIR"),
        ("why", "DIR-LESS", "--", "-n"),
        ("why", "rule", "--", "-dash"),
        ("show", "--", "-dash"),
        ("show", "--json", "--", "-dash"),
        ("--hermes", "0.22.2", "--", "-dash"),
        ("--", "-dash"),
        ("compare", "latest", "--", "-dash"),
        ("session", "--", "-calls", "-dash"),
        ("session", "--", "-", "-dash"),
    ],
)
def test_what_begins_with_a_dash_goes_behind_two(here: Here, tree: Tree, arguments: tuple[str, ...]) -> None:
    rule = "git commit -n --no-verify, and no other rule"
    root = tree({"AGENTS.md": rule, "-dash/AGENTS.md": rule, "-calls": "x.py\n"})
    words = [str(root) if word == "DIR" else word for word in arguments if word != "DIR-LESS"]
    done = here.run(*words, cwd=root)
    assert done.returncode == 0, done.stderr
    assert done.stderr == b""
    assert b"\0" not in done.stdout
    assert b"AGENTS.md" in done.stdout or words[0] in ("compare", "session")


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("why", "--no-verify"), "why -- --no-verify"),
        (("why", "-n", "."), "why -- -n"),
        (("show", "-dash"), "show -- -dash"),
        (("why", "x", "--jsno"), "unrecognized arguments: --jsno; did you mean --json?"),
        (("why", "x", ".", "--", "-a"), "unrecognized arguments: -a"),
    ],
)
def test_who_forgets_the_two_dashes_is_told(
    here: Here, tree: Tree, arguments: tuple[str, ...], words: str
) -> None:
    done = here.run(*arguments, cwd=tree({"AGENTS.md": "rule"}))
    assert done.returncode == 2
    assert words in done.stderr.decode()
    assert b"\0" not in done.stderr


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no /dev/full")
def test_output_that_cannot_be_written_is_one_line(tree: Tree) -> None:
    root = tree({"AGENTS.md": "rule"})
    with Path("/dev/full").open("w") as full:
        command = [sys.executable, "-m", "hermes_tui", "show", str(root)]
        done = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, check=False, cwd=ROOT)
    assert done.returncode == 2
    assert done.stderr == b"hermes-tui: the output cannot be written: No space left on device\n"


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no /dev/full")
@pytest.mark.parametrize(
    "arguments", ["--help", "show --help", "--version", "--print-completion bash", "explain", "check"]
)
def test_no_output_is_lost_silently(tree: Tree, arguments: str) -> None:
    full = in_a_shell(f"{arguments} >/dev/full", tree({"AGENTS.md": "rule"}))
    assert full == (2, b"", b"hermes-tui: the output cannot be written: No space left on device\n")
    closed = in_a_shell(f"{arguments} >&-", tree({"AGENTS.md": "rule"}))
    assert closed == (2, b"", b"hermes-tui: the output cannot be written: it is closed\n")


@pytest.mark.parametrize(
    ("words", "status", "complaint"),
    [
        ("<&-", 0, b""),
        ("show <&-", 0, b""),
        ("session calls <&-", 0, b""),
        ("session - <&-", 2, b"hermes-tui: standard input cannot be read: it is closed\n"),
        ("show missing 2>&-", 2, b""),
        ("show 2>&-", 0, b""),
        ("show <&- >&- 2>&-", 2, b""),
    ],
)
def test_streams_may_be_closed(tree: Tree, words: str, status: int, complaint: bytes) -> None:
    root = tree({"AGENTS.md": "rule", "calls": "a/b.py\n"})
    code, out, said = in_a_shell(words, root)
    assert (code, said) == (status, complaint)
    assert bool(out) == (status == 0)


@pytest.mark.parametrize("words", ["session pipe", "--session pipe", "session link"])
def test_a_named_pipe_is_not_waited_for(tree: Tree, words: str) -> None:
    root = tree({"AGENTS.md": "rule", "pipe": Special("pipe"), "link": Path("pipe")})
    name = words.rpartition(" ")[2]
    assert in_a_shell(words, root) == (
        2,
        b"",
        f"hermes-tui: {name!r} is a named pipe, and reading one may wait for ever: hermes-tui session - < "
        f"{name}\n".encode(),
    )


@pytest.mark.parametrize("words", ["session <(echo a/b.py)", "session /dev/stdin < <(echo a/b.py)"])
def test_a_pipe_that_a_shell_has_opened_is_read(tree: Tree, words: str) -> None:
    status, out, _ = in_a_shell(words, tree({"AGENTS.md": "rule"}), program="/bin/bash")
    assert status == 0
    assert b"read_file a/b.py" in out


def in_a_shell(words: str, directory: Path, program: str = "/bin/sh") -> tuple[int, bytes, bytes]:
    """Status, standard output and error of hermes-tui with *words*, which may redirect."""
    done = subprocess.run(
        [program, "-c", f"exec {shlex.quote(sys.executable)} -P -m hermes_tui {words}"],
        cwd=directory,
        env={"HOME": str(directory), "PATH": "", "PYTHONPATH": str(REPOSITORY)},
        capture_output=True,
        check=False,
        timeout=60,
    )
    return done.returncode, done.stdout, done.stderr


def test_ctrl_c_ends_a_command_quietly(tree: Tree) -> None:
    root = tree({".git/": "", "AGENTS.md": "rule"})
    script = (
        "import os, signal, sys; from hermes_tui.commands import show; from hermes_tui.cli import main;"
        # A shell lets what it starts in the background ignore ctrl+c, and that is handed on.
        "signal.signal(signal.SIGINT, signal.default_int_handler);"
        "show.run = lambda options: os.kill(os.getpid(), signal.SIGINT) or 0; sys.exit(main())"
    )
    done = subprocess.run(
        [sys.executable, "-P", "-c", script, "show", str(root)],
        env={"HOME": str(root), "PATH": "", "PYTHONPATH": str(REPOSITORY)},
        capture_output=True,
        check=False,
        timeout=60,
    )
    assert (done.returncode, done.stdout, done.stderr) == (130, b"", b"")


def test_words_that_are_no_utf8_are_shown_as_all_such_text(tree: Tree) -> None:
    done = run("why", b"\xff", cwd=tree({"AGENTS.md": "rule"}))
    assert done.stdout.decode().startswith("✗ not found: '\ufffd' is in no context file")


@pytest.mark.parametrize("command", ["open", "demo"])
def test_the_themes_that_help_names_are_there(here: Here, command: str) -> None:
    said = " ".join(here.run(command, "--help").stdout.decode().split())
    first, second = said.partition("colours, such as ")[2].split()[:3:2]
    for name in (first, second):
        assert name in BUILTIN_THEMES


@pytest.mark.parametrize("command", [("demo",), ()])
def test_a_theme_that_does_not_exist_is_bad_input(here: Here, tree: Tree, command: tuple[str, ...]) -> None:
    done = here.run(*command, "--theme", "nope")
    assert done.returncode == 2
    assert b"there is no theme 'nope'; there are " in done.stderr
    assert b"textual-light" in done.stderr
