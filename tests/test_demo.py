"""The demonstration shows what it promises."""

import subprocess
import sys
from pathlib import Path

import pytest

from hermes_tui.core.filesystem.disk import Disk
from hermes_tui.core.git.facts import GitChange, LastCommit, file_facts, last_commit, repository_facts
from hermes_tui.core.hints.tracker import CallTrace, HintTracker, Outcome
from hermes_tui.core.prompt.context_file import ContextFile, Verdict
from hermes_tui.core.prompt.startup import Startup, inspect
from hermes_tui.core.releases.lookup import RELEASES, Ruleset, get_ruleset
from hermes_tui.core.surveys.survey import Excluded, FoundFile, Reach, survey
from hermes_tui.core.toolcalls.calls import ToolCall, parse_call
from hermes_tui.demo import Demo, DemoRefusedError, Move, build_demo
from support.git_repositories import git, use_nobodys_configuration
from support.situations import situation

DOCUMENTED = get_ruleset("documented")


@pytest.fixture
def demo(tmp_path: Path) -> Demo:
    return build_demo(tmp_path / "demo")


def start_in(directory: Path, demo: Demo) -> Startup:
    return inspect(situation(directory, ruleset=DOCUMENTED, hermes_home=demo.hermes_home))


def verdicts(startup: Startup) -> dict[str, Verdict]:
    return {file.label: file.verdict for file in startup.files}


def file_called(label: str, startup: Startup) -> ContextFile:
    return next(file for file in startup.files if file.label == label)


# ── building ──


def test_two_are_the_same(tmp_path: Path) -> None:
    one, other = build_demo(tmp_path / "one"), build_demo(tmp_path / "other")
    files = sorted(path.relative_to(one.directory) for path in one.directory.rglob("*"))
    assert files == sorted(path.relative_to(other.directory) for path in other.directory.rglob("*"))
    for name in files:
        if (one.directory / name).is_file():
            assert (one.directory / name).read_bytes() == (other.directory / name).read_bytes()


