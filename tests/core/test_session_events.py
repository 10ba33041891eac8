"""What happens to a session besides calls, and which memory it keeps (sessions.md section 3)."""

import json
from pathlib import Path

import pytest

from hermes_tui.core.filesystem.disk import Disk
from hermes_tui.core.prompt.startup import inspect
from hermes_tui.core.releases.lookup import DOCUMENTED, RELEASES, Ruleset, get_ruleset
from hermes_tui.core.reports.session_json import Leg, session_json
from hermes_tui.core.reports.session_text import session_text
from hermes_tui.core.sessions.events import (
    MEANINGS,
    EventKind,
    Memory,
    Prompt,
    SessionEvent,
    Talk,
    effect_of,
    read_event,
)
from hermes_tui.core.sessions.file import read_line, read_session, write_session
from hermes_tui.core.sessions.session import PlannedEvent, Session, Terms, begin_session
from hermes_tui.core.sessions.warnings import find_traps
from hermes_tui.core.toolcalls.calls import CallError
from support.situations import settings_by, situation
from support.trees import Tree

LATEST = get_ruleset("0.22.2")
FILES = {
    ".git/": "",
    "AGENTS.md": "Root rules.\n",
    "a/AGENTS.md": "Rules of a.\n",
    "b/AGENTS.md": "Rules of b.\n",
}


def run(root: Path, *lines: str, ruleset: Ruleset = LATEST) -> Session:
    """A session that made every step of the file with these lines."""
    found = read_session("\n".join(lines), root, home=root / "nobody")
    assert not found.skipped
    terms = Terms(settings_by(ruleset, root / "nobody", hermes_home=root / "no-hermes"))
    return begin_session(root, terms, plan=found.plan).to_end()


def labels(session: Session) -> list[str]:
    return [" ".join(hint.label for hint in trace.hints) for trace in session.traces]


@pytest.mark.parametrize("line", ["/new", "/clear", "/resume", "/branch", "/compress", "/compact"])
def test_what_happens_in_the_same_process_keeps_the_tracker_so_visited_directories_stay_silent(
    tree: Tree, line: str
) -> None:
    assert labels(run(tree(FILES), "a/x.py", line, "a/x.py", "b/x.py")) == ["a/AGENTS.md", "", "b/AGENTS.md"]


@pytest.mark.parametrize(
    "line", ["--resume", "-c", "hermes --resume", "/restart", "/reasoning", "/fast", "/evict"]
)
def test_a_new_agent_has_a_new_tracker_so_the_same_hint_comes_again(tree: Tree, line: str) -> None:
    assert labels(run(tree(FILES), "a/x.py", line, "a/x.py")) == ["a/AGENTS.md", "a/AGENTS.md"]


@pytest.mark.parametrize(
    ("release", "comes"),
    [("0.13.0", True), ("0.19.0", True), ("0.21.0", True), ("0.21.3", False), ("0.22.2", False)],
)
def test_hints_leak_past_ignore_rules_up_to_0_21_0(tree: Tree, release: str, comes: bool) -> None:
    session = run(tree(FILES), "--ignore-rules", "a/x.py", ruleset=get_ruleset(release))
    assert labels(session) == ["a/AGENTS.md" if comes else ""]
    assert labels(run(tree(FILES), "--ignore-rules", "--resume", "a/x.py")) == ["a/AGENTS.md"]


@pytest.mark.parametrize(
    ("release", "hints", "startup"),
    [
        ("0.13.0", True, False),
        ("0.20.4", True, False),
        ("0.20.6", True, True),
        ("0.21.0", True, True),
        ("0.21.3", False, True),
        ("0.22.2", False, True),
    ],
)
def test_a_subagent_has_a_tracker_of_its_own_and_the_parent_learns_nothing(
    tree: Tree, release: str, hints: bool, startup: bool
) -> None:
    ruleset = get_ruleset(release)
    session = run(
        tree(FILES), "a/x.py", "/subagent", "a/x.py", "b/x.py", "/parent", "a/x.py", "b/x.py", ruleset=ruleset
    )
    own = ["a/AGENTS.md", "b/AGENTS.md"] if hints else ["", ""]
    assert labels(session) == ["a/AGENTS.md", *own, "", "b/AGENTS.md"]
    assert (session.events[0].effect.prompt is Prompt.BUILT) is startup


def test_subagents_may_start_others_and_each_comes_back_to_its_parent(tree: Tree) -> None:
    steps = ("/subagent", "a/x.py", "/subagent", "a/x.py", "/parent", "a/x.py", "/parent", "a/x.py")
    session = run(tree(FILES), *steps, ruleset=get_ruleset("0.19"))
    assert labels(session) == ["a/AGENTS.md", "a/AGENTS.md", "", "a/AGENTS.md"]


def test_nobody_comes_back_who_was_not_away(tree: Tree) -> None:
    session = run(tree(FILES), "a/x.py", "/parent", "a/x.py")
    assert session.events[0].effect.sentence == "There is no subagent to come back from."
    assert labels(session) == ["a/AGENTS.md", ""]


