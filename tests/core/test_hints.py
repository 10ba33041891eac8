"""The hint tracker against what each release does (``cases/hints.py``), and what its traces say."""

from pathlib import Path

import pytest

from cases import calls
from cases import hints as cases
from hermes_tui.core.hints.tracker import HintTracker, NameResult, Outcome
from hermes_tui.core.prompt.context_file import Cause, FileKind, Heading, Lost, Verdict
from hermes_tui.core.releases.lookup import DOCUMENTED, RELEASES, get_ruleset
from hermes_tui.core.text.provenance import Role, Span
from hermes_tui.core.toolcalls.calls import ToolCall
from support.hint_trackers import LATEST, called, check, directories, fired, outcomes, tracker, visit_of
from support.processes import as_nobody
from support.situations import situation
from support.trees import Mode, Tree, grow

NAMES = [release.name for release in RELEASES]


# ── what each release does ──


@pytest.mark.parametrize("name", cases.CASES)
def test_hints_are_those_of_each_release(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    case = cases.CASES[name]
    top = grow(tmp_path / "top", {"repo/": "", "home/": "", **case.files})
    monkeypatch.chdir(top)
    for release in RELEASES:
        session = HintTracker(
            situation(
                case.working_dir,
                ruleset=release,
                home=top / "home",
                hermes_home=case.hermes_home if case.hermes_home[0] == "~" else top / case.hermes_home,
            ),
            enabled=case.enabled or not release.hints.obeys_skip,
        )
        traces = [session.check(called(line.replace("{top}", str(top)))) for line in case.calls]
        assert [fired(trace) for trace in traces] == cases.expected(case, release.name, NAMES, top), (
            release.name
        )


@pytest.mark.parametrize("name", cases.TEXTS)
def test_appended_text_is_that_of_each_release(name: str, tmp_path: Path) -> None:
    case = cases.TEXTS[name]
    top = grow(tmp_path / "top", case.files)
    for release in RELEASES:
        trace = check(top / "repo", case.call, release)
        assert trace.text == cases.current(case.texts, release.name, NAMES), release.name


@pytest.mark.parametrize("command", [*calls.COMMANDS, *calls.NAVIGATION])
def test_words_of_a_command_count_as_in_each_release(command: str, tmp_path: Path) -> None:
    top = grow(tmp_path / "top", calls.CALL_TREE)
    for release in RELEASES:
        wanted = calls.COMMANDS.get(command)
        if wanted is None:
            wanted = (
                calls.NAVIGATION[command] if release.hints.reads_cd else calls.ALWAYS_TAKEN.get(command, "")
            )
        trace = tracker(top / "repo", release).check(ToolCall("terminal", {"command": command}))
        assert directories(trace) == wanted, release.name


@pytest.mark.parametrize("line", calls.CALLS)
def test_arguments_count_as_in_each_release(line: str, tmp_path: Path) -> None:
    top = grow(tmp_path / "top", calls.CALL_TREE)
    for release in RELEASES:
        assert directories(check(top / "repo", line, release)) == calls.CALLS[line], release.name


@pytest.mark.parametrize(
    "where", ["/home", "/root", "/workspace", "/home/bob", "/root/proj", "/workspace/app"]
)
def test_shared_homes_and_what_is_directly_below_them_count_as_homes(where: str) -> None:
    session = HintTracker(situation(where, ruleset=LATEST))
    assert session.why_off.startswith("No hints are sent at all: ")
    assert not HintTracker(situation(where, ruleset=get_ruleset("0.21.5"))).why_off


@pytest.mark.parametrize(
    "where", ["/home/bob/proj", "/workspace/app/src", "/workspaces/x", "/root/a/b", "/homes"]
)
def test_projects_below_shared_homes_are_none(where: str) -> None:
    assert not HintTracker(situation(where, ruleset=LATEST)).why_off


def test_a_home_that_is_a_link_is_never_the_working_directory(tree: Tree) -> None:
    root = tree({"real/a/AGENTS.md": "a", "link": Path("real")})
    session = HintTracker(situation(root / "link", ruleset=LATEST, home=root / "link"))
    assert not session.why_off
    assert fired(session.check(called("a/x.py"))) == "a/AGENTS.md"
    assert HintTracker(situation(root / "link", ruleset=LATEST, home=root / "real")).why_off


def test_files_without_permission_make_room_for_the_next_name(
    tree: Tree,
) -> None:
    top = tree(
        {
            "a/AGENTS.md": Mode(0o000, "secret"),
            "a/CLAUDE.md": "1",
            "b/AGENTS.md": Path("../closed/x"),
            "b/CLAUDE.md": "2",
            "closed/": Mode(0o000),
        },
    )

    def look() -> list[str]:
        found = []
        for release in RELEASES:
            session = tracker(top, release)
            found.append(
                " ".join(
                    fired(session.check(called(line))) for line in ("a/x", "b/x", "closed/x", "closed/x.py")
                )
            )
        return found

    assert set(as_nobody(look)) == {"a/CLAUDE.md b/CLAUDE.md  "}


# ── what the trace says ──


def test_each_level_of_a_climb_says_what_happened(tree: Tree) -> None:
    root = tree({"AGENTS.md": "root", "a/AGENTS.md": "a", "a/build/b/x.py": ""})
    trace = check(root, "a/build/b/x.py")
    assert outcomes(trace) == [
        ("a/build/b", Outcome.EXCLUDED),
        ("a/build", Outcome.EXCLUDED),
        ("a", Outcome.FIRED),
        (".", Outcome.VISITED),
    ]
    assert visit_of(trace, "a/build/b").excluded_by == "build"
    assert visit_of(trace, "a/build/b").reason == (
        "Hermes takes no hints from directories called build, nor from below them."
    )
    assert visit_of(trace, ".").reason.startswith("The working directory counts as visited")


def test_outside_every_level_says_so(tree: Tree) -> None:
    root = tree({"repo/": "", "out/AGENTS.md": "x"})
    trace = check(root / "repo", "../out/x.py")
    assert {visit.outcome for visit in trace.visits} == {Outcome.OUTSIDE}
    assert len(trace.visits) == 5
    assert trace.visits[0].shown == str(root / "out")
    assert trace.text is None


def test_what_is_no_directory_costs_a_level(tree: Tree) -> None:
    root = tree({"Makefile": "", "a/AGENTS.md": "a"})
    assert outcomes(check(root, "read_file Makefile/x")) == [
        ("Makefile/x", Outcome.MISSING),
        ("Makefile", Outcome.NOT_A_DIRECTORY),
        (".", Outcome.VISITED),
    ]
    assert outcomes(check(root, "read_file a/no/such")) == [
        ("a/no/such", Outcome.MISSING),
        ("a/no", Outcome.MISSING),
        ("a", Outcome.FIRED),
        (".", Outcome.VISITED),
    ]


def test_the_climb_ends_at_the_root(tree: Tree) -> None:
    assert outcomes(check(tree({}), "/")) == [("/", Outcome.OUTSIDE)]


def test_a_directory_that_may_not_be_searched_says_so(tree: Tree) -> None:
    top = tree({"closed/": Mode(0o000), "closed/sub/x.py": ""})

    def look() -> list[object]:
        inside = check(top, "closed/sub/x.py")
        names = visit_of(inside, "closed").names
        return [
            [(shown, outcome.name) for shown, outcome in outcomes(inside)],
            names[0].detail,
            check(top, "read_file closed/sub").climbs[0].note,
        ]

    denied = f"PermissionError: [Errno 13] Permission denied: '{top}/closed"
    assert as_nobody(look) == [
        [("closed/sub", "DENIED"), ("closed", "NO_FILE"), (".", "VISITED")],
        "no permission to look into its directory",
        f"It may not be looked at, so it leads nowhere: {denied}/sub'.",
    ]


def test_a_file_of_nothing_but_a_byte_order_mark_says_that_nothing_is_left(tree: Tree) -> None:
    trace = check(tree({"a/AGENTS.md": cases.BOM}), "a/x.py", get_ruleset("0.21.5"))
    assert trace.hints[0].file.reason.startswith("Only the line that names it is sent")


def test_directories_beyond_the_climb_are_listed_up_to_the_working_directory(tree: Tree) -> None:
    root = tree({**cases.NESTED, "repo/a/b/c/d/e/f/g/AGENTS.md": "7"})
    trace = check(root / "repo", "a/b/c/d/e/f/g/x.py")
    assert outcomes(trace)[5:] == [("a/b", Outcome.BEYOND), ("a", Outcome.BEYOND)]
    assert visit_of(trace, "a").reason == (
        "Hermes looks in 5 directories from a/b/c/d/e/f/g up: not in this one."
    )


def test_what_an_earlier_call_visited_is_not_beyond_the_climb(tree: Tree) -> None:
    session = tracker(tree({**cases.NESTED, "repo/a/b/c/d/e/f/g/x.py": ""}) / "repo")
    session.check(called("a/x.py"))
    assert outcomes(session.check(called("a/b/c/d/e/f/g/x.py")))[5:] == [("a/b", Outcome.BEYOND)]


def test_the_sixth_directory_of_the_documentation_is_said_to_be_in_no_release(tree: Tree) -> None:
    root = tree(cases.NESTED)
    trace = check(root / "repo", "a/b/c/d/e/f/x.py", DOCUMENTED)
    assert fired(trace) == f"a/AGENTS.md {cases.CHAIN}"
    assert (
        "a is directory 6 of its climb: the documentation counts it in, but every release stops after 5."
        in trace.notes
    )
    assert not any(
        "documentation" in note for note in check(root / "repo", "a/b/c/d/e/x.py", DOCUMENTED).notes
    )
    both = check(root / "repo", "$ cat a/b/c/d/e/f/x.py a/x.py", DOCUMENTED)
    assert not any("documentation" in note for note in both.notes)


def test_names_that_were_asked_for_say_what_each_gave(tree: Tree) -> None:
    root = tree(
        {
            "repo/a/AGENTS.override.md": "",
            "repo/a/AGENTS.md": b"caf\xe9",
            "repo/a/agents.md": Path("../../out.md"),
            "repo/a/CLAUDE.md": Path("../.env"),
            "repo/a/claude.md/": "",
            "repo/a/.cursorrules": Path("nowhere"),
            "repo/.env": "secret",
            "out.md": "outside",
        }
    )
    trace = check(root / "repo", "a/x.py")
    visit = visit_of(trace, "a")
    assert visit.outcome is Outcome.NO_FILE
    assert [(name.name, name.result, name.detail) for name in visit.names] == [
        ("AGENTS.override.md", NameResult.EMPTY, ""),
        ("AGENTS.md", NameResult.UNREADABLE, "it is not UTF-8 (byte 0xe9 at offset 3, line 1)"),
        (
            "agents.md",
            NameResult.LINK_OUTSIDE,
            f"it is a link to {root}/out.md, outside the working directory",
        ),
        ("CLAUDE.md", NameResult.DENY_LIST, ".env holds secrets"),
        ("claude.md", NameResult.NO_FILE, "a directory, and Hermes asks for files only"),
        (".cursorrules", NameResult.ABSENT, "a link that leads nowhere (nowhere)"),
    ]
    assert visit.reason.startswith(
        "No context file that can be used (AGENTS.override.md: empty; AGENTS.md: it is not"
    )


def test_a_duplicate_names_what_it_repeats(tree: Tree) -> None:
    root = tree({"AGENTS.md": "root", "a/AGENTS.md": "root", "b/AGENTS.md": "b", "c/AGENTS.md": "b"})
    session = tracker(root)
    first = session.check(called("a/x.py"))
    assert visit_of(first, "a").reason == (
        "Not sent: a/AGENTS.md has the same text as AGENTS.md in the working directory, which counts as sent "
        "from the start. No other name is asked for."
    )
    session.check(called("b/x.py"))
    visit = visit_of(session.check(called("c/x.py")), "c")
    assert visit.outcome is Outcome.DUPLICATE
    assert visit.file is not None
    assert (visit.file.verdict, visit.file.winner) == (Verdict.DUPLICATE, root / "b" / "AGENTS.md")
    assert visit.file.lost == (Lost(0, 1, Cause.NOT_SENT),)
    assert "b/AGENTS.md, which was sent before" in visit.reason


def test_a_hint_knows_where_every_character_came_from(tree: Tree) -> None:
    root = tree({"a/AGENTS.md": "\n one\n", "a/b/AGENTS.md": "two"})
    trace = check(root, "a/b/x.py")
    assert trace.traced is not None
    text = trace.text or ""
    assert [text[start:end] for start, end in trace.hint_spans] == [str(hint.text) for hint in trace.hints]
    source = trace.traced.source(text.index("one"))
    assert (source.role, source.path, source.offset) == (Role.FILE, root / "a" / "AGENTS.md", 2)
    assert trace.traced.source(0).role is Role.FRAME
    assert trace.traced.source(2).role is Role.HEADING
    file = trace.hints[0].file
    assert (file.kind, file.verdict, file.reason) == (FileKind.HINT, Verdict.LOADED, "Sent whole.")
    assert file.kept == (Span(2, 5),)
    assert file.lost == (Lost(0, 2, Cause.WHITE_SPACE), Lost(5, 6, Cause.WHITE_SPACE))


def test_a_cut_hint_says_what_is_lost(tree: Tree) -> None:
    text = "x" * 7_992 + "\n# kept\n## lost\nmore\n### gone\n"
    root = tree({"a/AGENTS.md": text})
    trace = check(root, "a/x.py", get_ruleset("0.21.0"))
    assert outcomes(trace)[0] == ("a", Outcome.CUT)
    assert trace.visits[0].outcome.fired
    file = trace.hints[0].file
    assert file.verdict is Verdict.TRUNCATED
    assert file.headings_lost == (Heading(3, "lost"), Heading(5, "gone"))
    assert file.kept == (Span(0, 8_000),)
    assert [piece.cause for piece in file.lost] == [Cause.FILE_CAP, Cause.WHITE_SPACE]
    assert 'and with them "lost" and "gone"' in file.reason
    assert "cap 8,000" in file.reason


def test_a_blocked_hint_carries_its_threats(tree: Tree) -> None:
    root = tree({"a/AGENTS.md": f"fine\n{cases.HOSTILE}"})
    trace = check(root, "a/x.py")
    assert outcomes(trace)[0] == ("a", Outcome.BLOCKED)
    file = trace.hints[0].file
    assert [(threat.id, threat.line, threat.column) for threat in file.threats] == [
        ("prompt_injection", 2, 8)
    ]
    assert (file.verdict, file.kept) == (Verdict.BLOCKED, ())


def test_a_path_to_a_directory_with_a_dot_explains_itself(tree: Tree) -> None:
    root = tree({"v1.2/AGENTS.md": "v"})
    trace = check(root, "$ ls v1.2/")
    assert trace.climbs[0].start == root
    assert "has a dot in its name" in trace.climbs[0].note


def test_words_that_lead_nowhere_say_why(tree: Tree) -> None:
    root = tree({"loop": Path("loop")})
    notes = [climb.note for climb in check(root, "$ cat ~nosuchuser/x loop/x").climbs]
    assert notes[0] == "It leads nowhere: Could not determine home directory."
    assert notes[1].startswith("It leads nowhere: Symlink loop")


def test_a_failure_says_what_the_release_raises_and_leaves_the_state(tree: Tree) -> None:
    session = tracker(tree({"a/AGENTS.md": "a"}), get_ruleset("0.17"))
    before = session.state
    trace = session.check(called("$ cat a/x.py ~nosuchuser/x"))
    assert trace.failure is not None
    assert trace.failure.what == "RuntimeError: Could not determine home directory."
    assert (trace.text, trace.hints, trace.climbs) == (None, (), ())
    assert [word.taken for word in trace.words] == [False, True, True]
    assert session.state is before is trace.after


def test_several_hints_of_one_call_come_in_no_order(tree: Tree) -> None:
    root = tree({"a/AGENTS.md": "a", "a/b/AGENTS.md": "b"})
    assert any("in no order, so these 2 hints" in note for note in check(root, "a/b/x.py").notes)
    assert check(root, "a/x.py").notes == ()


def test_two_copies_in_one_call_are_left_to_chance(tree: Tree) -> None:
    root = tree({"a/AGENTS.md": "same", "a/b/AGENTS.md": "same"})
    trace = check(root, "a/b/x.py")
    assert "Two of these files have the same text: which of them is sent is left to chance." in trace.notes


@pytest.mark.parametrize(
    ("line", "note"),
    [
        ("$ echo it's a/x.py", "A quote in the command is not closed"),
        ("$ cd a && cat b/x.py", "Relative paths count from the working directory"),
    ],
)
def test_a_command_that_misleads_gets_a_note(line: str, note: str, tree: Tree) -> None:
    root = tree({"a/b/": ""})
    for ruleset in (LATEST, DOCUMENTED):
        assert any(one.startswith(note) for one in check(root, line, ruleset).notes)


def test_where_hints_are_off_the_trace_says_why(tree: Tree) -> None:
    root = tree({"a/AGENTS.md": "a"})
    off = tracker(root, enabled=False)
    trace = off.check(called("a/x.py"))
    assert (
        trace.notes
        == (off.why_off,)
        == ("Context files are switched off for this session, and hints with them.",)
    )
    assert (trace.text, trace.climbs) == (None, ())
    assert [word.taken for word in trace.words] == [True]
    before = tracker(root, get_ruleset("0.21.0"), enabled=False).check(called("a/x.py"))
    assert fired(before) == "a/AGENTS.md"
    assert "this release sends hints all the same" in before.notes[0]