def test_empty_directory_is_taken(tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    assert build_demo(tmp_path / "empty").repository == tmp_path / "empty/monorepo"


def test_directory_with_something_in_it_is_refused_and_left_alone(tmp_path: Path) -> None:
    (tmp_path / "mine").write_text("x")
    before = sorted(tmp_path.iterdir())
    with pytest.raises(DemoRefusedError, match="is not empty: name a directory that is empty or does not"):
        build_demo(tmp_path)
    assert sorted(tmp_path.iterdir()) == before


@pytest.mark.parametrize("name", ["file", "file/below"])
def test_file_in_the_way_is_refused(name: str, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x")
    with pytest.raises(DemoRefusedError, match="is not a directory"):
        build_demo(tmp_path / name)


def test_directory_that_cannot_be_made_is_refused_with_the_reason() -> None:
    with pytest.raises(DemoRefusedError, match="cannot be written to /proc/here: No such file or directory"):
        build_demo(Path("/proc/here"))
    with pytest.raises(DemoRefusedError, match="null"):
        build_demo(Path("with\0null"))


# ── the start ──


def test_start_has_a_whole_a_cut_a_blocked_and_a_shadowed_file(demo: Demo) -> None:
    startup = start_in(demo.start, demo)
    assert startup.chain == (demo.repository, demo.repository / "packages", demo.start)
    assert verdicts(startup) == {
        "../../AGENTS.md": Verdict.LOADED,
        "../AGENTS.md": Verdict.TRUNCATED,
        "AGENTS.md": Verdict.BLOCKED,
        "CLAUDE.md": Verdict.SHADOWED,
        "SOUL.md": Verdict.LOADED,
        "../CLAUDE.md": Verdict.OUT_OF_REACH,
        "../../.github/copilot-instructions.md": Verdict.OUT_OF_REACH,
    }


def test_cut_takes_the_release_steps_and_the_chain_still_fits(demo: Demo) -> None:
    startup = start_in(demo.start, demo)
    guide = file_called("../AGENTS.md", startup)
    assert guide.chars > 20_000
    lost = [heading.text for heading in guide.headings_lost]
    assert lost[:3] == ["Release steps", "Rolling back", "Hot fixes"]
    assert startup.chain_chars < startup.cap.limit == 20_000


def test_blocked_file_quotes_what_it_forbids(demo: Demo) -> None:
    blocked = file_called("AGENTS.md", start_in(demo.start, demo))
    assert [(threat.id, threat.text) for threat in blocked.threats] == [
        ("prompt_injection", "ignore all previous instructions")
    ]


def test_copy_is_a_duplicate_where_it_stands(demo: Demo) -> None:
    startup = start_in(demo.repository / "packages/mobile", demo)
    assert file_called("AGENTS.md", startup).verdict is Verdict.DUPLICATE


def test_outside_git_nothing_is_sent_and_the_parents_file_is_listed(demo: Demo) -> None:
    startup = start_in(demo.outside, demo)
    assert startup.git_root is None
    assert verdicts(startup) == {"SOUL.md": Verdict.LOADED, "../AGENTS.md": Verdict.OUT_OF_REACH}


@pytest.mark.parametrize("ruleset", RELEASES, ids=lambda ruleset: ruleset.name)
def test_every_release_gets_a_prompt(ruleset: Ruleset, demo: Demo) -> None:
    startup = inspect(situation(demo.start, ruleset=ruleset, hermes_home=demo.hermes_home))
    assert startup.failure is None
    assert startup.prompt


# ── the search ──


def test_search_finds_every_state(demo: Demo) -> None:
    steps = list(survey(situation(demo.start, ruleset=DOCUMENTED, disk=Disk(), hermes_home=demo.hermes_home)))
    found = {step.label: step for step in steps if isinstance(step, FoundFile)}
    assert {one.state for one in found.values()} == set(Reach)
    assert found["examples/starter/AGENTS.md"].repository == demo.start / "examples/starter"
    assert [step.reason for step in steps if isinstance(step, Excluded)] == [
        "node_modules: 5 context files, no hint can bring them"
    ]


# ── the prepared session ──


def play(demo: Demo) -> list[tuple[str, CallTrace]]:
    """Each call of the session with its trace."""
    tracker = HintTracker(situation(demo.start, ruleset=DOCUMENTED))
    traces = []
    for step in demo.calls:
        if isinstance(step, Move):
            tracker = HintTracker(situation(step.directory, ruleset=DOCUMENTED))
        else:
            call = parse_call(step.line)
            assert isinstance(call, ToolCall)
            traces.append((step.line, tracker.check(call)))
    return traces


def test_session_brings_what_its_notes_say(demo: Demo) -> None:
    outcomes = [
        [(visit.shown, visit.outcome) for visit in trace.visits if visit.outcome is not Outcome.NO_FILE]
        for _, trace in play(demo)
    ]
    steps = "src/features/checkout/steps"
    assert outcomes == [
        [("src/components", Outcome.FIRED), (".", Outcome.VISITED)],
        [("src/api", Outcome.BLOCKED), ("src", Outcome.VISITED)],
        [
            (f"{steps}/payment/methods/card/forms", Outcome.FIRED),
            ("src/features/checkout", Outcome.FIRED),
            ("src/features", Outcome.BEYOND),
        ],
        [
            ("node_modules/tiny-router", Outcome.EXCLUDED),
            ("node_modules", Outcome.EXCLUDED),
            (".", Outcome.VISITED),
        ],
        [
            (str(demo.repository / "backend/src"), Outcome.OUTSIDE),
            (str(demo.repository / "backend"), Outcome.OUTSIDE),
            (str(demo.repository), Outcome.OUTSIDE),
            *[(str(directory), Outcome.OUTSIDE) for directory in demo.repository.parents[:3]],
        ],
        [],
        [("backend", Outcome.FIRED), (".", Outcome.VISITED)],
        [("packages/mobile", Outcome.DUPLICATE), ("packages", Outcome.CUT), (".", Outcome.VISITED)],
    ]


def test_session_moves_once_to_the_root(demo: Demo) -> None:
    [move] = [step for step in demo.calls if isinstance(step, Move)]
    assert move.directory == demo.repository == (demo.start / move.line.removeprefix("cd ")).resolve()


def test_every_step_has_a_note(demo: Demo) -> None:
    assert all(step.note.endswith(".") for step in demo.calls)


def test_every_call_names_something_that_is_there(demo: Demo) -> None:
    here = demo.start
    for step in demo.calls:
        if isinstance(step, Move):
            here = step.directory
        elif step.line.startswith("read_file "):
            assert (here / step.line.removeprefix("read_file ")).is_file()


# ── its repository ──


def test_git_finds_nothing_wrong(demo: Demo, monkeypatch: pytest.MonkeyPatch) -> None:
    use_nobodys_configuration(monkeypatch)
    for root in (demo.repository, demo.start / "examples/starter"):
        assert git(root, "fsck", "--strict", "--no-progress") == ""
    assert git(demo.repository, "status", "--short") == "M packages/webapp/AGENTS.md"
    assert git(demo.start / "examples/starter", "status", "--short") == ""
    assert git(demo.repository, "ls-files").count("\n") > 20


def test_git_facts_have_something_to_show(demo: Demo) -> None:
    root, webapp = demo.repository, demo.start
    assert repository_facts(root).sentence == "branch main"
    assert repository_facts(webapp / "examples/starter").above == root
    assert file_facts(root, root / "AGENTS.md").change is GitChange.NONE
    assert file_facts(root, webapp / "AGENTS.md").change is GitChange.CHANGED
    assert file_facts(root, webapp / "node_modules/tiny-router/AGENTS.md").ignored is True
    commit = last_commit(root, root / "packages/AGENTS.md")
    assert isinstance(commit, LastCommit)
    assert (commit.author, commit.summary) == ("Jonas Weber", "packages: write down how we work")


def test_no_program_is_started_to_build_it(tmp_path: Path) -> None:
    code = (
        "import sys, pathlib, subprocess; from hermes_tui.demo import build_demo;"
        "subprocess.Popen = None; build_demo(pathlib.Path(sys.argv[1])); print('git' in sys.modules)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, str(tmp_path / "demo")],
        env={"PATH": "", "PYTHONPATH": ":".join(sys.path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stdout == "False\n", done.stderr