def test_only_the_newest_release_moves_a_live_tracker(tree: Tree) -> None:
    root = tree({**FILES, "a/deep/AGENTS.md": "Deep rules.\n"})
    moved = run(root, "a/deep/x.py", "/rebind a", "deep/x.py")
    assert moved.working_dir == root / "a"
    assert moved.started_in == root
    assert labels(moved) == ["a/AGENTS.md a/deep/AGENTS.md", "deep/AGENTS.md"]
    stays = run(root, "a/deep/x.py", "/rebind a", "deep/x.py", ruleset=get_ruleset("0.21.5"))
    assert stays.working_dir == root
    assert stays.events[0].effect.memory is Memory.KEPT
    assert "never moves a tracker" in stays.events[0].effect.sentence
    assert labels(stays) == ["a/AGENTS.md a/deep/AGENTS.md", ""]


@pytest.mark.parametrize("ruleset", [*RELEASES, DOCUMENTED], ids=lambda ruleset: ruleset.name)
@pytest.mark.parametrize("kind", list(EventKind))
def test_every_event_has_a_sentence_in_every_release(kind: EventKind, ruleset: Ruleset) -> None:
    effect = effect_of(SessionEvent(kind, "x"), ruleset)
    assert effect.sentence.endswith((".", ")")) or kind is EventKind.REBIND


def test_where_a_compacted_session_goes_on_depends_on_the_release() -> None:
    event = SessionEvent(EventKind.COMPACTION)
    assert "in a child session" in effect_of(event, get_ruleset("0.17")).sentence
    assert "in the same session" in effect_of(event, get_ruleset("0.18")).sentence
    assert effect_of(event, LATEST).talk is Talk.SUMMARISED


def test_a_rebuilt_agent_is_known_of_one_release() -> None:
    event = SessionEvent(EventKind.REBUILT)
    assert effect_of(event, get_ruleset("0.19")).sentence.endswith("(read in the code of this release).")
    assert effect_of(event, LATEST).sentence.endswith(
        "(read in the code of 0.19.0; this release was not checked)."
    )


def test_what_makes_a_stored_prompt_stale_depends_on_the_release() -> None:
    event = SessionEvent(EventKind.PROCESS)
    said = {name: effect_of(event, get_ruleset(name)).sentence for name in ("0.16", "0.17", "0.20.0")}
    assert "unless" not in said["0.16"]
    assert said["0.17"].endswith("unless the model is another.")
    assert said["0.20.0"].endswith("unless the model or the working directory is another.")


@pytest.mark.parametrize(
    "line", ["", "/", "/newer", "/new x", "/rebind", "/rebind a b", "/rebind 'a", "$ /new", "/etc"]
)
def test_what_only_looks_like_an_event_is_none(line: str) -> None:
    assert read_event(line) is None


COMMANDS = {
    "/worktree new x": "/worktree new takes the tools to the work tree; prompt and tracker",
    "/model y": "For another model the prompt is built anew, from the files of now",
    "/title my  name": "Nothing changes here:",
    "/background t": "It runs beside this session, with an agent of its own:",
    "/undo 2": "Messages are taken back, and hints with them; the tracker goes on, so none",
    "/init": "It writes an AGENTS.md; this session keeps the prompt that it has.",
}


@pytest.mark.parametrize("line", COMMANDS)
def test_another_command_of_hermes_is_no_shell_command(line: str) -> None:
    """Their names are those of the registries of the releases; a file of them is a session all the same."""
    event = read_event(line)
    assert event is not None
    assert event.kind is EventKind.COMMAND
    assert event.line == " ".join(line.split())
    assert read_event(event.line) == event
    effect = effect_of(event, LATEST)
    assert effect.sentence.startswith(COMMANDS[line])
    assert effect.memory is Memory.KEPT
    assert effect.prompt is (Prompt.BUILT if line == "/model y" else Prompt.KEPT)


def test_up_to_0_16_the_stored_prompt_outlives_another_model() -> None:
    """rules.md 1.12: from 0.17 on the stored model is compared."""
    event = SessionEvent(EventKind.COMMAND, typed="/model y")
    assert effect_of(event, get_ruleset("0.16")).prompt is Prompt.KEPT
    assert effect_of(event, get_ruleset("0.17")).prompt is Prompt.BUILT


MISTAKEN = {
    "/compres": "there is no /compres; did you mean /compress? To read that path: read_file /compres",
    "/foo": "there is no /foo; there are " + ", ".join(MEANINGS) + ". To read that path: read_file /foo",
    "/Subagent": "there is no /Subagent; did you mean /subagent? To read that path: read_file /Subagent",
    "--resum": "there is no --resum; did you mean --resume?",
    "--nope": "there is no --nope; there are " + ", ".join(MEANINGS),
    "/rebind": "/rebind needs a directory: /rebind DIR",
    "/rebind a b": "/rebind takes one directory, and one with blanks in it goes in quotes",
    "/rebind 'a": "/rebind takes one directory, and one with blanks in it goes in quotes",
    "/new now": "/new takes nothing behind it",
    "/evict 5": "/evict takes nothing behind it",
    "--resume 20260101": "--resume takes nothing behind it",
    "hermes  --resume 20260101": "hermes --resume takes nothing behind it",
    "/compres all": "there is no /compres; did you mean /compress?",
}


@pytest.mark.parametrize("line", MISTAKEN)
def test_a_mistyped_event_is_no_path_and_no_command(line: str, tree: Tree) -> None:
    root = tree(FILES)
    with pytest.raises(CallError) as raised:
        read_line(line, root)
    assert str(raised.value) == MISTAKEN[line]
    found = read_session(f"a/x.py\n{line}\n/new\n", root)
    assert [(line.number, line.why) for line in found.skipped] == [(2, MISTAKEN[line])]
    assert found.numbers == (1, 3)


@pytest.mark.parametrize(
    "line", ["/etc", "/etc/nothing", "/nothing.md", "/", "/foo/", "$ /foo", "/bin/ls -l"]
)
def test_a_path_is_no_mistyped_event(line: str, tree: Tree) -> None:
    assert not isinstance(read_line(line, tree(FILES)), PlannedEvent)


def test_a_directory_with_blanks_is_quoted_in_a_file() -> None:
    event = read_event("/rebind 'my dir'")
    assert event == SessionEvent(EventKind.REBIND, "my dir")
    assert read_event(event.line) == event


def test_what_the_prompt_does_not_have_does_not_arrive_twice(tree: Tree) -> None:
    root = tree(FILES)
    session = run(root, "AGENTS.md", "--ignore-rules", "AGENTS.md", "--resume", "/new", "AGENTS.md")
    startup = inspect(situation(root, ruleset=LATEST, home=root / "nobody", hermes_home=root / "no-hermes"))
    told = [
        [trap.name for trap in find_traps(step.trace, step.startup_of(startup), Disk())]
        for step in session.steps
    ]
    assert told == [["arrives_twice"], [], ["arrives_twice"]]
    assert '"name": "arrives_twice"' not in json.dumps(
        session_json(Leg(session, startup, lambda: startup), Disk())["calls"][1]
    )
    text = "\n".join(session_text(session, startup))
    assert text.count("its text arrives twice") == 2


# ── forth and back ──


def test_events_are_undone_one_by_one_and_a_planned_one_is_offered_again(tree: Tree) -> None:
    session = run(tree(FILES), "a/x.py", "--resume", "a/x.py")
    before = session.undo()
    assert len(before.events) == 1
    assert [step.line for step in before.plan] == ["read_file a/x.py"]
    without = before.undo()
    assert (len(without.events), len(without.steps)) == (0, 1)
    assert [step.line for step in without.plan] == ["--resume", "read_file a/x.py"]
    assert labels(without.to_end()) == labels(session)
    assert [step.line for step in session.reset().plan] == [
        "read_file a/x.py",
        "--resume",
        "read_file a/x.py",
    ]


def test_undo_of_ignore_rules_switches_context_files_on_again(tree: Tree) -> None:
    session = run(tree(FILES), "--ignore-rules")
    assert session.skips
    assert not session.undo().skips
    assert labels(session.undo()._replace(plan=()).forward()) == []


def test_the_same_events_happen_under_another_release(tree: Tree) -> None:
    session = run(tree(FILES), "a/x.py", "--ignore-rules", "a/x.py", "/new", "a/x.py")
    older = session.under(
        session.terms._replace(settings=session.terms.settings._replace(ruleset=get_ruleset("0.19")))
    )
    assert labels(session) == ["a/AGENTS.md", "", ""]
    assert labels(older) == ["a/AGENTS.md", "a/AGENTS.md", ""]
    assert [event.event.line for event in older.events] == ["--ignore-rules", "/new"]


def test_after_a_move_events_are_offered_again_as_well(tree: Tree) -> None:
    root = tree(FILES)
    moved = run(root, "a/x.py", "/new", "a/x.py").moved(root / "a")
    assert [step.line for step in moved.plan] == ["read_file a/x.py", "/new", "read_file a/x.py"]
    assert moved.started_in == root / "a"


def test_events_are_written_and_read_back(tree: Tree) -> None:
    root = tree(FILES)
    lines = ("read_file a/x.py", "/new", "cd a", "read_file x.py", "--resume", "/rebind deep", "/compress")
    text = "".join(f"{line}\n" for line in lines)
    assert write_session(run(root, *lines)) == text
    found = read_session(f"# one\n\n{text}", root)
    assert found.numbers == (3, 4, 5, 6, 7, 8, 9)


def test_every_event_is_explained_where_it_can_be_typed() -> None:
    events = [read_event(line.replace("DIR", "a")) for line in MEANINGS]
    assert [event.kind for event in events if event is not None] == list(dict.fromkeys(EventKind))
